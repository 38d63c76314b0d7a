"""Zip files with many logs in them: which, and one of them.

Belongs here: their bounds. Must not be here: bundles of evidence, which are judged whole. The list of a zip file is
read once for all logs in it that this process reads one after the other.
"""

from __future__ import annotations

import os
import zipfile
import zlib
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from typing import BinaryIO

from pbem.errors import BadRecord, Transport
from pbem.limits import MAX_MEMBERS_LIST, MOST_MEMBERS, UNPACKED_TIMES

LOGS, OTHERS = (".pbem",), (".zip", ".mbox")
_END, _END_SIZE, _COMMENT = b"PK\x05\x06", 22, 65_535
_WIDE, _WIDE_SIZE = b"PK\x06\x07", 20
_last: list[tuple[Hashable, BinaryIO, zipfile.ZipFile]] = []


def list_logs(stream: BinaryIO, sign: str) -> tuple[list[str], bool]:
    """The logs and packets in a zip file, with the zip files in it that are not opened; whether `sign` is in it."""
    with _faults():
        _check_list(stream)
        with zipfile.ZipFile(stream) as archive:
            names = archive.namelist()
    return list(dict.fromkeys(name for name in names if name.lower().endswith(LOGS + OTHERS))), sign in names


def member(stream: BinaryIO, name: str, most: int, key: Hashable) -> bytes:
    """One log in a zip file; Transport if it is not read. `key` is the same for all logs in the same file."""
    if not name.lower().endswith(LOGS):
        raise Transport("it lies in a zip file, and is not opened there: unpack it")
    with _faults():
        archive = _archive(stream, key)
        try:
            entry = archive.getinfo(name)
        except KeyError:
            raise Transport("it is gone since it was found") from None
        room = min(most, UNPACKED_TIMES * UNPACKED_TIMES * entry.compress_size + 65_536)
        if entry.file_size > room:
            raise Transport(f"it unpacks to {entry.file_size:,} bytes, that is too much")
        if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):  # others unpack without bound
            raise Transport("it is packed in a way that is not read: unpack it")
        if entry.flag_bits & 1:
            raise Transport("it is locked")
        with archive.open(entry) as unpacked:
            return unpacked.read(room)  # what is longer than it says fails by its sum


def forget() -> None:
    """Closes the zip file that was read last."""
    while _last:
        _, file, archive = _last.pop()
        archive.close()
        file.close()


def _archive(stream: BinaryIO, key: Hashable) -> zipfile.ZipFile:
    if not _last or _last[0][0] != key:
        forget()
        _check_list(stream)
        file = os.fdopen(os.dup(stream.fileno()), "rb")
        try:
            _last.append((key, file, zipfile.ZipFile(file)))
        except BaseException:
            file.close()
            raise
    return _last[0][2]


def _check_list(stream: BinaryIO) -> None:
    """That the list at its end is one that may be read."""
    size = stream.seek(0, os.SEEK_END)
    stream.seek(max(0, size - _END_SIZE - _COMMENT - _WIDE_SIZE))
    end = stream.read()
    at = end.rfind(_END)
    if at < 0 or len(end) - at < _END_SIZE:
        raise BadRecord("the zip file is damaged or cut off", hint="ask for it again")
    if end[max(0, at - _WIDE_SIZE) : at].startswith(_WIDE):  # its list may be of any length
        raise Transport(f"it lists more than {MOST_MEMBERS:,} files: unpack it")
    count, length = (int.from_bytes(end[at + a : at + b], "little") for a, b in ((10, 12), (12, 16)))
    if count > MOST_MEMBERS or length > MAX_MEMBERS_LIST:
        raise Transport(f"it lists {count:,} files, the limit is {MOST_MEMBERS:,}: unpack it")


@contextmanager
def _faults() -> Iterator[None]:
    try:
        yield
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError, ValueError, RuntimeError, OSError):
        raise BadRecord("the zip file is damaged", hint="ask for it again") from None
