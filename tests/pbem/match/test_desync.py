"""State digests: who carries them, and two builds that disagree (protocol 3.4)."""

from __future__ import annotations

import random
from collections.abc import Callable, Coroutine
from typing import Any

import msgspec
import pytest

from little import Said, bids, decides, little
from pbem.crypto.hashing import b64, th
from pbem.errors import Divergence
from pbem.match.binding import Disagreement
from pbem.play.requests import Checkpoint, Open, Roll
from pbem.record import events as ev
from people import Person, agree, exchange, finish, first_line, forge, invite, master, send, settle


def digest(state: msgspec.Struct) -> str:
    """3.4 In the words of the protocol."""
    return b64(th("state", msgspec.json.encode(state, order="sorted"))[:16])


async def turns(state: Said) -> None:
    """A checkpoint, dice and an answer; a checkpoint, a seal of both and an opening; an answer."""
    state.note("turn 1")
    await Checkpoint(state)
    state.note(len(await Roll(rule="2")))
    state.note(await decides("red", rule="3"))
    state.note(await decides("green", rule="4"))
    await Checkpoint(state)
    sealed = await bids("red", "green")
    state.note(await Open(rule="5", sealed=sealed))
    state.note(await decides("red", rule="6"))


def test_3_4_the_next_answer_or_seal_round_carries_the_digest_and_nothing_else_does():
    people = invite(ruleset=little(turns))
    finish(people, random.Random(0))
    agree(people)
    carried = [(e.msg.r, e.kind, e.seat) for e in people[0].log[1:] if e.msg.st]
    assert carried == [(3, "act", 0), (5, "seal", 0), (5, "seal", 1)]


def test_3_4_the_digest_is_that_of_the_canonical_state_at_the_checkpoint():
    people = invite(ruleset=little(turns))
    settle(people)
    answer = people[0].match.answer(0, "go")
    assert answer.msg.st == digest(Said(said=["turn 1"]))
    exchange(people)
    people[1].match.answer(1, "go")
    at = digest(people[1].match.state)
    exchange(people)
    assert {p.match.seal(i, ["1"]).msg.st for i, p in enumerate(people)} == {at}


def test_3_4_an_undo_carries_nothing_and_uses_nothing_up():
    async def play(state: Said) -> None:
        while len(state.said) < 2:
            state.note(await decides("red"))
        await Checkpoint(state)
        state.note(await decides("red"))

    people = invite(ruleset=little(play))
    settle(people)
    red = people[0].match
    for _ in range(2):
        red.answer(0, "go")
    due = red.binding.checkpoint
    assert due
    assert red.undo(0, 2).msg.st is None
    assert red.binding.checkpoint == ""
    assert red.undo(0, 3).msg.st is None
    assert red.answer(0, "stay").msg.st == due
    exchange(people)
    agree(people)
    assert people[1].match.binding.disagreements == []


# ------------------------------------------------------------------ another build


def other_build(play: Callable[[Said], Coroutine[Any, Any, Any]]) -> list[Person]:
    """Red and blue play `turns`, green another build of the same engine."""
    first, seats = little(turns, seats=("red", "green", "blue")), ("red", "green", "blue")
    genesis = first_line(ruleset=first)
    rules = (first, little(play, seats=seats), first)
    people = [Person(genesis, {i: master(i)}, r) for i, r in enumerate(rules)]
    settle(people)
    return people


async def counted_otherwise(state: Said) -> None:
    """As `turns`, but the state at the second checkpoint differs."""
    state.note("turn 1")
    await Checkpoint(state)
    state.note(len(await Roll(rule="2")))
    state.note(await decides("red", rule="3"))
    state.note("what", await decides("green", rule="4"))
    await Checkpoint(state)
    sealed = await bids("red", "green")
    state.note(await Open(rule="5", sealed=sealed))
    state.note(await decides("red", rule="6"))


def to_the_seals(people: list[Person]) -> tuple[str, str]:
    """All play up to the round that differs; gives red's and green's digest."""
    red, green = people[0].match, people[1].match
    red.answer(0, "go")
    exchange(people)
    green.answer(1, "stay")
    exchange(people)
    digests = red.binding.checkpoint, green.binding.checkpoint
    red.seal(0, ["1"])
    green.seal(1, ["2"])
    exchange(people)
    return digests


def test_3_4_another_builds_digest_is_named_with_round_rule_path_seat_and_both_values():
    people = other_build(counted_otherwise)
    ours, theirs = to_the_seals(people)
    assert ours != theirs
    path = people[0].match.binding.disagreements[0].path
    assert [name.rpartition(".")[2] for name in path] == ["whole", "turns"]
    assert people[0].match.binding.disagreements == [Disagreement(5, path, "green", ours, theirs)]
    assert [(d.seat, d.ours, d.theirs) for d in people[1].match.binding.disagreements] == [("red", theirs, ours)]


def test_3_4_signing_stops_and_reading_goes_on():
    people = other_build(counted_otherwise)
    ours, theirs = to_the_seals(people)
    for person, seat in zip(people, range(3), strict=True):
        match = person.match
        assert not match.can_sign()
        assert match.run_mechanical() == []
        with pytest.raises(Divergence) as desync:
            match.note(seat, "what now?")
        if seat == 2:
            assert str(desync.value) == (
                f"DESYNC in round 5 at little.<locals>.whole > turns: green has state {theirs}, we have {ours}"
            )
            assert desync.value.hint == "compare versions with the others before you go on"
    stranger = Person(people[0].log[0], {}, people[0].ruleset)
    stranger.receive(people[0].log[1:])
    assert stranger.match.rounds.r == 6


def test_3_4_the_player_may_go_on_despite_it():
    people = other_build(counted_otherwise)
    to_the_seals(people)
    again = [
        Person(p.log[0], {i: master(i)}, p.ruleset, despite_desync=True) for i, p in enumerate(people)
    ]
    for person in again:
        person.receive(people[0].log[1:])
    settle(again)
    assert [d.kind for d in again[0].match.owing()] == ["answer"]
    again[0].match.answer(0, "go")
    settle(again)
    assert again[1].match.binding.is_over


def test_3_4_a_digest_that_is_missing_or_not_due_shows_too():
    people = other_build(turns)
    red, blue = people[0].match, people[2].match
    due = red.binding.checkpoint
    send(people, forge(red, 0, ev.Act, ev.Answer(rule="3", say="go"), st=None))
    assert [(d.round, d.seat, d.ours, d.theirs) for d in blue.binding.disagreements] == [(3, "red", due, "")]
    green = people[1].match
    send(people, forge(green, 1, ev.Act, ev.Answer(rule="4", say="go"), st=due))
    assert [(d.round, d.seat, d.ours, d.theirs) for d in blue.binding.disagreements[1:]] == [(4, "green", "", due)]


def test_3_4_a_false_digest_is_no_part_of_legality():
    """A liar is named; the round closes all the same, and alike for all."""
    people = other_build(turns)
    red = people[0].match
    lie = b64(bytes(16))
    send(people, forge(red, 0, ev.Act, ev.Answer(rule="3", say="go"), st=lie))
    agree(people)
    assert [d.name for d in red.owing()] == ["green"]
    assert people[1].match.binding.disagreements[0].theirs == lie
