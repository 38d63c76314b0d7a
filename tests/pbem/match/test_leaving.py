"""A seat resigns and the match goes on without it (protocol 3.5): every table finds the same answers for it."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from leaving import leaving
from little import Said, decides, little, resigned
from pbem.audit.audit import audit
from pbem.audit.verify import verify
from pbem.desk.reading import read
from pbem.errors import IllegalMove, Unsupported
from pbem.lab.demo import play as demo
from pbem.match.policy import POLICIES, contributors
from pbem.play.requests import Listed, Roll, Seal, Write
from pbem.play.table import Table
from pbem.record import events as ev
from pbem.record.events import Seat
from pbem.record.log import LOG_NAME
from pbem.replay.films.reel import Reel
from pbem.ruleset import Result
from people import Person, agree, exchange, finish, forge, invite, send, settle
from restless import compare


def seated() -> list[Person]:
    people = invite(ruleset=leaving())
    settle(people)
    return people


def until(people: list[Person], kind: str, seat: int) -> None:
    """Everything honest until this seat owes such an event, and others perhaps too."""
    rng = random.Random(1)
    for _ in range(40):
        if (seat, kind) in [(d.seat, d.kind) for d in people[0].match.owing()]:
            return
        for person in people:
            for duty in person.match.mine():
                if duty not in person.match.owing():
                    continue
                if duty.is_mechanical:
                    if person.match._may_act(duty):
                        person.match._mechanical(duty)
                else:
                    person.carry_out(duty, rng)
            exchange(people)
    raise AssertionError(f"nobody asks {seat} for {kind}")


def play_on(people: list[Person]) -> None:
    finish(people, random.Random(2))
    agree(people)
    assert not any(p.match.binding.table.incidents for p in people)


@pytest.mark.parametrize("kind", ["private draw", "entropy", "seal", "answer", "reveal"])
def test_3_5_play_goes_on_whatever_the_seat_was_asked_for(kind):
    people = seated()
    until(people, kind, 0)
    red = people[0].match
    resign = red.resign(0)
    send(people, resign)
    exchange(people)
    play_on(people)
    assert all(p.match.result == Result(("green",), "green has stayed", "1") for p in people)
    later = [c for c in red.rounds.closed if c.r > resign.msg.r and c.events[0].msg.kind != "disclose"]
    assert later
    assert all(0 not in c.seats for c in later)  # nobody waits for it, for dice neither
    assert red.binding.is_over  # at the end it discloses as all do
    for person in people:
        compare(person.match, person.match._secrets)


def test_3_5_the_quietest_answers_count_and_what_was_sealed_counts_as_its_default():
    people = seated()
    until(people, "answer", 0)
    red, green = people[0].match, people[1].match
    send(people, red.resign(0))
    exchange(people)
    play_on(people)
    # red sealed 1, and drew a card that nobody sees: 0 and the first card count; green and blue bid 1
    assert green.state.said == ["stay 2 [0, 1, 1] 1", "stay 2 [0, 1, 1] 1"]
    table = green.binding.table
    assert [table.peek(h) for h in table.secrets.of("red")] == [("ace",), 0, ("ace",), 0]
    assert [t.text for t in table.story] == ["turn 1: red is to stay", "turn 2: red is to stay"]


def test_3_5_two_seats_leave_one_after_the_other_and_a_third_ends_the_match():
    people = seated()
    until(people, "answer", 0)
    send(people, people[0].match.resign(0))
    until(people, "reveal", 2)
    send(people, people[2].match.resign(2))
    exchange(people)
    while not [d for d in people[1].match.owing() if d.kind == "seal"]:
        assert people[1].match.run_mechanical()
    exchange(people)
    assert [d.name for d in people[1].match.owing()] == ["green"]
    green = people[1].match
    green.resign(1)
    exchange(people)
    settle(people)
    agree(people)
    assert green.result == Result((), "green resigned", "3")
    assert green.state.said == ["stay 2 [0, 1, 0] 1"]


def test_3_5_it_counts_when_another_seats_event_includes_it():
    people = seated()
    until(people, "answer", 0)
    blue, red = people[2].match, people[0].match
    send(people, blue.resign(2))
    assert red.result is None
    assert not red.binding.resigned
    red.answer(0, "go")  # includes it: not applied, and asked again
    exchange(people)
    assert red.binding.resigned == (2,)
    assert [d.name for d in red.owing()] == ["red"]
    play_on(people)
    assert red.state.said[0] == "stay 2 [1, 1, 0] 1"


def test_3_5_a_second_resignation_of_a_seat_is_refused_and_changes_nothing():
    people = seated()
    until(people, "answer", 0)
    red = people[0].match
    send(people, red.resign(0))
    with pytest.raises(IllegalMove, match="it has resigned already"):
        red.resign(0)
    again = forge(red, 0, ev.Resign, ev.ResignBody())
    send(people, again)
    exchange(people)
    play_on(people)
    assert people[1].match.binding.resigned == (0,)
    assert people[1].match.result == Result(("green",), "green has stayed", "1")


async def two_answers(state: Said) -> None:
    state.note(await decides("green"))
    state.note(await decides("green", about="again"))
    state.note(await decides("red"))
    state.note(await decides("green", about="last"))


def going_on(play: Any, *seats: str) -> list[Person]:
    people = invite(ruleset=replace(little(play, seats=seats), resigned=lambda state, seat: None))
    settle(people)
    return people


def test_3_5_nobody_goes_back_behind_a_resignation():
    people = going_on(two_answers, "red", "green", "blue")
    red, green = people[0].match, people[1].match
    send(people, green.answer(1, "go"))
    send(people, red.resign(0))
    send(people, green.answer(1, "go"))  # includes it: not applied
    assert green.state.said == ["go"]
    with pytest.raises(IllegalMove, match="a seat resigned"):
        green.undo(1, 1)
    send(people, green.answer(1, "stay"))
    assert green.state.said == ["go", "stay", "stay"]
    green.undo(1, 3)
    exchange(people)
    agree(people)
    assert green.state.said == ["go"]
    compare(green, {})


def test_3_5_if_every_seat_resigns_the_match_ends():
    people = going_on(two_answers, "red", "green")
    send(people, people[0].match.resign(0))
    send(people, people[1].match.resign(1))
    exchange(people)
    agree(people)
    assert people[0].match.result == Result((), "every seat has resigned", "resign")


def test_a_ruleset_that_gives_a_result_ends_the_match_as_before():
    people = invite(ruleset=little(two_answers))
    settle(people)
    assert people[0].match.ruleset.resigned is resigned
    send(people, people[1].match.resign(1))
    exchange(people)
    assert people[0].match.result == Result((), "green resigned", "resign")


@pytest.mark.parametrize(("policy", "movers", "gone", "needed"), [
    ("mover+others", (0,), (0,), (1, 2)),
    ("mover+others", (1,), (0,), (1, 2)),
    ("mover+next", (0,), (1,), (0, 2)),
    ("mover+next", (0,), (0,), (1,)),
    ("mover", (0,), (0,), (1, 2)),
    ("mover+judge", (0,), (0,), (3,)),
])
def test_2_10_nobody_waits_for_the_dice_of_a_seat_that_has_left(policy, movers, gone, needed):
    seats = [Seat(id=f"{i}" * 43, name=f"s{i}", role="judge" if i == 3 else None) for i in range(4)]
    assert contributors(POLICIES[policy], seats, movers, gone) == needed


class Plan:
    """Any word."""

    def parse(self, say: str) -> str:
        return say

    def spell(self, answer: str) -> str:
        return answer


async def plan_and_bid(state: Said) -> None:
    plan = Write(rule="1", seat="red", form=Plan(), check=lambda answer: None, draft=lambda: "wait")
    state.note(await plan)
    sealed = await Seal(rule="2", bucket=128, items={"red": Listed((3, 4)), "green": Listed((5,))})
    state.note(await Roll(rule="3"), [h.slot for h in sealed.values()])


def test_a_draft_is_the_quietest_of_what_is_written_and_a_seal_of_absent_seats_needs_no_round():
    state = Said()
    table = Table(plan_and_bid(state), seats=("red", "green"))
    table.leave(["red"])
    assert state.said == ["wait"]
    assert isinstance(table.pending, Roll)
    assert table.expected() == ()
    assert [table.peek(h) for seat in ("red", "green") for h in table.secrets.of(seat)] == [3, 5]



def test_rules_that_end_with_nothing_are_named():
    async def nothing(state: Said) -> Any:
        await decides("red")

    people = invite(ruleset=replace(little(two_answers), play=nothing))
    settle(people)
    with pytest.raises(Unsupported, match="the rules of little/1 end with None, not with a Result"):
        people[0].match.answer(0, "go")


@pytest.mark.parametrize("round", [5, 8])
def test_a_match_that_a_seat_left_is_sound_and_honest_and_is_replayed(tmp_path, monkeypatch, round):
    ruleset = leaving()
    monkeypatch.setattr("pbem.ruleset._load", lambda name: ruleset)
    report = demo(tmp_path, ruleset, options={}, policy="mover+others", seed=1, resign_at=("red", round))
    assert report.result == Result(("green",), "green has stayed", "1")
    log = report.folders[1] / LOG_NAME
    sound, honest = verify(log, "full"), audit(log)
    assert (sound.status, sound.faults, honest.status, honest.faults) == (0, (), 0, ())
    reel = Reel(read(log, lambda genesis: {}), "public")
    (left,) = [frame for frame in reel if frame.kind == "resign"]
    assert [deed.seat for deed in left.deeds] == ["red"]
    assert left.ending is None
