"""A long match for tests: four seats, as many turns as wanted, and a maker of its log.

1 bids: each turn every seat seals a bid; the bids are opened and dice break ties.
2 orders: the winner names a good, the next seat writes a route, the third boasts of its hidden pledge (a late check).
3 market: dice move the price of the good.
4 pledges: every fifth turn each seat seals a pledge that is never opened, and one seat draws a secret card.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from pbem.crypto.hashing import b64
from pbem.crypto.keys import identity_seed, public_key
from pbem.errors import IllegalMove
from pbem.match.match import Match
from pbem.match.start import new_genesis
from pbem.play.requests import (
    Ask,
    Checkpoint,
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
)
from pbem.record.wire import Event
from pbem.ruleset import GameOption, Result, Ruleset
from pbem.show.scene import Board, Scene

Peek = Callable[[Sealed[Any]], Any]
SEATS = ("north", "east", "south", "west")
GOODS = ("amber", "copper", "salt", "silk", "tin")
CARDS = tuple(f"card_{i}" for i in range(1, 13))


class House(msgspec.Struct):
    coins: int = 20
    at: int = 0
    pledge: Sealed[int] | None = None
    card: Sealed[tuple[str, ...]] | None = None


class State(msgspec.Struct):
    turns: int
    houses: dict[str, House]
    prices: dict[str, int]
    turn: int = 1


class RouteForm:
    """`3.4.5`: the places gone through."""

    def parse(self, say: str) -> tuple[int, ...]:
        try:
            return tuple(int(x) for x in say.split("."))
        except ValueError:
            raise IllegalMove(f"the route {say!r}", "2.2", "a route is written like 3.4.5") from None

    def spell(self, answer: tuple[int, ...]) -> str:
        return ".".join(str(x) for x in answer)


def new_state(scenario: str, options: Mapping[str, Any], files: dict[str, Any]) -> State:
    return State(int(options["turns"]), {s: House() for s in SEATS}, dict.fromkeys(GOODS, 5))


async def play(state: State) -> Result:
    """0 All turns."""
    while state.turn <= state.turns:
        await Checkpoint(state)
        await take_turn(state)
        state.turn += 1
    best = max(h.coins for h in state.houses.values())
    winners = tuple(s for s in SEATS if state.houses[s].coins == best)
    return Result(winners, f"{' and '.join(winners)} with {best} coins", "0")


async def take_turn(state: State) -> None:
    """1 to 4 One turn."""
    if state.turn % 5 == 1:
        await pledge(state)
    sealed = await Seal(rule="1.1", bucket=128, items={s: Listed(range(10)) for s in SEATS})
    bids = await Open(rule="1.2", sealed=sealed)
    dice = await Roll(rule="1.3", dice=4)
    score = {s: (bids[s], die, s) for s, die in zip(SEATS, dice, strict=True)}
    order = sorted(SEATS, key=lambda s: score[s], reverse=True)
    good: str = await Ask(rule="2.1", seat=order[0], legal=lambda: GOODS)
    await travel(state, order[1])
    await boast(state, order[2])
    (one, two) = await Roll(rule="3.1", about=good, dice=2)
    state.prices[good] = max(1, state.prices[good] + one - two)
    state.houses[order[0]].coins += state.prices[good] - bids[order[0]]
    await Tell(rule="3.1", text=f"{good} now costs {state.prices[good]}")


async def pledge(state: State) -> None:
    """4 Pledges that stay hidden, and a secret card."""
    given = await SealMany(rule="4.1", bucket=128, items={s: [Listed((1, 2, 3))] for s in SEATS})
    for seat in SEATS:
        (state.houses[seat].pledge,) = given[seat]
    seat = SEATS[state.turn % 4]
    state.houses[seat].card = await DrawSecret(rule="4.2", about=seat, seat=seat, pool=CARDS)


async def travel(state: State, seat: str) -> None:
    """2.2 Three neighbouring places."""
    start = state.houses[seat].at

    def check(route: tuple[int, ...]) -> None:
        places = (start, *route)
        if len(route) != 3 or any(abs(a - b) != 1 or not 0 <= b < 90 for a, b in zip(places, route, strict=False)):
            raise IllegalMove(f"{seat} travels {route}", "2.2", "three steps, each to a neighbour")

    def draft() -> tuple[int, ...]:
        step = 1 if start < 50 else -1
        return (start + step, start, start + step)

    route = await Write(rule="2.2", seat=seat, about=f"place_{start}", form=RouteForm(), check=check, draft=draft)
    state.houses[seat].at = route[-1]


async def boast(state: State, seat: str) -> None:
    """2.3 A claim about the hidden pledge."""
    pledge = state.houses[seat].pledge
    assert pledge is not None

    def late(claim: int) -> list[Late]:
        return [Late("2.3", f"the pledge of {seat} is at least {claim}", (pledge,), lambda p, c=claim: p >= c)]

    claim = await Ask(rule="2.3", seat=seat, legal=lambda: (1, 2, 3), late=late)
    state.houses[seat].coins += int(claim > 1)


def resigned(state: State, seat: str) -> Result:
    return Result(tuple(s for s in SEATS if s != seat), f"{seat} resigned", "resign")


def scene(state: State, viewer: str, peek: Peek) -> Scene:
    board = Board(title="The road", low=(0, 0), high=(1, 1), places=())
    return Scene(title="Marathon", turn=str(state.turn), phase="", board=board, viewer=viewer)


class Merchant:
    """Plays at random among what is legal and true."""

    def __init__(self, seat: str) -> None:
        self.seat = seat

    def choose(self, state: State, request: Request[Any], peek: Peek, rng: random.Random) -> Any:
        match request:
            case Write():
                return request.draft()
            case Ask(rule="2.3"):
                pledge = state.houses[self.seat].pledge
                assert pledge is not None
                return rng.randint(1, peek(pledge))
            case Ask():
                return rng.choice(list(request.legal()))
            case SealMany():
                return [rng.randint(1, 3)]
        return rng.randint(0, 9)


MARATHON = Ruleset(
    name="marathon",
    version=1,
    title="Marathon",
    seats=SEATS,
    scenarios={"road": "The road"},
    options=(GameOption("turns", 2, tuple(range(1, 8001)), "0", "how many turns"),),
    data_files=lambda overlay: {"goods.toml": {"goods": list(GOODS)}},
    new_state=new_state,
    play=play,
    problems=lambda state: [],
    resigned=resigned,
    scene=scene,
    prompt=lambda state, request, seat, peek: f"rule {request.rule}",
    bots={"random": Merchant},
    chain_n=16_384,
)


def find(engine: str) -> Ruleset:
    """What `find_engine` does, for the one ruleset of this file."""
    assert engine == MARATHON.engine
    return MARATHON


def masters() -> dict[int, bytes]:
    return {i: bytes([i + 65]) * 32 for i in range(len(SEATS))}


def play_long(turns: int, *, until: int = 10**9, seed: int = 1, keep: Callable[[Event], None] | None = None) -> Match:
    """A match in which one tool holds all four seats, played on until it has `until` events or has ended."""
    keys = masters()
    people = [b64(public_key(identity_seed(m))) for m in keys.values()]
    genesis = new_genesis(keys[0], MARATHON, people, {"turns": turns}, nonce=bytes(16))
    clock = iter(range(1_800_000_000, 1_900_000_000, 60))
    events = [1]

    def stored(event: Event) -> None:
        events[0] += 1
        if keep is not None:
            keep(event)

    if keep is not None:
        keep(genesis)
    files = MARATHON.data_files(None)
    match = Match(genesis, MARATHON, files, masters=keys, keep=stored, clock=lambda: next(clock))
    rng = random.Random(seed)
    for seat in keys:
        match.join(seat)
    while match.request is not None and events[0] < until:
        match.run_mechanical()
        for duty in match.mine():
            play_duty(match, duty.seat, duty.name, rng)
    if match.request is None:
        match.run_mechanical()
    return match


def play_duty(match: Match, seat: int, name: str, rng: random.Random) -> Event | None:
    """One human event of a seat."""
    request, table = match.request, match.binding.table
    if not isinstance(request, Ask | Write | Seal | SealMany):
        return None
    choice = Merchant(name).choose(match.state, request, table.peek, rng)
    if isinstance(request, Seal | SealMany):
        chosen = choice if isinstance(request, SealMany) else [choice]
        return match.seal(seat, [i.spell(c) for i, c in zip(request.per_seat()[name], chosen, strict=True)])
    return match.answer(seat, table.options.spell(choice))


def write_long(path: Path, turns: int, *, until: int = 10**9) -> int:
    """A log of a long match in a file; gives the number of its events."""
    count = 0
    with path.open("wb") as stream:

        def keep(event: Event) -> None:
            nonlocal count
            count += 1
            stream.write(event.line)

        play_long(turns, until=until, keep=keep)
    return count
