"""Work that a copy of this process does meanwhile, where a system makes such copies cheaply.

Belongs here: the copy, its answer, its end. Must not be here: which work. A copy that dies gives no answer, and whoever
asked does the work himself.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Callable
from typing import NoReturn


class Second:
    """A copy at work. Whoever began one ends it."""

    def __init__(self, pid: int, answers: int) -> None:
        self._pid, self._answers = pid, answers
        self._is_over = False

    @classmethod
    def begin(cls, work: Callable[[], bytes]) -> Second | None:
        """None if no copy can be made safely or to any use: threads would not be copied, one core has no time."""
        if sys.platform in ("win32", "darwin") or _threads() > 1 or cores() < 2:
            return None
        try:
            answers, own = os.pipe()
        except OSError:
            return None
        try:
            pid = os.fork()
        except OSError:
            os.close(answers)
            os.close(own)
            return None
        if pid == 0:
            _work(work, own)
        os.close(own)
        return cls(pid, answers)

    def answer(self) -> bytes:
        """What the work gave; waits for it. Empty if it failed, or if the copy did not end by itself."""
        found = bytearray()
        while part := os.read(self._answers, 65_536):
            found += part
        return bytes(found) if self._wait() == 0 else b""

    def end(self) -> None:
        """The copy is gone, whatever it was at."""
        if not self._is_over:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._pid, signal.SIGKILL)
            self._wait()

    def _wait(self) -> int:
        self._is_over = True
        os.close(self._answers)
        return os.waitstatus_to_exitcode(os.waitpid(self._pid, 0)[1])


def _work(work: Callable[[], bytes], own: int) -> NoReturn:
    """In the copy: it leaves without a word to anybody but by this pipe."""
    status = 1
    try:
        rest = work()
        while rest:
            rest = rest[os.write(own, rest) :]
        status = 0
    finally:
        os._exit(status)


def _threads() -> int:
    """Those that run here; the system counts also those that Python does not know."""
    try:
        return len(os.listdir("/proc/self/task"))
    except OSError:
        return threading.active_count()


def cores() -> int:
    """Those that this process may use."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
