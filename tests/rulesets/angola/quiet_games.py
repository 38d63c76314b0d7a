"""Whole games in which nobody does much: each seat gives the quiet answer, dice are always the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from listening import Stops
from pbem.kit.numbers import bind
from pbem.play.playout import Chooser, answer_once
from pbem.play.requests import Peek, Request, Seal, SealMany
from pbem.play.secrets import Secrets
from pbem.play.table import Table
from pbem.ruleset import Result
from pbem_games.angola.numbers import FACTIONS
from pbem_games.angola.sequence import play
from pbem_games.angola.state import Column, State, problems
from pbem_games.angola.words.setup import Place, Plan

# One Column a faction, of all Units that begin on the map in one region.
HOMES = {"fapla": "luanda", "fnla": "maquela", "mpla": "luso", "unita": "pereira_de_eca"}


class SameDice:
    """Every die shows the same; draws take what comes first."""

    def __init__(self, face: int) -> None:
        self.face = face

    def roll(self, label: str, dice: int, sides: int) -> tuple[int, ...]:
        return (min(self.face, sides),) * dice

    def sample(self, label: str, pool: Sequence[str], count: int) -> tuple[str, ...]:
        return tuple(pool[:count])


def quiet(seat: str, state: State) -> Chooser:
    """The first legal answer, the draft, the default; but one Column in the set-up."""

    def choose(request: Request[Any], peek: Peek) -> Any:
        if isinstance(request, Seal | SealMany):
            values = [item.default() for item in request.per_seat()[seat]]
            if request.rule == "3":
                values = with_column(state, seat, values)
            if request.rule == "8.1-3":
                values = [values[0], *unchanged(state, seat, peek)]
            return values if isinstance(request, SealMany) else values[0]
        return request.options().default()  # type: ignore[attr-defined]

    return choose


def with_column(state: State, seat: str, values: list[Any]) -> list[Any]:
    """The default plan, but Column A is made of the Units that begin at home."""
    plan, home = values[0], HOMES[seat]
    inside = tuple(u for u in plan.loose[home] if u in state.factions[seat].loose)
    left = tuple(u for u in plan.loose[home] if u not in inside)
    loose = {r: units for r, units in {**plan.loose, home: left}.items() if units}
    return [Plan(loose, {"a": Place(home)}), inside, *values[2:]]


def unchanged(state: State, seat: str, peek: Peek) -> list[tuple[str, ...]]:
    """What is in each Column now, letter by letter."""
    manifests = []
    for letter in state.numbers.factions[seat].columns:
        column = state.factions[seat].columns.get(letter, Column(""))
        inside = () if column.sealed is None else peek(column.sealed)
        manifests.append(tuple(t for t in (*column.known, *inside) if t not in column.gone))
    return manifests


@dataclass
class Stop:
    """A checkpoint: the state as bytes, the secrets and the round at that moment."""

    state: bytes
    secrets: Secrets
    round: int


@dataclass
class Game:
    """One quiet game from a position, with all its checkpoints."""

    state: State
    face: int = 3
    secrets: Secrets | None = None
    first_round: int = 2
    stops: list[Stop] = field(default_factory=list)
    table: Table[Result] | None = None

    def finish(self, most: int = 5_000) -> Result:
        """Plays to the end; the position is sound at every checkpoint."""
        def keep(state: bytes) -> None:
            assert problems(self.state) == []
            if self.table is not None:
                self.stops.append(Stop(state, self.table.secrets.copy(), self.table.round + 1))  # the one to come

        self.table = Table(
            play(self.state), seats=FACTIONS, listeners=[Stops(keep)], first_round=self.first_round,
            secrets=self.secrets,
        )
        choosers = {seat: quiet(seat, self.state) for seat in FACTIONS}
        for _ in range(most):
            if self.table.pending is None:
                assert self.table.result is not None
                return self.table.result
            answer_once(self.table, choosers, SameDice(self.face))  # type: ignore[arg-type]
        raise AssertionError(f"no end: {self.table.where()}")

    def again(self, stop: Stop) -> Game:
        """The game from one of its checkpoints, knowing no more than the state and the secrets."""
        state = bind(msgspec.json.decode(stop.state, type=State), self.state.numbers)
        return Game(state, self.face, stop.secrets, stop.round)
