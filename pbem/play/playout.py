"""Plays any table to its end: each seat by a chooser of its own, dice from a seed. For tests, demos and bots.

Belongs here: answering whatever is pending, with what a seat may know. Must not be here: any game, any record.
Random numbers are allowed in this module of `play` alone, and no rule ever sees where they come from.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from pbem.play.requests import (
    Ask,
    Open,
    Peek,
    Request,
    Seal,
    SealMany,
    Write,
)
from pbem.play.sight import peek_of
from pbem.play.table import Table

R = TypeVar("R")

Chooser = Callable[[Request[Any], Peek], Any]
"""Answers a request: an Ask or Write by the answer, a Seal by the seat's value, a SealMany by its values in order."""


class SeededDice:
    """A Roller for games that nobody needs to prove."""

    def __init__(self, seed: int | str) -> None:
        self._random = random.Random(seed)

    def roll(self, label: str, dice: int, sides: int) -> tuple[int, ...]:
        return tuple(self._random.randint(1, sides) for _ in range(dice))

    def sample(self, label: str, pool: Sequence[str], count: int) -> tuple[str, ...]:
        return tuple(self._random.sample(list(pool), count))


def play_out(
    table: Table[R],
    choosers: Mapping[str, Chooser],
    *,
    seed: int | str = 0,
    check: Callable[[Table[R]], None] | None = None,
    most: int = 50_000,
) -> R:
    """Answers until the procedure returns, and gives its value; AssertionError after `most` answers.

    `check` is called after each of them, so that it can look for broken invariants.
    """
    dice = SeededDice(seed)
    for _ in range(most):
        if table.pending is None:
            assert table.result is not None
            return table.result
        answer_once(table, choosers, dice)
        if check is not None:
            check(table)
    raise AssertionError(f"no end after {most} answers; the table rests at {table.pending} in {table.where()}")


def answer_once(table: Table[Any], choosers: Mapping[str, Chooser], dice: SeededDice) -> None:
    """Answers whatever is pending: what a secret decides by itself first, then by the seat's chooser."""
    request = table.pending
    match request:
        case Ask(seat=seat) | Write(seat=seat):
            say = table.options.spell(_decided(table, request, seat, choosers))
            table.check_claims(say)  # what this seat's own tool would not sign is a fault of the chooser
            table.answer(say)
        case Seal() | SealMany():
            table.answer({seat: _sealed(table, request, seat, choosers) for seat in table.expected()})
        case Open():
            table.answer()
        case _:
            assert request is not None, "nothing is pending"
            table.answer(dice)


def _decided(table: Table[Any], request: Ask[Any] | Write[Any], seat: str, choosers: Mapping[str, Chooser]) -> Any:
    peek = peek_of(table, seat)
    truth = request.truth(peek)
    return choosers[seat](request, peek) if truth is None else truth


def _sealed(table: Table[Any], request: Seal[Any] | SealMany[Any], seat: str, choosers: Mapping[str, Chooser]) -> Any:
    peek = peek_of(table, seat)
    truth = request.truth(seat, peek) if isinstance(request, SealMany) else None
    return choosers[seat](request, peek) if truth is None else truth
