"""What the position comes to as it stands: the score, the next Jihad adjustment, what this turn has brought.

Belongs here: lines for people about what is public. Must not be here: rules, layout of a scene.
"""

from __future__ import annotations

from collections.abc import Iterator

from pbem.kit.tables import clamp
from pbem_games.enduring_freedom.jihad import adjustment
from pbem_games.enduring_freedom.state import SETUP_PHASE, State
from pbem_games.enduring_freedom.victory import awards, degree_of
from pbem_games.enduring_freedom.zones import control, is_islamist_there

UNDRAWN = "A counter with ? is drawn when it is turned up: until then nobody knows what it is, the record neither"


def notes(state: State) -> Iterator[str]:
    """The score so far, the next adjustment, the events of the turn, why some counters are not known to anybody."""
    yield score_now(state)
    yield adjusted(state)
    if state.phase == SETUP_PHASE:
        return
    if state.happened:
        titles = {event.id: event.name for event in state.numbers.events.values()}
        yield f"Events of this turn: {', '.join(titles[id] for id in state.happened)}"
    if state.loya_jirga:
        yield f"Loya Jirga {state.loya_jirga}"
    if any(not counter.id for side in (state.islamists, state.north) for there in side.values() for counter in there):
        yield UNDRAWN


def score_now(state: State) -> str:
    """`If it ended now: 56 NP, Draw (+14: Kabul 10, Herat 2, Kunduz 2)`"""
    found = awards(state)
    held = sum(np for _, np in found)
    total = clamp(state.np + held, 0, state.numbers.tables.track.np_most)
    named = ", ".join(f"{state.numbers.zones[zone].name} {np}" for zone, np in found)
    said = f"+{held}: {named}" if found else "nothing is controlled that counts"
    return f"If it ended now: {total} NP, {degree_of(state, total).degree} ({said})"


def adjusted(state: State) -> str:
    """28.3 `Jihad at the end of the turn: 12, raised by Kabul, Kandahar`"""
    track, by = state.numbers.tables.track, sum(adjustment(state))
    after = clamp(state.jihad + by, track.jihad_least, track.jihad_most)
    if not by:
        return "Jihad at the end of the turn: raised by no city and no stronghold"
    where = ", ".join(state.numbers.zones[zone].name for zone in raising(state))
    return f"Jihad at the end of the turn: {after}, {'raised' if after > state.jihad else 'held up'} by {where}"


def raising(state: State) -> list[str]:
    """28.3, ruling R69 Cities and strongholds that raise the Jihad level if nothing changes."""
    zones = state.numbers.zones
    cities = [id for id, z in zones.items() if z.kind == "city" and control(state, id) == "islamist"]
    return cities + [id for id, z in zones.items() if z.kind == "stronghold" and is_islamist_there(state, id)]
