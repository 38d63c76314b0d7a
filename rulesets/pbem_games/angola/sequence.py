"""4 The sequence of play: setting up, then turns of three phases until the game is won or its last turn is over.

Belongs here: the order of phases, where play can restart. Must not be here: what a phase does.
"""

from __future__ import annotations

from pbem.play.requests import Checkpoint
from pbem.ruleset import Result
from pbem_games.angola.ending import GameEnds
from pbem_games.angola.endphase import end_phase
from pbem_games.angola.operations import operations_phase
from pbem_games.angola.planning import judge_packs, planning_phase
from pbem_games.angola.setup import set_up
from pbem_games.angola.state import State


async def play(state: State) -> Result:
    """4 The whole game, from its start or from the state of any checkpoint."""
    try:
        if state.phase == "setup":
            await set_up(state)  # 3
        while True:
            result = await take_turn(state)
            if result is not None:
                return result
    except GameEnds as end:
        return end.result


async def take_turn(state: State) -> Result | None:
    """4.2 What is left of a turn: `state.phase` says where it stands. The result where the game ends in it."""
    if state.phase == "planning":
        await Checkpoint(state, rule="4.2")
        await planning_phase(state)  # 4.2-1
    if state.phase == "operations":
        await operations_phase(state)  # 4.2-2
        await judge_packs(state)
        state.phase, state.step = "end", "a"
    return await end_phase(state)  # 4.2-3
