"""The map as it is drawn: outlines of regions, roads, escarpments, terrains, and how figures on counters are read.

Belongs here: what of the board never changes but by the fall of Cabinda. Must not be here: what lies on it (view).
"""

from __future__ import annotations

from functools import lru_cache

import msgspec
from msgspec.structs import replace

from pbem.kit.data import drawing, drawings
from pbem.show.scene import Board, Edge, Faction, Figures, Line, Place, Scenery, Site, Terrain
from pbem_games.angola.map import is_there
from pbem_games.angola.numbers import Numbers
from pbem_games.angola.state import State

WIDE = 0.9781  # a degree of longitude against one of latitude, in the middle of the country
TERRAINS = (
    Terrain(id="clear", name="clear", code="c", colour="#f3ecd8", night="#34332d"),
    Terrain(id="savannah", name="savannah", code="s", colour="#e7ddb4", night="#3b3a2a"),
    Terrain(id="hills", name="hills", code="h", colour="#d3bb98", night="#453828"),
    Terrain(id="jungle", name="jungle", code="j", colour="#b3c69f", night="#263a2b"),
)
FIGURES = (
    Figures(example="3", means="strength"),
    Figures(example="2+2", means="strength + Combat Dice Points"),
    Figures(example="2 pips", means="dice it rolls when it fires"),
)
WANTS = {
    "soviet": "With Cuba's help, win towns and cities: each that the enemy loses brings Victory Tokens. Enough of them "
              "at the end of a month win; else, after ten months, the lower marker on the Victory Track does.",
    "western": "With help from Zaire and South Africa, win towns and cities from FAPLA and MPLA: the same tokens "
               "count, and a marker of their own on the same track.",
}
"""What each alliance is after."""
STATES = ("moved", "straggler", "suppressed")
OURS = ("angola", "cabinda")
"""Areas whose regions are the country; the others lie beyond its frontier."""


class RegionDrawing(msgspec.Struct, forbid_unknown_fields=True):
    """How a region is drawn: its code, its middle and outline in degrees (longitude, latitude), its layout."""

    code: str
    at: tuple[float, float]
    ring: tuple[tuple[float, float], ...]
    laid: tuple[int, ...] = ()


class MapDrawing(msgspec.Struct, forbid_unknown_fields=True):
    """What is drawn of the land around, in degrees."""

    scenery: tuple[Scenery, ...] = ()


class FactionDrawing(msgspec.Struct, forbid_unknown_fields=True):
    colour: str
    night: str
    contrast: str


def region_drawings(numbers: Numbers) -> dict[str, RegionDrawing]:
    """How regions are drawn, by id; for displays and for typing codes only."""
    return drawings(numbers.files, "map.toml", "region", RegionDrawing)


def board(state: State) -> Board:
    """The map as it is now, one object as long as it does not change; what lies on it comes apart."""
    return _board(state.numbers, state.cabinda_fallen)


@lru_cache(maxsize=4)
def _board(numbers: Numbers, cabinda_fallen: bool) -> Board:
    drawn = region_drawings(numbers)
    colours = drawings(numbers.files, "pieces.toml", "faction", FactionDrawing)
    points = [_point(p) for d in drawn.values() for p in d.ring]
    borders = [b for b in numbers.graph.borders if is_there(b, cabinda_fallen)]
    return Board(
        title="Angola 1975",
        low=(min(x for x, _ in points), min(y for _, y in points)),
        high=(max(x for x, _ in points), max(y for _, y in points)),
        places=tuple(_place(numbers, id, d) for id, d in drawn.items()),
        factions=tuple(
            Faction(id=f.id, name=f.name, code=f.code.upper(), colour=colours[f.id].colour, night=colours[f.id].night,
                    contrast=colours[f.id].contrast, alliance=f.alliance,
                    wants=WANTS.get(f.alliance, ""))
            for f in numbers.factions.values()
        ),
        terrains=TERRAINS,
        lines=tuple(Line(kind="road", ends=(b.a, b.b)) for b in borders if b.road),
        edges=tuple(Edge(kind="escarpment", ends=(b.a, b.b), high=b.up) for b in borders if b.up),
        figures=FIGURES,
        states=STATES,
        scenery=_scenery(numbers),
    )


def _scenery(numbers: Numbers) -> tuple[Scenery, ...]:
    drawn = drawing(numbers.files, "map.toml", MapDrawing)
    return tuple(replace(one, points=tuple(_point(p) for p in one.points)) for one in drawn.scenery)


def _point(degrees: tuple[float, float]) -> tuple[float, float]:
    return degrees[0] * WIDE, -degrees[1]


def _place(numbers: Numbers, id: str, drawn: RegionDrawing) -> Place:
    region = numbers.regions[id]
    site = None
    if region.settlement:
        note = "port" if region.port else ""
        site = Site(kind=region.settlement, code="#" if region.settlement == "city" else ":", note=note)
    return Place(
        id=id, name=region.name, code=drawn.code, at=_point(drawn.at), outline=tuple(_point(p) for p in drawn.ring),
        terrain=region.terrain, grade=str(region.jungle_rating or ""), site=site, laid=drawn.laid,
        foreign=region.area not in OURS,
    )
