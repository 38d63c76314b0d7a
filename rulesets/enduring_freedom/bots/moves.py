"""Where units go, on the ground and by air, and where aircraft strike.

Belongs here: plans of phases 2b to 3c and of CAS. Must not be here: worth of attacks.
"""

from __future__ import annotations

from pbem.errors import IllegalMove
from rulesets.enduring_freedom.bots.attacks import Attack, allocate, garrison_price, present
from rulesets.enduring_freedom.bots.style import Style
from rulesets.enduring_freedom.bots.worth import of_zone
from rulesets.enduring_freedom.close_air_support import zones_for_cas
from rulesets.enduring_freedom.flights import check_assault, check_transfer, flyers
from rulesets.enduring_freedom.infowar import ready_assets
from rulesets.enduring_freedom.movement import check_path, movers, place_of
from rulesets.enduring_freedom.plans import Line, Plan
from rulesets.enduring_freedom.state import CAS, STRIKE, State
from rulesets.enduring_freedom.zones import (
    air_at,
    concealed,
    control,
    factor,
    is_coalition_airbase,
    is_coalition_there,
    is_islamist_there,
    is_sof,
    revealed,
    units_at,
)


def look(state: State, style: Style) -> Plan:
    """13.1 Where most is concealed and nobody of the Coalition is."""
    ready = ready_assets(state, "isr")
    zones = sorted((z for z in state.numbers.zones if concealed(state, z) and not is_coalition_there(state, z)),
                   key=lambda z: (-concealed(state, z), -of_zone(state, z)))
    return tuple(Line("isr", (id,), (zone,)) for id, zone in zip(ready, zones, strict=False))


def missions(state: State, style: Style) -> Plan:
    """15.0 The weakest for close air support, all others strike."""
    air = [id for area in state.numbers.staging for id in air_at(state, area)]
    if not style.flies:
        return ()
    air.sort(key=lambda id: factor(state, id))
    cas = air[:style.cas] if any(place in state.numbers.zones for place in (state.units[i].place for i in state.numbers.ground)) else []
    strike = [id for id in air if id not in cas]
    lines = [Line("assign", tuple(ids), (box,)) for ids, box in ((strike, STRIKE), (cas, CAS)) if ids]
    return tuple(lines)


def _paths(state: State, id: str) -> dict[str, tuple[str, ...]]:
    """Zone -> the shortest legal path."""
    start, graph = place_of(state, id), state.numbers.graph
    found: dict[str, tuple[str, ...]] = {}
    if start in state.numbers.staging:
        waiting = [(zone,) for zone in state.numbers.staging[start].links]
    else:
        waiting = [(zone,) for zone in graph.neighbours(start)]
    while waiting:
        path = waiting.pop(0)
        try:
            check_path(state, id, path)
        except IllegalMove:
            continue
        if path[-1] not in found:
            found[path[-1]] = path
        if len(path) < 3 and start not in state.numbers.staging:
            waiting += [(*path, near) for near in graph.neighbours(path[-1]) if near not in path and near != start]
    return found


def _assaults(state: State, id: str) -> list[str]:
    """Zones it can be flown to."""
    if not state.numbers.ground[id].airmobile:
        return []
    found = []
    for zone in state.numbers.zones:
        try:
            check_assault(state, id, zone, "")
        except IllegalMove:
            continue
        found.append(zone)
    return found


def _price(state: State):
    alone: dict[str, list[str]] = {}
    for zone in state.numbers.zones:
        here = present(state, zone)
        if here and not any(not c.up for c in state.north[zone]):
            alone[zone] = here

    def price(id: str) -> int:
        place = place_of(state, id)
        if place in alone and len(alone[place]) == 1:
            return of_zone(state, place) * 2 // 3
        return 5 if place in state.numbers.zones else 0

    return price


def drives(state: State, style: Style) -> Plan:
    """16.0"""
    if not style.leaves:
        return ()
    ways = {}
    for id in movers(state):
        if id in state.numbers.north and not style.north:
            continue
        ways[id] = _paths(state, id)
    flown = {id: _assaults(state, id) if is_coalition_airbase(state, place_of(state, id)) else []
             for id in flyers(state)}
    reach = {id: [*ways.get(id, ()), *flown.get(id, ())] for id in {**ways, **flown}}
    lines: list[Line] = []
    used: set[str] = set()
    planes = air_at(state, STRIKE)
    for attack in allocate(state, reach, planes, _price(state)):
        for id in attack.force:
            if place_of(state, id) == attack.zone:
                used.add(id)
                continue
            used.add(id)
            if attack.zone in flown.get(id, ()):
                continue
            lines.append(Line("drive", (id,), ways[id][attack.zone]))
    for id in ways:
        if id in used:
            continue
        place = place_of(state, id)
        if id in flown and not flown[id] and state.numbers.ground[id].airmobile:
            hubs = [z for z in ways[id] if z in state.numbers.staging or state.numbers.zones[z].airbase]
            hubs = [z for z in hubs if z in state.numbers.staging or not is_islamist_there(state, z) ]
            if hubs and garrison_price(state, place, [id]) < 100:
                lines.append(Line("drive", (id,), ways[id][hubs[0]]))
    return tuple(lines)


def flights(state: State, style: Style) -> Plan:
    """17.0"""
    lines: list[Line] = []
    flown = {id: _assaults(state, id) for id in flyers(state)} if style.leaves else {}
    air = [*air_at(state, STRIKE), *(ready_assets(state, "drone") if style.drones else [])]
    free = {id: zones for id, zones in flown.items() if zones}
    attacks = allocate(state, free, air, _price(state))
    used: set[str] = set()
    for attack in attacks:
        for id in attack.force:
            used.add(id)
            if place_of(state, id) != attack.zone:
                lines.append(Line("assault", (id,), (attack.zone,)))
        if attack.air:
            lines.append(Line("strike", tuple(attack.air), (attack.zone,)))
            used.update(attack.air)
    rest = [id for id in air if id not in used and id in state.numbers.air]
    goals = [a.zone for a in attacks if a.force] or [z for z in state.numbers.zones if revealed(state, z)]
    for i, id in enumerate(rest):
        if goals:
            lines.append(Line("strike", (id,), (goals[i % len(goals)],)))
    lines += _garrisons(state, free, used)
    return tuple(lines)


def _garrisons(state: State, free, used) -> list[Line]:
    """Those who are left go where nobody is and something can be held."""
    lines = []
    price = _price(state)
    empty = [z for z in state.numbers.zones if control(state, z) == "uncontrolled" and state.numbers.zones[z].kind != "region"]
    empty.sort(key=lambda z: -of_zone(state, z))
    for id in free:
        if id in used or not is_sof(state, id):
            continue
        for zone in empty:
            if zone in free[id] and of_zone(state, zone) > price(id) + 50:
                lines.append(Line("assault", (id,), (zone,)))
                empty.remove(zone)
                break
    return lines


def support(state: State) -> Plan:
    """17.1 Where the fight is for most."""
    zones = sorted(zones_for_cas(state), key=lambda z: -len(revealed(state, z)) * 100 - of_zone(state, z))
    air = air_at(state, CAS)
    return tuple(Line("cas", (id,), (zones[i % len(zones)],)) for i, id in enumerate(air))
