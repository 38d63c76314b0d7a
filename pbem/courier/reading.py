"""What is being read, so that a mail or file that ends this program is not met again and again.

It is noted before anything is fetched. What was begun `MOST_TRIES` times and never ended, or failed as a bug of ours
does or for want of memory, is set aside: told once, and never read again. Belongs here: that small file. Must not be
here: reading, telling.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from pbem.disk.small import read_strict, write_strict
from pbem.errors import BadRecord, PbemError
from pbem.limits import MAX_ASIDE, MAX_PATH, MOST_TRIES

FILE = "reading.json"

Key = tuple[Annotated[str, Meta(max_length=MAX_PATH)], Annotated[str, Meta(max_length=MAX_PATH)]]
Turn = Literal["read", "tell", "skip"]


class _File(msgspec.Struct, forbid_unknown_fields=True):
    aside: list[Key] = []
    now: Key | None = None
    tries: int = 0
    v: Literal["pbem reading 1"] = "pbem reading 1"


class PostReading:
    """What one courier reads; `begin` is called before, `end` when it is safe, `fail` if it cannot be read at all."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
        try:
            self._file = read_strict(self._path, _File) or _File()
        except PbemError:  # spoiled by hand: at worst something is told once more
            self._file = _File()

    def begin(self, way: str, key: str) -> Turn:
        """Whether something may be read; `tell` if it is set aside by this, `skip` if it was before."""
        file, one = self._file, (way, key)
        if one in file.aside:
            return "skip"
        if file.now == one and file.tries >= MOST_TRIES:
            self._set_aside(one)
            return "tell"
        file.tries = file.tries + 1 if file.now == one else 1
        file.now = one
        self._write()
        return "read"

    def end(self) -> None:
        """All that was begun is taken in, or stopped by something else: a disk that is full, a person who ends us."""
        if self._file.now is not None:
            self._file.now, self._file.tries = None, 0
            self._write()

    def fail(self) -> bool:
        """What is being read cannot be read, and is set aside; whether anything is being read."""
        if self._file.now is None:
            return False
        self._set_aside(self._file.now)
        return True

    def _set_aside(self, one: Key) -> None:
        file = self._file
        file.aside = [*file.aside[1 - MAX_ASIDE :], one]
        file.now, file.tries = None, 0
        self._write()

    def _write(self) -> None:
        write_strict(self._path, self._file)


def set_aside(what: str) -> BadRecord:
    """What is told of something that ended this program while it was read."""
    return BadRecord(
        f"this program ended {MOST_TRIES} times while it was read: it is set aside and not read again", source=what,
        hint="ask the sender what it is; what it may hold of a match: pbem in")
