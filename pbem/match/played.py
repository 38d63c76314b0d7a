"""What has been played so far, as the modules beside the binding read it: seats and what they are called, rounds,
the table, digests given.

Belongs here: the shape of that, and the small records in it. Must not be here: what makes it (`binding`).
"""

from __future__ import annotations

from collections.abc import MutableMapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from pbem.match.steps import SealedItem
from pbem.play.requests import Sealed
from pbem.play.table import Table
from pbem.record.events import Join, Seat
from pbem.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A seat's state digest differs from ours: shown as DESYNC (3.4). A digest is empty if there is none.

    `agreed` is the last round up to which the seat's build is known to play as ours does, 0 for none.
    """

    round: int
    path: tuple[str, ...]
    seat: str
    ours: str
    theirs: str
    agreed: int = field(default=0, compare=False)


class Gone(NamedTuple):
    """How the seats that have left bind those who stay: nobody goes back before round `floor`, where the last left."""

    seats: tuple[int, ...] = ()
    floor: int = 1


class Played(Protocol):
    """A match as far as it has been played; `pbem.match.binding.Binding` is one."""

    gid: bytes
    ruleset: Ruleset
    seats: tuple[Seat, ...]
    names: list[str]
    joins: dict[int, Join]
    items: MutableMapping[Sealed[Any], SealedItem]
    gone: Gone
    disagreements: list[Disagreement]
    agreed: dict[int, int]
    takebacks: list[tuple[int, int]]
    r: int
    texts: dict[Sealed[Any], tuple[str, str | None]]
    checkpoint: str
    before_checkpoint: int
    table: Table[Any]
    state: Any

    @property
    def resigned(self) -> tuple[int, ...]: ...
    @property
    def has_ended(self) -> bool: ...
    def number(self, name: str) -> int: ...
    def check_undo(self, seat: int, to: int) -> None: ...


def titles_of(binding: Played) -> dict[str, str]:
    """The names of the seats that are a side of the game, as its board has them; none if it cannot be drawn."""
    try:
        board = binding.ruleset.seen(binding.state, binding.table).board
    except Exception:  # a fault of the board's author must not keep the verdict back
        return {}
    return {side.id: side.name for side in board.factions if side.id in binding.names}


def title_of(binding: Played, seat: int) -> str:
    """What one seat is called where people read of it: FAPLA, not the word `fapla` that a record has."""
    name = binding.names[seat]
    return titles_of(binding).get(name, name)
