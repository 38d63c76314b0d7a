"""32 Networked operations, an option: several forces move to one space in one J-3.

Belongs here: what they may do together and their common move. Must not be here: the move of one force (movement, air).
"""

from __future__ import annotations

from pbem.errors import IllegalMove
from pbem.kit.pools import move as move_counter
from pbem.kit.pools import repeated
from pbem.play.requests import Tell
from pbem_games.fallujah.air import check_air_route
from pbem_games.fallujah.indexes import pay
from pbem_games.fallujah.map import is_base, is_iraqi, labels, name_of
from pbem_games.fallujah.movement import check_ground_route, check_leap_route, check_price, check_stop, with_riders
from pbem_games.fallujah.offensive import end_operation, move
from pbem_games.fallujah.orders import Air, Ground, Leap, Move, Networked, Units
from pbem_games.fallujah.reaction import react
from pbem_games.fallujah.state import Operation, State

NETWORKED = "networked"


def check_networked(state: State, order: Networked) -> None:
    """32 Two forces or more, none of them Iraqi, each moving legally by itself, all to one space where they fit."""
    tried = "networked operation"
    if not state.options.networked_operations:
        raise IllegalMove(tried, "32", "this match is played without networked operations")
    check_price(state, tried)
    if not state.available[order.marker]:
        raise IllegalMove(tried, "32", f"no {marker_name(state, order.marker)} is at hand")
    if len(order.moves) < 2:
        raise IllegalMove(tried, "32", "one force alone needs no network")
    units = all_units(order)
    check_forces(state, units, tried)
    ends = {end_of(move) for move in order.moves}
    if len(ends) > 1 or is_base(state, end_of(order.moves[0])):
        raise IllegalMove(tried, "32", "all forces end in one space of the map")  # ruling R118
    for single in order.moves:
        check_part(state, single)
    check_stop(state, end_of(order.moves[0]), units, tried)


def check_forces(state: State, units: Units, tried: str) -> None:
    """32 No unit goes twice, and no Iraqi unit goes at all."""
    doubled = repeated(units)
    if doubled is not None:
        raise IllegalMove(tried, "32", f"{labels(state, [doubled])} is in two forces")
    iraqi = [u for u in units if is_iraqi(state, u)]
    if iraqi:
        raise IllegalMove(tried, "32", f"{labels(state, iraqi)} is Iraqi and takes no part")


def check_part(state: State, single: Move) -> None:
    """32, rulings R119, R121 The move of one force of several: whole, without infiltration, landed at its end."""
    tried = f"{labels(state, single.force)} in a networked operation"
    match single:
        case Ground():
            if single.infiltrates:
                raise IllegalMove(tried, "32", "nobody infiltrates in a networked operation")
            check_ground_route(state, single, tried)
        case Leap():
            check_leap_route(state, single, tried)
        case Air():
            if single.aloft:
                raise IllegalMove(tried, "32", "helicopters land where all forces meet")
            check_air_route(state, single, tried)


def all_units(order: Networked) -> Units:
    """The units of all forces, riders too."""
    return tuple(unit for single in order.moves for unit in with_riders(single.force, single.riders))


def end_of(single: Move) -> str:
    """The place where a move ends."""
    return "".join(single.path[-1:]) if isinstance(single, Ground) else single.to


def marker_name(state: State, marker: str) -> str:
    """The printed name of what serves as a NetWar marker."""
    numbers = state.numbers
    return numbers.netwar.name if marker == numbers.netwar.id else numbers.events[marker].name


async def networked(state: State, order: Networked) -> None:
    """32 One OP and one marker; all move and are one force from then on (ruling R120); nobody moves on (R121)."""
    pay(state, state.numbers.tables.prices.operation)
    goes_to = state.recruits if order.marker in state.recruits else state.reaction_bin  # ruling R117
    move_counter(state.available, goes_to, order.marker)
    space = end_of(order.moves[0])
    text = f"Networked operation with {marker_name(state, order.marker)}: all forces go to {name_of(state, space)}"
    await Tell(rule="32", text=text, places=(space,))
    for single in order.moves:
        await move(state, single)
    state.operation = Operation(NETWORKED, state.numbers.ordered(all_units(order)), space)
    await react(state)
    await end_operation(state)
