"""Luck of a battle's dice in words: hits of each side beside those to be expected, how likely this result was.

Exact: chances are fractions, and only what is written is rounded.
Belongs here: those lines. Must not be here: what a die means (rulesets), painting.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from pbem.show.battle import TableRow
from pbem.show.frame import Fight, Throw
from pbem.show.named import name_in
from pbem.show.scene import Board


def luck(board: Board, throws: Sequence[Throw]) -> str:
    """Hits of each side under each rule, by what they decide, and the chance of so many; empty if no die hits."""
    counted: dict[tuple[str, str, str], list[Throw]] = {}
    for one in throws:
        if one.hits and one.sides:
            counted.setdefault((one.side, one.decides, one.rule), []).append(one)
    told = []
    for (side, decides, rule), those in counted.items():
        hits, chances = sum(sum(one.did_hit) for one in those), _each(those)
        who = " ".join(filter(None, (name_in(board, side), decides)))
        expected = _tenths(sum(chances, Fraction(0)))
        often = f"so many or more in {in_hundred(so_many(chances, hits))}"
        if not hits:
            often = f"none in {in_hundred(1 - so_many(chances, 1))}"
        told.append(f"{who} {hits} of {len(chances)} hit, {expected} expected, {often} ({rule})")
    return "; ".join(told)


def this_or_better(fight: Fight, row: TableRow) -> str:
    """`This or better for FAPLA in 51 of 100 such throws`; empty if the game doesn't say."""
    ways, of = row.better
    if not of:
        return ""
    if ways == of:
        return f"No such throw is worse for {fight.battle.sides[0].name}"
    return f"This or better for {fight.battle.sides[0].name} in {in_hundred(Fraction(ways, of))} such throws"


def so_many(chances: Iterable[Fraction], least: int) -> Fraction:
    """How likely so many of these dice hit, or more; each has a chance of its own."""
    exactly = [Fraction(1)]
    for chance in chances:
        missed = [one * (1 - chance) for one in (*exactly, Fraction(0))]
        exactly = [a + one * chance for a, one in zip(missed, (Fraction(0), *exactly), strict=True)]
    return sum(exactly[least:], Fraction(0))


def in_hundred(chance: Fraction) -> str:
    """`51 of 100`; what is not sure is never all, what can be is never none."""
    whole = (200 * chance.numerator + chance.denominator) // (2 * chance.denominator)
    return f"{max(1, min(99, whole)) if 0 < chance < 1 else whole} of 100"


def _each(throws: Iterable[Throw]) -> list[Fraction]:
    """The chance of each die."""
    return [Fraction(len(faces), one.sides) for one in throws for faces in one.hits]


def _tenths(number: Fraction) -> str:
    tenths = (20 * number.numerator + number.denominator) // (2 * number.denominator)
    return f"{tenths // 10}.{tenths % 10}"
