"""4.2-3 Sentences about the End Phase."""

from __future__ import annotations

from pbem_games.angola.state import State


def cleaned_up(state: State) -> str:
    return f"Turn {state.turn} is over: markers are up, Victory Tokens and airgroups are back"
