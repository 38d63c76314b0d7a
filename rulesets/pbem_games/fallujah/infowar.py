"""19 J-5: NetWar and Intel markers try to gain OPs.

Belongs here: that operation. Must not be here: what else the markers serve for (isr, combat).
"""

from __future__ import annotations

from functools import partial

from pbem.errors import IllegalMove
from pbem.kit.pools import move
from pbem.play.requests import Roll, Tell
from pbem_games.fallujah.indexes import gain_ops, lose_ops, pay
from pbem_games.fallujah.map import kinds
from pbem_games.fallujah.numbers import MARKERS
from pbem_games.fallujah.orders import InfoWar
from pbem_games.fallujah.state import State
from pbem_games.fallujah.words import dice as words


def check_infowar(state: State, order: InfoWar) -> None:
    """19 One marker or more of those at hand; raises IllegalMove."""
    tried, price = "InfoWar", state.numbers.tables.prices.operation
    if price > state.ops:
        raise IllegalMove(tried, "10", f"it costs {price} OP, {state.ops} are left")
    if not order.markers:
        raise IllegalMove(tried, "19", "no marker is committed")
    for kind, count in order.markers:
        if kind not in MARKERS:
            raise IllegalMove(tried, "19", f"{kind} is no NetWar marker", legal=MARKERS)
        if count > state.available[kind]:
            because = f"{kinds(state, [(kind, count)])} wanted, {state.available[kind]} available"
            raise IllegalMove(tried, "19", because)


async def infowar(state: State, order: InfoWar) -> None:
    """19, ruling R99 A die for each marker, all at once; their sum counts at once, and may end the battle."""
    pay(state, state.numbers.tables.prices.operation)
    results, markers = state.numbers.tables.netwar.infowar, sum(count for _, count in order.markers)
    dice = await Roll(rule="19", dice=markers, side="coalition", reads=partial(words.infowar, results))
    for kind, count in order.markers:
        spent = state.set_aside if kind == "netwar" else state.reaction_bin  # ruling R98
        move(state.available, spent, kind, count)
    ops = sum(results[die - 1] for die in dice)
    rolled = ", ".join(str(die) for die in dice)
    await Tell(rule="19", text=f"InfoWar with {kinds(state, order.markers)}: the dice show {rolled}: {ops:+} OPs")
    if ops > 0:
        await gain_ops(state, ops, "InfoWar", rule="19")
    else:
        await lose_ops(state, -ops, "InfoWar", rule="19")
