"""5 Victory: what is awarded at the end, and the level that NP come to.

Belongs here: awards and results. Must not be here: how NP move (points).
"""

from __future__ import annotations

from pbem.kit.tables import first_not_exceeded
from pbem.play.requests import Tell
from pbem.ruleset import Result
from pbem_games.enduring_freedom.entries import Degree
from pbem_games.enduring_freedom.numbers import KABUL
from pbem_games.enduring_freedom.points import GameEnds, gain
from pbem_games.enduring_freedom.state import COALITION, State
from pbem_games.enduring_freedom.zones import control

WHY_CATASTROPHE = (
    "The Coalition pays for everything with NetWar points (NP), and loses them with units and by acts of terror. "
    "When none are left the war is lost at once, whatever it holds."
)


def award_of(state: State, zone: str) -> int:
    """4.2 (2), the NP Table What a zone brings that is controlled at the end: Kabul, other cities, strongholds."""
    gained, kind = state.numbers.tables.netwar.gain, state.numbers.zones[zone].kind
    if zone == KABUL:
        return gained.end_kabul
    return {"region": 0, "city": gained.end_city, "stronghold": gained.end_stronghold}[kind]


def awards(state: State) -> list[tuple[str, int]]:
    """4.2 (2), ruling R84 What is controlled now, and the NP for it."""
    found = [(zone, award_of(state, zone)) for zone in state.numbers.zones]
    return [(zone, np) for zone, np in found if np and control(state, zone) == "coalition"]


def np_now(state: State) -> int:
    """4.1, 4.2, 5.0, 5.1 NetWar points counted now, with what is held, to the end of the index at most.

    That is awarded once, and nothing if none are left.
    """
    if "awards" in state.booked or not state.np:
        return state.np
    return min(state.np + sum(np for _, np in awards(state)), state.numbers.tables.track.np_most)


def short_of_winning(state: State, np: int) -> int:
    """5.0, ruling R105 How many NP the Coalition lacks for a level that is a victory."""
    highest = max(band.at_most for band in state.numbers.tables.victory.bands if not band.won)
    return max(0, highest + 1 - np)


def short_of_losing(state: State, np: int) -> int:
    """5.0 How many NP must still go until it is a defeat: less than a Draw, the last level that is no victory."""
    lost = [band.at_most for band in state.numbers.tables.victory.bands if not band.won]
    return max(0, np - lost[-2])


def degree_of(state: State, np: int) -> Degree:
    """5.0"""
    return first_not_exceeded(state.numbers.tables.victory.bands, np)


async def score(state: State) -> Result:
    """5.0, 6.1 Awards in one step (ruling R84), then the level of victory."""
    found, before = awards(state), state.np
    held = ", ".join(state.numbers.zones[zone].name for zone, _ in found)
    await gain(state, sum(np for _, np in found), f"Held at the end: {held}", "awards", rule="4.2",
               places=tuple(zone for zone, _ in found))
    degree = degree_of(state, state.np)
    text = f"{degree.degree} with {state.np} NP"
    await Tell(rule="5.0", text=text, headline=True)
    why = why_scored(state, before, held)
    return Result((COALITION,) if degree.won else (), text, "5.0", state.np, why)  # ruling R105


def why_scored(state: State, before: int, held: str) -> str:
    """4.2, 5.0, ruling R105 For somebody who does not know the game: what the NP are, how many win, what made them."""
    lost = [band.at_most for band in state.numbers.tables.victory.bands if not band.won]
    awarded = f", and {state.np - before} for what it holds ({held})" if state.np > before else ""
    return (
        f"Turn {state.numbers.tables.track.turns}, the last, is over. The NetWar points (NP) that are left at the end "
        f"are the score, and the Coalition needs {max(lost) + 1} of them for a victory. It has {state.np}: {before} "
        f"when the war ended{awarded}. From {lost[-2] + 1} to {max(lost)} is a draw, less a defeat."
    )


def catastrophe(state: State, end: GameEnds) -> Result:
    """5.1 Nothing is awarded any more."""
    return Result((), f"{state.numbers.tables.victory.catastrophe}: {end.text}", end.rule, 0, WHY_CATASTROPHE)


def resigned(state: State, seat: str) -> Result:
    """The player gives up (no rule; protocol 3.5)."""
    return Result((), "The Coalition resigned", "resign", why="Nothing was counted: who gives up does not win.")
