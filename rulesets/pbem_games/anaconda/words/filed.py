"""Standing orders in words: `that all of Al Qaeda A fire at gunships within 2 hexes of where each stands`.

Belongs here: words for what a seat has filed. Must not be here: what the orders decide (plans.standing).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from msgspec.structs import replace

from pbem_games.anaconda.plans.standing import GUNSHIPS, WHAT, FiledForm, Standing
from pbem_games.anaconda.state import State
from pbem_games.anaconda.words.names import counter_name, counters_named, marker_name, place_name

AT = {
    WHAT[0]: "", "foot": "who goes on foot", "vehicular": "vehicles", "leader": "leaders", "down": "tokens face down",
    "up": "counters face up", "loaded": "loaded helicopters", "gunship": "gunships", "recon": "who reconnoitres",
}


def filed_told(state: State, say: str) -> str:
    """Ruling R110 Canonical words of standing orders, as a phrase behind the name of their seat."""
    filed = FiledForm().parse(say)
    told: list[str] = []
    for _, alike in groupby(filed.orders, lambda order: _of_commands(state, order)):
        orders = list(alike)
        told.append(_told(state, replace(orders[0], who=tuple(id for order in orders for id in order.who))))
    if filed.friendly_fire:
        told.append(f"Friendly Fire falls in {_places(state, filed.friendly_fire)}")
    if filed.show:
        told.append(f"{counters_named(state, filed.show)} {'is' if len(filed.show) == 1 else 'are'} shown")
    return f"standing orders that {'; that '.join(told)}" if told else "no standing orders"


def _of_commands(state: State, order: Standing) -> Standing | object:
    """What orders to whole commands have alike, so that they are told together; of others each is told by itself."""
    return replace(order, who=()) if all(id in state.numbers.markers for id in order.who) else object()


def _told(state: State, order: Standing) -> str:
    is_one = len(order.who) == 1 and order.who[0] != GUNSHIPS and order.who[0] not in state.numbers.markers
    told = f"{', '.join(_who(state, id) for id in order.who)} {'fires' if is_one else 'fire'}"
    told += f" at {AT[order.what]}" if AT[order.what] else ""
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
    return f" within {order.within} {'hex' if order.within == 1 else 'hexes'} of {of}"


def _places(state: State, hexes: Sequence[str]) -> str:
    return ", ".join(place_name(state, hex) for hex in hexes)
