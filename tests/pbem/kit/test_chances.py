"""Dice that hit or miss: against counting every throw."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from pbem.kit.chances import at_least, expected_hits, hit_chance, hit_ways, hits, luck_of, mean

DICE = range(1, 7)


@pytest.mark.parametrize("highest", [(), (4,), (0,), (6,), (-1, 7), (5, 3, 1), (4, 2, 0, 3)])
def test_hits_are_those_of_every_throw(highest):
    scored = [sum(d <= h for d, h in zip(dice, highest, strict=True)) for dice in product(DICE, repeat=len(highest))]
    assert hits(highest) == {n: Fraction(scored.count(n), len(scored)) for n in sorted(set(scored))}
    assert hit_ways(highest) == tuple(scored.count(n) for n in range(len(highest) + 1))
    assert mean(hits(highest)) == expected_hits(highest) == Fraction(sum(scored), len(scored))
    assert at_least(hits(highest), 1) == Fraction(sum(n > 0 for n in scored), len(scored))


def test_a_number_beyond_the_die_always_hits_and_below_it_never():
    assert [hit_chance(n) for n in (-1, 0, 1, 6, 7)] == [0, 0, Fraction(1, 6), 1, 1]


def test_luck_is_measured_against_the_exact_distribution():
    assert luck_of([(4, 1), (4, 2), (4, 6)]) == "3 dice, 2 hits, 2.0 expected: so many or more 74%"  # 20 of 27
    assert luck_of([(4, 5), (4, 6)]) == "2 dice, 0 hits, 1.3 expected: so few or fewer 11%"  # 1 of 9
