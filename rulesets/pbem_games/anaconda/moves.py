"""8, 21.4, 21.5 What a ground move may be: its way, what it costs, who may go.

Belongs here: questions and checks. Must not be here: walking it (walking), flights (airmobile).
A way is the places that are entered in turn: hexes, and a base last if the unit leaves the map. The base that it comes
from is where it stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from pbem.errors import IllegalMove
from pbem.kit.paths import Reach, StepCost
from pbem_games.anaconda.forces import held, is_in_action, known, other_seat, piece, pieces_of, seat_of
from pbem_games.anaconda.numbers import BASES, COALITION, HALVES, SANCTUARY
from pbem_games.anaconda.state import State
from pbem_games.anaconda.words.names import counter_name

FAST_TYPES = ("infantry", "heavy_weapons", "sof")  # 8.20


def exits_of(seat: str) -> frozenset[str]:
    """8.17, 21.2, 21.3 The bases for which a seat's units may leave the map."""
    return frozenset(BASES) if seat == COALITION else frozenset((SANCTUARY,))


def allowance(state: State, id: str) -> int:
    """8.1, 8.20 How far a counter may go, in halves of a point; face down as far as any of Al Qaeda's could.

    Ruling R38: 10 points on the first turn for TF Dagger's infantry, heavy weapons and SOF that come from a base.
    """
    printed, limits = known(state, id), state.numbers.limits
    if printed is None:
        return limits.largest_move * HALVES
    is_entering = piece(state, id).place in BASES
    if state.turn == 1 and is_entering and printed.command == "tfd" and printed.type in FAST_TYPES:
        return max(limits.first_turn_move, printed.movement) * HALVES
    return printed.movement * HALVES


def is_wheeled(state: State, id: str) -> bool:
    """8.3, 8.19 Whether it pays the costs of vehicles; nobody of Al Qaeda does."""
    return id in state.units and state.numbers.is_vehicular(id)


def way_cost(state: State, id: str, start: str, way: Sequence[str]) -> int | None:
    """8.9-8.18, 21.5 What a way costs in halves; None if a step of it is prohibited or goes nowhere."""
    step = _step_cost(state, id, start)
    total, at = 0, start
    for place in way:
        if not touches(state, at, place):
            return None
        price = step(at, place)
        if price is None:
            return None
        total, at = total + price, place
    return total


def _step_cost(state: State, id: str, start: str) -> StepCost:
    """8.9-8.18, 30.2 What a step costs a counter that begins at `start`, whoever stands in its way."""
    exits = exits_of(seat_of(state, id))
    return state.numbers.ground.step_cost(start, is_wheeled(state, id), frozenset(), frozenset(state.rubble), exits)


def touches(state: State, a: str, b: str) -> bool:
    """Whether one step leads from one place to another."""
    ground = state.numbers.ground
    if a in ground.bases:
        return b in ground.entries[a]
    return b in ground.hexes.neighbours(a) or (b in ground.bases and a in ground.entries[b])


def next_to(state: State, place: str) -> list[str]:
    """The hexes that one step leads to, from a hex or from a base."""
    ground = state.numbers.ground
    return sorted(ground.entries[place] if place in ground.bases else ground.hexes.neighbours(place))


def may_move(state: State, id: str) -> str:
    """8.4, 8.5, 10.29 Why a counter may not move now, in words; "" if it may."""
    one, printed = piece(state, id), known(state, id)
    seat = seat_of(state, id)
    if state.operations is None or seat != state.operations.seat or not is_in_action(state, id):
        return "its command is not in action"
    if one.place not in state.numbers.ground.hexes.every and not (seat == COALITION and one.place in BASES):
        return "it is neither on the map nor in a base"
    if seat == COALITION and not state.numbers.is_ground(id):
        return "only ground units walk"
    if printed is not None and not printed.movement:
        return "it never moves"
    if one.pinned:
        return "it is pinned"
    return "it has moved in this phase" if one.moved else ""


def movers(state: State) -> list[str]:
    """8.1 The counters that may still move on the ground."""
    return list(_movers(state))


def anybody_moves(state: State) -> bool:
    """8.1 Whether there is any of these `movers`."""
    return any(_movers(state))


def _movers(state: State) -> Iterator[str]:
    operations = state.operations
    own = pieces_of(state, operations.seat) if operations is not None else ()
    return (id for id in own if not may_move(state, id))


def _as_far_as(state: State, id: str, start: str, way: Sequence[str], halves: int) -> str:
    """8.1 `, and comes as far as 2418`: the last hex of a way that it can pay for; empty if there is none."""
    prices = {n: way_cost(state, id, start, way[:n]) for n in range(1, len(way))}
    paid = [n for n, price in prices.items() if price is not None and price <= halves]
    return f", and comes as far as {way[max(paid) - 1]}" if paid else ""


def check_way(state: State, id: str, way: Sequence[str], spent: int = 0, steps: int = 0) -> None:
    """8.0, 21.4-21.6 Raises IllegalMove unless a counter may go this way from where it stands.

    `spent` halves and `steps` are what it has used up in this move already. Rulings R35, R40, R41.
    """
    def fault(rule: str, because: str, legal: Iterable[str] = ()) -> IllegalMove:
        return IllegalMove(" ".join([counter_name(state, id), "moves", *way]), rule, because, legal)

    start, seat, bases = piece(state, id).place, seat_of(state, id), state.numbers.ground.bases
    if not way:
        raise fault("8.2", "a move enters one hex at least", next_to(state, start))
    if start in bases and steps:
        raise fault("21.6", "it has left the map")
    enemies, exits, step_cost = held(state, other_seat(seat)), exits_of(seat), _step_cost(state, id, start)
    cost = 0
    for i, (a, b) in enumerate(pairwise((start, *way))):
        if a in bases and i:
            raise fault("21.6", "who leaves the map does not come back in the same phase")
        if b in enemies:
            raise fault("9.4", f"enemies are in {b}")
        if b in bases and b not in exits:
            raise fault("8.17", f"that is no way to {b} for this side", sorted(exits))
        if not touches(state, a, b):
            raise fault("8.2", f"it stands in {a}" if a == b else f"{b} is not next to {a}", next_to(state, a))
        price = step_cost(a, b)
        if price is None:
            raise fault("8.6", f"it cannot go from {a} to {b}: prohibited")
        cost += price
    most = allowance(state, id) if not steps else _allowed(state, id)
    is_minimum = steps + len(way) == 1 and most > 0
    if spent + cost > most and not is_minimum:
        reached = _as_far_as(state, id, start, way, most - spent)
        raise fault("8.1", f"that takes {(spent + cost) / 2:g} movement points, it has {most / 2:g}{reached}")


def _allowed(state: State, id: str) -> int:
    """The allowance of a move under way: of a unit of the Coalition as it began, maybe in a base (8.20)."""
    assert state.operations is not None
    return state.operations.allowed if id in state.units else allowance(state, id)


def reach_of(state: State, id: str) -> Reach:
    """8.0 All places that a counter can reach now, with the cost in halves."""
    seat, ground = seat_of(state, id), state.numbers.ground
    return ground.reach(
        piece(state, id).place, is_wheeled(state, id), allowance(state, id), held(state, other_seat(seat)),
        frozenset(state.rubble), exits_of(seat))


def can_move_secretly(state: State, id: str, movement: int) -> bool:
    """8.6 Whether a counter of Al Qaeda that has this factor could go anywhere at all."""
    if not movement:
        return False
    closed, place = held(state, COALITION), state.tokens[id].place
    near = [h for h in state.numbers.ground.hexes.neighbours(place) if h not in closed]
    leaves = SANCTUARY in state.numbers.ground.bases_at(place)
    return leaves or any(state.numbers.ground.step(place, h, vehicular=False) is not None for h in near)

