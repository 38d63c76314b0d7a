"""Plays any table to its end: each seat by a chooser of its own, dice from a seed. For tests, demos and bots.

Belongs here: answering whatever is pending, with what a seat may know. Must not be here: any game, any record.
Random numbers are allowed in this module of `play` alone, and no rule ever sees where they come from.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from pbem.errors import IllegalMove
from pbem.limits import MAX_DRAWN
from pbem.play.requests import (
    Ask,
    DrawSecret,
    Handle,
    Late,
    Listed,
    Open,
    Options,
    Peek,
    Request,
    Seal,
    SealMany,
    Write,
)
from pbem.play.sight import peek_of
from pbem.play.table import Table
from pbem.play.words import Unsayable

R = TypeVar("R")

Chooser = Callable[[Request[Any], Peek], Any]
"""Answers a request: an Ask or Write by the answer, a Seal by the seat's value, a SealMany by its values in order."""

TRIES = 40  # answers of a list that a random seat draws before it takes the others in order


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
            return _draw_seal(table(), request, seat, peek, rng)
        assert not isinstance(request, DrawSecret | Open)
        return _draw_answer(table(), rng)

    return choose


def _draw_answer(table: Table[Any], rng: random.Random) -> Any:
    """A legal answer whose claims are true as far as this table can see; the draft of what is written."""
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


def _draw_seal(
    table: Table[Any], request: Seal[Any] | SealMany[Any], seat: str, peek: Peek, rng: random.Random
) -> Any:
    """Values that may be sealed together: drawn, else as many defaults as may be; if there are none, the defaults."""
    items = request.per_seat()[seat]
    handles = {s: table.handles(s) for s in request.per_seat()}
    claims = _Claims(handles[seat], request.late(request.give(handles)), peek)
    orders = [lambda item: _shuffled(item, rng), lambda item: [item.default(), *_shuffled(item, rng)]]
    for order in orders:
        values = _drawn(items, claims, order)
        try:
            if values:
                table.check_seal(seat, [item.spell(v) for item, v in zip(items, values, strict=True)])
                break
        except Unsayable:
            raise  # for its author to see
        except IllegalMove:
            continue
    else:
        values = [item.default() for item in items]
    return values if isinstance(request, SealMany) else values[0]


class _Claims:
    """What is claimed of a seat's items, each claim beside the last item that it needs."""

    def __init__(self, handles: Sequence[Handle], lates: Sequence[Late], peek: Peek) -> None:
        self._place = {handle: i for i, handle in enumerate(handles)}
        self._peek = peek
        self._lates: list[list[Late]] = [[] for _ in handles]
        for late in lates:
            if mine := [self._place[h] for h in late.needs if h in self._place]:
                self._lates[max(mine)].append(late)

    def bear(self, values: Sequence[Any]) -> bool:
        """Whether the last of these values, of the first items, fits those before it as far as the seat can see."""
        for late in self._lates[len(values) - 1]:
            known = [values[self._place[h]] if h in self._place else self._peek(h) for h in late.needs]
            if all(value is not None for value in known) and not late.holds(*known):
                return False
        return True


def _drawn(
    items: Sequence[Options[Any]], claims: _Claims, order: Callable[[Options[Any]], list[Any]]
) -> list[Any] | None:
    """A value for each item; if none fits, the item before it is drawn again. None if `MAX_DRAWN` are not enough."""
    values: list[Any] = []
    waiting = [order(items[0])]
    for _ in range(MAX_DRAWN):
        if not waiting[-1]:
            waiting.pop()
            if not waiting:
                return None
            values.pop()
        elif claims.bear([*values, value := waiting[-1].pop(0)]):
            values.append(value)
            if len(values) == len(items):
                return values
            waiting.append(order(items[len(values)]))
    return None
