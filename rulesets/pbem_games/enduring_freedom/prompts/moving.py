"""15, 16, 17, 19 What is told when units move and fly: who can, where the enemy is, room and capacity left.

Belongs here: prompts of staging, movement, air movement, CAS. Must not be here: which moves are legal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.kit.forms import Asked
from pbem.kit.prompts import How, Prompt
from pbem_games.enduring_freedom import prospects
from pbem_games.enduring_freedom.close_air_support import zones_for_cas
from pbem_games.enduring_freedom.flights import capacity, capacity_left, flyers, open_airbases
from pbem_games.enduring_freedom.infowar import ready_assets
from pbem_games.enduring_freedom.movement import movers, place_of
from pbem_games.enduring_freedom.prompts import common
from pbem_games.enduring_freedom.state import CAS, STRIKE, State
from pbem_games.enduring_freedom.sustainment import needs_supply, price_of_sustaining
from pbem_games.enduring_freedom.zones import (
    air_at,
    is_coalition_there,
    is_islamist_there,
    revealed,
    room,
    stacking_room,
)


def staging(asked: Asked[State]) -> Prompt:
    """15"""
    state = asked.state
    air = [id for area in state.numbers.staging for id in air_at(state, area)]
    rooms = [f"{area.name} {room(state, area.id, air=False)} ground, {room(state, area.id, air=True)} air"
             for area in state.numbers.staging.values()]
    return common.asking(
        state, "J-3 Staging: missions of aircraft, transfers between staging areas",
        f"Aircraft: {common.with_factors(state, air)}." if air else "No aircraft to assign.",
        "`strike`: this turn against what lies face up, before your attacks. `cas`: with US and NATO units against "
        "counterattacks. No mission can be changed later in the turn.",
        f"Room: {'; '.join(rooms)}.",
        How(f"Type lines, `;` between them: {'`all strike`, ' if air else ''}`UNITS strike`, `UNITS cas`, `UNITS to "
            "AREA`; or `none`."),
    )


def ground(asked: Asked[State]) -> Prompt:
    """16"""
    state = asked.state
    return common.asking(
        state, "J-3 Ground movement: who drives where?",
        *_movers(state), *_enemies(state), common.concealed_in_words(state), common.sustainment_due(state),
        "US and NATO move 2 zones, the Northern Alliance and Iran 1; one more along a road from a FOB or an own "
        "engineer. Mountain, desert and Islamists end a move.",
        How("Type lines, `;` between them: `UNITS to ZONE`, or each zone of the way, `UNITS to ZONE ZONE`; or `none`."),
    )


def _movers(state: State) -> Iterator[str]:
    """Who can move, by place."""
    by_place: dict[str, list[str]] = {}
    for id in movers(state):
        by_place.setdefault(place_of(state, id), []).append(id)
    said = [f"{state.numbers.place_name(place)}: {', '.join(common.typed_name(state, id) for id in ids)}"
            for place, ids in by_place.items()]
    if said:
        yield f"Can move: {'; '.join(said)}."


def _enemies(state: State) -> Iterator[str]:
    """The zones with Islamists that are worth most; the odds where Coalition units stand already."""
    zones = list(common.with_islamists(state))
    for zone in zones[:common.MOST]:
        there = is_coalition_there(state, zone)
        odds = common.battle_odds(prospects.outlook(state, zone, "coalition")) if there else ""
        fight = f"; with {common.ours(state, zone)} {odds}" if there else ""
        yield f"{common.zone_name(state, zone)}: {common.theirs(state, zone)}{fight}"
    if len(zones) > common.MOST:
        yield f"and Islamists in {', '.join(state.numbers.zones[zone].name for zone in zones[common.MOST:])}"


def air(asked: Asked[State]) -> Prompt:
    """17, 18, 19"""
    state = asked.state
    planes, drones = air_at(state, STRIKE), ready_assets(state, "drone")
    aircraft, unmanned = common.with_factors(state, planes), common.with_factors(state, drones)
    return common.asking(
        state, "J-3 Air movement: what strikes, and who is flown where?",
        f"To strike: {aircraft or 'no aircraft'}; drones: {unmanned or 'none'}.",
        _flyers(state), *_targets(state, [*planes, *drones]), *_enemies(state), common.concealed_in_words(state),
        f"Airbases, points left for transfers: {_airbases(state)}. Air assaults need none, but begin or end at one.",
        _stacking(state), common.sustainment_due(state),
        How("Type lines, `;` between them: `strike UNITS ZONE`, `assault UNITS ZONE`, `transfer UNITS ZONE`; or "
            "`none`."),
    )


def attack_remark(state: State, place: str, units: Sequence[str]) -> str:
    """What units that come there would meet, what an attack with those there would bring, what supply would cost."""
    if place in state.numbers.staging:
        return f"room for {room(state, place, air=False)}"
    due = sum(price_of_sustaining(state, id) for id in units if needs_supply(state, id, place))
    supply = f"; supply {due} NP" if due else ""
    if not is_islamist_there(state, place):
        return ("Coalition" if is_coalition_there(state, place) else "nobody") + supply
    force = list(dict.fromkeys([*prospects.ground_force(state, place), *units]))
    odds = common.battle_odds(prospects.outlook(state, place, "coalition", force=force))
    return f"{common.theirs(state, place)}; {odds}{supply}"


def _flyers(state: State) -> str:
    """19 Who can be flown, by place; who is airmobile by `a`."""
    by_place: dict[str, list[str]] = {}
    for id in flyers(state):
        by_place.setdefault(state.units[id].place, []).append(id)
    said = [f"{state.numbers.place_name(place)}: {', '.join(_flyer(state, id) for id in ids)}"
            for place, ids in by_place.items()]
    return f"Can fly (a: airmobile, for assaults): {'; '.join(said)}." if said else ""


def _flyer(state: State, id: str) -> str:
    return f"{common.typed_name(state, id)}{' a' if state.numbers.ground[id].airmobile else ''}"


def _targets(state: State, flown: list[str]) -> Iterator[str]:
    """22 Where something lies face up: what one aircraft takes, and all together."""
    seen = [zone for zone in common.with_islamists(state) if revealed(state, zone)]
    for zone in seen[:common.MOST] if flown else ():
        one = f"{_name(state, flown[0])} {common.strike_odds(state, zone, flown[:1])}"
        every = f"; all {common.strike_odds(state, zone, flown)}" if len(flown) > 1 else ""
        yield f"Strike {state.numbers.zones[zone].name} ({common.theirs(state, zone)}): {one}{every}"
    if flown and len(seen) > common.MOST:
        yield f"Face up in {', '.join(state.numbers.zones[zone].name for zone in seen[common.MOST:])} too"
    if flown and not seen:
        yield "Nothing lies face up yet: a strike finds targets only where your ground units turn them up."


def _name(state: State, id: str) -> str:
    return common.with_factors(state, [id])


def _airbases(state: State) -> str:
    return ", ".join(f"{state.numbers.place_name(place)} {capacity_left(state, place)} of {capacity(state, place)}"
                     for place in open_airbases(state))


def _stacking(state: State) -> str:
    """8.9"""
    rooms = [f"{state.numbers.zones[id].name} {stacking_room(state, id)}" for id in state.numbers.limited]
    return f"Room for ground units in strongholds: {', '.join(rooms)}."


def support(asked: Asked[State]) -> Prompt:
    """17.1 (2)"""
    state, planes = asked.state, air_at(asked.state, CAS)
    said = []
    for zone in zones_for_cas(state):
        alone = common.battle_odds(prospects.outlook(state, zone, "islamist"))
        helped = common.battle_odds(prospects.outlook(state, zone, "islamist", cas=planes))
        said.append(f"{common.zone_name(state, zone)}: {common.theirs(state, zone)} attack "
                    f"{common.ours(state, zone)}: {alone}; with all aircraft {helped}")
    return common.asking(
        state, "Close air support: which aircraft help where?", f"Aircraft: {common.with_factors(state, planes)}.",
        *said, How("Type lines, `;` between them: `UNITS ZONE`, `all ZONE`; or `none`."),
    )
