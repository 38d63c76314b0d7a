"""6.0, 11, 12, 27 What is told when something is paid for: prices, room, what is due.

How it is typed stands above what is for sale: that list is longer than a terminal is high.

Belongs here: prompts of mobilization, refit, sustainment. Must not be here: prices themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.kit.forms import Asked
from pbem.kit.prompts import How, Prompt
from pbem.kit.spelling import plural
from pbem_games.enduring_freedom.losses import np_of_loss
from pbem_games.enduring_freedom.mobilization import for_sale, has_engineer, price_of, zones_to_levy
from pbem_games.enduring_freedom.prompts.common import asking, sustainment_due, with_factors
from pbem_games.enduring_freedom.refit import price_of_refit, refittable
from pbem_games.enduring_freedom.state import MOBILIZATION, State
from pbem_games.enduring_freedom.sustainment import price_of_sustaining, unsustained
from pbem_games.enduring_freedom.zones import is_sof, name, names, room, steps, units_at


def first_forces(asked: Asked[State]) -> Prompt:
    """6.0 (7), 11.3"""
    state = asked.state
    return asking(
        state, "First forces: which US and NATO units are mobilized, and where?",
        How("Type units and a staging area, `;` between lines: `1/5 SFG 28 AEW to gulf; 22 SAS to pakistan`."),
        _for_sale(state), _rooms(state),
    )


def mobilization(asked: Asked[State]) -> Prompt:
    """11"""
    state, cost = asked.state, asked.state.numbers.tables.netwar.cost
    assets = [id for id in state.numbers.assets if state.units[id].place == MOBILIZATION]
    zones = zones_to_levy(state)
    where = _zones(state, zones) if zones and state.available.down else "needs special forces in a zone with room"
    engineers = [z for z in state.numbers.zones if has_engineer(state, z, "US") or has_engineer(state, z, "NATO")]
    fobs = sum(state.numbers.ground[id].fob and state.units[id].place == MOBILIZATION for id in state.numbers.ground)
    return asking(
        state, "J-1 Mobilization: what is bought, built, removed?",
        How("Type lines, `;` between them: `UNITS to AREA`, `ASSET*NUMBER`, `na NUMBER ZONE`, `fob ZONE`, "
            "`remove fob ZONE`; or `none`."),
        _for_sale(state), _rooms(state),
        f"Assets, {cost.assets_for_one} for 1 NP in one line: {names(state, assets) or 'none left'}.",
        f"Northern Alliance, {cost.north} NP each, face down: {state.available.down} available; {where}.",
        f"FOB, {cost.fob} NP: {fobs} left; {'beside an engineer in ' + _zones(state, engineers) if engineers else ''}"
        f"{'' if engineers else 'needs an engineer in a zone'}.",
        sustainment_due(state),
    )


def _for_sale(state: State) -> str:
    """Units by price, the cheapest first, with their factors; who can be landed anywhere is told apart."""
    by_price: dict[tuple[int, str], list[str]] = {}
    for id in for_sale(state):
        by_price.setdefault((price_of(state, id), _kind(state, id)), []).append(id)
    groups = [f"{price} NP each ({kind}): {with_factors(state, ids)}"
              for (price, kind), ids in sorted(by_price.items())]
    return "\n".join(groups) or "Every unit is mobilized."


def _kind(state: State, id: str) -> str:
    if id in state.numbers.air:
        return "air"
    if is_sof(state, id):
        return "SOF"
    return "airmobile" if state.numbers.ground[id].airmobile else "ground"


def _rooms(state: State) -> str:
    """8.5"""
    rooms = [f"{area.name} {room(state, area.id, air=False)} ground, {room(state, area.id, air=True)} air"
             for area in state.numbers.staging.values()]
    return f"Room: {'; '.join(rooms)}. At least 1 NP must be left."


def _zones(state: State, zones: Iterable[str]) -> str:
    return ", ".join(state.numbers.zones[zone].name for zone in zones)


def refit(asked: Asked[State]) -> Prompt:
    """12"""
    state, open_to = asked.state, refittable(asked.state)
    other = [id for id, unit in state.units.items() if unit.reduced and id not in open_to]
    return asking(
        state, "J-1 Refit: which reduced units are restored?",
        "; ".join(f"{name(state, id)} in {_place(state, id)} {price_of_refit(state, id)} NP" for id in open_to),
        f"Reduced where nothing can be refitted: {names(state, other)}." if other else "",
    )


def _place(state: State, id: str) -> str:
    place = state.units[id].place
    known = place in state.numbers.zones or place in state.numbers.staging
    return state.numbers.place_name(place) if known else f"the {place} box"


def sustainment(asked: Asked[State]) -> Prompt:
    """27.2"""
    state, due = asked.state, unsustained(asked.state)
    return asking(
        state, "J-4 Sustainment: for whom do you pay?",
        *(f"{name(state, id)} in {_place(state, id)}: {price_of_sustaining(state, id)} NP, or {_step(state, id)}"
          for id in due),
        f"All of them: {sum(price_of_sustaining(state, id) for id in due)} NP. {_bases(state)}",
        "Those not paid for lose a step.",
    )


def _step(state: State, id: str) -> str:
    what = "reduced" if steps(state, id) > 1 else "eliminated"
    return f"{what} for {np_of_loss(state, id, what)} NP"


def _bases(state: State) -> str:
    """27.1 Where supply comes from."""
    bases = [z for z in state.numbers.airbases if _has_base(state, units_at(state, z))]
    if not bases:
        return "No airbase has a FOB or HQ: nobody is supplied."
    return f"{plural(len(bases), 'airbase')} with a FOB or HQ: {_zones(state, bases)}."


def _has_base(state: State, ids: Sequence[str]) -> bool:
    return any(state.numbers.ground[id].fob or state.numbers.ground[id].hq for id in ids)
