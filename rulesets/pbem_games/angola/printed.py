"""What is printed: the structs that the files of `data/` are read into.

Belongs here: one struct for each kind of entry and table. Must not be here: anything made from them (numbers).
"""

from __future__ import annotations

from typing import Literal

from pbem.kit.data import Entry


class Region(Entry, frozen=True):
    """2.3 One region. `marker` is "", "pool" or the faction that begins with it; `tokens` the price of capture."""

    id: str
    name: str
    terrain: Literal["clear", "savannah", "jungle", "hills"]
    jungle_rating: int
    settlement: Literal["", "town", "city"]
    port: bool
    marker: str
    tokens: int
    area: str
    tags: tuple[str, ...]


class Border(Entry, frozen=True):
    """7.2, 14 A border; `up` is the region on the upper side of an escarpment, or "".

    `access` fnla_out leads from a to b only, fnla_in likewise; both are for FNLA.
    """

    a: str
    b: str
    road: bool
    up: str
    access: Literal["all", "western", "fnla_in", "fnla_out"]
    when: Literal["always", "before_cabinda_falls", "after_cabinda_falls"]


class MapFile(Entry, frozen=True):
    region: tuple[Region, ...]
    border: tuple[Border, ...]


class Faction(Entry, frozen=True):
    """2.1 A faction; `code` begins the ids of its counters."""

    id: str
    name: str
    code: str
    alliance: str
    patron: str
    columns: tuple[str, ...]
    tokens: int
    may_enter_zaire: bool
    may_enter_flec_base: bool
    may_enter_south_west_africa: bool
    conducts_on_tie: bool


class Alliance(Entry, frozen=True):
    id: str
    name: str
    members: tuple[str, str]


class UnitType(Entry, frozen=True):
    """2.4.1 A type of Minor Unit; `counts` by faction are the counters that exist (16)."""

    id: str
    name: str
    stem: str
    kind: str
    strength: int
    dice: int
    pips: int
    road_bound: bool
    plain_infantry: bool
    counts: dict[str, int]


class MajorUnit(Entry, frozen=True):
    id: str
    faction: str
    patron: str
    name: str
    kind: str
    strength: int
    dice: int
    pips: int
    road_bound: bool


class EquipmentType(Entry, frozen=True):
    """2.4.2 One type of the common pool; `dice` on the Hit Table when fired."""

    id: str
    name: str
    count: int
    dice: int


class PiecesFile(Entry, frozen=True):
    faction: tuple[Faction, ...]
    alliance: tuple[Alliance, ...]
    unit_type: tuple[UnitType, ...]
    major_unit: tuple[MajorUnit, ...]
    equipment: tuple[EquipmentType, ...]


class OperationsCard(Entry, frozen=True):
    """5.2 How many cards of a kind a faction has at the start, and the turns on which one more joins."""

    faction: str
    kind: str
    start: int
    turns: tuple[int, ...]


class Step(Entry, frozen=True):
    from_turn: int
    amount: int


class Gain(Entry, frozen=True):
    """12.4.1 What a Reinforcement Card brings to some factions: the last step whose turn has come."""

    factions: tuple[str, ...]
    item: str
    steps: tuple[Step, ...]


class ReinforcementCard(Entry, frozen=True):
    id: str
    title: str
    gain: tuple[Gain, ...]


class CardsFile(Entry, frozen=True):
    operations_card: tuple[OperationsCard, ...]
    reinforcement_card: tuple[ReinforcementCard, ...]


class PackSize(Entry, frozen=True):
    by_turn: tuple[int, ...]


class Faces(Entry, frozen=True):
    """What each face of a die means, the 1 first."""

    faces: tuple[str, ...]


class DiceRow(Entry, frozen=True):
    attacker: int
    defender: int


class TerrainDice(Entry, frozen=True):
    max_net_bonus: int
    clear: DiceRow
    savannah: DiceRow
    hills: DiceRow
    jungle: DiceRow


class Odds(Entry, frozen=True):
    levels: tuple[str, ...]
    automatic_victory_ratio: int


class AdjustmentRow(Entry, frozen=True):
    at_least: int
    shift: int


class Adjustment(Entry, frozen=True):
    rows: tuple[AdjustmentRow, ...]


class CombatResult(Entry, frozen=True):
    """9.11.5 Who loses what; `loss` is a fraction of the loss table, "0" or "all"."""

    odds: str
    loser: Literal["attacker", "defender", "none"]
    loss: Literal["0", "1/3", "1/2", "2/3", "all"]
    retreat: bool


class Loss(Entry, frozen=True):
    """9.11.6 Units lost of a Force of one, two, ... Units."""

    third: tuple[int, ...]
    half: tuple[int, ...]
    two_thirds: tuple[int, ...]


class DirectAidRow(Entry, frozen=True):
    tokens: int
    major: int
    minor: int


class DirectAid(Entry, frozen=True):
    rows: tuple[DirectAidRow, ...]
    minor_choices: tuple[str, ...]


class CrisisRow(Entry, frozen=True):
    """12.2 One score; 99 means all, or no more cards."""

    die: int
    receive_major: int
    withdraw: int
    card_penalty: int
    effect: Literal["", "majors_may_not_attack", "majors_may_not_move", "cut_off"]


class Crisis(Entry, frozen=True):
    first_roll_bonus: int
    rows: tuple[CrisisRow, ...]


class TurnWinRow(Entry, frozen=True):
    tokens_at_least: int
    spaces: int


class TurnWin(Entry, frozen=True):
    rows: tuple[TurnWinRow, ...]


class VictoryTrack(Entry, frozen=True):
    start: int
    end: int


class CaptureTokens(Entry, frozen=True):
    town: int
    city: int
    luanda: int
    cabinda: int


class Limits(Entry, frozen=True):
    road_move: int
    clear_move: int
    mixed_move: int
    setup_units_per_marker: int
    bid_max: int
    air_strikes_per_faction: int
    artillery_per_faction: int
    stragglers: int
    stragglers_from_eight: int
    brigade_cost: int
    covert_equipment_per_region: int
    covert_equipment_per_settlement: int
    covert_units_per_port: int
    direct_aid_units_per_port: int


class SovietLuanda(Entry, frozen=True):
    luanda: int
    cabinda: int


class SetRecruitment(Entry, frozen=True):
    fnla_zaire: int
    fnla_flec_base_minimum: int
    fnla_luanda: int
    unita_south_west_africa: int
    unita_luanda: int
    soviet_luanda: tuple[SovietLuanda, ...]
    mpla_cabinda_without_luanda: int


class TablesFile(Entry, frozen=True):
    pack_size: PackSize
    first_player: Faces
    hit: Faces
    terrain_dice: TerrainDice
    odds: Odds
    adjustment: Adjustment
    result: tuple[CombatResult, ...]
    loss: Loss
    direct_aid: DirectAid
    crisis: Crisis
    turn_win: TurnWin
    victory_track: VictoryTrack
    capture_tokens: CaptureTokens
    limits: Limits
    set_recruitment: SetRecruitment


class OnMap(Entry, frozen=True):
    faction: str
    region: str
    units: dict[str, int]


class Scenario(Entry, frozen=True):
    id: str
    title: str
    first_turn: int
    pool_draw: dict[str, int]
    off_map_infantry: dict[str, int]
    on_map: tuple[OnMap, ...]


class Turns(Entry, frozen=True):
    count: int
    months: tuple[str, ...]


class ScenariosFile(Entry, frozen=True):
    turns: Turns
    scenario: tuple[Scenario, ...]


class SourcesFile(Entry, frozen=True):
    sources: dict[str, str]


class AllFiles(Entry, frozen=True):
    map: MapFile
    pieces: PiecesFile
    cards: CardsFile
    tables: TablesFile
    scenarios: ScenariosFile
    sources: SourcesFile
