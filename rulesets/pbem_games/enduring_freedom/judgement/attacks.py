"""Who attacks what: targets by their worth, with forces that can be there, aircraft shared out among them.

Belongs here: the allocation of ground units and aircraft. Must not be here: lines of plans (sensible), worth.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from pbem_games.enduring_freedom.judgement.worth import field_of, fighter, is_outmatched, loose_fighters, of_attack
from pbem_games.enduring_freedom.prospects import Mix, air_gun, islamist_mix
from pbem_games.enduring_freedom.state import State
from pbem_games.enduring_freedom.zones import (
    concealed,
    factor,
    is_heavy,
    is_islamist_there,
    is_sof,
    north_up,
    stacking_room,
    units_at,
)

WORTHWHILE = 60  # hundredths of an NP that an attack must bring
MOST_UNITS, MOST_AIR = 8, 4


@dataclass
class Attack:
    """A zone, who of those who are known will be there in the end, and the aircraft over it."""

    zone: str
    force: list[str]
    air: list[str] = field(default_factory=list)
    value: int = 0


Reach = Mapping[str, Sequence[str]]
"""Unit -> zones it can be in when the battle comes, besides where it is."""


def allocate(state: State, reach: Reach, aircraft: Sequence[str], price: Callable[[str, str], int]) -> list[Attack]:
    """Attacks, the most valuable first; each unit and aircraft in one of them. `price` of a unit in a zone."""
    free, planes = dict(reach), sorted(aircraft, key=lambda id: -factor(state, id))
    targets = [zone for zone in state.numbers.zones if is_islamist_there(state, zone)]
    known: dict[str, Attack] = {}
    mix = islamist_mix(state)
    found: list[Attack] = []
    while targets:
        for zone in targets:
            if zone not in known:
                known[zone] = best_attack(state, zone, free, planes, price, mix)
        best = max((known[zone] for zone in targets), key=lambda attack: attack.value)
        if best.value < WORTHWHILE:
            break
        found.append(best)
        targets.remove(best.zone)
        taken = {*best.force, *best.air}
        free = {id: zones for id, zones in free.items() if id not in taken}
        planes = [id for id in planes if id not in taken]
        known = {zone: attack for zone, attack in known.items() if not taken & {*attack.force, *attack.air}}
    return found


def present(state: State, zone: str) -> list[str]:
    """Coalition units that are known there now."""
    return [*units_at(state, zone), *north_up(state, zone)]


def best_attack(
    state: State, zone: str, free: Reach, planes: Sequence[str], price: Callable[[str, str], int], mix: Mix
) -> Attack:
    """As many units and aircraft as bring most, the cheapest fighters first; worth what they add to who is there."""
    here = [id for id in present(state, zone) if id not in free or zone in free[id]]
    loose = loose_fighters(state, sum(not c.up for c in state.north[zone]))
    room = stacking_room(state, zone)
    most = MOST_UNITS if room is None else min(MOST_UNITS, room)
    come = sorted((id for id, zones in free.items() if zone in zones and id not in here),
                  key=lambda id: rank(state, id))[:most]
    field = field_of(state, zone, mix)
    ids = [*here, *come]
    force = [*loose, *(fighter(state, zone, id) for id in ids)]
    guns = tuple(air_gun(state, zone, id) for id in planes[:MOST_AIR])
    before = len(loose) + len(here)
    base = of_attack(field, force[:before], ()) if before else 0
    best = Attack(zone, list(here))
    for flown in range(0, len(guns) + 1, 2):
        cost = 0
        for count in range(len(come) + 1):
            cost += price(come[count - 1], zone) if count else 0
            if not before + count and (not flown or concealed(state, zone)):
                continue  # 17.2 nobody would fight, or nothing be seen
            if count and is_outmatched(field, force[:before + count], guns[:flown]):
                continue
            value = of_attack(field, force[:before + count], guns[:flown]) - cost - base
            if value > best.value:
                best = Attack(zone, ids[:len(here) + count], list(planes[:flown]), value)
    return best


def rank(state: State, id: str) -> tuple[int, int]:
    """Who goes first: those whose loss costs little, strong ones before weak ones."""
    if id in state.numbers.north:
        entry = state.numbers.north[id]
        return (3 if entry.leader else 0), -entry.cf
    if state.numbers.ground[id].contingent == "IR":
        return 0, -factor(state, id)
    return (1 if is_sof(state, id) else 2 + is_heavy(state, id)), -factor(state, id)
