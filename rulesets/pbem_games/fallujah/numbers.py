"""Every number of the game, read from `data/` into frozen structs, and what is made from them once.

Belongs here: what never changes during a match. Must not be here: positions, flow of play.
"""

from __future__ import annotations

from functools import cached_property

from pbem.kit.data import Files, load
from pbem.kit.geography import Graph
from pbem.kit.numbers import Data
from pbem.kit.pools import Pool
from pbem_games.fallujah.printed import AllFiles, Edge, Event, Ground, Level, OpforUnit, Values

COMMANDS = ("usmc", "usn", "army", "british", "iraqi", "joint")
MARKERS = ("netwar", "intel")  # what serves as a NetWar marker
MOB = "mob_attack"  # the event that fights as a unit
SIDES = 6  # 2.0


class Numbers:
    """All data of one match, with what is made from it once."""

    def __init__(self, files: Files) -> None:
        self.files = files  # as parsed, with what only displays read
        everything = load(files, AllFiles)
        self.tables = everything.tables
        self.random_location = everything.map.random_location
        self.spaces = {s.id: s for s in everything.map.space}
        self.graph: Graph[Edge] = Graph(self.spaces, everything.map.edge)
        self.bridges = {b.id: b for b in everything.map.bridge}
        self.bases = {b.id: b for b in everything.map.base}
        self.units = {u.id: u for u in everything.pieces.unit}
        self.leaders = {x.id: x for x in everything.pieces.leader}
        self.strikes = {s.id: s for s in everything.pieces.strike}
        self.netwar = everything.pieces.netwar
        self.nodes = {n.id: n for n in everything.pieces.node}
        self.opfor = {u.id: u for u in everything.pieces.opfor_unit}
        self.events = {e.id: e for e in everything.pieces.event}
        self.terrain = {t.id: t for t in self.tables.terrain}
        self.responses = {r.level: r for r in self.tables.response}
        self.scenarios = {s.id: s for s in everything.scenarios.scenario}
        self.campaign = everything.scenarios.campaign
        self.arrangements = {a.id: a for a in everything.scenarios.arrangement}

    @cached_property
    def unit_order(self) -> dict[str, int]:
        """A place for every unit in the order that lists are kept in: that of the data."""
        return {id: i for i, id in enumerate(self.units)}

    @cached_property
    def grid(self) -> dict[tuple[int, int], str]:
        """(route, phase line) -> space."""
        return {(s.route, s.phase_line): s.id for s in self.spaces.values()}

    @cached_property
    def node_spaces(self) -> tuple[str, ...]:
        """7.1 Objective and mosque spaces, in order of id."""
        return tuple(sorted(s.id for s in self.spaces.values() if s.terrain in ("objective", "mosque")))

    @cached_property
    def msr_spaces(self) -> tuple[str, ...]:
        """6.2 The spaces of the Main Supply Route, in order of id."""
        return tuple(sorted(s.id for s in self.spaces.values() if s.msr))

    @cached_property
    def water_spaces(self) -> tuple[str, ...]:
        """25.1 Spaces with a water symbol, in order of id."""
        return tuple(sorted(s.id for s in self.spaces.values() if s.water))

    @cached_property
    def gates(self) -> dict[str, tuple[str, ...]]:
        """13.4 Space -> the bases it is an entry space of; corners have two."""
        return {s: tuple(b.id for b in self.bases.values() if s in b.entry) for s in self.spaces}

    @cached_property
    def buyable(self) -> Pool:
        """23, 22 Strikes and NetWar markers that exist, by kind."""
        return {s.id: s.count for s in self.strikes.values()} | {self.netwar.id: self.netwar.count}

    @cached_property
    def reaction_bin(self) -> Pool:
        """7.1(1) The Reaction Bin at the start."""
        counters: list[OpforUnit | Event] = [*self.opfor.values(), *self.events.values()]
        return {c.id: c.count for c in counters}

    @cached_property
    def node_bin(self) -> Pool:
        return {n.id: n.count for n in self.nodes.values()}

    def ordered(self, units: object) -> list[str]:
        """Unit ids in the order of lists."""
        assert isinstance(units, list | tuple | set | frozenset | dict)
        return sorted(units, key=self.unit_order.__getitem__)

    def values(self, unit: str, reduced: bool) -> Values:
        """4.2 Firepower, contact and movement of the side that lies up."""
        printed = self.units[unit]
        firepower, contact, movement = printed.reduced if reduced else printed.full
        return firepower, contact, movement

    def counter_name(self, kind: str) -> str:
        """4.6, 4.7 The printed name of a counter of the Reaction Bin."""
        return self.opfor[kind].name if kind in self.opfor else self.events[kind].name

    def is_hvt(self, kind: str) -> bool:
        return kind in self.opfor and self.opfor[kind].kind == "hvt"

    def picks(self, level: Level) -> int:
        """9.3(1)"""
        return self.tables.morale.picks[level]

    def stands(self, level: Level, terrain: Ground) -> bool:
        """9.3(2) Whether OPFOR units that are left stand at this level in this terrain."""
        answer: str = getattr(self.responses[level], terrain)
        return answer == "stand"


DATA = Data("pbem_games.fallujah", Numbers)
