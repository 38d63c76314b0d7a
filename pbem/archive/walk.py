"""What lies in the folders of an archive: files to judge, and what cannot be one.

Belongs here: names, sizes, times; no link is followed and no file is opened. Must not be here: what is in a file.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from pbem.archive.far import far_name, is_far, near_path, walk_far
from pbem.desk.overlay import overlay_of

LOGS = (".pbem", ".zip", ".mbox")


class ArchiveFile(NamedTuple):
    """`path` is what the system calls it, `name` what people; `why` says why it is not read, empty if it may be.

    Of what `is_refused` nobody knows whether something lies there, or below it.
    """

    name: str
    path: bytes
    size: int = 0
    mtime_ns: int = 0
    why: str = ""
    is_refused: bool = False


def walk(named: Iterable[str]) -> Iterator[ArchiveFile]:
    """All logs, packets, bundles, zip files and mailboxes in some folders, in the order of their names.

    What is named itself is taken whatever it is called.
    """
    for one in map(near_path, named):
        if is_far(one):
            for far in walk_far(one, LOGS):
                at = far.address.encode("utf-8", "surrogateescape")
                name = shown(far_name(far.address).encode("utf-8", "surrogateescape"))
                yield ArchiveFile(name, at, far.size, far.stamp, far.why, bool(far.why))
            continue
        path = os.path.abspath(os.fsencode(one))
        try:
            is_folder = os.path.isdir(path)
            if not is_folder:
                yield _file(path, os.stat(path))
        except (OSError, ValueError) as error:
            yield _refused(path, error)
            continue
        if is_folder:
            yield from _below(path)


def _below(top: bytes) -> Iterator[ArchiveFile]:
    waiting = [top]
    while waiting:
        folder = waiting.pop()
        try:
            with os.scandir(folder) as listing:
                entries = sorted(listing, key=lambda entry: entry.name)
        except OSError as error:
            yield _refused(folder, error)
            continue
        below = []
        for entry in entries:
            is_log = shown(entry.name).lower().endswith(LOGS)
            try:
                status = entry.stat(follow_symlinks=False)
                if stat.S_ISDIR(status.st_mode):
                    below.append(entry.path)
                elif stat.S_ISLNK(status.st_mode):
                    if is_log or entry.is_dir():
                        yield ArchiveFile(shown(entry.path), entry.path, why="a link, not followed")
                elif is_log or not stat.S_ISREG(status.st_mode):
                    yield _file(entry.path, status)
            except OSError as error:
                yield _refused(entry.path, error)
        waiting += reversed(below)


def _file(path: bytes, status: os.stat_result) -> ArchiveFile:
    why = "" if stat.S_ISREG(status.st_mode) else "a device or a pipe, not read"
    return ArchiveFile(shown(path), path, status.st_size, status.st_mtime_ns, why)


def _refused(path: bytes, error: OSError | ValueError) -> ArchiveFile:
    why = (getattr(error, "strerror", None) or str(error)).lower()
    return ArchiveFile(shown(path), path, why=why, is_refused=True)


def shown(path: bytes) -> str:
    """A path as text; bytes that are no text are written as `\\xNN`, so a backslash in a name is written as two."""
    doubled = path if os.sep == "\\" else path.replace(b"\\", b"\\" * 2)
    return doubled.decode("utf-8", "backslashreplace")


def full_name(named: str) -> str:
    """What people call a folder that was named in any way, from the root on."""
    named = near_path(named)
    if is_far(named):
        return shown(far_name(named).encode("utf-8", "surrogateescape"))
    return shown(os.path.abspath(os.fsencode(named)))


def data_beside(folder: bytes) -> str:
    """What tells the corrected data in a folder of logs from others; empty if there are none."""
    overlay = overlay_of(Path(os.fsdecode(folder))) if not is_far(folder) else None
    if overlay is None:
        return ""
    said = []
    try:
        for path in sorted(overlay.iterdir()):
            if path.suffix.lower() == ".toml":
                status = path.stat()
                said.append((path.name, status.st_size, status.st_mtime_ns))
    except OSError as error:
        said.append((str(error), 0, 0))
    return sha256(repr(said).encode("utf-8", "surrogateescape")).hexdigest()
