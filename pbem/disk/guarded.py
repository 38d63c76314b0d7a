"""Work done by a process of its own, under a limit of time and one of memory: it may hang or die, and we go on.

Belongs here: the process, its pipes, its end. Must not be here: which work. A frame is four bytes of its length, a
letter (`t` a task, `r` its result, `x` its length if that is too much, `q` a question meanwhile, `a` its answer) and
what it says.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import IO

from pbem.limits import MAX_FRAME, MAX_WORKER_MEMORY

Ask = Callable[[bytes], bytes]
"""Puts a question to whoever gave the task."""
START_PATIENCE = 120.0  # seconds until it is ready
_RUN = "from pbem.disk.guarded import serve; serve()"


class Ended(Exception):
    """The process is gone without a result; its text says why."""


class Guarded:
    """One process that does `MODULE:FUNCTION` for one task after the other; a new one comes for one that has ended."""

    def __init__(self, work: str) -> None:
        self._work = work
        self._process: subprocess.Popen[bytes] | None = None
        self.is_closed = False

    def do(self, task: bytes, limit: float, answer: Callable[[bytes], bytes]) -> bytes:
        """The result; Ended if there is none after so many seconds, or if the process dies."""
        if self._process is None:
            self._within(START_PATIENCE, self._begin(), None, answer)
        assert self._process is not None
        return self._within(limit, self._process, task, answer)

    def _within(
        self, limit: float, process: subprocess.Popen[bytes], task: bytes | None, answer: Callable[[bytes], bytes]
    ) -> bytes:
        """The next result; of no task: that it is ready."""
        assert process.stdin is not None
        assert process.stdout is not None
        late: list[bool] = []

        def stop() -> None:
            late.append(True)
            process.kill()

        timer = threading.Timer(limit, stop)
        timer.daemon = True
        timer.start()
        try:
            if task is not None:
                _write(process.stdin, b"t", task)
            while True:
                letter, said = _read(process.stdout)
                if letter == b"r":
                    return said
                if letter == b"x":
                    raise Ended(f"its answer has {int(said):,} bytes, the limit is {MAX_FRAME:,}")
                _write(process.stdin, b"a", answer(said))
        except (OSError, EOFError):
            self._end()
            status = process.returncode
            raise Ended(f"no end after {limit:g} seconds" if late else _how(status)) from None
        finally:
            timer.cancel()
            timer.join()
            if late:  # perhaps just behind the result
                self._end()

    def close(self) -> None:
        """The process is gone, whatever it was at, and no other comes."""
        self.is_closed = True
        self._end()

    def _begin(self) -> subprocess.Popen[bytes]:
        if self.is_closed:
            raise Ended("the work was stopped")
        words = [sys.executable, "-P", "-c", _RUN, self._work]  # -P: nothing is imported from where we stand
        own_group = 0 if sys.platform != "win32" else None  # a Ctrl-C is for us, and we end it
        try:
            self._process = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, process_group=own_group
            )
        except OSError as error:
            raise Ended(f"no process could be begun for it: {(error.strerror or str(error)).lower()}") from None
        return self._process

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()


def _how(status: int | None) -> str:
    if status is None or status >= 0:
        return f"its process ended with status {status}"
    return f"its process was ended by signal {-status}"


def _write(pipe: IO[bytes], letter: bytes, said: bytes) -> None:
    pipe.write(len(said).to_bytes(4, "big") + letter + said)
    pipe.flush()


def _read(pipe: IO[bytes]) -> tuple[bytes, bytes]:
    head = pipe.read(5)
    size = int.from_bytes(head[:4], "big")
    if len(head) < 5 or size > MAX_FRAME:
        raise EOFError
    said = pipe.read(size)
    if len(said) < size:
        raise EOFError
    return head[4:], said


# ---------------------------------------------------------------- in the process


def serve() -> None:
    """Does the work named on the command line until nobody asks any more; it ends with whoever began it."""
    given, results = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(2, 1)  # what the work prints goes no way of ours
    module, _, name = sys.argv[1].partition(":")
    work: Callable[[bytes, Ask], bytes] = getattr(importlib.import_module(module), name)
    _bound_memory()
    came: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(given, came), daemon=True).start()

    def tell(letter: bytes, said: bytes) -> None:
        try:
            _write(results, letter, said)
        except BrokenPipeError:  # whoever began it was stopped, perhaps before it knew of us
            os._exit(0)

    def ask(question: bytes) -> bytes:
        tell(b"q", question)
        return came.get()

    tell(b"r", b"")  # ready
    while True:
        result = work(came.get(), ask)
        if len(result) > MAX_FRAME:
            tell(b"x", b"%d" % len(result))
        else:
            tell(b"r", result)


def _listen(given: IO[bytes], came: queue.SimpleQueue[bytes]) -> None:
    """A thread of its own: it hears that nobody waits any more even if the work never ends."""
    try:
        while True:
            came.put(_read(given)[1])
    finally:
        os._exit(0)


def _bound_memory() -> None:
    """More memory than that is refused to this process, where a system can."""
    if sys.platform == "linux":
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (MAX_WORKER_MEMORY, MAX_WORKER_MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def forget_peak() -> None:
    """The peak of memory counts from now on, where a system can."""
    with contextlib.suppress(OSError), open("/proc/self/clear_refs", "w", encoding="ascii") as file:
        file.write("5")


def peak_mb() -> float:
    """The most memory that this process had since `forget_peak`, in MB; 0 if unknown."""
    with contextlib.suppress(OSError, ValueError), open("/proc/self/status", encoding="ascii") as file:
        for line in file:
            if line.startswith("VmHWM:"):
                return round(int(line.split()[1]) / 1024, 1)
    return 0.0

