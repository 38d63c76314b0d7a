"""4 The sequence of play: setting up, then turns until the game is over, then the count.

Belongs here: the order of phases, where play can restart. Must not be here: what a phase does.
"""

from __future__ import annotations

from pbem.play.requests import Checkpoint
from pbem.ruleset import Result
from pbem_games.anaconda.commands import operations_phases
from pbem_games.anaconda.ending import GameEnds
from pbem_games.anaconda.setup import set_up
from pbem_games.anaconda.state import State
from pbem_games.anaconda.turns import ended_by_choice, inter_phase, over, return_phase, start_turn
from pbem_games.anaconda.victory import final_count


async def play(state: State) -> Result:
    """3.8, 3.9, 4, 22.1 The whole game, from its start or from the state of any checkpoint."""
    try:
        if state.phase == "setup":
            await set_up(state)  # 3
        while not await take_turn(state):
            pass
        return await final_count(state, over(state) or ended_by_choice(state))  # 22, 23
    except GameEnds as end:
        return end.result


async def take_turn(state: State) -> bool:
    """4.1, 4.2 What is left of a turn: `state.phase` says where it stands. Whether the game is over with it."""
    if state.phase == "start":
        await Checkpoint(state, rule="4.1")
        await start_turn(state)
    if state.phase == "operations":
        await operations_phases(state)  # 4.2 I
    await return_phase(state)  # 4.2 II
    return await inter_phase(state)  # 4.2 III
