"""What was tried by hand: a list that can be taken back and gone through again; its text is strictly read."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.errors import BadRecord, IllegalMove, PbemError, WrongUse
from pbem.limits import MAX_TRIED, MAX_TRIED_LINES
from pbem.match.match import Match
from pbem.replay.films.reel import Reel
from pbem.replay.whatif.scratch import FIRST, Scratch, Tried, decode, encode
from pbem.viewing.viewers import secrets_for
from tiny import TINY

SOME = Tried("A" * 43, "red", 12, "7", ("green: 3", "bots 2", "end"))


@pytest.fixture
def scratch(raid):
    auditor = Reel(raid, "auditor", secrets=secrets_for(raid, "auditor"))
    paces = next(f.round for f in auditor if f.kind == "seal") - 1
    return Scratch(auditor, paces, "a")


def position(scratch: Scratch) -> str:
    branch = scratch.branch
    return str((branch.state, branch.asked(), branch.answers, [t.text for t in branch.table.story]))


def test_lines_are_taken_back_one_by_one(scratch):
    seats = scratch.branch.asked()
    positions = [position(scratch)]
    for line in (f"{seats[1]}: 3", "bots 1", "Bots  4"):
        scratch.take(line)
        positions.append(position(scratch))
    assert scratch.lines == [f"{seats[1]}: 3", "bots 1", "bots 4"]
    for before, line in zip(positions[-2::-1], ("bots 4", "bots 1", f"{seats[1]}: 3"), strict=True):
        assert scratch.undo() == line
        assert position(scratch) == before
    with pytest.raises(WrongUse, match="nothing was tried"):
        scratch.undo()


def test_what_fails_changes_nothing_and_is_not_listed(scratch):
    before = position(scratch)
    for line in ("17", "nobody: 2", "bots 0", "bots 99999", ""):
        with pytest.raises(PbemError):
            scratch.take(line)
    assert (position(scratch), scratch.lines) == (before, [])


class Stuck:
    """A bot that draws from its luck, and then in blue's seat does not know what to do."""

    def __init__(self, seat: str) -> None:
        self.seat = seat

    def choose(self, _state: Any, _request: Any, peek: Any, rng: random.Random) -> Any:
        choice = rng.choice("123")
        if self.seat == "blue":
            raise WrongUse("blue does not know")
        return choice


def test_bots_that_fail_half_way_change_nothing(raid):
    paces = next(f.round for f in Reel(raid) if f.kind == "seal") - 1
    match = Match(raid.genesis, replace(TINY, bots={"stuck": Stuck}), raid.files)
    match.take([e for closed in raid.rounds.closed for e in closed.events])
    scratch = Scratch(Reel(match), paces, "a")
    asked = scratch.branch.asked()
    assert asked[-1] == "blue"
    for line in ("bots 1", "end"):
        with pytest.raises(WrongUse, match="blue does not know"):
            scratch.take(line)
        assert (scratch.branch.asked(), scratch.lines) == (asked, [])


def test_where_a_secret_is_needed_it_stays_before_that(raid):
    first_seal = next(f.round for f in Reel(raid) if f.kind == "seal")
    scratch = Scratch(Reel(raid), first_seal, "a")
    scratch.take("bots 1")
    before = position(scratch)
    with pytest.raises(WrongUse, match="which public does not know"):
        scratch.take("end")
    assert (position(scratch), scratch.lines) == (before, ["bots 1"])


def test_the_text_leads_to_the_same_end(scratch):
    for line in (f"{scratch.branch.asked()[0]}: 2", "bots 3", "end"):
        scratch.take(line)
    kept = decode(encode(scratch.tried()).encode(), "tried.txt")
    again = Scratch.of(scratch._reel, kept)
    for line in kept.lines:
        again.take(line)
    assert position(again) == position(scratch)
    assert again.branch.result is not None
    assert again.tried() == kept


def test_it_belongs_to_one_match_and_one_viewer(raid, scratch):
    tried = scratch.tried()
    with pytest.raises(WrongUse, match="as seen by auditor, not by public") as refused:
        Scratch.of(Reel(raid), tried)
    assert refused.value.hint == "pbem replay --auditor"
    with pytest.raises(WrongUse, match="in another match"):
        Scratch.of(scratch._reel, SOME)
    with pytest.raises(WrongUse, match="a seed is a word"):
        Scratch(scratch._reel, 2, "two words")


def test_a_list_has_an_end(scratch):
    scratch.lines = ["end"] * MAX_TRIED_LINES
    with pytest.raises(WrongUse, match="1000 lines were tried"):
        scratch.take("bots 1")


def test_the_text_is_plain_and_says_what_it_is():
    text = encode(SOME)
    assert text == f"{FIRST}\ngame {'A' * 43}\nviewer red\nafter round 12\nseed 7\n\ngreen: 3\nbots 2\nend\n"
    assert decode(text.encode(), "t") == SOME
    nothing = Tried("A" * 43, "red", 0, "7")
    assert decode(encode(nothing).encode(), "t") == nothing


@pytest.mark.parametrize(
    ("changed", "line"),
    [
        (lambda t: "pbem" + t, 1),
        (lambda t: t.replace("\n", "\r\n"), 1),
        (lambda t: t.replace("round 12", "round 012"), 2),
        (lambda t: t.replace("round 12", "round 1234567"), 2),
        (lambda t: t.replace("seed 7", "seed \x1b[2J"), 2),
        (lambda t: t.replace("viewer red", "viewer Red"), 2),
        (lambda t: t.replace("green: 3", "green: \u202e3"), 7),
        (lambda t: t.replace("green: 3", "rm -rf"), 7),
        (lambda t: t.replace("bots 2", "bots 0"), 8),
        (lambda t: t.replace("bots 2", ""), 8),
        (lambda t: t.removesuffix("\n"), 9),
        (lambda t: t + "green: " + "x" * 20_001 + "\n", 10),
    ],
)
def test_other_text_is_refused_with_its_line(changed, line):
    with pytest.raises(BadRecord, match=rf"^t, line {line}: "):
        decode(changed(encode(SOME)).encode(), "t")


def test_what_is_too_large_is_refused():
    for content in (b" " * (MAX_TRIED + 1), (encode(SOME) + "end\n" * MAX_TRIED_LINES).encode()):
        with pytest.raises(BadRecord, match="the limit is"):
            decode(content, "t")


@given(content=st.binary(max_size=200))
def test_junk_is_refused(content):
    for junk in (content, FIRST.encode() + b"\n" + content, encode(SOME).encode() + content + b"."):
        with pytest.raises(BadRecord):
            decode(junk, "t")


def test_orders_typed_wrongly_say_so(scratch):
    with pytest.raises(IllegalMove):
        scratch.take(f"{scratch.branch.asked()[0]}: seventeen")
