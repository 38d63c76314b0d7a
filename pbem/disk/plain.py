"""Reading files that anybody may have put there: never waiting, never more than a bound (protocol 2.13).

Belongs here: opening regular files only. Must not be here: what stands in them.
"""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

from pbem.disk.whole import BINARY
from pbem.errors import BadRecord, WrongUse
from pbem.limits import MAX_SMALL

_READ_AT_ONCE = os.O_RDONLY | BINARY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)


class NotPlain(Exception):
    """What should be read is a folder, a pipe or a device."""


def is_folder(path: Path) -> bool:
    """Whether a folder lies there itself: no file of ours takes its place, as it takes that of a link or a device."""
    return path.is_dir() and not path.is_symlink()


def open_regular(path: Path) -> int:
    """A descriptor of a regular file; NotPlain for anything else. OSError and ValueError as the system gives them."""
    # Asked before opening, because opening a device may have side effects; and again of what was opened.
    if not stat.S_ISREG(os.stat(path).st_mode):
        raise NotPlain
    descriptor = os.open(path, _READ_AT_ONCE)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise NotPlain
    return descriptor


def open_plain(path: Path, *, most: int) -> int:
    """A descriptor to read from; refuses what is no plain file (a pipe or device never ends) or is over `most` bytes.

    FileNotFoundError passes through: only the caller knows whether that is odd.
    """
    try:
        descriptor = open_regular(path)
    except FileNotFoundError:
        raise
    except NotPlain:
        raise WrongUse(f"{path} is not a plain file") from None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise WrongUse(f"cannot read {path}: {why.lower()}") from error
    size = os.fstat(descriptor).st_size
    if size <= most:
        return descriptor
    os.close(descriptor)
    raise BadRecord(f"{size:,} bytes, the limit is {most:,}", source=path.name)


def read_small(path: Path, *, most: int = MAX_SMALL, private: bool = False) -> bytes | None:
    """A whole small file, None if there is none; if `private`, refused if others may read it."""
    try:
        descriptor = open_plain(path, most=most)
    except FileNotFoundError:
        return None
    with os.fdopen(descriptor, "rb") as stream:
        mode = stat.S_IMODE(os.fstat(stream.fileno()).st_mode)
        if private and sys.platform != "win32" and mode & 0o077:
            raise WrongUse(f"others may read or write {path} (mode {mode:03o})", f"chmod 600 {path}")
        return stream.read(most)
