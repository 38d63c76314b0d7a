"""5.3, 5.4, 6 Sentences about decks, packs and who begins; the names of cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pbem_games.angola.numbers import Numbers
from pbem_games.angola.state import State
from pbem_games.angola.words.common import faction_name


def card_name(kind: str) -> str:
    """`Column A`, `5th Column`, `Command`, `Blank`."""
    if kind.startswith("column_"):
        return f"Column {kind[-1].upper()}"
    return {"fifth_column": "5th Column"}.get(kind, kind.capitalize())


def blanks_named(count: int) -> str:
    """All Blanks of a deck: `the Blank`, `both Blanks`, `all 3 Blanks`."""
    return {1: "the Blank", 2: "both Blanks"}.get(count, f"all {count} Blanks")


def joining(state: State, cards: Mapping[str, Iterable[str]]) -> str:
    """`New cards: FAPLA Column D, FNLA Column E`."""
    names = [f"{faction_name(state, f)} {card_name(kind)}" for f, kinds in cards.items() for kind in kinds]
    return f"New cards: {', '.join(names)}"


def packed(state: State, size: int) -> str:
    return f"Turn {state.turn}, {state.numbers.turns.months[state.turn - 1]}: packs of {size} cards lie ready"


def begins(state: State, die: int) -> str:
    return f"{faction_name(state, state.first_player)} begins (die {die})"


def read_first_player(numbers: Numbers, next_one: str, dice: Sequence[int]) -> str:
    """6 `First Player Chart: 3 is MPLA`; beyond its faces the next one clockwise, on turn 1 another roll."""
    (die,) = dice
    chart = numbers.tables.first_player.faces
    if die <= len(chart):
        return f"First Player Chart: {die} is {numbers.factions[chart[die - 1]].name}"
    instead = f"{numbers.factions[next_one].name}, next clockwise" if next_one else "another roll"
    return f"First Player Chart: {die} is nobody, so {instead}"


def pack_claim(state: State, faction: str) -> str:
    return f"the Operations Pack of {faction_name(state, faction)} is made of its deck"


def blanks_claim(state: State, faction: str) -> str:
    return f"the Operations Pack of {faction_name(state, faction)} holds every Blank"
