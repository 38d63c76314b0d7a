"""23, 31.1 Where battles are fought: the Ground Combat Phase, and the Islamist Counterattack Phase.

Belongs here: which zones, the order, who attacks. Must not be here: a battle's course (battle).
"""

from __future__ import annotations

from collections.abc import Sequence

from pbem.play.requests import Write
from pbem_games.enduring_freedom.combat.battle import battle
from pbem_games.enduring_freedom.combat.edge import price_of_edge, purchases_open
from pbem_games.enduring_freedom.combat.plan import BattlePlan, Battles, battle_form, check_battles
from pbem_games.enduring_freedom.flights import fly_home
from pbem_games.enduring_freedom.losses import is_choice, kinds_of
from pbem_games.enduring_freedom.points import can_pay
from pbem_games.enduring_freedom.state import CAS, COALITION, State
from pbem_games.enduring_freedom.zones import air_at, is_coalition_there, north_up, revealed, units_at


async def ground_combat(state: State) -> None:
    """23.2 (1), 23.3, ruling R59 The Coalition attacks where it will, each zone once."""
    fought, planned = list[str](), list[BattlePlan]()
    while zones := [zone for zone in zones_to_attack(state) if zone not in fought]:
        planned = planned or await _ask(state, zones, must=False)
        plan = planned.pop(0)
        if not plan.zone:
            return
        await battle(state, "coalition", plan)
        fought.append(plan.zone)


def zones_to_attack(state: State) -> list[str]:
    """23.2 (1), ruling R16 With a Coalition unit that lies face up, and an Islamist one that does."""
    return [zone for zone in state.numbers.zones
            if revealed(state, zone) and (units_at(state, zone) or north_up(state, zone))]


async def counterattacks(state: State) -> None:
    """23.2, 26.1, 31.1, ruling R81 The Islamists attack wherever both are, once, in the order the player says.

    Air units that flew close air support go home after it (17.5).
    """
    left, planned = zones_to_counterattack(state), list[BattlePlan]()
    while left:
        if not planned and len(left) == 1 and not _has_choice(state, left[0]):
            planned = [BattlePlan(left[0])]
        planned = planned or await _ask(state, left, must=True)
        plan = planned.pop(0)
        left.remove(plan.zone)
        await battle(state, "islamist", plan)
        for unit in air_at(state, plan.zone):
            fly_home(state, unit, CAS)


def zones_to_counterattack(state: State) -> list[str]:
    """31.1 Zones with Coalition ground units, face down or not, and Islamist ones face up."""
    return [zone for zone in state.numbers.zones if revealed(state, zone) and is_coalition_there(state, zone)]


def _has_choice(state: State, zone: str) -> bool:
    """Something can be bought, or it matters who falls first."""
    open_to = purchases_open(state, zone)
    return can_pay(state, price_of_edge(state, tuple(open_to[:1]))) or is_choice(state, zone)


async def _ask(state: State, zones: Sequence[str], *, must: bool) -> list[BattlePlan]:
    """23.3 The next battle, or several in a row."""
    about = "counterattack" if must else "attack"
    plan = await Write(
        rule="23.3", seat=COALITION, about=about, form=battle_form(zones, kinds_of(state)),
        case=Battles(tuple(zones), must),
        check=lambda plan: check_battles(state, zones, plan, must=must),
        draft=lambda: BattlePlan(zones[0]) if must else BattlePlan(),
    )  # fmt: skip
    return [plan, *plan.then]
