"""The position: what is public, and handles of what is not.

Belongs here: the structs of the state, the start, the list of broken invariants. Must not be here: flow of play.
Unit tokens: a counter's id (`f.inf1`), or the label of a Major Unit that only its owner knows (`f.h1`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec

from pbem.kit import hidden
from pbem.kit.data import Files
from pbem.kit.numbers import bind
from pbem.kit.options import chosen
from pbem.play.requests import Sealed
from pbem_games.angola.numbers import DATA, FACTIONS, Numbers
from pbem_games.angola.options import GameOptions

Token = str
Manifest = tuple[Token, ...]


class Claim(hidden.Claim):
    """A public claim about a Column's secret contents, judged when they are opened (ruling R126).

    `known` and `gone` are the contents as they were when it was made (see Column); `number` is what was
    announced, where the kind wants one.
    """

    known: list[Token]
    gone: list[Token]
    number: int = 0


class Column(msgspec.Struct):
    """8.1 A Column marker on the map. Its Units: `known`, and those of `sealed` less `gone`.

    `sealed` is None if everybody knows all; `gone` are sealed Units that have since left in public.
    """

    region: str
    known: list[Token] = []
    sealed: Sealed[Manifest] | None = None
    gone: list[Token] = []
    plus: int = 0  # +1 jungle markers (7.2)
    moved: bool = False  # crossed a border this turn (ruling R20)
    claims: list[Claim] = []


class Loose(msgspec.Struct):
    """8 A Unit under no Column marker: visible to all."""

    region: str
    moved: bool = False
    straggler: bool = False  # may not move again this turn (9.12)


class JungleSet(msgspec.Struct):
    """7.2 Loose Units that failed together to leave the jungle, with their +1 markers (ruling R35)."""

    region: str
    units: list[Token]
    plus: int


class Piece(msgspec.Struct):
    """2.4.2 A piece of Equipment in a faction's hands.

    Its place is sealed in `entry`, or in the open in `public` (an entry in plain words, "" while secret).
    """

    kind: str
    entry: Sealed[str] | None = None
    public: str = ""


class CrisisState(msgspec.Struct):
    """12.2 What the patron has decided; it lasts for the game (ruling R109)."""

    has_rolled: bool = False
    card_penalty: int = 0
    majors_may_not_attack: bool = False
    majors_may_not_move: bool = False
    cut_off: bool = False


class FactionState(msgspec.Struct):
    """Everything of one faction."""

    columns: dict[str, Column] = {}
    loose: dict[Token, Loose] = {}
    jungle: list[JungleSet] = []
    reserve: list[Token] = []  # ground counters not in play
    major_pool: list[Token] = []  # Major Units not seen to have left the pool; `hidden` ones are among them
    hidden: dict[Token, Sealed[str]] = {}  # label -> which Major Unit it is
    hidden_made: int = 0
    named: dict[Token, Token] = {}  # labels that have been shown -> which Major Unit that was
    dead: list[Token] = []
    air_ready: int = 0
    air_done: int = 0
    pack: list[Sealed[str]] = []
    opened: list[str] = []  # cards of this turn's pack, as far as opened
    tokens: dict[str, int] = {}  # colour -> Victory Tokens in front of this faction
    equipment: dict[str, Piece] = {}
    carriers: dict[str, str] = {}  # where what a sealed entry names has gone since (see equipment.py)
    crisis: CrisisState = msgspec.field(default_factory=CrisisState)
    field_regions: list[str] = []  # where a sealed entry may be of a minefield (9.9.1)
    watches: bool = False  # wants to be asked during its ally's cards (ruling R133)


class Marker(msgspec.Struct):
    """10 A Control Marker: its holder ("" for nobody) and its face."""

    holder: str = ""
    up: bool = True


class Battle(msgspec.Struct):
    """9 A combat under way. Units of both sides are found in `factions`; what is noted here ends with the combat."""

    attacker: str
    letter: str
    origin: str  # the Attacker's Region (9.1)
    region: str  # the Combat Region
    defenders: list[str]  # factions, clockwise
    conductor: str = ""  # ruling R50; "" until Step 3
    combat_round: int = 1
    announced: dict[str, int] = {}  # Step 1 figures by faction
    suppressed: list[Token] = []
    fired: list[Token] = []  # artillery that has fired
    air: dict[str, int] = {}  # airgroups over the region, by faction, from Step 2 to Step 5
    minefield: str = ""  # the piece id of a declared minefield that is still there


class State(msgspec.Struct, dict=True):
    """The public position."""

    numbers: ClassVar[Numbers]
    scenario: str
    options: GameOptions
    factions: dict[str, FactionState]
    markers: dict[str, Marker]
    track: dict[str, int]
    equipment_pool: list[str]
    turn: int = 1
    phase: str = "setup"  # setup, planning, operations, end
    first_player: str = ""
    step: str = ""  # of the End Phase, where play restarts
    turn_winner: str = ""  # the alliance that won this turn, "" for none (11.4)
    battle: Battle | None = None
    card: int = 0  # the card of the packs that is being played, from 0
    player: int = 0  # whose card, from 0 in turn order
    cabinda_fallen: bool = False
    cabinda_holder: str = "mpla"

    def turn_order(self) -> list[str]:
        """4.2, ruling R6 The factions clockwise, beginning with the first player."""
        start = FACTIONS.index(self.first_player) if self.first_player else 0
        return [*FACTIONS[start:], *FACTIONS[:start]]


def new_state(scenario: str, options: Mapping[str, Any], files: Files) -> State:
    """3 Steps 1 to 4: the position before the Control Markers are drawn."""
    numbers = DATA.numbers(files)
    start = numbers.tables.victory_track.start
    state = State(
        scenario=scenario,
        options=chosen(GameOptions, options),
        factions={f: _new_faction(numbers, f) for f in FACTIONS},
        markers={id: Marker(r.marker if r.marker != "pool" else "") for id, r in numbers.regions.items() if r.marker},
        track=dict.fromkeys(numbers.alliances, start),
        equipment_pool=[f"{e.id}{i}" for e in numbers.equipment.values() for i in range(1, e.count + 1)],
        turn=numbers.scenarios[scenario].first_turn,
    )
    for placed in numbers.scenarios[scenario].on_map:  # step 4
        faction = state.factions[placed.faction]
        for unit_type, count in placed.units.items():
            for _ in range(count):
                unit = next(u for u in faction.reserve if numbers.counters[u].type == unit_type)
                faction.reserve.remove(unit)
                faction.loose[unit] = Loose(placed.region)
    return bind(state, numbers)


def _new_faction(numbers: Numbers, faction: str) -> FactionState:
    counters = numbers.counters_of[faction].values()
    return FactionState(
        reserve=[c.id for c in counters if not c.is_major],
        major_pool=[c.id for c in counters if c.is_major],
        tokens={f: numbers.factions[f].tokens if f == faction else 0 for f in FACTIONS},
    )


def problems(state: State) -> list[str]:
    """Every broken invariant of the public position, in plain words; empty for a sound one."""
    found: list[str] = []
    numbers = state.numbers
    for id, faction in state.factions.items():
        found += [f"{id}: {text}" for text in _faction_problems(state, id, faction)]
    for colour in FACTIONS:
        if sum(f.tokens[colour] for f in state.factions.values()) != numbers.factions[colour].tokens:
            found.append(f"the Victory Tokens of {colour} do not sum up")
    for region in numbers.regions:
        sides = {numbers.alliance(f) for f in FACTIONS if _stands(state.factions[f], region)}
        if len(sides) > 1 and not _is_contested(state, region):
            found.append(f"enemies share {region}")
    end, start = numbers.tables.victory_track.end, numbers.tables.victory_track.start
    found += [f"the track of {a} stands on {v}" for a, v in state.track.items() if not end <= v <= start]
    pieces = [*state.equipment_pool, *(p for f in state.factions.values() for p in f.equipment)]
    if len(pieces) != len(set(pieces)) or len(pieces) != sum(e.count for e in numbers.equipment.values()):
        found.append("Equipment was lost or doubled")
    if state.cabinda_fallen and any(_stands(state.factions[f], "flec_base") for f in FACTIONS):
        found.append("Units stand in the FLEC Base after the fall of Cabinda")
    return found


def _is_contested(state: State, region: str) -> bool:
    """Whether a combat is under way there, or a Column has just come for one (5.1)."""
    if state.battle is not None:
        return state.battle.region == region
    mover = state.factions[state.turn_order()[state.player % len(FACTIONS)]]
    return state.phase == "operations" and any(c.moved and c.region == region for c in mover.columns.values())


def _stands(faction: FactionState, region: str) -> bool:
    return any(u.region == region for u in faction.loose.values()) or any(
        c.region == region for c in faction.columns.values()
    )


def _faction_problems(state: State, id: str, faction: FactionState) -> list[str]:
    numbers = state.numbers
    found = []
    seen = [*faction.loose, *faction.reserve, *faction.major_pool, *faction.dead]
    seen += [u for c in faction.columns.values() for u in c.known if u not in faction.hidden]
    if len(seen) != len(set(seen)):
        found.append("a Unit is in two places")
    if any(numbers.counters[u].faction != id for u in seen):
        found.append("a Unit of another faction")
    if any(letter not in numbers.factions[id].columns for letter in faction.columns):
        found.append("a Column marker that does not exist (16)")
    if any(c.sealed is None and not c.known for c in faction.columns.values()):
        found.append("a Column without Units (8.1)")
    if any(c.sealed is None and (c.gone or (any(u in faction.hidden for u in c.known) and not faction.hidden))
           for c in faction.columns.values()):
        found.append("a known Column with sealed leavings")
    if not any(c.sealed for c in faction.columns.values()):
        missing = [c for c in numbers.counters_of[id] if c not in seen]
        if missing:
            found.append(f"Units are nowhere: {', '.join(missing)}")
    if len(faction.hidden) > len(faction.major_pool):
        found.append("more hidden Major Units than can have left the pool")
    if faction.air_ready + faction.air_done > numbers.airgroups(id) or min(faction.air_ready, faction.air_done) < 0:
        found.append("airgroups do not sum up (16)")
    if any(v < 0 for v in faction.tokens.values()):
        found.append("less than no Victory Tokens")
    if any(set(s.units) - set(faction.loose) for s in faction.jungle):
        found.append("a jungle marker on Units that are not there")
    return found
