"""The few things a disk must do for the record: whole files or none, locks between processes (protocol 2.13).

Belongs here: syncing, private small files written at one stroke, locks, and what a failing disk is called.
Must not be here: what stands in the files.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from pbem.errors import BadRecord, PbemError, WrongUse
from pbem.limits import MAX_SMALL

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

LOCK_PATIENCE = 10.0  # seconds
LEFT_BEHIND = 3600.0  # seconds after which an unfinished file is that of a program that was killed
BINARY: int = getattr(os, "O_BINARY", 0)
PRIVATE = 0o600

FULL = {errno.ENOSPC, errno.EFBIG, errno.EDQUOT}
BUSY = {errno.EAGAIN, errno.EACCES, errno.EDEADLK}


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


def write_private(path: Path, content: bytes) -> None:
    """Replaces `path` at one stroke by a file that only its owner may read; the old one stands until then.

    Unfinished files that a killed program left behind are taken away.
    """
    spare: Path | None = None
    try:
        descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".new", dir=path.parent)
        spare = Path(name)
        try:
            write_all(descriptor, content)  # mkstemp gave it the mode 0600
            sync(descriptor)
        finally:
            os.close(descriptor)
        os.replace(spare, path)
        spare = None
        sync_folder(path.parent)
        _clear_left_behind(path)
    except OSError as error:
        raise disk_error(error, path.name) from error
    finally:
        if spare is not None:
            with contextlib.suppress(OSError):
                spare.unlink()


def _clear_left_behind(path: Path) -> None:
    """Removes files that `write_private` began for `path` long ago: a live one is finished within moments."""
    with os.scandir(path.parent) as listing:
        begun = [e for e in listing if e.name.startswith(f".{path.name}.") and e.name.endswith(".new")]
    for entry in begun:
        with contextlib.suppress(OSError):  # another program was quicker
            if time.time() - entry.stat(follow_symlinks=False).st_mtime > LEFT_BEHIND:
                os.unlink(entry.path)


def make_private_folder(folder: Path) -> None:
    """The folder and those above it, closed to others where they are new."""
    try:
        for above in reversed(folder.parents):  # `parents=True` would leave them open to others
            if not above.exists():
                above.mkdir(mode=0o700, exist_ok=True)
        folder.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise WrongUse(f"cannot use the folder {folder}: {(error.strerror or str(error)).lower()}") from error


def open_plain(path: Path, *, most: int) -> int:
    """A descriptor to read from; refuses what is no plain file (a pipe or device never ends) or is over `most` bytes.

    FileNotFoundError passes through: only the caller knows whether that is odd.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | BINARY | getattr(os, "O_NONBLOCK", 0))  # a pipe must not block
    except FileNotFoundError:
        raise
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise WrongUse(f"cannot read {path}: {why.lower()}") from error
    found = os.fstat(descriptor)
    if stat.S_ISREG(found.st_mode) and found.st_size <= most:
        return descriptor
    os.close(descriptor)
    if not stat.S_ISREG(found.st_mode):
        raise WrongUse(f"{path} is not a plain file")
    raise BadRecord(f"{found.st_size:,} bytes, the limit is {most:,}", source=path.name)


def read_small(path: Path, *, most: int = MAX_SMALL, private: bool = False) -> bytes | None:
    """A whole small file, None if there is none; where `private`, refused if others may read it."""
    try:
        descriptor = open_plain(path, most=most)
    except FileNotFoundError:
        return None
    with os.fdopen(descriptor, "rb") as stream:
        mode = stat.S_IMODE(os.fstat(stream.fileno()).st_mode)
        if private and sys.platform != "win32" and mode & 0o077:
            raise WrongUse(f"others may read or write {path} (mode {mode:03o})", f"chmod 600 {path}")
        return stream.read(most)


@contextlib.contextmanager
def locked(path: Path, patience: float = LOCK_PATIENCE) -> Iterator[None]:
    """No other process or thread holds the lock of `path` meanwhile; the lock file beside it stays (2.13).

    It does not reach across machines or sync folders. A killed process holds no lock.
    """
    beside = path.with_name(path.name + ".lock")
    try:
        descriptor = os.open(beside, os.O_RDWR | os.O_CREAT, PRIVATE)
    except OSError as error:
        raise disk_error(error, beside.name) from error
    try:
        deadline = time.monotonic() + patience
        pause = 0.001
        while not _try_lock(descriptor, beside.name):
            if time.monotonic() >= deadline:
                raise PbemError(f"another program is writing {path.name}", "run the same command again when it is done")
            time.sleep(pause)
            pause = min(2 * pause, 0.005)
        try:
            yield
        finally:
            _unlock(descriptor)
    finally:
        os.close(descriptor)


def _try_lock(descriptor: int, name: str) -> bool:
    try:
        if sys.platform == "win32":
            os.lseek(descriptor, 0, os.SEEK_SET)
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in BUSY:
            return False
        raise disk_error(error, name) from error
    return True


def _unlock(descriptor: int) -> None:
    if sys.platform == "win32":
        os.lseek(descriptor, 0, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_UNLCK, 1)
    else:
        fcntl.flock(descriptor, fcntl.LOCK_UN)
