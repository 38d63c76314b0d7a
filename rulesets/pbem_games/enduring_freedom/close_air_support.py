"""17.1 (2), 21.2 The Coalition Defensive CAS Phase: air units go where counterattacks will come, and are fired at.

Belongs here: where they may go. Must not be here: their fire in battle (combat).
"""

from __future__ import annotations

from pbem.errors import IllegalMove
from pbem.play.requests import Write
from pbem_games.enduring_freedom.air_defense import fire_at
from pbem_games.enduring_freedom.combat.phases import zones_to_counterattack
from pbem_games.enduring_freedom.planning import check_plan, follow_plan
from pbem_games.enduring_freedom.plans import CAS_VERBS, Line, PlanForm
from pbem_games.enduring_freedom.state import CAS, COALITION, State
from pbem_games.enduring_freedom.zones import air_at, contingent, names, units_at


async def cas_phase(state: State) -> None:
    """17.1, 21.2, ruling R99 All are placed, then air defence fires at them, before the first counterattack."""
    if not air_at(state, CAS) or not zones_for_cas(state):
        return
    plan = await Write(
        rule="17.1", seat=COALITION, form=PlanForm(state.numbers, CAS_VERBS, "17.1"),
        check=lambda plan: check_plan(state, plan, carry_out), draft=tuple,
    )  # fmt: skip
    await follow_plan(state, plan, carry_out, rule="17.1")
    await fire_at(state, air_at)


def zones_for_cas(state: State) -> list[str]:
    """17.1 (2), ruling R99 Zones where a counterattack will be, with a US or NATO ground unit, FOB and HQ included."""
    return [zone for zone in zones_to_counterattack(state)
            if any(contingent(state, id) in ("US", "NATO") for id in units_at(state, zone))]


def carry_out(state: State, line: Line) -> str:
    """17.1 (2), ruling R44 Units of the CAS box to one zone; IllegalMove."""
    (zone,), tried = line.to, str(line)
    if zone not in zones_for_cas(state):
        because = f"no counterattack on a US or NATO unit will come in {zone}"
        raise IllegalMove(tried, "17.1", because, legal=zones_for_cas(state))
    for id in line.things:
        if state.units[id].place != CAS:
            raise IllegalMove(tried, "17.1", f"{id} is not in the CAS box", legal=air_at(state, CAS))
        state.units[id].place = zone
    return f"{names(state, line.things)} in close air support of {state.numbers.zones[zone].name}"
