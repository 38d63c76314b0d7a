"""Where logs may be kept, seen from a host of many matches (design 10).

Belongs here: the seam that any store must offer, and the store that is a folder of files.
Must not be here: what a line means.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from pbem.disk.whole import make_private_folder
from pbem.errors import Fork, MissingRecords, WrongUse
from pbem.record.lines import Scan
from pbem.record.log import LogFile

LOG_NAME = "game.pbem"
_GAME = re.compile(r"[A-Za-z0-9_-]{43}")


class LogStore(Protocol):
    """Keeps the lines of many logs; the n-th line of a match, once there, is there for good."""

    def read(self, game: str) -> Iterator[bytes]:
        """The lines of a match in the order of their places; none if the match is not known."""

    def append(self, game: str, expected_n: int, line: bytes) -> None:
        """Puts a line at place `expected_n`, counted from 0, durably. The same line again is no fault.

        Fork if another line has that place, MissingRecords if places before it are empty.
        """


@dataclass(frozen=True, slots=True)
class StoredLine:
    """A line that nobody has looked into."""

    line: bytes


class FolderStore:
    """A LogStore in a folder: one folder a match, named by its id, with the log in it."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._open: dict[str, LogFile[StoredLine]] = {}

    def read(self, game: str) -> Iterator[bytes]:
        """The lines of a match in the order of their places; none if the match is not known."""
        path = self._path(game)
        return (stored.line for stored in Scan(path, StoredLine)) if path.exists() else iter(())

    def append(self, game: str, expected_n: int, line: bytes) -> None:
        """Puts a line at its place; Fork if another has it, MissingRecords if places before it are empty."""
        path = self._path(game)
        log = self._open.setdefault(game, LogFile(path, StoredLine))
        make_private_folder(path.parent)
        with log.writing(create=True) as writer:
            if log.holds(line):
                return
            if expected_n < log.count:
                raise Fork(f"place {expected_n} of match {game} is taken by another line")
            if expected_n > log.count:
                raise MissingRecords(f"match {game} has {log.count} lines, so place {expected_n} cannot be next")
            writer.append([StoredLine(line)])

    def _path(self, game: str) -> Path:
        if not _GAME.fullmatch(game):
            raise WrongUse("the id of a match has 43 letters, digits, - or _")
        return self._root / game / LOG_NAME
