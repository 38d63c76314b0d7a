"""Every number of the game, read from `data/` into frozen structs, and what is made from them once.

Belongs here: what never changes during a match. Must not be here: positions, flow of play.
Counters that are alike get numbers: `tal_inf2_1` to `tal_inf2_13`, `us_fob_1`; what is there once keeps its id.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Protocol, TypeVar

from pbem.kit.data import Files, load
from pbem.kit.geography import Graph
from pbem.kit.numbers import Data
from pbem.kit.tables import first_not_exceeded
from pbem_games.enduring_freedom.entries import AirEntry, AllFiles, BorderEntry, IslamistEntry, JihadBand, Terrain

SIDES = 6
KABUL = "kabul"
CONTINGENTS = {"AQ": "Al Qaeda", "TAL": "Taliban", "PAK": "Pakistani"}  # how people call those of Islamist counters


class _Counted(Protocol):
    @property
    def id(self) -> str: ...

    @property
    def count(self) -> int: ...


class _Printed(Protocol):
    @property
    def name(self) -> str: ...


E = TypeVar("E", bound=_Counted)


class Numbers:
    """All data of one match, with what is made from it once."""

    def __init__(self, files: Files) -> None:
        self.files = files  # as parsed, with what only displays read
        everything = load(files, AllFiles)
        self.tables = everything.tables
        self.setup = everything.setup
        self.zones = {z.id: z for z in everything.map.zone}
        self.staging = {s.id: s for s in everything.map.staging}
        self.graph: Graph[BorderEntry] = Graph(self.zones, everything.map.border)
        self.ground = _each(everything.pieces.ground)
        self.air: dict[str, AirEntry] = {a.id: a for a in everything.pieces.air}
        self.assets = _each(everything.pieces.asset)
        self.north = _each(everything.pieces.north)
        self.islamist = _each(everything.pieces.islamist)
        self.terrain = {t.id: t for t in self.tables.terrain}
        self.events = {e.roll: e for e in self.tables.event}

    @cached_property
    def unit_order(self) -> dict[str, int]:
        """A place for every US, NATO and Iranian counter in the order that lists are kept in: that of the data."""
        return {id: i for i, id in enumerate([*self.ground, *self.air, *self.assets, *self.north])}

    @cached_property
    def links(self) -> dict[str, tuple[str, ...]]:
        """8.5 Zone -> the staging areas that a road leads to."""
        return {z: tuple(s.id for s in self.staging.values() if z in s.links) for z in self.zones}

    @cached_property
    def airbases(self) -> tuple[str, ...]:
        """19.1 Airbase zones, in the order of the data."""
        return tuple(z.id for z in self.zones.values() if z.airbase)

    @cached_property
    def limited(self) -> tuple[str, ...]:
        """8.9 Zones that take only so many Coalition ground units, in the order of the data."""
        return tuple(zone for zone in self.zones if self.terrain_of(zone).stacking >= 0)

    def terrain_of(self, zone: str) -> Terrain:
        """8.3 The column of the chart for a zone."""
        return self.terrain[self.zones[zone].terrain]

    def is_road(self, a: str, b: str) -> bool:
        """8.4 Whether a road joins two zones that touch."""
        border = self.graph.border(a, b)
        return border is not None and border.road

    def band(self, level: int) -> JihadBand:
        """28.0 What a Jihad level is called, and its lower line."""
        return first_not_exceeded(self.tables.jihad.bands, level)

    def location(self, row: int, column: int) -> str:
        """30.2"""
        return self.tables.random_location.rows[row - 1][column - 1]

    def name_of(self, id: str) -> str:
        """What a unit, asset or counter is called, in story, forms and on the page: `15 MEU`, `Al Qaeda Jihadis`."""
        return self._names[id]

    @cached_property
    def _names(self) -> dict[str, str]:
        tables: tuple[Mapping[str, _Printed], ...] = (self.ground, self.air, self.assets, self.north)
        found = {id: entry.name for table in tables for id, entry in table.items()}
        return found | {id: islamist_name(entry) for id, entry in self.islamist.items()}

    def place_name(self, place: str) -> str:
        """The printed name of a zone or staging area."""
        return self.zones[place].name if place in self.zones else self.staging[place].name


def islamist_name(entry: IslamistEntry) -> str:
    """The printed name, with whose it is: `Taliban Artillery`; of leaders and markers alone."""
    whose = CONTINGENTS.get(entry.contingent, "") if entry.type != "leader" else ""
    return entry.name if entry.name.startswith(whose) else f"{whose} {entry.name}"


def _each(entries: tuple[E, ...]) -> dict[str, E]:
    """Every counter by an id of its own."""
    return {f"{e.id}_{n}" if e.count > 1 else e.id: e for e in entries for n in range(1, e.count + 1)}


DATA = Data("pbem_games.enduring_freedom", Numbers)
