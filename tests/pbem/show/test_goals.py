"""How far a side is from what it is after, in words."""

from __future__ import annotations

import pytest

from pbem.show.goals import beaten, standing_words, swing_words

LOSES = "the defeat of the Coalition"


@pytest.mark.parametrize(("value", "unit", "goal", "words"), [
    (12, "VP", "victory", "Red 12 VP from victory"),
    (1, "Tokens", "victory", "Red 1 Token from victory"),
    (1, "objective hexes", "a draw", "Red 1 objective hex from a draw"),
    (0, "VP", "victory", "Red would win if it ended now"),
    (9, "NP", LOSES, "the Coalition is 9 NP above defeat"),
    (0, "NP", LOSES, "the Coalition would be defeated if it ended now"),
])
def test_a_side_that_nobody_plays_wins_nothing_but_the_other_may_fall(value, unit, goal, words):
    assert standing_words("Red", value, unit, goal) == words


@pytest.mark.parametrize(("before", "after", "goal", "words"), [
    (24, 12, "victory", "Red: 12 VP nearer to victory (24 before, 12 after)."),
    (1, 0, "victory", "Red: 1 VP nearer to victory (1 before, 0 after; it would win if it ended here)."),
    (3, 9, LOSES, "The Coalition: 6 VP farther from defeat (3 before, 9 after)."),
    (3, 0, LOSES, "The Coalition: 3 VP nearer to defeat (3 before, 0 after; it would be defeated if it ended here)."),
])
def test_what_changed_is_told_of_who_plays(before, after, goal, words):
    assert swing_words("Red", before, after, "VP", goal) == words


def test_other_goals_beat_nobody():
    assert [beaten(goal) for goal in ("victory", "a draw", LOSES)] == ["", "", "the Coalition"]
