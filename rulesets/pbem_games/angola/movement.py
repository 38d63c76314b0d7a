"""7, 14 Movement: which ways a Force may take, when a die is needed, where road-bound Units cannot go.

Belongs here: pure questions about paths. Must not be here: who moves when (operations), what a path meets, dice.
A path begins with the region that the Force stands in.
"""

from __future__ import annotations

from itertools import pairwise

from pbem.errors import IllegalMove
from pbem_games.angola.map import FLEC_BASE, enemies_in, has_road, is_clear, is_foreign, may_cross
from pbem_games.angola.state import State

Path = tuple[str, ...]


def is_clear_step(state: State, start: str, to: str) -> bool:
    """7.2 Whether both regions are clear; foreign ones count as such (ruling R39)."""
    return is_clear(state, start) and is_clear(state, to)


def may_pass(state: State, start: str, to: str) -> bool:
    """7.2, ruling R33 Whether a step may be one of several: along a road, or between two clear regions.

    Ruling R39: a border of Angola with a foreign region that no road crosses is only ever crossed alone.
    """
    if has_road(state, start, to):
        return True
    return is_clear_step(state, start, to) and is_foreign(state, start) == is_foreign(state, to)


def ends_at(state: State, start: str, to: str) -> bool:
    """14.1, 14.2, rulings R40, R41 Whether a move ends when it takes this step, whatever it meets."""
    return to == FLEC_BASE or (is_foreign(state, to) and not is_foreign(state, start))


def leaves_road(state: State, path: Path) -> bool:
    """7.2, ruling R36 Whether the path takes a step that road-bound Units could not take."""
    return any(not has_road(state, a, b) and not is_clear_step(state, a, b) for a, b in steps(path))


def steps(path: Path) -> list[tuple[str, str]]:
    """The borders of a path, in order."""
    return list(pairwise(path))


def jungle_rating_needed(state: State, path: Path) -> int | None:
    """7.2, ruling R34 What the die must reach: for a single step without road out of the jungle. None: no die."""
    if len(path) != 2 or has_road(state, *path):
        return None
    return state.numbers.regions[path[0]].jungle_rating or None


def check_path(state: State, faction: str, path: Path, *, road_bound: bool, what: str) -> None:
    """7.2 Raises IllegalMove if a Force of the faction may not go this way; enemies are another question."""
    tried = f"{what} goes {' - '.join(path)}"
    if len(set(path)) != len(path):
        raise IllegalMove(tried, "r33", "no region comes twice in a path")
    for start, to in steps(path):
        if not may_cross(state, faction, start, to):
            near = [r for r in state.numbers.graph.neighbours(start) if may_cross(state, faction, start, r)]
            raise IllegalMove(tried, _border_rule(state, to), f"it cannot cross from {start} to {to}", legal=near)
    if len(path) > 2:
        _check_many_steps(state, path, tried)
    if road_bound and leaves_road(state, path):  # ruling R37
        raise IllegalMove(tried, "7.2", "tanks and Major artillery keep to roads and clear regions",
                          legal=[p[-1] for p in reachable(state, faction, path[0], road_bound=True)])


def _border_rule(state: State, to: str) -> str:
    if not is_foreign(state, to):
        return "7.2"
    return "14.2" if state.numbers.regions[to].area != "zaire" else "14.1"


def _check_many_steps(state: State, path: Path, tried: str) -> None:
    """7.2, exceptions 1 to 3: several borders in one move."""
    limits = state.numbers.limits
    for start, to in steps(path):
        if not may_pass(state, start, to):
            because = f"{start} - {to} is neither a road nor clear on both sides, so it is a move of its own"
            raise IllegalMove(tried, "7.2", because)
    for start, to in steps(path[:-1]):
        if ends_at(state, start, to):
            raise IllegalMove(tried, _border_rule(state, to), f"the move ends in {to}")
    count = len(path) - 1
    if all(has_road(state, a, b) for a, b in steps(path)):
        limit, kind = limits.road_move, "along roads"  # 7.2, exception 1
    elif any(has_road(state, a, b) for a, b in steps(path)):
        limit, kind = limits.mixed_move, "by road and clear terrain"  # 7.2, exception 3
    else:
        limit, kind = limits.clear_move, "through clear terrain"  # 7.2, exception 2
    if count > limit:
        raise IllegalMove(tried, "7.2", f"{count} borders {kind}, the limit is {limit}")


def walked(state: State, faction: str, path: Path) -> Path:
    """7.1 The part of a path that is gone: up to the first region with an enemy."""
    for i, region in enumerate(path[1:], start=1):
        if enemies_in(state, faction, region):
            return path[: i + 1]
    return path


def reachable(
    state: State, faction: str, start: str, *, road_bound: bool, may_attack: bool = True
) -> list[Path]:
    """7.2 Every legal path, the shorter ones first; none goes on beyond enemies, or to them if it may not attack."""

    def is_legal(path: Path) -> bool:
        if not may_attack and enemies_in(state, faction, path[-1]):
            return False
        try:
            check_path(state, faction, path, road_bound=False, what=faction)
        except IllegalMove:
            return False
        return not (road_bound and leaves_road(state, path))

    def may_go(way: Path, to: str) -> bool:
        """Cheap limits, so that few ways are looked at: a way of many steps is one that each step may be part of."""
        if not may_cross(state, faction, way[-1], to) or (len(way) > 1 and enemies_in(state, faction, way[-1])):
            return False
        if len(way) == 1:
            return True
        longer = (*way, to)
        by_road = all(has_road(state, a, b) for a, b in steps(longer))
        return by_road or (len(way) <= mixed and all(may_pass(state, a, b) for a, b in steps(longer)))

    mixed = max(state.numbers.limits.mixed_move, state.numbers.limits.clear_move)
    ways = state.numbers.graph.paths(start, state.numbers.limits.road_move, may_go)
    return [way for way in ways if is_legal(way)]


def legal_steps(state: State, faction: str, path: Path, *, road_bound: bool, may_attack: bool = True) -> list[str]:
    """7.2 Regions that a legal path may go to next after this part of it, in order of id."""
    whole = reachable(state, faction, path[0], road_bound=road_bound, may_attack=may_attack)
    return sorted({way[len(path)] for way in whole if len(way) > len(path) and way[: len(path)] == path})
