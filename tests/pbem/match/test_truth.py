"""Answers that only a secret decides: the owner's tool gives them without its player (protocol 3.2, requests)."""

from __future__ import annotations

from typing import Any

from little import Said, bids, decides, little
from pbem.play.requests import Ask, DrawSecret, Late, Listed, Open, SealMany
from pbem.record import events as ev
from people import Person, agree, exchange, forge, invite, send, settle


async def toll(state: Said) -> None:
    """Red seals its strength; whether it can pay the toll of 2 follows from that, and is claimed in public."""
    strength = (await bids("red", legal=(0, 1, 2, 3)))["red"]

    def truth(peek: Any) -> str | None:
        seen = peek(strength)
        return None if seen is None or seen == 2 else ("pay" if seen > 2 else "turn")

    def late(answer: str) -> list[Late]:
        return [Late("2", f"red can pay: {answer}", (strength,), lambda s: (answer == "pay") <= (s >= 2))]

    state.note(await Ask(rule="2", seat="red", legal=lambda: ("turn", "pay"), truth=truth, late=late))
    state.note(await decides("green"))
    await Open(rule="3", sealed={0: strength})


def seated(play: Any) -> list[Person]:
    people = invite(ruleset=little(play))
    settle(people)
    return people


def test_the_owners_tool_answers_where_the_secret_leaves_no_choice():
    people = seated(toll)
    red = people[0].match
    red.seal(0, ["3"])
    (made,) = red.run_mechanical()
    assert isinstance(made.msg, ev.Act)
    assert made.msg.body == ev.Answer(rule="2", say="pay")
    exchange(people)
    agree(people)
    assert people[1].match.state.said == ["pay"]


def test_a_player_is_asked_where_there_is_a_choice():
    people = seated(toll)
    red = people[0].match
    red.seal(0, ["2"])
    assert red.run_mechanical() == []
    assert [(d.name, d.kind) for d in red.mine()] == [("red", "answer")]


def test_nobody_elses_tool_answers():
    people = seated(toll)
    people[0].match.seal(0, ["3"])
    send(people[1:], *people[0].log)
    assert people[1].match.run_mechanical() == []


def test_the_truth_never_says_what_is_legal():
    """Another tool may say otherwise: it is no void event, only a claim that the opening shows to be true or false."""
    people = seated(toll)
    red = people[0].match
    red.seal(0, ["3"])
    send(people, *people[0].log)
    send(people, forge(red, 0, ev.Act, ev.Answer(rule="2", say="turn")))
    people[1].match.answer(1, "go")
    exchange(people)
    settle(people)
    agree(people)
    assert people[1].match.state.said == ["turn", "go"]
    assert people[1].match.rounds.voids == []
    assert people[1].match.binding.table.incidents == []


def test_what_was_drawn_is_sealed_piece_by_piece_without_a_player():
    """3.3 Pieces to be shown one by one go into the owner's next seal, claimed to be those drawn."""

    async def play(state: Said) -> None:
        drawn = await DrawSecret(rule="1", seat="red", pool=("ant", "bee", "cat"), count=2)
        names = Listed(("ant", "bee", "cat"))

        def late(given: dict[str, Any]) -> list[Late]:
            return [Late("1", "these were drawn", (drawn, *given["red"]), lambda d, a, b: d == (a, b))]

        pieces = await SealMany(
            rule="2", bucket=128, items={"red": [names, names]}, late=late, truth=lambda seat, peek: peek(drawn)
        )
        state.note((await Open(rule="3", sealed={0: pieces["red"][0]}))[0])
        state.note(await decides("green"))
        shown = await Open(rule="4", sealed={0: drawn, 1: pieces["red"][1]})
        state.note(shown[0], shown[1])

    people = seated(play)
    assert [(d.name, d.kind) for d in people[0].match.owing()] == [("green", "answer")]
    people[1].match.answer(1, "go")
    exchange(people)
    settle(people)
    agree(people)
    first, _, last = people[1].match.state.said
    assert last == f"('{first}', '{last.split()[-1]}') {last.split()[-1]}"
    assert [p.match.binding.table.incidents for p in people] == [[], []]
