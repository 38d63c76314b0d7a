"""What the end of a match says of distances from victory, whatever rule ended it."""

from __future__ import annotations

import pytest

from pbem.show.ended import decided
from pbem.show.scene import Score

SEATS = {"red", "pink", "blue"}


@pytest.mark.parametrize(("values", "winners", "shown"), [
    ((7, 3), {"pink"}, [0, 3]),  # given up by the other: no track says so
    ((7, 0), {"pink"}, [0, 1]),  # blue would have won by the track
    ((14, 9), set(), [14, 14]), ((4, 0), set(), [4, 4]),  # a stalemate of both
])
def test_who_has_won_is_at_nothing_and_nobody_else(values, winners, shown):
    one, other = values
    scores = (Score(name="VP", value=5), Score(name="x", value=one, sides=("red", "pink")),
              Score(name="y", value=other, sides=("blue",)))
    found = decided(scores, SEATS, winners)
    assert [score.value for score in found] == [5, *shown]


@pytest.mark.parametrize(("values", "winners", "shown"), [
    ((9, 0), set(), [9, 0]), ((0, 0), set(), [1, 0]), ((2, 0), {"red"}, [0, 1]), ((8, 13), set(), [8, 13]),
])
def test_a_system_has_won_if_it_was_at_nothing_and_no_seat_has(values, winners, shown):
    one, other = values
    scores = (Score(name="x", value=one, sides=("red", "pink")), Score(name="y", value=other, sides=("system",)))
    assert [score.value for score in decided(scores, SEATS, winners)] == shown
