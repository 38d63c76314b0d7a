"""8, 9.7, 16, 24.5, 26 The Movement sub-phase: whoever is in action rallies, moves, flies, in any order.

Belongs here: what may be ordered next. Must not be here: how it is done (walking, airmobile).
"""

from __future__ import annotations

from pbem.errors import IllegalMove
from pbem.kit.hidden import Act, note_acts
from pbem.play.requests import Late, Peek, Tell, Write
from pbem_games.anaconda import airmobile, forces, walking
from pbem_games.anaconda.defensive import gunships_after_movement
from pbem_games.anaconda.moves import anybody_moves, can_move_secretly, check_way, may_move, movers
from pbem_games.anaconda.numbers import AL_QAEDA, COALITION
from pbem_games.anaconda.orders import DONE, FLY, MEDEVAC, MOVE, ORDERS, RALLY, STACK, Order
from pbem_games.anaconda.reactions import Reactions
from pbem_games.anaconda.state import State
from pbem_games.anaconda.tokens import RALLIED, all_seen, lates_of
from pbem_games.anaconda.words.names import counter_name

LEADERS = ("leader", "hvt")


async def movement(state: State, reactions: Reactions) -> None:
    """4.2, 8.5, 9.6, ruling R44 Part A.3: one order after another, each carried out to its end."""
    assert state.operations is not None
    operations = state.operations
    is_begun = False
    while (order := await ask_order(state, is_begun)).kind != DONE:
        is_begun = is_begun or order.kind not in (RALLY, STACK)
        await carry_out(state, order, reactions)
    if operations.seat == AL_QAEDA:
        await gunships_after_movement(state, reactions)  # 15.2(2)
    operations.entered = {}


async def ask_order(state: State, is_begun: bool) -> Order:
    """C15 to C19, C23, C31: the next order, or `done`; nobody is asked if everybody can see that nothing can move."""
    assert state.operations is not None
    seat = state.operations.seat
    if not anything_to_order(state, is_begun):
        return Order(DONE)
    return await Write(
        rule="8.1", seat=seat, about=state.operations.marker, form=ORDERS, draft=lambda: Order(DONE),
        check=lambda order: check_order(state, order, is_begun), late=lambda order: order_lates(state, order),
        truth=lambda peek: nobody_moves(state, is_begun, peek))


def anything_to_order(state: State, is_begun: bool) -> bool:
    """8.1, 16, 26.5 Whether anybody could do anything in this sub-phase, for all that everybody knows."""
    assert state.operations is not None
    if anybody_moves(state) or (not is_begun and anything_before(state)):
        return True
    if state.operations.seat == AL_QAEDA:
        return False
    return bool(forces.helicopters(state, *airmobile.ALL))


def anything_before(state: State) -> bool:
    """24.5, 9.7 Whether anybody could be rallied, or a stack be put in another order, before anybody moves.

    C31: a stack with a counter in action that moves no more may matter as well; forts lie on top of it anyway.
    """
    assert state.operations is not None
    if any(may_rally(state, id) for id in leaders(state)):
        return True
    seat = state.operations.seat
    stacks = (forces.stack_at(state, hex, seat) for hex in forces.held(state, seat))
    free = ([id for id in stack if not forces.is_bare_fort(state, id)] for stack in stacks)
    return any(len(stack) > 1 and any(forces.is_in_action(state, id) for id in stack) for stack in free)


def nobody_moves(state: State, is_begun: bool, peek: Peek) -> Order | None:
    """`done`, if for all that its owner knows none of Al Qaeda's counters can move or rally."""
    assert state.operations is not None
    if state.operations.seat == COALITION or (not is_begun and anything_before(state)):
        return None
    faces = all_seen(state, movers(state), peek)
    if faces is None:
        return None
    commands = state.operations.commands
    able = [id for id, unit in faces.items()
            if unit.command in commands and can_move_secretly(state, id, unit.movement)]
    return None if able else Order(DONE)


def check_order(state: State, order: Order, is_begun: bool) -> None:
    """8, 9.7, 16, 24.5, 26.2 Raises IllegalMove unless this may be ordered now."""
    assert state.operations is not None
    seat, tried = state.operations.seat, ORDERS.spell(order)
    if order == Order(DONE):
        return
    if order.kind == MOVE and not order.lead:
        if len(order.who) != 1:
            raise IllegalMove(tried, "8.2", "each move is that of one unit: name one", movers(state))
        _check_mover(state, order.who[0], tried)
        check_way(state, order.who[0], order.to)
    elif order.kind == RALLY:
        check_rally(state, order, is_begun)
    elif order.kind == STACK:
        check_stack(state, order, is_begun)
    elif order.kind == FLY and seat == COALITION:
        airmobile.check_flight(state, order)
    elif order.kind == MEDEVAC and seat == COALITION:
        airmobile.check_medevac(state, order)
    else:
        flights = [FLY, MEDEVAC] if seat == COALITION else []
        raise IllegalMove(tried, "8.1", "that is no order of this sub-phase", [MOVE, *flights, RALLY, STACK, DONE])


def _check_mover(state: State, id: str, tried: str) -> None:
    if id not in state.tokens and id not in state.units:
        raise IllegalMove(tried, "8.1", f"there is no counter {id}", movers(state))
    if because := may_move(state, id):
        raise IllegalMove(tried, "8.5", f"{counter_name(state, id)}: {because}", movers(state))


def order_lates(state: State, order: Order) -> list[Late]:
    """8.1, 5.3, 24.5 What a move or a rally claims of a counter that lies face down."""
    return lates_of(state, order_acts(state, order))


def order_acts(state: State, order: Order) -> list[tuple[str, Act]]:
    """8.1, 24.5 What an order says of a counter that lies face down."""
    if order.kind == MOVE:
        return walking.move_act(state, order)
    return rally_act(state, order) if order.kind == RALLY else []


async def carry_out(state: State, order: Order, reactions: Reactions) -> None:
    """8.2, 16.3, 24.5, 26.2, 9.7 One order, to its end."""
    if order.kind == MOVE:
        await walking.walk(state, order.who[0], order.to, reactions)
    elif order.kind == FLY:
        await airmobile.fly(state, order, reactions)
    elif order.kind == MEDEVAC:
        await airmobile.medevac(state, order, reactions)
    elif order.kind == RALLY:
        await rally(state, order)
    else:
        restack(state, order)


# ---------------------------------------------------------------- 24.5 rally


def leaders(state: State) -> list[str]:
    """24.5, 24.3 Leaders of the side in action; of Al Qaeda, High Value Targets that lie face up."""
    assert state.operations is not None
    if not state.options.leaders:
        return []
    return [id for id in (*state.units, *state.tokens)
            if forces.is_type(state, id, *LEADERS) and forces.seat_of(state, id) == state.operations.seat]


def may_rally(state: State, leader: str) -> list[str]:
    """24.5, ruling R84 Whom a leader could rally: pinned units in action that stand with him, not himself."""
    own = forces.piece(state, leader)
    if not forces.is_on_map(state, leader) or own.moved or not forces.is_in_action(state, leader):
        return []
    there = forces.stack_at(state, own.place, forces.seat_of(state, leader))
    return [id for id in there if id != leader and forces.piece(state, id).pinned and forces.is_in_action(state, id)]


def check_rally(state: State, order: Order, is_begun: bool) -> None:
    """24.5 Raises IllegalMove unless the leader may lift that pin: before anybody moves."""
    tried = ORDERS.spell(order)
    if not state.options.leaders:
        raise IllegalMove(tried, "24.5", "this match is played without leaders")
    if len(order.who) != 2 or order.to or order.lead:
        raise IllegalMove(tried, "24.5", "name a leader and a pinned unit with him", leaders(state))
    leader, unit = order.who
    if leader not in leaders(state):
        raise IllegalMove(tried, "24.5", f"{leader} is no leader of this side", leaders(state))
    if is_begun:
        raise IllegalMove(tried, "24.5", "leaders rally before anybody moves")
    if unit not in may_rally(state, leader):
        raise IllegalMove(tried, "24.5", f"{unit} is no pinned unit in action with {leader}", may_rally(state, leader))


def rally_act(state: State, order: Order) -> list[tuple[str, Act]]:
    """24.5, ruling R84 A face-down counter that is rallied claims to be in action."""
    assert state.operations is not None
    unit = order.who[1]
    if unit not in state.tokens or state.tokens[unit].face:
        return []
    return [(unit, Act("24.5", RALLIED, 0, state.operations.marker))]


async def rally(state: State, order: Order) -> None:
    """24.5 The pin is lifted; the leader stays where he is."""
    leader, unit = order.who
    note_acts(state.tokens, rally_act(state, order))
    forces.piece(state, unit).pinned, forces.piece(state, leader).moved = False, True
    text = f"{counter_name(state, leader)} rallies {counter_name(state, unit)}"
    await Tell(rule="24.5", text=text, places=(forces.piece(state, unit).place,))


# ---------------------------------------------------------------- 9.7 stacks


def check_stack(state: State, order: Order, is_begun: bool) -> None:
    """9.7 Raises IllegalMove unless all of one's own counters of a hex are named, before anybody moves."""
    assert state.operations is not None
    tried = ORDERS.spell(order)
    if len(order.to) != 1 or order.lead:
        raise IllegalMove(tried, "9.7", "name one hex and all your counters in it, from top to bottom")
    (hex,) = order.to
    there = forces.stack_at(state, hex, state.operations.seat) if hex in state.numbers.ground.hexes else []
    if is_begun:
        raise IllegalMove(tried, "9.7", "stacks are ordered before anybody moves")
    if len(there) < 2 or sorted(order.who) != sorted(there):
        raise IllegalMove(tried, "9.7", f"name all your counters in {hex}, two at least, from top to bottom", there)


def restack(state: State, order: Order) -> None:
    """9.7 From top to bottom as named; a face-up fortification stays on top."""
    for id in order.who:
        state.ranks += 1
        forces.piece(state, id).rank = state.ranks
