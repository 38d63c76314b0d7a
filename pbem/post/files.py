"""Reading what others made and writing what is ours, with no surprise from the file system.

Belongs here: bounded reading of regular files, atomic writing. Must not be here: what is in them.
A disk that fails is a PbemError with one line; it is nobody's fault here.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from pbem.disk.plain import NotPlain, open_regular
from pbem.disk.whole import PUBLIC, UNFINISHED, clear_left_behind, replace_whole, sync_folder
from pbem.errors import BadRecord, PbemError, WrongUse
from pbem.post.names import one_line

_HEAD = 64
_UNFINISHED = (UNFINISHED, ".part", ".partial", ".crdownload", ".filepart", ".!sync", "~")


def is_unfinished(name: str) -> bool:
    """True for the names under which programs write files that are not ready: hidden, `~...`, `.tmp`, `.part`, ..."""
    return name.startswith((".", "~")) or name.lower().endswith(_UNFINISHED)


def place(path: Path) -> str:
    """A path as it may stand in a message: one printable line."""
    return one_line(str(path), 500) or "?"


def disk_error(path: Path, error: Exception) -> PbemError:
    """The one line for a file system that says no."""
    why = error.strerror if isinstance(error, OSError) and error.strerror else type(error).__name__
    if isinstance(error, FileNotFoundError):
        return WrongUse(f"{place(path)}: there is no such file or folder", "check the path")
    return PbemError(f"{place(path)}: {why.lower()}", "check the path, the permissions and the disk")


def load(path: Path, limit: int, streamed: Callable[[bytes], bool]) -> bytes | None:
    """A regular file's bytes; None if `streamed` says of its first bytes that it is read line by line elsewhere.

    Never waits: a pipe or a device is refused (WrongUse). More than `limit` bytes are BadRecord.
    """
    try:
        with _open_regular(path) as file:
            head = file.read(_HEAD)
            return None if streamed(head) else read_rest(file, head, limit, place(path))
    except (OSError, ValueError) as error:
        raise disk_error(path, error) from None


def digest_of_file(path: Path, limit: int) -> str:
    """32 hex digits of SHA-256 over at most the first `limit` bytes of a regular file."""
    digest = hashlib.sha256()
    try:
        with _open_regular(path) as file:
            while limit > 0 and (piece := file.read(min(limit, 1 << 20))):
                digest.update(piece)
                limit -= len(piece)
    except (OSError, ValueError) as error:
        raise disk_error(path, error) from None
    return digest.hexdigest()[:32]


def read_rest(file: BinaryIO, head: bytes, limit: int, where: str) -> bytes:
    """The head and what follows; BadRecord if that is more than `limit` bytes."""
    pieces, size = [head], len(head)
    while size <= limit and (piece := file.read(min(1 << 20, limit + 1 - size))):
        pieces.append(piece)
        size += len(piece)
    if size > limit:
        raise BadRecord(f"larger than {limit // (1024 * 1024)} MiB", source=where,
                        hint="save the mails of this match on their own; give a log by its path")
    return b"".join(pieces)


def _open_regular(path: Path) -> BinaryIO:
    try:
        return os.fdopen(open_regular(path), "rb")
    except NotPlain:
        raise WrongUse(f"{place(path)}: not a file", "give a file, a folder, or - for pasted text") from None


def write_atomic(path: Path, content: bytes) -> Path:
    """The file holds the content wholly, or is as it was; its folder is made if it is missing."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        replace_whole(path, content, mode=PUBLIC)
        with suppress(OSError):  # some shared folders cannot; what was sent can be sent again
            sync_folder(path.parent)
        clear_left_behind(path.parent)
    except (OSError, ValueError) as error:
        raise disk_error(path, error) from None
    return path
