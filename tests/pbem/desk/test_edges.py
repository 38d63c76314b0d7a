"""At the edges of a desk: time zones, spoiled files, entries, a home put back from a backup, what is read how far."""

from __future__ import annotations

import os
import random
import time
from types import SimpleNamespace

import pytest

from orders import ORDERS
from pbem.desk import packets, reading, speaking, standing, summing
from pbem.desk.desk import Desk, _check_fresh
from pbem.desk.drafting import forget_signed
from pbem.desk.drafts import Draft
from pbem.desk.early import kept_early
from pbem.desk.logged import _seals_of
from pbem.desk.speaking import disagree, go_away, resign_seat, wanted_of
from pbem.errors import BadRecord, Divergence, NotYourTurn, WrongUse
from pbem.home import Home
from pbem.lab import demo
from pbem.match.desync import Otherwise
from pbem.record.events import AgreedResult, Away, Clock, Takeback
from people import finish, invite, settle
from records import finished
from seated import people
from tiny import TINY

NOW = 1_767_225_600
GAME = "A" * 43


@pytest.fixture(autouse=True)
def quick_disk(monkeypatch):
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)


# ------------------------------------------------------------------ what a person says beside the rounds


@pytest.mark.parametrize("zone", ["UTC", "America/New_York", "Pacific/Auckland"])
def test_a_day_of_leave_ends_at_the_same_moment_wherever_it_is_typed(monkeypatch, zone):
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        assert speaking._end_of("2026-01-01") == NOW + 86_400
    finally:
        monkeypatch.undo()
        time.tzset()


def test_leave_is_announced_until_a_day_to_come_and_ends_now(monkeypatch):
    claimed = []
    match = SimpleNamespace(
        clock=Clock(days=3, grace=1, leave=9), claim=lambda seat, body: claimed.append((seat, body))
    )
    game = SimpleNamespace(match=match)
    monkeypatch.setattr(speaking, "speaker", lambda match, seat: 0)
    none = "note: this match gives no leave, so it moves no deadline; the others read it all the same"
    said = "on leave until the end of 2026-01-01, as others are told"
    assert go_away(game, None, "2026-01-01", NOW) == [said]
    assert go_away(game, None, "", NOW) == ["leave ends now"]
    match.clock = Clock(days=3, grace=1, leave=0)
    assert go_away(game, None, "2026-01-01", NOW + 86_400) == [none, said]
    match.clock = None
    assert go_away(game, None, "2026-01-01", NOW) == [none, said]
    assert claimed == [(0, Away(until=NOW + 86_400)), (0, Away(until=NOW)), *[(0, Away(until=NOW + 86_400))] * 2]
    with pytest.raises(WrongUse, match=r"^2026-01-01 is over") as refused:
        go_away(game, None, "2026-01-01", NOW + 86_401)
    assert refused.value.hint == "name a day to come, or say pbem away --back"
    with pytest.raises(WrongUse, match=r"^soon is no day") as refused:
        go_away(game, None, "soon", NOW)
    assert refused.value.hint == "write it like 2026-08-14"


def test_what_is_wanted_is_read_from_words():
    seats = [SimpleNamespace(name=name, role="judge" if name == "eye" else None) for name in ("red", "green", "eye")]
    match = SimpleNamespace(binding=SimpleNamespace(seats=seats))

    def wanted(*words, text=""):
        return wanted_of(match, words[0], list(words[1:]), text)

    assert [wanted("takeback", word) for word in ("41", "0", "9" * 12)] == [
        Takeback(to=41),
        Takeback(to=1),
        Takeback(to=speaking.MAX_ROUND),
    ]
    assert wanted("result", "draw") == AgreedResult(text="", winners=())
    assert wanted("result", "green", "red", text="late") == AgreedResult(text="late", winners=("red", "green"))
    for words, said in (
        (("takeback",), "back to which round?"),
        (("takeback", "1", "2"), "back to which round?"),
        (("takeback", "x"), "back to which round?"),
        (("takeback", "٣"), "back to which round?"),
        (("stop",), "nobody can propose 'stop'"),
        (("result",), "who wins?"),
        (("result", "eye"), "eye is no seat of a player"),
        (("result", "draw", "red"), "draw is no seat"),
    ):
        with pytest.raises(WrongUse) as refused:
            wanted(*words)
        assert str(refused.value).startswith(said)
    with pytest.raises(WrongUse, match="back to which round"):
        wanted("takeback", "3", text="please")
    most = speaking.MAX_AGREED_TEXT
    assert wanted("result", "draw", text="x" * most).text == "x" * most
    with pytest.raises(WrongUse, match=rf"^the text has {most + 1} signs, the limit is {most}"):
        wanted("result", "draw", text="x" * (most + 1))


def test_who_gives_up_a_seat_is_told_of_its_drafts(monkeypatch):
    done = []
    match = SimpleNamespace(
        name=lambda seat: "red", resign=done.append, run_mechanical=lambda: done.append("mechanical")
    )
    for count, told in (
        (0, []),
        (1, ["forgotten, and never sent: 1 draft of red"]),
        (2, ["forgotten, and never sent: 2 drafts of red"]),
    ):
        monkeypatch.setattr(speaking, "forget_drafts_of", lambda game, name, count=count: count)
        assert resign_seat(SimpleNamespace(match=match), 0) == told
    assert done == [0, "mechanical"] * 3


def test_who_does_not_agree_says_so_with_one_seat_unless_he_has(monkeypatch):
    notes = []
    match = SimpleNamespace(
        keys=(0, 1), name=lambda seat: ("red", "green")[seat], note=lambda seat, text: notes.append((seat, text))
    )
    one = SimpleNamespace(wanted=Takeback(to=3), is_by=lambda seat: seat == 1)
    monkeypatch.setattr(speaking, "speaker", lambda match, seat: 0)
    monkeypatch.setattr(speaking.agreements, "numbered", lambda match, number: one)
    monkeypatch.setattr(speaking.agreements, "told", lambda match, wanted: "back to round 3")
    with pytest.raises(WrongUse, match=r"^green has agreed to it") as refused:
        disagree(match, 1, None)
    assert refused.value.hint == "an agreement ends with its round, and not before"
    assert disagree(match, 1, "red") == "back to round 3"
    assert notes == [(0, "red does not agree: back to round 3")]


# ------------------------------------------------------------------ files


def test_bytes_that_are_no_text_are_lines_that_count_for_nothing(tmp_path):
    match = SimpleNamespace(keys=(0,), name=lambda seat: "red")
    (tmp_path / "early.txt").write_bytes(b"\xff\xfe: x\nred 5: go\n")
    kept = kept_early(tmp_path, match)
    assert [one.line for one in kept.orders] == ["red 5: go"]
    assert len(kept.spoiled) == 1
    (tmp_path / "standing.txt").write_bytes(b"red \xff: x\n")
    assert len(standing.standing_orders(tmp_path, SimpleNamespace(policies=()), None).spoiled) == 1


def test_what_is_sent_and_what_is_forgotten_is_on_disk_before(tmp_path):
    steps = []
    game = SimpleNamespace(
        path=tmp_path, gid=GAME, flush=lambda: steps.append(sorted(p.name for p in tmp_path.iterdir()))
    )
    forget_signed(game, [Draft(about="", round=2, rule="1", says=("a",), seat="red")])
    assert steps == [[]]
    assert sorted(p.name for p in tmp_path.iterdir()) == ["drafts.json", "sent.json"]


def test_a_packet_leaves_after_what_is_in_it_is_on_disk(monkeypatch, tmp_path):
    steps = []
    monkeypatch.setattr(
        packets, "packets_of", lambda game, everything: steps.append(everything) or [("a", b"x"), ("b", b"y")]
    )
    monkeypatch.setattr(
        packets, "write_packet", lambda folder, name, payload: steps.append((folder, name, payload)) or name
    )
    game = SimpleNamespace(path=tmp_path, flush=lambda: steps.append("flush"))
    assert packets.write_packets(game) == ["a", "b"]
    assert steps == ["flush", False, (tmp_path / "out", "a", b"x"), (tmp_path / "out", "b", b"y")]


# ------------------------------------------------------------------ a home


@pytest.fixture
def eva(tmp_path, monkeypatch):
    monkeypatch.setattr("pbem.ruleset._load", lambda name: ORDERS)
    home = Home(tmp_path / "home")
    identity = home.create("eva", "", "", no_passphrase=True, cost=demo.QUICK)
    return Desk(home, identity, clock=lambda: NOW, steady=lambda: 0)


def test_a_first_line_without_a_nonce_is_refused():
    stale = SimpleNamespace(msg=SimpleNamespace(body=SimpleNamespace(nonce=None)))
    with pytest.raises(BadRecord) as refused:
        _check_fresh(stale)
    assert refused.value.why == "the first line of this match has no nonce: its dice could be known already"


def test_a_challenge_is_entered_once_and_in_a_folder_of_its_own(eva, tmp_path, monkeypatch):
    me = eva.home.card().id
    made = eva.new_match(
        ORDERS, dict.fromkeys(ORDERS.seats, me), {}, tmp_path / "game", policy="mover", nonce=bytes(16)
    )
    challenge = SimpleNamespace(engine="orders/1", title="The bridge")
    monkeypatch.setattr("pbem.desk.desk.find_engine", lambda engine: ORDERS)
    monkeypatch.setattr("pbem.match.entry.new_entry", lambda master, challenge, ruleset, overlay: made)
    with pytest.raises(
        WrongUse, match=r"^you have entered the challenge 'The bridge' already, and one entry"
    ) as refused:
        eva.enter(challenge, tmp_path / "other")
    assert refused.value.hint == f"play on in {tmp_path / 'game'}"
    monkeypatch.setattr(type(eva.home.games), "get", lambda self, gid: None)
    with pytest.raises(WrongUse, match="holds a match already") as refused:
        eva.enter(challenge, tmp_path / "game")
    assert refused.value.hint.startswith("name another folder with -C; or go on with that match: pbem join -C ")
    assert eva.enter(challenge, tmp_path / "other") == made
    with pytest.raises(WrongUse, match="a match is made by somebody: unlock your identity"):
        Desk(eva.home, None).enter(challenge, tmp_path / "third")


def test_a_home_put_back_from_a_backup_signs_on_with_the_seats_that_it_has_taken(eva, tmp_path):
    me, folder = eva.home.card().id, tmp_path / "game"
    made = eva.new_match(ORDERS, dict.fromkeys(ORDERS.seats, me), {}, folder, policy="mover", nonce=bytes(16))
    eva.join(folder, ["green"])
    assert eva.adopt(folder) == ["green"]
    assert eva.home.games.get(made.id).folder == str(folder)
    with pytest.raises(NotYourTurn, match="no seat of this match is yours"):
        Desk(eva.home, None).adopt(folder)


def test_a_summary_says_where_the_game_stands_who_is_awaited_and_how_it_ended(tmp_path, monkeypatch):
    monkeypatch.setattr("pbem.ruleset._load", lambda name: ORDERS)
    desks = people(tmp_path, {"red": "ana", "green": "ana", "blue": "bo"})
    with desks["bo"].game(tmp_path / "bo" / "game") as game:
        found = summing.summary_now(game.match, tmp_path / "bo" / "game", {})
        assert found.awaited == ("red: sealed orders",)
        assert found.where != ""
        assert (found.result, found.deadline, found.proposed, found.asked) == ("", 0, (), ())
        assert (found.engine, found.title, found.yours, found.folder) == (
            "orders/1",
            "Orders",
            ("blue",),
            str(tmp_path / "bo" / "game"),
        )
        assert found.people == {
            name: desks[who].home.card().id for name, who in (("red", "ana"), ("green", "ana"), ("blue", "bo"))
        }
    with desks["ana"].game(tmp_path / "ana" / "game") as game:
        found = summing.summary_now(game.match, tmp_path / "ana" / "game", {})
        assert (found.awaited, [one.seat for one in found.asked]) == ((), ["red"])
        (tmp_path / "ana" / "game" / "drafts.json").write_bytes(b"junk")
        assert summing.summary_now(game.match, tmp_path / "ana" / "game", {}).unread != ""


# ------------------------------------------------------------------ reading a log


def test_a_seat_reads_all_that_it_sealed_at_once():
    made = invite(turns=1)
    settle(made)
    match = made[0].match
    assert _seals_of(match, None, 1) == []
    finish(made, random.Random(7))
    found = _seals_of(match, "red", 1)
    two = [words for _, words in found if "; " in words]
    assert two
    assert all(len(words.split("; ")) == 2 for words in two)
    assert {word for words in two for word in words.split("; ")} <= {"rest", "march", "raid"}
    assert {c.r for c in match.rounds.closed} >= {r for r, _ in found}


@pytest.fixture
def log(tmp_path, monkeypatch):
    monkeypatch.setattr("pbem.ruleset._load", lambda name: TINY)
    path = tmp_path / "game.pbem"
    path.write_bytes(b"".join(finished()))
    return path


def otherwise(**fields):
    return Otherwise(**{"agreed": 4, "round": 5, "seat": "green", "theirs": "a", "ours": "b", "how": "digest"} | fields)


def test_a_match_that_was_played_by_another_build_ends_with_the_last_round_that_is_alike(log, monkeypatch):
    shown = []
    told = otherwise(told=6)
    monkeypatch.setattr(reading, "find_otherwise", lambda binding, rounds: told)
    monkeypatch.setattr(reading, "find_unseen", lambda binding, rounds: pytest.fail("a difference was seen already"))
    match = reading.read(log, seen=shown.append)
    assert (match.rounds.r, match.otherwise, shown) == (7, told, [match])
    whole = reading.read(log, whole=True)
    assert (whole.rounds.r > 7, whole.otherwise) == (True, told)
    assert reading.read(log, at=4).otherwise is None
    assert reading.read(log, at=5).otherwise is told
    monkeypatch.setattr(reading, "find_otherwise", lambda binding, rounds: otherwise(told=0))
    with pytest.raises(Divergence) as refused:
        reading.read(log)
    assert refused.value.hint.startswith("no round of it is known to be the same here: read this match with build a")
    assert reading.read(log, whole=True).otherwise.told == 0
    monkeypatch.setattr(reading, "find_otherwise", lambda binding, rounds: otherwise())
    assert reading.read(log).rounds.r == whole.rounds.r


def test_builds_of_which_no_difference_is_known_are_asked_for_unless_all_is_wanted(log, monkeypatch):
    asked = []
    monkeypatch.setattr(reading, "find_otherwise", lambda binding, rounds: None)
    monkeypatch.setattr(reading, "find_unseen", lambda binding, rounds: asked.append(1))
    assert reading.read(log).otherwise is None
    assert asked == [1]
    reading.read(log, whole=True)
    assert asked == [1]
    monkeypatch.setattr(reading, "find_unseen", lambda binding, rounds: otherwise(how="unseen"))
    assert reading.read(log).otherwise.how == "unseen"
