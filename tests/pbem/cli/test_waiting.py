"""What each command says and ends with where a match stands still (README, "Exit status")."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from desks import NAMES, Desks, copied
from pbem.desk.desk import Desk
from pbem.desk.orders import give_order
from pbem.desk.waiting import FILE_AHEAD, LAST_TIME, utc
from pbem.home import Home
from pbem.post.packet import pack

# Reading commands do their work, say on standard error what stops the match, and end with its status.
READING = [["next"], ["next", "--json"], ["show"], ["log"], ["log", "--json"], ["replay", "--json"],
           ["export", "svg", "-o", "made"], ["export", "json", "-o", "made"], ["export", "html", "-o", "made"]]
# So do those that take in and send; those that sign are refused.
WORKING = [["in", "again.pbem"], ["in", "--json", "again.pbem"], ["out"], ["out", "--all"], ["out", "--paste"]]
SIGNING = [["do", "--send", "loose"], ["note", "hello"], ["undo"], ["resign", "--yes"]]


def again(desks: Desks, who: str) -> None:
    """A packet that has come before."""
    (desks.game(who) / "again.pbem").write_bytes(pack(desks.bytes_of(who).splitlines(keepends=True)[:1]))


@pytest.fixture(scope="module")
def forked(asked_for_set_up: Desks, tmp_path_factory: pytest.TempPathFactory) -> Desks:
    """Bo has signed two events for one place, with two copies of his home; ana and carl have both."""
    desks = copied(asked_for_set_up, tmp_path_factory.mktemp("forked"))
    shutil.copytree(desks.root / "bo", desks.root / "bo2")
    desks.must("bo2", "id", "adopt")
    desks.must("bo", "do", "--send", "loose")
    desks.must("bo2", "note", "meanwhile")
    for who in ("bo", "bo2"):
        for packet in (desks.game(who) / "out").glob("*-3-0*.pbem"):
            shutil.copy(packet, desks.root / f"{who}.pbem")
    for who in ("ana", "carl"):
        desks.must(who, "in", desks.root / "bo.pbem")
        done = desks.run(who, "in", desks.root / "bo2.pbem")
        assert done.status == 6, done.err
        assert done.complaint == "pbem: error: FNLA signed two events as its event 2: play has stopped"
        again(desks, who)
    return desks


@pytest.fixture(scope="module")
def short_of(asked_for_set_up: Desks, tmp_path_factory: pytest.TempPathFactory) -> Desks:
    """Of bo's two newest events only the second came to ana."""
    desks = copied(asked_for_set_up, tmp_path_factory.mktemp("short"))
    desks.must("bo", "note", "one")
    desks.must("bo", "note", "two")
    (desks.root / "second.pbem").write_bytes(pack(desks.bytes_of("bo").splitlines(keepends=True)[-1:]))
    done = desks.run("ana", "in", desks.root / "second.pbem")
    assert (done.status, done.complaint) == (5, "pbem: error: event 2 of fnla is missing here")
    again(desks, "ana")
    return desks


@pytest.fixture(scope="module")
def desync(asked_for_set_up: Desks, tmp_path_factory: pytest.TempPathFactory) -> Desks:
    """Bo's tool gives another state digest than the others'."""
    desks = copied(asked_for_set_up, tmp_path_factory.mktemp("desync"))
    home = Home(desks.home("bo"))
    with Desk(home, home.load()).game(desks.game("bo")) as game:
        game.match.binding.checkpoint = "A" * 22
        give_order(game.match, "loose", None)
        game.flush()
        (desks.root / "bo.pbem").write_bytes(pack(game.match.feeds.lines()))
    for who in ("ana", "carl", "dee"):
        desks.must(who, "do", "--send", "loose")
    done = desks.run("ana", "in", desks.root / "bo.pbem", *(desks.log(who) for who in ("carl", "dee")))
    assert done.status == 4, done.err
    assert "DESYNC in round 3" in done.complaint
    again(desks, "ana")
    return desks


@pytest.mark.parametrize("command", READING + WORKING, ids=" ".join)
def test_a_fork_is_6(forked, command):
    done = forked.run("ana", *command)
    assert done.status == 6
    assert done.complaint == "pbem: error: FNLA signed two events as its event 2: play has stopped"
    assert done.err.count("pbem: error: ") == 1
    assert done.out or command[0] in ("in", "out", "export")


@pytest.mark.parametrize("command", SIGNING, ids=" ".join)
def test_nothing_is_signed_where_somebody_signed_twice(forked, command):
    before = forked.bytes_of("ana")
    done = forked.run("ana", *command)
    assert (done.status, done.complaint) == (6, "pbem: error: FNLA signed two events as its event 2: play has stopped")
    assert forked.bytes_of("ana") == before


@pytest.mark.parametrize("command", READING + WORKING, ids=" ".join)
def test_missing_records_are_5(short_of, command):
    done = short_of.run("ana", *command)
    assert (done.status, done.complaint) == (5, "pbem: error: event 2 of fnla is missing here")
    assert "pbem: hint: ask for it: whoever has it sends it with pbem out --all\n" in done.err


def test_missing_records_of_others_do_not_keep_one_from_signing(short_of):
    assert "fapla: " in copied_to(short_of, "ana").must("ana", "do", "--send", "loose").out


def test_what_was_missing_and_came_is_well_again(short_of, tmp_path):
    desks = copied(short_of, tmp_path)
    assert desks.run("ana", "in", desks.log("bo")).status == 0
    assert desks.run("ana", "next").status == 0


@pytest.mark.parametrize("command", [*WORKING, ["do", "--send", "loose"], ["note", "hello"], ["next"]], ids=" ".join)
def test_desync_is_4(desync, command):
    done = desync.run("ana", *command)
    assert done.status == 4
    assert "DESYNC in round 3" in done.complaint + done.out


def test_a_strangers_eyes_see_the_fork_too(forked):
    done = forked.run("zoe", "show", forked.log("ana"), at=forked.root)
    assert done.status == 6
    assert "as seen by" in done.out


def test_a_fork_is_told_before_whatever_else_came(forked):
    done = forked.run("carl", "in", "again.pbem", "nothing.pbem")
    assert done.status == 6
    assert "there is no such file" in done.err


def copied_to(desks: Desks, who: str) -> Desks:
    """The same people elsewhere, for one who changes something."""
    target = desks.root.with_name(f"{desks.root.name}-{who}")
    return copied(desks, target)


# ------------------------------------------------------------------ next and do say why


def test_stopped_and_by_whom(forked):
    told = forked.run("ana", "next").out
    assert "STOPPED: FNLA signed two events for one place; see pbem verify\n" in told
    assert "nothing can be done here: FNLA signed two events as its event 2: play has stopped (`pbem verify`" in told
    assert "pbem do" not in told
    stopped = json.loads(forked.run("ana", "next", "--json").out)
    assert stopped["stopped"] == {"why": "FNLA signed two events as its event 2: play has stopped", "status": 6}
    assert stopped["why_not"] == "FNLA signed two events as its event 2: play has stopped"


def test_no_seat_held_here(desks):
    assert desks.must("zoe", "id", "new", "zoe", "--no-passphrase", at=desks.root)
    told = desks.must("zoe", "next", desks.log("bo"), at=desks.root).out
    assert "nothing can be done here: no seat of this match is held here (the first line names" in told
    done = desks.run("zoe", "do", "--send", "loose", "-C", desks.game("bo"))
    assert (done.status, done.complaint) == (3, "pbem: error: no seat of this match is held here")


def test_waiting_for_whom_and_since_when(desks):
    desks.must("bo", "do", "--send", "loose")
    told = json.loads(desks.must("bo", "next", "--json").out)
    assert told["why_not"] == "nothing is asked of you now"
    assert told["stopped"] is None
    when = utc(told["since"])
    closed = max(json.loads(line)["c"].get("t", 0) for line in desks.bytes_of("bo").splitlines()[:-1])
    assert told["since"] == closed
    lines = desks.must("bo", "next").out.splitlines()
    assert lines[1:3] == ["with fapla, mpla, unita", "awaited: fapla, mpla, unita: sealed orders"]
    assert lines[3:] == [f"awaited since {when}, as claimed", "nothing is asked of you now"]
    done = desks.run("bo", "do", "--send", "loose")
    assert (done.status, done.complaint) == (3, "pbem: error: nothing is asked of you now")
    hint = f"pbem: hint: awaited: fapla, mpla, unita: sealed orders; awaited since {when}, as claimed; {FILE_AHEAD}\n"
    assert hint in done.err


def test_not_all_have_joined(desks):
    cards = [f"{seat}={desks.root / who}.card" for seat, who in (("fnla", "bo"), ("mpla", "carl"), ("unita", "dee"))]
    desks.must("ana", "new", "angola", "fapla=me", *cards, "-C", desks.root / "new")
    told = desks.must("ana", "next", desks.root / "new").out.splitlines()
    assert told[1] == "with bo (fnla), carl (mpla), dee (unita)"
    assert told[2] == "awaited: fnla, mpla, unita: to take the seat"
    assert told[4:] == ["play begins when all have taken their seats", "nothing is asked of you now"]
    done = desks.run("ana", "do", "--send", "loose", "-C", desks.root / "new")
    assert (done.status, done.complaint) == (3, "pbem: error: nothing is asked of you now")
    assert "; play begins when all have taken their seats\n" in done.err
    (invitation,) = (desks.root / "new" / "out").glob("*.pbem")
    desks.must("bo", "join", invitation, "-C", desks.root / "bos")
    desks.must("bo", "next", desks.root / "bos")


def test_the_match_has_ended(desks):
    desks.must("bo", "resign", "--yes")
    desks.exchange()
    for who in NAMES:
        desks.run(who, "do", "--send", "loose")
    desks.exchange(3)
    done = desks.run("ana", "do", "--send", "loose")
    assert done.status == 3
    assert done.complaint.startswith("pbem: error: the match has ended: ")
    told = desks.must("ana", "next").out
    assert "the match has ended: " in told
    assert "awaited" not in told


def test_records_of_ones_own_that_are_missing(desks):
    desks.must("bo", "do", "--send", "loose")
    lines = desks.bytes_of("bo").splitlines(keepends=True)
    desks.log("bo").write_bytes(b"".join(lines[:-1]))  # an older copy was put back
    done = desks.run("bo", "next")
    assert done.status == 5
    assert "fnla may not sign: seat fnla signed event 2 that this copy of the game lacks" in done.out
    assert "pbem do" not in done.out
    assert desks.run("bo", "do", "--send", "loose").status == 5


def test_play_does_not_ask_where_nothing_can_be_answered(forked, monkeypatch):
    from pbem.cli import playing

    monkeypatch.setattr(playing, "is_terminal", lambda: True)
    monkeypatch.setattr(playing, "ask_line", lambda question: pytest.fail(question))
    done = forked.run("ana", "play")
    assert done.status == 6
    assert "nothing can be done here: FNLA signed two events as its event 2" in done.err


def test_claimed_times_may_be_anything():
    assert utc(0) == "1970-01-01 00:00 UTC"
    assert utc(LAST_TIME) == "9999-12-31 23:59 UTC"


def test_an_order_filed_early_for_a_seat_that_may_not_sign_stops_nothing(desks, tmp_path):
    file = desks.game("bo") / "early.txt"
    file.write_text("fnla 3: loose\n")
    (desks.home("bo") / "machine.json").write_text(
        (desks.home("bo") / "machine.json").read_text().replace(str(desks.root), str(tmp_path / "elsewhere")))
    desks.must("ana", "do", "--send", "loose")
    done = desks.must("bo", "in", *Path(desks.game("ana") / "out").glob("*-0003-*.pbem"))
    assert "records: 1 new" in done.err
    assert file.read_text() == "fnla 3: loose\n"
