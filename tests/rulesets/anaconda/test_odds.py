"""Exact odds: each is compared with what all throws of the dice come to."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import NamedTuple

import pytest

from pbem_games.anaconda import odds
from pbem_games.anaconda.odds import Fate


class Line(NamedTuple):
    e: int
    pe: int
    p: int

    def result(self, modified: int) -> str:
        return "E" if modified <= self.e else "P/E" if modified <= self.pe else "P" if modified <= self.p else "-"


WEAK, TEN, STRONG = Line(0, 1, 3), Line(1, 3, 5), Line(4, 6, 7)


def after(state: str, result: str) -> str:
    """10.28-10.30, as a player does it with counters."""
    if state == "eliminated" or result == "E" or (result == "P/E" and state == "pinned"):
        return "eliminated"
    return state if result == "-" else "pinned"


def thrown(fires: list[tuple[Line, int]], state: str) -> Fate:
    ends = []
    for dice in product(range(1, 7), repeat=len(fires)):
        now = state
        for die, (line, drm) in zip(dice, fires, strict=True):
            now = after(now, line.result(die + drm))
        ends.append(now)
    return Fate(*(Fraction(ends.count(end), len(ends)) for end in ("eliminated", "pinned", "unhurt")))


@pytest.mark.parametrize("line", [WEAK, TEN, STRONG])
@pytest.mark.parametrize("drm", range(-3, 8))
def test_t83_10_30_a_fate_is_what_six_faces_come_to(line: Line, drm: int) -> None:
    assert odds.fate(line, drm, is_pinned=False) == thrown([(line, drm)], "unhurt")
    assert odds.fate(line, drm, is_pinned=True) == thrown([(line, drm)], "pinned")


def test_t84_11_2_a_stack_is_emptied_only_if_every_die_eliminates() -> None:
    three = [odds.fate(TEN, 0, is_pinned=pinned) for pinned in (False, False, True)]
    assert odds.emptied(three) == Fraction(1, 6) * Fraction(1, 6) * Fraction(3, 6)
    assert odds.expected_losses(three) == Fraction(5, 6)
    assert odds.emptied([]) == 1
