"""Bots: they propose, check as their seat's own tool would before it signs, and fall back on a draft.

Belongs here: trying answers against a request, a player who draws them. Must not be here: any judgement of a game.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from pbem.errors import IllegalMove
from pbem.play.requests import Ask, Late, Peek, Request, Seal, Sealed, SealMany, Write

TRIES = 40


class NoAnswer(AssertionError):
    """Even the quiet answer may not be given: a bug of the ruleset, or a what-if whose guess does not fit."""


class Proposes(Protocol):
    """What a random player asks: `pbem.kit.forms.Forms`."""

    def propose(self, state: Any, request: Request[Any], seat: str, peek: Peek, rng: random.Random) -> Any: ...

    def quiet(self, state: Any, request: Request[Any], seat: str, peek: Peek) -> Any: ...


class HonestBot:
    """One seat that gives the first of its thoughts that is legal and true; a game says what it thinks of.

    What a secret has decided it answers as its owner's tool would, without thinking.
    """

    def __init__(self, forms: Proposes, seat: str) -> None:
        self.forms, self.seat = forms, seat

    def think(self, state: Any, request: Request[Any], peek: Peek, rng: random.Random) -> Iterable[Any]:
        """Answers, the best first; they may prove illegal. For a SealMany, each is the values of all items in order."""
        raise NotImplementedError

    def draft(self, state: Any, request: Request[Any], peek: Peek, rng: random.Random) -> Any:
        """The answer if no thought was any good."""
        return self.forms.quiet(state, request, self.seat, peek)

    def choose(self, state: Any, request: Request[Any], peek: Peek, rng: random.Random) -> Any:
        """A legal and true answer; for a Seal the seat's own value, for a SealMany its values in order. Or NoAnswer."""
        if (answer := decided(request, self.seat, peek)) is not None:
            return answer
        for answer in self.think(state, request, peek, rng):
            if may_give(request, self.seat, answer, peek):
                return answer
        answer = self.draft(state, request, peek, rng)
        if not may_give(request, self.seat, answer, peek):
            raise NoAnswer(f"{self.seat} cannot answer {request.rule} {request.about}")
        return answer


class Picks(Proposes, Protocol):
    """What a bot asks that gives good answers as they are declared: `pbem.kit.forms.Forms`."""

    def pick(self, state: Any, request: Request[Any], seat: str, peek: Peek) -> Any: ...


class RandomBot(HonestBot):
    """One seat that plays at random among what is legal and true: it tries every corner of the rules."""

    def think(self, state: Any, request: Request[Any], peek: Peek, rng: random.Random) -> Iterable[Any]:
        """What the forms propose."""
        for _ in range(TRIES):
            answer = self.forms.propose(state, request, self.seat, peek, rng)
            if answer is not None:
                yield answer


class PickingBot(HonestBot):
    """One seat that gives what the forms hold to be good, and draws what they say nothing of."""

    def __init__(self, forms: Picks, seat: str) -> None:
        super().__init__(forms, seat)
        self._picks, self._chance = forms, RandomBot(forms, seat)

    def think(self, state: Any, request: Request[Any], peek: Peek, rng: random.Random) -> Iterable[Any]:
        """What is declared, then what chance brings."""
        answer = self._picks.pick(state, request, self.seat, peek)
        return [*([] if answer is None else [answer]), *self._chance.think(state, request, peek, rng)]


def may_give(request: Request[Any], seat: str, answer: Any, peek: Peek) -> bool:
    """Whether a seat may give this answer to whatever is asked: legal, sayable, and not false as far as it can see."""
    match request:
        case Ask() | Write():
            return may_answer(request, answer, peek)
        case SealMany():
            return may_seal(request, seat, answer, peek)
        case Seal():
            return may_seal(request, seat, [answer], peek)
    raise AssertionError(f"nobody answers {request}")


def may_answer(request: Ask[Any] | Write[Any], answer: Any, peek: Peek) -> bool:
    """Whether an answer is legal, can be said, and claims nothing false."""
    options = request.options()
    try:
        read = options.read(options.spell(answer), "", request.rule)
    except IllegalMove:
        return False
    return is_true(request.late(read), peek)


def may_seal(request: Seal[Any] | SealMany[Any], seat: str, values: Sequence[Any], peek: Peek) -> bool:
    """Whether these values may be sealed together by this seat."""
    items = request.per_seat()
    if len(values) != len(items[seat]):
        return False
    try:
        read = [item.read(item.spell(v), "", request.rule) for item, v in zip(items[seat], values, strict=True)]
    except IllegalMove:
        return False
    handles: dict[str, tuple[Sealed[Any], ...]] = {
        s: tuple(Sealed(s, f"r0/none/{i}") for i in range(len(own))) for s, own in items.items()}
    mine = dict(zip(handles[seat], read, strict=True))
    lates = request.late(request.give(handles))
    return is_true([late for late in lates if any(h in mine for h in late.needs)], peek, mine)


def is_true(lates: Iterable[Late], peek: Peek, mine: Mapping[Sealed[Any], Any] | None = None) -> bool:
    """Whether every claim holds that can be judged with these secrets; `mine` are values about to be sealed."""
    given = mine or {}
    for late in lates:
        values = [given[h] if h in given else peek(h) for h in late.needs]
        if all(v is not None for v in values) and not late.holds(*values):
            return False
    return True


def decided(request: Request[Any], seat: str, peek: Peek) -> Any:
    """What secrets leave to nobody's choice (`truth`), as a seat's tool answers it; None if there is a choice."""
    match request:
        case Ask() | Write():
            answer = request.truth(peek)
            return answer if answer is not None and may_answer(request, answer, peek) else None
        case SealMany():
            values = request.truth(seat, peek)
            return list(values) if values is not None and may_seal(request, seat, values, peek) else None
    return None


def is_legal(request: Write[Any], answer: Any) -> bool:
    """Whether the rules take this written answer; says nothing of claims."""
    try:
        request.check(answer)
    except IllegalMove:
        return False
    return True
