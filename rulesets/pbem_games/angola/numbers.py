"""Every number of the game, read from `data/` into frozen structs, and the counters and map made from them.

Belongs here: what never changes during a match. Must not be here: positions, flow of play.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from pbem.kit.data import Entry, Files, load
from pbem.kit.geography import Graph
from pbem.kit.numbers import Data
from pbem_games.angola.printed import AllFiles, Border

FACTIONS = ("fapla", "fnla", "mpla", "unita")  # clockwise (ruling R6); also the seats
LETTERS = "abcde"
SIDES = 6  # of a die


class Counter(Entry, frozen=True, cache_hash=True):
    """One ground Unit counter. `kind` is infantry, armored_car, tank, artillery or engineer; `type` its unit type."""

    id: str
    faction: str
    type: str
    kind: str
    strength: int
    dice: int
    pips: int
    road_bound: bool
    is_plain: bool
    is_major: bool
    name: str

    @property
    def is_armored(self) -> bool:
        """17.2 Tanks and armored cars."""
        return self.kind in ("tank", "armored_car")


class Numbers:
    """All data of one match, with what is made from it once."""

    def __init__(self, files: Files) -> None:
        self.files = files  # as parsed, with what only displays read
        everything = load(files, AllFiles)
        self.tables = everything.tables
        self.limits = everything.tables.limits
        self.cards = everything.cards
        self.turns = everything.scenarios.turns
        self.scenarios = {s.id: s for s in everything.scenarios.scenario}
        self.regions = {r.id: r for r in everything.map.region}
        self.graph: Graph[Border] = Graph(self.regions, everything.map.border)
        self.factions = {f.id: f for f in everything.pieces.faction}
        self.alliances = {a.id: a for a in everything.pieces.alliance}
        self.unit_types = {u.id: u for u in everything.pieces.unit_type}
        self.major_units = everything.pieces.major_unit
        self.equipment = {e.id: e for e in everything.pieces.equipment}
        self.reinforcement_cards = {c.id: c for c in everything.cards.reinforcement_card}

    @cached_property
    def counters(self) -> dict[str, Counter]:
        """Every ground Unit counter by id: `f.inf1` is the first infantry of FAPLA."""
        made: dict[str, Counter] = {}
        for faction in self.factions.values():
            for u in self.unit_types.values():
                if u.kind != "airgroup":
                    for i in range(1, u.counts[faction.id] + 1):
                        id = f"{faction.code}.{u.stem}{i}"
                        made[id] = Counter(
                            id, faction.id, u.id, u.kind, u.strength, u.dice, u.pips, u.road_bound,
                            u.plain_infantry, False, u.name,
                        )
        for m in self.major_units:
            made[m.id] = Counter(
                m.id, m.faction, "major", m.kind, m.strength, m.dice, m.pips, m.road_bound, False, True, m.name
            )
        return made

    @cached_property
    def counters_of(self) -> dict[str, dict[str, Counter]]:
        """The same by faction."""
        return {f: {c.id: c for c in self.counters.values() if c.faction == f} for f in FACTIONS}

    @cached_property
    def unit_order(self) -> dict[str, int]:
        """A place for every counter in the order that lists are kept in: by type, then by number."""
        return {id: i for i, id in enumerate(self.counters)}

    @cached_property
    def marked(self) -> tuple[str, ...]:
        """Regions that have a Control Marker, in order of id."""
        return tuple(sorted(r.id for r in self.regions.values() if r.marker))

    @cached_property
    def faction_of_code(self) -> dict[str, str]:
        """The faction that each code in the names of Units stands for."""
        return {f.code: f.id for f in self.factions.values()}

    @cached_property
    def hit_faces(self) -> tuple[int, ...]:
        """9.3.1 The faces of a die that are hits on the Hit Table."""
        return tuple(face for face, result in enumerate(self.tables.hit.faces, 1) if result == "hit")

    @cached_property
    def airgroup_pips(self) -> int:
        return self.unit_types["airgroup"].pips

    def airgroups(self, faction: str) -> int:
        """16 Airgroup counters of a faction."""
        return self.unit_types["airgroup"].counts[faction]

    def ordered(self, units: Iterable[str]) -> list[str]:
        """Unit ids in the order of lists."""
        return sorted(units, key=self.unit_order.__getitem__)

    def ally(self, faction: str) -> str:
        """The other faction of the alliance (2.1)."""
        members = self.alliances[self.factions[faction].alliance].members
        return members[1] if members[0] == faction else members[0]

    def alliance(self, faction: str) -> str:
        return self.factions[faction].alliance

    def enemies(self, faction: str) -> tuple[str, ...]:
        """The two factions of the other alliance, clockwise."""
        return self._enemies[faction]

    @cached_property
    def _enemies(self) -> dict[str, tuple[str, ...]]:
        return {f: tuple(e for e in FACTIONS if self.alliance(e) != self.alliance(f)) for f in FACTIONS}

    def deck(self, faction: str, turn: int) -> dict[str, int]:
        """5.3 The Operations Deck of a turn: how many cards of each kind, in the order of the data."""
        cards = [c for c in self.cards.operations_card if c.faction == faction]
        counts = {c.kind: c.start + sum([t <= turn for t in c.turns]) for c in cards}
        return {kind: count for kind, count in counts.items() if count}


DATA = Data("pbem_games.angola", Numbers)
