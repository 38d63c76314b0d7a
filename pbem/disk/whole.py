"""Writing so that a file is there wholly or stays as it was, and survives a loss of power (protocol 2.13).

Belongs here: syncing, replacing at one stroke, private folders, and what a failing disk is called.
Must not be here: what stands in the files.
"""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import sys
import time
from pathlib import Path

from pbem.errors import PbemError, WrongUse

if sys.platform != "win32":
    import fcntl

LEFT_BEHIND = 3600.0  # seconds after which an unfinished file is that of a program that was killed
BINARY: int = getattr(os, "O_BINARY", 0)
GROWING = os.O_APPEND | BINARY
PRIVATE, PUBLIC = 0o600, 0o666  # modes; the system takes from them what its user does not want
BEGUN, UNFINISHED = ".pbem-", ".tmp"  # how the name of a file begins and ends that is not ready

FULL = {errno.ENOSPC, errno.EFBIG, errno.EDQUOT}


def disk_error(error: OSError, name: str, undone: str = "") -> PbemError:
    """The one line for a disk that refuses to write `name`; `undone` says what did not happen, else the file stands."""
    if error.errno in FULL:
        left = f"{undone} ({name})" if undone else f"{name} stays as it was"
        return PbemError(f"the disk is full: {left}", "make room and run the same command again")
    why = (error.strerror or str(error) or type(error).__name__).lower()
    left = undone or "it stays as it was"
    return PbemError(f"cannot write {name}: {why}: {left}", "run the same command again when the disk is well")


def sync(descriptor: int) -> None:
    """Bytes written so far survive a loss of power. After an error never again on the same descriptor (2.13)."""
    if sys.platform == "darwin":
        fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)  # fsync leaves the bytes in the drive's cache there
    else:
        os.fsync(descriptor)


def sync_folder(folder: Path) -> None:
    """New and renamed names in `folder` survive a loss of power; Windows has no such call."""
    if sys.platform == "win32":
        return
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def write_all(descriptor: int, content: bytes) -> None:
    """All of `content`, or the OSError that stopped it: then a part may stand there."""
    rest = memoryview(content)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def replace_whole(path: Path, content: bytes, *, mode: int) -> None:
    """Replaces `path` at one stroke; the old file stands until then. OSError if the disk refuses.

    The new name is safe only after `sync_folder`. A file that is not ready is named `.pbem-....tmp`.
    """
    spare = path.with_name(f"{BEGUN}{secrets.token_hex(8)}{UNFINISHED}")
    descriptor = os.open(spare, os.O_WRONLY | os.O_CREAT | os.O_EXCL | BINARY, mode)
    try:
        try:
            write_all(descriptor, content)
            sync(descriptor)
        finally:
            os.close(descriptor)
        os.replace(spare, path)
    except BaseException:
        with contextlib.suppress(OSError):
            spare.unlink()
        raise


def clear_left_behind(folder: Path) -> None:
    """Removes files that `replace_whole` began there long ago, in a program that was killed."""
    for begun in folder.glob(f"{BEGUN}{'[0-9a-f]' * 16}{UNFINISHED}"):
        with contextlib.suppress(OSError):  # another program was quicker
            if time.time() - begun.lstat().st_mtime > LEFT_BEHIND:
                begun.unlink()


def write_private(path: Path, content: bytes) -> None:
    """Replaces `path` at one stroke by a file that only its owner may read; the old one stands until then."""
    try:
        replace_whole(path, content, mode=PRIVATE)
        sync_folder(path.parent)
        clear_left_behind(path.parent)
    except OSError as error:
        raise disk_error(error, path.name) from error


def make_private_folder(folder: Path) -> None:
    """The folder and those above it, closed to others if they are new."""
    try:
        for above in reversed(folder.parents):  # `parents=True` would leave them open to others
            if not above.exists():
                above.mkdir(mode=0o700, exist_ok=True)
        folder.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise WrongUse(f"cannot use the folder {folder}: {(error.strerror or str(error)).lower()}") from error
