"""Strengths as people read them: `4+ 2 4`.

Belongs here: counters' numbers in words. Must not be here: odds (`odds`), figures of any game (`pbem.kit.chances`).
"""

from __future__ import annotations

from pbem_games.anaconda.numbers import Numbers


def strength_of(numbers: Numbers, id: str) -> str:
    """2.3, 2.4 `4+ 2 4`: firepower, range, movement; only firepower for air and helicopters; "" if there is none."""
    unit = numbers.units[id]
    if not numbers.is_ground(id):
        return str(unit.firepower) if unit.firepower else ""
    if not unit.firepower and not unit.movement:
        return ""
    return f"{unit.firepower}{'+' if unit.assault else ''} {unit.range}{'+' if unit.indirect else ''} {unit.movement}"
