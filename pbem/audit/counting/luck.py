"""How lucky dice were: exact chances, counted in whole numbers (no decimals before printing).

Belongs here: arithmetic on sums of fair dice, and how its results are written. Must not be here: what to make of them.
A small chance proves nothing: dice come from commitments, and among many looked at some must be small.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import comb, perm

from pbem.audit.counting.counts import DiceCount, HitCount
from pbem.limits import MOST_HIT_DICE


def ways_at_most(total: int, dice: int, sides: int) -> int:
    """How many of the `sides ** dice` ways to throw so many fair dice show at most `total`.

    Inclusion and exclusion over the `j` dice that would show too much: the sum, with changing sign, of
    `comb(dice, j) * comb(spare - sides * j + dice, dice)`, each term made from the one before. The same number as by
    convolution, in fewer steps.
    """
    spare = total - dice  # above one pip on each die
    every: int = sides**dice
    if spare < 0:
        return 0
    if spare >= dice * (sides - 1):
        return every
    ways = term = comb(spare + dice, dice)
    for j in range(spare // sides):
        left = spare - sides * j
        term = term * (dice - j) * perm(left, sides) // ((j + 1) * perm(left + dice, sides))
        ways += term if j % 2 else -term
    return ways


@lru_cache(1024)
def two_sided(total: int, dice: int, sides: int) -> Fraction:
    """The chance that so many fair dice show a sum at least as far from the mean, on either side.

    Sums of fair dice lie evenly around their mean, so both ends weigh the same.
    """
    low = min(total, dice * (sides + 1) - total)
    if 2 * low == dice * (sides + 1):
        return Fraction(1)
    return Fraction(2 * ways_at_most(low, dice, sides), sides**dice)


def some_below(limit: Fraction, looks: int) -> Fraction:
    """The chance that of so many fair looks at least one gives `limit` or less."""
    return 1 - (1 - limit) ** looks


def decimal(value: Fraction, places: int) -> str:
    """Written with that many digits after the point; halves go to the even digit."""
    scaled = round(value * 10**places)
    whole, rest = divmod(abs(scaled), 10**places)
    sign = "-" if scaled < 0 else ""
    return f"{sign}{whole}.{rest:0{places}d}" if places else f"{sign}{whole}"


def chance(count: DiceCount) -> Fraction:
    """The chance of a sum at least as far from the mean as these dice show."""
    return two_sided(count.sum, count.dice, count.sides)


def figures(count: DiceCount) -> dict[str, str]:
    """What follows from a count, in decimals: what a die showed on average and should show, the same of a face, p."""
    return {
        "mean": decimal(Fraction(count.sum, count.dice), 3),
        "expected_mean": decimal(Fraction(count.sides + 1, 2), 1),
        "expected_face": decimal(Fraction(count.dice, count.sides), 1),
        "p": decimal(chance(count), 4),
    }


# ---------------------------------------------------------------- dice that hit or miss



def expected_hits(count: HitCount) -> Fraction:
    """Hits on average."""
    return Fraction(sum(faces * dice for faces, dice in enumerate(count.chances)), count.sides)


def hit_chance(count: HitCount) -> Fraction:
    """The chance that so many dice hit a number of times at least as far from the average, above or below."""
    ways = [1]  # ways to 0, 1, 2 ... hits, of `sides ** dice` in all
    for faces, dice in enumerate(count.chances):
        for _ in range(dice):
            misses, before = count.sides - faces, ways
            pairs = zip([*before, 0], [0, *before], strict=True)
            ways = [misses * stays + faces * comes for stays, comes in pairs]
    average = expected_hits(count)
    distance = abs(count.hits - average)
    return Fraction(sum(w for n, w in enumerate(ways) if abs(n - average) >= distance), count.sides**count.dice)


def hit_figures(count: HitCount) -> dict[str, str]:
    """What follows from a count of hits, in decimals: how many were to be expected, and p ("" if there are many)."""
    p = decimal(hit_chance(count), 4) if count.dice <= MOST_HIT_DICE else ""
    return {"expected": decimal(expected_hits(count), 1), "p": p}
