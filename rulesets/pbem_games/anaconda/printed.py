"""What is printed on counters and charts: the structs that `units.toml` and `tables.toml` are read into.

Belongs here: one struct for each kind of entry. Must not be here: the map (printed_map), anything made from them.
"""

from __future__ import annotations

from typing import Literal

from pbem.kit.data import Entry
from pbem_games.anaconda.printed_map import MapFile

Side = Literal["coalition", "al_qaeda"]
Nation = Literal["us", "nato", "amf", "aq"]
Command = Literal["tfr", "tfd", "tf11", "tf64", "tfc", "a", "b", "c", "any", "none"]
Type = Literal[
    "infantry", "heavy_weapons", "sof", "recon_sniper", "engineer", "psyop", "gun_truck", "tank", "artillery", "leader",
    "hvt", "deception", "civilian", "fortification", "ied", "compound",
    "gunship", "transport", "soar", "airstrike", "ac130", "uav", "satellite",
]
Deploy = Literal[
    "start_map", "start", "reinforcement", "air_reinforcement", "special_reinforcement", "optional_reinforcement",
    "al_qaeda_pool",
]


class Printed(Entry, frozen=True):
    """2.3-2.7 One counter. `firepower`, `range` in hexes and `movement` in points are 0 if none is printed."""

    id: str
    name: str
    side: Side
    command: Command
    nation: Nation
    type: Type
    size: Literal["platoon", "company", "section", "team", "battery", "none"]
    deploy: Deploy
    firepower: int = 0
    range: int = 0
    movement: int = 0
    assault: bool = False
    indirect: bool = False
    recon: bool = False
    antitank: bool = False
    armor: bool = False


class Types(Entry, frozen=True):
    """2.2, 6.2.2, 10.26, 16.5, 19.3, 20 The types that a rule means."""

    ground: tuple[Type, ...]
    helicopter: tuple[Type, ...]
    air: tuple[Type, ...]
    vehicular: tuple[Type, ...]
    anti_armor: tuple[Type, ...]
    special_recon: tuple[Type, ...]
    panic: tuple[Type, ...]
    removed_when_revealed: tuple[Type, ...]
    not_rolled_against: tuple[Type, ...]
    no_airmobile: tuple[Type, ...]


class UnitsFile(Entry, frozen=True):
    unit: tuple[Printed, ...]
    types: Types


class Limits(Entry, frozen=True):
    """Numbers of single rules."""

    picks: int
    setup_stack: int
    keep_away: int
    defensive_radius: int
    other_aa_radius: int
    range_extension: int
    largest_move: int
    longest_range: int
    first_turn_move: int
    ied_firepower: int
    jihad_dice: int
    panic_dice: int
    panic_lost: int
    jihad_edge: Literal["north", "east", "south", "west"]
    start_map_units: int


class Modifiers(Entry, frozen=True):
    """10.23 What is added to a die, besides terrain."""

    face_down: int
    fortified: int
    close_assault: int
    leader: int
    armor: int
    body_armor: int
    osama: int
    rubble: int


class Column(Entry, frozen=True):
    """10.22, 10.28 A column of the Combat Results Table, for strengths from `at_least` on.

    A modified die of at most `e` eliminates, of at most `pe` is P/E, of at most `p` pins.
    """

    at_least: int
    e: int
    pe: int
    p: int


class Marker(Entry, frozen=True):
    """2.10, 5.1, 7.2 A marker of the Command Pool; `from_turn` is the turn in which it first goes in."""

    id: str
    name: str
    side: Side
    picks: int = 0
    activates: tuple[Command, ...] = ()
    from_turn: int = 1


class CoalitionPoints(Entry, frozen=True):
    """20.1, 23.2, 25.3, 26.4"""

    infantry: int
    heavy_weapons: int
    compound: int
    hvt: int
    osama: int
    osama_close_assault: int
    objective: int
    psyop_times: int
    medevac: int


class AlQaedaPoints(Entry, frozen=True):
    """20.2, 22.3, 23.2, 26.4"""

    us_ground: int
    nato_ground: int
    amf_ground: int
    helicopter: int
    civilian: int
    hvt_escaped: int
    osama_escaped: int
    extension: int
    casualty: int


class Prices(Entry, frozen=True):
    """31.2, ruling R91"""

    ppcli: int
    artillery: int
    helicopter: int
    most_gunships: int
    most_transports: int


class Level(Entry, frozen=True):
    """23.3 A band, from so many points on."""

    name: str
    coalition_from: int
    al_qaeda_from: int


class Ladder(Entry, frozen=True):
    """23.1, ruling R95 How many objective hexes the Coalition must hold if it has a Stalemate or a Defeat."""

    objectives: int


class Turns(Entry, frozen=True):
    """22.3, 22.4 Turn 1 is `first_day` March; `commando` is the turn in which TF Commando comes."""

    first_day: int
    standard: int
    last: int
    commando: int


class MarkersInTheBox(Entry, frozen=True):
    """2.10 How many of each kind there are."""

    command: int
    panic: int
    jihad: int
    friendly_fire: int
    turn: int
    pinned: int
    casualty: int


class TablesFile(Entry, frozen=True):
    limits: Limits
    drm: Modifiers
    crt: tuple[Column, ...]
    marker: tuple[Marker, ...]
    coalition_points: CoalitionPoints
    al_qaeda_points: AlQaedaPoints
    prices: Prices
    level: tuple[Level, ...]
    ladder: Ladder
    turns: Turns
    markers: MarkersInTheBox


class AllFiles(Entry, frozen=True):
    map: MapFile
    tables: TablesFile
    units: UnitsFile
