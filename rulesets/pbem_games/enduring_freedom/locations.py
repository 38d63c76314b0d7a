"""30.2 Random locations, and counters that come out of a display to them.

Belongs here: the table's dice, placing. Must not be here: why something is placed (events, mobilization of 28.6).
"""

from __future__ import annotations

from functools import partial

from pbem.kit.spelling import plural
from pbem.play.requests import Roll, Tell
from pbem_games.enduring_freedom.bags import pick
from pbem_games.enduring_freedom.jihad import lower_line
from pbem_games.enduring_freedom.reveal import reveal_beside_coalition
from pbem_games.enduring_freedom.state import UNDERGROUND, State
from pbem_games.enduring_freedom.words.dice import location_in_words


async def random_location(state: State, *, rule: str, about: str) -> str:
    """30.2 Two dice: the row, then the column."""
    row, column = await Roll(rule=rule, about=about, dice=2, reads=partial(location_in_words, state.numbers))
    return state.numbers.location(row, column)


async def place_islamists(state: State, zone: str, count: int, *, rule: str) -> None:
    """30.1, 30.3 So many out of the Underground into one zone, face down; fewer if it runs out."""
    placed = 0
    for _ in range(count):
        counter = await pick(state, state.underground, rule="30.1", about=zone)
        if counter is None:
            break
        state.islamists[zone].append(counter)
        placed += 1
    where = state.numbers.zones[zone].name
    text = f"{plural(placed, 'Islamist counter')} out of the Underground in {where}"
    await Tell(rule=rule, text=text, places=(zone,))


def is_empty(state: State) -> bool:
    """30.3 Nothing is left in the Underground."""
    return not state.underground.down and not state.underground.up


async def islamist_mobilization(state: State) -> None:
    """28.6, ruling R80 As many as the lower line says, each with a location of its own; then 20.2 (3)."""
    for _ in range(lower_line(state)):
        if is_empty(state):
            break
        zone = await random_location(state, rule="30.2", about=UNDERGROUND)
        await place_islamists(state, zone, 1, rule="28.6")
    await reveal_beside_coalition(state, "reaction")  # ruling R79
