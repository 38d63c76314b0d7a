"""4.2-3 Sentences about the End Phase."""

from __future__ import annotations

from pbem_games.angola.state import State
from pbem_games.angola.words.victory import began


def cleaned_up(state: State) -> str:
    tokens = ", ".join(f"{about.name} {began(state, alliance)}" for alliance, about in state.numbers.alliances.items())
    return f"Turn {state.turn} is over: markers are up, airgroups are back, and so are Victory Tokens: {tokens}"
