"""What is printed on the map: the structs that `data/map.toml` is read into.

Belongs here: one struct for each kind of entry. Must not be here: anything made from them (map).
"""

from __future__ import annotations

from typing import Literal

from pbem.kit.data import Entry
from pbem.kit.hexes import Grid

Edge = Literal["north", "east", "south", "west"]
BaseId = Literal["gardez", "khowst", "sanctuary"]
PlaceKind = Literal[
    "town", "observation_point", "blocking_position", "landing_zone", "ridge", "massif", "hill", "defile", "basin",
    "valley", "pass",
]
PROHIBITED = -1


class Relief(Entry, frozen=True):
    """2.1, 10.18 The ground and its level, a line a row from north to south, a sign a hex from west to east."""

    observation_level: int
    terrain: tuple[str, ...]
    levels: tuple[str, ...]


class Terrain(Entry, frozen=True):
    """8.9, 10.17, 10.23 A line of the Terrain Effects Chart.

    Costs are halves of a movement point, `PROHIBITED` where nobody of that kind may go. `sign` is that of the relief,
    empty for what stands in a hex besides its ground. `blocks`: between two ends of its own level.
    """

    id: str
    sign: str
    foot_halves: int
    vehicular_halves: int
    drm: int
    blocks: bool
    engineer_negates: bool


class Movement(Entry, frozen=True):
    """8.9-8.16, 30.2 What steps cost besides the terrain, in halves of a movement point."""

    network_halves: int
    stream_foot_halves: int
    stream_vehicular_halves: int
    rubble_halves: int


class Features(Entry, frozen=True):
    """8.11-8.16 Hexsides that roads, tracks and bridges cross, and those that streams follow; hexes with caves."""

    roads: tuple[str, ...]
    tracks: tuple[str, ...]
    streams: tuple[str, ...]
    bridges: tuple[str, ...]
    caves: tuple[str, ...]


class Objectives(Entry, frozen=True):
    hexes: tuple[str, ...]


class NamedPlace(Entry, frozen=True):
    """A name on the map; of all kinds only `town` and `observation_point` matter to the rules."""

    id: str
    name: str
    kind: PlaceKind
    hexes: tuple[str, ...]


class Base(Entry, frozen=True):
    """21.2, 21.3 A box off the map, and the edges that lead to it."""

    id: BaseId
    name: str
    edges: tuple[Edge, ...]


class Exit(Entry, frozen=True):
    """8.17, 21.4 A hex from which a road or track runs off the map."""

    hex: str
    edge: Edge
    kind: Literal["road", "track"]


class MapFile(Entry, frozen=True):
    grid: Grid
    relief: Relief
    terrain: tuple[Terrain, ...]
    movement: Movement
    features: Features
    objectives: Objectives
    place: tuple[NamedPlace, ...]
    base: tuple[Base, ...]
    exit: tuple[Exit, ...]
