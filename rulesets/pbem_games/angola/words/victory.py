"""11 Sentences about the turn's winner and the end of the game."""

from __future__ import annotations

from collections.abc import Mapping

from pbem_games.angola.state import State


def turn_won(state: State, tokens: Mapping[str, int]) -> str:
    counts = ", ".join(f"{state.numbers.alliances[a].name} {n}" for a, n in tokens.items())
    if not state.turn_winner:
        return f"Victory Tokens: {counts}; nobody wins turn {state.turn}"
    name = state.numbers.alliances[state.turn_winner].name
    return f"Victory Tokens: {counts}; {name} wins turn {state.turn} and stands on {state.track[state.turn_winner]}"


def decisive(state: State, tokens: int, space: int) -> str:
    return f"decisive victory in turn {state.turn} with {tokens} Victory Tokens and the marker on {space}"


def lower_marker(state: State, winner: str) -> str:
    loser = next(a for a in state.numbers.alliances if a != winner)
    return f"after the last turn the markers stand on {state.track[winner]} and {state.track[loser]}"


def drawn(space: int) -> str:
    return f"A draw: after the last turn both markers stand on {space}"
