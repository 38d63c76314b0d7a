"""Who does the tasks of an archive: this process, or others beside it.

Belongs here: handing out tasks and taking in answers, one for each task whatever happens. Must not be here: the work,
the table.
"""

from __future__ import annotations

import contextlib
import queue
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Protocol

import msgspec

from pbem.archive.tables import ArchiveTask, TaskAnswer, not_read
from pbem.disk.guarded import Ended, Guarded

Known = Callable[[str], bool]
Answered = tuple[ArchiveTask, TaskAnswer]


class TaskEngine(Protocol):
    """Gives one answer for each task, in any order; `busy` is the share of the time that its workers had a task."""

    busy: float

    def map(self, tasks: Iterable[ArchiveTask], known: Known) -> Iterator[Answered]: ...
    def close(self) -> None: ...


class InProcess:
    """This process alone, without a guard: what never ends keeps it from ending."""

    busy = 1.0

    def map(self, tasks: Iterable[ArchiveTask], known: Known) -> Iterator[Answered]:
        """One after the other."""
        from pbem.archive.measure import measure

        for task in tasks:
            yield task, measure(task, known)

    def close(self) -> None:
        """Nothing is left open."""
        from pbem.archive import far, zipped

        zipped.forget()
        far.forget()


def guarded_answer(guard: Guarded, task: ArchiveTask, limit: float, known: Known) -> TaskAnswer:
    """The answer of a guarded process; a row that says why if there is none."""
    def answer(sha256: bytes) -> bytes:
        return b"1" if known(sha256.decode()) else b"0"

    try:
        said = guard.do(msgspec.msgpack.encode(task), limit, answer)
    except Ended as end:
        return TaskAnswer([not_read(task, str(end))])
    return msgspec.msgpack.decode(said, type=TaskAnswer)


class ProcessPool:
    """So many guarded processes, each driven by a thread; at most two tasks a process wait."""

    busy = 1.0

    def __init__(self, jobs: int, limit: float, work: str) -> None:
        self._jobs, self._limit = jobs, limit
        self._guards = [Guarded(work) for _ in range(jobs)]
        self._tasks: queue.SimpleQueue[ArchiveTask | None] = queue.SimpleQueue()
        self._came: queue.SimpleQueue[Answered | _Question | BaseException] = queue.SimpleQueue()
        self._begun: dict[int, float] = {}  # by thread: since when it has a task
        self._worked, self._fed, self._open = 0.0, 0.0, 0.0  # seconds of all threads; those while tasks were left
        self._is_closed = False
        for guard in self._guards:
            threading.Thread(target=self._drive, args=(guard,), daemon=True).start()

    def _drive(self, guard: Guarded) -> None:
        """A thread: it waits nearly always."""
        me = threading.get_ident()
        while (task := self._tasks.get()) is not None:
            start = self._begun[me] = time.monotonic()
            try:
                self._came.put((task, guarded_answer(guard, task, self._limit, self._ask)))
            except BaseException as error:  # whoever waits for the answer must hear of it
                self._came.put(error)
            del self._begun[me]
            self._worked += time.monotonic() - start

    def _ask(self, sha256: str) -> bool:
        question = _Question(sha256)
        self._came.put(question)
        while not self._is_closed:
            with contextlib.suppress(queue.Empty):
                return question.reply.get(timeout=1.0)
        raise Ended("the work was stopped")

    def map(self, tasks: Iterable[ArchiveTask], known: Known) -> Iterator[Answered]:
        """As many at once as there are processes. Whether a log is known is looked up here, where this runs."""
        waiting, start, before = 0, time.monotonic(), self._worked
        for task in tasks:
            self._tasks.put(task)
            waiting += 1
            while waiting >= 2 * self._jobs:
                if (answered := self._next(known)) is not None:
                    waiting -= 1
                    yield answered
        now = time.monotonic()  # from here on some have nothing to do
        self._open += (now - start) * self._jobs
        self._fed += self._worked - before + sum(now - begun for begun in list(self._begun.values()))
        self.busy = min(1.0, self._fed / self._open) if self._fed else 1.0
        while waiting:
            if (answered := self._next(known)) is not None:
                waiting -= 1
                yield answered

    def _next(self, known: Known) -> Answered | None:
        """The next answer; None if it was a question."""
        came = self._came.get()
        if isinstance(came, BaseException):
            raise came
        if isinstance(came, _Question):
            came.reply.put(known(came.sha256))
            return None
        return came

    def close(self) -> None:
        """No task begins any more, and the processes are gone."""
        self._is_closed = True
        for guard in self._guards:
            self._tasks.put(None)
            guard.close()


class _Question:
    """Whether a log of this SHA-256 is known, and where the reply goes."""

    def __init__(self, sha256: str) -> None:
        self.sha256 = sha256
        self.reply: queue.SimpleQueue[bool] = queue.SimpleQueue()
