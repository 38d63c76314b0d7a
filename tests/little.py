"""Little games for tests: one procedure over a state that only remembers what it was told."""

from __future__ import annotations

import random
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

import msgspec

from pbem.play.requests import Ask, Listed, Open, Request, Seal, Sealed, SealMany
from pbem.ruleset import Result, Ruleset
from pbem.show.scene import Board, Scene

Play = Callable[["Said"], Coroutine[Request[Any], Any, Any]]


class Said(msgspec.Struct):
    """What the rules were told, in order; handles of secrets stand in `kept`."""

    said: list[str] = []
    kept: list[Sealed[Any]] = []

    def note(self, *things: object) -> None:
        self.said.append(" ".join(str(t) for t in things))


class Labels:
    """Dice that show 1 and draws that take the first, remembering under which label they were asked for."""

    def __init__(self) -> None:
        self.used: list[str] = []

    def roll(self, label: str, dice: int, sides: int) -> tuple[int, ...]:
        self.used.append(label)
        return (1,) * dice

    def sample(self, label: str, pool: Sequence[str], count: int) -> tuple[str, ...]:
        self.used.append(label)
        return tuple(pool[:count])


class FirstBot:
    """Takes the first legal answer."""

    def __init__(self, seat: str) -> None:
        self.seat = seat

    def choose(self, state: Any, request: Request[Any], peek: Any, rng: random.Random) -> Any:
        if isinstance(request, Seal):
            return request.items[self.seat].default()
        if isinstance(request, SealMany):
            return [item.default() for item in request.items[self.seat]]
        assert not isinstance(request, Open)
        return request.options().default()  # type: ignore[attr-defined]


def resigned(state: Any, seat: str) -> Result:
    return Result((), f"{seat} resigned", "resign")


def bare_scene(viewer: str) -> Scene:
    """Nothing to be seen."""
    board = Board(title="Little", low=(0, 0), high=(1, 1), places=())
    return Scene(title="Little", turn="1", phase="", board=board, viewer=viewer)


def little(play: Play, *, seats: tuple[str, ...] = ("red", "green"), chain_n: int = 64) -> Ruleset:
    """A ruleset of one procedure; what it returns is put into words for the result."""

    async def whole(state: Said) -> Result:
        return Result((), str(await play(state)), "1")

    return Ruleset(
        name="little",
        version=1,
        title="Little",
        seats=seats,
        scenarios={"only": "The only one"},
        data_files=lambda overlay: {},
        new_state=lambda scenario, options, files: Said(),
        play=whole,
        problems=lambda state: [],
        resigned=resigned,
        scene=lambda state, viewer, peek: bare_scene(viewer),
        prompt=lambda state, request, seat, peek: f"rule {request.rule}",
        bots={"random": FirstBot},
        chain_n=chain_n,
    )


def decides(seat: str, *, about: str = "", rule: str = "1") -> Ask[str]:
    """A plain decision of a seat."""
    return Ask(rule=rule, about=about, seat=seat, legal=lambda: ("stay", "go"))


def bids(*seats: str, legal: Sequence[int] = (0, 1, 2), rule: str = "9.2", about: str = "") -> Seal[int]:
    """Each seat seals a number."""
    return Seal(rule=rule, about=about, bucket=128, items={s: Listed(legal) for s in seats})
