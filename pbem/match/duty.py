"""What a seat owes to the open round.

Belongs here: which kinds there are, what they are called, and which of them need nobody to think.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, cast

from pbem.play.requests import DrawSecret, Request
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
