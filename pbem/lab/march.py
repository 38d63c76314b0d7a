"""The long march: a made-up game that never ends, to measure what grows with a match.

Belongs here: its rules. Must not be here: what is measured (`long`).
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import msgspec

import pbem.build
import pbem.ruleset
from pbem.play.requests import Ask, Checkpoint, Listed, Open, Roll, Seal, Sealed, Tell
from pbem.ruleset import Result, Ruleset
from pbem.show.scene import Board, Scene

SEATS = ("north", "south")


class March(msgspec.Struct):
    """The position: where both stand, what they have sealed and not opened yet."""

    turn: int = 0
    at: dict[str, int] = {}
    sealed: list[dict[str, Sealed[int]]] = []


async def play(state: March) -> Result:
    """1 It never ends. Each turn both seal a pace and decide, dice fall, what was sealed three turns ago is opened."""
    while True:
        await Checkpoint(state)
        state.turn += 1
        state.sealed.append(await Seal(rule="1.1", bucket=128, items={seat: Listed((1, 2, 3)) for seat in SEATS}))
        for seat in SEATS:
            goes = await Ask(rule="1.2", about=seat, seat=seat, legal=lambda: ("halt", "march"))
            state.at[seat] = state.at.get(seat, 0) + (goes == "march")
            await Tell(rule="1.2", text=f"{seat} stands at mile {state.at[seat]}")
        (die,) = await Roll(rule="1.3", about="weather", dice=1)
        await Tell(rule="1.3", text="it rains" if die < 3 else "the sun shines")
        if len(state.sealed) > 3:
            paces = await Open(rule="1.4", sealed=state.sealed.pop(0))
            for seat, pace in paces.items():
                state.at[seat] += pace


def _scene(state: March, viewer: str, _peek: object) -> Scene:
    board = Board(title="The road", low=(0, 0), high=(1, 1), places=())
    return Scene(title="The long march", turn=str(state.turn), phase="", board=board, viewer=viewer)


MARCH = Ruleset(
    name="march", version=1, title="The long march", seats=SEATS, scenarios={"plain": "The plain"},
    data_files=lambda _overlay: {}, new_state=lambda _scenario, _options, _files: March(), play=play,
    problems=lambda _state: [], resigned=lambda _state, seat: Result((), f"{seat} stops", "resign"),
    scene=_scene, prompt=lambda *_: "", bots={}, chain_n=1 << 14,
)  # fmt: skip


@contextlib.contextmanager
def installed() -> Iterator[None]:
    """Every match is of this game meanwhile, and its build is known."""
    load = pbem.ruleset._load
    pbem.ruleset._load = lambda name: MARCH
    pbem.build._KNOWN[MARCH.name, MARCH.play, MARCH.new_state, MARCH.resigned] = "0+000000000000"
    try:
        yield
    finally:
        pbem.ruleset._load = load
