"""4.2, 5 Drawing markers in turn, and the Operations Phase of the command that is drawn.

Belongs here: P3 to P5. Must not be here: what a sub-phase does.
"""

from __future__ import annotations

from pbem.play.requests import Ask, Checkpoint, Draw, Tell
from pbem_games.anaconda.advance import combat
from pbem_games.anaconda.forces import clear_fired, clear_moved, other_seat
from pbem_games.anaconda.hvt import offer_flip
from pbem_games.anaconda.isr import isr
from pbem_games.anaconda.jihad import jihad
from pbem_games.anaconda.movement import movement
from pbem_games.anaconda.numbers import COALITION, JIHAD, PANIC
from pbem_games.anaconda.panic import panic
from pbem_games.anaconda.plans.filing import file, file_at_start
from pbem_games.anaconda.plans.fires import planned_combat
from pbem_games.anaconda.plans.recon import planned_isr
from pbem_games.anaconda.plans.sub_phase import planned_movement
from pbem_games.anaconda.reactions import LIVE
from pbem_games.anaconda.reinforcements import reinforce
from pbem_games.anaconda.state import Operations, State
from pbem_games.anaconda.words.names import marker_name

DRAW, PASS, FILE = "draw", "pass", "file"
PASSES = 2  # 5.10: that many in a row end the draws of a turn


async def operations_phases(state: State) -> None:
    """3.7, 4.2, 5.4, 5.10, rulings R10, R11 P3: the seats draw in turn until the pool is empty, or both pass."""
    while state.command_pool and state.passes < PASSES:
        await Checkpoint(state, rule="4.2")
        await file_at_start(state)
        await draw_or_pass(state)
    state.phase = "return"


async def draw_or_pass(state: State) -> None:
    """4.2, 5.9 C7, E2: one marker is drawn and played, or the drawer passes; the first draw is compulsory.

    By plans the drawer may first file standing orders (C41), once.
    """
    legal = [DRAW, PASS] if state.drawn else [DRAW]
    may_file = [FILE] if state.drawn and state.options.mode == "plan" else []
    choice = await Ask(rule="4.2", seat=state.drawer, about=f"turn{state.turn}", legal=lambda: [*legal, *may_file])
    if choice == FILE:
        await file(state, [state.drawer])
        choice = await Ask(rule="4.2", seat=state.drawer, about=f"turn{state.turn}/filed", legal=lambda: legal)
    if choice == PASS:
        state.passes += 1
        await Tell(rule="5.10", text=f"{'The Coalition' if state.drawer == COALITION else 'Al Qaeda'} passes")
    else:
        (marker,) = await Draw(
            rule="4.2", about="marker", pool=sorted(state.command_pool), side=state.drawer,
            reads=lambda drawn: f"{marker_name(state, drawn[0])} is drawn")
        state.command_pool.remove(marker)
        state.aside.append(marker)
        state.drawn, state.passes = state.drawn + 1, 0
        await Tell(rule="4.2", text=f"{marker_name(state, marker)} is drawn", headline=True)
        await play_marker(state, marker)
    state.drawer = other_seat(state.drawer)


async def play_marker(state: State, marker: str) -> None:
    """5.2, 5.8, rulings R13, R24 Its owner acts, whoever drew it."""
    if marker == PANIC:
        await panic(state)
    elif marker != JIHAD or await jihad(state):
        await operations(state, marker)


async def operations(state: State, marker: str) -> None:
    """4.2, 5.3, 5.14, 19.7, ruling R14 P4, P5: an Operations Phase; Al Qaeda neither reinforces nor looks."""
    printed, is_planned = state.numbers.markers[marker], state.options.mode == "plan"  # ruling R110
    state.operations = Operations(printed.side, marker, list(printed.activates))
    clear_moved(state)
    if printed.side == COALITION:
        await reinforce(state, marker)  # 7.2
        await sub_phase(state, "isr")
        await (planned_isr(state) if is_planned else isr(state, LIVE))  # 19
    await sub_phase(state, "movement")
    await (planned_movement(state) if is_planned else movement(state, LIVE))  # 8
    await sub_phase(state, "combat")
    await (planned_combat(state) if is_planned else combat(state, LIVE))  # 11
    clear_fired(state)
    state.operations = None


async def sub_phase(state: State, name: str) -> None:
    """10.4, 24.3, ruling R45 A sub-phase begins: everybody may fire once more, and leaders may be turned up."""
    assert state.operations is not None
    state.operations.sub_phase = name
    clear_fired(state)
    await offer_flip(state, about=name)
