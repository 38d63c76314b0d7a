"""12.1.2, 12.3, 12.4.2 Where new Units of a faction may stand, and how they get there.

Belongs here: bases, ports, places, the verb of arriving. Must not be here: who receives what.
"""

from __future__ import annotations

from collections.abc import Iterable

from pbem_games.angola.forces import make_loose
from pbem_games.angola.map import FLEC_BASE, LUANDA, SOUTH_WEST_AFRICA, columns_in, stands_in
from pbem_games.angola.markers import held_by
from pbem_games.angola.state import State, Token
from pbem_games.angola.words.aid_recruitment import Place, split_place


def holds_up(state: State, faction: str, region: str) -> bool:
    """10.5 Whether the faction holds this region's Control Marker, and it is up."""
    marker = state.markers.get(region)
    return marker is not None and marker.up and marker.holder == faction


def bases(state: State, faction: str) -> list[str]:
    """12.1.2, 12.4.2 The regions where any amount may be deployed, by id; none if Luanda is wanted and not held."""
    about = state.numbers.factions[faction]
    if about.may_enter_flec_base:  # ruling R105
        zaire = (r.id for r in state.numbers.regions.values() if r.area == "zaire")
        return sorted(r for r in zaire if r != FLEC_BASE or not state.cabinda_fallen)
    if about.may_enter_south_west_africa:
        return [SOUTH_WEST_AFRICA]
    members = state.numbers.alliances[about.alliance].members
    return [LUANDA] if any(holds_up(state, f, LUANDA) for f in members) else []


def ports_with_units(state: State, faction: str) -> list[str]:
    """12.4.2, ruling R120 Own up ports with an own ground Unit."""
    regions = state.numbers.regions
    return [r for r in held_by(state, faction, only_up=True) if regions[r].port and stands_in(state, faction, r)]


def places(state: State, faction: str, regions: Iterable[str]) -> list[Place]:
    """Ruling R114 The places for new Units in these regions: loose, or into an own Column that stands there."""
    return [
        place
        for region in regions
        for place in (region, *(f"{region}.{letter}" for letter in columns_in(state, faction, region)))
    ]


def arrive(state: State, faction: str, units: Iterable[Token], place: Place) -> None:
    """Units out of the reserve stand at a place; +1 jungle markers of whom they join go (ruling R35)."""
    own = state.factions[faction]
    arriving = list(units)
    if not arriving:
        return
    own.reserve = [u for u in own.reserve if u not in arriving]
    region, letter = split_place(place)
    if letter:
        column = own.columns[letter]
        column.known = [*column.known, *arriving]  # ruling R114: in public
        column.plus = 0
    else:
        make_loose(state, faction, arriving, region)
        own.jungle = [s for s in own.jungle if s.region != region]


def counters_in_reserve(state: State, faction: str, unit_type: str) -> list[Token]:
    """16 The counters of a type that are not in play, in the order of lists."""
    counters = state.numbers.counters
    return state.numbers.ordered([u for u in state.factions[faction].reserve if counters[u].type == unit_type])
