"""Look-ups in tables, odds, and modifiers that explain themselves. All arithmetic is exact.

Belongs here: how a row or column is found. Must not be here: any table; those are data.
Source: README "Before and after".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache
from typing import Protocol, TypeVar

from pbem.kit.data import Entry


class Drm(Entry, frozen=True):
    """A modifier: the rule that grants it, what for, and how much."""

    rule: str
    text: str
    value: int

    def __str__(self) -> str:
        """`-2 city (9.41)`"""
        return f"{self.value:+d} {self.text} ({self.rule})"


def total(drms: Iterable[Drm]) -> int:
    """The sum of all modifiers."""
    return sum(drm.value for drm in drms)


def clamp(value: int, low: int, high: int) -> int:
    """The value, or the limit it goes beyond."""
    return max(low, min(value, high))


class AtMost(Protocol):
    """A row that counts up to a value, included."""

    @property
    def at_most(self) -> int: ...


class AtLeast(Protocol):
    """A row that counts from a value on, included."""

    @property
    def at_least(self) -> int: ...


M = TypeVar("M", bound=AtMost)
L = TypeVar("L", bound=AtLeast)


def first_not_exceeded(rows: Sequence[M], value: int) -> M:
    """The first row whose `at_most` the value does not exceed; LookupError if it exceeds all."""
    for row in rows:
        if value <= row.at_most:
            return row
    raise LookupError(f"{value} exceeds every row; the last is for at most {rows[-1].at_most}")


def first_reached(rows: Sequence[L], value: int) -> L:
    """The first row whose `at_least` the value reaches; LookupError if it reaches none."""
    for row in rows:
        if value >= row.at_least:
            return row
    raise LookupError(f"{value} reaches no row; the last is for at least {rows[-1].at_least}")


@cache
def odds(level: str) -> Fraction:
    """`3-1` as attackers to one defender: 3; `1-2`: a half."""
    attack, _, defence = level.partition("-")
    return Fraction(int(attack), int(defence))


def odds_level(levels: Sequence[str], attack: int, defence: int) -> int:
    """The index of the best level that the ratio reaches, in the defender's favour; the lowest if it reaches none.

    `levels` rise from the defender's best to the attacker's best. Against nothing the highest counts.
    """
    if defence <= 0:
        return len(levels) - 1
    needed = [odds(level) for level in levels]
    reached = [i for i, ratio in enumerate(needed) if attack * ratio.denominator >= defence * ratio.numerator]
    return max(reached, default=0)


def shifted(levels: Sequence[str], index: int, by: int) -> int:
    """The index `by` columns further, to the right if positive; at most to the end of the table."""
    return clamp(index + by, 0, len(levels) - 1)
