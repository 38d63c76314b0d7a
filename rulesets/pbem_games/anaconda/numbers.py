"""Every number of the game, read from `data/` into frozen structs, and the counters made from them.

Belongs here: what never changes during a match. Must not be here: positions, flow of play, the map itself (map).
"""

from __future__ import annotations

from functools import cached_property

from pbem.kit.data import Files, load
from pbem.kit.numbers import Data
from pbem.kit.tables import first_reached
from pbem_games.anaconda.map import Ground
from pbem_games.anaconda.printed import AllFiles, Column, Marker, Printed, Type

COALITION, AL_QAEDA = "coalition", "al_qaeda"
SEATS = (COALITION, AL_QAEDA)
SIDES = 6  # of the die (2.14)
FRIENDLY_FIRE = "friendly_fire"
PANIC, JIHAD, COMMANDO, RAKKASAN, ANY = "panic", "jihad", "tfc", "tfr", "any"
OSAMA = "obl"
BASES = ("gardez", "khowst")
SANCTUARY = "sanctuary"
HALVES = 2  # of a movement point


class Numbers:
    """All data of one match, with what is made from it once."""

    def __init__(self, files: Files) -> None:
        """WrongUse names what is wrong with the files."""
        self.files = files  # as parsed, with what only displays read
        everything = load(files, AllFiles)
        tables, units = everything.tables, everything.units
        self.ground = Ground(everything.map)
        self.units: dict[str, Printed] = {u.id: u for u in units.unit}
        self.types = units.types
        self.limits, self.drm, self.crt = tables.limits, tables.drm, tables.crt
        self.markers: dict[str, Marker] = {m.id: m for m in tables.marker}
        self.coalition_points, self.al_qaeda_points = tables.coalition_points, tables.al_qaeda_points
        self.prices, self.levels, self.turns = tables.prices, tables.level, tables.turns
        self.ladder, self.box = tables.ladder, tables.markers

    @cached_property
    def order(self) -> dict[str, int]:
        """A place for every counter in the order that lists are kept in."""
        return {id: i for i, id in enumerate(self.units)}

    @cached_property
    def coalition(self) -> tuple[str, ...]:
        """All counters of the Coalition."""
        return tuple(u.id for u in self.units.values() if u.side == COALITION)

    @cached_property
    def bag(self) -> tuple[str, ...]:
        """3.4, ruling R4 All counters of Al Qaeda but Osama bin Laden."""
        return tuple(u.id for u in self.units.values() if u.side == AL_QAEDA and u.id != OSAMA)

    @cached_property
    def helicopters(self) -> tuple[str, ...]:
        """2.2 All helicopters."""
        return tuple(id for id in self.coalition if self.is_helicopter(id))

    @cached_property
    def forts(self) -> frozenset[str]:
        """20.4 All fortifications."""
        return frozenset(u.id for u in self.units.values() if u.type == "fortification")

    def bag_of(self, with_osama: bool) -> tuple[str, ...]:
        """3.4, 25.0 What the picks are drawn from."""
        return (*self.bag, OSAMA) if with_osama else self.bag

    def mobile_of(self, with_osama: bool) -> tuple[str, ...]:
        """2.2, 3.4 Those of the bag that have a movement factor."""
        return tuple(id for id in self.bag_of(with_osama) if self.units[id].movement)

    def is_type(self, id: str, *types: Type) -> bool:
        """Whether a counter is of one of these types."""
        return self.units[id].type in types

    def is_ground(self, id: str) -> bool:
        """2.2"""
        return self.units[id].type in self.types.ground

    def is_helicopter(self, id: str) -> bool:
        """2.2"""
        return self.units[id].type in self.types.helicopter

    def is_air(self, id: str) -> bool:
        """2.2, 14.1"""
        return self.units[id].type in self.types.air

    def is_vehicular(self, id: str) -> bool:
        """2.2, 8.3"""
        return self.units[id].type in self.types.vehicular

    def is_anti_armor(self, id: str) -> bool:
        """10.26"""
        unit = self.units[id]
        return unit.antitank or unit.type in self.types.anti_armor

    def column(self, strength: int) -> Column:
        """10.2 The column of the Combat Results Table for a strength of 1 or more."""
        return first_reached(tuple(reversed(self.crt)), strength)

    def day(self, turn: int) -> int:
        """22.3 The day of March 2002."""
        return self.turns.first_day + turn - 1


DATA = Data("pbem_games.anaconda", Numbers)
