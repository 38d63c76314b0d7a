"""4.7 Clocks by their vectors, and what these do not hold: leave used up by earlier waits, times of no calendar."""

from __future__ import annotations

import msgspec
import pytest

from pbem.limits import MOST_PIECES
from pbem.match.clocks import DAY, Used, Wait, reckon
from pbem.record.events import Clock
from vector_files import cases

CLOCK = Clock(days=7, grace=2, leave=21)
T = 1_760_000_000


@cases("clock")
def test_4_7_the_vectors(case):
    told = case["wait"]
    wait = Wait(
        told["seat"], tuple(told["closed"]), tuple(told["seen"]), tuple(told["judge"]), told["answer"],
        tuple(map(tuple, told["behind"])), tuple(map(tuple, told["away"])))
    found = reckon(msgspec.convert(case["policy"], Clock), wait, case["now"])._asdict()
    assert {name: found[name] for name in case["expect"]} == case["expect"]


def test_4_7_leave_that_an_earlier_wait_used_is_gone_and_a_day_in_two_waits_counts_once():
    away = ((T, T + 30 * DAY),)
    whole = reckon(CLOCK, Wait(0, (T,), away=away), T)
    assert (whole.leave, whole.spans) == (21 * DAY, ((T, T + 21 * DAY),))
    later = Wait(0, (T + 10 * DAY,), away=away)
    some = Used([(T, T + 15 * DAY)])
    assert reckon(CLOCK, later, T, some).leave == (5 + 6) * DAY  # five are used already, six are left
    assert reckon(CLOCK, later, T, Used([(T - 21 * DAY, T)])).leave == 0


def test_4_7_leave_is_counted_up_to_the_answer():
    wait = Wait(0, (T,), answer=T + 3 * DAY, away=((T + DAY, T + 20 * DAY),))
    assert reckon(CLOCK, wait, T).leave == 2 * DAY


@pytest.mark.parametrize("until", [253_402_300_799, 2**53 - 1])
def test_4_7_leave_until_the_year_9999_is_what_the_policy_gives(until):
    wait = Wait(0, (T,), away=((T, until),))
    assert reckon(CLOCK, wait, 2**53 - 1).deadline == T + 28 * DAY
    assert reckon(CLOCK, wait, T + 31 * DAY).due


def test_4_7_the_judges_first_event_starts_the_clock():
    found = reckon(CLOCK, Wait(0, (T,), judge=(T + DAY, T + 2 * DAY)), T)
    assert (found.start, found.word) == (T + DAY, "judge")


def test_4_7_a_seat_that_says_it_saw_the_question_before_it_was_put_gains_nothing():
    assert reckon(CLOCK, Wait(0, (T,), seen=(5,)), T).start == T


def test_leave_that_was_used_is_united_and_what_is_free_of_a_span_is_told():
    used = Used([(5, 9), (1, 2), (2, 3), (6, 7), (20, 30)])
    assert (used.spans, used.length) == ([(1, 3), (5, 9), (20, 30)], 16)
    assert list(used.parted(2, 25)) == [(2, 3, True), (3, 5, False), (5, 9, True), (9, 20, False), (20, 25, True)]
    assert list(used.parted(9, 20)) == [(9, 20, False)]
    used.add([(3, 21)])
    assert (used.spans, used.length) == ([(1, 30)], 29)


def test_4_7_leave_in_second_long_pieces_at_every_wait_ends_and_costs_little():
    """Who announces it anew all the time must not make reading slow: what a wait costs does not grow without end."""
    used, looked = Used(), 0
    for n in range(200):
        start = T + 1000 * n
        away = tuple((start + 2 * i, start + 2 * i + 1) for i in range(16))
        used.add(reckon(CLOCK, Wait(0, (start,), answer=start + 999, away=away), T, used).spans)
        looked += len(list(used.parted(start, start + 999)))
    assert MOST_PIECES <= len(used.spans) < MOST_PIECES + 16
    assert used.left_of(21 * DAY) == 0
    assert looked < 64 * 200
