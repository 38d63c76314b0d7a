"""The tasks of an archive done by a worker of Dask, which may stand on another machine.

Belongs here: what runs there: a guarded process for each of its threads, and in that the same work, if its build is the
one that is asked for. Must not be here: Dask.
"""

from __future__ import annotations

import threading
import time
from functools import cache

import msgspec

from pbem.archive.measure import measure
from pbem.archive.tables import NOT_READ, OF_RUN, OTHER_DATA, ArchiveTask, LogFacts, TaskAnswer
from pbem.build import build_under
from pbem.disk.guarded import Ask, Ended, Guarded
from pbem.limits import MAX_WORKER_KEEPS
from pbem.ruleset import installed, module_of

IDLE = 60.0  # seconds after which a process that nobody asks is ended


class Errand(msgspec.Struct, frozen=True, array_like=True):
    """A task for whoever has this build; without a task it only asks for the build."""

    build: str
    task: bytes = b""


class Back(msgspec.Struct, frozen=True, array_like=True):
    """What comes of it: an answer, why there is none, or the `build` that is there if it is another."""

    answer: bytes = b""
    why: str = ""
    build: str = ""
    seconds: float = 0.0


@cache
def build_here() -> str:
    """The build of pbem and of all rulesets that are installed."""
    return build_under(("pbem", *sorted({module_of(name) for name in installed()} - {""})))


_told: dict[tuple[str, str], bytes] = {}  # by SHA-256 and level: what this process found of a log, the oldest first


def work(errand: bytes, ask: Ask) -> bytes:
    """`measure` for a guarded process, which knows the logs that it had itself."""
    given = msgspec.msgpack.decode(errand, type=Errand)
    if not given.task or given.build != build_here():
        return msgspec.msgpack.encode(Back(build=build_here()))
    task = msgspec.msgpack.decode(given.task, type=ArchiveTask)
    answer = measure(task, lambda sha256: (sha256, task.level) in _told)
    if answer.known:
        same = msgspec.msgpack.decode(_told[answer.known, task.level], type=LogFacts)
        same.log |= dict.fromkeys(OF_RUN, 0.0) | {name: getattr(task, name) for name in ("part", "size", "mtime_ns")}
        same.log["path"] = task.name
        answer = TaskAnswer([same])
    else:
        _keep(answer, task.level)
    return msgspec.msgpack.encode(Back(msgspec.msgpack.encode(answer)))


def _keep(answer: TaskAnswer, level: str) -> None:
    """What is found of a log holds for its equal, unless other data lay beside it."""
    for one in answer.logs:
        row = one.log
        if row["status"] != NOT_READ and row["engine"] and not row["judged_by"].endswith(OTHER_DATA):
            _told[row["sha256"], level] = msgspec.msgpack.encode(one)
    while sum(map(len, _told.values())) > MAX_WORKER_KEEPS:
        del _told[next(iter(_told))]


def run_errand(errand: bytes, limit: float, does: str) -> bytes:
    """What a thread of a worker does; it never raises."""
    start = time.monotonic()
    try:
        back = msgspec.msgpack.decode(_guard(does).do(errand, limit), type=Back)
    except Ended as end:
        back = Back(why=str(end))
    return msgspec.msgpack.encode(msgspec.structs.replace(back, seconds=time.monotonic() - start))


class _ThreadGuard:
    """The process of one thread; it ends when nobody has asked for long, as its client may be gone."""

    def __init__(self, does: str) -> None:
        self.does = does
        self._guard = Guarded(does)
        self._lock = threading.Lock()
        self._rest: threading.Timer | None = None
        self._asked = 0

    def do(self, errand: bytes, limit: float) -> bytes:
        with self._lock:
            if self._rest is not None:
                self._rest.cancel()  # else a minute of short tasks would leave a thread for each
            if self._guard.is_closed:
                self._guard = Guarded(self.does)
            self._asked += 1
            try:
                return self._guard.do(errand, limit, lambda _: b"0")
            finally:
                self._rest = threading.Timer(IDLE, self._end_idle, (self._asked,))
                self._rest.daemon = True
                self._rest.start()

    def _end_idle(self, asked: int) -> None:
        with self._lock:
            if asked == self._asked:
                self._guard.close()

    def close(self) -> None:
        """Whatever it was at."""
        self._guard.close()


_guards: dict[tuple[int, str], _ThreadGuard] = {}


def _guard(does: str) -> _ThreadGuard:
    return _guards.setdefault((threading.get_ident(), does), _ThreadGuard(does))


def end_guards() -> None:
    """The processes of all threads of this process are gone."""
    while _guards:
        _guards.popitem()[1].close()
