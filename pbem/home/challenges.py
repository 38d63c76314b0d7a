"""The challenges that this home has published, and where the matches of those who answer lie.

Belongs here: that list. Must not be here: anything the entrants' logs can tell.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from pbem.disk.small import read_strict, updating
from pbem.errors import WrongUse
from pbem.home.games import spelled
from pbem.limits import MAX_CHALLENGES, MAX_PATH
from pbem.record.challenge import Challenge
from pbem.record.events import B32


class Published(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A challenge of ours, and the folder of its entries."""

    challenge: Challenge
    folder: Annotated[str, Meta(min_length=1, max_length=MAX_PATH)]


class Challenges:
    """The list of our challenges; none is ever struck off, for entrants may play on for years."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def all(self) -> dict[B32, Published]:
        """All of them, by id."""
        return read_strict(self.path, dict[B32, Published]) or {}

    def put(self, challenge: Challenge, folder: Path) -> None:
        """Keeps a challenge; to be called before its file leaves."""
        with updating(self.path, dict[B32, Published]) as known:
            known[challenge.id] = Published(challenge, spelled(folder))
            if len(known) > MAX_CHALLENGES:
                raise WrongUse(f"{MAX_CHALLENGES} challenges were published with this home, more are not kept")

    def move(self, folders: Mapping[str, Path]) -> None:
        """The home was adopted: the entries to these challenges lie in these folders from now on."""
        if folders:
            with updating(self.path, dict[B32, Published]) as known:
                for id, folder in folders.items():
                    known[id] = Published(known[id].challenge, spelled(folder))
