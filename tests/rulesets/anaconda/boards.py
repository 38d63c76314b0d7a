"""Small positions and runs for the tests of Anaconda."""

from __future__ import annotations

from collections.abc import Coroutine, Iterable
from typing import Any

import msgspec
import pytest

from pbem.errors import IllegalMove
from pbem.play.giving import Scripted
from pbem.play.requests import DrawSecret, Listed, Open, Request, Sealed
from pbem.play.secrets import Secrets
from pbem.play.table import Table
from pbem_games.anaconda.forces import arrive
from pbem_games.anaconda.numbers import AL_QAEDA, DATA, SEATS
from pbem_games.anaconda.state import IN_HAND, Counter, Operations, State, new_state

SCENARIO = "shahi_kot"


def fresh(**options: Any) -> State:
    """The box as it is opened; everything is asked step by step unless `mode` says otherwise."""
    return new_state(SCENARIO, {"mode": "step", **options}, DATA.files())


def quiet(**options: Any) -> State:
    """In the middle of turn 1: the Coalition's units that start are in Gardez, Al Qaeda has nothing on the map."""
    state = fresh(**options)
    for unit in state.units.values():
        if unit.place == IN_HAND:
            unit.place, unit.base = "gardez", "gardez"
    state.phase, state.drawn = "operations", 1
    return state


def put(state: State, place: str, *ids: str, pinned: bool = False) -> None:
    """Counters of the Coalition stand there, the first on top."""
    for id in ids:
        arrive(state, id, place)
        state.units[id].pinned = pinned


def hide(state: State, place: str, face: str, *, up: bool = False, pinned: bool = False) -> str:
    """A counter of Al Qaeda lies there, face down unless `up`; gives its token."""
    assert state.numbers.units[face].side == AL_QAEDA
    id = f"t{len(state.tokens) + 1}"
    sealed = None if up else Sealed(AL_QAEDA, f"r1/3.4/tokens/{len(state.tokens)}")
    state.tokens[id] = Counter(face=face if up else "", sealed=sealed, origin=place)
    if sealed is not None:
        secrets_of(state)[sealed] = face
    arrive(state, id, place)
    state.tokens[id].pinned = pinned
    return id


def ground_gunships(state: State) -> None:
    """No gunship is ready: Al Qaeda moves without being fired on from the air."""
    for id, unit in state.units.items():
        if state.numbers.units[id].type == "gunship":
            unit.flown = True


def secrets_of(state: State) -> dict[Sealed[str], str]:
    """What the tokens of a made-up position are, kept beside it."""
    faces: dict[Sealed[str], str] = state.__dict__.setdefault("faces", {})
    return faces


def draw_of(state: State) -> Sealed[tuple[str, ...]]:
    """The secret draw of which the tokens of a made-up position came."""
    draw: Sealed[tuple[str, ...]] = Sealed(AL_QAEDA, "r0/3.4/picks/0")
    state.__dict__["drawn"] = draw
    return draw


def act(state: State, marker: str, sub_phase: str = "") -> None:
    """An Operations Phase is under way."""
    printed = state.numbers.markers[marker]
    state.operations = Operations(printed.side, marker, list(printed.activates), sub_phase)
    if marker in state.command_pool:
        state.command_pool.remove(marker)
        state.aside.append(marker)


def run(procedure: Coroutine[Request[Any], Any, Any], state: State, *, blind: bool = False) -> Table[Any]:
    """A table that runs one procedure to its first request; `blind`: it cannot see what lies face down."""


    secrets = Secrets()
    everything = Listed(state.numbers.bag_of(True))
    for handle, face in secrets_of(state).items():
        secrets.take([handle], [everything], public=False)
        if not blind:
            secrets.see(handle, face, 1)
    if (draw := state.__dict__.get("drawn")) is not None:
        faces = tuple(secrets_of(state).values())
        secrets.take([draw], [_picked(state, len(faces))], public=False)
        secrets.see(draw, Scripted(faces), 1)
    return Table(procedure, seats=SEATS, secrets=secrets)


def _picked(state: State, count: int) -> DrawSecret:
    return DrawSecret(rule="3.4", seat=AL_QAEDA, about="picks", pool=sorted(state.numbers.bag_of(True)), count=count)


def answer(table: Table[Any], *answers: Any) -> Table[Any]:
    """Answers one after the other; an Open is answered by itself, a tuple gives dice."""
    for each in answers:
        opened(table)
        table.answer(each)
    return opened(table)


def opened(table: Table[Any]) -> Table[Any]:
    """What is asked to be opened is opened."""


    while isinstance(table.pending, Open):
        table.answer()
    return table


def bytes_of(state: State) -> bytes:
    """To compare: an illegal answer changes nothing."""
    return msgspec.json.encode(state, order="sorted")


def refused(table: Table[Any], state: State, say: str, *, rule: str = "", because: str = ".") -> None:
    """The words are illegal here, for this reason, and nothing has changed."""
    before, pending = bytes_of(state), table.pending
    with pytest.raises(IllegalMove, match=because) as error:
        table.check_claims(say)
    assert rule in ("", error.value.rule), error.value
    assert bytes_of(state) == before
    assert table.pending is pending


def told(table: Table[Any]) -> list[str]:
    """The sentences so far."""
    return [t.text for t in table.story]


def places(state: State, ids: Iterable[str]) -> dict[str, str]:
    """Where counters are."""
    return {id: (state.tokens[id] if id in state.tokens else state.units[id]).place for id in ids}
