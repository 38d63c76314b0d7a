"""The map as it is drawn: hexes with their level, roads, streams, and what is printed in them; sides and their colours.

Belongs here: the board, which never changes during a match. Must not be here: what lies on it (view), legality.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files

import msgspec

from pbem.kit.data import Files, drawings
from pbem.kit.view import relief_in
from pbem.show.hexagons import hex_bounds, hex_middle
from pbem.show.scene import (
    Board,
    Edge,
    Faction,
    Figures,
    Hexes,
    Label,
    Line,
    Place,
    Site,
    Terrain,
)
from pbem_games.anaconda.map import Ground
from pbem_games.anaconda.printed_map import NamedPlace
from pbem_games.anaconda.words.ground import hex_name

COALITION, AL_QAEDA = "coalition", "al_qaeda"
FACTIONS = (
    Faction(id=COALITION, name="Coalition", code="C", colour="#1f3a86", night="#5b82e0", contrast="#001a70",
            wants="Land by helicopter, find and eliminate who hides in the valley, hold the objectives, and bring "
                  "every casualty out."),
    Faction(id=AL_QAEDA, name="Al Qaeda", code="Q", colour="#9c2a1f", night="#e0604e", contrast="#c00010",
            wants="Stay hidden, eliminate troops and helicopters, and bring leaders out over the eastern passes."),
)
FIGURES = (
    Figures(example="4+ 2 4", means="firepower, range, movement"),
    Figures(example="+", means="close assault; indirect fire"),
)
STATES = ("pinned", "fired", "moved", "in flight", "recon", "flown")
OBJECTIVE = Site(kind="objective", code="*")
TOWN, CAVE, OBSERVATION = (
    Site(kind="town", code="t"), Site(kind="cave complex", code="c"), Site(kind="observation point", code="o"))
LANDING, BLOCKING = Site(kind="landing zone", code="L"), Site(kind="blocking position", code="b")
EXIT = Site(kind="road or track off the map", code="x")
UNLABELLED = ("observation_point", "basin")  # the first have their sign, and the basin the name of its town
HEX_SIZE = 10
PLAIN = "#e2d29a"  # ground that the data do not colour


class TerrainDrawing(msgspec.Struct, forbid_unknown_fields=True):
    colour: str


@lru_cache(maxsize=4)
def board(ground: Ground, title: str, colours: tuple[tuple[str, str], ...]) -> Board:
    """The whole map; one object for one ground, so that displays draw it once. `colours_of` gives the colours."""
    hexes = Hexes(size=HEX_SIZE)
    places = tuple(_place(ground, hexes, hex) for hex in ground.hexes.hexes)
    low, high = hex_bounds(hexes, places)
    paints = dict(colours)
    return Board(
        title=title,
        low=low,
        high=high,
        places=places,
        factions=FACTIONS,
        terrains=tuple(Terrain(id=t.id, name=t.id, code=t.sign, colour=paints.get(t.id, PLAIN))
                       for t in ground.terrain.values() if t.sign),
        lines=tuple(_lines(ground)),
        edges=tuple(_edges(ground)),
        hexes=hexes,
        figures=FIGURES,
        states=STATES,
        relief=relief_in(files("pbem_games.anaconda") / "data"),
        labels=tuple(Label(text=p.name, places=p.hexes) for p in ground.places.values() if p.kind not in UNLABELLED),
    )


def colours_of(files: Files) -> tuple[tuple[str, str], ...]:
    """The colour of each ground, as the data draw it."""
    return tuple((id, one.colour) for id, one in drawings(files, "map.toml", "terrain", TerrainDrawing).items())


def _place(ground: Ground, hexes: Hexes, hex: str) -> Place:
    named = ground.places_at(hex)
    return Place(
        id=hex, name=hex_name(ground, hex), code=hex, at=hex_middle(hexes, ground.hexes.middle(hex)),
        terrain=ground.terrains(hex)[0], level=ground.elevation[hex], note=", ".join(p.name for p in named),
        signs=tuple(_signs(ground, hex, named)))


def _signs(ground: Ground, hex: str, named: list[NamedPlace]) -> Iterator[Site]:
    """What is printed in a hex, what matters to most of the rules first."""
    kinds = {place.kind for place in named}
    printed = {
        TOWN: hex in ground.towns, CAVE: hex in ground.caves, OBSERVATION: hex in ground.observation_points,
        OBJECTIVE: hex in ground.objectives, LANDING: "landing_zone" in kinds, BLOCKING: "blocking_position" in kinds,
        EXIT: hex in ground.exits,
    }
    yield from (sign for sign, is_there in printed.items() if is_there)


def _lines(ground: Ground) -> Iterator[Line]:
    for side in sorted(ground.network):
        a, _, b = side.partition("-")
        yield Line(kind="road" if side in ground.roads else "track", ends=(a, b))


def _edges(ground: Ground) -> Iterator[Edge]:
    for kind, sides in (("stream", ground.streams), ("bridge", ground.bridges)):
        for side in sorted(sides):
            a, _, b = side.partition("-")
            yield Edge(kind=kind, ends=(a, b))
