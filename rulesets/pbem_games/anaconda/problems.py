"""Every broken invariant of a position, in plain words. Belongs here: looking. Must not be here: mending."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator

from pbem_games.anaconda import state as boxes
from pbem_games.anaconda.forces import is_bare_fort, known
from pbem_games.anaconda.numbers import AL_QAEDA, BASES, FRIENDLY_FIRE, JIHAD, OSAMA, PANIC, SANCTUARY
from pbem_games.anaconda.printed import Printed
from pbem_games.anaconda.state import Counter, State, Unit

GROUND_BOXES = (*BASES, boxes.POOL, boxes.SPECIAL, boxes.OUT, boxes.DEAD, boxes.DELAY, boxes.IN_HAND)
HELICOPTER_BOXES = (*BASES, boxes.POOL, boxes.DEAD, boxes.USED, boxes.IN_HAND)
AIR_BOXES = (boxes.POOL, boxes.READY, boxes.USED, boxes.IN_HAND)
TOKEN_BOXES = (SANCTUARY, boxes.DEAD, boxes.REMOVED, boxes.IN_HAND)


def problems(state: State) -> list[str]:
    """All of them; empty for a sound position."""
    return [
        *_counters(state), *_tokens(state), *_hexes(state), *_markers(state), *_turns(state),
    ]


def _counters(state: State) -> Iterator[str]:
    """2.2, 3.5, 15, 18.1 The counters of the Coalition."""
    if list(state.units) != list(state.numbers.coalition):
        yield "a counter of the Coalition was lost or doubled"
    for id, unit in state.units.items():
        printed = state.numbers.units[id]
        if unit.place not in state.numbers.ground.hexes and unit.place not in _boxes(state, id):
            yield f"{id} is in {unit.place}"
        if unit.place in state.numbers.ground.hexes and not state.numbers.is_ground(id):
            yield f"{id} stays on the map"
        yield from _marks(state, id, unit)
        is_early = state.turn < state.numbers.turns.commando and id not in state.bought
        if printed.deploy == "special_reinforcement" and is_early and unit.place != boxes.SPECIAL:
            yield f"{id} came before its day (22.4)"
        if printed.type == "leader" and not state.options.leaders and unit.place != boxes.OUT:
            yield f"{id} is in play without option 24"
        if (unit.place == boxes.DELAY) != (unit.returns > 0):
            yield f"{id} is delayed and knows no turn, or the other way round (6.2.3)"


def _boxes(state: State, id: str) -> tuple[str, ...]:
    numbers = state.numbers
    return AIR_BOXES if numbers.is_air(id) else HELICOPTER_BOXES if numbers.is_helicopter(id) else GROUND_BOXES


def _marks(state: State, id: str, one: Unit | Counter) -> Iterator[str]:
    """10.29, 10.28 A pin lies on the map only, and a loss in the deadpile only."""
    if one.pinned and one.place not in state.numbers.ground.hexes:
        yield f"{id} is pinned off the map"
    if (one.place == boxes.DEAD) != (one.loss is not None):
        yield f"{id} is dead without a reason, or has one and lives"


def _tokens(state: State) -> Iterator[str]:
    """3.4, 8.17, 18 The counters of Al Qaeda."""
    faces = Tally(t.face for t in state.tokens.values() if t.face)
    yield from (f"{face} is two tokens" for face, count in faces.items() if count > 1)
    if OSAMA in faces and not state.options.osama:
        yield "Osama bin Laden is in play without option 25"
    numbers = state.numbers
    for id, token in state.tokens.items():
        if token.place not in numbers.ground.hexes and token.place not in TOKEN_BOXES:
            yield f"{id} is in {token.place}"
        if not token.face and token.sealed is None:
            yield f"{id} lies face down without a commitment"
        if token.face and (token.sealed is not None or token.acts):
            yield f"{id} is known and still committed, or has acts to be judged"
        printed = known(state, id)
        if printed is not None and printed.side != AL_QAEDA:
            yield f"{id} is no counter of Al Qaeda"
        if printed is not None and not _may_be_there(printed, token, state):
            yield f"{id}, {printed.id}, cannot be in {token.place}"
        yield from _marks(state, id, token)


def _may_be_there(printed: Printed, token: Counter, state: State) -> bool:
    """8.4, 20 What does not move is where it was placed; who is removed when revealed is no longer on the map."""
    on_map = token.place in state.numbers.ground.hexes
    if not printed.movement and (token.place == SANCTUARY or (on_map and token.place != token.origin)):
        return False
    is_going = state.phase == "end" or (state.operations is not None and state.operations.sub_phase == "isr")
    return is_going or not (on_map and printed.type in state.numbers.types.removed_when_revealed)


def _hexes(state: State) -> Iterator[str]:
    """9.4 No hex holds both sides."""
    ours = {u.place for u in state.units.values() if u.place in state.numbers.ground.hexes}
    for id, token in state.tokens.items():
        if token.place in ours:
            yield f"{token.place} holds both sides" if not is_bare_fort(state, id) else f"{id} should be removed"
    if not state.options.rubble and state.rubble:
        yield "there is rubble without option 30"
    if any(hex not in state.numbers.ground.towns for hex in state.rubble) or len(set(state.rubble)) < len(state.rubble):
        yield "rubble lies outside of a town, or twice"
    if not state.options.casualties and (state.casualties or state.evacuated):
        yield "there are Casualty markers without option 26"
    if any(count < 1 for count in (*state.casualties.values(), *state.evacuated.values())):
        yield "less than no Casualty markers"


def _markers(state: State) -> Iterator[str]:
    """3.2, 3.3, 5.9, 6 Every marker is in one place."""
    drawn = [m for m in state.aside if m != FRIENDLY_FIRE]
    there = sorted([*state.command_pool, *drawn, *state.gone])
    commando = state.numbers.turns.commando
    due = sorted(m.id for m in state.numbers.markers.values() if m.from_turn == 1 or state.turn >= commando)
    if there != due and not (state.phase == "start" and state.turn == commando):
        yield f"markers were lost or doubled: {there}"
    if any(m not in (PANIC, JIHAD) for m in state.gone):
        yield "a command is out of the game"
    if state.friendly_fire == (FRIENDLY_FIRE in state.aside):
        yield "the Friendly Fire marker was lost or doubled"
    if state.reserve < 0:
        yield "the Al Qaeda Reinforcement Pool holds less than nothing"


def _turns(state: State) -> Iterator[str]:
    """10.4, 22.3 Marks that should have been cleared, turns that do not exist."""
    if not 1 <= state.turn <= state.numbers.turns.last:
        yield f"turn {state.turn}"
    if state.turn - state.numbers.turns.standard > state.extensions:
        yield "a turn that nobody extended to"
    if state.operations is None and state.phase in ("start", "return") and state.passes > 2:
        yield "passes were not cleared"
