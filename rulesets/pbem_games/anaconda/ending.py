"""22.1, 23 How a match ends: by victory points, by a hidden act that proves illegal, by giving up.

Belongs here: results. Must not be here: what scores how much (victory).
"""

from __future__ import annotations

from collections.abc import Sequence

from pbem.kit.hidden import Offence
from pbem.play.requests import Tell
from pbem.ruleset import Result
from pbem_games.anaconda.forces import other_seat
from pbem_games.anaconda.numbers import COALITION
from pbem_games.anaconda.state import State

NAMES = {COALITION: "the Coalition", "al_qaeda": "Al Qaeda"}

FORFEITED = (
    "Al Qaeda's counters lie face down, and at the end all are turned up and looked through. What was done with one "
    "against the rules loses the match, whatever points there are."
)
CONCEDED = "No points were counted: whoever gives up has lost, whatever it holds."


class GameEnds(Exception):
    """Raised by rules only, caught by `play` only."""

    def __init__(self, result: Result) -> None:
        super().__init__(result.text)
        self.result = result


async def forfeit(state: State, offences: Sequence[Offence]) -> None:
    """Ruling R97: a hidden act that proves illegal loses the game: Defeat against a Strategic Victory."""
    if not offences:
        return
    for offence in offences:
        text = f"Token {offence.token.removeprefix('t')} {offence.text}"
        await Tell(rule=offence.rule, text=f"{text}: the rules forbid that", headline=True)
    state.phase = "end"
    worst, best = state.numbers.levels[0].name, state.numbers.levels[-1].name
    first = offences[0]
    text = (
        f"{best} for the Coalition, {worst} for Al Qaeda: token {first.token.removeprefix('t')} {first.text}, against "
        f"{first.rule}"
    )
    raise GameEnds(Result((COALITION,), text, "r97", why=FORFEITED))


def resigned(state: State, seat: str) -> Result:
    """22.1, ruling R100 Who concedes has a Defeat; the other side keeps at least a Tactical Victory."""
    other = other_seat(seat)
    text = f"{NAMES[seat]} concedes: Defeat; {NAMES[other]} has at least a Tactical Victory"
    return Result((other,), text[0].upper() + text[1:], "22.1", why=CONCEDED)
