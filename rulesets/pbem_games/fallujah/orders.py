"""What a player may answer: the operations of a turn (10.1) and the choices inside them, as structs.

Belongs here: the structs, each with its words (`pbem.kit.wording`). Must not be here: what its words stand for
(wordings), what is legal. Units, spaces, bases and kinds are ids of the data.
"""

from __future__ import annotations

from typing import ClassVar, get_args

import msgspec

Units = tuple[str, ...]
Counts = tuple[tuple[str, int], ...]
"""(kind of strike or marker, how many), each kind once."""
Riders = tuple[tuple[str, str], ...]
"""(carrier, rider)."""


class Order(msgspec.Struct, frozen=True):
    """The base of all operations."""

    words: ClassVar[str] = ""


class Recruit(Order, frozen=True, tag="j1"):
    """11 J-1, and the first purchase (7.1): units by place, strikes and NetWar, kept leaders with new units (30.2)."""

    words = "j1 [{units:stock*}] [buy={markers}] [leader={leaders}]"
    units: tuple[tuple[str, Units], ...] = ()
    markers: Counts = ()
    leaders: tuple[tuple[str, str], ...] = ()


class Isr(Order, frozen=True, tag="j2"):
    """12 J-2: (marker, space) in the order of the dice; a marker is `netwar` or `intel`."""

    words = "j2 {targets*}"
    targets: tuple[tuple[str, str], ...]


class Ground(Order, frozen=True, tag="ground"):
    """13 J-3 on the ground: carriers and all who walk or drive, riders in Amtracs, the spaces or base entered.

    `infiltrates`: at the node where the path ends it tries to go on (27.1).
    """

    words = "j3 ground {force:units} [carry={riders}] path={path} {infiltrates?infiltrate}"
    force: Units
    path: tuple[str, ...]
    riders: Riders = ()
    infiltrates: bool = False


class Leap(Order, frozen=True, tag="leap"):
    """25.1, 27.3 J-3 from one water space to another."""

    words = "j3 leap {force:units} [carry={riders}] to={to:space}"
    force: Units
    to: str
    riders: Riders = ()


class Air(Order, frozen=True, tag="air"):
    """24 J-3 of helicopters, with riders an airmobile one; `aloft`: they stay in the air over the space."""

    words = "j3 air {force:units} [carry={riders}] to={to:place} {aloft?aloft|land}"
    force: Units
    to: str
    riders: Riders = ()
    aloft: bool = False


class Transfer(Order, frozen=True, tag="transfer"):
    """13.4 J-3 from a base to another (ruling R23)."""

    words = "j3 transfer {force:units} to={to:place}"
    force: Units
    to: str


Move = Ground | Leap | Air
MOVES = get_args(Move)


class Networked(Order, frozen=True, tag="network"):
    """32 J-3 of several forces that end in one space; `marker` is `netwar` or `intel`."""

    words = "j3 network {marker} ; {moves...}"
    marker: str
    moves: tuple[Move, ...]


class Interdict(Order, frozen=True, tag="interdict"):
    """33 J-3 of strikes alone against a revealed node."""

    words = "j3 interdict {space} {strikes}"
    space: str
    strikes: Counts


class Refit(Order, frozen=True, tag="refit"):
    """18.1 J-4 at a base or a space."""

    words = "j4 refit {place}"
    place: str


class Repair(Order, frozen=True, tag="repair"):
    """18.4 J-4 of a bridge."""

    words = "j4 repair {bridge}"
    bridge: str


class Build(Order, frozen=True, tag="build"):
    """18.5 J-4 of a FOB."""

    words = "j4 build {space}"
    space: str


class InfoWar(Order, frozen=True, tag="j5"):
    """19 J-5 with so many markers of each kind."""

    words = "j5 {markers}"
    markers: Counts


class DeclareEnd(Order, frozen=True, tag="end"):
    """8.1(b)"""

    words = "end"


class StandDown(Order, frozen=True, tag="stand_down"):
    """8.1(a), ruling R9 All OPs that are left are given up."""

    words = "stand_down"


class Pass(Order, frozen=True, tag="pass"):
    """35, ruling R133"""

    words = "pass"


AnyOrder = (
    Recruit | Isr | Ground | Leap | Air | Transfer | Interdict | Networked | Refit | Repair | Build | InfoWar
    | DeclareEnd | StandDown | Pass
)
KINDS = get_args(AnyOrder)


class GoOn(msgspec.Struct, frozen=True):
    """13, 14.1, 27.1 The way on: a path on the ground, or a flight; nothing of both is to stop."""

    words: ClassVar = ("path={path} {infiltrates?infiltrate}", "to={to:place} {aloft?aloft|land}", "stop")

    path: tuple[str, ...] = ()
    infiltrates: bool = False
    to: str = ""
    aloft: bool = False

    @property
    def stops(self) -> bool:
        return not self.path and not self.to


class Flight(msgspec.Struct, frozen=True):
    """16.9 A helicopter takes one unit out to a base."""

    helicopter: str
    passenger: str
    base: str


class Stay(msgspec.Struct, frozen=True):
    """16.1(4)c What the Coalition does when OPFOR stands: nobody named in either, the battle goes on with all.

    `leaving` go one space to `to`; `flights` are evacuations (16.9).
    """

    words: ClassVar = (
        "withdraw {leaving:units} to={to:place} [fly={flights}]", "withdraw fly={flights}", "continue")

    leaving: Units = ()
    to: str = ""
    flights: tuple[Flight, ...] = ()
