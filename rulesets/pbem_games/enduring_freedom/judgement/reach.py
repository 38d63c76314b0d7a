"""Where units can be when the battle comes: on the ground, by air assault, or where they are.

Belongs here: reach, who stays behind. Must not be here: what is worth attacking.
"""

from __future__ import annotations

from collections.abc import Callable

from pbem.errors import IllegalMove
from pbem_games.enduring_freedom.flights import check_assault, check_transfer, flyers
from pbem_games.enduring_freedom.judgement.attacks import present, rank
from pbem_games.enduring_freedom.judgement.style import Style
from pbem_games.enduring_freedom.movement import Path, check_path, movers, place_of
from pbem_games.enduring_freedom.state import State
from pbem_games.enduring_freedom.sustainment import needs_supply
from pbem_games.enduring_freedom.victory import award_of
from pbem_games.enduring_freedom.zones import control, is_sof

LONGEST = 3  # zones that any unit can drive


def paths(state: State, id: str) -> dict[str, Path]:
    """Zone -> the first of the shortest legal paths of a unit; nothing for who cannot move."""
    start, graph = place_of(state, id), state.numbers.graph
    if start in state.numbers.staging:
        waiting: list[Path] = [(zone,) for zone in state.numbers.staging[start].links]
    else:
        waiting = [(zone,) for zone in graph.neighbours(start)]
    found: dict[str, Path] = {}
    while waiting:
        path = waiting.pop(0)
        if path[-1] in found or not _is_legal(state, id, path):
            continue
        found[path[-1]] = path
        if len(path) < LONGEST and start in state.numbers.zones:
            waiting += [(*path, near) for near in graph.neighbours(path[-1]) if near != start]
    return found


def _is_legal(state: State, id: str, path: Path) -> bool:
    try:
        check_path(state, id, path)
    except IllegalMove:
        return False
    return True


def by_road(state: State, style: Style) -> dict[str, dict[str, Path]]:
    """Unit -> zone -> path, for those that the style moves."""
    return {id: paths(state, id) for id in movers(state) if style.north or id not in state.numbers.north}


def by_air(state: State, id: str) -> dict[str, str]:
    """Zone -> `assault` or `transfer`."""
    found: dict[str, str] = {}
    for zone in state.numbers.zones:
        if _is_open(check_assault, state, id, zone):
            found[zone] = "assault"
        elif zone in state.numbers.airbases and _is_open(check_transfer, state, id, zone):
            found[zone] = "transfer"
    return found


def _is_open(check: Callable[[State, str, str, str], None], state: State, id: str, zone: str) -> bool:
    try:
        check(state, id, zone, "")
    except IllegalMove:
        return False
    return True


def all_by_air(state: State) -> dict[str, dict[str, str]]:
    """Unit -> zone -> verb; those alike that start together can fly to the same zones."""
    known: dict[tuple[object, ...], dict[str, str]] = {}
    found: dict[str, dict[str, str]] = {}
    for id in flyers(state):
        unit = state.numbers.ground[id]
        kind = state.units[id].place, unit.sof, unit.airmobile, unit.heavy
        if kind not in known:
            known[kind] = by_air(state, id)
        if known[kind]:
            found[id] = known[kind]
    return found


def stays(state: State) -> set[str]:
    """In each zone that is held and counts at the end the unit least useful elsewhere, unless one lies face down."""
    found: set[str] = set()
    for zone in state.numbers.zones:
        here = present(state, zone)
        loose = any(not c.up for c in state.north[zone])
        if here and not loose and award_of(state, zone) and control(state, zone) == "coalition":
            found.add(max(here, key=lambda id: (id in state.numbers.north, not is_sof(state, id), rank(state, id))))
    return found


def is_supplied(state: State, id: str, zone: str) -> bool:
    """27.1 Whether a unit would need nothing there."""
    return not needs_supply(state, id, zone)
