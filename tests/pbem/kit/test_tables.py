"""Tables: rows, odds and modifiers, exactly."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest

from pbem.kit.tables import Drm, clamp, first_not_exceeded, first_reached, odds, odds_level, shifted, total

LEVELS = ("1-4", "1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1")


class Row(msgspec.Struct, frozen=True):
    at_most: int = 0
    at_least: int = 0
    shift: int = 0


def test_modifiers_explain_themselves() -> None:
    drms = [Drm("9.41", "city", -2), Drm("9.3", "net air", 3), Drm("9.5", "none", 0)]
    assert [str(drm) for drm in drms] == ["-2 city (9.41)", "+3 net air (9.3)", "+0 none (9.5)"]
    assert total(drms) == 1
    assert total([]) == 0


@pytest.mark.parametrize(("value", "row"), [(-9, 0), (-2, 0), (-1, 1), (2, 1), (3, 2)])
def test_the_first_row_that_is_not_exceeded(value: int, row: int) -> None:
    rows = [Row(at_most=-2), Row(at_most=2), Row(at_most=99)]
    assert first_not_exceeded(rows, value) is rows[row]


def test_a_value_beyond_the_table_is_an_error() -> None:
    with pytest.raises(LookupError, match="3 exceeds every row; the last is for at most 2"):
        first_not_exceeded([Row(at_most=2)], 3)
    with pytest.raises(LookupError, match="-3 reaches no row; the last is for at least -2"):
        first_reached([Row(at_least=6), Row(at_least=-2)], -3)


@pytest.mark.parametrize(("value", "shift"), [(7, 3), (6, 3), (5, 2), (2, 1), (1, 0), (-1, 0), (-2, -1)])
def test_the_first_row_that_is_reached(value: int, shift: int) -> None:
    rows = [Row(at_least=at_least, shift=by) for at_least, by in ((6, 3), (4, 2), (2, 1), (-1, 0), (-3, -1))]
    assert first_reached(rows, value).shift == shift


def test_odds_are_exact() -> None:
    assert odds("3-1") == 3
    assert odds("1-3") == Fraction(1, 3)


@pytest.mark.parametrize(("attack", "defence", "level"), [
    (5, 3, "1-1"), (8, 3, "2-1"), (3, 5, "1-2"), (1, 9, "1-4"), (40, 1, "6-1"), (1, 3, "1-3"), (9, 3, "3-1"),
    (4, 0, "6-1"), (0, 4, "1-4"),
])
def test_odds_round_in_the_defenders_favour(attack: int, defence: int, level: str) -> None:
    assert LEVELS[odds_level(LEVELS, attack, defence)] == level


def test_shifts_stop_at_the_ends_of_the_table() -> None:
    assert shifted(LEVELS, 3, 2) == 5
    assert shifted(LEVELS, 7, 3) == 8
    assert shifted(LEVELS, 1, -3) == 0
    assert [clamp(value, 1, 6) for value in (0, 3, 9)] == [1, 3, 6]
