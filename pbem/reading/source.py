"""Where the lines of a log come from, as often as they are read.

Belongs here: numbered lines of a file or of a list, and which of them is the first line of the match.
Must not be here: what the lines mean beyond that. Nothing is written.
"""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterable, Iterator, Set
from hashlib import file_digest, sha256
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from pbem.disk.kinds import HEAD, Kind, kind_of
from pbem.disk.plain import open_plain
from pbem.errors import BadRecord, Unsupported, WrongUse
from pbem.limits import MAX_LINE, MAX_LOG, MOST_LOOKED_AT
from pbem.record.wire import CODEC, Event, GenesisLine, SeatLine

_ROUND_SEAT = re.compile(rb'"r":([0-9]{1,6}),"seat":([0-9]{1,2})[,}]')
_TAKEBACK = b'"do":"takeback"'
_GENESIS_END = b'"v":"pbem1"}'


class Source:
    """The lines of a log, each with its number, counted from 1; None stands for a line that is too long.

    A log is a file, all bytes of one, or its lines.
    """

    def __init__(self, lines: Path | bytes | Iterable[bytes]) -> None:
        self.path = lines if isinstance(lines, Path) else None
        self._bytes = lines if isinstance(lines, bytes) else None
        self._lines = [] if isinstance(lines, Path | bytes) else list(lines)

    def __iter__(self) -> Iterator[tuple[int, bytes | None]]:
        if self._bytes is not None:
            return _numbered(BytesIO(self._bytes))
        if self.path is None:
            return iter(enumerate(self._lines, start=1))
        return self._from_file(self.path)

    def _from_file(self, path: Path) -> Iterator[tuple[int, bytes | None]]:
        try:
            descriptor = open_plain(path, most=MAX_LOG)
        except FileNotFoundError:
            raise WrongUse(f"there is no file {path}") from None
        with os.fdopen(descriptor, "rb", buffering=2**20) as stream:
            yield from _numbered(stream)

    @property
    def size(self) -> int:
        """Bytes of all lines."""
        if self._bytes is not None:
            return len(self._bytes)
        return sum(map(len, self._lines)) if self.path is None else self.path.stat().st_size

    @property
    def sha256(self) -> str:
        """Of all bytes, in hex as `sha256sum` gives it."""
        if self.path is not None:
            with os.fdopen(open_plain(self.path, most=MAX_LOG), "rb") as stream:
                return file_digest(stream, "sha256").hexdigest()
        digest = sha256(self._bytes or b"")
        for line in self._lines:
            digest.update(line)
        return digest.hexdigest()

    def fetch(self, numbers: Iterable[int]) -> dict[int, Event]:
        """The events in these lines, read once more."""
        wanted = set(numbers)
        found: dict[int, Event] = {}
        for number, line in self if wanted else ():
            if number in wanted and line is not None:
                found[number] = CODEC.decode(line)
                if len(found) == len(wanted):
                    break
        return found

    def first_line(self) -> tuple[int, GenesisLine]:
        """The genesis and its line number; it need not stand first. BadRecord or Unsupported if there is none."""
        fault: BadRecord | Unsupported | None = None
        for number, line in self:
            if line is None or (number > 1 and _GENESIS_END not in line):
                continue
            try:
                event = CODEC.decode(line)
            except BadRecord as error:
                fault = fault or BadRecord(error.why, line=number)
            except Unsupported as error:
                fault = fault or error
            else:
                if isinstance(event, GenesisLine):
                    return number, event
        kind = self._kind()
        if kind is not None:
            raise BadRecord(f"it is {kind.words}; {kind.cure}")
        raise fault or BadRecord("no first line: this is no log of a match")

    def _kind(self) -> Kind | None:
        """What else than a log this is; None if there is the beginning of a record in it."""
        head, has_record = b"", False
        for number, line in self:
            head += (b"x" if line is None else line)[: HEAD - len(head)]
            has_record = has_record or b'"c":' in (line or b"")
            if number >= MOST_LOOKED_AT or has_record:
                break
        return None if has_record else kind_of(head)

    def agreements(self) -> Iterator[Event]:
        """The events that agree to go back somewhere, by one more look; nobody has checked them."""
        for _, line in self:
            if line is not None and _TAKEBACK in line:
                with contextlib.suppress(BadRecord, Unsupported):
                    yield CODEC.decode(line)

    def events_of(self, places: Set[tuple[int, int]]) -> Iterator[tuple[int, SeatLine]]:
        """The events of these (round, seat), each with its line number, by one more look."""
        for number, line in self:
            found = _ROUND_SEAT.search(line or b"")
            if found is not None and (int(found[1]), int(found[2])) in places:
                with contextlib.suppress(BadRecord, Unsupported):
                    event = CODEC.decode(line or b"")
                    if isinstance(event, SeatLine):
                        yield number, event


def _numbered(stream: BinaryIO) -> Iterator[tuple[int, bytes | None]]:
    number = 0
    while line := stream.readline(MAX_LINE):
        number += 1
        if line.endswith(b"\n"):
            yield number, line
            continue
        rest = b""
        while not rest.endswith(b"\n") and (rest := stream.readline(MAX_LINE)):
            line = b""
        yield number, line or None
