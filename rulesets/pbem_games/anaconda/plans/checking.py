"""Which plan of a Movement sub-phase is legal: each order if all before it had succeeded without any fire.

Belongs here: that check, on a copy of the position. Must not be here: asking, running (sub_phase, run).
"""

from __future__ import annotations

from collections.abc import Collection

from pbem.errors import IllegalMove
from pbem.play.requests import Late
from pbem_games.anaconda.forces import arrive, piece
from pbem_games.anaconda.movement import check_order, rally_act
from pbem_games.anaconda.moves import way_cost
from pbem_games.anaconda.orders import DONE, FLY, MEDEVAC, MOVE, ORDERS, RALLY, STACK, Order
from pbem_games.anaconda.plans.written import Plan
from pbem_games.anaconda.state import USED, State, trial_of
from pbem_games.anaconda.tokens import act_of_move, lates_of
from pbem_games.anaconda.walking import check_continued


def movers_of(order: Order) -> tuple[str, ...]:
    """8.5, 24.5 The counters whose entry an order is: of a rally the leader, of a new stack nobody."""
    return () if order.kind == STACK else order.who[:1] if order.kind == RALLY else order.who


def check_plan(
    state: State, plan: Plan, barred: Collection[str], among: Collection[str] | None, *, is_begun: bool
) -> None:
    """8.5, 9.6, 24.5, ruling R110 Raises IllegalMove for the first order of a part that could not be carried out.

    `barred` are counters of earlier entries, `among` those that a supplement is for, None if it is none; `is_begun`:
    an earlier part has moved somebody.
    """
    assert state.operations is not None
    trial, named = trial_of(state), set[str]()
    for i, order in enumerate(plan.orders):
        tried = ORDERS.spell(order)
        for id in movers_of(order):
            if id in named or (among is None and id in barred):
                raise IllegalMove(tried, "8.5", f"{id} has an entry in this sub-phase already")
            if among is not None and id not in among:
                raise IllegalMove(tried, "r110", f"this is asked for {', '.join(among)} only", among)
        if order.kind == DONE:
            raise IllegalMove(tried, "r110", "a plan ends with its last order")
        if is_going_on(trial, order) and i == 0:
            check_continued(trial, order.who[0], order)
        else:
            check_order(trial, order, is_begun)
        is_begun = is_begun or order.kind not in (RALLY, STACK)
        named |= set(movers_of(order))
        pretend(trial, order)


def is_going_on(state: State, order: Order) -> bool:
    """Whether an order takes up the move of a counter that is half-way."""
    assert state.operations is not None
    return order.kind == MOVE and order.who == (state.operations.walking,)


def pretend(trial: State, order: Order) -> None:
    """An order as it would come out without any fire."""
    assert trial.operations is not None
    if order.kind == MOVE:
        trial.operations.walking = ""
        piece(trial, order.who[0]).moved = True
        arrive(trial, order.who[0], order.to[-1])
    elif order.kind == RALLY:
        leader, unit = order.who
        piece(trial, unit).pinned, piece(trial, leader).moved = False, True
    elif order.kind == FLY:
        helicopter, *load = order.who
        for id in load:
            arrive(trial, id, order.to[0])
            trial.units[id].moved = True
        arrive(trial, helicopter, USED)
    elif order.kind == MEDEVAC:
        trial.casualties.pop(order.to[0])
        arrive(trial, order.who[0], USED)


def plan_lates(state: State, plan: Plan) -> list[Late]:
    """8.1, 5.3, 24.5 What the moves and rallies of a plan claim of counters that lie face down."""
    assert state.operations is not None
    operations, acts = state.operations, []
    for order in plan.orders:
        if order.kind == MOVE and order.who[0] in state.tokens:
            (id,) = order.who
            before = (operations.spent, operations.steps) if is_going_on(state, order) else (0, 0)
            cost = way_cost(state, id, state.tokens[id].place, order.to) or 0
            acts.append((id, act_of_move(operations.marker, before[0] + cost, before[1] + len(order.to))))
        elif order.kind == RALLY:
            acts += rally_act(state, order)
    return lates_of(state, acts)
