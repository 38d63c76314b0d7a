"""9.13, 10, 14.3 Sentences about towns, cities and Cabinda."""

from __future__ import annotations

from pbem_games.angola.state import State
from pbem_games.angola.words.common import faction_name, region_name


def tokens(count: int) -> str:
    """`no Victory Token`, `1 Victory Token`, `2 Victory Tokens`."""
    return f"{count or 'no'} Victory Token{'s' if count > 1 else ''}"


def taken_free(state: State, region: str, taker: str) -> str:
    return f"{faction_name(state, taker)} takes control of {region_name(state, region)}, which nobody held"


def captured(state: State, region: str, loser: str, winner: str, passed: int, price: int) -> str:
    """`price`: how many the place costs; who has fewer of its own hands over what it has (10.4)."""
    names = faction_name(state, winner), region_name(state, region), faction_name(state, loser)
    short = "" if passed == price else f": it has {'no more' if passed else 'none left'} of its own"
    return f"{names[0]} captures {names[1]} from {names[2]}, which hands over {tokens(passed)}{short}"


def cabinda_taken(state: State, taker: str) -> str:
    return f"{faction_name(state, taker)} takes Cabinda"


def cabinda_fell(state: State, alliance: str) -> str:
    about = state.numbers.alliances[alliance]
    return f"Cabinda has fallen: {about.name} moves down to {state.track[alliance]} on the Victory Track"


def base_abandoned(state: State, region: str) -> str:
    return f"FNLA leaves the FLEC Base for {region_name(state, region)}"
