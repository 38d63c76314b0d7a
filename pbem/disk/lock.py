"""Locks between processes and threads of one machine (protocol 2.13).

Belongs here: one lock file beside each file that is written. Must not be here: writing.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from pbem.disk.whole import PRIVATE, disk_error
from pbem.errors import PbemError

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

LOCK_PATIENCE = 10.0  # seconds

BUSY = {errno.EAGAIN, errno.EACCES, errno.EDEADLK}


class BeingWritten(PbemError):
    """Somebody else writes this file now."""


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
                hint = "run the same command again when it is done"
                raise BeingWritten(f"another program is writing {path.name}", hint)
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
