"""A command that is killed at its k-th touch of the disk, for every k: nothing of it runs after that.

The command runs in a forked process that ends itself without a word, just before a file is opened for writing,
made, renamed, removed, shortened, written or synced; in the middle of what is written, if asked.
"""

from __future__ import annotations

import contextlib
import io
import os
import secrets
import sys
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

KILLED = 77
CHANGING = {"os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.truncate", "os.link", "os.symlink", "os.chmod"}
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


def killed_at(touch: int, command: Callable[[], int], under: Path, *, torn: bool = False) -> int:
    """Runs `command` in a process of its own, killed at that touch of the disk below `under`, counted from 1.

    KILLED if it was; else what it gave. `torn`: only what is written counts, and of the last one half gets to the disk.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that a process with threads is copied: none of them is used there
        child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    try:
        _die_at(touch, under, torn)
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            os._exit(command())
    except BaseException:
        os._exit(99)


def everywhere(command: Callable[[], int], under: Path, *, torn: bool = False) -> Iterator[tuple[int, int]]:
    """Each touch and what `command` gave, up to the first that it did not reach; the caller restores all between."""
    for touch in range(1, 10_000):
        status = killed_at(touch, command, under, torn=torn)
        yield touch, status
        if status != KILLED:
            return


def _die_at(touch: int, under: Path, torn: bool) -> None:
    left = touch

    def step() -> bool:
        """Whether this is the touch."""
        nonlocal left
        left -= 1
        return left == 0

    def seen(event: str, given: tuple[Any, ...]) -> None:
        is_change = event in CHANGING or (event == "open" and bool(given[2] & WRITING))
        if not torn and is_change and _is_below(given[0], under) and step():
            os._exit(KILLED)

    write, fsync = os.write, os.fsync

    def written(descriptor: int, content: Any) -> int:
        if step():
            write(descriptor, bytes(content)[: len(content) // 2 if torn else 0])
            os._exit(KILLED)
        return write(descriptor, content)

    def synced(descriptor: int) -> None:
        if not torn and step():
            os._exit(KILLED)
        fsync(descriptor)

    os.write, os.fsync = written, synced
    named: Any = secrets
    named.token_hex = lambda size: os.urandom(size).hex()  # whoever comes later names no unfinished file as we did
    sys.addaudithook(seen)


def _is_below(path: Any, under: Path) -> bool:
    return isinstance(path, str | bytes | os.PathLike) and os.fsdecode(path).startswith(str(under))
