"""2.4.2, 9.9.1 Words about Equipment: how minefields are named, and sentences.

Belongs here: forms and sentences. Must not be here: legality.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.kit.lists import NameList
from pbem_games.angola.state import State
from pbem_games.angola.words.common import faction_name, piece_name, region_name


def fields_form(mines: Sequence[str], regions: Sequence[str]) -> NameList:
    """`mine3.luanda`: that mine is a minefield in that region; `none`."""
    return NameList("9.9.1", "minefields", [f"{mine}.{region}" for mine in mines for region in regions])


def pieces_form(pieces: Sequence[str]) -> NameList:
    """`aa1 mine3`, or `none`."""
    return NameList("2.4.2", "Equipment", pieces)


def rearranged(state: State, factions: Iterable[str]) -> str:
    names = " and ".join(faction_name(state, f) for f in factions)
    return f"{names} may have handed Equipment between Forces"


def field_named(state: State, faction: str, piece: str, region: str) -> str:
    where = region_name(state, region)
    return f"{faction_name(state, faction)} says that {piece_name(state, piece)} is a minefield in {where}"


def field_seen(state: State, faction: str, piece: str, region: str) -> str:
    mine = piece_name(state, piece)
    return f"{faction_name(state, faction)} has a minefield ({mine}) in {region_name(state, region)}"


def no_field_seen(state: State, faction: str, regions: Sequence[str]) -> str:
    where = ", ".join(region_name(state, r) for r in regions)
    return f"{faction_name(state, faction)} has no minefield that comes to light in {where}"


def nothing_given_back(state: State, faction: str, region: str) -> str:
    return f"{faction_name(state, faction)} has lost no Equipment in {region_name(state, region)}"


def named_lost(state: State, faction: str, pieces: Sequence[str], region: str) -> str:
    names = ", ".join(piece_name(state, p) for p in pieces)
    return f"{faction_name(state, faction)} says what Equipment it has lost in {region_name(state, region)}: {names}"


def given_back(state: State, faction: str, pieces: Sequence[str], region: str) -> str:
    names = ", ".join(piece_name(state, p) for p in pieces)
    return f"{faction_name(state, faction)} loses Equipment with its Force in {region_name(state, region)}: {names}"


def field_too_many(state: State, faction: str, region: str) -> str:
    ally = faction_name(state, state.numbers.ally(faction))
    where = region_name(state, region)
    return f"{ally} has a minefield in {where}, so there is none of {faction_name(state, faction)}"


def field_returned(state: State, faction: str, piece: str, region: str) -> str:
    names = faction_name(state, faction), region_name(state, region)
    return f"The minefield ({piece_name(state, piece)}) that {names[0]} laid in {names[1]} is no more"


def was_there(state: State, piece: str, region: str) -> str:
    return f"{piece} was in {region_name(state, region)}"
