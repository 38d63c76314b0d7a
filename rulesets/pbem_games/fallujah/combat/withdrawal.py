"""16.7, 16.9 Withdrawal and evacuation, when OPFOR stands.

Belongs here: whether there is a way out, which, and taking it. Must not be here: whether OPFOR stands (battle).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from pbem.errors import IllegalMove
from pbem.kit.pools import repeated
from pbem.play.requests import Tell, Write
from pbem_games.fallujah import wordings
from pbem_games.fallujah.combat.battle import battlefield
from pbem_games.fallujah.forces import place
from pbem_games.fallujah.map import (
    TRANSPORTS,
    is_base,
    is_open_to,
    labels,
    name_of,
    neighbours,
    type_of,
    under_way,
    units_at,
)
from pbem_games.fallujah.nodes import come_upon
from pbem_games.fallujah.orders import Flight, Stay
from pbem_games.fallujah.riders import may_carry, on_dry_ground
from pbem_games.fallujah.stacking import overstacked
from pbem_games.fallujah.state import State


async def answer_stand(state: State) -> None:
    """16.1, 16.7 OPFOR stands: the player goes on with all, or some or all withdraw; those who stay fight on (R83)."""
    operation = under_way(state)
    await Tell(rule="16.1", text=f"OPFOR stands in {battlefield(state)}", places=(operation.space,))
    if not may_withdraw(state):
        return
    stay = await Write(
        rule="16.7", seat=state.seat, about=operation.space, form=wordings.stands(state.numbers),
        check=partial(check_stay, state), draft=Stay,
    )
    if not stay.flights and not stay.leaving:
        text = f"The Coalition fights on in {battlefield(state)}"
        await Tell(rule="16.7", text=text, places=(operation.space,))
    for flight in stay.flights:
        await evacuate(state, flight)
    if stay.leaving:
        await withdraw(state, stay)


# ---------------------------------------------------------------- ways out


def may_withdraw(state: State) -> bool:
    """16.7 Whether anybody could leave; what one unit cannot do, more cannot do together."""
    return any(destinations(state, [unit]) for unit in under_way(state).force) or bool(evacuations(state))


def destinations(state: State, leaving: Sequence[str]) -> list[str]:
    """16.7, ruling R80 Where these units may go together: bases, then spaces; one step, with room for all (8.2)."""
    space = under_way(state).space
    places = [*state.numbers.gates[space], *sorted(neighbours(state, space))]
    return [to for to in places if not obstacle(state, leaving, to)]


def obstacle(state: State, leaving: Sequence[str], to: str) -> str:
    """16.7, ruling R81 Why these units cannot withdraw together to a place, "" if they can.

    Ground units need an edge that they could use when moving, light ones aboard an Amtrac that leaves with them too.
    Helicopters need any edge. Who stands there may be of any command (ruling R116).
    """
    space = under_way(state).space
    if is_base(state, to):
        return "" if to in state.numbers.gates[space] else f"{name_of(state, space)} does not lead to that base"
    if to not in neighbours(state, space):
        return "that is not one step away"
    if not units_at(state, to):
        return "no Coalition unit is there"
    dry = on_dry_ground(state, leaving)
    if not is_open_to(state, space, to, dry):
        return f"{labels(state, dry)} cannot cross the river; an Amtrac of the force takes one light unit"
    too_many = overstacked(state.numbers, [*units_at(state, to), *leaving])
    return f"there would be too many {too_many} (8.2)" if too_many else ""


def evacuations(state: State) -> list[tuple[str, str]]:
    """16.9, 24.5, 24.6, ruling R82 (helicopter, unit of the force) that could fly out to any base.

    The helicopter is in the space, of the force or not, landed or aloft.
    """
    operation = under_way(state)
    helicopters = [u for u in units_at(state, operation.space) if type_of(state, u) in TRANSPORTS]
    return [(h, u) for h in helicopters for u in operation.force if may_carry(state, h, u)]


# ---------------------------------------------------------------- the order


def check_stay(state: State, stay: Stay) -> None:
    """16.7, 16.9 Raises IllegalMove if the units named cannot leave like that."""
    operation = under_way(state)
    tried = f"withdraw from {battlefield(state)}"
    named = [*stay.leaving, *(f.passenger for f in stay.flights), *(f.helicopter for f in stay.flights)]
    doubled = repeated(named)
    if doubled is not None:
        raise IllegalMove(tried, "16.7", f"{doubled} is named twice")
    for unit in stay.leaving:
        if unit not in operation.force:
            raise IllegalMove(tried, "16.7", f"{unit} is not in the force", legal=operation.force)
    lifts = evacuations(state)
    for flight in stay.flights:
        if (flight.helicopter, flight.passenger) not in lifts or not is_base(state, flight.base):
            because = f"{flight.helicopter} cannot fly {flight.passenger} out to {flight.base}"
            raise IllegalMove(tried, "16.9", because, legal=[f"{h}:{u}:BASE" for h, u in lifts])
    if stay.leaving and (because := obstacle(state, stay.leaving, stay.to)):
        ways = destinations(state, stay.leaving)
        raise IllegalMove(f"{tried} to {stay.to or 'nowhere'}", "16.7", because, legal=ways)
    if stay.to and not stay.leaving:
        raise IllegalMove(tried, "16.7", f"nobody leaves for {stay.to}")


# ---------------------------------------------------------------- leaving


async def evacuate(state: State, flight: Flight) -> None:
    """16.9 A helicopter flies one unit of the force to a base and stays there; no reaction."""
    both = [flight.helicopter, flight.passenger]
    text = f"{labels(state, both[:1])} flies {labels(state, both[1:])} out of {battlefield(state)} to the "
    await Tell(rule="16.9", text=text + name_of(state, flight.base), places=(under_way(state).space, flight.base))
    _leave(state, both, flight.base)


async def withdraw(state: State, stay: Stay) -> None:
    """16.7, ruling R82 The units go one space and take no reaction there; helicopters have landed."""
    space = under_way(state).space
    text = f"Withdrawal of {labels(state, stay.leaving)} from {battlefield(state)} to {name_of(state, stay.to)}"
    _leave(state, stay.leaving, stay.to)
    await Tell(rule="16.7", text=text, places=(space, stay.to))
    await come_upon(state, stay.to)  # ruling R140: a node below a hovering helicopter


def _leave(state: State, units: Sequence[str], to: str) -> None:
    operation = under_way(state)
    for unit in units:
        place(state, unit, to)
    operation.force = [u for u in operation.force if u not in units]
