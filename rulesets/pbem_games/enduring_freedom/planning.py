"""A plan is checked as a whole on a sketch of the position, line by line, and then carried out in the same way.

Belongs here: that, for the plans of all phases. Must not be here: what a line does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from pbem.play.requests import Tell
from pbem_games.enduring_freedom.plans import Line, Plan
from pbem_games.enduring_freedom.state import State, sketch_of
from pbem_games.enduring_freedom.zones import zone_of_north

CarryOut = Callable[[State, Line], str]
"""Checks a line (IllegalMove; nothing is changed then), carries it out, and tells what it did and what is left."""


def check_plan(state: State, plan: Plan, carry_out: CarryOut) -> None:
    """Every line in its order, each after those before it; IllegalMove for the first that fails."""
    for _ in told_by(state, plan, carry_out):
        pass


def told_by(state: State, plan: Plan, carry_out: CarryOut) -> Iterator[tuple[str, State]]:
    """What each line would do, and the position as it would be then; IllegalMove for the first that fails."""
    if not plan:
        return
    sketch = sketch_of(state)
    for line in plan:
        yield carry_out(sketch, line), sketch


async def follow_plan(state: State, plan: Plan, carry_out: CarryOut, *, rule: str) -> None:
    """Carries out a plan that was checked."""
    for line in plan:
        starts = _places_of(state, line.things)
        text = carry_out(state, line)
        ends = tuple(place for place in line.to if _is_on_map(state, place))
        if ends and len(starts) == 1 and starts[0] != ends[-1]:
            await Tell(rule=rule, text=text, places=(*starts, *ends), is_way=True)
        else:
            await Tell(rule=rule, text=text, places=ends)


def _places_of(state: State, things: Sequence[str]) -> list[str]:
    """The zones and staging areas where the units among these things are."""
    units = [state.units[id].place for id in things if id in state.units]
    north = [zone_of_north(state, id) for id in things if id in state.numbers.north]
    return [place for place in dict.fromkeys((*units, *north)) if _is_on_map(state, place)]


def _is_on_map(state: State, place: str) -> bool:
    return place in state.numbers.zones or place in state.numbers.staging
