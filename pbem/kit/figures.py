"""Chances and averages as people read them.

Belongs here: fractions in words. Must not be here: odds, any game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction


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
