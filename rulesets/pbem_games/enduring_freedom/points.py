"""4 NetWar points: how they are paid, gained and lost, and that the game ends without any (5.1).

Belongs here: the index and its sentences. Must not be here: why it moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from pbem.errors import IllegalMove
from pbem.kit.battles import Battle
from pbem.kit.tables import clamp
from pbem.play.requests import Tell
from pbem_games.enduring_freedom.state import State

Source = Literal[
    "mobilization", "refit", "edge", "sustainment", "eliminations", "losses", "collateral", "rescues", "terror",
    "events", "loya_jirga", "awards",
]
"""What NP come from or go to, as the balance of a game lists it (`State.booked`)."""


class GameEnds(Exception):
    """5.1 The game is over, wherever play stands. Raised by rules only, caught for good by `sequence` only.

    `battle` adds the account of the one that it breaks off.
    """

    def __init__(self, text: str, rule: str) -> None:
        super().__init__(text)
        self.text, self.rule = text, rule
        self.fought: Battle | None = None


def can_pay(state: State, cost: int) -> bool:
    """Ruling R7 One NP must be left."""
    return cost == 0 or state.np - cost >= 1


def pay(state: State, cost: int, source: Source, *, tried: str, rule: str) -> None:
    """4.3, ruling R7 A price that is paid of one's own will; IllegalMove if less than 1 NP would be left."""
    if not can_pay(state, cost):
        raise IllegalMove(tried, rule, f"it costs {cost} NP, and 1 of {state.np} must be left")
    state.np -= cost
    _book(state, source, -cost)


async def gain(
    state: State, np: int, why: str, source: Source, *, rule: str, places: Sequence[str] = (), headline: bool = False
) -> None:
    """4.1, ruling R6 What goes beyond the end of the index is lost."""
    if np <= 0:
        return
    before = state.np
    state.np = clamp(state.np + np, 0, state.numbers.tables.track.np_most)
    _book(state, source, state.np - before)
    text = f"{why}: {np} NP gained, {state.np} now"
    await Tell(rule=rule, text=text, places=tuple(places), headline=headline)


async def lose(
    state: State, np: int, why: str, source: Source, *, rule: str, places: Sequence[str] = (), headline: bool = False
) -> None:
    """4.1, 5.1, ruling R6 At 0 or less the game is over at once, in the middle of anything."""
    if np <= 0:
        return
    state.np = max(0, state.np - np)
    _book(state, source, -np)
    text = f"{why}: {np} NP lost, {state.np} left"
    await Tell(rule=rule, text=text, places=tuple(places), headline=headline)
    if state.np == 0:
        raise GameEnds(f"no NP are left ({why})", "5.1")


def _book(state: State, source: Source, np: int) -> None:
    if np:
        state.booked[source] = state.booked.get(source, 0) + np
