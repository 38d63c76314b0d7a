"""Questions about who stands where, and the small changes of marks and places.

Belongs here: what everybody can see of counters. Must not be here: flow of play, what lies face down.
An id is a counter of the Coalition (`r_1_87_c1`) or a token of Al Qaeda (`t7`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain

from pbem.errors import IllegalMove
from pbem_games.anaconda.numbers import AL_QAEDA, ANY, BASES, COALITION, COMMANDO, RAKKASAN
from pbem_games.anaconda.printed import Printed
from pbem_games.anaconda.state import Counter, State, Unit

Piece = Unit | Counter


def piece(state: State, id: str) -> Piece:
    """The counter of this id; KeyError if there is none."""
    return state.tokens[id] if id in state.tokens else state.units[id]


def known(state: State, id: str) -> Printed | None:
    """2.3 What everybody knows to be printed on a counter; None while it lies face down."""
    if id in state.units:
        return state.numbers.units[id]
    face = state.tokens[id].face
    return state.numbers.units[face] if face else None


def seat_of(state: State, id: str) -> str:
    """Whose counter it is."""
    return COALITION if id in state.units else "al_qaeda"


def other_seat(seat: str) -> str:
    """The opponent."""
    return "al_qaeda" if seat == COALITION else COALITION


def command_of(state: State, id: str) -> str:
    """5.1, 31.2 The command that a counter belongs to; "" while it lies face down.

    PPCLI units that were bought serve in TF Rakkasan until TF Commando comes.
    """
    printed = known(state, id)
    if printed is None:
        return ""
    if id in state.bought and printed.command == COMMANDO and state.turn < state.numbers.turns.commando:
        return RAKKASAN
    return printed.command


def is_in_action(state: State, id: str) -> bool:
    """5.3, 25.1 Whether the Operations Phase under way activates this counter; one that lies face down may be."""
    assert state.operations is not None
    command = command_of(state, id)
    return not command or command in state.operations.commands


def pieces_of(state: State, seat: str) -> Mapping[str, Piece]:
    """All counters of a seat, wherever they are."""
    return state.units if seat == COALITION else state.tokens


def is_on_map(state: State, id: str) -> bool:
    """Whether a counter stands in a hex."""
    return piece(state, id).place in state.numbers.ground.hexes.every


# ---------------------------------------------------------------- hexes


def units_at(state: State, place: str) -> list[str]:
    """The Coalition's counters at a place, top to bottom."""
    return sorted((id for id, u in state.units.items() if u.place == place), key=lambda id: state.units[id].rank)


def tokens_at(state: State, place: str) -> list[str]:
    """Al Qaeda's counters at a place, top to bottom; 9.7: face-up fortifications on top."""
    tokens, forts = state.tokens, state.numbers.forts
    there = [id for id, t in tokens.items() if t.place == place]
    return sorted(there, key=lambda id: (tokens[id].face not in forts, tokens[id].rank))


def stack_at(state: State, hex: str, seat: str) -> list[str]:
    """A seat's counters in a hex, top to bottom."""
    return units_at(state, hex) if seat == COALITION else tokens_at(state, hex)


def is_type(state: State, id: str, *types: str) -> bool:
    """Whether everybody knows a counter to be of one of these types."""
    printed = known(state, id)
    return printed is not None and printed.type in types


def is_bare_fort(state: State, id: str) -> bool:
    """20.4 A face-up fortification: alone it holds no hex."""
    return id in state.tokens and state.tokens[id].face in state.numbers.forts


def is_held(state: State, hex: str, seat: str) -> bool:
    """8.6, ruling R40 Whether a seat occupies a hex: by any counter but face-up fortifications."""
    if seat == COALITION:
        return any(u.place == hex for u in state.units.values())
    forts = state.numbers.forts
    return any(t.place == hex and t.face not in forts for t in state.tokens.values())


def held(state: State, seat: str) -> set[str]:
    """All hexes that a seat occupies."""
    hexes = state.numbers.ground.hexes.every
    if seat == COALITION:
        return {u.place for u in state.units.values() if u.place in hexes}
    forts = state.numbers.forts
    return {t.place for t in state.tokens.values() if t.place in hexes and t.face not in forts}


def holds(state: State) -> dict[str, str]:
    """8.6, ruling R40 Who occupies which hex; where both are nobody holds it."""
    ours, theirs = held(state, COALITION), held(state, AL_QAEDA)
    return dict.fromkeys(sorted(ours - theirs), COALITION) | dict.fromkeys(sorted(theirs - ours), AL_QAEDA)


def face_down_at(state: State, hex: str) -> list[str]:
    """Al Qaeda's counters in a hex that nobody else knows, top to bottom."""
    return [id for id in tokens_at(state, hex) if not state.tokens[id].face]


def on_map(state: State, seat: str) -> list[str]:
    """All counters of a seat that stand in hexes."""
    hexes = state.numbers.ground.hexes.every
    return [id for id, one in pieces_of(state, seat).items() if one.place in hexes]


def ground_near(state: State, hex: str, radius: int = 1) -> list[str]:
    """The Coalition's ground units at most so far from a hex."""
    near = state.numbers.ground.hexes.disc(hex, radius)
    return [id for id, u in state.units.items() if u.place in near]


def helicopters(state: State, *types: str) -> list[str]:
    """15.1, 15.5 Helicopters of these types in a base that have not flown this turn."""
    units, printed = state.units, state.numbers.units
    return [
        id for id in state.numbers.helicopters
        if units[id].place in BASES and not units[id].flown and printed[id].type in types
    ]


def gunships(state: State) -> list[str]:
    """15.2 The gunships that are ready."""
    return helicopters(state, "gunship")


def same_command(commands: Iterable[str]) -> bool:
    """12.8, 25.1, ruling R85 Whether all these commands are one; Osama bin Laden joins any."""
    return len({c for c in commands if c not in ("", ANY)}) <= 1


# ---------------------------------------------------------------- changes


def arrive(state: State, id: str, place: str) -> None:
    """A counter comes to a place, under all that are there."""
    state.ranks += 1
    one = piece(state, id)
    one.place, one.rank = place, state.ranks


def clear_fired(state: State) -> None:
    """10.4, ruling R45 A sub-phase begins: everybody may fire once more."""
    for one in _all(state):
        one.fired = False


def clear_moved(state: State) -> None:
    """8.5, 19.2 An Operations Phase begins."""
    for one in _all(state):
        one.moved = False
    for unit in state.units.values():
        unit.scouted = False


def lift_pins(state: State) -> None:
    """10.31 At the end of a turn."""
    for one in _all(state):
        one.pinned = False


def _all(state: State) -> Iterable[Piece]:
    return chain(state.units.values(), state.tokens.values())


def pinned_on_map(state: State, seat: str) -> list[str]:
    """6.2, 6.3 The pinned counters of a seat on the map."""
    return [id for id in on_map(state, seat) if piece(state, id).pinned]


def must(ok: bool, tried: str, rule: str, because: str, legal: Iterable[object] = ()) -> None:
    """Raises IllegalMove unless `ok`."""
    if not ok:
        raise IllegalMove(tried, rule, because, legal)
