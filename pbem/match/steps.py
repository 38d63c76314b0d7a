"""What a binding keeps of the log: what was handed to the table, and what of a slot is needed to open it.

Belongs here: these. Must not be here: how a round becomes one (`binding`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from pbem.crypto.entropy import Dice
from pbem.crypto.hashing import unb64
from pbem.crypto.seal import Item, open_seal
from pbem.play.requests import Sealed
from pbem.play.restart import Restart
from pbem.play.table import Table
from pbem.record.events import SealItem
from pbem.record.rounds import Closed
from pbem.record.wire import read_say


class Step(msgspec.Struct, gc=False):
    """One thing handed to the table. The steps of a position are linked, back to the last with a Checkpoint behind it.

    `restart` is that Checkpoint: play goes on from there, and no step before it is needed.
    """

    before: Step | None
    round: int
    kind: str
    content: Any = None
    restart: Restart | None = None


class Position(NamedTuple):
    """The position after a round: the last step to it, the first half of a private draw, who moved last.

    `redrawn` holds what was drawn by other dice than at first, because all went back between the halves of its draw.
    """

    step: Step | None
    priv: Closed | None
    movers: tuple[int, ...]
    redrawn: Mapping[Sealed[Any], SealedItem]


class Stand(NamedTuple):
    """Where a binding stands: its table, the state of the rules there, and what it knows of the last checkpoint."""

    table: Table[Any]
    state: Any
    checkpoint: str
    reached: int
    before_checkpoint: int


class Waypoint(NamedTuple):
    """A Checkpoint from which a stretch can be played again: so many slots and claims had been made, these had left."""

    round: int
    state: bytes
    roller: bytes | None
    labels: dict[str, int]
    slots: int
    claims: int
    gone: tuple[str, ...]


class SealedItem(msgspec.Struct, frozen=True, gc=False):
    """What the log holds of one slot: the seal event and its item, or the commitment of a private draw.

    `context` is what it is bound to: of a seal that of 2.12, of a private draw the base of its `priv` act (2.11).
    """

    event: str
    context: bytes
    item: SealItem | None = None
    commitment: bytes = b""
    entropy: bytes = b""

    def open(self, key: bytes) -> str | None:
        """The words that are sealed, None if the seal holds none; BrokenSeal if the key does not fit."""
        assert self.item is not None
        held = Item(self.salt, unb64(self.item.ct), unb64(self.item.com, 32))
        text = open_seal(self.context, held, key)
        return None if text is None else read_say(text)

    @property
    def salt(self) -> bytes:
        """2.12 The salt of a sealed text."""
        assert self.item is not None
        return unb64(self.item.salt, 16)


def hand(table: Table[Any], step: Step) -> None:
    """A table goes on by one step."""
    table.round = step.round
    match step.kind:
        case "answer":
            table.answered(step.content)
        case "seal":
            table.sealed(step.content)
        case "leave":
            table.leave(step.content)
        case "open":
            table.opened(step.content)
        case "roll":
            table.rolled(Dice(step.content))
        case "draw":
            entropy, stream = step.content
            table.drawn(Dice(entropy), stream)
