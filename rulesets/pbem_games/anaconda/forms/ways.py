"""Moves as people type them: several units that go the same way, and ways of which only some hexes are named.

    move AMF Zia 1, AMF Zia 2 1904 1807     two moves, each by 1904 to 1807 on the cheapest way

Belongs here: what stands for the whole move. Must not be here: whether it is legal (moves).
"""

from __future__ import annotations

from collections.abc import Sequence

from pbem.errors import IllegalMove
from pbem.kit.paths import Reach
from pbem_games.anaconda.forces import held, other_seat, piece, seat_of
from pbem_games.anaconda.moves import allowance, exits_of, is_wheeled, next_to, touches
from pbem_games.anaconda.orders import MOVE, Order
from pbem_games.anaconda.state import State
from pbem_games.anaconda.words.names import counter_name, place_name

FAR = 10_000  # halves of a point: more than any way over the map takes


def single_moves(state: State, order: Order) -> list[Order]:
    """8.2, 8.5 One order for each unit of a move, with every place that it enters; another order as it is.

    IllegalMove for a place that no way leads to, unless enemies or the map edge forbid it: moves check that.
    """
    if order.kind != MOVE or order.lead:
        return [order]
    return [Order(MOVE, (id,), whole_way(state, id, order.to)) for id in order.who] or [order]


def whole_way(state: State, id: str, named: Sequence[str]) -> tuple[str, ...]:
    """8.2, 8.9-8.18 The places that are named, with the cheapest way to each that is not next to the one before it.

    A tie is settled by fewer steps. Hexes of the enemy are gone round; fire is not. A way that takes more points than
    the unit has is given too, so that its price can be told.
    """
    ground, at = state.numbers.ground, piece(state, id).place
    if at not in ground.hexes and at not in ground.bases:
        return tuple(named)
    way: list[str] = []
    for place in named:
        if not touches(state, at, place):
            found = _reach(state, id, at, allowance(state, id))
            if place not in found.costs:
                found = _reach(state, id, at, FAR)
            if place not in found.costs and place in _free_hexes(state, id):
                what = "a vehicle" if is_wheeled(state, id) else "it"
                raise IllegalMove(f"{counter_name(state, id)} moves {' '.join(named)}", "8.2",
                                  f"no way that {what} can go leads from {place_name(state, at)} to {place}",
                                  next_to(state, at))
            if place not in found.costs:
                return tuple(named)
            way += found.way(place)[1:-1]
        way.append(place)
        at = place
    return tuple(way)


def _free_hexes(state: State, id: str) -> set[str]:
    """The hexes of the map without enemies."""
    return set(state.numbers.ground.hexes.hexes) - set(held(state, other_seat(seat_of(state, id))))


def _reach(state: State, id: str, start: str, halves: int) -> Reach:
    seat = seat_of(state, id)
    return state.numbers.ground.reach(
        start, is_wheeled(state, id), halves, held(state, other_seat(seat)), frozenset(state.rubble), exits_of(seat))
