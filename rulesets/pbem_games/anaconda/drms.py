"""10.23 What modifies the die of a fire against one target.

Belongs here: which lines apply. Must not be here: dice, results (fire), who may fire (firing).
"""

from __future__ import annotations

from typing import Literal

import msgspec

from pbem.kit.tables import Drm
from pbem_games.anaconda.forces import command_of, is_type, known, tokens_at
from pbem_games.anaconda.numbers import AL_QAEDA, COALITION, COMMANDO, OSAMA, RAKKASAN
from pbem_games.anaconda.state import State

Kind = Literal["offensive", "defensive", "aa", "friendly_fire", "ied"]


class Shot(msgspec.Struct, frozen=True):
    """One fire: of what kind, by whom, into which hex, how strong, and the counters that add up to its strength."""

    kind: Kind
    seat: str
    hex: str
    strength: int
    firers: tuple[str, ...] = ()


def strength_of(state: State, firers: tuple[str, ...]) -> int:
    """10.2, 10.6 The sum of what they have."""
    return sum(printed.firepower for id in firers if (printed := known(state, id)) is not None)


def place_of(state: State, id: str) -> str:
    """Where a counter is."""
    return state.tokens[id].place if id in state.tokens else state.units[id].place


def is_assault(state: State, shot: Shot) -> bool:
    """10.24, 11.3, 12.11, ruling R70 Whether a unit that may close assault fires offensively from beside the target."""
    return shot.kind == "offensive" and any(assaults(state, id, shot.hex) for id in shot.firers)


def assaults(state: State, id: str, hex: str) -> bool:
    """11.3 Whether a firer may close assault and stands next to the hex."""
    printed, place = known(state, id), place_of(state, id)
    return printed is not None and printed.assault and is_next_to(state, place, hex)


def is_next_to(state: State, place: str, hex: str) -> bool:
    """Whether a place is a hex next to this one."""
    return place in state.numbers.ground.hexes and state.numbers.ground.distance(place, hex) == 1


def has_engineer(state: State, shot: Shot) -> bool:
    """10.25, 11.4, 20.8 Whether an engineer takes part in a close assault, next to the target."""
    return is_assault(state, shot) and any(
        is_type(state, id, "engineer") and assaults(state, id, shot.hex) for id in shot.firers
    )


def leader_of(state: State, firers: tuple[str, ...]) -> str:
    """24.4, ruling R84 A leader who stands with a firing ground unit other than himself; "" if there is none."""
    if not state.options.leaders:
        return ""
    hexes = state.numbers.ground.hexes
    at = {id: place_of(state, id) for id in firers if place_of(state, id) in hexes}
    everybody = [*state.units, *state.tokens]
    for id in everybody:
        if is_type(state, id, "leader", "hvt") and place_of(state, id) in hexes and firers:
            same_side = (id in state.tokens) == (firers[0] in state.tokens)
            if same_side and any(f != id and place == place_of(state, id) for f, place in at.items()):
                return id
    return ""


def drms(state: State, shot: Shot, target: str) -> list[Drm]:
    """10.23 All lines for this target; of an IED none (20.6)."""
    if shot.kind == "ied":
        return []
    found = [*_of_hex(state, shot, target), *_of_target(state, shot, target)]
    values = state.numbers.drm
    if is_assault(state, shot):
        found.append(Drm("11.3", "close assault", values.close_assault))
    if shot.kind != "friendly_fire" and (leader := leader_of(state, shot.firers)):
        found.append(Drm("24.4", leader, values.leader))
    return [drm for drm in found if drm.value]


def _of_hex(state: State, shot: Shot, target: str) -> list[Drm]:
    """10.23, 12.6, 20.4, 20.7, 25.2, 30.2 What the target's hex gives; rulings R39, R55, R69, R73."""
    values, engineer = state.numbers.drm, has_engineer(state, shot)
    terrain = state.numbers.ground.defence(shot.hex, engineer)
    found = [Drm("10.23", terrain.id, terrain.drm)]
    if shot.hex in state.rubble:
        found.append(Drm("30.2", "rubble", values.rubble))
    if shot.seat == COALITION and shot.kind != "aa":
        there = tokens_at(state, shot.hex)
        works = [id for id in there if is_type(state, id, "fortification", "compound")]
        if works and not engineer:
            found.append(Drm("20.4", "fortified", values.fortified))
        if any(state.tokens[id].face == OSAMA for id in there):
            found.append(Drm("25.2", "Osama bin Laden", values.osama))
    return found


def _of_target(state: State, shot: Shot, target: str) -> list[Drm]:
    """10.26, 18.4, 29.1 What the target itself gives; nothing for a helicopter (17.3)."""
    values = state.numbers.drm
    if shot.kind == "aa":
        return []
    if shot.seat == COALITION and target in state.tokens and not state.tokens[target].face:
        return [Drm("18.4", "face down", values.face_down)]
    printed, found = known(state, target), []
    if printed is not None and printed.armor and not any(_pierces(state, id) for id in shot.firers):
        found.append(Drm("10.26", "armor", values.armor))  # ruling R68
    if state.options.body_armor and target in state.units and command_of(state, target) in (RAKKASAN, COMMANDO):
        found.append(Drm("29.1", "body armor", values.body_armor))
    return found


def _pierces(state: State, id: str) -> bool:
    """10.26 Whether a firer is anti-armor."""
    if id in state.units:
        return state.numbers.is_anti_armor(id)
    face = state.tokens[id].face
    return bool(face) and state.numbers.is_anti_armor(face)


def enemy_of(shot: Shot) -> str:
    """Who is fired on."""
    return AL_QAEDA if shot.seat == COALITION and shot.kind in ("offensive", "defensive") else COALITION
