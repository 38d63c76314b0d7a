"""The position: what is public, and handles of what is not.

Belongs here: the structs of the state, the start. Must not be here: flow of play, broken invariants (problems).
Where a counter is: a hex (`1710`), a base (`gardez`, `khowst`, `sanctuary`), or one of the boxes named here.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from typing import Any, ClassVar

import msgspec

from pbem.kit.data import Files
from pbem.kit.hidden import Token
from pbem.kit.numbers import bind
from pbem.kit.options import chosen
from pbem.play.requests import Sealed
from pbem_games.anaconda.numbers import COALITION, DATA, FRIENDLY_FIRE, Numbers
from pbem_games.anaconda.options import GameOptions

POOL = "pool"  # the Coalition Reinforcement Pool (7.1)
SPECIAL = "special"  # the Special Reinforcement box (3.5)
OUT = "out"  # out of play (3.5)
DEAD = "dead"  # a deadpile (10.28)
DELAY = "delay"  # the turn track, after a panic (6.2.3)
READY = "available"  # Air Available (7.3)
USED = "utilized"  # Air Utilized (15.5)
IN_HAND = "in_hand"  # drawn and to be placed at once: a Start Map team, a reinforcement, a counter of Al Qaeda
REMOVED = "removed"  # of Al Qaeda, left play without a fight (ruling R77)

FIRE, FRIENDLY, IED, AA, PANICKED = "fire", "friendly_fire", "ied", "aa", "panic"


class Loss(msgspec.Struct):
    """10.28, ruling R112 How a counter was eliminated, whether in a close assault, next to PSYOP, and where."""

    cause: str
    assault: bool = False
    psyop: bool = False
    hex: str = ""


class Unit(msgspec.Struct):
    """A counter of the Coalition.

    `rank` gives its place in a stack, the lowest on top. `fired` lasts for a sub-phase, `moved` and `scouted` for an
    Operations Phase, `flown` (a helicopter's mission) for a turn. `base` is where it last was based, `returns` the turn
    in which it comes back after a panic.
    """

    place: str
    pinned: bool = False
    rank: int = 0
    fired: bool = False
    moved: bool = False
    scouted: bool = False
    flown: bool = False
    base: str = ""
    returns: int = 0
    loss: Loss | None = None


class Counter(Token):
    """A counter of Al Qaeda, a numbered token: `face` is which one, "" while it lies face down (ruling R99).

    `origin` is where it was first placed. The rest is as in Unit.
    """

    place: str = IN_HAND
    origin: str = ""
    pinned: bool = False
    rank: int = 0
    fired: bool = False
    moved: bool = False
    loss: Loss | None = None


class Operations(msgspec.Struct):
    """4.2 The Operations Phase under way: whose, by which marker, in which sub-phase (`isr`, `movement`, `combat`)."""

    seat: str
    marker: str
    commands: list[str]
    sub_phase: str = ""
    attacked: list[str] = []  # hexes, in this Combat sub-phase (10.13)
    entered: dict[str, str] = {}  # counter -> the hex that it moved into in this Movement sub-phase (ruling R51)
    walking: str = ""  # who is on its way, with `allowed` and `spent` halves of a point and `steps` made
    allowed: int = 0
    spent: int = 0
    steps: int = 0


class State(msgspec.Struct, dict=True):
    """The public position. `numbers`, the data it is played with, is carried along outside the digest."""

    numbers: ClassVar[Numbers]  # for every position its own, but no field: see `bind`
    options: GameOptions
    units: dict[str, Unit]
    command_pool: list[str]
    tokens: dict[str, Counter] = {}
    picks: Sealed[tuple[str, ...]] | None = None  # which counters were picked (3.4)
    called: Sealed[tuple[str, ...]] | None = None  # which counters the Jihad brought (7.4)
    reserve: int = 0  # the size of the Al Qaeda Reinforcement Pool, as declared (ruling R21)
    declared: int = 0  # that size at set-up
    turn: int = 1
    phase: str = "setup"  # setup, start, operations, return, end
    drawer: str = COALITION
    passes: int = 0
    drawn: int = 0  # markers drawn in this turn
    aside: list[str] = []  # markers drawn in this turn; the Friendly Fire marker too
    gone: list[str] = []  # markers out of the game (6.2.5, 6.3)
    friendly_fire: bool = True  # whether that marker is in the Coalition Reinforcement Pool
    operations: Operations | None = None
    standing: dict[str, Sealed[Any]] = {}  # seat -> the standing orders that it filed in this turn (ruling R110)
    ranks: int = 0  # the last rank given
    rubble: list[str] = []
    casualties: dict[str, int] = {}  # hex -> markers that lie there (26.1)
    evacuated: dict[str, int] = {}  # base -> markers that were brought there (26.2)
    bought: list[str] = []  # 31.2
    extensions: int = 0  # 22.3


def new_state(scenario: str, options: Mapping[str, Any], files: Files) -> State:
    """3, 3.2.1 The box as it is opened: the Coalition's counters by deployment code, Al Qaeda's bag not yet drawn."""
    numbers = DATA.numbers(files)
    picked = chosen(GameOptions, options)
    state = State(
        options=picked,
        units={id: Unit(_start(numbers, id, picked)) for id in numbers.coalition},
        command_pool=[m.id for m in numbers.markers.values() if m.from_turn == 1],
    )
    return bind(state, numbers)


def trial_of(state: State) -> State:
    """A position to try orders on: marks and places of counters, casualties and the Operations Phase are its own.

    All else is shared with the other position, and must not be changed.
    """
    trial = msgspec.structs.replace(
        state, operations=copy(state.operations), casualties=dict(state.casualties),
        units={id: copy(unit) for id, unit in state.units.items()},
        tokens={id: copy(token) for id, token in state.tokens.items()})
    return bind(trial, state.numbers)


def _start(numbers: Numbers, id: str, options: GameOptions) -> str:
    """3.5, 24.2 Where a counter of the Coalition is before anybody sets up."""
    unit = numbers.units[id]
    if options.leaders and unit.type == "leader":
        return POOL
    return {
        "start_map": IN_HAND, "start": IN_HAND, "reinforcement": POOL, "air_reinforcement": POOL,
        "special_reinforcement": SPECIAL, "optional_reinforcement": OUT,
    }[unit.deploy]


def reinforcement_pool(state: State) -> list[str]:
    """7.2 What lies in the Coalition Reinforcement Pool, the Friendly Fire marker too."""
    units = [id for id, unit in state.units.items() if unit.place == POOL]
    return [*units, FRIENDLY_FIRE] if state.friendly_fire else units
