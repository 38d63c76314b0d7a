"""12 J-1 Refit: reduced units are restored.

Belongs here: who can be refitted where. Must not be here: replacing what is eliminated (never, ruling R20).
"""

from __future__ import annotations

from pbem.errors import IllegalMove
from pbem.kit.lists import Some
from pbem.play.requests import Write
from pbem_games.enduring_freedom.planning import check_plan, follow_plan
from pbem_games.enduring_freedom.plans import REFIT_VERBS, Line, PlanForm
from pbem_games.enduring_freedom.points import can_pay, pay
from pbem_games.enduring_freedom.state import CAS, COALITION, STRIKE, State
from pbem_games.enduring_freedom.zones import control, names, units_at


async def refit_phase(state: State) -> None:
    """12 Asked if a reduced unit is where it can be refitted, and paid."""
    if not any(can_pay(state, price_of_refit(state, id)) for id in refittable(state)):
        return
    plan = await Write(
        rule="12.1", seat=COALITION, form=PlanForm(state.numbers, REFIT_VERBS, "12.1"),
        check=lambda plan: check_plan(state, plan, carry_out), draft=tuple,
        case=Some(tuple(refittable(state))),
    )  # fmt: skip
    await follow_plan(state, plan, carry_out, rule="12.1")


def refittable(state: State) -> list[str]:
    """12.1 Reduced units in a place that allows it, in the order of the data."""
    return [id for id, unit in state.units.items() if unit.reduced and can_be_refitted_at(state, id, unit.place)]


def can_be_refitted_at(state: State, id: str, place: str) -> bool:
    """12.1, rulings R21, R22, R23"""
    if place in state.numbers.staging:
        return True
    if id in state.numbers.air:
        return place in (STRIKE, CAS)
    if place not in state.numbers.zones:
        return False
    return has_base(state, place) or (state.numbers.zones[place].airbase and control(state, place) == "coalition")


def has_base(state: State, zone: str) -> bool:
    """12.1, 27.1, 32.1 A FOB or HQ is there, reduced or not (ruling R23)."""
    return any(state.numbers.ground[id].fob or state.numbers.ground[id].hq for id in units_at(state, zone))


def price_of_refit(state: State, id: str) -> int:
    """12.1"""
    cost = state.numbers.tables.netwar.cost
    return cost.refit_air if id in state.numbers.air else cost.refit_ground


def carry_out(state: State, line: Line) -> str:
    """12.1, 12.2 The units of a line are at full strength again; what their reduction cost stays lost (4.2)."""
    tried, open_to = str(line), refittable(state)
    for id in line.things:
        if id not in open_to:
            raise IllegalMove(tried, "12.1", f"{id} is not reduced where it can be refitted", legal=open_to)
        pay(state, price_of_refit(state, id), "refit", tried=tried, rule="12.1")
        state.units[id].reduced = False
    cost = sum(price_of_refit(state, id) for id in line.things)
    return f"{names(state, line.things)} at full strength for {cost} NP, {state.np} left"
