"""The file of a match: lines in the order in which they arrived, only ever added to (protocol 2.13).

Belongs here: reading it, adding to it under a lock and durably. Must not be here: what the lines mean, or whose
signature is good. Reading writes nothing, so a stranger's file may be read; `writing` is for the owner's own
folder and mends what a crash left there (`mend`); nothing else writes a log.

The order of writing (2.13): `with log.writing() as writer`, replay `writer.fresh`, sign, `writer.append(...)`, then the
mark (`marks`), and only then may the bytes leave.
"""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Generic, NamedTuple, Protocol

from pbem.disk.lock import locked
from pbem.disk.whole import GROWING, PUBLIC, disk_error, replace_whole, sync, sync_folder, write_all
from pbem.errors import BadRecord, PbemError, WrongUse
from pbem.limits import MAX_LINE, MAX_LOG
from pbem.record.lines import START, E, HasLine, LinePlace, Scan, digest_of
from pbem.record.mend import mend

LOG_NAME = "game.pbem"  # in the folder of its match
UNJOINED_NAME = "unjoined.pbem"  # what lies beside it until a join comes (`unjoined`)
UNSENT = "nothing was sent"


class LogChanged(PbemError):
    """The file is not what was read before: somebody replaced or shortened it. Read it again."""


class PastLines(Protocol):
    """The first lines of a log, known before it is read."""

    @property
    def size(self) -> int: ...
    def __len__(self) -> int: ...
    def line(self, number: int) -> bytes: ...
    def holds(self, line: bytes) -> bool: ...


class Reading(NamedTuple, Generic[E]):
    """What a log holds: its events in the order of the file, and one finding for each line that is no event."""

    events: list[E]
    findings: list[BadRecord]


class LogFile(Generic[E]):
    """One log at one path; remembers how far it has handed out events, so that `writing` gives only fresh ones.

    `decode` turns one line with its newline into an event, or raises BadRecord. Any other error it raises stops the
    reading and changes nothing: a line that only a later version can read is never mended away.
    """

    def __init__(self, path: Path, decode: Callable[[bytes], E]) -> None:
        self.path, self._decode = path, decode
        self._forget()

    @property
    def count(self) -> int:
        """How many different lines were handed out so far: the number of the next place."""
        return len(self._seen)

    @property
    def end(self) -> int:
        """How many bytes were read or added so far."""
        return self._place.end

    def holds(self, line: bytes) -> bool:
        """Whether exactly this line was handed out or added already."""
        return digest_of(line) in self._seen or (self._past is not None and self._past.holds(line))

    def read(self) -> Reading[E]:
        """Everything, from the start; writes nothing and locks nothing.

        A line that another program is just adding shows as a finding about the last line.
        """
        self._forget()
        return self.read_on()

    def read_on(self) -> Reading[E]:
        """The same from where it was read up to."""
        scan = self._scan()
        events = list(scan)
        self._follow(scan)
        return Reading(events, scan.findings)

    def create(self, events: Iterable[E]) -> None:
        """A new log with these first lines, whole from its first moment on; WrongUse if there are lines already."""
        self._forget()
        first = list(events)
        if self._create_whole(list(dict.fromkeys(map(_line_of, first)))):
            return
        with self.writing() as writer:
            if writer.fresh:
                raise WrongUse(f"{self.path} exists already")
            writer.append(first)

    def _create_whole(self, lines: list[bytes]) -> bool:
        """Whether the log was made: not if there is a file."""
        with locked(self.path):
            if self.path.exists():
                return False
            try:
                replace_whole(self.path, b"".join(lines), mode=PUBLIC)
                sync_folder(self.path.parent)
            except OSError as error:
                raise disk_error(error, self.path.name, UNSENT) from error
        self._hold(lines)
        return True

    @contextlib.contextmanager
    def writing(self) -> Iterator[Writer[E]]:
        """Holds the lock: nobody else adds a line meanwhile.

        The writer's `fresh` events came since this LogFile last read; they must be replayed before anything is
        signed. LogChanged if the file no longer begins with what was read.
        """
        if not self.path.exists():
            raise WrongUse(f"there is no file {self.path}")
        with locked(self.path):
            descriptor = self._open()
            try:
                self._check_unchanged(descriptor)
                scan = self._scan()
                fresh = list(scan)
                self._make_sound(descriptor, scan)
                self._follow(scan)
                writer = Writer(self, descriptor, fresh, scan.findings)
                try:
                    yield writer
                finally:
                    writer.close()
            finally:
                os.close(descriptor)

    def _forget(self) -> None:
        self._place, self._last = START, b""
        self._past: PastLines | None = None
        self._seen: set[bytes] = set()
        self._settled = -1  # bytes known to survive a loss of power

    def begin_after(self, past: PastLines) -> None:
        """As if these lines, its first ones, had been read."""
        self._forget()
        self._place, self._last, self._past = LinePlace(past.size, len(past)), past.line(len(past) - 1), past

    def _scan(self) -> Scan[E]:
        return Scan(self.path, self._decode, since=self._place, known=self._seen)

    def _follow(self, scan: Scan[E]) -> None:
        self._place, self._last = scan.good, scan.last or self._last
        self._seen |= scan.seen

    def _open(self) -> int:
        try:
            descriptor = os.open(self.path, os.O_RDWR | GROWING)
        except OSError as error:
            raise disk_error(error, self.path.name, UNSENT) from error
        if stat.S_ISREG(os.fstat(descriptor).st_mode):
            return descriptor
        os.close(descriptor)
        raise WrongUse(f"{self.path} is not a plain file")

    def _check_unchanged(self, descriptor: int) -> None:
        """The file still holds, at its old place, the last line that was handed out."""
        start = self._place.end - len(self._last)
        if os.fstat(descriptor).st_size >= self._place.end:
            os.lseek(descriptor, start, os.SEEK_SET)
            if os.read(descriptor, len(self._last)) == self._last:
                return
        raise self._changed()

    def _changed(self) -> LogChanged:
        return LogChanged(f"{self.path.name} was changed by another kind of program", "run the same command again")

    def _make_sound(self, descriptor: int, scan: Scan[E]) -> None:
        """2.13 Mends the file, and sees to it that what was read survives a loss of power.

        A writer that was killed before its sync leaves lines that stand in memory only; they must not travel.
        """
        try:
            mend(self.path, descriptor, scan)
            if self._settled < scan.good.end:
                sync(descriptor)
                sync_folder(self.path.parent)
        except OSError as error:
            raise disk_error(error, self.path.name, UNSENT) from error
        self._settled = scan.good.end

    def _add(self, descriptor: int, lines: list[bytes]) -> None:
        """Adds whole lines at the end and syncs; on failure takes them back, if the disk lets us."""
        content = b"".join(lines)
        before = self._place
        if os.fstat(descriptor).st_size != before.end:
            raise self._changed()
        if before.end + len(content) > MAX_LOG:
            raise PbemError(f"{self.path.name} would pass {MAX_LOG:,} bytes: {UNSENT}")
        try:
            write_all(descriptor, content)
            sync(descriptor)
        except OSError as error:
            with contextlib.suppress(OSError):  # otherwise a torn end, which the next writer mends
                os.ftruncate(descriptor, before.end)
            raise disk_error(error, self.path.name, UNSENT) from error
        self._hold(lines)

    def _hold(self, lines: list[bytes]) -> None:
        """These lines stand behind what was read, and survive a loss of power."""
        self._place = LinePlace(self._place.end + sum(map(len, lines)), self._place.number + len(lines))
        self._settled, self._last = self._place.end, lines[-1] if lines else self._last
        self._seen.update(map(digest_of, lines))


def _line_of(event: HasLine) -> bytes:
    """The bytes of an event; ValueError if they are no line."""
    line = event.line
    if len(line) > MAX_LINE or not line.endswith(b"\n") or b"\n" in line[:-1]:
        raise ValueError("an event is one line that ends with its only newline")
    return line


class Writer(Generic[E]):
    """Adds to a log while its lock is held; made by `LogFile.writing`.

    `fresh` are the events that came since the last reading, `findings` the faults among them.
    """

    def __init__(self, log: LogFile[E], descriptor: int, fresh: list[E], findings: list[BadRecord]) -> None:
        self.fresh, self.findings = fresh, findings
        self._log, self._descriptor = log, descriptor
        self._usable = True

    def close(self) -> None:
        """The lock is about to be given back."""
        self._usable = False

    def append(self, events: Iterable[E]) -> list[E]:
        """Adds the events in one piece and waits until they are safe on disk; lines that stand there are left out.

        Returns those that were new. PbemError if the disk refuses: then none of them counts, and this writer is
        done for (a descriptor whose sync failed must not be used again, 2.13).
        """
        if not self._usable:
            raise PbemError(f"{self._log.path.name} is no longer open for writing: {UNSENT}")
        new: dict[bytes, E] = {}
        for event in events:
            line = _line_of(event)
            if not self._log.holds(line):
                new.setdefault(line, event)
        if new:
            self._usable = False  # until it is known that the disk took them
            self._log._add(self._descriptor, list(new))
            self._usable = True
        return list(new.values())
