"""9 OPFOR Morale: the check that moves it.

Belongs here: the check. Must not be here: the index (indexes), what the level does (numbers: picks, stands).
"""

from __future__ import annotations

from functools import partial

from pbem.play.requests import Roll
from pbem_games.fallujah.indexes import shift_morale
from pbem_games.fallujah.map import controlled_node_spaces
from pbem_games.fallujah.state import State
from pbem_games.fallujah.words import dice as words


async def morale_check(state: State, why: str, *, rule: str = "9.2") -> None:
    """9.2 Three dice against the objectives and mosques held: no more than those, a level down; else a level up.

    The reaction space counts, whatever OPFOR units are about to appear there (ruling R47); once they fight there it is
    not controlled (5.0). What was fixed at the old level, as the number of picks, stays (ruling R63).
    """
    held = len(controlled_node_spaces(state))
    dice = await Roll(
        rule=rule, dice=state.numbers.tables.morale.check_dice, side="opfor", reads=partial(words.morale_check, held)
    )
    by = -1 if sum(dice) <= held else 1
    await shift_morale(state, by, f"{why}: the dice show {sum(dice)}, {held} objectives and mosques held", rule=rule)
