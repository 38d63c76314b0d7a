"""The three indexes: OPs (10), KIA (21), OPFOR Morale (9).

Belongs here: how they move, that a battle ends when OPs are gone, their line in the story.
Must not be here: why they move.
"""

from __future__ import annotations

import re

from pbem.kit.battles import Battle
from pbem.kit.spelling import plural
from pbem.play.requests import Tell
from pbem_games.fallujah.state import State


class BattleEnds(Exception):
    """8.1, 10.4 The scenario is over, wherever play stands. Raised by rules only, caught for good by `sequence` only.

    `fight` adds the account of the battle that it breaks off.
    """

    def __init__(self, text: str, rule: str) -> None:
        super().__init__(text)
        self.text, self.rule = text, rule
        self.fought: Battle | None = None


def pay(state: State, ops: int) -> None:
    """10 The price of an operation; what is paid with the last OP is carried out in full (ruling R7)."""
    assert 0 <= ops <= state.ops, f"{ops} OPs cannot be paid out of {state.ops}"
    state.ops -= ops


async def lose_ops(state: State, ops: int, why: str, *, rule: str) -> None:
    """10.4 A loss, not a price: at 0 or less the scenario is over at once (ruling R8)."""
    if ops == 0:
        return
    state.ops -= ops
    await Tell(rule=rule, text=f"{why}: {plural(ops, 'OP')} lost, {max(0, state.ops)} left")
    if state.ops <= 0:
        raise BattleEnds(f"the OPs are gone ({why})", "10.4")


async def gain_ops(state: State, ops: int, why: str, *, rule: str) -> None:
    """10.4 OPs gained; the index has no upper end (ruling R11)."""
    if ops:
        state.ops += ops
        await Tell(rule=rule, text=f"{why}: {plural(ops, 'OP')} gained, {state.ops} now")


def count_killed(state: State) -> None:
    """21.1 An OPFOR unit or mob is eliminated; the player's own balance too (ruling R134)."""
    state.kia += 1
    state.scores[state.seat].killed += 1


def count_lost_step(state: State) -> None:
    """21.1, 21.2 A Coalition step is lost (ruling R90); the index may go below zero."""
    state.kia -= 1
    state.scores[state.seat].lost += 1


async def shift_morale(state: State, by: int, why: str, *, rule: str) -> None:
    """9.1, 9.2 One level up or down, never beyond the ends."""
    levels = state.numbers.tables.morale.levels
    place = max(0, min(len(levels) - 1, levels.index(state.morale) + by))
    if levels[place] == state.morale:
        await Tell(rule=rule, text=f"{why}: OPFOR Morale stays {state.morale}")
        return
    state.morale = levels[place]
    await Tell(rule=rule, text=f"{why}: OPFOR Morale {'rises' if by > 0 else 'falls'} to {state.morale}", headline=True)


# ---------------------------------------------------------------- the heading of a turn in the story

_HEADING = re.compile(r"Turn ([0-9]+): (-?[0-9]+) OPs, KIA ([+-][0-9]+), OPFOR Morale ([a-z]+)")


def spell_indexes(state: State) -> str:
    """`Turn 7: 41 OPs, KIA +3, OPFOR Morale medium`"""
    return f"Turn {state.turn}: {state.ops} OPs, KIA {state.kia:+}, OPFOR Morale {state.morale}"


def indexes_in(text: str) -> tuple[int, int, int, str] | None:
    """Turn, OPs, KIA and Morale in such a heading; None in any other sentence."""
    found = _HEADING.fullmatch(text)
    return None if found is None else (int(found[1]), int(found[2]), int(found[3]), found[4])
