"""Giving up (protocol 3.5)."""

from __future__ import annotations

from typing import Any

import pytest

from little import Said, bids, decides, little
from pbem.errors import IllegalMove, NotYourTurn
from pbem.play.requests import DrawSecret, Open, Roll
from pbem.record import events as ev
from pbem.ruleset import Result
from people import JUDGE, Person, agree, exchange, forge, invite, send, settle


def seated(play: Any, seats: tuple[str, ...] = ("red", "green"), **more: Any) -> list[Person]:
    people = invite(ruleset=little(play, seats=seats), **more)
    settle(people)
    return people


RED_RESIGNED = Result((), "red resigned", "resign")


async def everything(state: Said) -> None:
    """Rounds of every kind: 2 an answer of green, 3 dice, 4 seals, 5 openings, 6 and 7 a private draw of red."""
    state.note(await decides("green"))
    state.note(len(await Roll(rule="2")))
    sealed = await bids("red", "green")
    state.note(await Open(rule="4", sealed=sealed))
    await DrawSecret(rule="5", seat="red", pool=("a", "b"))
    state.note(await decides("red"))
    state.note("end")


def play_until(people: list[Person], kind: str, r: int) -> None:
    """Everything honest until round r is open, waiting for that kind."""
    for _ in range(20):
        if people[0].match.rounds.r == r:
            break
        for person in people:
            for duty in person.match.mine():
                if person.match.rounds.r == r:
                    break
                if duty.kind == "answer":
                    person.match.answer(duty.seat, "go")
                elif duty.kind == "seal":
                    person.match.seal(duty.seat, ["1"])
                elif duty.is_mechanical and person.match._may_act(duty):
                    person.match._mechanical(duty)
            exchange(people)
    owed = people[0].match.owing()
    assert people[0].match.rounds.r == r
    assert kind in {d.kind for d in owed}


@pytest.mark.parametrize(
    ("kind", "r"),
    [("entropy", 3), ("seal", 4), ("reveal", 5), ("private draw", 6), ("entropy", 7), ("answer", 8)],
)
def test_3_5_a_seat_that_is_asked_resigns_in_place_of_its_answer(kind, r):
    people = seated(everything)
    red, green = (p.match for p in people)
    play_until(people, kind, r)
    said = list(green.state.said)
    resign = red.resign(0)
    send(people, resign)
    if "green" in [d.name for d in green.owing()] and not green.binding.resigned:
        green.seal(1, ["1"]) if kind == "seal" else green.run_mechanical()
    exchange(people)
    settle(people)
    agree(people)
    assert green.result == RED_RESIGNED
    assert green.state.said == said  # no answer of that round was applied
    assert green.rounds.closed[r - 1].events[0] == resign
    assert green.binding.is_over


def test_3_5_a_seat_that_is_not_asked_resigns_beside_the_next_main_event():
    people = seated(everything)
    red, green = (p.match for p in people)
    resign = red.resign(0)
    send(people, resign)
    assert green.result is None
    answer = green.answer(1, "go")
    assert answer.msg.inc == (resign.id,)
    assert (green.result, green.state.said) == (RED_RESIGNED, [])
    settle(people)
    agree(people)


def test_3_5_a_resignation_nobody_includes_has_no_effect():
    people = seated(everything)
    red, green = (p.match for p in people)
    green.answer(1, "go")
    resign = red.resign(0)
    send(people, *people[1].log)
    send(people, resign)
    assert green.result is None
    settle(people)  # the dice of this round include it
    assert green.result == RED_RESIGNED


def test_3_5_of_several_the_lowest_seat_counts():
    people = seated(everything, seats=("red", "green", "blue"))
    red, green, blue = (p.match for p in people)
    resigns = blue.resign(2), red.resign(0)
    send(people, *resigns)
    green.answer(1, "go")
    exchange(people)
    settle(people)
    agree(people)
    assert green.binding.resigned == (0, 2)
    assert green.result == RED_RESIGNED


def test_3_5_a_later_resignation_changes_nothing():
    people = seated(everything)
    red, green = (p.match for p in people)
    green.resign(1)
    send(people, *people[1].log)
    assert green.result == Result((), "green resigned", "resign")
    late = forge(red, 0, ev.Resign, ev.ResignBody())
    send(people, late)
    settle(people)
    agree(people)
    assert red.result == Result((), "green resigned", "resign")
    assert red.binding.is_over
    with pytest.raises(IllegalMove, match="the match has ended"):
        red.resign(0)


async def one_answer(state: Said) -> str:
    state.note(await decides("green"))
    return "green has won"


def test_3_5_the_result_stands_when_the_procedure_has_returned():
    """Red's tool signs a resignation when all is over: neither in its place nor beside it does it count."""
    people = seated(one_answer)
    red, green = (p.match for p in people)
    green.answer(1, "go")
    send(people, *people[1].log)
    late = forge(red, 0, ev.Resign, ev.ResignBody())
    send(people, late)
    assert [d.kind for d in green.owing()] == ["disclose", "disclose"]
    settle(people)
    agree(people)
    assert red.result == Result((), "green has won", "1")
    assert red.binding.is_over
    assert late.id in {e.id for c in green.rounds.closed for e in c.side}


def test_3_5_a_resignation_in_the_round_of_the_last_answer_beats_it():
    people = seated(one_answer)
    send(people, people[0].match.resign(0))
    people[1].match.answer(1, "go")
    settle(people)
    agree(people)
    assert people[1].match.result == RED_RESIGNED


def test_3_5_nobody_resigns_before_joining():
    people = invite(ruleset=little(one_answer))
    with pytest.raises(NotYourTurn, match="the seat red has not joined yet"):
        people[0].match.resign(0)
    with pytest.raises(NotYourTurn, match="has not joined yet"):
        people[0].match.note(0, "hello")


def test_3_5_a_resignation_right_behind_the_join_ends_the_match():
    people = invite(ruleset=little(one_answer))
    red, green = (p.match for p in people)
    red.join(0)
    red.resign(0)
    exchange(people)
    green.join(1)
    exchange(people)
    assert green.result == RED_RESIGNED
    settle(people)
    agree(people)
    assert green.binding.is_over


def test_a_judge_who_resigns_ends_the_match_without_a_winner():
    people = seated(one_answer, judge=JUDGE, policy="mover+judge")
    judge = people[2].match
    judge.resign(2)
    send(people, *people[2].log)
    people[1].match.answer(1, "go")
    settle(people)
    agree(people)
    assert judge.result == Result((), "the judge resigned", "resign")
    assert judge.binding.is_over
