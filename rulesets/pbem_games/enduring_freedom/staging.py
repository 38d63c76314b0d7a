"""15 J-3 Staging: units go from one staging area to another, air units are given their missions.

Belongs here: both, and that capacities hold when the phase ends (ruling R43). Must not be here: flying (flights).
"""

from __future__ import annotations

from pbem.errors import IllegalMove
from pbem.play.requests import Write
from pbem_games.enduring_freedom.planning import follow_plan, told_by
from pbem_games.enduring_freedom.plans import STAGING_VERBS, Line, Plan, PlanForm
from pbem_games.enduring_freedom.state import CAS, COALITION, STRIKE, State
from pbem_games.enduring_freedom.zones import names, room


async def staging_phase(state: State) -> None:
    """15 Asked if any unit is in a staging area."""
    if not any(unit.place in state.numbers.staging for unit in state.units.values()):
        return
    plan = await Write(
        rule="15.0", seat=COALITION, form=PlanForm(state.numbers, STAGING_VERBS, "15.0"),
        check=lambda plan: check_staging(state, plan), draft=tuple,
    )  # fmt: skip
    await follow_plan(state, plan, carry_out, rule="15.0")


def check_staging(state: State, plan: Plan) -> None:
    """15, 8.5, ruling R43 Any transfers; no area is too full when all are made. IllegalMove."""
    after = state
    for _, sketch in told_by(state, plan, carry_out):
        after = sketch
    for area, printed in state.numbers.staging.items():
        for air, what in ((False, "ground units"), (True, "air units")):
            over = -room(after, area, air=air)
            if over > 0:
                because = f"{printed.name} bases {printed.capacity} {what}, {over} fewer than would be there"
                raise IllegalMove(f"staging in {area}", "8.5", because)


def carry_out(state: State, line: Line) -> str:
    """15 One line; IllegalMove."""
    (to,), tried = line.to, str(line)
    for id in line.things:
        if state.units[id].place not in state.numbers.staging:
            raise IllegalMove(tried, "15.0", f"{id} is in no staging area")
        if state.units[id].place == to:
            raise IllegalMove(tried, "15.0", f"{id} is there already")
        state.units[id].place = to
    if line.verb == "stage":
        return f"{names(state, line.things)} to {state.numbers.staging[to].name}"
    return f"{names(state, line.things)}: {MISSIONS[to]}"


MISSIONS = {STRIKE: "joint strike", CAS: "close air support"}  # 17.1, ruling R44
