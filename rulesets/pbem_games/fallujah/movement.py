"""13 J-3 movement on the ground, by leap and from base to base: what may be ordered.

Belongs here: what makes a force, the checks of orders and of the way on. Must not be here: steps and points
(marching), flight (air), what moving does (offensive).
"""

from __future__ import annotations

from pbem.errors import IllegalMove
from pbem_games.fallujah.joint import may_join
from pbem_games.fallujah.map import AMPHIBIOUS, has_node, is_base, is_helicopter, is_in_play, labels, name_of, type_of
from pbem_games.fallujah.map import movement as movement_points
from pbem_games.fallujah.marching import (
    March,
    Path,
    going_on,
    is_on_foot_sof,
    reachable,
    setting_out,
    stepped,
    steps_open,
    too_many,
    ways_out,
)
from pbem_games.fallujah.orders import GoOn, Ground, Leap, Riders, Transfer, Units
from pbem_games.fallujah.riders import check_riders
from pbem_games.fallujah.state import Operation, State

# ---------------------------------------------------------------- orders


def check_ground(state: State, order: Ground) -> None:
    """13, 8.3 A J-3 on the ground: who goes, who rides, the whole path, the stack where it ends."""
    tried = f"{labels(state, order.force)} by ground"
    check_price(state, tried)
    march = check_ground_route(state, order, tried)
    check_stop(state, march.at, march.units, tried)


def check_ground_route(state: State, order: Ground, tried: str) -> March:
    """13 All of a move on the ground but its price and the stack at its end; the force as it is there."""
    start = check_force(state, order.force, order.riders, tried)
    check_on_ground(state, order.force, tried)
    check_riders(state, order.force, order.riders, tried)
    return check_way(state, setting_out(state, order.force, order.riders, start), order.path, order.infiltrates, tried)


def check_leap(state: State, order: Leap) -> None:
    """25.1, 27.3 A J-3 from one space with a water symbol to another, past everything (ruling R28)."""
    tried = f"{labels(state, order.force)} by water"
    check_price(state, tried)
    check_leap_route(state, order, tried)
    check_stop(state, order.to, with_riders(order.force, order.riders), tried)


def check_leap_route(state: State, order: Leap, tried: str) -> None:
    """25.1, 27.3 All of a leap but its price and the stack at its end. SOF leap alone or ride (ruling R106)."""
    start = check_force(state, order.force, order.riders, tried)
    check_on_ground(state, order.force, tried)
    unfit = [u for u in order.force if type_of(state, u) not in AMPHIBIOUS]
    if unfit:
        raise IllegalMove(tried, "25.1", f"{labels(state, unfit)} can neither swim nor ride unless carried")
    check_riders(state, order.force, order.riders, tried)
    water = state.numbers.water_spaces
    if start not in water:
        raise IllegalMove(tried, "25.1", f"{name_of(state, start)} has no water symbol", legal=water)
    if order.to not in water or order.to == start:
        raise IllegalMove(tried, "25.1", "it leads to another space with a water symbol", legal=leaps(state, start))


def leaps(state: State, start: str) -> list[str]:
    """25.1, ruling R28 Where a leap from here may lead; whether the force fits there is not asked."""
    water = state.numbers.water_spaces
    return [space for space in water if space != start] if start in water else []


def check_transfer(state: State, order: Transfer) -> None:
    """13.4, ruling R23 Any units of one base to another; nothing else happens."""
    tried = f"{labels(state, order.force)} from base to base"
    check_price(state, tried)
    start = check_force(state, order.force, (), tried)
    others = [base for base in state.numbers.bases if base != start]
    if not is_base(state, start):
        raise IllegalMove(tried, "13.4", f"{name_of(state, start)} is no base")
    if order.to not in others:
        raise IllegalMove(tried, "13.4", "it leads to another base", legal=others)


# ---------------------------------------------------------------- parts of the checks


def with_riders(force: Units, riders: Riders) -> Units:
    """The whole force: carriers and walkers, then riders."""
    return (*force, *(rider for _, rider in riders))


def check_price(state: State, tried: str) -> None:
    """10 One OP for the whole J-3 (10.1)."""
    price = state.numbers.tables.prices.operation
    if state.ops < price:
        raise IllegalMove(tried, "10", f"it costs {price} OP and {max(0, state.ops)} are left")


def check_force(state: State, force: Units, riders: Riders, tried: str) -> str:
    """8.3, 10.2, 10.3, 31 Units in one place that may act together; that place.

    Others may stay behind, and how often a unit has moved before is no matter (ruling R19).
    """
    units = with_riders(force, riders)
    if not force:
        raise IllegalMove(tried, "8.3", "no unit is named")
    for unit in units:
        if units.count(unit) > 1:
            raise IllegalMove(tried, "8.3", f"{labels(state, [unit])} is named twice")
        if not is_in_play(state, unit):
            raise IllegalMove(tried, "8.3", f"{labels(state, [unit])} is not in play")
    place = state.units[force[0]].place
    elsewhere = [u for u in units if state.units[u].place != place]
    if elsewhere:
        because = f"{labels(state, elsewhere)} is not in {name_of(state, place)}: a force starts in one place"
        raise IllegalMove(tried, "10.2", because)
    if not may_join(state, units):
        raise IllegalMove(tried, "31", "Iraqi units and others make no J-3 together")  # ruling R114
    return place


def check_on_ground(state: State, force: Units, tried: str) -> None:
    """24.3, 28.1 Neither helicopters nor FOBs are in a force that moves by ground or water."""
    flying = [u for u in force if is_helicopter(state, u)]
    if flying:
        raise IllegalMove(tried, "24.3", f"{labels(state, flying)} does not move with units on the ground")
    fixed = [u for u in force if movement_points(state, u) < 1]
    if fixed:
        raise IllegalMove(tried, "28.1", f"{labels(state, fixed)} does not move")  # ruling R18


def check_stop(state: State, place: str, units: Units, tried: str) -> None:
    """8.2, ruling R15 Whether these units fit where they stop; what is too much is never taken off."""
    kind = too_many(state, place, units)
    if kind:
        raise IllegalMove(tried, "8.2", f"{name_of(state, place)} would hold too many {kind}")


def check_way(state: State, march: March, path: Path, infiltrates: bool, tried: str) -> March:
    """13.0, 13.1 A whole path step by step; it ends at its first node. The force as it is at its end."""
    if not path:
        raise IllegalMove(tried, "14.2", "a force that does not move does nothing", legal=reachable(state, march))
    start = march
    for i, to in enumerate(path):
        check_step(state, march, to, tried)
        if i < len(path) - 1:
            check_passing(state, march.at, to, tried)
        march = stepped(state, march, to)
    if infiltrates:
        check_infiltration(state, start, march, tried)
    return march


def check_step(state: State, march: March, to: str, tried: str) -> None:
    """13.0, 13.3, 13.4 One step; IllegalMove says which rule stops it."""
    open_to = steps_open(state, march)
    if to in open_to:
        return
    here, there = name_of(state, march.at), name_of(state, to)
    if to in ways_out(state, march):
        raise IllegalMove(tried, "13.0", f"no movement point is left in {here} for {there}", legal=open_to)
    if is_base(state, march.at) or is_base(state, to):
        raise IllegalMove(tried, "13.4", f"no way joins {here} and {there}", legal=open_to)
    if state.numbers.graph.border(march.at, to) is None:
        raise IllegalMove(tried, "13.0", f"no way joins {here} and {there}", legal=open_to)
    raise IllegalMove(tried, "13.3", f"water lies between {here} and {there}", legal=open_to)


def check_passing(state: State, here: str, to: str, tried: str) -> None:
    """13.1, 13.4 Whether a path may run on after a step: not at a node, not by a base.

    Only entering stops (rulings R24, R36): who stands at a node leaves freely (R143).
    """
    if is_base(state, here) or is_base(state, to):
        raise IllegalMove(tried, "13.4", "a step out of a base or into one ends movement")  # rulings R21, R22
    if has_node(state, to):
        raise IllegalMove(tried, "13.1", f"{name_of(state, to)} holds a node: the path ends there")


def check_infiltration(state: State, start: March, march: March, tried: str) -> None:
    """27.1, ruling R105 Whether a force that has walked from `start` may try to go on past the node where it now is."""
    here = name_of(state, march.at)
    if not is_on_foot_sof(state, march):
        raise IllegalMove(tried, "27.1", "only SOF alone and on foot infiltrate")
    if is_base(state, march.at) or not has_node(state, march.at):
        raise IllegalMove(tried, "27.1", f"{here} holds no node")
    if is_base(state, start.at):
        raise IllegalMove(tried, "27.1", "the step out of a base ends movement (13.4)")
    if not reachable(state, march):
        raise IllegalMove(tried, "27.1", f"the force could not go on from {here}")


# ---------------------------------------------------------------- the way on


def check_going_on(state: State, operation: Operation, way: GoOn, rule: str) -> None:
    """13, 14.1, 27.1 A further path of the force under way, legal like the first, with the points left."""
    tried = f"{labels(state, operation.force)} on from {name_of(state, operation.space)}"
    march = going_on(state, operation)
    if not way.path:
        raise IllegalMove(tried, rule, "a force on the ground goes on by a path", legal=reachable(state, march))
    end = check_way(state, march, way.path, way.infiltrates, tried)
    check_stop(state, end.at, end.units, tried)


def may_go_on_by_ground(state: State, operation: Operation) -> bool:
    """14.1, 13.4, ruling R88 Points left, some way on, and the force did not come out of a base."""
    return not operation.from_base and bool(reachable(state, going_on(state, operation)))


# ---------------------------------------------------------------- answers for others


def goals(state: State, force: Units, riders: Riders = ()) -> dict[str, Path]:
    """13 Where a force on the ground may stop from where it stands, nearest first, each with a shortest path."""
    return reachable(state, setting_out(state, force, riders, state.units[force[0]].place))


def leap_goals(state: State, force: Units, riders: Riders = ()) -> list[str]:
    """25.1 Where a force that can leap may land from where it stands, in order of id."""
    units = with_riders(force, riders)
    return [to for to in leaps(state, state.units[force[0]].place) if not too_many(state, to, units)]
