"""27 J-4 Sustainment: who is too far from a base is supplied by air for NP, or loses a step.

Belongs here: who is sustained, what it costs. Must not be here: losses themselves.
"""

from __future__ import annotations

from pbem.errors import IllegalMove
from pbem.kit.lists import Some
from pbem.kit.pools import repeated
from pbem.play.requests import Write
from pbem_games.enduring_freedom.losses import lose_step
from pbem_games.enduring_freedom.planning import check_plan, follow_plan
from pbem_games.enduring_freedom.plans import SUSTAIN_VERBS, Line, Plan, PlanForm
from pbem_games.enduring_freedom.points import can_pay, pay
from pbem_games.enduring_freedom.refit import has_base
from pbem_games.enduring_freedom.state import COALITION, State
from pbem_games.enduring_freedom.zones import is_heavy, is_islamist_there, names


async def sustainment_phase(state: State) -> None:
    """27.2, ruling R68 The player says for whom he pays; all others who are not sustained lose a step."""
    due = unsustained(state)
    if not due:
        return
    plan: Plan = ()
    if any(can_pay(state, price_of_sustaining(state, id)) for id in due):
        plan = await Write(
            rule="27.2", seat=COALITION, form=PlanForm(state.numbers, SUSTAIN_VERBS, "27.2"),
            check=lambda plan: check_payments(state, plan),
            draft=lambda: (Line("pay", payable(state)),) if payable(state) else (), case=Some(tuple(due)),
        )  # fmt: skip
    await follow_plan(state, plan, carry_out, rule="27.2")
    paid = {id for line in plan for id in line.things}
    for id in due:
        if id not in paid:
            await lose_step(state, state.units[id].place, id, "losses", rule="27.2")


def unsustained(state: State) -> list[str]:
    """27.1, 27.3 US and NATO units in zones, no SOF, FOB or HQ, that no base reaches, in the order of the data."""
    return [id for id in state.numbers.ground if needs_supply(state, id, state.units[id].place)]


def needs_supply(state: State, id: str, place: str) -> bool:
    """27.1, 27.3 Whether a Coalition ground unit would have to be paid for in this place."""
    if place not in state.numbers.zones or id in state.numbers.north:
        return False
    unit = state.numbers.ground[id]
    exempt = unit.contingent == "IR" or unit.sof or unit.fob or unit.hq
    return not exempt and not is_sustained_at(state, place)


def is_sustained_at(state: State, zone: str) -> bool:
    """27.1 (4, 5), ruling R68 In an airbase zone with a FOB or HQ, or next to one without Islamists."""
    if is_source(state, zone):
        return True
    return any(is_source(state, near) and not is_islamist_there(state, near)
               for near in state.numbers.graph.neighbours(zone))


def is_source(state: State, zone: str) -> bool:
    """27.1 (4) An airbase zone with a FOB or HQ."""
    return state.numbers.zones[zone].airbase and has_base(state, zone)


def price_of_sustaining(state: State, id: str) -> int:
    """27.2"""
    cost = state.numbers.tables.netwar.cost
    return cost.sustain_heavy if is_heavy(state, id) else cost.sustain_light


def payable(state: State) -> tuple[str, ...]:
    """27.2 Everybody in their order, as far as NP go."""
    left, named = state.np, []
    for id in unsustained(state):
        price = price_of_sustaining(state, id)
        if left - price >= 1:
            left -= price
            named.append(id)
    return tuple(named)


def check_payments(state: State, plan: Plan) -> None:
    """27.2 Each unit that is paid for needs it, and is paid for once, in whatever line; IllegalMove."""
    if (twice := repeated(id for line in plan for id in line.things)) is not None:
        raise IllegalMove(f"pay {twice}", "27.2", f"{twice} is paid for twice", legal=unsustained(state))
    check_plan(state, plan, carry_out)


def carry_out(state: State, line: Line) -> str:
    """27.2 One line; IllegalMove."""
    tried, due = str(line), unsustained(state)
    for id in line.things:
        if id not in due:
            raise IllegalMove(tried, "27.2", f"{id} needs no sustainment", legal=due)
        pay(state, price_of_sustaining(state, id), "sustainment", tried=tried, rule="27.2")
    cost = sum(price_of_sustaining(state, id) for id in line.things)
    return f"{names(state, line.things)} supplied by air for {cost} NP, {state.np} left"
