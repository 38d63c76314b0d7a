"""A game that goes on when a seat resigns: a hidden card, sealed bids with claims, a choice, dice, openings."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import msgspec

from little import FirstBot, little
from pbem.play.requests import Ask, Checkpoint, DrawSecret, Late, Listed, Open, Request, Roll, Seal, Sealed, Tell
from pbem.ruleset import Result, Ruleset, plain_examples
from tiny import scene

SEATS = ("red", "green", "blue")
CARDS = ("ace", "king", "queen", "ten")
TURNS = 2


class Table(msgspec.Struct):
    """What has happened, in order; the turn, and the secrets of that turn."""

    said: list[str] = []
    kept: list[Sealed[Any]] = []
    turn: int = 1

    def note(self, *things: object) -> None:
        """Remembers what the rules were told."""
        self.said.append(" ".join(str(t) for t in things))


async def play(state: Table) -> Result:
    """1 Two turns."""
    while state.turn <= TURNS:
        await Checkpoint(state, rule="1")
        await turn(state)
        state.turn += 1
    return Result(("green",), "green has stayed", "1")


async def turn(state: Table) -> None:
    """2 Red draws a card; all bid and claim to bid at least 1; red tells whether it stays; dice; all is opened."""
    card = await DrawSecret(rule="2.1", seat="red", pool=CARDS)
    bids = await Seal(rule="2.2", bucket=128, items={s: Listed((0, 1, 2)) for s in SEATS}, late=_at_least_one)
    choice = await Ask(rule="2.3", seat="red", legal=lambda: ("stay", "go"))
    dice = await Roll(rule="2.4", dice=2)
    await Tell(rule="2.4", text=f"turn {state.turn}: red is to {choice}")
    shown = await Open(rule="2.5", sealed=bids)
    drawn = await Open(rule="2.6", sealed={"red": card})
    state.note(choice, len(dice), [shown[s] for s in SEATS], len(drawn["red"]))


def _at_least_one(handles: dict[str, Sealed[int]]) -> list[Late]:
    return [Late("2.2", f"{seat} bids at least 1", (handle,), lambda bid: bid >= 1) for seat, handle in handles.items()]


class OneBot(FirstBot):
    """Bids 1, as all claim."""

    def choose(self, state: Any, request: Request[Any], peek: Any, rng: random.Random) -> Any:
        return 1 if isinstance(request, Seal) else super().choose(state, request, peek, rng)


def resigned(state: Table, seat: str) -> Result | None:
    """Green cannot be done without; without another the game goes on."""
    return Result((), "green resigned", "3") if seat == "green" else None


def _honest(state: Table, request: Request[Any], seat: str, peek: Any) -> list[str]:
    """What bears the claim."""
    return [words for words in plain_examples(state, request, seat, peek) if words != "0"]


def leaving() -> Ruleset:
    """The ruleset."""
    return replace(
        little(play, seats=SEATS), play=play, new_state=lambda scenario, options, files: Table(), resigned=resigned,
        scene=scene, bots={"random": OneBot}, examples=_honest)


def hasty() -> Ruleset:
    """The same with a fault that only shows when red has left."""

    async def play_hastily(state: Table) -> Result:
        await Checkpoint(state, rule="2")
        if await Ask(rule="2.3", seat="red", legal=lambda: ("stay", "go")) == "stay":
            raise KeyError("nobody expected that")
        return Result(("green",), "green has stayed", "1")

    return replace(leaving(), play=play_hastily, bots={"random": GoingBot})


class GoingBot(FirstBot):
    """Goes."""

    def choose(self, state: Any, request: Request[Any], peek: Any, rng: random.Random) -> Any:
        """The other answer."""
        return "go"


def stuck() -> Ruleset:
    """A loop that only red can leave: without red it never ends."""

    async def play_on_and_on(state: Table) -> Result:
        while True:
            await Checkpoint(state, rule="4")
            if await Ask(rule="4", seat="red", legal=lambda: ("stay", "go")) == "go":
                return Result(("green",), "red goes", "4")

    return replace(leaving(), play=play_on_and_on, bots={"random": GoingBot})


def unkept() -> Ruleset:
    """The same without a Checkpoint."""

    async def play_at_once(state: Table) -> Result:
        await turn(state)
        return Result(("green",), "green has stayed", "1")

    return replace(leaving(), play=play_at_once, resigned=lambda state, seat: Result((), f"{seat} resigned", "3"))


def endless() -> Ruleset:
    """A loop with a Checkpoint in it that nobody leaves."""

    async def play_on_and_on(state: Table) -> Result:
        while True:
            await Checkpoint(state, rule="4")
            await Ask(rule="4", seat="red", legal=lambda: ("stay", "go"))

    return replace(leaving(), play=play_on_and_on)


ENDLESS = endless()
HASTY = hasty()
LEAVING = leaving()
STUCK = stuck()
UNKEPT = unkept()
