"""What counters, markers and places are called in sentences.

Belongs here: names for ids. Must not be here: how people type them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from pbem_games.anaconda.state import State
from pbem_games.anaconda.words.ground import hex_name

BOXES = {"gardez": "Gardez", "khowst": "Khowst", "sanctuary": "the Sanctuary"}


def counter_name(state: State, id: str) -> str:
    """`1-87 C/1`; `A Mortar 1 (token 7)` face up, `token 7` face down."""
    if id in state.units:
        return state.numbers.units[id].name
    number, face = id.removeprefix("t"), state.tokens[id].face
    return f"{state.numbers.units[face].name} (token {number})" if face else f"token {number}"


def counters_named(state: State, ids: Iterable[str]) -> str:
    """Several, with commas."""
    return ", ".join(counter_name(state, id) for id in ids)


def counters_do(state: State, ids: Collection[str], verb: str) -> str:
    """Who does something: `ODA 372 fires`, `ODA 372, ODA 594 fire`."""
    return f"{counters_named(state, ids)} {verb}{'s' if len(ids) == 1 else ''}"


def marker_name(state: State, id: str) -> str:
    """`TF Rakkasan`, `Jihad!`"""
    return state.numbers.markers[id].name


def place_name(state: State, place: str) -> str:
    """`2218 (Takur Ghar)`, `0808`, `Gardez`."""
    return BOXES[place] if place in BOXES else hex_name(state.numbers.ground, place)


def date(state: State, turn: int) -> str:
    """22.3 `2 March`"""
    return f"{state.numbers.day(turn)} March"
