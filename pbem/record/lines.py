"""Reading a log from disk: whole good lines, and where the bad ones stand (protocol 2.13).

Belongs here: cutting a file into lines without ever holding more than one, telling good, bad and torn apart.
Must not be here: writing. A file handed over by a stranger goes through this module alone.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from collections.abc import Set as AbstractSet
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO, Generic, NamedTuple, Protocol, TypeVar

from pbem.disk.plain import open_plain
from pbem.errors import BadRecord, Unsupported, WrongUse
from pbem.limits import MAX_BAD, MAX_LINE, MAX_LOG


class TornEnd(BadRecord):
    """The last line of a log breaks off: a program was stopped while it wrote it, or writes it now."""


class HasLine(Protocol):
    """What a log holds: anything that knows its line, newline included."""

    @property
    def line(self) -> bytes:
        """The line as it stands in the file."""


E = TypeVar("E", bound=HasLine)


class RawLine(NamedTuple):
    """One line of a file as it stands there.

    `number` counts from 1, `start` and `end` are byte offsets. `content` is None if the line is longer than
    MAX_LINE; only the last line of a file can be not `whole`: it lacks its newline.
    """

    number: int
    start: int
    end: int
    content: bytes | None
    whole: bool


def raw_lines(stream: BinaryIO, *, start: int = 0, number: int = 0) -> Iterator[RawLine]:
    """The lines of `stream`, which stands at byte `start`, `number` lines into the file; one in memory at a time."""
    while piece := stream.readline(MAX_LINE):
        number += 1
        content: bytes | None = piece
        end = start + len(piece)
        while not piece.endswith(b"\n") and (piece := stream.readline(MAX_LINE)):
            content = None
            end += len(piece)
        yield RawLine(number, start, end, content, whole=(content or piece).endswith(b"\n"))
        start = end


class LinePlace(NamedTuple):
    """A place between two lines: `end` bytes and `number` lines into the file."""

    end: int = 0
    number: int = 0


START = LinePlace()


class Scan(Generic[E]):
    """One pass over a log file; iterate once, then look at the rest.

    `findings` name every bad line, `bad` are those lines, `good` is the place after the last good line, `end` the
    size of what was read, `last` the last good line. An exact copy of an earlier line (of this pass, or `known` by
    its digest) is no fault and is left out; `seen` are the digests of those given.
    """

    def __init__(
        self, path: Path, decode: Callable[[bytes], E], *, since: LinePlace = START,
        known: AbstractSet[bytes] = frozenset(),
    ) -> None:
        self.path, self.decode, self.since, self.known = path, decode, since, known
        self.seen: set[bytes] = set()
        self.findings: list[BadRecord] = []
        self.bad: list[RawLine] = []
        self.good, self.end = since, since.end
        self.last = b""

    def __iter__(self) -> Iterator[E]:
        try:
            descriptor = open_plain(self.path, most=MAX_LOG)
        except FileNotFoundError:
            raise WrongUse(f"there is no file {self.path}") from None
        with os.fdopen(descriptor, "rb", buffering=2**20) as stream:
            stream.seek(self.since.end)
            for raw in raw_lines(stream, start=self.since.end, number=self.since.number):
                event = self._judge(raw)
                if event is not None and self._is_new(raw.content or b""):
                    yield event

    def _judge(self, raw: RawLine) -> E | None:
        """The event of a good line; a bad one becomes a finding."""
        self.end = raw.end
        if self.end > MAX_LOG:  # it grew while we read
            raise BadRecord(f"more than {MAX_LOG:,} bytes", source=self.path.name)
        try:
            event = self._decode(raw)
        except BadRecord as fault:
            if len(self.bad) == MAX_BAD:
                raise BadRecord(
                    f"more than {MAX_BAD:,} lines are no records: not a log, or damaged beyond use",
                    source=self.path.name,
                    hint="keep it, and get the records again from the other seats",
                ) from None
            self.findings.append(fault.at(self.path.name, raw.number))
            self.bad.append(raw._replace(content=None))  # read again from the file if it is needed
            return None
        self.good, self.last = LinePlace(raw.end, raw.number), raw.content or b""
        return event

    def _decode(self, raw: RawLine) -> E:
        if not raw.whole:
            raise TornEnd(f"the last line breaks off after {raw.end - raw.start:,} bytes")
        if raw.content is None:
            raise BadRecord(f"{raw.end - raw.start:,} bytes in one line, the limit is {MAX_LINE:,}")
        try:
            return self.decode(raw.content)
        except Unsupported as fault:
            raise Unsupported(f"{self.path.name}, line {raw.number}: {fault}", fault.hint) from None

    def _is_new(self, line: bytes) -> bool:
        digest = digest_of(line)
        if digest in self.known or digest in self.seen:
            return False
        self.seen.add(digest)
        return True


def digest_of(line: bytes) -> bytes:
    """Tells two lines apart, in few bytes: what is seen stays in memory for as long as the log is open."""
    return sha256(line).digest()[:16]


def content_of(log: Path) -> bytes:
    """All bytes of a log; FileNotFoundError if there is none."""
    with os.fdopen(open_plain(log, most=MAX_LOG), "rb") as stream:
        return stream.read(MAX_LOG)
