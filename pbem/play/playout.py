"""Plays any table to its end: each seat by a chooser of its own, dice from a seed. For tests, demos and bots.

Belongs here: answering whatever is pending, with what a seat may know. Must not be here: any game, any record.
Random numbers are allowed in this module of `play` alone, and no rule ever sees where they come from.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from pbem.errors import IllegalMove
from pbem.play.requests import Ask, DrawSecret, Listed, Open, Options, Peek, Request, Seal, SealMany, Write
from pbem.play.sight import peek_of
from pbem.play.table import Table
from pbem.play.words import Unsayable

R = TypeVar("R")

Chooser = Callable[[Request[Any], Peek], Any]
"""Answers a request: an Ask or Write by the answer, a Seal by the seat's value, a SealMany by its values in order."""

TRIES = 40  # answers that a random seat tries before it takes the draft


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


# ---------------------------------------------------------------- choosing at random


def random_choosers(table: Callable[[], Table[Any]], seats: Sequence[str], seed: int | str) -> dict[str, Chooser]:
    """A chooser for each seat that draws from what is legal and true; a written answer is its draft.

    `table` gives the table they sit at: it may be made after them.
    """
    return {seat: _random_chooser(table, seat, random.Random(f"{seed}/{seat}")) for seat in seats}


def _random_chooser(table: Callable[[], Table[Any]], seat: str, rng: random.Random) -> Chooser:
    def choose(request: Request[Any], peek: Peek) -> Any:
        if isinstance(request, Seal | SealMany):
            return _draw_seal(table(), request, seat, rng)
        assert not isinstance(request, DrawSecret | Open)
        return _draw_answer(table(), rng)

    return choose


def _draw_answer(table: Table[Any], rng: random.Random) -> Any:
    """A legal answer whose claims are true as far as this table can see; the draft where none is found."""
    options = table.options
    for answer in _shuffled(options, rng):
        try:
            table.check_claims(options.spell(answer))
        except Unsayable:
            raise  # for its author to see
        except IllegalMove:
            continue
        return answer
    raise AssertionError(f"every answer tried at {table.pending} makes a false claim")


def _shuffled(options: Options[Any], rng: random.Random) -> list[Any]:
    if not isinstance(options, Listed):
        return [options.default()]
    tried = rng.sample(list(options.legal), min(TRIES, len(options.legal)))
    return [*tried, *(x for x in options.legal if x not in tried)]


def _draw_seal(table: Table[Any], request: Seal[Any] | SealMany[Any], seat: str, rng: random.Random) -> Any:
    """Values that may be sealed together; the defaults where no draw of them may."""
    items = request.per_seat()[seat]
    values: list[Any] = []
    for _ in range(TRIES):
        values = [rng.choice(_shuffled(item, rng)) for item in items]
        try:
            table.check_seal(seat, [item.spell(v) for item, v in zip(items, values, strict=True)])
            break
        except Unsayable:
            raise
        except IllegalMove:
            continue
    else:
        values = [item.default() for item in items]
    return values if isinstance(request, SealMany) else values[0]
