"""What the position comes to as it stands: the score, the next Jihad adjustment, what this turn has brought.

Belongs here: lines for people about what is public. Must not be here: rules, layout of a scene.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulesets.enduring_freedom.state import SETUP_PHASE, State
from rulesets.enduring_freedom.zones import control, is_islamist_there


def notes(state: State) -> Iterator[str]:
    """The score so far, who controls what, the events of the turn."""
    yield score_now(state)
    yield adjustment(state)
    if state.phase == SETUP_PHASE:
        return
    if state.happened:
        titles = {event.id: event.name for event in state.numbers.events.values()}
        yield f"Events of this turn: {', '.join(titles[id] for id in state.happened)}"
    if state.loya_jirga:
        yield f"Loya Jirga {state.loya_jirga}"


def awards(state: State) -> dict[str, int]:
    """4.2, NP Table Zones that would bring NP if the game ended now."""
    gain, found = state.numbers.tables.netwar.gain, {}
    worth = {"city": gain.end_city, "stronghold": gain.end_stronghold}
    for id, zone in state.numbers.zones.items():
        if zone.kind in worth and control(state, id) == "coalition":
            found[id] = gain.end_kabul if id == "kabul" else worth[zone.kind]
    return found


def degree(state: State, np: int) -> str:
    """5.0 What so many NP are called at the end."""
    victory = state.numbers.tables.victory
    return victory.catastrophe if np <= 0 else next(b.degree for b in victory.bands if np <= b.at_most)


def score_now(state: State) -> str:
    """`NP 42, +14 for what is controlled now (Kabul 10, Herat 2, Kunduz 2): 56, Draw`"""
    found = awards(state)
    total = min(state.numbers.tables.track.np_most, state.np + sum(found.values()))
    named = ", ".join(f"{state.numbers.zones[id].name} {np}" for id, np in found.items())
    held = f"+{sum(found.values())} for what is controlled now ({named})" if found else "nothing controlled that counts"
    return f"NP {state.np}, {held}: {total} if it ended now, {degree(state, total)}"


def raising(state: State) -> tuple[list[str], list[str]]:
    """28.3 Cities and strongholds that would raise the Jihad level at the end of this turn (ruling R69)."""
    zones = state.numbers.zones
    cities = [id for id, z in zones.items() if z.kind == "city" and control(state, id) == "islamist"]
    return cities, [id for id, z in zones.items() if z.kind == "stronghold" and is_islamist_there(state, id)]


def adjustment(state: State) -> str:
    """28.3 `Jihad 9, +11 at the end of the turn as it stands: 9 cities, 2 strongholds`"""
    cities, strongholds = raising(state)
    by = len(cities) + len(strongholds)
    after = min(state.numbers.tables.track.jihad_most, state.jihad + by)
    if not by:
        return f"Jihad {state.jihad}: no city and no stronghold raises it at the end of the turn"
    where = ", ".join(state.numbers.zones[id].name for id in (*cities, *strongholds))
    return f"Jihad {state.jihad}, {after} at the end of the turn: raised by {where}" if after > state.jihad else (
        f"Jihad {state.jihad} stays there at the end of the turn: held up by {where}")
