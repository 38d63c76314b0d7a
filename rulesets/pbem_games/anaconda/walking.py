"""8.2-8.7, 12.1 A ground move, step by step: each hex that is entered may be fired into.

Belongs here: how a counter goes. Must not be here: what a move may be (moves), who reacts (reactions).
"""

from __future__ import annotations

from collections.abc import Sequence

from pbem.errors import IllegalMove
from pbem.kit.hidden import Act, Offence
from pbem.play.requests import Late, Tell, Write
from pbem_games.anaconda.defensive import Met, defensive_fire
from pbem_games.anaconda.ending import forfeit
from pbem_games.anaconda.flipping import clear_forts
from pbem_games.anaconda.forces import arrive, is_on_map, piece, seat_of
from pbem_games.anaconda.legs import Leg
from pbem_games.anaconda.moves import allowance, check_way, way_cost
from pbem_games.anaconda.numbers import COALITION
from pbem_games.anaconda.orders import MOVE, ORDERS, STAY, Order, Walker
from pbem_games.anaconda.reactions import Reactions
from pbem_games.anaconda.state import State
from pbem_games.anaconda.tokens import act_of_move, claims, lates_of
from pbem_games.anaconda.words.names import counter_name, place_name


def begin(state: State, id: str) -> None:
    """8.5 A counter sets out; it will not move again in this phase."""
    assert state.operations is not None
    operations = state.operations
    operations.walking, operations.allowed = id, allowance(state, id)
    operations.spent = operations.steps = 0
    piece(state, id).moved = True


def end(state: State) -> None:
    """It has come to where it stays."""
    assert state.operations is not None
    state.operations.walking = ""


async def step(state: State, leg: Leg, place: str, reactions: Reactions) -> Met:
    """8.2, 8.6, 12.1 One more place is entered, and the other seat may fire.

    What a face-down counter has gone so far is noted, to be judged when it is opened.
    """
    assert state.operations is not None
    operations, id = state.operations, leg.id
    at = piece(state, id).place
    cost = way_cost(state, id, at, (place,))
    assert cost is not None, "the way was checked"
    operations.spent += cost
    operations.steps += 1
    await _note(state, id)
    if id in state.units and place in state.numbers.ground.hexes:
        await clear_forts(state, place)  # 20.4
    arrive(state, id, place)
    if place not in state.numbers.ground.hexes:
        await leg.tell(state)
        operations.entered.pop(id, None)
        if seat_of(state, id) == COALITION:
            state.units[id].base = place
        await Tell(rule="8.17", text=f"{counter_name(state, id)} leaves the map for {place_name(state, place)}",
                   places=(at, place), is_way=True, faction=seat_of(state, id))
        return "closed"
    operations.entered[id] = place
    leg.way.append(place)
    return await defensive_fire(state, leg, place, reactions)


async def _note(state: State, id: str) -> None:
    """8.1, 8.6 The move of a face-down counter as it stands; one whose face is known is judged at once."""
    assert state.operations is not None
    operations = state.operations
    act = act_of_move(operations.marker, operations.spent, operations.steps)
    if id not in state.tokens:
        return
    token = state.tokens[id]
    if token.face:
        if not claims(state.numbers).holds(token.face, act):
            await forfeit(state, [Offence(id, act.rule, claims(state.numbers).text(act))])
        return
    if operations.steps > 1:
        token.acts.pop()
    token.acts.append(act)


async def walk(state: State, id: str, way: Sequence[str], reactions: Reactions) -> None:
    """8.2, 12.3, ruling R50 A whole move; after each hex in which it could be fired on, its owner may change it."""
    begin(state, id)
    left = list(way)
    leg = Leg(state, id)
    while left:
        place = left.pop(0)
        met = await step(state, leg, place, reactions)
        if not is_on_map(state, id) or piece(state, id).pinned:
            break
        if met != "closed" and left:
            await leg.tell(state)
            left = list(await go_on(state, id, left))
    await leg.tell(state)
    end(state)


async def go_on(state: State, id: str, planned: Sequence[str]) -> tuple[str, ...]:
    """C16, ruling R110: the rest of a move may be changed after every window; its first suggestion is as planned."""
    assert state.operations is not None
    operations = state.operations

    def check(order: Order) -> None:
        if order == Order(STAY):
            return
        check_continued(state, id, order)

    def acts(order: Order) -> list[Late]:
        if order.kind == STAY or id not in state.tokens:
            return []
        cost = way_cost(state, id, state.tokens[id].place, order.to) or 0
        act = act_of_move(operations.marker, operations.spent + cost, operations.steps + len(order.to))
        return lates_of(state, [(id, act)])

    order = await Write(
        rule="8.7", seat=seat_of(state, id), about=f"{id}/{piece(state, id).place}", form=ORDERS, check=check,
        case=Walker(id), late=acts, draft=lambda: _as_planned(state, id, planned))
    return order.to


def check_continued(state: State, id: str, order: Order) -> None:
    """8.1 Raises IllegalMove unless a move under way may go on so."""
    assert state.operations is not None
    if order.kind != MOVE or order.who != (id,) or order.lead:
        raise IllegalMove(ORDERS.spell(order), "8.2", f"{counter_name(state, id)} goes on, or stays")
    check_way(state, id, order.to, state.operations.spent, state.operations.steps)


def _as_planned(state: State, id: str, planned: Sequence[str]) -> Order:
    """The rest of the way as it was ordered; a stay if its counter was turned up and proves too slow for that."""
    order = Order(MOVE, (id,), tuple(planned))
    try:
        check_continued(state, id, order)
    except IllegalMove:
        return Order(STAY)
    return order


def move_act(state: State, order: Order) -> list[tuple[str, Act]]:
    """8.1 What an order to move claims of a face-down counter."""
    assert state.operations is not None
    (id,) = order.who
    if id not in state.tokens or state.tokens[id].face:
        return []
    cost = way_cost(state, id, state.tokens[id].place, order.to) or 0
    return [(id, act_of_move(state.operations.marker, cost, len(order.to)))]
