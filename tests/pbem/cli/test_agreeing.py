"""`pbem clock`, `away`, `propose`, `agree`, `refuse`: four people with a clock, by packets."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from desks import NAMES, Desks, copied, people_of, set_up
from pbem.match.clocks import DAY

START = 1_767_225_600  # 2026-01-01


@pytest.fixture(scope="module")
def timed(tmp_path_factory: pytest.TempPathFactory) -> Desks:
    """Four people who are asked for their set-up, under a clock; not to be touched."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pbem.desk.desk.time.time", lambda: START)
        return set_up(tmp_path_factory.mktemp("timed"), "--clock", "days=7,grace=2,leave=21")


@pytest.fixture
def clocked(timed: Desks, tmp_path: Path) -> Desks:
    return copied(timed, tmp_path)


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch):
    """Sets everybody's machine to so many days after the start."""

    def set_to(days: float) -> None:
        monkeypatch.setattr("pbem.desk.desk.time.time", lambda: START + days * DAY)

    set_to(0)
    return set_to


def clock_line(desks: Desks, seat: str, *more: str) -> str:
    out = " ".join(desks.must("ana", "clock", *more).out.split())
    return out[out.index(f"{seat} awaited"):]


def test_the_clock_of_who_is_awaited(clocked, at):
    at(3)
    line = clock_line(clocked, "unita")
    assert line.startswith("unita awaited 3 days, since 2026-01-01 00:00 UTC (by the sender's word); "
                           "deadline 2026-01-08 00:00 UTC; leave left 21 days")
    at(8)
    assert "deadline 2026-01-08 00:00 UTC, late, grace until 2026-01-10 00:00 UTC" in clock_line(clocked, "unita")
    at(11)
    assert "due since 2026-01-10 00:00 UTC" in clock_line(clocked, "unita")
    told = json.loads(clocked.must("ana", "clock", "--json").out)
    assert told["clock"] == {"days": 7, "grace": 2, "leave": 21}
    assert [(w["seat"], w["late"], w["due"]) for w in told["waits"]] == [(s, True, True) for s in
                                                                         ("fapla", "fnla", "mpla", "unita")]


def test_next_and_status_name_the_deadline(clocked, at):
    assert "deadline: 2026-01-08 00:00 UTC, see pbem clock" in clocked.must("bo", "next").out
    assert "  deadline: 2026-01-08 00:00 UTC" in clocked.must("bo", "status").out
    assert json.loads(clocked.must("bo", "status", "--json").out)["matches"][0]["deadline"] == START + 7 * DAY


def test_leave_moves_the_deadline_and_ends_early(clocked, at):
    at(2)
    done = clocked.must("bo", "away", "2026-01-12")
    assert "on leave until the end of 2026-01-12" in done.err
    clocked.exchange()
    line = clock_line(clocked, "fnla")
    assert "deadline 2026-01-18 00:00 UTC; leave left 11 days" in line  # ten days of leave lie behind the start
    at(4)
    clocked.must("bo", "away", "--back")
    clocked.exchange()
    assert "deadline 2026-01-10 00:00 UTC; leave left 19 days" in clock_line(clocked, "fnla")


@pytest.mark.parametrize(("words", "why"), [
    (["away"], "until when?"), (["away", "2026-01-12", "--back"], "until when?"), (["away", "soon"], "soon is no day"),
    (["away", "2025-12-30"], "2025-12-30 is over"), (["away", "99999-01-01"], "99999-01-01 is no day"),
])
def test_leave_that_cannot_be(clocked, at, words, why):
    before = clocked.bytes_of("bo")
    refused = clocked.run("bo", *words)
    assert (refused.status, why in refused.complaint) == (2, True)
    assert clocked.bytes_of("bo") == before


def test_all_take_back_what_was_sealed_and_opened(clocked, at):
    for who in NAMES:
        seat = json.loads(clocked.must(who, "next", "--json").out)["asked"][0]
        clocked.must(who, "do", "--send", seat["legal"][0])
    clocked.exchange(2)
    before = json.loads(clocked.must("ana", "next", "--json").out)["round"]
    done = clocked.must("dee", "propose", "takeback", "2")
    assert "proposed: back to round 2" in done.err
    assert "needed: " in done.err
    clocked.exchange()
    listed = clocked.must("ana", "agree").out
    assert listed.startswith("1  unita: back to round 2")
    assert "proposed: 1  unita: back to round 2" in clocked.must("ana", "next").out
    assert json.loads(clocked.must("ana", "status", "--json").out)["matches"][0]["proposed"]
    assert "not agreed" in clocked.must("ana", "refuse", "1").err
    for who in ("bo", "carl"):
        clocked.must(who, "agree", "1")
        clocked.exchange()
    assert "all others have agreed: your agreement does it" in " ".join(clocked.must("ana", "agree").out.split())
    clocked.must("ana", "agree", "1")
    clocked.exchange(2)  # four are asked at once, so four tools do it
    for who in NAMES:
        told = json.loads(clocked.must(who, "next", "--json").out)
        assert (told["round"], [a["seat"] for a in told["awaited"]]) == (before + 1, ["fapla", "fnla", "mpla", "unita"])
    assert "taken back by agreement of all: 1" in clocked.must("ana", "verify").out
    assert clocked.must("ana", "verify").status == 0
    assert "seals" not in clocked.must("ana", "log", "--as", "fapla").out  # what was taken back is dead
    log = " ".join(clocked.must("ana", "log").out.split())
    assert f"{before} all agree to take back what followed round 2" in log


def test_all_end_the_match(clocked, at):
    clocked.must("carl", "propose", "result", "mpla", "fapla", "--text", "peace at last")
    clocked.exchange()
    for who in ("bo", "dee"):
        clocked.must(who, "agree", "1")
        clocked.exchange()
    clocked.must("ana", "agree", "1")
    clocked.exchange(3)
    for who in NAMES:
        assert "the match has ended: peace at last" in clocked.must(who, "next").out
    assert clocked.must("bo", "audit").status == 0


@pytest.mark.parametrize(("words", "why"), [
    (["takeback"], "back to which round?"), (["takeback", "x"], "back to which round?"),
    (["takeback", "2"], "the last closed round is 2"), (["result"], "who wins?"),
    (["result", "ana"], "ana is no seat of a player"), (["peace"], "nobody can propose 'peace'"),
])
def test_proposals_that_cannot_be(clocked, at, words, why):
    before = clocked.bytes_of("bo")
    refused = clocked.run("bo", "propose", *words)
    assert refused.status in (2, 3)
    assert why in refused.err
    assert clocked.bytes_of("bo") == before


def test_numbers_of_proposals_that_are_not_there(clocked, at):
    assert clocked.must("bo", "agree").out == "nothing is proposed\n"
    assert "nothing is proposed" in clocked.run("bo", "agree", "1").complaint


def test_a_clock_that_cannot_be(tmp_path, clocked):
    for words, why in (("days=0", "too few days"), ("days=91", "too many days"), ("grace=2", "names the days"),
                       ("days=7,days=8", "says nothing of a clock"), ("weeks=1", "says nothing of a clock")):
        refused = clocked.run("ana", "new", "angola", "all=me", "--clock", words, "-C", tmp_path / "new")
        assert (refused.status, why in refused.complaint) == (2, True)


def test_lateness_is_claimed_once_it_is_due_and_weighed(clocked, at):
    at(9)
    refused = clocked.run("ana", "clock", "--late", "unita")
    assert "unita is not due before 2026-01-10 00:00 UTC" in refused.complaint
    at(11)
    assert "nobody waits for 'usa'" in clocked.run("ana", "clock", "--late", "usa").complaint
    assert "claimed: unita is late" in clocked.must("ana", "clock", "--late", "unita", "--text", "since Christmas").err
    clocked.exchange()
    told = clocked.must("bo", "clock", "--all").out
    assert "round 3: fapla claims that unita is late: since Christmas\n" in told
    assert json.loads(clocked.must("bo", "clock", "--json").out)["past"][-1] == (
        "round 3: fapla claims that unita is late: since Christmas")


@pytest.fixture(scope="module")
def two_people(tmp_path_factory: pytest.TempPathFactory) -> Desks:
    """Two people with two seats each, all of which are asked for their set-up; not to be touched."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pbem.desk.desk.time.time", lambda: START)
        desks = people_of(tmp_path_factory.mktemp("two"), "ana", "bo")
        card = desks.root / "bo.card"
        desks.must("ana", "new", "angola", "fapla=me", "mpla=me", f"fnla={card}", f"unita={card}", "--clock",
                   "days=7,leave=21", "-C", desks.game("ana"))
        desks.must("bo", "join", desks.game("ana") / "out", "-C", desks.game("bo"))
        hand_over(desks)
        return desks


def hand_over(desks: Desks) -> None:
    for who, other in (("bo", "ana"), ("ana", "bo")):
        desks.must(other, "in", desks.game(who) / "out")


@pytest.fixture
def two(two_people: Desks, tmp_path: Path) -> Desks:
    return copied(two_people, tmp_path)


def test_a_person_with_several_seats_proposes_and_agrees_once(two, at):
    done = two.must("ana", "propose", "result", "draw")
    assert "needed: fnla (asked now), unita (asked now)\n" in done.err
    assert "pbem agree" not in done.out  # there is nothing to agree to for who proposed
    hand_over(two)
    assert "agree with: pbem agree NUMBER; or else: pbem refuse NUMBER" in two.must("bo", "next").out
    two.must("bo", "agree", "1")
    hand_over(two)
    for who in ("ana", "bo"):
        assert "the match has ended" in two.must(who, "next").out


def test_a_person_with_several_seats_refuses_once_and_not_what_he_agreed_to(two, at):
    two.must("ana", "propose", "result", "draw")
    hand_over(two)
    assert "fapla has agreed to it" in two.run("ana", "refuse", "1").complaint
    assert "not agreed: the match ends, a draw" in two.must("bo", "refuse", "1").err


def test_leave_is_of_a_person_whatever_seats_he_holds(two, at):
    two.must("bo", "away", "2026-01-12")
    until = {w["seat"]: w["deadline"] for w in json.loads(two.must("bo", "clock", "--json").out)["waits"]}
    assert until["fnla"] == until["unita"] > until["fapla"] == until["mpla"]


def test_who_holds_several_seats_and_drafted_nothing_is_told_so(two):
    done = two.run("ana", "undo")
    assert (done.status, done.complaint) == (2, "pbem: error: there is no draft")
    assert "pbem: hint: to take back what was sent, name one with --seat: fapla, mpla\n" in done.err
    two.must("ana", "do", "loose", "--seat", "mpla")
    assert "taken back, and never sent: mpla: " in two.must("ana", "undo").err


def test_what_is_written_for_who_holds_several_seats_says_whose_view_it_is(two, tmp_path):
    game = tmp_path / "game.json"
    told = "this is what everybody sees; what one of your seats sees too: add --as fapla or --as mpla"
    done = two.must("ana", "export", "json", "-o", game)
    assert json.loads(game.read_bytes())["viewer"] == "public"
    assert told in done.err.splitlines()
    for named in (["--public"], ["--as", "mpla"]):
        assert told not in two.must("ana", "export", "json", "-o", game, *named).err


def test_what_forbids_an_agreement_is_no_rule_of_that_name(two):
    two.must("ana", "propose", "result", "draw")
    done = two.run("ana", "agree", "1")
    assert done.status == 3
    assert "\n  agreements: it has agreed to this already\n" in done.err


def test_a_number_that_was_read_never_comes_to_mean_something_else(two, at):
    """Whoever signs for an earlier time than he has, or in a later round, cannot put his offer where another was read.
    """
    at(3)
    two.must("bo", "propose", "result", "draw")
    hand_over(two)
    assert two.must("ana", "agree").out.startswith("1  fnla: the match ends, a draw")
    at(0)
    two.must("bo", "propose", "result", "fnla", "unita")
    hand_over(two)
    first, second = (line for line in two.must("ana", "agree").out.splitlines() if not line.startswith(" "))
    assert first.startswith("1  fnla: the match ends, a draw")
    assert second.startswith("2  fnla: the match ends, won by fnla, unita")
    for who, *seats in (("ana", "fapla", "mpla"), ("bo", "fnla", "unita")):
        for seat in seats:
            two.must(who, "do", "loose", "--seat", seat)
        two.must(who, "send")
    hand_over(two)
    hand_over(two)
    for words in (["result", "fnla", "unita"], ["result", "draw"]):
        two.must("bo", "propose", *words)
    hand_over(two)
    before = two.bytes_of("ana")
    for gone in ("1", "2"):
        refused = two.run("ana", "agree", gone)
        assert (refused.status, f"there is no proposal {gone} on the open round" in refused.complaint) == (2, True)
    assert two.bytes_of("ana") == before
    assert [p["number"] for p in json.loads(two.must("ana", "clock", "--json").out)["proposals"]] == [3, 4]
    assert "agreed: the match ends, a draw" in two.must("ana", "agree", "4").err
