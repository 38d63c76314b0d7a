"""14 OPFOR Reaction: a force has stopped; the node it meets, the counters picked, the battle, what comes of it.

Belongs here: the order of a reaction. Must not be here: events, battle, capture, movement.
"""

from __future__ import annotations

from pbem.play.requests import Tell
from pbem_games.fallujah.capture import capture, lose_battle
from pbem_games.fallujah.combat.sequence import fight
from pbem_games.fallujah.events import afterwards, effect_of
from pbem_games.fallujah.leaders import check_leader
from pbem_games.fallujah.map import ground_units_at, has_node, has_type, labels, name_of, under_way
from pbem_games.fallujah.nodes import is_revealed, meet_node
from pbem_games.fallujah.picks import deploy, next_event, pick, put_away, return_counters
from pbem_games.fallujah.state import State


async def react(state: State) -> bool:
    """14.1, 14.2 What the force of the operation meets where it has stopped; only a force that moved comes here.

    True if it fought and won in a space without a node, so that it may go on (ruling R88). BattleEnds may pass
    through: then nothing is deployed, won or captured any more (ruling R85).
    """
    operation = under_way(state)
    space = operation.space
    if others := blocking_units(state):
        text = f"{labels(state, others)} in {name_of(state, space)} before: no reaction, the operation is over"
        await Tell(rule="14.1", text=text, places=(space,))
        return False
    await meet_node(state, space, rule="14.1")  # 14.1(2)
    if operation.force:
        await pick_counters(state)
    await execute_events(state)
    may_go_on = await engage(state)
    end_reaction(state)
    return may_go_on


def blocking_units(state: State) -> list[str]:
    """14.1(1) Ground units in the space that are not of the force: nothing happens, node or not (rulings R35, R36).

    Empty where a FOB alone stands at a node: it never leaves, and the node could else never be taken (ruling R36).
    """
    operation = under_way(state)
    others = [unit for unit in ground_units_at(state, operation.space) if unit not in operation.force]
    is_fob_at_node = has_node(state, operation.space) and all(has_type(state, [unit], "fob") for unit in others)
    return [] if is_fob_at_node else others


async def pick_counters(state: State) -> None:
    """14.1(2), 14.1(3), 9.3(1) As many as the level says now, one more at an Arms Cache (rulings R41, R42, R44)."""
    space = under_way(state).space
    count = state.numbers.picks(state.morale)
    if is_revealed(state, space):
        count += state.numbers.nodes[state.nodes[space].type].picks
    for _ in range(count):
        await pick(state)


async def execute_events(state: State) -> None:
    """14.3 Deception and events in the order picked, those that join meanwhile too; what fights waits (ruling R44)."""
    operation = under_way(state)
    while kind := next_event(state, operation):
        goes_to = afterwards(state, kind)
        await effect_of(kind)(state)
        put_away(state, kind, goes_to)


async def engage(state: State) -> bool:
    """14.3(3), 15, 17 OPFOR units are deployed and fought; a node is lost with the battle, else captured.

    A node that came down here during the reaction counts (ruling R139); without a battle it is captured at once, and
    no leader is looked for (rulings R76, R77). No force is left: no battle, nothing lost or won (ruling R78).
    """
    operation = under_way(state)
    space, is_opposed = operation.space, bool(operation.queue)
    if not operation.force:
        text = f"No unit is left in {name_of(state, space)}: there is no battle"
        await Tell(rule="15", text=text, places=(space,))
        return False
    deploy(state)
    if not is_opposed:
        text = f"{labels(state, operation.force)} in {name_of(state, space)}: no OPFOR unit appears"
        await Tell(rule="14.3", text=text, places=(space,))
    elif not await fight(state):
        await lose_battle(state)
        return False
    has_taken = await capture(state)
    if is_opposed:
        await check_leader(state)
    return is_opposed and not has_taken


def end_reaction(state: State) -> None:
    """14.3, 14.5 Held markers go back before any continued movement (ruling R43); what the events did here is over."""
    operation = under_way(state)
    assert not operation.enemies, f"still fighting: {operation.enemies}"
    return_counters(state)
    operation.ambushes, operation.combat_round = 0, 0
    operation.martyrs = operation.civilians = False
