"""17, 20.3 What a won battle brings and a lost one costs.

Belongs here: node and helicopter marker of the reaction space, OPs for them. Must not be here: VP, leaders.
"""

from __future__ import annotations

from pbem.play.requests import Tell
from pbem_games.fallujah.combat.battle import return_enemies
from pbem_games.fallujah.indexes import gain_ops, lose_ops
from pbem_games.fallujah.map import has_type, name_of, under_way
from pbem_games.fallujah.printed import NodeType
from pbem_games.fallujah.state import CAPTURED, State


async def capture(state: State) -> bool:
    """17, 20.3 The force takes what lies in its space, after a won battle or unopposed (ruling R76): True if it did.

    Helicopters alone do so too, without controlling the space (24.7, ruling R74). Whoever takes something moves no
    further in this operation (10.1(4)); only the force of a J-3 takes anything (rulings R36, R86).
    """
    operation = under_way(state)
    has_taken = operation.space in state.nodes or state.helicopter == operation.space
    if operation.space in state.nodes:
        await _capture_node(state, operation.space)
    if state.helicopter == operation.space:
        await _secure_helicopter(state, operation.space)
    return has_taken


async def _capture_node(state: State, space: str) -> None:
    """17, 27.2 The node is captured; OPs at once, at a Hostage House for any SOF in the force (ruling R89)."""
    node = state.numbers.nodes[state.nodes.pop(space).type]
    state.captured_nodes.append(node.id)
    state.scores[state.seat].nodes += 1
    await Tell(rule="17", text=f"{node.name} is captured in {name_of(state, space)}", places=(space,), headline=True)
    await gain_ops(state, gain_of(state, node), node.name, rule="17")


def gain_of(state: State, node: NodeType) -> int:
    """17, ruling R89 OPs for a node that the force captures."""
    return node.gain + (node.gain_with_sof if has_type(state, under_way(state).force, "sof") else 0)


async def _secure_helicopter(state: State, space: str) -> None:
    """14.7 The Downed Helicopter counts as a node."""
    state.helicopter = CAPTURED
    state.scores[state.seat].nodes += 1
    text = f"The Downed Helicopter is secured in {name_of(state, space)}"
    await Tell(rule="17", text=text, places=(space,), headline=True)
    await gain_ops(state, state.numbers.tables.events.helicopter_gain, "Downed Helicopter", rule="17")


async def lose_battle(state: State) -> None:
    """17, 20.3 OPs are lost for what lies there, once and together (ruling R79), then OPFOR leaves the map.

    The node stays, revealed. Units that were in the space before are untouched.
    """
    loss, why = loss_at(state, under_way(state).space)
    where = name_of(state, under_way(state).space)
    await lose_ops(state, loss, f"Battle lost at {' and '.join(why)} in {where}", rule="17")
    return_enemies(state)


def loss_at(state: State, space: str) -> tuple[int, list[str]]:
    """17, 20.3, ruling R79 OPs that a lost battle costs there, and for what."""
    loss, why = 0, []
    if space in state.nodes:
        node = state.numbers.nodes[state.nodes[space].type]
        loss, why = node.loss, [node.name]
    if state.helicopter == space:
        loss, why = loss + state.numbers.tables.events.helicopter_loss, [*why, "Downed Helicopter"]
    return loss, why
