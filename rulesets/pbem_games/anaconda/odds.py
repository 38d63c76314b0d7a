"""10.22-10.30, 11.2, 17.4 What to expect of a fire: exact, in fractions.

Belongs here: the chances of one die, of a stack, of several fires in turn. Must not be here: what modifies a fire,
anything that changes the position.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import prod
from typing import NamedTuple, Protocol

SIDES = 6  # 2.14
NONE, ALL = Fraction(0), Fraction(1)


class Column(Protocol):
    """A column of the Combat Results Table: at most `e` eliminates, at most `pe` is P/E, at most `p` pins."""

    @property
    def e(self) -> int: ...
    @property
    def pe(self) -> int: ...
    @property
    def p(self) -> int: ...


class Fate(NamedTuple):
    """What becomes of one target: chances that add up to 1. Who is pinned already and stays so counts as pinned."""

    eliminated: Fraction
    pinned: Fraction
    unhurt: Fraction


UNHURT = Fate(NONE, NONE, ALL)


def faces_up_to(most: int, drm: int) -> Fraction:
    """2.14.1 The chance that a die with its modifiers is not above a number."""
    return Fraction(max(0, min(SIDES, most - drm)), SIDES)


def fate(column: Column, drm: int, *, is_pinned: bool) -> Fate:
    """10.28-10.30 One die against one unit: P/E eliminates whoever is pinned, else it pins."""
    if is_pinned:
        lost = faces_up_to(column.pe, drm)
        return Fate(lost, ALL - lost, NONE)
    lost, hit = faces_up_to(column.e, drm), faces_up_to(column.p, drm)
    return Fate(lost, hit - lost, ALL - hit)


def fate_at_once(fates: Sequence[Fate]) -> Fate:
    """14.9 One unit under one fire of several that are equally likely: Friendly Fire before its strength is rolled."""
    return Fate(*(sum(chances, NONE) / len(fates) for chances in zip(*fates, strict=True)))


def emptied(fates: Iterable[Fate]) -> Fraction:
    """11.2, 11.3 The chance that a fire eliminates everybody in its hex: a die for each, so chances multiply."""
    return prod((one.eliminated for one in fates), start=ALL)


def expected_losses(fates: Iterable[Fate]) -> Fraction:
    """How many of a stack are eliminated on average."""
    return sum((one.eliminated for one in fates), NONE)
