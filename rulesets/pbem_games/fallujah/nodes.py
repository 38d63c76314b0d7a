"""20 Nodes: how they are turned up, and what that sets off.

Belongs here: reveals and their effects. Must not be here: picks (reaction), capture, effects in battle (combat).
"""

from __future__ import annotations

from functools import partial

from pbem.kit.pools import listed, take
from pbem.play.requests import Draw, Roll, Tell
from pbem_games.fallujah.forces import lose_step
from pbem_games.fallujah.map import ENGINEERS, ground_units_at, has_type, labels, name_of, units_at
from pbem_games.fallujah.morale import morale_check
from pbem_games.fallujah.numbers import SIDES
from pbem_games.fallujah.state import CONCEALED, Node, State
from pbem_games.fallujah.words import dice as words


def is_concealed(state: State, space: str) -> bool:
    """20 A node lies there face down; the Downed Helicopter never does."""
    return space in state.nodes and state.nodes[space].type == CONCEALED


def is_revealed(state: State, space: str) -> bool:
    """20 A node lies there face up; the Downed Helicopter is none of these."""
    return space in state.nodes and state.nodes[space].type != CONCEALED


async def reveal(state: State, space: str) -> None:
    """20.2 A concealed node is turned up for good: its type is drawn now, from all never revealed. No effects.

    Laid at random and looked at by nobody, it could as well have been drawn when it was laid (dossier e2).
    """
    assert is_concealed(state, space), f"nothing is concealed in {space}"
    reads = partial(words.node_revealed, state.numbers)
    (type,) = await Draw(rule="20.2", about=space, pool=listed(state.unseen_nodes), reads=reads)
    take(state.unseen_nodes, type)
    state.nodes[space] = Node(type)
    text = f"The node in {name_of(state, space)} is turned up: {state.numbers.nodes[type].name}"
    await Tell(rule="20.2", text=text, places=(space,))


async def reveal_effects(state: State, space: str, *, rule: str = "20.1") -> None:
    """20.1 What a node does at the instant it is revealed while units are there: IEDs, Al Qaeda (ruling R42).

    Also after a failed infiltration that has just revealed it, before the reaction (27.1, ruling R107).
    """
    if state.numbers.nodes[state.nodes[space].type].attacks:
        await attack_with_ieds(state, space, rule=rule)
    await check_al_qaeda(state, space, rule=rule)


async def attack_with_ieds(state: State, space: str, *, rule: str) -> None:
    """20.1, 26 A die for each ground unit in the space; an engineer there cancels them all (rulings R39, R70)."""
    targets = ground_units_at(state, space)
    if has_type(state, targets, *ENGINEERS):
        text = f"Engineers disarm the IED Factory in {name_of(state, space)}"
        await Tell(rule="26", text=text, places=(space,))
        return
    hits_from, names = state.numbers.tables.events.ied_hits_from, [labels(state, [unit]) for unit in targets]
    dice = await Roll(
        rule=rule, about=space, dice=len(targets), side="opfor", hits=(range(hits_from, SIDES + 1),) * len(targets),
        decides="IEDs", reads=partial(words.each, "IED Factory", "is hit", "is spared", names, hits_from),
    )
    hit = [unit for unit, die in zip(targets, dice, strict=True) if die >= hits_from]
    if targets:
        text = f"IEDs in {name_of(state, space)} hit {labels(state, hit) or 'nobody'}"
        await Tell(rule=rule, text=text, places=(space,))
    for unit in hit:
        await lose_step(state, unit, rule=rule)


async def check_al_qaeda(state: State, space: str, *, rule: str = "20.1") -> None:
    """20.1 Al Qaeda causes one Morale Check a marker, when units are there first (rulings R38, R40)."""
    node = state.nodes[space]
    if state.numbers.nodes[node.type].checks_morale and not node.checked:
        node.checked = True
        await morale_check(state, f"Al Qaeda in {name_of(state, space)}", rule=rule)


async def meet_node(state: State, space: str, *, rule: str = "20.1") -> None:
    """14.1(2), 20.1 A force stops at a node: turned up if concealed, with its effects; without one, nothing.

    If it was revealed before, by ISR or by passing SOF, IEDs are harmless but Al Qaeda's check is due (R38, R39).
    """
    if is_concealed(state, space):
        await reveal(state, space)
        await reveal_effects(state, space, rule=rule)
    elif is_revealed(state, space):
        await check_al_qaeda(state, space, rule=rule)


async def come_upon(state: State, space: str, *, rule: str = "20.2") -> None:
    """20.2, 24.7 A concealed node where ground units or a landed helicopter stand is turned up with its effects.

    For a raid laid under units (ruling R50), and for units that withdraw to a space with a node below a hovering
    helicopter (ruling R140). No reaction, no battle, no capture. Helicopters aloft reveal nothing.
    """
    if is_concealed(state, space) and any(not state.units[unit].aloft for unit in units_at(state, space)):
        await reveal(state, space)
        await reveal_effects(state, space, rule=rule)
