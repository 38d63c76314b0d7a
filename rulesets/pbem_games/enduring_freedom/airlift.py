"""29.3 Airlift of Evil: Islamists in airbase zones may fly out, and are out of the game.

Belongs here: that event. Must not be here: other events.
"""

from __future__ import annotations

from functools import partial

from pbem.play.requests import Roll, Tell
from pbem_games.enduring_freedom import zones
from pbem_games.enduring_freedom.bags import draw_identity, enter
from pbem_games.enduring_freedom.state import State
from pbem_games.enduring_freedom.words.dice import airlift_in_words


async def airlift_of_evil(state: State) -> None:
    """29.3, ruling R77 A die for each airbase zone with Islamist units, in the order of the data."""
    numbers = state.numbers.tables.airlift
    for zone in state.numbers.airbases:
        if not zones.is_islamist_there(state, zone):
            continue
        most = numbers.with_coalition if zones.is_coalition_there(state, zone) else numbers.without_coalition
        where = state.numbers.zones[zone].name
        (die,) = await Roll(rule="29.3", about=zone, side="islamist", hits=(range(1, most + 1),),
                            decides="airlift", reads=partial(airlift_in_words, where, most))
        if die <= most:
            await _fly_out(state, zone)
        else:
            await Tell(rule="29.3", text=f"The Islamists in {where} stay", places=(zone,))


async def _fly_out(state: State, zone: str) -> None:
    """29.3, 20.2 (4), rulings R35, R77, R97 All leave and are seen; concealed markers go underground without effect."""
    leaving = zones.islamist_units(state, zone)
    staying = [counter for counter in state.islamists[zone] if zones.is_marker(state, counter)]
    for counter in leaving:
        await draw_identity(state, counter, rule="20.2", about=zone)
    state.islamists[zone] = staying
    markers = [counter for counter in leaving if zones.islamist(state, counter.id).kind == "marker"]
    gone = [counter.id for counter in leaving if zones.islamist(state, counter.id).kind != "marker"]
    enter(state, state.underground, markers)
    state.airlifted += gone
    text = f"Flown out of {state.numbers.zones[zone].name} for good: {zones.names(state, gone) or 'nobody'}"
    await Tell(rule="29.3", text=text, places=(zone,), headline=True)
