"""What a seat owes to the open round. Belongs here: which kinds there are, and which of them need nobody to think."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, cast

from pbem.play.requests import DrawSecret, Request
from pbem.record.rounds import Expected

DutyKind = Literal["join", "answer", "seal", "private draw", "reveal", "entropy", "disclose"]
MECHANICAL: frozenset[DutyKind] = frozenset({"private draw", "reveal", "entropy", "disclose"})


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
