"""What a position is worth, in hundredths of a VP: to the sensible bot, and to whoever asks for a good first thought.

Belongs here: values of places and battles, rough ones. Must not be here: which orders there are.
"""

from __future__ import annotations

from collections.abc import Sequence

from pbem.kit.pools import size
from pbem_games.fallujah.map import firepower, ground_units_at, has_node, type_of, under_way
from pbem_games.fallujah.orders import Counts
from pbem_games.fallujah.state import State

POINT = 100
OP = 60  # what an OP is worth while there is something to do with it


def node_value(state: State, space: str, force: Sequence[str]) -> int:
    """What capturing the node there brings, the point for a node left on the map included."""
    worth = 0
    if state.helicopter == space:
        worth += 4 * POINT + OP
    if space not in state.nodes:
        return worth
    numbers = state.numbers
    kinds = state.unseen_nodes if not state.nodes[space].type else {state.nodes[space].type: 1}
    total = 0
    for kind, count in kinds.items():
        node = numbers.nodes[kind]
        gain = node.gain + (node.gain_with_sof if any(type_of(state, u) == "sof" for u in force) else 0)
        total += count * (node.vp * POINT + gain * OP)
    return worth + POINT + total // max(1, size(kinds))


def control_value(state: State, space: str) -> int:
    """What holding a space brings at the end."""
    printed = state.numbers.spaces[space]
    value = POINT if printed.terrain in ("objective", "mosque") else 0
    return value + (POINT // 2 if printed.msr else 0)


def expected_enemies(state: State, space: str) -> int:
    """Hundredths of an OPFOR unit that a reaction there brings."""
    picks = state.numbers.picks(state.morale)
    node = state.nodes.get(space)
    if node is not None and node.type == "arms_cache":
        picks += 1
    fighting = sum(state.reaction_bin[k] for k in (*state.numbers.opfor, "mob_attack"))
    return picks * 100 * fighting // max(1, size(state.reaction_bin))


def hits_a_round(state: State, units: Sequence[str]) -> int:
    """Hundredths of a hit that these units score in a round."""
    return sum(firepower(state, u) for u in units) * 100 // 6


def battle_value(state: State, space: str, force: Sequence[str]) -> int:
    """Kills against losses, and the danger of being beaten; negative for a force too weak."""
    enemies = expected_enemies(state, space)
    own = hits_a_round(state, force)
    if state.numbers.spaces[space].terrain == "open":
        own *= 2
    rounds = max(100, enemies * 100 // max(1, own))  # hundredths
    losses = enemies * 45 // 100 * rounds // 100 * 2 // 3
    if own < enemies * 9 // 10 or len(force) < 2:
        return -3 * POINT
    return enemies * 9 // 10 - losses


def arrival_value(state: State, space: str, force: Sequence[str]) -> int:
    """What it is worth that this force comes to a space: battle, node, control."""
    if ground_units_at(state, space):
        return 0  # 14.1(1) nothing happens; who holds it holds it already
    value = battle_value(state, space, force)
    if value <= -POINT:
        return value
    value += node_value(state, space, force) if has_node(state, space) else 0
    return value + control_value(state, space)


def leaving_value(state: State, space: str, left: Sequence[str]) -> int:
    """What is lost where a force goes away and nobody stays."""
    if space not in state.numbers.spaces or left:
        return 0
    return -control_value(state, space)


def closeness(state: State, space: str) -> int:
    """A little for being near what is still to be taken, so that groups far away come on."""
    goals = [s for s in state.numbers.node_spaces if s in state.nodes or not ground_units_at(state, s)]
    if not goals:
        return 0
    distances = state.numbers.graph.reach(space)
    return -5 * min(distances[s] for s in goals)


def enough_support(state: State) -> Counts:
    """16.1(3) Strikes where the force alone is not likely to break them, those without collateral damage first."""
    operation = under_way(state)
    wanted = len(operation.enemies) * 100 - hits_a_round(state, operation.force)
    free = not state.numbers.terrain[state.numbers.spaces[operation.space].terrain].collateral[state.scenario]
    chosen: dict[str, int] = {}
    for strike in state.numbers.strikes.values():
        harmless = free or not strike.collateral
        while state.available[strike.id] > chosen.get(strike.id, 0) and wanted > (0 if harmless else 100):
            chosen[strike.id] = chosen.get(strike.id, 0) + 1
            wanted -= strike.firepower * 100 // 6
    return tuple((kind, chosen[kind]) for kind in state.numbers.strikes if kind in chosen)
