"""Whole games in which one seat seals nonsense and says what is not true, with a tool that lets it."""

from __future__ import annotations

import random
from typing import Any

from pbem.errors import IllegalMove
from pbem.play.playout import Chooser, SeededDice, answer_once
from pbem.play.requests import Ask, Seal, SealMany, Write
from pbem.play.sight import peek_of
from pbem.play.table import Table

NONSENSE = "no such thing"


def answer_as_cheat(
    table: Table[Any], cheat: str, choosers: dict[str, Chooser], dice: SeededDice, rng: random.Random
) -> None:
    """One answer: the cheat's own checks are skipped, and what it seals is often nonsense or another's words."""
    request = table.pending
    if isinstance(request, Ask | Write) and request.seat == cheat:
        table.answer(any_answer(table, request, cheat, choosers, rng))
    elif isinstance(request, Seal | SealMany) and cheat in table.expected():
        seal_as_cheat(table, cheat, choosers, rng)
    else:
        answer_once(table, choosers, dice)


def any_answer(
    table: Table[Any], request: Ask[Any] | Write[Any], cheat: str, choosers: dict[str, Chooser], rng: random.Random
) -> Any:
    """What is true, what its bot would say, or anything legal."""
    peek = peek_of(table, cheat)
    answers = [request.truth(peek), rng.choice(table.legal())]
    if isinstance(request, Write):
        try:
            answers.append(choosers[cheat](request, peek))
        except (AssertionError, LookupError, StopIteration):
            answers.append(None)
    legal = []
    for answer in answers:
        try:
            legal += [] if answer is None else [table.check(table.options.spell(answer))]
        except IllegalMove:
            continue  # a truth that its lies have made illegal
    return rng.choice(legal)


def seal_as_cheat(table: Table[Any], cheat: str, choosers: dict[str, Chooser], rng: random.Random) -> None:
    """The honest seats seal honest texts; the cheat puts nonsense or the words of another item among its own."""
    request = table.pending
    assert isinstance(request, Seal | SealMany)
    texts: dict[Any, str | None] = {}
    for seat in table.expected():
        says = honest_words(table, request, seat, choosers)
        if seat == cheat:
            says = [rng.choice([NONSENSE, rng.choice(says)]) if rng.random() < 0.3 else say for say in says]
        else:
            table.check_seal(seat, says)
        texts.update(zip(table.handles(seat), says, strict=True))
    table.sealed(texts)
    table.round += 1


def honest_words(
    table: Table[Any], request: Seal[Any] | SealMany[Any], seat: str, choosers: dict[str, Chooser]
) -> list[str]:
    """What the seat's bot would seal; the defaults where past lies leave it nothing honest."""
    peek, items = peek_of(table, seat), request.per_seat()[seat]
    truth = request.truth(seat, peek) if isinstance(request, SealMany) else None
    try:
        values = choosers[seat](request, peek) if truth is None else truth
    except (AssertionError, LookupError, StopIteration):
        return [item.spell(item.default()) for item in items]
    if isinstance(request, Seal):
        values = [values]
    return [v if isinstance(v, str) else item.spell(v) for v, item in zip(values, items, strict=True)]
