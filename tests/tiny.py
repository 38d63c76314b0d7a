"""A tiny game for tests that uses every kind of request: three raiders and a chest.

1 setup: each seat draws two secret charms, then a third, and seals its pace (1 to 3).
2 packs: each turn every seat seals two cards; at most one of them may be a raid.
3 cards: opened one by one; `march` writes a path no longer than the sealed pace (a late check), `raid` is a sealed
  contest of two seats with dice, and the winner draws loot; `rest` asks for a claim about the charms.
4 end: all charms and paces are opened together; most gold wins.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from pbem.errors import IllegalMove
from pbem.play.requests import (
    Ask,
    Checkpoint,
    Draw,
    DrawSecret,
    Late,
    Listed,
    Open,
    Request,
    Roll,
    Seal,
    Sealed,
    SealMany,
    Tell,
    Write,
    Written,
)
from pbem.ruleset import GameOption, Peek, Result, Ruleset
from pbem.show.scene import Board, Scene

SEATS = ("red", "green", "blue")
CHARMS = tuple(f"charm_{i}" for i in range(1, 7))
CARDS = ("rest", "march", "raid")
LOOT = ("cup", "ring", "sword", "crown", "harp", "lamp", "bell", "coin")
WORTH = {"coin": 1, "cup": 2, "bell": 2, "ring": 3, "lamp": 3, "harp": 4, "sword": 5, "crown": 6}


class Raider(msgspec.Struct):
    gold: int = 0
    at: int = 0
    charms: list[Sealed[tuple[str, ...]]] = []
    pace: Sealed[int] | None = None
    pack: list[Sealed[str]] = []
    claims: list[int] = []


class State(msgspec.Struct):
    turns: int
    raiders: dict[str, Raider]
    chest: list[str]
    turn: int = 0


class PathForm:
    """`2-3-4`: the places gone through; `-` for none."""

    def parse(self, say: str) -> tuple[int, ...]:
        try:
            return () if say == "-" else tuple(int(x) for x in say.split("-"))
        except ValueError:
            raise IllegalMove(f"the path {say!r}", "3.1", "a path is written like 1-2-3") from None

    def spell(self, answer: tuple[int, ...]) -> str:
        return "-".join(str(x) for x in answer) or "-"


def new_state(scenario: str, options: Mapping[str, Any], files: dict[str, Any]) -> State:
    return State(int(options["turns"]), {s: Raider() for s in SEATS}, sorted(LOOT))


async def play(state: State) -> Result:
    """1 The whole game."""
    if state.turn == 0:
        await setup(state)
        state.turn = 1
    while state.turn <= state.turns:
        await Checkpoint(state)
        await take_turn(state)
        state.turn += 1
    return await reckon(state)


async def setup(state: State) -> None:
    """1 Secret charms and paces."""
    for seat in SEATS:
        raider = state.raiders[seat]
        raider.charms.append(await DrawSecret(rule="1.1", seat=seat, pool=CHARMS, count=2))
        raider.charms.append(await DrawSecret(rule="1.2", seat=seat, pool=CHARMS, less=tuple(raider.charms)))
    paces = await Seal(rule="1.3", bucket=128, items={s: Listed((1, 2, 3)) for s in SEATS})
    for seat in SEATS:
        state.raiders[seat].pace = paces[seat]


async def take_turn(state: State) -> None:
    """2 Packs, then the cards in the order of a die."""
    packs = await SealMany(
        rule="2.1",
        bucket=128,
        items={s: [Listed(CARDS), Listed(CARDS)] for s in SEATS},
        late=lambda given: [
            Late("2.2", f"{s} packs at most one raid", given[s], lambda a, b: (a, b) != ("raid", "raid")) for s in SEATS
        ],
    )
    for seat in SEATS:
        state.raiders[seat].pack = list(packs[seat])
    (first,) = await Roll(rule="2.3", sides=3)
    (tie,) = await Roll(rule="2.3", sides=2)
    await Tell(rule="2.3", text=f"turn {state.turn}: {SEATS[first - 1]} begins, {tie}", headline=True)
    order = SEATS[first - 1 :] + SEATS[: first - 1]
    for i in range(2):
        for seat in order:
            await play_card(state, seat, i)


async def play_card(state: State, seat: str, i: int) -> None:
    """3 One card is opened and carried out."""
    raider = state.raiders[seat]
    card = (await Open(rule="3", about=seat, sealed={0: raider.pack[i]}))[0]
    if card == "march":
        await march(state, seat)
    elif card == "raid":
        await raid(state, seat)
    else:
        await boast(state, seat)


async def march(state: State, seat: str) -> None:
    """3.1 A path of neighbouring places, no longer than the secret pace."""
    raider = state.raiders[seat]
    start = raider.at
    assert raider.pace is not None
    pace = raider.pace

    def check(path: tuple[int, ...]) -> None:
        places = (start, *path)
        if len(path) > 3 or any(abs(a - b) != 1 or not 0 <= b < 10 for a, b in zip(places, path, strict=False)):
            raise IllegalMove(f"{seat} marches {path}", "3.1", "each step goes to a neighbour, three at most")

    def late(path: tuple[int, ...]) -> list[Late]:
        steps = len(path)
        return [Late("3.1", f"the pace of {seat} is at least {steps}", (pace,), lambda p: p >= steps)]

    path = await Write(rule="3.1", seat=seat, about=seat, form=PathForm(), check=check, draft=lambda: (), late=late)
    if path:
        raider.at = path[-1]
        raider.gold += len(path)
    await Tell(rule="3.1", text=f"{seat} marches to {raider.at}")


async def boast(state: State, seat: str) -> None:
    """3.3 A public claim: the lowest charm held is at least this; a gold for claiming more than 1."""
    raider = state.raiders[seat]
    charms = tuple(raider.charms)

    def late(claim: int) -> list[Late]:
        def holds(*draws: tuple[str, ...]) -> bool:
            return min(int(c[-1]) for d in draws for c in d) >= claim

        return [Late("3.3", f"the lowest charm of {seat} is at least {claim}", charms, holds)]

    claim = await Ask(rule="3.3", seat=seat, legal=lambda: (1, 2, 3), late=late)
    raider.claims.append(claim)
    raider.gold += int(claim > 1)


async def raid(state: State, seat: str) -> None:
    """3.2 A sealed contest: both sides bid gold, dice decide, the winner draws from the chest."""
    others = [s for s in SEATS if s != seat]
    target = await Ask(rule="3.2", seat=seat, legal=lambda: ("none", *others))
    if target == "none":
        return
    sides = (seat, target)
    sealed = await Seal(
        rule="3.2.1", about=seat, bucket=128, items={s: Listed(range(state.raiders[s].gold + 1)) for s in sides}
    )
    bids = await Open(rule="3.2.2", about=seat, sealed=sealed)
    dice = await Roll(rule="3.2.3", about=seat, dice=2)
    for side in sides:
        state.raiders[side].gold -= bids[side]
    scores = {side: bids[side] + die for side, die in zip(sides, dice, strict=True)}
    winner = max(sides, key=lambda s: scores[s])
    if state.chest:
        (loot,) = await Draw(rule="3.2.4", about=seat, pool=state.chest)
        state.chest.remove(loot)
        state.raiders[winner].gold += WORTH[loot]
        await Tell(rule="3.2.4", text=f"{winner} takes the {loot}")


async def reckon(state: State) -> Result:
    """4 Everything is opened at once; most gold wins."""
    secrets: dict[str, Sealed[Any]] = {}
    for seat in SEATS:
        raider = state.raiders[seat]
        assert raider.pace is not None
        secrets |= {f"{seat} {i}": charm for i, charm in enumerate(raider.charms)}
        secrets[f"{seat} pace"] = raider.pace
    await Open(rule="4", sealed=secrets)
    best = max(r.gold for r in state.raiders.values())
    winners = tuple(s for s in SEATS if state.raiders[s].gold == best)
    return Result(winners, f"{' and '.join(winners)} with {best} gold", "4")


def problems(state: State) -> list[str]:
    return [f"{s} owes gold" for s, r in state.raiders.items() if r.gold < 0]


def resigned(state: State, seat: str) -> Result:
    return Result(tuple(s for s in SEATS if s != seat), f"{seat} resigned", "resign")


def scene(state: State, viewer: str, peek: Callable[[Sealed[Any]], Any]) -> Scene:
    board = Board(title="The chest", low=(0, 0), high=(1, 1), places=())
    return Scene(title="Raiders", turn=str(state.turn), phase="", board=board, viewer=viewer)


def prompt(state: State, request: Request[Any], seat: str, peek: Callable[[Sealed[Any]], Any]) -> str:
    return f"rule {request.rule}"


class RandomBot:
    """Plays at random among what is legal and true."""

    def __init__(self, seat: str) -> None:
        self.seat = seat

    def choose(self, state: State, request: Request[Any], peek: Peek, rng: random.Random) -> Any:
        raider = state.raiders[self.seat]
        match request:
            case Write():
                assert raider.pace is not None
                steps: list[int] = []
                for _ in range(rng.randint(0, peek(raider.pace))):
                    at = steps[-1] if steps else raider.at
                    steps.append(rng.choice([p for p in (at - 1, at + 1) if 0 <= p < 10]))
                return tuple(steps)
            case Ask(rule="3.3"):
                lowest = min(int(c[-1]) for d in raider.charms for c in peek(d))
                return rng.randint(1, min(3, lowest))
            case Ask():
                return rng.choice(list(request.legal()))
            case SealMany():
                first = rng.choice(CARDS)
                return [first, rng.choice([c for c in CARDS if (first, c) != ("raid", "raid")])]
            case Seal():
                item = request.items[self.seat]
                assert not isinstance(item, Written)
                return rng.choice(item.legal)
        raise AssertionError(request)


def data_files(overlay: Path | None) -> dict[str, Any]:
    return {"tiny.toml": {"worth": WORTH}}


TINY = Ruleset(
    name="tiny",
    version=1,
    title="Raiders",
    seats=SEATS,
    scenarios={"chest": "The chest"},
    options=(GameOption("turns", 2, (1, 2, 3), "2", "how many turns"),),
    data_files=data_files,
    new_state=new_state,
    play=play,
    problems=problems,
    resigned=resigned,
    scene=scene,
    prompt=prompt,
    bots={"random": RandomBot},
    chain_n=256,
)
