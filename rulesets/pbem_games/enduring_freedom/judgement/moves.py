"""Where units go, on the ground and by air, and where aircraft strike.

Belongs here: plans of phases 2b to 3c and of CAS. Must not be here: what attacks are worth.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from pbem_games.enduring_freedom.close_air_support import zones_for_cas
from pbem_games.enduring_freedom.flights import flyers
from pbem_games.enduring_freedom.infowar import ready_assets
from pbem_games.enduring_freedom.judgement.attacks import Attack, allocate
from pbem_games.enduring_freedom.judgement.reach import all_by_air, by_road, is_supplied, stays
from pbem_games.enduring_freedom.judgement.style import Style
from pbem_games.enduring_freedom.judgement.worth import NP, UNSUPPLIED, of_zone
from pbem_games.enduring_freedom.movement import place_of
from pbem_games.enduring_freedom.plans import Line, Plan
from pbem_games.enduring_freedom.prospects import outlook
from pbem_games.enduring_freedom.refit import has_base
from pbem_games.enduring_freedom.state import CAS, STRIKE, State
from pbem_games.enduring_freedom.victory import award_of
from pbem_games.enduring_freedom.zones import (
    air_at,
    concealed,
    control,
    factor,
    is_coalition_there,
    is_islamist_there,
    is_sof,
    revealed,
    room,
)


def look(state: State) -> Plan:
    """13.1 Where most is concealed and nobody of the Coalition is."""
    ready = ready_assets(state, "isr")
    zones = sorted((z for z in state.numbers.zones if concealed(state, z) and not is_coalition_there(state, z)),
                   key=lambda z: (-concealed(state, z), -of_zone(state, z)))
    return tuple(Line("isr", (id,), (zone,)) for id, zone in zip(ready, zones, strict=False))


def missions(state: State, style: Style) -> Plan:
    """15.0 As many strike as the attacks of this turn want; the weakest of the others support, if the style does."""
    if not style.flies:
        return ()
    air = sorted((id for area in state.numbers.staging for id in air_at(state, area)), key=lambda id: factor(state, id))
    spare = 0
    if style.cas and state.turn >= style.cas_from:
        wanted = {id for attack in attacks(state, style, air) for id in attack.air}
        spare = min(style.cas, len(air) - len(wanted))
    chosen = ((STRIKE, air[spare:]), (CAS, air[:spare]))
    return tuple(Line("assign", tuple(ids), (box,)) for box, ids in chosen if ids)


# ---------------------------------------------------------------- attacks


def attacks(state: State, style: Style, planes: Sequence[str], *, by_ground: bool = True) -> list[Attack]:
    """What is attacked in this turn, by whom and with which aircraft."""
    kept = stays(state)
    reach: dict[str, list[str]] = {}
    for ways in (by_road(state, style) if by_ground else {}, all_by_air(state)):
        for id, zones in ways.items():
            if id not in kept and style.leaves and not is_support(state, id):
                reach.setdefault(id, []).extend(zones)

    def price(id: str, zone: str) -> int:
        return 5 if is_supplied(state, id, zone) else UNSUPPLIED

    return allocate(state, reach, planes, price)


def is_support(state: State, id: str) -> bool:
    """27.1, 32.2 Engineers and HQs are bases or build them, and do not attack."""
    return id in state.numbers.ground and (state.numbers.ground[id].engineer or state.numbers.ground[id].hq)


def drives(state: State, style: Style) -> Plan:
    """16.0 To attacks that cannot be reached by air; idle airmobile units back to an airbase."""
    if not style.leaves:
        return ()
    ways, flown = by_road(state, style), all_by_air(state)
    lines, used = list[Line](), stays(state)
    for attack in attacks(state, style, air_at(state, STRIKE)):
        for id in attack.force:
            used.add(id)
            if place_of(state, id) != attack.zone and attack.zone not in flown.get(id, {}):
                lines.append(Line("drive", (id,), ways[id][attack.zone]))
    for id in ways:
        if id not in used and id in state.numbers.ground and state.numbers.ground[id].airmobile:
            lines += _to_airbase(state, id, ways[id], flown.get(id, {}))
    return tuple(lines)


def _to_airbase(
    state: State, id: str, ways: Mapping[str, tuple[str, ...]], flown: Mapping[str, str]
) -> list[Line]:
    """16, 19.5 From where it could fly hardly anywhere to the next airbase without Islamists."""
    zones = state.numbers.zones
    if len(flown) > len(zones) // 2:
        return []
    bases = [z for z in ways if zones[z].airbase and not is_islamist_there(state, z)]
    return [Line("drive", (id,), ways[bases[0]])] if bases else []


def flights(state: State, style: Style) -> Plan:
    """17.0 Air assaults with strikes over them; what flies besides strikes what it sees; the rest holds cities."""
    air = [*air_at(state, STRIKE), *(ready_assets(state, "drone") if style.drones else [])]
    found = attacks(state, style, air, by_ground=False)
    flown = all_by_air(state) if style.leaves else {}
    lines, used = list[Line](), stays(state)
    for attack in found:
        for id in attack.force:
            used.add(id)
            if place_of(state, id) != attack.zone:
                lines.append(Line(flown[id][attack.zone], (id,), (attack.zone,)))
        if attack.air:
            lines.append(Line("strike", tuple(attack.air), (attack.zone,)))
            used.update(attack.air)
    idle = [id for id in air if id not in used and id in state.numbers.air]
    goals = [a.zone for a in found if a.force] or [z for z in state.numbers.zones if revealed(state, z)]
    lines += [Line("strike", (id,), (goals[i % len(goals)],)) for i, id in enumerate(idle) if goals]
    lines += [*_bases(state, flown, used), *_garrisons(state, flown, used)]
    return (*lines, *(_retreats(state, used) if style.retreats else ()))


def _bases(state: State, flown: Mapping[str, Mapping[str, str]], used: set[str]) -> list[Line]:
    """19.1, 27.1 An HQ or engineer to each safe airbase that has no base yet, the most valuable first."""
    zones = [z for z in state.numbers.airbases if control(state, z) == "coalition" and not has_base(state, z)]
    lines = list[Line]()
    for id in flown:
        open_to = [z for z in zones if z in flown[id] and place_of(state, id) not in state.numbers.airbases]
        if is_support(state, id) and id not in used and open_to:
            used.add(id)
            zone = max(open_to, key=lambda z: of_zone(state, z))
            zones.remove(zone)
            lines.append(Line(flown[id][zone], (id,), (zone,)))
    return lines


def _garrisons(state: State, flown: Mapping[str, Mapping[str, str]], used: set[str]) -> list[Line]:
    """Special forces that are left go where nobody is and something counts at the end."""
    empty = [z for z in state.numbers.zones if award_of(state, z) and control(state, z) == "uncontrolled"]
    lines = []
    for zone in sorted(empty, key=lambda z: -of_zone(state, z)):
        free = [id for id in flown if id not in used and is_sof(state, id) and zone in flown[id]]
        if free:
            id = min(free, key=lambda id: factor(state, id))
            used.add(id)
            lines.append(Line(flown[id][zone], (id,), (zone,)))
    return lines


def _retreats(state: State, used: Collection[str]) -> list[Line]:
    """19.5, 31.1 Special forces that attack nowhere leave a zone whose counterattack costs more than it brings."""
    lines = list[Line]()
    for zone in state.numbers.zones:
        idle = [id for id in flyers(state) if state.units[id].place == zone and is_sof(state, id) and id not in used]
        if not idle or not is_islamist_there(state, zone) or _help(state, zone, ()) >= 0:
            continue
        for area in state.numbers.staging:
            sent = sum(len(line.things) for line in lines if line.to == (area,))
            going = idle[:max(0, room(state, area, air=False) - sent)]
            idle = idle[len(going):]
            lines += [Line("assault", tuple(going), (area,))] if going else []
    return lines


def support(state: State) -> Plan:
    """17.1 Each where it helps most, if it helps: its collateral damage costs a step."""
    lines, sent = list[Line](), dict[str, list[str]]()
    for id in air_at(state, CAS):
        gains = {zone: _help(state, zone, [*sent.get(zone, ()), id]) - _help(state, zone, sent.get(zone, []))
                 for zone in zones_for_cas(state)}
        zone = max(gains, key=lambda zone: gains[zone])
        if gains[zone] > 0:
            sent.setdefault(zone, []).append(id)
            lines.append(Line("cas", (id,), (zone,)))
    return tuple(lines)


def _help(state: State, zone: str, cas: Sequence[str]) -> int:
    """What a counterattack comes to with these aircraft, in hundredths of an NP."""
    found = outlook(state, zone, "islamist", cas=cas)
    return int(NP * found.np + of_zone(state, zone) * (found.won - found.lost))
