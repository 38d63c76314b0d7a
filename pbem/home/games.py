"""The matches this home takes part in: where their folders lie, which seats it has taken (design 7, protocol 3.6).

A folder that was kept before the home was adopted elsewhere belongs to the copy it came from, until the match is opened
in it again. Belongs here: that list. Must not be here: anything a log can tell.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from pbem.disk.small import read_strict, updating
from pbem.errors import WrongUse
from pbem.limits import MAX_PATH, MAX_SEATS
from pbem.record.events import B32, SeatNumber


class KnownGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One match: its folder when last seen, and the seats that were joined from this home, in rising order.

    `elsewhere`: the home was adopted since, and whether the folder came with it is not known.
    """

    folder: Annotated[str, Meta(min_length=1, max_length=MAX_PATH)]
    seats: Annotated[tuple[SeatNumber, ...], Meta(max_length=MAX_SEATS)] = ()
    elsewhere: bool = False


class Games:
    """The list of matches. Seats once taken are never struck off, so that none is joined twice."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def all(self) -> dict[B32, KnownGame]:
        """All matches, by id."""
        return read_strict(self.path, dict[B32, KnownGame]) or {}

    def get(self, gid: str) -> KnownGame | None:
        """One match, None if this home does not know it."""
        return self.all().get(gid)

    def joined(self, gid: str, seat: int) -> bool:
        """3.6 Whether this home took that seat before."""
        known = self.get(gid)
        return known is not None and seat in known.seats

    def put(self, gid: str, folder: Path, *, seat: int | None = None) -> KnownGame:
        """Keeps where a match lies, and that `seat` was joined. To be called once the join is safe in the log."""
        if seat is not None and not 0 <= seat < MAX_SEATS:
            raise ValueError(f"no seat has the number {seat}")
        with updating(self.path, dict[B32, KnownGame]) as games:
            seats = set(games[gid].seats) if gid in games else set()
            if seat is not None:
                seats.add(seat)
            games[gid] = KnownGame(folder=spelled(folder), seats=tuple(sorted(seats)))
            return games[gid]

    def see(self, gid: str, folder: Path) -> None:
        """A match was opened in this folder to be played on: a match of this home lies there from now on."""
        known = self.get(gid)
        if known is not None and (known.elsewhere or known.folder != spelled(folder)):
            self.put(gid, folder)

    def move(self, folders: Mapping[str, Path]) -> None:
        """The home was adopted: these matches lie in these folders from now on, the others where nobody has said."""
        if self.all():
            with updating(self.path, dict[B32, KnownGame]) as games:
                for gid, known in games.items():
                    folder = spelled(folders[gid]) if gid in folders else known.folder
                    games[gid] = KnownGame(folder=folder, seats=known.seats, elsewhere=gid not in folders)


def moved_along(folder: str, old_root: str, root: Path) -> Path:
    """Where a folder lies now if it and the home that lay in `old_root` were moved or copied together."""
    return Path(os.path.normpath(root / os.path.relpath(folder, old_root or root)))


def spelled(folder: Path) -> str:
    """A folder as text, from the root; WrongUse if its name is no text."""
    text = str(folder.absolute())
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        raise WrongUse(f"the name of the folder is not text: {ascii(text)[1:-1]}") from None
    return text
