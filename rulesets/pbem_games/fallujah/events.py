"""14.5, 14.7 The events of the Reaction chart, by kind of marker.

While an event runs its marker lies in the queue. Belongs here: what each does. Must not be here: the order of
execution (reaction), where the marker goes (picks), what counts only in battle (combat).
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from pbem.kit.spelling import plural
from pbem.play.requests import Request, Roll, Tell
from pbem_games.fallujah.forces import remove
from pbem_games.fallujah.indexes import gain_ops, lose_ops
from pbem_games.fallujah.locations import random_location, random_location_without_node
from pbem_games.fallujah.map import ground_units_at, is_in_play, is_iraqi, labels, name_of, type_of, under_way
from pbem_games.fallujah.morale import morale_check
from pbem_games.fallujah.nodes import come_upon, is_revealed
from pbem_games.fallujah.numbers import SIDES
from pbem_games.fallujah.picks import pick
from pbem_games.fallujah.state import DESERTED, Node, State
from pbem_games.fallujah.words import dice as words

Effect = Callable[[State], Coroutine[Request[Any], Any, None]]
RULE = "14.7"


def effect_of(kind: str) -> Effect:
    """14.3(2) What an event marker does."""
    return _EFFECTS[kind]


def afterwards(state: State, kind: str) -> str:
    """14.5 Where its marker goes; Negotiations that cannot be paid go back instead (ruling R46)."""
    return "return" if kind == "negotiations" and _is_broke(state) else state.numbers.events[kind].afterwards


async def ambush(state: State) -> None:
    """14.3 One pick more, and +1 for OPFOR in the first round of this battle, each (rulings R44, R58)."""
    under_way(state).ambushes += 1
    await pick(state)


async def martyrs(state: State) -> None:
    """14.3 One pick more, and whoever survives in this battle stands (rulings R44, R59)."""
    under_way(state).martyrs = True
    await pick(state)


async def civilians(state: State) -> None:
    """14.3 In this battle all units may cause Collateral Damage, as only strikes do otherwise (ruling R53)."""
    operation = under_way(state)
    operation.civilians = True
    text = f"Civilians in {name_of(state, operation.space)}: whoever rolls a 6 may cause Collateral Damage"
    await Tell(rule=RULE, text=text, places=(operation.space,))


async def deception(state: State) -> None:
    """14.3(1) Nothing."""


async def blow_bridges(state: State) -> None:
    """14.7 A die for each whole bridge without ground units in its space; the chart decides, not 14.7 (ruling R48)."""
    bridges = [
        bridge
        for bridge in state.numbers.bridges.values()
        if bridge.id not in state.blown and not ground_units_at(state, bridge.space)
    ]
    blown_from, names = state.numbers.tables.events.bridge_blown_from, [bridge.name for bridge in bridges]
    dice = await Roll(
        rule=RULE, dice=len(bridges), side="opfor", hits=(range(blown_from, SIDES + 1),) * len(bridges),
        decides="bridges", reads=partial(words.each, "Blow Bridges", "is blown", "holds", names, blown_from),
    )
    for bridge, die in zip(bridges, dice, strict=True):
        is_blown = die >= blown_from
        if is_blown:
            state.blown.append(bridge.id)
        text = f"{bridge.name} {'is blown' if is_blown else 'holds'}"
        await Tell(rule=RULE, text=text, places=(bridge.space,), headline=is_blown)


async def downed_helicopter(state: State) -> None:
    """14.7 It comes down at a random location, on units or on a node as may be (rulings R51, R139)."""
    space = await random_location(state)
    await Tell(rule=RULE, text=f"A helicopter is down in {name_of(state, space)}", places=(space,), headline=True)
    state.helicopter = space


async def intel(state: State) -> None:
    """14.7 The player keeps it, to be used like a NetWar marker, in this battle too."""
    await Tell(rule=RULE, text="The Coalition keeps the Intel marker")


async def iraqis_balk(state: State) -> None:
    """14.7 A die for each Iraqi infantry unit on the map or in a base; deserters are out, without KIA (ruling R54)."""
    infantry = [u for u in state.units if is_iraqi(state, u) and type_of(state, u) == "infantry"]
    asked = [unit for unit in infantry if is_in_play(state, unit)]
    deserts_from, names = state.numbers.tables.events.deserts_from, [labels(state, [unit]) for unit in asked]
    dice = await Roll(
        rule=RULE, dice=len(asked), side="opfor", hits=(range(deserts_from, SIDES + 1),) * len(asked),
        decides="desertion", reads=partial(words.each, "Iraqis Balk", "deserts", "stays", names, deserts_from),
    )
    deserters = [unit for unit, die in zip(asked, dice, strict=True) if die >= deserts_from]
    for unit in deserters:
        remove(state, unit, DESERTED)
    text = f"Iraqi units that desert: {labels(state, deserters) or 'none'}"
    await Tell(rule=RULE, text=text, headline=bool(deserters))


async def media_wars(state: State) -> None:
    """14.7, 10.4 An odd die is won in OPs, an even one lost; that may end the battle at once (ruling R56)."""
    (die,) = await Roll(rule=RULE, side="opfor", reads=words.media_wars)
    if die % 2:
        await gain_ops(state, die, "Media Wars", rule=RULE)
    else:
        await lose_ops(state, die, "Media Wars", rule=RULE)


async def check_morale(state: State) -> None:
    """9.2, 14.7 A Morale Check."""
    await morale_check(state, "Morale Check")


async def negotiations(state: State) -> None:
    """14.7 In the first battle a die is lost in OPs when this J-3 ends; with no OPs left, another pick (ruling R46)."""
    operation = under_way(state)
    if not state.printed.negotiates:
        await Tell(rule=RULE, text="Negotiations come to nothing")
    elif _is_broke(state):
        await Tell(rule=RULE, text="No OPs are left to negotiate with: another counter is picked")
        await pick(state)
    else:
        (die,) = await Roll(rule=RULE, side="opfor", reads=words.negotiations)
        operation.due += die
        await Tell(rule=RULE, text=f"Negotiations: {plural(die, 'OP')} will be lost when the operation ends")


async def rear_area_raid(state: State) -> None:
    """14.7 A node out of the Node Bin is laid concealed at a random location without one; an empty bin gives none.

    Under units it is turned up at once, without a reaction (ruling R50). In the space of this reaction it belongs to
    it: an Arms Cache adds its pick to the queue (ruling R139).
    """
    if not state.node_bin:
        await Tell(rule=RULE, text="The Node Bin is empty: no raid")
        return
    space = await random_location_without_node(state)
    state.node_bin -= 1
    state.nodes[space] = Node()
    await Tell(rule=RULE, text=f"Raid: a node is laid in {name_of(state, space)}", places=(space,))
    await come_upon(state, space, rule=RULE)
    if space == under_way(state).space and is_revealed(state, space):
        for _ in range(state.numbers.nodes[state.nodes[space].type].picks):
            await pick(state)


async def uprising_elsewhere(state: State) -> None:
    """14.7 Combat units cost double from now on (ruling R55, prices in recruiting)."""
    await Tell(rule=RULE, text="Uprising elsewhere: reinforcements cost double from now on", headline=True)


def _is_broke(state: State) -> bool:
    """Negotiations of this battle cost OPs, and there is none."""
    return state.printed.negotiates and state.ops <= 0


_EFFECTS: dict[str, Effect] = {
    "ambush": ambush, "blow_bridges": blow_bridges, "civilians": civilians, "deception": deception,
    "downed_helicopter": downed_helicopter, "intel": intel, "iraqis_balk": iraqis_balk, "martyrs": martyrs,
    "media_wars": media_wars, "morale_check": check_morale, "negotiations": negotiations,
    "rear_area_raid": rear_area_raid, "uprising_elsewhere": uprising_elsewhere,
}  # fmt: skip
