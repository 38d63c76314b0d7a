"""24 Helicopters: where they may fly, whom they take along, landing and hovering.

Belongs here: the checks of flights and the places they may end at. Must not be here: fighting from helicopters
(combat), flying out of a battle (16.9).
"""

from __future__ import annotations

from pbem.errors import IllegalMove
from pbem_games.fallujah.map import is_base, is_helicopter, labels, name_of
from pbem_games.fallujah.marching import too_many
from pbem_games.fallujah.movement import check_force, check_price, check_stop, with_riders
from pbem_games.fallujah.orders import Air, GoOn, Riders, Units
from pbem_games.fallujah.riders import check_riders
from pbem_games.fallujah.state import Operation, State


def check_air(state: State, order: Air) -> None:
    """24.1, 24.5 A J-3 of helicopters, with riders an airmobile one: who flies where, landed or aloft."""
    tried = f"{labels(state, order.force)} by air"
    check_price(state, tried)
    check_air_route(state, order, tried)
    check_stop(state, order.to, with_riders(order.force, order.riders), tried)


def check_air_route(state: State, order: Air, tried: str) -> None:
    """24.1, 24.3, 24.5 All of a flight but its price and the stack at its end; gunships may come along (ruling R34)."""
    check_force(state, order.force, order.riders, tried)
    walking = [u for u in order.force if not is_helicopter(state, u)]
    if walking:
        raise IllegalMove(tried, "24.3", f"{labels(state, walking)} flies only as a rider of a helicopter")
    check_riders(state, order.force, order.riders, tried)
    check_flight(state, order.force, order.riders, order.to, order.aloft, tried)


def check_flight(state: State, helicopters: Units, riders: Riders, to: str, aloft: bool, tried: str) -> None:
    """24.1, 24.2, 24.5 The end of a flight; over the same space all must land or rise by it (ruling R33)."""
    if aloft and is_base(state, to):
        raise IllegalMove(tried, "24.2", f"{name_of(state, to)} is off the map: helicopters land there")
    if aloft and riders:
        raise IllegalMove(tried, "24.5", "riders get off where the move ends: their helicopters land")
    idle = idle_over(state, helicopters, riders, to, aloft)
    if idle:
        raise IllegalMove(tried, "14.2", f"{labels(state, idle)} would do nothing over {name_of(state, to)}")


def idle_over(state: State, helicopters: Units, riders: Riders, to: str, aloft: bool) -> list[str]:
    """14.2, ruling R33 Who would do nothing: over the space where they are all must rise or land, with no riders."""
    if to != state.units[helicopters[0]].place:
        return []
    return [u for u in helicopters if riders or state.units[u].aloft == aloft]


def check_flying_on(state: State, operation: Operation, way: GoOn) -> None:
    """24.1, ruling R37 A further flight of helicopters that have won and carried nobody."""
    force = tuple(operation.force)
    tried = f"{labels(state, force)} on from {name_of(state, operation.space)}"
    if way.path:
        raise IllegalMove(tried, "24.1", "helicopters fly to a place, landing or aloft")
    check_flight(state, force, (), way.to, way.aloft, tried)
    check_stop(state, way.to, force, tried)


# ---------------------------------------------------------------- answers for others


def landing_places(state: State, helicopters: Units, riders: Riders = ()) -> list[str]:
    """24.1, 24.5 Where these helicopters may land from where they are: spaces in order of id, then bases."""
    return _ends(state, helicopters, riders, aloft=False)


def hover_spaces(state: State, helicopters: Units) -> list[str]:
    """24.2 Over which spaces these helicopters may end their flight aloft."""
    return _ends(state, helicopters, (), aloft=True)


def _ends(state: State, helicopters: Units, riders: Riders, *, aloft: bool) -> list[str]:
    units = with_riders(helicopters, riders)
    return [
        to
        for to in [*sorted(state.numbers.spaces), *([] if aloft else state.numbers.bases)]
        if not idle_over(state, helicopters, riders, to, aloft) and not too_many(state, to, units)
    ]
