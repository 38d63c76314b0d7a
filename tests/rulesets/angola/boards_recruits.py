"""Small positions for recruitment and covert aid: an empty map, markers and Units put there by hand."""

from __future__ import annotations

from functools import cache

import msgspec
from angola.boards_frame import under_marker

from pbem.kit.numbers import copy_of
from pbem_games.angola.forces import make_loose, withdraw_unit
from pbem_games.angola.numbers import DATA
from pbem_games.angola.state import Marker, State, new_state


@cache
def _start() -> State:
    return new_state("july_1975", {}, DATA.files())


def empty_map() -> State:
    """Turn 1, nobody on the map, no marker held; FAPLA is first player."""
    state = copy_of(_start())
    for faction in state.factions.values():
        for unit in list(faction.loose):
            withdraw_unit(state, unit)
    for region in state.markers:
        state.markers[region] = Marker()
    state.phase = "end"
    state.first_player = "fapla"
    return state


def hold(state: State, faction: str, *regions: str, up: bool = True) -> None:
    """The faction holds the markers of these regions."""
    for region in regions:
        state.markers[region] = Marker(faction, up)


def put(state: State, faction: str, region: str, *types: str) -> list[str]:
    """Units of these types stand loose in a region; gives their ids."""
    return [_take(state, faction, unit_type, region) for unit_type in types]


def _take(state: State, faction: str, unit_type: str, region: str) -> str:
    own = state.factions[faction]
    unit = next(u for u in own.reserve if state.numbers.counters[u].type == unit_type)
    own.reserve.remove(unit)
    make_loose(state, faction, [unit], region)
    return unit


def column(state: State, faction: str, letter: str, region: str, *types: str) -> list[str]:
    """A Column that everybody knows."""
    units = put(state, faction, region, *types)
    return under_marker(state, faction, letter, region, units)


def frozen(state: State) -> bytes:
    """The position as bytes, for comparing."""
    return msgspec.json.encode(state, order="sorted")
