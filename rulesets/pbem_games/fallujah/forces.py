"""What happens to units: they lose steps, go to boxes, enter places; leaders go with them.

Belongs here: the small verbs that change units. Must not be here: questions, flow of play.
"""

from __future__ import annotations

from pbem.play.requests import Tell
from pbem_games.fallujah.indexes import count_lost_step
from pbem_games.fallujah.map import name_of
from pbem_games.fallujah.state import BOXES, ELIMINATED, State, UnitState


def place(state: State, unit: str, to: str, *, aloft: bool = False) -> None:
    """A unit that is in play, or comes into it, is now at a space or base; its step stays as it is."""
    state.units[unit].place = to
    state.units[unit].aloft = aloft


def enter(state: State, unit: str, at: str) -> None:
    """11.1 A unit comes into play at full strength; helicopters are landed (ruling R31)."""
    state.units[unit] = UnitState(place=at)


def remove(state: State, unit: str, box: str) -> None:
    """A unit leaves play for a box; leaders with it go to the recruit box (29.1, rulings R73, R103)."""
    assert box in BOXES
    state.units[unit] = UnitState(place=box)
    for leader, carrier in state.leaders.items():
        if carrier == unit:
            state.leaders[leader] = ""
    operation = state.operation
    if operation is not None and unit in operation.force:
        operation.force.remove(unit)


async def lose_step(state: State, unit: str, *, rule: str) -> None:
    """16.3, 21.1 One hit: a full unit of two steps is reduced, any other eliminated for good (ruling R17)."""
    printed, at = state.numbers.units[unit], name_of(state, state.units[unit].place)
    places = (state.units[unit].place,)
    count_lost_step(state)
    if printed.reduced and not state.units[unit].reduced:
        state.units[unit].reduced = True
        await Tell(rule=rule, text=f"{printed.label} is reduced in {at}", places=places)
    else:
        leaders = [state.numbers.leaders[x].name for x, carrier in state.leaders.items() if carrier == unit]
        remove(state, unit, ELIMINATED)
        await Tell(rule=rule, text=f"{printed.label} is eliminated in {at}", places=places, headline=True)
        for name in leaders:
            await Tell(rule="29.1", text=f"{name}, who was with {printed.label}, is free again", places=places)


def steps(state: State, unit: str) -> int:
    """Hits it takes to eliminate a unit."""
    return 2 if state.numbers.units[unit].reduced and not state.units[unit].reduced else 1
