"""3.7, 8 Questions about zones and who is there. Nothing here changes anything.

Belongs here: presence, control, airbases, factors of the side that lies up. Must not be here: what may be done.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from pbem_games.enduring_freedom.entries import IslamistEntry, NorthEntry
from pbem_games.enduring_freedom.state import Counter, State

Control = Literal["coalition", "islamist", "disputed", "uncontrolled"]


# ---------------------------------------------------------------- who is there


def units_at(state: State, place: str) -> list[str]:
    """US, NATO and Iranian ground units in a zone or staging area, in the order of the data."""
    return [id for id in state.numbers.ground if state.units[id].place == place]


def air_at(state: State, place: str) -> list[str]:
    """Air units in a zone, staging area or box, in the order of the data."""
    return [id for id in state.numbers.air if state.units[id].place == place]


def drones_at(state: State, zone: str) -> list[str]:
    """18 Drones on a mission there."""
    return [id for id in state.numbers.assets if state.units[id].place == zone]


def coalition_zones(state: State) -> list[str]:
    """Zones with a Coalition ground unit of any contingent, face down or not, in the order of the data (ruling R5)."""
    held = {state.units[id].place for id in state.numbers.ground}
    return [zone for zone in state.numbers.zones if zone in held or state.north[zone]]


def is_coalition_there(state: State, zone: str) -> bool:
    """3.7 A Coalition ground unit is in the zone."""
    return bool(state.north[zone]) or any(state.units[id].place == zone for id in state.numbers.ground)


def count_coalition(state: State, zone: str) -> int:
    """8.9 How many Coalition ground units are in the zone."""
    return len(units_at(state, zone)) + len(state.north[zone])


def north_up(state: State, zone: str) -> list[str]:
    """Ids of the Northern Alliance units that lie face up there."""
    return [counter.id for counter in state.north[zone] if counter.up]


def zone_of_north(state: State, id: str) -> str:
    """Where a Northern Alliance unit lies face up; "" if it does not."""
    return next((zone for zone, there in state.north.items() if any(c.up and c.id == id for c in there)), "")


def islamist(state: State, id: str) -> IslamistEntry:
    return state.numbers.islamist[id]


def northern(state: State, id: str) -> NorthEntry:
    return state.numbers.north[id]


def is_marker(state: State, counter: Counter) -> bool:
    """10.2 A special marker that lies face up; face down each counts as a unit (ruling R5)."""
    return counter.up and islamist(state, counter.id).kind == "marker"


def islamist_units(state: State, zone: str) -> list[Counter]:
    """3.7 Islamist ground units: all that is concealed, and what is face up and no marker."""
    return [counter for counter in state.islamists[zone] if not is_marker(state, counter)]


def is_islamist_there(state: State, zone: str) -> bool:
    return bool(islamist_units(state, zone))


def revealed(state: State, zone: str) -> list[str]:
    """17.2 Ids of the Islamist units that lie face up there, markers left out, in the order of their places."""
    return [c.id for c in state.islamists[zone] if c.up and islamist(state, c.id).kind != "marker"]


def markers_up(state: State, zone: str, type: str) -> list[str]:
    """Ids of the special markers of one type that lie face up there."""
    return [c.id for c in state.islamists[zone] if c.up and islamist(state, c.id).type == type]


def concealed(state: State, zone: str) -> int:
    """20.1 How many Islamist counters lie face down there."""
    return sum(not counter.up for counter in state.islamists[zone])


# ---------------------------------------------------------------- control


def control(state: State, zone: str) -> Control:
    """3.7"""
    ours, theirs = is_coalition_there(state, zone), is_islamist_there(state, zone)
    if ours:
        return "disputed" if theirs else "coalition"
    return "islamist" if theirs else "uncontrolled"


def holds(state: State) -> dict[str, str]:
    """3.7 Who controls which zone; nobody does where both are, or neither."""
    found = {zone: control(state, zone) for zone in state.numbers.zones}
    return {zone: side for zone, side in found.items() if side in ("coalition", "islamist")}


def is_coalition_airbase(state: State, place: str) -> bool:
    """19.1 A staging area, or an airbase zone with a Coalition ground unit (rulings R53, R101)."""
    if place in state.numbers.staging:
        return True
    return state.numbers.zones[place].airbase and is_coalition_there(state, place)


def room(state: State, staging: str, *, air: bool) -> int:
    """8.5 How many more air units, or ground units, can be based there."""
    based = air_at(state, staging) if air else units_at(state, staging)
    return state.numbers.staging[staging].capacity - len(based)


def stacking_room(state: State, zone: str) -> int | None:
    """8.9 How many more Coalition ground units the zone takes; None: without limit."""
    limit = state.numbers.terrain_of(zone).stacking
    return None if limit < 0 else limit - count_coalition(state, zone)


# ---------------------------------------------------------------- units


def name(state: State, id: str) -> str:
    """What any unit, asset or counter is called."""
    return state.numbers.name_of(id)


def names(state: State, ids: Iterable[str]) -> str:
    """Names joined for a sentence; alike ones are counted."""
    counts: dict[str, int] = {}
    for id in ids:
        counts[name(state, id)] = counts.get(name(state, id), 0) + 1
    return ", ".join(f"{count} {one}" if count > 1 else one for one, count in counts.items())


def contingent(state: State, id: str) -> str:
    """US, NATO, IR or NA."""
    numbers = state.numbers
    if id in numbers.north:
        return "NA"
    return numbers.air[id].contingent if id in numbers.air else numbers.ground[id].contingent


def factor(state: State, id: str) -> int:
    """24.1, ruling R98 The combat factor of the side that lies up, before terrain."""
    numbers = state.numbers
    if id in numbers.islamist:
        return numbers.islamist[id].cf
    if id in numbers.north:
        return numbers.north[id].cf
    if id in numbers.assets:
        return numbers.assets[id].cf
    printed = numbers.ground[id] if id in numbers.ground else numbers.air[id]
    return printed.cf_back if state.units[id].reduced else printed.cf


def is_heavy(state: State, id: str) -> bool:
    """3.4 Heavy weapons; of Islamists only for 24.4 and 24.7 (ruling R33)."""
    numbers = state.numbers
    if id in numbers.islamist:
        return numbers.islamist[id].heavy
    return numbers.north[id].heavy if id in numbers.north else numbers.ground[id].heavy


def is_elite(state: State, id: str) -> bool:
    """3.4, ruling R94 The side that lies up is elite."""
    numbers = state.numbers
    if id in numbers.islamist:
        return numbers.islamist[id].elite
    if id in numbers.north:
        return numbers.north[id].elite
    printed = numbers.ground[id]
    return printed.elite_back if state.units[id].reduced else printed.elite


def is_sof(state: State, id: str) -> bool:
    """Special forces of any contingent (rulings R15, R31)."""
    return id in state.numbers.ground and state.numbers.ground[id].sof


def steps(state: State, id: str) -> int:
    """9.2, 25.2 Steps left: 2 at full strength, 1 when reduced; Northern Alliance units have one."""
    return 1 if id in state.numbers.north or state.units[id].reduced else 2
