"""10.14-10.21, 12, 13, 17.1 Who could fire into a hex: range, line of fire, command, marks.

Belongs here: questions. Must not be here: asking seats (reactions), dice (fire).
Of a counter that lies face down only its owner can tell; here it may be anything that Al Qaeda ever has.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from pbem_games.anaconda import forces
from pbem_games.anaconda.numbers import AL_QAEDA, COALITION, Numbers
from pbem_games.anaconda.printed import Printed
from pbem_games.anaconda.state import State

FireKind = Literal["offensive", "defensive", "aa"]
INDIRECT_HELP = ("heavy_weapons", "artillery")  # 12.10


def can_fire(numbers: Numbers, kind: FireKind, unit: Printed, at: str, to: str) -> bool:
    """10.14, 12.1, 13.1-13.3, 17.1 Whether a counter in one hex can fire so into another; rulings R49, R55, R66.

    Only what is printed and the map count: marks and commands are other questions. 12.10 is one too.
    """
    ground, limits = numbers.ground, numbers.limits
    if unit.firepower == 0:
        return False
    far = ground.distance(at, to)
    reach = ground.range_from(at, to, unit.range, limits.range_extension)
    if kind == "aa":
        return far <= (reach if unit.type == "heavy_weapons" else limits.other_aa_radius)
    if far > reach or (kind == "defensive" and far > limits.defensive_radius):
        return False
    return (kind == "offensive" and unit.indirect) or ground.in_line(at, to)


def could_fire(numbers: Numbers, kind: FireKind, at: str, to: str) -> bool:
    """(e) Whether a face-down counter there could, for all that everybody knows."""
    ground, limits = numbers.ground, numbers.limits
    if kind == "defensive":
        return ground.distance(at, to) <= limits.defensive_radius and ground.in_line(at, to)
    return ground.distance(at, to) <= limits.longest_range + limits.range_extension


def may_fire(numbers: Numbers, kind: FireKind, unit: Printed | None, at: str, to: str) -> bool:
    """10.14 Whether a counter, for all that everybody knows of it, could fire so; `unit` is None if it is face down."""
    return could_fire(numbers, kind, at, to) if unit is None else can_fire(numbers, kind, unit, at, to)


def is_able(state: State, id: str) -> bool:
    """10.4, 10.29, 21.9 Whether a counter is on the map, not pinned, and has not fired in this sub-phase."""
    return _is_free(state, forces.piece(state, id))


def _is_free(state: State, one: forces.Piece) -> bool:
    return not one.pinned and not one.fired and one.place in state.numbers.ground.hexes.every


def al_qaeda_firers(state: State, kind: FireKind, hex: str) -> list[str]:
    """12.1, 17.1 The tokens that may fire at what comes into a hex, face down or not."""
    numbers, hexes = state.numbers, state.numbers.ground.hexes
    near = hexes.disc(hex, numbers.limits.defensive_radius) if kind == "defensive" else hexes.every
    return [id for id, token in state.tokens.items()
            if token.place in near and not token.pinned and not token.fired
            and may_fire(numbers, kind, numbers.units.get(token.face), token.place, hex)]


def coalition_firers(state: State, hex: str) -> list[str]:
    """12.1, 12.9, 12.10 The ground units that may fire at what comes into a hex."""
    numbers, hexes = state.numbers, state.numbers.ground.hexes.every
    return [id for id, unit in state.units.items()
            if unit.place in hexes and not unit.pinned and not unit.fired
            and (can_fire(numbers, "defensive", numbers.units[id], unit.place, hex) or is_directed(state, id, hex))]


def is_directed(state: State, id: str, hex: str) -> bool:
    """12.10, ruling R111 Heavy weapons and artillery of the US, directed by another unpinned unit of their command.

    They fire as far as they reach; without indirect fire they need a line of their own.
    """
    numbers, printed, at = state.numbers, state.numbers.units[id], state.units[id].place
    if printed.nation != "us" or printed.type not in INDIRECT_HELP:
        return False
    if not can_fire(numbers, "offensive", printed, at, hex):
        return False
    return any(
        other != id and numbers.units[other].nation == "us" and not state.units[other].pinned
        and forces.command_of(state, other) == forces.command_of(state, id)
        and _spots(numbers, state.units[other].place, hex)
        for other in forces.on_map(state, COALITION)
    )


def _spots(numbers: Numbers, at: str, hex: str) -> bool:
    ground = numbers.ground
    return ground.distance(at, hex) <= numbers.limits.defensive_radius and ground.in_line(at, hex)


def attackers(state: State, hex: str) -> list[str]:
    """10.2, 5.12 The counters in action that may fire offensively into a hex, air and helicopters too."""
    assert state.operations is not None
    able = [id for id in ready_attackers(state) if _reaches(state, id, hex)]
    return able if state.operations.seat == AL_QAEDA else [*able, *air_for(state, hex), *forces.gunships(state)]


def may_attack(state: State, id: str, hex: str) -> bool:
    """10.2, 5.12 Whether a counter is one of `attackers`: the others are not gone through."""
    assert state.operations is not None
    seat = state.operations.seat
    if id not in forces.pieces_of(state, seat):
        return False
    if is_able(state, id):
        return forces.is_in_action(state, id) and _reaches(state, id, hex)
    return seat == COALITION and (id in forces.gunships(state) or id in air_for(state, hex))


def _reaches(state: State, id: str, hex: str) -> bool:
    """10.14 Whether a counter of the side in action on the map could fire offensively into a hex."""
    numbers = state.numbers
    printed = numbers.units[id] if id in state.units else numbers.units.get(state.tokens[id].face)
    return may_fire(numbers, "offensive", printed, forces.piece(state, id).place, hex)


def ready_attackers(state: State) -> list[str]:
    """10.2, 10.4 The counters in action on the map that may still fire in this sub-phase, wherever that reaches."""
    assert state.operations is not None
    own = forces.pieces_of(state, state.operations.seat)
    return [id for id, one in own.items() if _is_free(state, one) and forces.is_in_action(state, id)]


def attacked_by_any(state: State, hexes: Iterable[str]) -> Iterator[str]:
    """10.2 Those of these hexes that have `attackers`; the counters are gone through once for all of them."""
    assert state.operations is not None
    flies = state.operations.seat == COALITION
    if flies and forces.gunships(state):
        yield from hexes
        return
    ready = ready_attackers(state)
    for hex in hexes:
        if any(_reaches(state, id, hex) for id in ready) or (flies and air_for(state, hex)):
            yield hex


def air_for(state: State, hex: str) -> list[str]:
    """5.5, 5.15, 14.1-14.3, 14.5-14.10, 28.1, ruling R88 Air units that may attack a hex."""
    near = state.numbers.ground.hexes.disc(hex, 1)
    is_close = state.options.fire_support_restrictions and any(unit.place in near for unit in state.units.values())
    restricted = ("airstrike", "uav") if is_close else ()
    return [
        id for id, unit in state.units.items()
        if unit.place == "available" and (printed := state.numbers.units[id]).firepower
        and printed.type not in restricted
    ]


def fits_together(
    numbers: Numbers, kind: FireKind, hex: str, firers: Sequence[tuple[Printed, str]], commands: Sequence[str],
    used: Sequence[str] = (),
) -> bool:
    """12.8, 5.12 Whether these counters, each with its hex, may make one fire into a hex.

    `commands` are those in action for an offensive fire, none for others: then all must be of one command, which is
    none of `used`.
    """
    if not all(can_fire(numbers, kind, unit, at, hex) for unit, at in firers):
        return False
    theirs = [unit.command for unit, _ in firers]
    if kind == "offensive":
        return all(command in commands for command in theirs)
    return forces.same_command(theirs) and not any(command in used for command in theirs)


def why_not(state: State, id: str, hex: str) -> str:
    """10.2, 10.14, 10.15, 10.29 In words why a counter may not attack a hex, as far as everybody can tell."""
    assert state.operations is not None
    if id not in forces.pieces_of(state, state.operations.seat):
        return "this side has no such counter"
    one, printed, ground = forces.piece(state, id), forces.known(state, id), state.numbers.ground
    if one.pinned or one.fired:
        return "it is pinned" if one.pinned else "it has fired"
    if one.place not in ground.hexes.every:
        return "it is not on the map, nor ready to fly"
    if not forces.is_in_action(state, id):
        return "its command is not in action"
    far = ground.distance(one.place, hex)
    reach = ground.range_from(one.place, hex, printed.range, state.numbers.limits.range_extension) if printed else far
    if far > reach:
        return f"that is {far} hexes away"
    blocked = ground.sight.blocked_by(one.place, hex)
    return f"the line is blocked by {' and '.join(blocked)}" if blocked else "not by what is printed on it"
