"""The position: all of it is public (what hides, the types of concealed nodes, is drawn when revealed; ruling e2).

Belongs here: the structs of the state, the start, the list of broken invariants. Must not be here: flow of play.
Places of units: a space, a base, or one of the boxes RECRUIT, ELIMINATED, DESERTED.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec

from pbem.kit.data import Files
from pbem.kit.numbers import bind
from pbem.kit.options import chosen
from pbem.kit.pools import Pool, size
from pbem_games.fallujah.numbers import DATA, Numbers
from pbem_games.fallujah.options import GameOptions, seats_for, settle_team
from pbem_games.fallujah.printed import Level, Scenario
from pbem_games.fallujah.stacking import overstacked

RECRUIT, ELIMINATED, DESERTED = "recruit", "eliminated", "deserted"
BOXES = (RECRUIT, ELIMINATED, DESERTED)
IN_BIN, CAPTURED = "bin", "captured"
CONCEALED = ""
KEPT = "kept"  # a leader between the battles of a campaign, until he is given to a unit (30.2)
CAMPAIGN = "campaign"


class UnitState(msgspec.Struct):
    """Where a unit is. A helicopter over a space is landed unless `aloft` (ruling R31)."""

    place: str = RECRUIT
    reduced: bool = False
    aloft: bool = False


class Node(msgspec.Struct):
    """20 A node on the map; `type` is CONCEALED until it is drawn at its reveal."""

    type: str = CONCEALED
    checked: bool = False  # its Morale Check has been made (ruling R40)


class Enemy(msgspec.Struct):
    """15 An OPFOR counter in the battle. A mob's firepower is rolled anew each round (ruling R57)."""

    kind: str
    firepower: int
    contact: int


class Operation(msgspec.Struct):
    """10.1 The J-3 operation under way; its fields end with it."""

    mode: str  # ground, leap, air, airmobile, networked
    force: list[str]  # riders and carriers too, in the order of lists
    space: str  # where the force is
    points: int = 0  # movement points left, the bonus of the MSR among them until the force leaves it (13.2)
    from_base: bool = False  # it left a base in this operation (ruling R21)
    leaves_msr: bool = False  # a step of this operation was no MSR edge, so no bonus (ruling R27)
    entered: int = 0  # spaces and bases entered on the ground so far
    carriers: dict[str, str] = {}  # rider -> the Amtrac he moves on with (25.2)
    queue: list[str] = []  # counters picked and not yet executed (14.3)
    held: list[str] = []  # markers that go back to the Reaction Bin when the reaction is over (ruling R43)
    enemies: list[Enemy] = []
    ambushes: int = 0
    martyrs: bool = False
    civilians: bool = False
    combat_round: int = 0
    due: int = 0  # OPs that Negotiations cost at the end of the operation


class Score(msgspec.Struct):
    """35, ruling R134 What a player's own operations brought."""

    nodes: int = 0
    killed: int = 0
    lost: int = 0


class State(msgspec.Struct, dict=True):
    """The position."""

    numbers: ClassVar[Numbers]
    game: str  # vigilant_resolve, phantom_fury or campaign
    scenario: str  # the battle being fought
    options: GameOptions
    seats: list[str]  # one, or the players of a team in their order
    ops: int
    kia: int
    morale: Level
    units: dict[str, UnitState]
    leaders: dict[str, str]  # leader -> the unit he is with, "" in the recruit box, "kept" between battles (30.2)
    recruits: Pool  # strikes and NetWar in the recruit box
    available: Pool  # strikes, NetWar and Intel at hand
    set_aside: Pool  # NetWar used for InfoWar (19)
    reaction_bin: Pool
    unseen_nodes: Pool  # types of the nodes never revealed: concealed on the map, or in the Node Bin
    node_bin: int  # how many nodes are in the Node Bin
    nodes: dict[str, Node] = {}
    captured_nodes: list[str] = []
    destroyed_nodes: list[str] = []
    eliminated_hvt: list[str] = []
    removed_events: list[str] = []
    helicopter: str = IN_BIN  # the Downed Helicopter: IN_BIN, its space, or CAPTURED
    uprising: bool = False
    blown: list[str] = []  # bridges
    battle: int = 1  # of the campaign
    first_kia: int = 0  # how the first battle of a campaign ended
    dead_hvt: list[str] = []  # eliminated in the first battle, out of the second (30.2)
    phase: str = "setup"  # setup, operations
    turn: int = 0
    player: int = 0  # whose turn, in `seats`
    passes: int = 0  # players in a row who have passed (ruling R133)
    scores: dict[str, Score] = {}
    standing: dict[str, list[str]] = {}  # player -> the players who may use his units unasked (ruling R130)
    proposal: str = ""  # the order that the other players are asked about
    operation: Operation | None = None

    @property
    def seat(self) -> str:
        """Who runs the operation."""
        return self.seats[self.player]

    @property
    def printed(self) -> Scenario:
        """What is printed of the battle being fought."""
        return self.numbers.scenarios[self.scenario]


def new_state(scenario: str, options: Mapping[str, Any], files: Files) -> State:
    """7.1, 30.1 The position before the Coalition buys its first units."""
    numbers = DATA.numbers(files)
    seats = list(seats_for(options))
    first = numbers.campaign.first if scenario == CAMPAIGN else scenario
    printed = numbers.scenarios[first]
    start = State(
        game=scenario,
        scenario=first,
        options=settle_team(chosen(GameOptions, options), numbers),
        seats=seats,
        ops=printed.ops,
        kia=printed.kia,
        morale=printed.morale,
        units={id: UnitState() for id in numbers.units},
        leaders=dict.fromkeys(numbers.leaders, ""),
        recruits=dict(numbers.buyable),
        available={**dict.fromkeys(numbers.buyable, 0), "intel": 0},
        set_aside={numbers.netwar.id: 0},
        reaction_bin=dict(numbers.reaction_bin),
        unseen_nodes=dict(numbers.node_bin),
        node_bin=size(numbers.node_bin) - len(numbers.node_spaces),
        nodes={space: Node() for space in numbers.node_spaces},
        scores={seat: Score() for seat in seats},
    )
    return bind(start, numbers)


def problems(state: State) -> list[str]:
    """Every broken invariant of the position, in plain words; empty for a sound one."""
    return [*_unit_problems(state), *_marker_problems(state), *_opfor_problems(state)]


def _unit_problems(state: State) -> list[str]:
    numbers = state.numbers
    found = []
    if list(state.units) != list(numbers.units):
        found.append("a unit was lost or made")
    for id, unit in state.units.items():
        printed = numbers.units[id]
        if unit.place not in numbers.spaces and unit.place not in numbers.bases and unit.place not in BOXES:
            found.append(f"{id} is nowhere: {unit.place}")
        if unit.reduced and (not printed.reduced or unit.place in BOXES):
            found.append(f"{id} cannot be reduced")
        if unit.aloft and (printed.weight != "helicopter" or unit.place not in numbers.spaces):
            found.append(f"{id} cannot be aloft in {unit.place}")
    for leader, carrier in state.leaders.items():
        if carrier not in ("", KEPT) and state.units[carrier].place in BOXES:
            found.append(f"{leader} is with {carrier}, which is not in play")
    in_motion = state.operation.space if state.operation is not None else ""
    for space in numbers.spaces:
        there = [id for id, unit in state.units.items() if unit.place == space]
        if space != in_motion and (fault := overstacked(numbers, there)):
            found.append(f"{space} holds too many {fault} (8.2)")
    return found


def _marker_problems(state: State) -> list[str]:
    found = []
    for kind, count in state.numbers.buyable.items():
        held = state.recruits[kind] + state.available[kind] + state.set_aside.get(kind, 0)
        if held != count:
            found.append(f"{held} {kind} where there are {count}")
    pools = (state.recruits, state.available, state.set_aside, state.reaction_bin, state.unseen_nodes)
    if any(count < 0 for pool in pools for count in pool.values()):
        found.append("less than none in a pool")
    return found


def _opfor_problems(state: State) -> list[str]:
    numbers, operation = state.numbers, state.operation
    out = [*state.eliminated_hvt, *state.dead_hvt, *state.removed_events, *["intel"] * state.available["intel"]]
    out += ["uprising_elsewhere"] * state.uprising
    if state.helicopter != IN_BIN:
        out.append("downed_helicopter")
    if operation is not None:
        out += [*operation.queue, *operation.held, *(e.kind for e in operation.enemies)]
    found = [
        f"{state.reaction_bin[kind]} {kind} in the Reaction Bin and {out.count(kind)} out of it, of {count}"
        for kind, count in numbers.reaction_bin.items()
        if state.reaction_bin[kind] + out.count(kind) != count
    ]
    concealed = sum(node.type == CONCEALED for node in state.nodes.values())
    if size(state.unseen_nodes) != concealed + state.node_bin:
        found.append("nodes never revealed do not sum up")
    seen = [node.type for node in state.nodes.values() if node.type] + state.captured_nodes + state.destroyed_nodes
    for kind, count in numbers.node_bin.items():
        if state.unseen_nodes[kind] + seen.count(kind) != count:
            found.append(f"{kind} nodes do not sum up")
    return found
