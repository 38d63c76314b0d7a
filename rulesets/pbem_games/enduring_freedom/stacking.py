"""8.9 Stacking: at the end of every phase the player removes who is too many.

Belongs here: that removal. Must not be here: landings, which are refused beforehand (flights).
"""

from __future__ import annotations

from pbem.play.requests import Ask
from pbem_games.enduring_freedom.bags import draw_identity
from pbem_games.enduring_freedom.losses import eliminate, np_at_stake
from pbem_games.enduring_freedom.state import COALITION, State
from pbem_games.enduring_freedom.zones import factor, north_up, stacking_room, units_at

FACE_DOWN = "face_down"


async def remove_overstacked(state: State) -> None:
    """8.9, ruling R38 One after another, outright: only its elimination counts, at full strength too (ruling R9)."""
    for zone in state.numbers.limited:
        while is_overstacked(state, zone):
            chosen = await _removed(state, zone)
            if chosen == FACE_DOWN:
                counter = next(c for c in state.north[zone] if not c.up)
                await draw_identity(state, counter, rule="9.3", about=zone)
                chosen = counter.id
            await eliminate(state, zone, chosen, "losses", rule="8.9")


async def _removed(state: State, zone: str) -> str:
    return await Ask(rule="8.9", seat=COALITION, about=zone, legal=lambda: removable(state, zone))


def is_overstacked(state: State, zone: str) -> bool:
    """8.9 More Coalition ground units are there than the terrain takes."""
    left = stacking_room(state, zone)
    return left is not None and left < 0


def removable(state: State, zone: str) -> list[str]:
    """8.9 All Coalition ground units there, the cheapest loss first; one that lies face down is like another."""
    known = [*units_at(state, zone), *north_up(state, zone)]
    known.sort(key=lambda id: (np_at_stake(state, id, is_last=True), factor(state, id)))
    return [*([FACE_DOWN] if any(not c.up for c in state.north[zone]) else []), *known]
