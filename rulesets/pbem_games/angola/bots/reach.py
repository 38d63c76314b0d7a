"""How far a Column can strike: what the sensible bot fears from enemies.

Belongs here: reach, by the map and who stands where. Must not be here: strength, worth.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from pbem_games.angola.map import has_road, may_cross
from pbem_games.angola.movement import may_pass
from pbem_games.angola.state import State


def strikes(state: State, faction: str, start: str, held: Collection[str]) -> set[str]:
    """7.1, 7.2 Regions in which one Operation of a Column of this faction could end, the start left out.

    `held` are regions with Units of its enemies: it may attack them, and goes no further. Jungle dice are left aside.
    """
    limits = state.numbers.limits
    near = {r for r in state.numbers.graph.neighbours(start) if may_cross(state, faction, start, r)}
    by_road = _spread(state, faction, start, held, limits.road_move, has_road)
    return near | by_road | _spread(state, faction, start, held, limits.clear_move, may_pass)


def _spread(
    state: State, faction: str, start: str, held: Collection[str], most: int, may: Callable[[State, str, str], bool]
) -> set[str]:
    found, edge = {start}, [start]
    for _ in range(most):
        steps = [(r, o) for r in edge if r == start or r not in held for o in state.numbers.graph.neighbours(r)]
        edge = sorted({o for r, o in steps if o not in found and may(state, r, o) and may_cross(state, faction, r, o)})
        found.update(edge)
    return found - {start}
