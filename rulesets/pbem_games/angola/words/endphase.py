"""4.2-3 Sentences about the End Phase."""

from __future__ import annotations

from pbem_games.angola.state import State


def cleaned_up(state: State) -> str:
    return f"Turn {state.turn} is over: markers are up, airgroups are back, and so are Victory Tokens, ten a side"
