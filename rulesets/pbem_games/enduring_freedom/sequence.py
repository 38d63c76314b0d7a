"""7.2 The sequence of play: seven turns of nineteen phases.

Belongs here: the order of phases, the one place where `GameEnds` is caught. Must not be here: what a phase does.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from pbem.kit.battles import TellBattle
from pbem.play.requests import Checkpoint, Request, Tell
from pbem.ruleset import Result
from pbem_games.enduring_freedom.admin import admin_phase
from pbem_games.enduring_freedom.air_defense import air_defense_phase
from pbem_games.enduring_freedom.close_air_support import cas_phase
from pbem_games.enduring_freedom.combat.phases import counterattacks, ground_combat
from pbem_games.enduring_freedom.events import event_phase
from pbem_games.enduring_freedom.flights import air_phase
from pbem_games.enduring_freedom.infowar import infowar_phase
from pbem_games.enduring_freedom.intelligence import intelligence_phase
from pbem_games.enduring_freedom.jihad import adjust
from pbem_games.enduring_freedom.joint_strike import strike_phase
from pbem_games.enduring_freedom.locations import islamist_mobilization
from pbem_games.enduring_freedom.loya_jirga import civil_military_phase
from pbem_games.enduring_freedom.mobilization import mobilize
from pbem_games.enduring_freedom.movement import movement_phase
from pbem_games.enduring_freedom.points import GameEnds
from pbem_games.enduring_freedom.refit import refit_phase
from pbem_games.enduring_freedom.reveal import reveal_phase
from pbem_games.enduring_freedom.setup import set_up
from pbem_games.enduring_freedom.stacking import remove_overstacked
from pbem_games.enduring_freedom.staging import staging_phase
from pbem_games.enduring_freedom.state import PHASES, SETUP_PHASE, State
from pbem_games.enduring_freedom.sustainment import sustainment_phase
from pbem_games.enduring_freedom.victory import catastrophe, score

Phase = Callable[[State], Coroutine[Request[Any], Any, None]]


async def play(state: State) -> Result:
    """6.1, 7.2 The whole match, from its start or from the state of any checkpoint."""
    try:
        while state.turn <= state.numbers.tables.track.turns:
            await Checkpoint(state, rule="7.2")
            await take_phase(state)
            if is_last(state):
                break
            advance(state)
        return await score(state)
    except GameEnds as end:
        await TellBattle(rule=end.rule, text=f"The game is over: {end.text}", headline=True, battle=end.fought)
        return catastrophe(state, end)


async def take_phase(state: State) -> None:
    """7.2, 8.9 One phase, at whose end stacking counts (ruling R38)."""
    if state.phase == PHASES[0]:
        band = state.numbers.band(state.jihad).name
        await Tell(rule="7.2", text=f"Turn {state.turn}: {state.np} NP, Jihad {state.jihad} ({band})", headline=True)
    await _PROCEDURES[state.phase](state)
    await remove_overstacked(state)


def is_last(state: State) -> bool:
    """5.2, 6.1 The Admin Phase of the last turn has been played."""
    return state.phase == PHASES[-1] and state.turn == state.numbers.tables.track.turns


def advance(state: State) -> None:
    """7.2 On to the next phase; what counts for one phase or one turn only is forgotten (ruling R86)."""
    state.moved, state.transported, state.ambushed = {}, {}, []
    if state.phase == SETUP_PHASE:
        state.phase = PHASES[0]
    elif state.phase == PHASES[-1]:
        state.turn, state.phase = state.turn + 1, PHASES[0]
        state.happened, state.removed_fobs = [], []
    else:
        state.phase = PHASES[PHASES.index(state.phase) + 1]


_PROCEDURES: dict[str, Phase] = {
    SETUP_PHASE: set_up, "1a": mobilize, "1b": refit_phase, "2a": infowar_phase, "2b": intelligence_phase,
    "3a": staging_phase, "3b": movement_phase, "3c": air_phase, "3d": reveal_phase, "3e": air_defense_phase,
    "3f": strike_phase, "3g": ground_combat, "4": sustainment_phase, "5": civil_military_phase, "6a": event_phase,
    "6b": islamist_mobilization, "6c": cas_phase, "6d": counterattacks, "6e": adjust, "7": admin_phase,
}  # fmt: skip
