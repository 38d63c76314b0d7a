"""The map as it is drawn: outlines of regions, spots of cities and strongholds, roads, the boxes of staging areas.

Belongs here: what of the board never changes. Must not be here: what lies on it (view), legality.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

import msgspec

from pbem.kit.data import drawing, drawings, strip
from pbem.kit.view import relief_in
from pbem.show.scene import Board, Faction, Figures, Line, Place, Point, Scenery, Site, Terrain
from pbem_games.enduring_freedom.numbers import Numbers

FILE = "drawing.toml"
US, NATO, NORTH, IRAN, ISLAMIST, COALITION = "us", "nato", "na", "ir", "islamist", "coalition"
FACTIONS = (
    Faction(id=US, name="US", code="U", colour="#1f3a86", night="#4f74d8", contrast="#001a70", alliance=COALITION),
    Faction(id=NATO, name="NATO", code="N", colour="#3d9bd1", night="#7cc4ee", contrast="#66ccff", alliance=COALITION),
    Faction(id=NORTH, name="Northern Alliance", code="A", colour="#7a5fc0", night="#a58ce8", contrast="#8a5cff",
            alliance=COALITION),
    Faction(id=IRAN, name="Iran", code="I", colour="#e0a526", night="#f3c04a", contrast="#ffb000", alliance=COALITION),
    Faction(id=ISLAMIST, name="Islamists", code="X", colour="#c0392b", night="#e5544a", contrast="#b00010",
            wants="Nobody plays them. Units that they eliminate and acts of terror cost the Coalition points; the "
                  "Jihad index says how many of them come back."),
    Faction(id=COALITION, name="Coalition", code="C", colour="#3a3f4a", night="#c9cdd6", contrast="#3a3f4a",
            alliance=COALITION, wants="Take Kabul, the other cities and the strongholds by March 2002, with as many "
            "NetWar points left as it can: at the end they are the score."),
)
TERRAINS = (
    Terrain(id="clear", name="clear", code="c", colour="#f3ecd8", night="#34332d"),
    Terrain(id="desert", name="desert", code="d", colour="#ecdcab", night="#403a28"),
    Terrain(id="mountain", name="mountain", code="m", colour="#dccaae", night="#3d342a"),
    Terrain(id="city", name="city", code="C", colour="#f6efdf", night="#2a2823"),
    Terrain(id="stronghold", name="stronghold", code="S", colour="#ecc9a2", night="#4a3420"),
    Terrain(id="staging", name="staging area", code="*", colour="#e9e4d8", night="#1f2123"),
)
AIRBASE = Site(kind="airbase", code="+")
FIGURES = (
    Figures(example="3", means="factor"),
    Figures(example="3E", means="elite"),
    Figures(example="3H", means="heavy"),
)
STATES = ("reduced", "SOF", "airmobile")


class ZoneDrawing(msgspec.Struct, forbid_unknown_fields=True):
    """The code and the middle of a zone; the outline of a region, none for what is drawn as a spot; its airfield."""

    code: str
    at: Point
    outline: tuple[Point, ...] = ()
    airfield: str = ""


class StagingDrawing(msgspec.Struct, forbid_unknown_fields=True):
    """The code, the middle and the box of a staging area, and its roads by the zone they lead to."""

    code: str
    at: Point
    outline: tuple[Point, ...]
    roads: dict[str, tuple[Point, ...]]


class Around(msgspec.Struct, forbid_unknown_fields=True):
    """What is drawn of the land around."""

    scenery: tuple[Scenery, ...] = ()


class Canvas(msgspec.Struct, forbid_unknown_fields=True):
    """The corners of all that is drawn."""

    low: Point
    high: Point


@lru_cache(maxsize=4)
def board(numbers: Numbers) -> Board:
    """The map; the same object for the same data."""
    zones, staging = zone_drawings(numbers), staging_drawings(numbers)
    canvas = msgspec.convert(strip(numbers.files[FILE]["board"]["draw"]), Canvas)
    lines = [Line(kind="road", ends=(b.a, b.b)) for b in numbers.graph.borders if b.road]
    lines += [Line(kind="road", points=points) for drawn in staging.values() for points in drawn.roads.values()]
    return Board(
        title="Afghanistan",
        low=canvas.low,
        high=canvas.high,
        places=(*(_zone(numbers, id, zones[id]) for id in numbers.zones),
                *(_staging(numbers, id, staging[id]) for id in numbers.staging)),
        factions=FACTIONS,
        terrains=TERRAINS,
        lines=tuple(lines),
        figures=FIGURES,
        states=STATES,
        tells_ways=True,
        scenery=drawing(numbers.files, FILE, Around).scenery,
        relief=relief_in(files("pbem_games.enduring_freedom") / "data"),
    )


def zone_drawings(numbers: Numbers) -> dict[str, ZoneDrawing]:
    """How zones are drawn, by id; for displays and for typing codes only."""
    return drawings(numbers.files, FILE, "zone", ZoneDrawing)


def staging_drawings(numbers: Numbers) -> dict[str, StagingDrawing]:
    """How staging areas are drawn, by id."""
    return drawings(numbers.files, FILE, "staging", StagingDrawing)


@lru_cache(maxsize=4)
def codes(numbers: Numbers) -> dict[str, str]:
    """`KAB` for a zone, `GULF` for a staging area: short names that may be typed."""
    zones = {id: drawn.code for id, drawn in zone_drawings(numbers).items()}
    return zones | {id: drawn.code for id, drawn in staging_drawings(numbers).items()}


def _zone(numbers: Numbers, id: str, drawn: ZoneDrawing) -> Place:
    zone = numbers.zones[id]
    return Place(id=id, name=zone.name, code=drawn.code, at=drawn.at, outline=drawn.outline, terrain=zone.terrain,
                 site=AIRBASE if zone.airbase else None, note=drawn.airfield)


def _staging(numbers: Numbers, id: str, drawn: StagingDrawing) -> Place:
    area = numbers.staging[id]
    return Place(id=id, name=area.name, code=drawn.code, at=drawn.at, outline=drawn.outline, terrain="staging",
                 foreign=True,
                 note=f"room for {area.capacity} air and {area.capacity} ground units")
