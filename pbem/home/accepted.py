"""Invitations that the person of this home has answered, and the answers: kept until their match begins.

Belongs here: that list. Must not be here: whether a match that begins is the one that was accepted.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from pbem.disk.small import read_strict, updating
from pbem.home.invitation import GameOrNone, Time
from pbem.limits import MAX_ACCEPTED, MAX_CALL, MAX_PATH
from pbem.record.events import B32

Sent = Annotated[str, Meta(max_length=MAX_CALL)]


class Replied(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An invitation and its answer, as they travel; where the match is to lie, and its id once it has begun."""

    accepts: bool
    answer: Sent
    by_hand: bool
    expires: Time
    folder: Annotated[str, Meta(min_length=1, max_length=MAX_PATH)]
    invitation: Sent
    time: Time
    game: GameOrNone = ""


class AcceptedInvitations:
    """The list, by the ids of the invitations; the oldest go if there are too many."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def all(self) -> dict[B32, Replied]:
        """All of them."""
        return read_strict(self.path, dict[B32, Replied]) or {}

    def put(self, id: str, replied: Replied) -> None:
        """Keeps one."""
        with updating(self.path, dict[B32, Replied]) as known:
            known[id] = replied
            oldest = sorted((one.time, key) for key, one in known.items() if key != id)
            for _, key in oldest[: max(0, len(known) - MAX_ACCEPTED)]:
                del known[key]
