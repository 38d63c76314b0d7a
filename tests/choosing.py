"""Seats that answer by chance whatever a table asks: a value that is legal and true as far as the seat can see."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from pbem.errors import IllegalMove
from pbem.play.playout import Chooser
from pbem.play.requests import DrawSecret, Handle, Late, Listed, Open, Options, Peek, Request, Seal, SealMany
from pbem.play.table import Table
from pbem.play.words import Unsayable

TRIES = 40  # answers of a list that a random seat draws before it takes the others in order
MAX_DRAWN = 1_000  # values that are drawn for one seal before a seat gives up


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
