"""33 The Loya Jirga: once in a game the Afghan leaders may be brought together in Kabul.

Belongs here: when, and what comes of it. Must not be here: the Jihad index (jihad).
"""

from __future__ import annotations

from functools import partial

from pbem.play.requests import Ask, Roll, Tell
from pbem_games.enduring_freedom.jihad import shift_jihad
from pbem_games.enduring_freedom.points import gain, lose
from pbem_games.enduring_freedom.state import COALITION, State
from pbem_games.enduring_freedom.words.dice import loya_jirga_in_words, np_lost, np_won
from pbem_games.enduring_freedom.zones import control, north_up, northern, units_at

DECLINE, ATTEMPT = "decline", "attempt"


async def civil_military_phase(state: State) -> None:
    """33.1, 33.2 (3), ruling R82 Asked as long as it was never tried and all that it needs is there."""
    if not may_attempt(state):
        return
    if await Ask(rule="33.1", seat=COALITION, legal=lambda: (DECLINE, ATTEMPT)) == ATTEMPT:
        await attempt(state)


def may_attempt(state: State) -> bool:
    """33.1, ruling R82 Kabul under control, a US or NATO HQ there, and two leaders face up; not tried before."""
    numbers = state.numbers.tables.loya_jirga
    leaders = [id for id in north_up(state, numbers.zone) if northern(state, id).leader]
    has_hq = any(state.numbers.ground[id].hq for id in units_at(state, numbers.zone))
    is_held = control(state, numbers.zone) == "coalition"
    return not state.loya_jirga and is_held and has_hq and len(leaders) >= numbers.leaders


async def attempt(state: State) -> None:
    """33.2 Two dice above the Jihad level enact it; else the level rises and NP are lost."""
    numbers, netwar = state.numbers.tables.loya_jirga, state.numbers.tables.netwar
    dice = await Roll(rule="33.2", dice=2, side="coalition", reads=partial(loya_jirga_in_words, state.jihad))
    if sum(dice) > state.jihad:
        state.loya_jirga = "enacted"
        await Tell(rule="33.2", text="The Loya Jirga is enacted", places=(numbers.zone,), headline=True)
        await shift_jihad(state, numbers.on_success, "Loya Jirga", rule="33.2")
        won = await Roll(rule="33.2", about="np", dice=netwar.gain.loya_jirga_dice, side="coalition", reads=np_won)
        await gain(state, sum(won), "Loya Jirga", "loya_jirga", rule="33.2", places=(numbers.zone,))
    else:
        state.loya_jirga = "failed"
        await Tell(rule="33.2", text="The Loya Jirga fails", places=(numbers.zone,), headline=True)
        await shift_jihad(state, numbers.on_failure, "Loya Jirga", rule="33.2")
        lost = await Roll(rule="33.2", about="np", dice=netwar.loss.loya_jirga_dice, side="islamist", reads=np_lost)
        await lose(state, sum(lost), "Loya Jirga", "loya_jirga", rule="33.2", places=(numbers.zone,))
