"""Standing orders in words: `that all of Al Qaeda A fire at gunships within 2 hexes of where each stands`.

Belongs here: words for what a seat has filed. Must not be here: what the orders decide (plans.standing).
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from pbem.kit.spelling import plural
from pbem_games.anaconda.plans.standing import GUNSHIPS, WHAT, FiledForm, Standing
from pbem_games.anaconda.state import State
from pbem_games.anaconda.words.names import counter_name, counters_named, marker_name, place_name

TARGETS = {
    WHAT[0]: "", "foot": "who goes on foot", "vehicular": "vehicles", "leader": "leaders", "down": "tokens face down",
    "up": "counters face up", "loaded": "loaded helicopters", "gunship": "gunships", "recon": "who reconnoitres",
}


def filed_told(state: State, say: str) -> str:
    """Ruling R110 Canonical words of standing orders, as a phrase behind the name of their seat."""
    filed = FiledForm().parse(say)
    told = [_told(state, order) for order in _together(state, filed.orders)]
    if filed.friendly_fire:
        told.append(f"Friendly Fire falls in {_places(state, filed.friendly_fire)}")
    if filed.show:
        told.append(f"{counters_named(state, filed.show)} {'is' if len(filed.show) == 1 else 'are'} shown")
    return f"standing orders that {'; that '.join(told)}" if told else "no standing orders"


def _together(state: State, orders: Sequence[Standing]) -> list[Standing]:
    """The same orders; whole commands that follow each other and are to do the same have one."""
    found: list[Standing] = []
    for order in orders:
        if found and replace(found[-1], who=order.who) == order and _is_for_commands(state, found[-1], order):
            found[-1] = replace(order, who=found[-1].who + order.who)
        else:
            found.append(order)
    return found


def _is_for_commands(state: State, *orders: Standing) -> bool:
    return all(id in state.numbers.markers for order in orders for id in order.who)


def _told(state: State, order: Standing) -> str:
    is_one = len(order.who) == 1 and order.who[0] != GUNSHIPS and order.who[0] not in state.numbers.markers
    told = f"{', '.join(_who(state, id) for id in order.who)} {'fires' if is_one else 'fire'}"
    told += f" at {TARGETS[order.what]}" if TARGETS[order.what] else ""
    told += _where(state, order)
    told += f", led by {counter_name(state, order.lead)}" if order.lead else ""
    told += f", if strength {order.least} is left" if order.least else ""
    return f"{told}, at one already hit too" if order.any else told


def _who(state: State, id: str) -> str:
    if id == GUNSHIPS:
        return "gunships"
    return f"all of {marker_name(state, id)}" if id in state.numbers.markers else counter_name(state, id)


def _where(state: State, order: Standing) -> str:
    if order.at:
        return f" in {_places(state, order.at)}"
    if order.within < 0:
        return ""
    of = place_name(state, order.of) if order.of else "where each stands"
    return f" within {plural(order.within, 'hex', 'hexes')} of {of}"


def _places(state: State, hexes: Sequence[str]) -> str:
    return ", ".join(place_name(state, hex) for hex in hexes)
