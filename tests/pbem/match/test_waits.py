"""4.7 Which waits a match holds: by whose word they began, whose turn it was, what leave they used, false claims."""

from __future__ import annotations

from typing import Any

import pytest

from little import Said, bids, decides, little
from pbem.crypto.hashing import b64
from pbem.match.clocks import DAY
from pbem.match.match import Match
from pbem.match.waits import Waits
from pbem.play.requests import Roll
from pbem.record import events as ev
from people import JUDGE, first_line, forge, master

T = 1_760_000_000
CLOCK = ev.Clock(days=7, grace=2, leave=21)


async def rolls(state: Said) -> None:
    for _ in range(9):
        state.note(await decides("red"))
        state.note(*await Roll(rule="2"))
        state.note(await decides("green"))
        await bids("red", "green")


class Timed:
    """A match of people with a clock, all tools in one; what they sign is dated by `at`."""

    def __init__(
        self, *, judge: bool = False, holders: tuple[int, ...] = (0, 1), clock: ev.Clock | None = CLOCK
    ) -> None:
        ruleset, self.now = little(rolls), T
        more: dict[str, Any] = {"policy": "mover+judge", "judge": JUDGE} if judge else {}
        genesis = first_line(ruleset=ruleset, holders=holders, clock=clock, **more)
        people = [*holders, *([JUDGE] if judge else [])]
        masters = {seat: master(person) for seat, person in enumerate(people)}
        self.match = Match(genesis, ruleset, {}, masters=masters, clock=lambda: self.now)
        for seat in masters:
            self.match.join(seat)

    def at(self, days: float) -> Match:
        self.now = T + int(days * DAY)
        return self.match

    def waits(self, days: float) -> Waits:
        return Waits(self.match, T + int(days * DAY))


def days(seconds: int) -> float:
    return (seconds - T) / DAY


def test_4_7_who_decides_is_awaited_since_the_last_round_closed():
    game = Timed()
    (wait,) = game.waits(8).open
    assert (wait.round, wait.seat, wait.found.start, wait.found.word) == (2, 0, T, "sender")
    assert (days(wait.found.deadline), wait.found.late, wait.found.due) == (7, True, False)
    assert game.waits(9.5).open[0].found.due


def test_4_7_the_judges_first_event_behind_the_round_starts_the_clock():
    game = Timed(judge=True)
    game.at(0.5).note(2, "on the first round")
    game.at(1).answer(0, "go")
    assert [(w.seat, w.found.word) for w in game.waits(1).open] == [(0, "sender")]  # the judge shows his element last
    game.at(2).run_mechanical()
    (wait,) = game.waits(3).open
    assert (wait.seat, days(wait.found.start), wait.found.word) == (1, 2, "sender")  # the judge has said nothing since
    game.at(3).note(2, "well?")
    (wait,) = game.waits(4).open
    assert (days(wait.found.start), wait.found.word) == (3, "judge")
    first = game.waits(4).all[0]
    assert (first.round, days(first.found.start), first.found.word) == (2, 0.5, "judge")


def test_4_7_nobody_waits_for_an_element_whose_turn_has_not_come():
    game = Timed(judge=True)
    game.at(1).answer(0, "go")
    match = game.at(2)
    held = match.held_back
    match.held_back = {2: ValueError()}  # type: ignore[dict-item]
    match.run_mechanical()
    match.held_back = held
    (wait,) = game.waits(5).open
    assert (wait.seat, days(wait.found.start)) == (2, 2)  # since red has shown its own


def test_4_7_what_a_seat_says_it_has_seen_counts_from_then():
    game = Timed()
    game.at(1).claim(0, ev.Seen())
    game.at(6).claim(0, ev.Seen())
    (wait,) = game.waits(6).open
    assert (days(wait.found.start), wait.found.word) == (1, "own")


def test_4_7_leave_is_a_persons_and_is_used_up_over_a_match():
    game = Timed(holders=(0, 0))
    game.at(1).claim(1, ev.Away(until=T + 31 * DAY))  # by the other seat of the same person
    assert days(game.waits(2).open[0].found.deadline) == 28
    game.at(21).answer(0, "go")
    game.at(21).run_mechanical()
    waits = game.waits(22)
    assert waits.leave_left(0) == waits.leave_left(1) == 0
    assert [(w.seat, w.found.leave // DAY) for w in waits.all if w.round in (2, 4)] == [(0, 20), (1, 1)]


def test_4_7_an_answer_that_others_saw_much_later_than_it_says_is_doubtful():
    game = Timed()
    game.at(2).answer(0, "go")
    game.at(30).run_mechanical()
    answer = game.waits(30).all[0]
    assert (answer.found.late, days(answer.found.witnessed), answer.found.doubt) == (False, 30, True)


def test_4_7_claims_that_somebody_is_late_are_weighed():
    game = Timed()
    game.at(3).claim(1, ev.Late(whom=0))
    game.at(8).claim(1, ev.Late(whom=0, text="it is a week"))
    game.at(8).claim(0, ev.Late(whom=1))
    game.at(9).answer(0, "go")
    old = game.match.rounds.closed[-1]
    game.at(9).run_mechanical()
    stale = forge(game.match, 1, ev.Claim, ev.Late(whom=0), prev=b64(old.base), r=old.r, inc=())
    game.match.take([stale])
    assert [(c.by, c.whom, c.fault) for c in game.waits(10).lateness()] == [
        (1, 0, "early"), (1, 0, ""), (0, 1, "false"), (1, 0, "false")]


def test_4_7_without_a_clock_it_is_known_since_when():
    waits = Timed(clock=None).waits(40)
    (wait,) = waits.open
    assert (wait.found.start, wait.found.late, waits.leave_left(0)) == (T, False, 0)


def test_4_7_nobody_is_awaited_once_the_match_has_ended():
    game = Timed()
    game.at(1).resign(0)
    game.match.run_mechanical()
    assert game.waits(50).open == []


@pytest.mark.parametrize("until", [2**53 - 1, 0])
def test_4_7_leave_until_any_time_is_weighed(until):
    game = Timed()
    for _ in range(40):
        game.at(1).claim(0, ev.Away(until=until))
    assert days(game.waits(2).open[0].found.deadline) == (28 if until else 7)
