"""What the data files say, as frozen structs: one struct an entry, one a file.

Belongs here: the shapes. Must not be here: what is made of them (numbers).
"""

from __future__ import annotations

from typing import Literal

from pbem.kit.data import Entry

Kind = Literal["region", "city", "stronghold"]
Ground = Literal["clear", "desert", "mountain", "city", "stronghold"]
Contingent = Literal["US", "NATO", "IR"]
IslamistKind = Literal["hvt", "sof", "terrorist", "base", "combat", "marker"]
AssetKind = Literal["infowar", "isr", "drone"]


# ---------------------------------------------------------------- map.toml


class ZoneEntry(Entry, frozen=True):
    """3.7, 8.1 A zone of Afghanistan; `aliases` are other spellings (ruling R2)."""

    id: str
    name: str
    kind: Kind
    terrain: Ground
    airbase: bool
    aliases: tuple[str, ...] = ()


class BorderEntry(Entry, frozen=True):
    """8.2, 8.4 Two zones that touch, and whether a road joins them."""

    a: str
    b: str
    road: bool


class StagingEntry(Entry, frozen=True):
    """8.5 A staging area: `capacity` for air units and for ground units each; every link is a road."""

    id: str
    name: str
    capacity: int
    links: tuple[str, ...]


class MapFile(Entry, frozen=True):
    border: tuple[BorderEntry, ...]
    zone: tuple[ZoneEntry, ...]
    staging: tuple[StagingEntry, ...]


# ---------------------------------------------------------------- drawing.toml


class DrawnEntry(Entry, frozen=True):
    """A place that is drawn; how stands under `draw`, which only displays read."""

    id: str


class DrawnOnly(Entry, frozen=True):
    """What is for displays alone."""


class DrawingFile(Entry, frozen=True):
    zone: tuple[DrawnEntry, ...]
    staging: tuple[DrawnEntry, ...]
    board: DrawnOnly
    codes: DrawnOnly


# ---------------------------------------------------------------- pieces.toml


class GroundEntry(Entry, frozen=True):
    """3.4, 9.2 A US, NATO or Iranian ground unit: `cf` at full strength, `cf_back` when reduced."""

    id: str
    name: str
    contingent: Contingent
    type: str
    size: str
    cf: int
    cf_back: int
    elite: bool = False
    elite_back: bool = False
    sof: bool = False
    heavy: bool = False
    static: bool = False
    airmobile: bool = False
    hq: bool = False
    engineer: bool = False
    fob: bool = False
    count: int = 1


class NorthEntry(Entry, frozen=True):
    """9.3 A Northern Alliance counter of one step."""

    id: str
    name: str
    type: str
    cf: int
    elite: bool = False
    leader: bool = False
    heavy: bool = False
    count: int = 1


class AirEntry(Entry, frozen=True):
    """17.1 An air unit of two steps."""

    id: str
    name: str
    contingent: Contingent
    cf: int
    cf_back: int


class AssetEntry(Entry, frozen=True):
    """3.5 Assets of one kind; only drones have a factor."""

    id: str
    name: str
    kind: AssetKind
    count: int
    cf: int = 0


class IslamistEntry(Entry, frozen=True):
    """10.2 Islamist counters of one kind; their end is worth `np` or `np_dice` dice of NP."""

    id: str
    name: str
    contingent: Literal["AQ", "TAL", "PAK", "none"]
    kind: IslamistKind
    type: str
    cf: int
    count: int
    elite: bool = False
    heavy: bool = False
    air_defense: bool = False
    permanent: bool = False
    np: int = 0
    np_dice: int = 0


class PiecesFile(Entry, frozen=True):
    ground: tuple[GroundEntry, ...]
    north: tuple[NorthEntry, ...]
    air: tuple[AirEntry, ...]
    asset: tuple[AssetEntry, ...]
    islamist: tuple[IslamistEntry, ...]


# ---------------------------------------------------------------- setup.toml


class SetupFile(Entry, frozen=True):
    """6.0 Zone -> how many counters lie there face down."""

    islamist: dict[str, int]
    north: dict[str, int]


# ---------------------------------------------------------------- tables.toml


class Track(Entry, frozen=True):
    """4.1, 6.1, 28.5"""

    turns: int
    np_start: int
    np_most: int
    jihad_start: int
    jihad_least: int
    jihad_most: int


class Degree(Entry, frozen=True):
    """5.0 A level of victory, up to so many NP; `won` as the match counts it (ruling R105)."""

    at_most: int
    degree: str
    won: bool


class Victory(Entry, frozen=True):
    catastrophe: str
    bands: tuple[Degree, ...]


class JihadBand(Entry, frozen=True):
    """28.0 Levels up to this one, and the number on the lower line."""

    at_most: int
    name: str
    lower: int


class Jihad(Entry, frozen=True):
    bands: tuple[JihadBand, ...]


class Terrain(Entry, frozen=True):
    """8.3 A column of the Terrain Effects Chart; stacking -1 is without limit."""

    id: Ground
    name: str
    stacking: int
    stop: bool
    road_bonus: bool
    air_assault: Literal["any", "sof"]
    tie: Literal["coalition", "islamist"]
    heavy: int
    air: int
    collateral: int


class Cost(Entry, frozen=True):
    """The NP Table: what NP pay for."""

    sof: int
    air: int
    assets_for_one: int
    fob: int
    irgc: int
    north: int
    refit_ground: int
    refit_air: int
    sustain_light: int
    sustain_heavy: int
    edge_command: int
    edge_base: int


class Gain(Entry, frozen=True):
    """The NP Table: what brings NP; what an Islamist unit is worth stands beside it."""

    islamist_collateral: int
    end_kabul: int
    end_city: int
    end_stronghold: int
    rescue_dice: int
    terror_dice: int
    loya_jirga_dice: int


class Loss(Entry, frozen=True):
    """The NP Table: what NP are lost for."""

    sof_reduced: int
    sof_eliminated: int
    ground_reduced: int
    ground_eliminated: int
    air_reduced: int
    air_eliminated: int
    north_leader_dice: int
    north: int
    irgc_reduced: int
    irgc_eliminated: int
    coalition_collateral: int
    rescue_dice: int
    terror_dice: int
    loya_jirga_dice: int


class NetWar(Entry, frozen=True):
    cost: Cost
    gain: Gain
    loss: Loss


class Edge(Entry, frozen=True):
    """23.4, 28.4, 32.1, 10.2 Changes of the tactical edge dice."""

    elite: int
    command: int
    base: int
    fanatical: int
    dismal: int
    terror: int


class Intelligence(Entry, frozen=True):
    """13.1, 14 The highest die that succeeds; the die of a blowback; 6.0 the dice of set-up."""

    isr_zone: int
    isr_underground: int
    infowar: int
    blowback: int
    setup_dice_islamist: int
    setup_dice_north: int


class Movement(Entry, frozen=True):
    """16.1 Points by contingent; 16.5 the extra one of a road."""

    US: int
    NATO: int
    NA: int
    IR: int
    road_bonus: int


class Transport(Entry, frozen=True):
    """19.3 Points an airbase has, and a unit takes."""

    airbase: int
    airbase_with_fob: int
    light: int
    heavy: int


class Airlift(Entry, frozen=True):
    """29.3 The highest die on which they fly."""

    without_coalition: int
    with_coalition: int


class LoyaJirga(Entry, frozen=True):
    """33"""

    zone: str
    leaders: int
    on_failure: int
    on_success: int


class RandomLocation(Entry, frozen=True):
    """30.2 rows[first die - 1][second die - 1]"""

    rows: tuple[tuple[str, ...], ...]


class EventEntry(Entry, frozen=True):
    """29.1"""

    roll: int
    id: str
    name: str


class TablesFile(Entry, frozen=True):
    track: Track
    victory: Victory
    jihad: Jihad
    terrain: tuple[Terrain, ...]
    netwar: NetWar
    edge: Edge
    intelligence: Intelligence
    movement: Movement
    transport: Transport
    airlift: Airlift
    loya_jirga: LoyaJirga
    random_location: RandomLocation
    event: tuple[EventEntry, ...]


class AllFiles(Entry, frozen=True):
    """Every file of `data/`."""

    drawing: DrawingFile
    map: MapFile
    pieces: PiecesFile
    setup: SetupFile
    tables: TablesFile
