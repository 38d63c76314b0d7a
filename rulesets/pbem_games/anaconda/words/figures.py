"""Strengths and odds as people read them: `4+ 2 4`, `58%`, `1.3`.

Belongs here: numbers in words. Must not be here: the odds themselves (odds).
"""

from __future__ import annotations

from fractions import Fraction

from pbem_games.anaconda.numbers import Numbers


def strength_of(numbers: Numbers, id: str) -> str:
    """2.3, 2.4 `4+ 2 4`: firepower, range, movement; only firepower for air and helicopters; "" if there is none."""
    unit = numbers.units[id]
    if not numbers.is_ground(id):
        return str(unit.firepower) if unit.firepower else ""
    if not unit.firepower and not unit.movement:
        return ""
    return f"{unit.firepower}{'+' if unit.assault else ''} {unit.range}{'+' if unit.indirect else ''} {unit.movement}"


def percent(chance: Fraction) -> str:
    """Whole percent; what can happen is never 0%, what need not is never 100%."""
    whole = (200 * chance.numerator + chance.denominator) // (2 * chance.denominator)
    if 0 < chance < 1:
        whole = max(1, min(99, whole))
    return f"{whole}%"


def average(number: Fraction) -> str:
    """With one decimal, halves upwards."""
    tenths = (20 * number.numerator + number.denominator) // (2 * number.denominator)
    return f"{tenths // 10}.{tenths % 10}"
