"""What dice bring that hit or miss: exact, in fractions.

Belongs here: distributions of hits, what is read from any distribution, in words too, how lucky dice were. Not: which
dice are rolled, which modifiers there are: that is the game's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

from pbem.kit.spelling import plural

SIDES = 6

Chances = dict[int, Fraction]
"""How many, and how likely exactly so many; in order, without what cannot be."""


def hits(highest: Iterable[int]) -> Chances:
    """How many of these dice hit, each up to its own number; what is below 1 never hits, what is above 6 always."""
    dice = list(highest)
    return {n: Fraction(ways, SIDES ** len(dice)) for n, ways in enumerate(hit_ways(dice)) if ways}


def hit_ways(highest: Iterable[int]) -> tuple[int, ...]:
    """In how many of all throws none of these dice hits, one, two, and so on."""
    return _hit_ways(tuple(sorted(max(0, min(SIDES, number)) for number in highest)))


def best_ways(dice: int) -> tuple[int, ...]:
    """In how many of all throws of so many dice the best one is a 1, a 2, and so on."""
    return tuple(n**dice - (n - 1) ** dice for n in range(1, SIDES + 1))


@lru_cache(maxsize=8192)
def _hit_ways(highest: tuple[int, ...]) -> tuple[int, ...]:
    ways = [1]
    for number in highest:
        missing = [n * (SIDES - number) for n in (*ways, 0)]
        ways = [missed + n * number for missed, n in zip(missing, (0, *ways), strict=True)]
    return tuple(ways)


def hit_chance(highest: int) -> Fraction:
    """The chance that one die hits."""
    return Fraction(max(0, min(SIDES, highest)), SIDES)


def expected_hits(highest: Iterable[int]) -> Fraction:
    """Hits on average."""
    return sum((hit_chance(number) for number in highest), Fraction(0))


def mean(chances: Mapping[int, Fraction]) -> Fraction:
    """The average."""
    return sum((n * chance for n, chance in chances.items()), Fraction(0))


def at_least(chances: Mapping[int, Fraction], least: int) -> Fraction:
    """How likely it is to be so many or more."""
    return sum((chance for n, chance in chances.items() if n >= least), Fraction(0))


def luck_of(shots: Sequence[tuple[int, int]]) -> str:
    """`12 dice, 8 hits, 5.3 expected: so many or more 11%`, from (highest that hits, die) of each shot."""
    highest = [number for number, _ in shots]
    scored = sum(die <= number for number, die in shots)
    expected, chances = expected_hits(highest), hits(highest)
    if scored >= expected:
        likely = f"so many or more {percent(at_least(chances, scored))}"
    else:
        likely = f"so few or fewer {percent(1 - at_least(chances, scored + 1))}"
    many = f"{plural(len(shots), 'die', 'dice')}, {plural(scored, 'hit')}"
    return f"{many}, {average(expected)} expected: {likely}"


# ---------------------------------------------------------------- in words


def percent(chance: Fraction) -> str:
    """Whole percent; what can happen is never 0%, what need not is never 100%."""
    whole = (200 * chance.numerator + chance.denominator) // (2 * chance.denominator)
    if 0 < chance < 1:
        whole = max(1, min(99, whole))
    return f"{whole}%"


def average(number: Fraction) -> str:
    """With one decimal, halves upwards: `1.3`, `-0.5`."""
    tenths = (20 * number.numerator + number.denominator) // (2 * number.denominator)
    sign = "-" if tenths < 0 else ""
    return f"{sign}{abs(tenths) // 10}.{abs(tenths) % 10}"


def signed(number: Fraction) -> str:
    """With its sign: `+1.3`, `-0.5`, `+0.0`."""
    found = average(number)
    return found if found.startswith("-") else f"+{found}"


def average_of(numbers: Iterable[int]) -> str:
    """The average of equally likely numbers."""
    listed = list(numbers)
    return average(Fraction(sum(listed), len(listed)))


def spread(chances: Mapping[int, Fraction]) -> str:
    """`0 33%, 1 45%, 2 22%`"""
    return ", ".join(f"{n} {percent(chance)}" for n, chance in chances.items())
