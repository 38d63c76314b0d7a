"""A second tiny game, of orders: each seat decides four times in a row before dice fall, so there is much to take back.

1 each turn every seat in its turn seals its strength, claims a strength, writes a path and confirms it, all alone;
  then dice fall, and it draws a spy in secret.
2 at the end all strengths and spies are opened.
"""

from __future__ import annotations

import random
from typing import Any

import msgspec

from pbem.errors import IllegalMove
from pbem.play.requests import Ask, Checkpoint, DrawSecret, Late, Listed, Open, Roll, Seal, Sealed, Tell, Write
from pbem.ruleset import Result, Ruleset
from tiny import PathForm, data_files, prompt, scene

SEATS = ("red", "green", "blue")
SPIES = ("ant", "bee", "cat", "dog", "eel", "fox", "gnu")


class Orders(msgspec.Struct):
    turn: int = 1
    at: dict[str, int] = {}
    points: dict[str, int] = {}
    strengths: list[Sealed[int]] = []
    spies: dict[str, list[Sealed[tuple[str, ...]]]] = {}


async def play(state: Orders) -> Result:
    """1, 2 Two turns, then all is opened."""
    while state.turn <= 2:
        await Checkpoint(state)
        for seat in SEATS:
            await give_orders(state, seat)
        state.turn += 1
    strengths = await Open(rule="2", sealed=dict(enumerate(state.strengths)))
    spies = await Open(rule="2", about="spies", sealed={h.slot: h for hs in state.spies.values() for h in hs})
    total = sum(strengths.values()) + sum(len(spy) for spy in spies.values())
    return Result((max(SEATS, key=lambda s: state.points[s]),), f"{total} in all", "2")


async def give_orders(state: Orders, seat: str) -> None:
    """1 One seat decides, and then the dice do."""
    strength = (await Seal(rule="1.1", about=seat, bucket=128, items={seat: Listed((0, 1, 2, 3))}))[seat]
    state.strengths.append(strength)

    def late(n: int) -> list[Late]:
        return [Late("1.2", f"the strength of {seat} is at least {n}", (strength,), lambda s: s >= n)]

    claim = await Ask(rule="1.2", about=seat, seat=seat, legal=lambda: (0, 1, 2, 3), late=late)
    start = state.at.get(seat, 0)

    def check(path: tuple[int, ...]) -> None:
        places = (start, *path)
        if len(path) > claim + 1 or any(abs(a - b) != 1 for a, b in zip(places, path, strict=False)):
            raise IllegalMove(f"{seat} goes {path}", "1.3", "each step goes to a neighbour")

    path = await Write(rule="1.3", about=seat, seat=seat, form=PathForm(), check=check, draft=lambda: ())
    if path:
        state.at[seat] = path[-1]
    await Tell(rule="1.3", text=f"{seat} goes to {state.at.get(seat, 0)}")
    if await Ask(rule="1.4", about=seat, seat=seat, legal=lambda: ("no", "yes")) == "yes":
        dice = await Roll(rule="1.5", about=seat, dice=2)
        state.points[seat] = state.points.get(seat, 0) + sum(dice) + claim
    mine = state.spies.setdefault(seat, [])
    mine.append(await DrawSecret(rule="1.6", about=seat, seat=seat, pool=SPIES, less=tuple(mine)))
    state.points.setdefault(seat, 0)


class OrdersBot:
    """Plays at random among what is legal and true."""

    def __init__(self, seat: str) -> None:
        self.seat = seat

    def choose(self, state: Orders, request: Any, peek: Any, rng: random.Random) -> Any:
        match request:
            case Seal():
                return rng.choice(request.items[self.seat].legal)
            case Ask(rule="1.2"):
                return rng.randint(0, peek(state.strengths[-1]))
            case Write():
                at = state.at.get(self.seat, 0)
                return rng.choice([(), (at + 1,)])
        return rng.choice(list(request.legal()))


ORDERS = Ruleset(
    name="orders",
    version=1,
    title="Orders",
    seats=SEATS,
    scenarios={"plain": "The plain"},
    data_files=data_files,
    new_state=lambda scenario, options, files: Orders(),
    play=play,
    problems=lambda state: [],
    resigned=lambda state, seat: Result((), f"{seat} resigned", "resign"),
    scene=scene,
    prompt=prompt,
    bots={"random": OrdersBot},
    chain_n=256,
)
