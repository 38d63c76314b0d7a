"""What counters and places are called: by name if the reader may know it, else by the number of their token.

Belongs here: names for people. Must not be here: sentences, what may be typed.
"""

from __future__ import annotations

from collections.abc import Iterable

from pbem.kit.hidden import face_of
from pbem.play.requests import Peek, Sealed
from rulesets.anaconda.numbers import AL_QAEDA, COALITION
from rulesets.anaconda.state import State
from rulesets.anaconda.words.ground import hex_name

SEAT_NAMES = {COALITION: "Coalition", AL_QAEDA: "Al Qaeda"}


def nobody(_secret: Sealed[str]) -> None:
    """The eyes of the public: what is sealed stays so."""


def unit_name(state: State, id: str) -> str:
    """The printed name of a counter."""
    return state.numbers.units[id].name


def known_face(state: State, token: str, peek: Peek) -> str:
    """Which counter a token is, as far as somebody can see; "" if unknown."""
    counter = state.tokens[token]
    return face_of(counter.face, counter.sealed, peek)


def token_name(state: State, token: str, peek: Peek = nobody) -> str:
    """`token 12`, `A Mortar 1` once it lies face up, `A Mortar 1 (token 12, face down)` for its owner before."""
    face, is_open = known_face(state, token, peek), bool(state.tokens[token].face)
    if not face:
        return f"token {token}"
    return unit_name(state, face) if is_open else f"{unit_name(state, face)} (token {token}, face down)"


def name_of(state: State, id: str, peek: Peek = nobody) -> str:
    """A counter of either side."""
    return token_name(state, id, peek) if id in state.tokens else unit_name(state, id)


def names_of(state: State, ids: Iterable[str], peek: Peek = nobody) -> str:
    """Counters as people read them: `1-87 C/1, 1-87 Mortars`; nobody if there are none."""
    return ", ".join(name_of(state, id, peek) for id in ids) or "nobody"


def place_name(state: State, place: str) -> str:
    """A hex with its name, or a box."""
    ground = state.numbers.ground
    return hex_name(ground, place) if place in ground.hexes or place in ground.bases else place.replace("_", " ")


def strength_of(state: State, id: str) -> str:
    """2.3, 2.4 `4+ 2 4`: firepower, range, movement; only firepower for air and helicopters; "" if there is none."""
    unit, numbers = state.numbers.units[id], state.numbers
    if not numbers.is_ground(id):
        return str(unit.firepower) if unit.firepower else ""
    if not unit.firepower and not unit.movement:
        return ""
    reach = f"{unit.range}{'+' if unit.indirect else ''}"
    return f"{unit.firepower}{'+' if unit.assault else ''} {reach} {unit.movement}"
