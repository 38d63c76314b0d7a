"""From which hexes a fire comes, as pictures draw it: a burst in the line of sight, or support from afar.

Belongs here: places for `Tell`. Must not be here: who may fire (fire, attack), strength (drms).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypedDict

from pbem_games.anaconda.forces import known, piece
from pbem_games.anaconda.state import State


class Whence(TypedDict):
    """What `Tell` takes of it."""

    fire_from: tuple[str, ...]
    support_from: tuple[str, ...]


def whence(state: State, ids: Iterable[str], hex: str) -> Whence:
    """2.3 The hexes of those who fire into another: `support_from` of those with indirect fire; bases are on no map."""
    places: dict[bool, dict[str, None]] = {True: {}, False: {}}
    for id in ids:
        place, printed = piece(state, id).place, known(state, id)
        if place != hex and place in state.numbers.ground.hexes:
            places[printed is not None and printed.indirect][place] = None
    afar = (place for place in places[True] if place not in places[False])
    return Whence(fire_from=tuple(places[False]), support_from=tuple(afar))
