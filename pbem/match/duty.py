"""What a seat owes to the open round. Belongs here: which kinds there are, and which of them need nobody to think."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

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
