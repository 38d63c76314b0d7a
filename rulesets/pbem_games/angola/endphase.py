"""4.2-3 The End Phase, step by step, and its last step, Clean Up.

Belongs here: the order of steps and Clean Up. Must not be here: what the other steps do (a module each).
"""

from __future__ import annotations

from pbem.play.requests import Checkpoint, Tell
from pbem.ruleset import Result
from pbem_games.angola import victory
from pbem_games.angola.aid.covert import covert_foreign_aid
from pbem_games.angola.aid.direct import direct_foreign_aid
from pbem_games.angola.aid.recruitment import recruit_all
from pbem_games.angola.numbers import FACTIONS
from pbem_games.angola.reorganization import reorganize, spare_columns
from pbem_games.angola.state import FactionState, State
from pbem_games.angola.words import endphase as words

STEPS = ("a", "b", "c", "d", "e", "f")


async def end_phase(state: State) -> Result | None:
    """4.2-3 Steps A to F, or from where play restarts; a result ends the game in Step A (ruling R10)."""
    for step in STEPS[STEPS.index(state.step or "a") :]:
        state.step = step
        await Checkpoint(state, rule="4.2")
        if step == "a":
            result = await victory.determine(state)
            if result is not None:
                return result
        else:
            await carry_out(state, step)
    return None


async def carry_out(state: State, step: str) -> None:
    """4.2-3 One of Steps B to F."""
    match step:
        case "b":
            await reorganize(state)  # 8.1, 13
        case "c":
            if loser := losing_alliance(state):
                await direct_foreign_aid(state, loser)  # 12.1
        case "d":
            await recruit_all(state)  # 12.3
        case "e":
            await covert_foreign_aid(state)  # 12.4
        case "f":
            if state.options.columns_until_clean_up:
                await spare_columns(state)  # ruling R30
            await clean_up(state)


def losing_alliance(state: State) -> str:
    """11.4, 12.1 The alliance that lost the turn; "" if nobody won it."""
    if not state.turn_winner:
        return ""
    return next(a for a in state.numbers.alliances if a != state.turn_winner)


async def clean_up(state: State) -> None:
    """4.2-3F, 11.2 Airgroups, tokens and markers return to what they were, and the next turn begins.

    Ruling R125: jungle markers, Columns and Equipment stay as they are.
    """
    for faction in FACTIONS:
        _make_ready(state.factions[faction])
        for colour in FACTIONS:
            state.factions[faction].tokens[colour] = (
                state.numbers.factions[faction].tokens if colour == faction else 0
            )
    for marker in state.markers.values():
        marker.up = True  # 10.3
    await Tell(rule="4.2", text=words.cleaned_up(state))
    state.turn += 1
    state.phase, state.step, state.turn_winner = "planning", "", ""


def _make_ready(own: FactionState) -> None:
    """9.6.1, 9.12 Airgroups are ready again, and nobody has moved or straggled."""
    own.air_ready, own.air_done = own.air_ready + own.air_done, 0
    for column in own.columns.values():
        column.moved = False
    for loose in own.loose.values():
        loose.moved = loose.straggler = False
