"""23.4 (1) The tactical edge: who fires first.

Belongs here: what is added to the dice, what that costs. Must not be here: fire.
"""

from __future__ import annotations

from functools import partial

from pbem.kit.tables import Drm, total
from pbem.play.requests import Roll, Tell
from pbem_games.enduring_freedom.jihad import is_dismal, is_fanatical
from pbem_games.enduring_freedom.plans import NOTHING
from pbem_games.enduring_freedom.points import can_pay
from pbem_games.enduring_freedom.refit import has_base
from pbem_games.enduring_freedom.state import State
from pbem_games.enduring_freedom.words.dice import edge_in_words
from pbem_games.enduring_freedom.zones import is_elite, markers_up, north_up, revealed, units_at

COMMAND, BASE = "command", "base"
PURCHASES = (COMMAND, BASE)


def purchases_open(state: State, zone: str) -> list[str]:
    """23.4, 32.1, ruling R61 What may be bought: command anywhere, base with a FOB or HQ in the zone."""
    return [COMMAND, BASE] if has_base(state, zone) else [COMMAND]


def price_of_edge(state: State, bought: tuple[str, ...]) -> int:
    """23.4, 32.1"""
    cost = state.numbers.tables.netwar.cost
    return cost.edge_command * (COMMAND in bought) + cost.edge_base * (BASE in bought)


def edges_to_buy(state: State, zone: str) -> list[tuple[str, ...]]:
    """23.4, 32.1, rulings R7, R61 All that may be bought together now, nothing first."""
    open_to = purchases_open(state, zone)
    some = [(), (COMMAND,), (BASE,), PURCHASES]
    return [bought for bought in some if all(p in open_to for p in bought)
            and can_pay(state, price_of_edge(state, bought))]


def spell_edge(bought: tuple[str, ...]) -> str:
    """`none`, `command,base`"""
    return ",".join(bought) or NOTHING


def coalition_drms(state: State, zone: str, bought: tuple[str, ...]) -> list[Drm]:
    """23.4, 32.1 For the Coalition: any elite ground unit, once (ruling R63), and what is bought."""
    edge, drms = state.numbers.tables.edge, []
    if any(is_elite(state, id) for id in (*units_at(state, zone), *north_up(state, zone))):
        drms.append(Drm("23.4", "elite", edge.elite))
    if COMMAND in bought:
        drms.append(Drm("23.4", "command", edge.command))
    if BASE in bought:
        drms.append(Drm("32.1", "FOB or HQ", edge.base))
    return drms


def islamist_drms(state: State, zone: str) -> list[Drm]:
    """23.4, 28.4, 10.2, ruling R96 For the Islamists: any elite unit, once; the Jihad level; terror spectaculars."""
    edge, drms = state.numbers.tables.edge, []
    if any(is_elite(state, id) for id in revealed(state, zone)):
        drms.append(Drm("23.4", "elite", edge.elite))
    if is_fanatical(state):
        drms.append(Drm("28.4", "Fanatical", edge.fanatical))
    if is_dismal(state):
        drms.append(Drm("28.4", "Dismal", edge.dismal))
    drms += [Drm("10.2", "terror spectacular", edge.terror)] * len(markers_up(state, zone, "terror_spectacular"))
    return drms


async def tactical_edge(state: State, zone: str, bought: tuple[str, ...]) -> str:
    """23.4 (1), ruling R62 A die a side, both at once; the terrain decides on equal totals. Gives the side."""
    ours, theirs = coalition_drms(state, zone, bought), islamist_drms(state, zone)
    tie = state.numbers.terrain_of(zone).tie
    dice = await Roll(rule="23.4", about=zone, dice=2, reads=partial(edge_in_words, ours, theirs, tie))
    side = side_with_edge(dice[0] + total(ours), dice[1] + total(theirs), tie)
    text = f"{edge_in_words(ours, theirs, tie, dice)} in {state.numbers.zones[zone].name}"
    await Tell(rule="23.4", text=text, places=(zone,))
    return side


def side_with_edge(ours: int, theirs: int, tie: str) -> str:
    """23.4 (1)c The higher total, or the side that the terrain favours."""
    return tie if ours == theirs else "coalition" if ours > theirs else "islamist"
