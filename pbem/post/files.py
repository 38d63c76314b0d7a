"""Reading what others made and writing what is ours, with no surprise from the file system.

Belongs here: bounded reading of regular files, atomic writing. Must not be here: what is in them.
A disk that fails is a PbemError with one line; it is nobody's fault here.
"""

from __future__ import annotations

import hashlib
import os
import secrets
import stat
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from pbem.errors import BadRecord, PbemError, WrongUse
from pbem.post.names import one_line

TEMPORARY = ".tmp"
_MARK = ".pbem-"
_LEFT_BEHIND = 3600.0  # seconds after which an unfinished file is that of a program that was killed
_HEAD = 64
_READ_AT_ONCE = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)


def is_unfinished(name: str) -> bool:
    """True for the names under which programs write files that are not ready: hidden, or ending in `.tmp`."""
    return name.startswith(".") or name.endswith(TEMPORARY)


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
    """A regular file's bytes; None where `streamed` says of its first bytes that it is read line by line elsewhere.

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
    """The head and what follows; BadRecord where that is more than `limit` bytes."""
    pieces, size = [head], len(head)
    while size <= limit and (piece := file.read(min(1 << 20, limit + 1 - size))):
        pieces.append(piece)
        size += len(piece)
    if size > limit:
        raise BadRecord(f"larger than {limit // (1024 * 1024)} MiB", source=where,
                        hint="save the mails of this match on their own; give a log by its path")
    return b"".join(pieces)


def _open_regular(path: Path) -> BinaryIO:
    # Asked before opening, for to open a device may already do something; and again of what was opened.
    if not stat.S_ISREG(os.stat(path).st_mode):
        raise _not_a_file(path)
    handle = os.open(path, _READ_AT_ONCE)
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise _not_a_file(path)
    return os.fdopen(handle, "rb")


def _not_a_file(path: Path) -> WrongUse:
    return WrongUse(f"{place(path)}: not a file", "give a file, a folder, or - for pasted text")


def write_atomic(path: Path, content: bytes) -> Path:
    """The file holds the content wholly, or is as it was; its folder is made where it is missing."""
    try:
        unfinished = path.with_name(f"{_MARK}{secrets.token_hex(8)}{TEMPORARY}")
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with open(unfinished, "xb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            os.replace(unfinished, path)
        except BaseException:
            with suppress(OSError):
                unfinished.unlink()
            raise
        _sync_folder(path.parent)
        _clear_left_behind(path.parent)
    except (OSError, ValueError) as error:
        raise disk_error(path, error) from None
    return path


def _clear_left_behind(folder: Path) -> None:
    """Removes files that `write_atomic` began long ago, in a program that was killed."""
    for begun in folder.glob(f"{_MARK}{'[0-9a-f]' * 16}{TEMPORARY}"):
        with suppress(OSError):  # another program was quicker
            if time.time() - begun.lstat().st_mtime > _LEFT_BEHIND:
                begun.unlink()


def _sync_folder(folder: Path) -> None:
    """So that the new name outlives a power cut. Some systems cannot; what was sent can be sent again."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
