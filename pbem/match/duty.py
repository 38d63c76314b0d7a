"""What a seat owes to the open round.

Belongs here: which kinds there are, what they are called, which of them need nobody to think, what a secret leaves to a
seat. Must not be here: signing; how long a round has been open.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, cast

from pbem.errors import NotYourTurn
from pbem.play.requests import Ask, DrawSecret, Request, SealMany, Write
from pbem.play.table import Table
from pbem.record.rounds import Expected

DutyKind = Literal["join", "answer", "seal", "private draw", "reveal", "entropy", "disclose"]
MECHANICAL: frozenset[DutyKind] = frozenset({"private draw", "reveal", "entropy", "disclose"})
AWAITED = {  # in plain words, by the kind of what is owed or of its event
    "join": "to take the seat",
    "answer": "an answer",
    "act": "an answer",
    "seal": "sealed orders",
    "private draw": "a secret draw",
    "reveal": "to open what was sealed",
    "entropy": "dice",
    "disclose": "to disclose all secrets",
}


@dataclass(frozen=True, slots=True)
class Duty:
    """An event that a seat owes to the open round."""

    seat: int
    name: str
    kind: DutyKind

    @property
    def is_mechanical(self) -> bool:
        """Whether the tool makes it without asking anybody."""
        return self.kind in MECHANICAL


def kind_owed(expected: Expected | None, pending: Request[Any] | None) -> DutyKind | None:
    """What the open round waits for; None after the last."""
    if expected is None or expected.kinds[0] != "act":
        return None if expected is None else cast(DutyKind, expected.kinds[0])
    return "private draw" if isinstance(pending, DrawSecret) else "answer"


def honest(request: Request[Any] | None, table: Table[Any], seat: str) -> list[str] | None:
    """The words of the one honest answer of a seat, if a secret leaves it no choice; None if it has one."""
    if isinstance(request, Ask | Write):
        answer = request.truth(table.peek)
        return None if answer is None else [table.options.spell(answer)]
    if isinstance(request, SealMany):
        values = request.truth(seat, table.peek)
        items = request.per_seat()[seat]
        return None if values is None else [i.spell(v) for i, v in zip(items, values, strict=True)]
    return None


def too_soon(seat: str, r: int) -> NotYourTurn:
    """The refusal of an answer that is held back."""
    return NotYourTurn(f"{seat} answers round {r} later: it was opened too short a time ago",
                       "only a secret decides it, and an answer at once would tell; draft it, then: pbem send")
