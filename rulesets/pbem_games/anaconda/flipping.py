"""19, 20.2-20.9 Hexes that are reconnoitred: everything in them is turned up, and some of it leaves play or goes off.

Belongs here: P12. Must not be here: who may reconnoitre (isr).
"""

from __future__ import annotations

from collections.abc import Sequence

from pbem.play.requests import Tell
from pbem_games.anaconda.drms import Shot
from pbem_games.anaconda.fire import resolve
from pbem_games.anaconda.forces import arrive, face_down_at, ground_near, is_type
from pbem_games.anaconda.numbers import AL_QAEDA
from pbem_games.anaconda.state import REMOVED, State
from pbem_games.anaconda.tokens import turn
from pbem_games.anaconda.words.names import counter_name, place_name


async def flip(state: State, hexes: Sequence[str], *, rule: str) -> None:
    """19.2, 19.5, 20.2, 20.3 Every face-down counter in these hexes is shown, all at once; then each has its effect."""
    down = [id for hex in hexes for id in face_down_at(state, hex)]
    await turn(state, down, rule=rule, about=hexes[0])
    for id in down:
        if is_type(state, id, "ied"):
            await go_off(state, id)
        elif is_type(state, id, *state.numbers.types.removed_when_revealed):
            await remove(state, id, rule="20.2" if is_type(state, id, "civilian") else "20.3")


async def go_off(state: State, id: str) -> None:
    """20.6, 20.9, rulings R46, R76 An IED that was revealed fires at all ground units near, unless an engineer is."""
    hex = state.tokens[id].place
    near = ground_near(state, hex)
    if any(is_type(state, unit, "engineer") for unit in near):
        text = f"{counter_name(state, id)} in {place_name(state, hex)} is disarmed"
        await Tell(rule="20.9", text=text, places=(hex,))
    else:
        for unit in near:
            place = state.units[unit].place
            shot = Shot("ied", AL_QAEDA, place, state.numbers.limits.ied_firepower, (id,))
            await resolve(state, shot, [unit], rule="20.6")
    await remove(state, id, rule="20.6")


async def remove(state: State, id: str, *, rule: str) -> None:
    """Ruling R77: out of play, and in no deadpile."""
    token = state.tokens[id]
    hex, token.pinned = token.place, False
    arrive(state, id, REMOVED)
    await Tell(rule=rule, text=f"{counter_name(state, id)} leaves play from {place_name(state, hex)}", places=(hex,))


async def clear_forts(state: State, hex: str) -> None:
    """20.4 Coalition units come into a hex with nothing but face-up fortifications: these are removed."""
    for id in [id for id, token in state.tokens.items() if token.place == hex]:
        await remove(state, id, rule="20.4")
