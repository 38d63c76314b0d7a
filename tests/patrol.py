"""A tiny solitaire game for tests: one coalition against the streets; with `players` it is played as a team.

1 route: a path of one to three streets is written before the first turn.
2 turns: the player whose turn it is chooses a pace, then whether to search; nobody hides anything.
3 street: a die and an incident from the pile decide what the turn is worth.
4 end: the points of all turns; four a turn and more is a victory.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pbem.errors import IllegalMove, WrongUse
from pbem.play.requests import Ask, Checkpoint, Draw, Peek, Request, Roll, Sealed, Tell, Write
from pbem.ruleset import GameOption, Result, Ruleset, Value
from pbem.show.scene import Board, Scene

STREETS = ("bridge", "canal", "market", "mosque")
PACES = {"halt": 0, "walk": 1, "run": 2}
INCIDENTS = {"crowd": 1, "mine": 0, "quiet": 3, "sniper": 0, "weapons": 2}


class State(msgspec.Struct):
    seats: list[str]
    turns: int
    incidents: dict[str, int]
    route: list[str] = []
    pile: list[str] = []
    points: int = 0
    turn: int = 0


class Route:
    """`bridge canal`: streets in order."""

    def parse(self, say: str) -> tuple[str, ...]:
        return tuple(say.split(" "))

    def spell(self, answer: tuple[str, ...]) -> str:
        return " ".join(answer)


def seats_for(options: Mapping[str, Value]) -> tuple[str, ...]:
    """The coalition alone, or a seat for each player of a team."""
    players = int(options["players"])
    if options["mode"] == "team" and players == 1:
        raise WrongUse("a team has two players or three", "give players=2 or players=3")
    if options["mode"] == "alone":
        return ("coalition",)
    return tuple(f"player_{i}" for i in range(1, players + 1))


def new_state(scenario: str, options: Mapping[str, Any], files: dict[str, Any]) -> State:
    turns = 1 if scenario == "short" else 3
    return State(list(seats_for(options)), turns, dict(files["incidents.toml"]["points"]))


async def play(state: State) -> Result:
    """1 The whole game."""
    if state.turn == 0:
        await choose_route(state)
        state.turn = 1
    while state.turn <= state.turns:
        await Checkpoint(state)
        await take_turn(state, state.seats[(state.turn - 1) % len(state.seats)])
        state.turn += 1
    good = state.points >= 4 * state.turns
    return Result(tuple(state.seats) if good else (), f"{state.points} points", "4", state.points)


async def choose_route(state: State) -> None:
    """1 A path of one to three streets."""

    def check(route: tuple[str, ...]) -> None:
        if not 1 <= len(route) <= 3 or not set(route) <= set(STREETS):
            raise IllegalMove(f"the route {' '.join(route)}", "1", "a route has one to three streets", STREETS)

    draft = ("bridge",)
    state.route = list(await Write(rule="1", seat=state.seats[0], form=Route(), check=check, draft=lambda: draft))


async def take_turn(state: State, seat: str) -> None:
    """2 Pace and search, then the street."""
    pace = await Ask(rule="2.1", seat=seat, about=f"turn-{state.turn}", legal=lambda: tuple(PACES))
    search = await Ask(rule="2.2", seat=seat, about=f"turn-{state.turn}", legal=lambda: ("pass", "search"))
    if pace == "halt":
        return
    (die,) = await Roll(rule="3.1", about=f"turn-{state.turn}")
    state.pile = state.pile or sorted(state.incidents)
    (incident,) = await Draw(rule="3.2", about=f"turn-{state.turn}", pool=state.pile)
    state.pile.remove(incident)
    gain = PACES[pace] + die // 2 + (state.incidents[incident] if search == "search" else 0)
    state.points += gain
    await Tell(rule="3", text=f"turn {state.turn}: {die}, {incident}: {gain} points")


def problems(state: State) -> list[str]:
    return ["no points"] if state.points < 0 else []


def resigned(state: State, seat: str) -> Result:
    return Result((), f"{seat} resigned", "resign")


def scene(state: State, viewer: str, peek: Callable[[Sealed[Any]], Any]) -> Scene:
    board = Board(title="The city", low=(0, 0), high=(1, 1), places=())
    return Scene(title="Patrol", turn=str(state.turn), phase="", board=board, viewer=viewer)


def prompt(state: State, request: Request[Any], seat: str, peek: Callable[[Sealed[Any]], Any]) -> str:
    return f"rule {request.rule}: {state.points} points"


class Bot:
    """Plays at random among what is legal."""

    def __init__(self, seat: str) -> None:
        self.seat = seat

    def choose(self, state: State, request: Request[Any], peek: Peek, rng: random.Random) -> Any:
        if isinstance(request, Ask):
            return rng.choice(list(request.legal()))
        return tuple(rng.sample(STREETS, 2))


def data_files(overlay: Path | None) -> dict[str, Any]:
    """What incidents are worth; an overlay may say it anew."""
    corrected = overlay / "incidents.toml" if overlay is not None else None
    points = INCIDENTS if corrected is None else tomllib.loads(corrected.read_text())["points"]
    return {"incidents.toml": {"points": points}}


PATROL = Ruleset(
    name="patrol",
    version=1,
    title="Patrol",
    seats=("coalition",),
    seats_for=seats_for,
    scenarios={"long": "Three turns", "short": "One turn"},
    options=(
        GameOption("mode", "alone", ("alone", "team"), "0", "alone, or as a team"),
        GameOption("players", 1, (1, 2, 3), "0", "how many players a team has"),
    ),
    data_files=data_files,
    new_state=new_state,
    play=play,
    problems=problems,
    resigned=resigned,
    scene=scene,
    prompt=prompt,
    report=lambda state, story: ("Looking back:", f"  {state.points} points in {len(story)} streets"),
    bots={"random": Bot},
    chain_n=64,
)


def install(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes the game known on this machine as a stranger's package would."""
    record = site / "patrol-1.0.dist-info"
    record.mkdir(parents=True)
    (record / "METADATA").write_text("Metadata-Version: 2.1\nName: patrol\nVersion: 1.0\n")
    (record / "entry_points.txt").write_text("[pbem.rulesets]\npatrol = patrol:PATROL\n")
    monkeypatch.syspath_prepend(str(site))
