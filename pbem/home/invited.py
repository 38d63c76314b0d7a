"""Matches that a courier of this home was told of, and that wait for their person to take a seat.

Belongs here: that list, and how long it may be. Must not be here: what one types then (`pbem.courier.invitations`).
"""

from __future__ import annotations

import contextlib
from collections.abc import Collection
from pathlib import Path
from typing import Annotated

from msgspec import Meta

from pbem.disk.small import read_strict, updating
from pbem.errors import PbemError
from pbem.limits import MAX_INVITED, MAX_PATH
from pbem.record.events import B32

Told = Annotated[str, Meta(max_length=MAX_PATH)]


class Invited:
    """By match: what its person was told, and is to type. Anybody can invite us: `MAX_INVITED` are kept, no more."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def waiting(self, known: Collection[str]) -> dict[B32, Told]:
        """Those that are not among the matches `known` by now; none if the file cannot be read."""
        try:
            kept = read_strict(self.path, dict[B32, Told]) or {}
        except PbemError:  # a reminder must not stop a command
            return {}
        return {game: told for game, told in kept.items() if game not in known}

    def put(self, game: str, told: str, known: Collection[str]) -> None:
        """Keeps one, and forgets those that are `known` by now; the oldest stay if there are too many."""
        with contextlib.suppress(PbemError), updating(self.path, dict[B32, Told]) as kept:
            for one in set(kept).intersection(known):
                del kept[one]
            if game in kept or len(kept) < MAX_INVITED:
                kept[game] = told[:MAX_PATH]
