"""A plan is checked as a whole on a sketch of the position, line by line, and then carried out in the same way.

Belongs here: that, for the plans of all phases. Must not be here: what a line does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pbem.play.requests import Tell
from rulesets.enduring_freedom.plans import Line, Plan
from rulesets.enduring_freedom.state import State, sketch_of

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
        text = carry_out(state, line)
        places = tuple(place for place in line.to if place in state.numbers.zones)
        await Tell(rule=rule, text=text, places=places)
