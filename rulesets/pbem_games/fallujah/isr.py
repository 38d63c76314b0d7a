"""12 J-2 ISR: NetWar and Intel markers look at concealed nodes.

Belongs here: the operation. Must not be here: what a reveal does when units are there (nodes).
"""

from __future__ import annotations

from functools import partial

from pbem.errors import IllegalMove
from pbem.kit.pools import move
from pbem.play.requests import Roll, Tell
from pbem_games.fallujah.indexes import pay
from pbem_games.fallujah.joint import is_support_barred
from pbem_games.fallujah.map import name_of
from pbem_games.fallujah.nodes import is_concealed, reveal
from pbem_games.fallujah.numbers import MARKERS, SIDES
from pbem_games.fallujah.orders import Isr
from pbem_games.fallujah.state import State
from pbem_games.fallujah.words import dice as words

TRIED = "J-2 ISR"


def check_isr(state: State, order: Isr) -> None:
    """12.1 One or more markers at hand, each on a concealed node, several on one if wished (ruling R96).

    Not where an Iraqi unit stands with option 31 (ruling R115).
    """
    price = state.numbers.tables.prices.operation
    if state.ops < price:
        raise IllegalMove(TRIED, "10.1", f"it costs {price} OP, {max(0, state.ops)} are left")
    if not order.targets:
        raise IllegalMove(TRIED, "12.1", "no marker is placed", legal=spaces_to_see(state))
    _check_markers(state, order)
    for _, space in order.targets:
        if not is_concealed(state, space):
            raise IllegalMove(TRIED, "12.1", f"no concealed node lies in {space}", legal=spaces_to_see(state))
        if is_support_barred(state, space):
            because = f"an Iraqi unit is in {name_of(state, space)}, where no NetWar or Intel may be used"
            raise IllegalMove(TRIED, "31", because, legal=spaces_to_see(state))


def _check_markers(state: State, order: Isr) -> None:
    used = [marker for marker, _ in order.targets]
    for marker in used:
        if marker not in MARKERS:
            raise IllegalMove(TRIED, "12.1", f"{marker} is no NetWar marker", legal=MARKERS)
    for marker in MARKERS:
        if used.count(marker) > state.available[marker]:
            because = f"{used.count(marker)} {marker} are placed, {state.available[marker]} are at hand"
            raise IllegalMove(TRIED, "12.1", because)


def spaces_to_see(state: State) -> list[str]:
    """12.1 Spaces that a marker may be placed on, in order of id."""
    return sorted(s for s in state.nodes if is_concealed(state, s) and not is_support_barred(state, s))


async def isr(state: State, order: Isr) -> None:
    """12.1, 12.2, 14.4 A die for each marker in the order placed; 3 or more reveals, without effects or reaction.

    The effects that wait for units wait (ruling R38). NetWar goes to the recruit box, Intel to the Reaction Bin, at
    once and whatever the dice say (ruling R97).
    """
    pay(state, state.numbers.tables.prices.operation)
    for marker, _ in order.targets:
        move(state.available, state.reaction_bin if marker == "intel" else state.recruits, marker)  # 12.2
    reveals_from = state.numbers.tables.netwar.reveals_from
    names = [name_of(state, space) for _, space in order.targets]
    dice = await Roll(
        rule="12.1", dice=len(names), side="coalition", hits=(range(reveals_from, SIDES + 1),) * len(names),
        decides="ISR", reads=partial(words.each, "NetWar Table, ISR", "is seen", "is not seen", names, reveals_from),
    )
    for (_, space), die in zip(order.targets, dice, strict=True):
        if die < reveals_from:
            text = f"ISR sees nothing in {name_of(state, space)}"
            await Tell(rule="12.1", text=text, places=(space,))
        elif is_concealed(state, space):
            await reveal(state, space)
