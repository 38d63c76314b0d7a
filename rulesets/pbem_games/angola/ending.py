"""How the game ends before its time, and what a false claim costs (11, ruling R126)."""

from __future__ import annotations

from pbem.play.requests import Tell
from pbem.ruleset import Result
from pbem_games.angola.state import State

CLAIM = "Both players chose that a claim which proves false loses the game, whatever tokens and markers say."
RESIGNED = "Nothing was counted: if one faction gives up, the other alliance wins, whatever tokens and markers say."


class GameEnds(Exception):
    """Raised by rules only, caught by `play` only."""

    def __init__(self, result: Result) -> None:
        super().__init__(result.text)
        self.result = result


def won_by(state: State, alliance: str, text: str, by: str, why: str = "") -> Result:
    """11.1 A victory of an alliance: both its factions win."""
    about = state.numbers.alliances[alliance]
    return Result(tuple(about.members), f"{about.name} wins: {text}", by, why=why)


async def false_claim(state: State, faction: str, claim: str, *, rule: str) -> None:
    """Ruling R126: a claim proved false. With `forfeit` its alliance loses; with `flag` the log says so, no more."""
    name = state.numbers.factions[faction].name
    await Tell(rule=rule, text=f"{name} claimed what was not true: {claim}", headline=True)
    if state.options.false_claim == "forfeit":
        other = next(a for a in state.numbers.alliances if a != state.numbers.alliance(faction))
        raise GameEnds(won_by(state, other, f"{name} made a false claim ({claim})", "r126", CLAIM))


def resigned(state: State, faction: str) -> Result:
    """A seat gives up: the other alliance wins (there is no rule; protocol 3.5)."""
    other = next(a for a in state.numbers.alliances if a != state.numbers.alliance(faction))
    return won_by(state, other, f"{state.numbers.factions[faction].name} resigned", "resign", RESIGNED)
