"""How far it is from everywhere to some goals: one search backwards serves all units that want to go there.

Belongs here: costs of the way that remains. Must not be here: who wants to go where.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from functools import lru_cache

from pbem.kit.paths import reach
from pbem_games.anaconda.map import NOTHING, Ground

Field = dict[str, int]
"""Hex -> halves of a movement point that are left to a goal; hexes from which there is no way are left out."""

_GOALS = "goals"


class _Backwards:
    """The map walked against the direction of movement, from a place that all goals lie next to."""

    def __init__(self, ground: Ground, goals: Mapping[str, int]) -> None:
        self._ground, self._goals = ground, tuple(sorted(goals))

    def neighbours(self, place: str) -> tuple[str, ...]:
        return self._goals if place == _GOALS else self._ground.hexes.neighbours(place)


def field(
    ground: Ground, goals: Mapping[str, int], *, vehicular: bool = False, closed: Set[str] = NOTHING
) -> Field:
    """What is left to go, by the cheapest way that enters no closed hex; each goal with what it costs to be there."""

    def cost(a: str, b: str) -> int | None:
        if a == _GOALS:
            return goals[b]
        return None if a in closed else ground.step(b, a, vehicular)

    found = reach(_Backwards(ground, goals), _GOALS, cost)
    return {hex: halves for hex, halves in found.costs.items() if hex != _GOALS}


@lru_cache(maxsize=8)
def to_sanctuary(ground: Ground) -> Field:
    """8.17, 8.18 What it costs on foot to walk to the east edge and leave the map there."""
    leaving = {hex: ground.border_cost(hex, "sanctuary", vehicular=False) for hex in ground.entries["sanctuary"]}
    return field(ground, {hex: halves for hex, halves in leaving.items() if halves is not None})
