"""22 J-3 Joint Strike: air units and drones attack what lies face up.

Belongs here: who strikes, dice, hits, the way home. Must not be here: where they fly (flights), losses.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import ClassVar

import msgspec

from pbem.errors import IllegalMove
from pbem.kit.wording import Wording, each, one_of
from pbem.play.requests import Form, Tell, Write
from pbem_games.enduring_freedom.combat.fire import Shot, against, collateral_of, fire_in_words, hits_of, volley
from pbem_games.enduring_freedom.flights import fly_home
from pbem_games.enduring_freedom.losses import hit_islamists, is_choice, kinds_of
from pbem_games.enduring_freedom.points import lose
from pbem_games.enduring_freedom.state import COALITION, MOBILIZATION, READY, STRIKE, State
from pbem_games.enduring_freedom.zones import air_at, drones_at, factor, name, names, revealed

RULE = "22.2"


class StrikePlan(msgspec.Struct, frozen=True):
    """22.2, 22.3 The order of the zones, and kinds of Islamists that fall before others of the same factor."""

    words: ClassVar = "{zones} [first={first:kinds}]"
    zones: tuple[str, ...]
    first: tuple[str, ...] = ()


async def strike_phase(state: State) -> None:
    """22.2 The zones with missions, one after another; what has no target goes home (ruling R45)."""
    zones = mission_zones(state)
    for zone in zones:
        if not revealed(state, zone):
            await _fly_back(state, zone)
    open_to = [zone for zone in zones if revealed(state, zone)]
    plan = StrikePlan(tuple(open_to))
    if len(open_to) > 1 or any(is_choice(state, zone) for zone in open_to):
        kinds = kinds_of(state)
        plan = await Write(
            rule=RULE, seat=COALITION, form=strike_form(open_to, kinds), check=lambda plan: check_order(open_to, plan),
            draft=lambda: StrikePlan(tuple(open_to)),
        )  # fmt: skip
    for zone in plan.zones:
        await strike(state, zone, plan.first)


def strike_form(zones: Collection[str], kinds: Collection[str]) -> Form[StrikePlan]:
    """`kabul,kandahar first=aq_base,tal_inf2`: all zones with targets in their order."""
    values = {"zones": each(one_of(zones, "zone with targets"), once=str),
              "kinds": each(one_of(kinds, "kind of Islamist unit"), once=str)}
    return Wording((StrikePlan,), values, tried="strikes", rule=RULE)


def check_order(open_to: Sequence[str], plan: StrikePlan) -> None:
    """22.2 Every zone with targets, each once; IllegalMove."""
    missing = [zone for zone in open_to if zone not in plan.zones]
    if missing:
        raise IllegalMove(f"strikes in {', '.join(plan.zones)}", RULE, f"{missing[0]} is left out", legal=open_to)


def mission_zones(state: State) -> list[str]:
    """22.2 Zones with air units or drones over them, in the order of the data."""
    return [zone for zone in state.numbers.zones if air_at(state, zone) or drones_at(state, zone)]


async def _fly_back(state: State, zone: str) -> None:
    """17.2, ruling R45 Nothing is face up: nobody attacks, aircraft go home, drones are kept."""
    air, drones = air_at(state, zone), drones_at(state, zone)
    for drone in drones:
        state.units[drone].place = READY
    for unit in air:
        fly_home(state, unit, STRIKE)
    text = f"No target in {state.numbers.zones[zone].name}: {names(state, [*air, *drones])} back"
    await Tell(rule="17.2", text=text, places=(zone,))


def strikers(state: State, zone: str) -> list[Shot]:
    """22.2, 22.5, ruling R48 A die each: air units at their factor as terrain leaves it, drones at theirs."""
    terrain = state.numbers.terrain_of(zone)
    air = [Shot(id, name(state, id), against(factor(state, id), terrain.air), harms=True)
           for id in air_at(state, zone)]
    return air + [Shot(id, name(state, id), factor(state, id), harms=True) for id in drones_at(state, zone)]


async def strike(state: State, zone: str, first: Sequence[str]) -> None:
    """22.2 All dice, then collateral damage (ruling R46), then the hits; aircraft go home, drones are spent (18.0)."""
    shots = strikers(state, zone)
    dice = await volley(state, zone, "coalition", shots, "Joint strike", rule=RULE, decides="joint strike")
    hits, where = hits_of(shots, dice), state.numbers.zones[zone].name
    await Tell(rule=RULE, text=f"Joint strike in {where}: {fire_in_words(shots, dice)}", places=(zone,))
    for shot in collateral_of(state, zone, shots, dice):
        await lose(state, state.numbers.tables.netwar.loss.coalition_collateral,
                   f"Collateral damage by {shot.name} in {where}", "collateral", rule=RULE, places=(zone,))
    await hit_islamists(state, zone, hits, first, rule="22.3")
    for drone in drones_at(state, zone):
        state.units[drone].place = MOBILIZATION  # 18.0, ruling R14
    for unit in air_at(state, zone):
        fly_home(state, unit, STRIKE)
