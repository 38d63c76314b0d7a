"""Exact chances of dice, against counting by hand and by convolution."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pbem.audit.counting.counts import HitCount
from pbem.audit.counting.luck import (
    decimal,
    expected_hits,
    hit_chance,
    hit_figures,
    some_below,
    two_sided,
    ways_at_most,
)


def convolved(dice, sides):
    """How many ways there are to each sum, by adding one die after another."""
    ways = {0: 1}
    for _ in range(dice):
        more = {}
        for total, count in ways.items():
            for face in range(1, sides + 1):
                more[total + face] = more.get(total + face, 0) + count
        ways = more
    return ways


@pytest.mark.parametrize(("dice", "sides"), [(1, 6), (2, 6), (3, 6), (7, 6), (4, 10), (5, 2), (3, 3), (1, 1), (2, 1)])
def test_the_ways_are_those_of_a_convolution(dice, sides):
    ways = convolved(dice, sides)
    for total in range(dice - 2, dice * sides + 3):
        assert ways_at_most(total, dice, sides) == sum(count for t, count in ways.items() if t <= total)


@pytest.mark.parametrize(
    ("dice", "p"),
    [
        ((1,), Fraction(1, 3)),  # 1 or 6
        ((6,), Fraction(1, 3)),
        ((3,), Fraction(1)),  # no face is nearer to 3.5
        ((1, 1), Fraction(1, 18)),  # 2 or 12
        ((1, 6), Fraction(1)),
        ((5, 5), Fraction(12, 36)),  # 10, 11, 12 and 2, 3, 4: six ways each
        ((6, 6, 6), Fraction(2, 216)),
        ((1, 1, 2), Fraction(8, 216)),  # 3 and 4, 17 and 18: four ways each
        ((6,) * 10, Fraction(2, 6**10)),
    ],
)
def test_a_list_of_dice_with_a_known_chance(dice, p):
    assert two_sided(sum(dice), len(dice), 6) == p


@pytest.mark.parametrize(("dice", "sides"), [(4, 6), (3, 10), (6, 3)])
def test_both_ends_weigh_the_same(dice, sides):
    for total in range(dice, dice * sides + 1):
        assert two_sided(total, dice, sides) == two_sided(dice * (sides + 1) - total, dice, sides)
        ways, far = convolved(dice, sides), abs(2 * total - dice * (sides + 1))
        ends = sum(count for t, count in ways.items() if abs(2 * t - dice * (sides + 1)) >= far)
        assert two_sided(total, dice, sides) == Fraction(ends, sides**dice)


def test_thousands_of_dice_are_no_burden():
    assert decimal(two_sided(10_400, 3_000, 6), 3) == "0.287"  # one that is normal would say 0.29
    assert decimal(two_sided(70_400, 20_000, 6), 4) == "0.0981"


def test_among_many_looks_some_are_small():
    assert some_below(Fraction(1, 20), 1) == Fraction(1, 20)
    assert some_below(Fraction(1, 2), 3) == Fraction(7, 8)
    assert decimal(100 * some_below(Fraction(1, 20), 4), 0) == "19"


@pytest.mark.parametrize(
    ("value", "places", "written"),
    [
        (Fraction(7, 2), 1, "3.5"),
        (Fraction(1, 3), 4, "0.3333"),
        (Fraction(2, 3), 4, "0.6667"),
        (Fraction(1), 4, "1.0000"),
        (Fraction(1, 8), 2, "0.12"),
        (Fraction(-1, 4), 1, "-0.2"),
        (Fraction(19), 0, "19"),
        (Fraction(1, 10**9), 4, "0.0000"),
    ],
)
def test_decimals(value, places, written):
    assert decimal(value, places) == written


def test_hits_of_dice_by_hand():
    """Two dice that hit on 1 to 3, one that hits on 1 to 4."""
    count = HitCount("red", "9", 6, 2, 3, 3, (0, 0, 0, 2, 1, 0, 0))
    assert expected_hits(count) == Fraction(10, 6)
    ways = [3 * 3 * 2, 2 * 3 * 3 * 2 + 3 * 3 * 4, 3 * 3 * 2 + 2 * 3 * 3 * 4, 3 * 3 * 4]
    assert sum(ways) == 216
    assert hit_chance(count) == Fraction(ways[0] + ways[3], 216)  # 0 is further from the average than 3, too
    assert hit_figures(count) == {"expected": "1.7", "p": "0.2500"}


def test_what_cannot_miss_or_hit_is_no_luck():
    assert hit_chance(HitCount("red", "9", 6, 1, 2, 1, (1, 0, 0, 0, 0, 0, 1))) == 1


def test_the_chance_of_many_hits_is_not_worked_out():
    assert hit_figures(HitCount("red", "9", 6, 1, 2_000, 900, (0, 0, 0, 2_000, 0, 0, 0)))["p"] == ""
