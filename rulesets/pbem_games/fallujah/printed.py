"""What is printed: the structs that the files of `data/` are read into.

Belongs here: one struct for each kind of entry and table. Must not be here: anything made from them (numbers).
"""

from __future__ import annotations

from typing import Literal

from pbem.kit.data import Entry

Ground = Literal["open", "urban", "objective", "mosque"]
Level = Literal["low", "medium", "high", "fanatic"]
Answer = Literal["stand", "break_off"]
Values = tuple[int, int, int]
"""Firepower, contact, movement; a movement of -1 is unlimited air movement."""


class RandomLocation(Entry, frozen=True):
    """7.2 How many dice give the route, how many added give the phase line."""

    route_dice: int
    phase_line_dice: int
    die_sides: int


class River(Entry, frozen=True):
    """3.1 The Euphrates: only drawn; which edges it cuts stands with the edges."""


class Space(Entry, frozen=True):
    """3.1 A location: `msr` it lies on the Main Supply Route, `water` it has a water symbol."""

    id: str
    route: int
    phase_line: int
    name: str
    terrain: Ground
    msr: bool
    water: bool


class Edge(Entry, frozen=True):
    """3.1, 13 A way between two spaces; `bridge` names the bridge that carries it, "" for none."""

    a: str
    b: str
    msr: bool
    kinds: tuple[Literal["route", "phase_line"], ...]
    crossing: Literal["none", "river", "bridge"]
    bridge: str


class Bridge(Entry, frozen=True):
    """13.3, 14.7 A bridge and the space that bears its name."""

    id: str
    name: str
    space: str


class Base(Entry, frozen=True):
    """13.4 A base off the map and the spaces that lead to it."""

    id: str
    name: str
    entry: tuple[str, ...]


class MapFile(Entry, frozen=True):
    random_location: RandomLocation
    river: River
    space: tuple[Space, ...]
    edge: tuple[Edge, ...]
    bridge: tuple[Bridge, ...]
    base: tuple[Base, ...]


class Unit(Entry, frozen=True):
    """4.2 A Coalition unit. `reduced` is empty for one step; `price` in quarters of an OP; `fought` is for 34."""

    id: str
    label: str
    name: str
    command: Literal["usmc", "usn", "army", "british", "iraqi", "joint"]
    type: str
    weight: Literal["light", "heavy", "helicopter"]
    size: Literal["battalion", "company", "platoon", "fob", "helicopter"]
    full: Values
    reduced: tuple[int, ...]
    price: int
    fought: Literal["april", "november", "both"]


class Leader(Entry, frozen=True):
    """4.2, 29 A leader: +1 for the Tactical Edge."""

    id: str
    name: str


class Strike(Entry, frozen=True):
    """4.3, 23 A kind of Fire Support Strike; `collateral`: a 6 may cause Collateral Damage."""

    id: str
    name: str
    kind: Literal["air", "artillery", "soa"]
    firepower: int
    count: int
    price: int
    collateral: bool


class NetWar(Entry, frozen=True):
    id: str
    name: str
    count: int
    price: int


class NodeType(Entry, frozen=True):
    """4.5, Node chart: OPs gained or lost, VP, what it adds to the edge and the picks, what its reveal does."""

    id: str
    name: str
    count: int
    gain: int
    loss: int
    vp: int
    edge: int
    picks: int
    checks_morale: bool
    attacks: bool
    ignores_hits: int
    gain_with_sof: int


class OpforUnit(Entry, frozen=True):
    """4.6 A kind of OPFOR combat unit."""

    id: str
    name: str
    kind: Literal["hvt", "jihadists", "fedayeen", "militia", "heavy_weapons"]
    firepower: int
    contact: int
    count: int


class Event(Entry, frozen=True):
    """4.7, 14.5 A kind of event marker and where it goes afterwards."""

    id: str
    name: str
    count: int
    afterwards: Literal["return", "remove", "remain", "hold", "map"]


class PiecesFile(Entry, frozen=True):
    unit: tuple[Unit, ...]
    leader: tuple[Leader, ...]
    strike: tuple[Strike, ...]
    netwar: NetWar
    node: tuple[NodeType, ...]
    opfor_unit: tuple[OpforUnit, ...]
    event: tuple[Event, ...]


class Morale(Entry, frozen=True):
    """9 The levels, lowest first; how many counters each picks."""

    levels: tuple[Level, ...]
    check_dice: int
    picks: dict[Level, int]


class Response(Entry, frozen=True):
    """9.3(2) What OPFOR units that are left do at one level, by terrain."""

    level: Level
    open: Answer
    urban: Answer
    objective: Answer
    mosque: Answer


class Terrain(Entry, frozen=True):
    """Terrain Effects Chart; `collateral` says by scenario whether Collateral Damage costs an OP there."""

    id: Ground
    opfor_losses_multiplier: int
    tie: Literal["coalition", "opfor"]
    collateral: dict[str, bool]


class Movement(Entry, frozen=True):
    msr_bonus: int


class NetWarTable(Entry, frozen=True):
    """12.1, 19 The least die that reveals a node; OPs by die from 1."""

    reveals_from: int
    infowar: tuple[int, ...]


class Stacking(Entry, frozen=True):
    """8.2 The four allowances of a space."""

    battalions: int
    companies: int
    fobs: int
    helicopters: int


class LeaderCheck(Entry, frozen=True):
    dice: int
    success: tuple[int, ...]


class EdgeBonuses(Entry, frozen=True):
    """16.1(2) What a leader, a marker and a FOB add to the die of the Coalition, and each Ambush to that of OPFOR."""

    leader: int
    netwar: int
    fob: int
    ambush: int


class Fire(Entry, frozen=True):
    """23.5 The die that may cause Collateral Damage."""

    collateral_on: int


class EventNumbers(Entry, frozen=True):
    """Reaction chart and Node chart: dice that matter, and what the Downed Helicopter brings or costs in OPs."""

    bridge_blown_from: int
    deserts_from: int
    ied_hits_from: int
    mob_misses_from: int
    helicopter_gain: int
    helicopter_loss: int


class Prices(Entry, frozen=True):
    """10, 18 OPs that an operation costs in all; how many quarters make one; the factor of Uprising Elsewhere."""

    operation: int
    refit: int
    bridge: int
    fob: int
    quarters: int
    uprising_factor: int


class VictoryPoints(Entry, frozen=True):
    """6.1, 6.2"""

    controlled: int
    msr_cleared: int
    helicopter_captured: int
    helicopter_left: int
    node_left: int


class Degree(Entry, frozen=True):
    at_most: int
    degree: str


class TablesFile(Entry, frozen=True):
    morale: Morale
    response: tuple[Response, ...]
    terrain: tuple[Terrain, ...]
    movement: Movement
    netwar: NetWarTable
    stacking: Stacking
    leader_check: LeaderCheck
    edge: EdgeBonuses
    fire: Fire
    events: EventNumbers
    prices: Prices
    vp: VictoryPoints
    victory: tuple[Degree, ...]


class Historical(Entry, frozen=True):
    """34 What is bought first: units by base, strikes and NetWar by kind; `pool`: which units may be bought at all."""

    north: tuple[str, ...]
    south: tuple[str, ...]
    east: tuple[str, ...]
    west: tuple[str, ...]
    strikes: dict[str, int]
    pool: tuple[str, ...]


class Scenario(Entry, frozen=True):
    """7.1 A battle. `negotiates`: its Negotiations cost OPs; `restricts_joint`: option 31 has effect in it."""

    id: str
    name: str
    ops: int
    morale: Level
    kia: int
    negotiates: bool
    restricts_joint: bool
    historical: Historical


class Campaign(Entry, frozen=True):
    """30.2 `won_from`: VP from which a battle is won (ruling R108)."""

    first: str
    second: str
    second_ops: int
    won_from: int


class Arrangement(Entry, frozen=True):
    """35 Who plays what, a digit a thing: commands and bases in their order, routes from 1."""

    id: str
    commands: str
    routes: str
    bases: str


class ScenariosFile(Entry, frozen=True):
    scenario: tuple[Scenario, ...]
    campaign: Campaign
    arrangement: tuple[Arrangement, ...]


class AllFiles(Entry, frozen=True):
    map: MapFile
    pieces: PiecesFile
    tables: TablesFile
    scenarios: ScenariosFile
