"""2.3, 7.2, 14 Questions about regions and borders: who stands where, what may be crossed, what is next to what.

Belongs here: pure questions of the map as it stands. Must not be here: paths (movement), changes.
"""

from __future__ import annotations

from pbem_games.angola.numbers import FACTIONS
from pbem_games.angola.printed import Border
from pbem_games.angola.state import State

FLEC_BASE, ZAIRE_WEST, MAIOMBE, CABINDA, LUANDA = "flec_base", "zaire_west", "maiombe", "cabinda", "luanda"
SOUTH_WEST_AFRICA = "south_west_africa"


def stands_in(state: State, faction: str, region: str) -> bool:
    """Whether a ground Unit of the faction stands there, loose or in a Column."""
    own = state.factions[faction]
    for column in own.columns.values():
        if column.region == region:
            return True
    for unit in own.loose.values():  # noqa: SIM110  (plain loops: this is asked more often than anything else)
        if unit.region == region:
            return True
    return False


def factions_in(state: State, region: str) -> list[str]:
    """The factions with a ground Unit there, clockwise."""
    return [f for f in FACTIONS if stands_in(state, f, region)]


def enemies_in(state: State, faction: str, region: str) -> list[str]:
    """The enemy factions with a ground Unit there: it is enemy-occupied if there are any (ruling R12)."""
    return [f for f in state.numbers.enemies(faction) if stands_in(state, f, region)]


def loose_in(state: State, faction: str, region: str) -> list[str]:
    """The faction's loose Units there, in the order of lists."""
    own = state.factions[faction].loose
    return state.numbers.ordered([u for u, loose in own.items() if loose.region == region])


def columns_in(state: State, faction: str, region: str) -> list[str]:
    """The letters of the faction's Columns there."""
    return sorted([x for x, column in state.factions[faction].columns.items() if column.region == region])


def regions_of(state: State, faction: str) -> list[str]:
    """Regions where the faction has a ground Unit, in order of id."""
    own = state.factions[faction]
    return sorted({u.region for u in own.loose.values()} | {c.region for c in own.columns.values()})


def in_force(state: State, border: Border) -> bool:
    """14.1 Whether a border exists now."""
    return is_there(border, state.cabinda_fallen)


def is_there(border: Border, cabinda_fallen: bool) -> bool:
    """14.1 Some borders exist only before or only after the fall of Cabinda."""
    return border.when == "always" or cabinda_fallen == (border.when == "after_cabinda_falls")


def neighbours(state: State, region: str) -> list[str]:
    """Regions next to this one over any border in force, whoever may cross it.

    Ruling R135: the one exception is the FLEC Base, which counts as next to Maiombe alone.
    """
    graph = state.numbers.graph
    near = []
    for other in graph.neighbours(region):
        border = graph.border(region, other)
        assert border is not None
        if in_force(state, border) and ({region, other} != {FLEC_BASE, ZAIRE_WEST}):
            near.append(other)
    return near


def may_cross(state: State, faction: str, start: str, to: str) -> bool:
    """7.2, 14 Whether the faction may go from one region to the next, whatever moves."""
    border = state.numbers.graph.border(start, to)
    if border is None or not in_force(state, border):
        return False
    about = state.numbers.factions[faction]
    match border.access:
        case "all":
            return True
        case "fnla_in" | "fnla_out":
            return about.may_enter_flec_base and (start, to) == (border.a, border.b)  # 14.1.2, ruling R41
        case "western":
            ends = [state.numbers.regions[start].area, state.numbers.regions[to].area]
            return (about.may_enter_zaire or "zaire" not in ends) and (
                about.may_enter_south_west_africa or SOUTH_WEST_AFRICA not in ends
            )


def has_road(state: State, start: str, to: str) -> bool:
    """Whether a road crosses this border."""
    border = state.numbers.graph.border(start, to)
    return border is not None and border.road


def is_clear(state: State, region: str) -> bool:
    return state.numbers.regions[region].terrain == "clear"


def is_city(state: State, region: str) -> bool:
    """9.13 A city is worth more than a town: what becomes of it is told as a headline."""
    return state.numbers.regions[region].settlement == "city"


def is_foreign(state: State, region: str) -> bool:
    """Zaire, the FLEC Base and South-West Africa."""
    return state.numbers.regions[region].area in ("zaire", SOUTH_WEST_AFRICA)
