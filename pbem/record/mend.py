"""Mending a log after a crash or a bad disk (protocol 2.13).

Belongs here: what may be moved out of a log, and in which order, so that no byte is ever lost.
Must not be here: deciding what is a good line. Only the holder of the log's lock may call this: an end without
newline is then a crash, not a writer at work.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from pbem.disk.whole import GROWING, PUBLIC, sync, sync_folder, write_all
from pbem.errors import BadRecord
from pbem.record.lines import START, E, RawLine, Scan

CHUNK = 2**20


def mend(path: Path, descriptor: int, scan: Scan[E]) -> None:
    """2.13 Moves what follows the last good line to `.torn`, copies bad lines before it to `.bad`.

    A file of whole lines without one good line is another kind of file, or one for another reader: it is left alone
    and refused. OSError if the disk refuses: then nothing was taken from the log.
    """
    if not scan.bad:
        return
    if scan.good == START and scan.bad[0].whole:
        raise BadRecord("not one good line: this is no log", source=path.name, hint="move the file away")
    middle = [raw for raw in scan.bad if raw.end <= scan.good.end]
    if middle:
        _copy_bad(path, descriptor, middle)
    if scan.end > scan.good.end:
        _cut_torn(path, descriptor, scan.good.end, scan.end)


def _copy_bad(path: Path, descriptor: int, bad: list[RawLine]) -> None:
    """The lines stay in the log, so each is copied only the first time."""
    with _beside(path, ".bad") as aside:
        known = set(_digests(aside, 0, os.fstat(aside).st_size))
        for raw in bad:
            digest = next(_digests(descriptor, raw.start, raw.end))
            if digest not in known:
                known.add(digest)
                _copy(descriptor, aside, raw.start, raw.end)


def _cut_torn(path: Path, descriptor: int, start: int, end: int) -> None:
    with _beside(path, ".torn") as aside:
        _copy(descriptor, aside, start, end)
    os.ftruncate(descriptor, start)  # only after the copy is safe
    sync(descriptor)


@contextlib.contextmanager
def _beside(path: Path, suffix: str) -> Iterator[int]:
    """A file beside the log to add lines to, safe on disk on leaving."""
    beside = path.with_name(path.name + suffix)
    descriptor = os.open(beside, os.O_RDWR | os.O_CREAT | GROWING, PUBLIC)
    try:
        size = os.fstat(descriptor).st_size
        if size:
            os.lseek(descriptor, size - 1, os.SEEK_SET)
            if os.read(descriptor, 1) != b"\n":
                write_all(descriptor, b"\n")
        yield descriptor
        sync(descriptor)
        sync_folder(path.parent)
    finally:
        os.close(descriptor)


def _copy(source: int, target: int, start: int, end: int) -> None:
    os.lseek(source, start, os.SEEK_SET)
    while start < end:
        piece = os.read(source, min(CHUNK, end - start))
        if not piece:
            raise OSError("the file became shorter while it was read")
        write_all(target, piece)
        start += len(piece)


def _digests(descriptor: int, start: int, end: int) -> Iterator[bytes]:
    """A digest of each line between two offsets, in bounded memory."""
    os.lseek(descriptor, start, os.SEEK_SET)
    digest = sha256()
    while start < end and (piece := os.read(descriptor, min(CHUNK, end - start))):
        start += len(piece)
        *lines, rest = piece.split(b"\n")
        for line in lines:
            digest.update(line)
            yield digest.digest()
            digest = sha256()
        digest.update(rest)
