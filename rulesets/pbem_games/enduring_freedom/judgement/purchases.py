"""What is bought and refitted.

Belongs here: plans of mobilization and refit. Must not be here: orders to move.
"""

from __future__ import annotations

from pbem_games.enduring_freedom.judgement.style import Style
from pbem_games.enduring_freedom.judgement.worth import of_zone
from pbem_games.enduring_freedom.mobilization import for_sale, price_of, zones_to_levy
from pbem_games.enduring_freedom.plans import Line, Plan
from pbem_games.enduring_freedom.refit import has_base, price_of_refit, refittable
from pbem_games.enduring_freedom.state import MOBILIZATION, State
from pbem_games.enduring_freedom.zones import concealed, control, room


def zones_to_see(state: State, side: str, count: int) -> tuple[str, ...]:
    """6.0 Where most lies face down, the most valuable first."""
    if side == "islamist":
        there = {zone: concealed(state, zone) for zone in state.numbers.zones}
    else:
        there = {zone: sum(not c.up for c in found) for zone, found in state.north.items()}
    order = sorted((z for z in there if there[z]), key=lambda z: (-there[z], -of_zone(state, z)))
    return tuple(order[:count])


def first_forces(state: State, style: Style) -> Plan:
    """11.3"""
    return tuple(_muster(state, style.first, state.np - style.reserve))


def _muster(state: State, wanted: tuple[str, ...], np: int) -> list[Line]:
    """As many as can be paid and based, in this order."""
    open_to = for_sale(state)
    left = {(area, air): room(state, area, air=air) for area in state.numbers.staging for air in (True, False)}
    lines: dict[str, list[str]] = {}
    for id in wanted:
        is_air = id in state.numbers.air
        area = next((a for a in state.numbers.staging if left[a, is_air] > 0), "")
        if id in open_to and area and price_of(state, id) <= np:
            np -= price_of(state, id)
            left[area, is_air] -= 1
            lines.setdefault(area, []).append(id)
    return [Line("muster", tuple(ids), (area,)) for area, ids in lines.items()]


def reinforcements(state: State, style: Style) -> Plan:
    """11.1"""
    np = state.np - style.reserve
    lines: list[Line] = []
    isr = style.isr if state.turn <= style.isr_turns else 0
    for kind, count in (("infowar", style.infowar), ("isr", isr), ("drone", style.drones)):
        ids = [id for id, asset in state.numbers.assets.items()
               if asset.kind == kind and state.units[id].place == MOBILIZATION]
        if kind == "drone":
            ids.reverse()
        ids = ids[:count]
        if ids and np > 0:
            lines.append(Line("assets", tuple(ids)))
            np -= (len(ids) + 1) // 2
    if style.bases and np > 0:
        lines += _fobs(state)
        np -= len(lines) and lines[-1].verb == "build"
    later = style.later if state.np >= style.rich else ()
    lines += _muster(state, (*style.first, *later), np)
    if style.levies:
        lines += _levies(state, np)
    return tuple(lines)


def _fobs(state: State) -> list[Line]:
    """11.2 (2), 27.1 One where an engineer holds an airbase that has no base yet."""
    numbers = state.numbers
    for id, unit in numbers.ground.items():
        zone = state.units[id].place
        is_open = zone in numbers.airbases and control(state, zone) == "coalition" and not has_base(state, zone)
        if unit.engineer and is_open:
            free = [f for f, fob in numbers.ground.items() if fob.fob and fob.contingent == unit.contingent
                    and state.units[f].place == MOBILIZATION and f not in state.removed_fobs]
            return [Line("build", (free[0],), (zone,))] if free else []
    return []


def _levies(state: State, np: int) -> list[Line]:
    """11.2 (4) Where special forces hold a city alone."""
    left, lines = min(np, state.available.down), []
    for zone in zones_to_levy(state):
        entry = state.numbers.zones[zone]
        if entry.kind != "region" and control(state, zone) == "coalition" and not state.north[zone] and left > 0:
            lines.append(Line("levy", ("1",), (zone,)))
            left -= 1
    return lines


def worth_refitting(state: State) -> tuple[str, ...]:
    """12.1 As many as can be paid for, as long as there is a turn for them."""
    left, chosen = state.np - 1, []
    for id in refittable(state):
        if price_of_refit(state, id) <= left and state.turn < 7:
            left -= price_of_refit(state, id)
            chosen.append(id)
    return tuple(chosen)
