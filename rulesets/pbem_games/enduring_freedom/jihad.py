"""28 The Islamist Jihad index: its level and lower line, checks, and the adjustment at the end of a turn.

Belongs here: how the level moves and what it says. Must not be here: events and reinforcements themselves.
"""

from __future__ import annotations

from functools import partial

from pbem.kit.tables import clamp
from pbem.play.requests import Roll, Tell
from pbem_games.enduring_freedom.state import State
from pbem_games.enduring_freedom.words.dice import jihad_check
from pbem_games.enduring_freedom.zones import control


def lower_line(state: State) -> int:
    """28.0, ruling R91 How many event checks and reinforcements the level brings, from 0 to 4."""
    return state.numbers.band(state.jihad).lower


def is_fanatical(state: State) -> bool:
    """28.4"""
    return state.jihad == state.numbers.tables.track.jihad_most


def is_dismal(state: State) -> bool:
    """28.4"""
    return state.jihad == state.numbers.tables.track.jihad_least


async def shift_jihad(state: State, by: int, why: str, *, rule: str) -> None:
    """28.1, 28.5 The level moves, never beyond its ends."""
    if by == 0:
        return
    track, before = state.numbers.tables.track, state.jihad
    state.jihad = clamp(before + by, track.jihad_least, track.jihad_most)
    moves = "rises to" if state.jihad > before else "falls to" if state.jihad < before else "stays"
    await Tell(rule=rule, text=f"{why}: Jihad {moves} {state.jihad}", headline=state.jihad != before)


async def passes_jihad_check(state: State, *, rule: str) -> bool:
    """28.2 Two dice up to the level."""
    dice = await Roll(rule=rule, about="check", dice=2, side="islamist", reads=partial(jihad_check, state.jihad))
    return sum(dice) <= state.jihad


def adjustment(state: State) -> tuple[int, int]:
    """28.3, ruling R69 Cities under Islamist control, and strongholds with any Islamist unit."""
    kinds = {zone.id: zone.kind for zone in state.numbers.zones.values()}
    cities = sum(kind == "city" and control(state, zone) == "islamist" for zone, kind in kinds.items())
    strongholds = sum(
        kind == "stronghold" and control(state, zone) in ("islamist", "disputed") for zone, kind in kinds.items())
    return cities, strongholds


async def adjust(state: State) -> None:
    """28.3 The Islamist Jihad Adjustment Phase: one level for each, in one step."""
    cities, strongholds = adjustment(state)
    why = f"Islamists hold {cities} cities, and are in {strongholds} strongholds"
    await shift_jihad(state, cities + strongholds, why, rule="28.3")
