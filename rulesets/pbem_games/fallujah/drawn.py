"""The map as it is drawn: spots for spaces and bases, lines for the ways between them, the river, the bridges.

Belongs here: what of the board never changes but the bridges, the short codes of places and markers.
Must not be here: what lies on it (view), legality.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

import msgspec

from pbem.kit.data import drawing, drawings, strip
from pbem.kit.view import relief_in
from pbem.show.scene import Board, Edge, Faction, Figures, Line, Place, Point, Relief, Scenery, Site, Terrain
from pbem_games.fallujah.numbers import Numbers
from pbem_games.fallujah.printed import Base
from pbem_games.fallujah.state import State
from pbem_games.fallujah.team import seat_title

COALITION, OPFOR = "coalition", "opfor"
FACTIONS = (
    Faction(id=COALITION, name="Coalition", code="C", colour="#1d2f6f", night="#5b82e0", contrast="#001a70",
            wants="Clear the city: hold objectives and mosques, capture nodes, catch leaders, and lose few of its own. "
                  "Victory begins above a Stalemate."),
    Faction(id=OPFOR, name="OPFOR", code="X", colour="#c0392b", night="#e5604e", contrast="#c00010",
            wants="Nobody plays it. It holds out until the Coalition's points run dry, and makes every street costly."),
)
TERRAINS = (
    Terrain(id="open", name="open", code=".", colour="#e6dcc0", night="#2c2b22"),
    Terrain(id="urban", name="urban", code="u", colour="#dfd3ba", night="#26241f"),
    Terrain(id="objective", name="objective", code="O", colour="#ecc9a2", night="#4a3420"),
    Terrain(id="mosque", name="mosque", code="M", colour="#d3dfc6", night="#24362b"),
)
MSR = "Highway 10"
FIGURES = (
    Figures(example="4(2)2", means="firepower (contact) movement"),
    Figures(example="4(3)", means="firepower (contact) of OPFOR"),
)
WATER = Site(kind="water symbol", code="w")
NODE_CODES = {
    "abandoned": "AP", "al_qaeda": "AQ", "arms_cache": "AC", "c2": "C2", "hostage_house": "HH", "ied_factory": "IED",
    "strongpoint": "Str",
}
ENEMY_CODES = {
    "hvt_a": "NE", "hvt_b": "FC", "hvt_c": "RC", "hvt_d": "BM", "hvt_e": "CF", "jih_a": "JihV", "jih_b": "Jih",
    "fed_a": "FedT", "fed_b": "Fed", "mil_a": "MilO", "mil_b": "Mil", "hw_a": "HWR", "hw_b": "HWM", "mob_attack": "Mob",
}
"""Beginnings of words of their names; of a counter that is not here the first three letters."""


class SpotDrawing(msgspec.Struct, forbid_unknown_fields=True):
    """Where a space or base is drawn."""

    at: tuple[float, float]


class RiverDrawing(msgspec.Struct, forbid_unknown_fields=True):
    """The course of the river, and the size of the whole drawing."""

    points: tuple[tuple[float, float], ...]
    size: tuple[float, float]


class CityDrawing(msgspec.Struct, forbid_unknown_fields=True):
    """What lies around the city and between its quarters."""

    scenery: tuple[Scenery, ...]


@lru_cache(maxsize=1)
def houses() -> tuple[Relief, ...]:
    """What stands in the quarters, as it was made once."""
    return relief_in(files("pbem_games.fallujah") / "data")


def code_of(numbers: Numbers, place: str) -> str:
    """`3-5` for a space by route and phase line, `NORTH` for a base."""
    space = numbers.spaces.get(place)
    return f"{space.route}-{space.phase_line}" if space is not None else place.upper()


def board(state: State) -> Board:
    """The map; bridges as they are now."""
    numbers = state.numbers
    spots = drawings(numbers.files, "map.toml", "space", SpotDrawing)
    bases = drawings(numbers.files, "map.toml", "base", SpotDrawing)
    river = msgspec.convert(strip(numbers.files["map.toml"]["river"]["draw"]), RiverDrawing)
    lines = [Line(kind="river", points=river.points, name="Euphrates")]
    lines += [Line(kind="road", ends=(e.a, e.b), name=MSR) if e.msr else Line(kind="link", ends=(e.a, e.b))
              for e in numbers.graph.borders]
    lines += [line for base in numbers.bases.values() for line in _ways_in(base, bases[base.id].at, spots)]
    return Board(
        title="Fallujah",
        low=(0, 0),
        high=river.size,
        places=(*(_space(numbers, id, spots[id].at) for id in numbers.spaces),
                *(Place(id=b.id, name=b.name, code=code_of(numbers, b.id), at=bases[b.id].at)
                  for b in numbers.bases.values())),
        factions=(*FACTIONS, *_players(state)),
        terrains=TERRAINS,
        lines=tuple(lines),
        edges=tuple(Edge(kind=_crossing(state, e.bridge), ends=(e.a, e.b))
                    for e in numbers.graph.borders if e.crossing != "none"),
        figures=FIGURES,
        scenery=drawing(numbers.files, "map.toml", CityDrawing).scenery,
        relief=houses(),
        states=("reduced", "aloft", *(f"with {leader.name}" for leader in numbers.leaders.values())),
    )


def _players(state: State) -> list[Faction]:
    """35 The seats of a team: they have names of their own, and the counters of the Coalition."""
    coalition = FACTIONS[0]
    return [Faction(id=seat, name=seat_title(seat), code=seat[-1], colour=coalition.colour)
            for seat in state.seats if seat != COALITION]


def _crossing(state: State, bridge: str) -> str:
    """13.3 How the river is crossed; a blown bridge is no more than the river."""
    if not bridge:
        return "river"
    return "blown bridge" if bridge in state.blown else "bridge"


def _space(numbers: Numbers, id: str, at: Point) -> Place:
    space = numbers.spaces[id]
    return Place(id=id, name=space.name, code=code_of(numbers, id), at=at, terrain=space.terrain,
                 site=WATER if space.water else None, note="on the MSR" if space.msr else "")


def _ways_in(base: Base, at: Point, spots: dict[str, SpotDrawing]) -> list[Line]:
    """13.4 From each entry space straight to the rail that the base lies on, and along it."""
    entries = [spots[space].at for space in base.entry]
    lies_above = len({y for _, y in entries}) == 1
    corners = [(x, at[1]) if lies_above else (at[0], y) for x, y in entries]
    return [Line(kind="link", ends=(space, base.id), points=(spots[space].at, corner, at))
            for space, corner in zip(base.entry, corners, strict=True)]
