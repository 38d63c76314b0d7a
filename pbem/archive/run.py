"""One run over an archive: what is found is judged, if it is not known, and kept.

Belongs here: the order of things. Must not be here: how a file is read, how a task is done, what people are shown.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pbem.archive.choice import check_engine, engine_for
from pbem.archive.engines import TaskEngine
from pbem.archive.far import check_address, is_far, near_path
from pbem.archive.opening import too_large
from pbem.archive.store import ArchiveStore, writing
from pbem.archive.tables import WORST, ArchiveTask, Level, LogFacts, TaskAnswer, not_read
from pbem.archive.walk import ArchiveFile, full_name, walk
from pbem.audit.findings.finding import SOUND
from pbem.build import build_of
from pbem.errors import Unsupported
from pbem.limits import MAX_ARCHIVED, MAX_JUDGING
from pbem.ruleset import find_engine, installed

WORK = "pbem.archive.measure:work"


@dataclass(frozen=True, slots=True)
class RunWish:
    """What is asked for: which folders, at which level, by whom, within which bounds."""

    folders: tuple[str, ...]
    table: Path
    level: Level = "full"
    engine: str = "pool"
    jobs: int = 1
    limit: float = MAX_JUDGING
    most: int = MAX_ARCHIVED
    recheck: bool = False
    words: str = ""
    started: str = ""


@dataclass(slots=True)
class RunDone:
    """What came of a run so far; `seconds` and `cpu` are those of the whole run, processes beside it included."""

    logs: int = 0
    known: int = 0
    by_status: dict[str, int] = field(default_factory=dict)
    by_verdict: dict[str, int] = field(default_factory=dict)
    seconds: float = 0.0
    cpu: float = 0.0
    busy: float = 1.0

    @property
    def status(self) -> int:
        """The worst of all, as `pbem verify` orders them; what was not read comes last."""
        return next((status for status in WORST if str(status) in self.by_status), SOUND)


Shown = Callable[[int], None]
"""Is told how many logs are done."""


def run_over(wish: RunWish, show: Shown, look: Callable[[ArchiveStore, RunDone], None]) -> RunDone:
    """Judges all that is not known and keeps it; `look` sees the table when all is done, before it is closed."""
    done, start, cpu = RunDone(), time.perf_counter(), _cpu()
    engine: TaskEngine | None = None
    check_engine(wish.engine)
    check_addresses(wish.folders)
    limits = f"{wish.limit:g} {wish.most}"
    with writing(wish.table, limits, wish.level, _is_current) as store:
        engine = engine_for(wish.engine, wish.jobs, wish.limit, WORK)
        try:
            store.begin(wish.started, wish.words, wish.engine, wish.jobs, _builds())
            run = _Run(wish, store, engine, done, show)
            run.all()
            store.forget_gone([full_name(one) for one in wish.folders], run.refused)
            store.finish(time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()))
        finally:
            done.busy = round(engine.busy, 3)
            engine.close()
        for verdict, status, _, _, count in store.statuses():
            done.logs += count
            done.by_status[str(status)] = done.by_status.get(str(status), 0) + count
            done.by_verdict[verdict] = done.by_verdict.get(verdict, 0) + count
        done.seconds, done.cpu = round(time.perf_counter() - start, 3), round(_cpu() - cpu, 3)
        look(store, done)
    return done


class _Run:
    def __init__(
        self, wish: RunWish, store: ArchiveStore, engine: TaskEngine, done: RunDone, show: Shown
    ) -> None:
        self._wish, self._store, self._engine, self._done, self._show = wish, store, engine, done, show
        self._later: list[ArchiveTask] = []
        self.refused: list[str] = []  # what the walk could not look at
        self._count = 0

    def all(self) -> None:
        """All tasks, then those that came of them."""
        self._do(self._tasks())
        while self._later:
            tasks, self._later = self._later, []
            self._do(iter(tasks))

    def _do(self, tasks: Iterator[ArchiveTask]) -> None:
        for task, answer in self._engine.map(tasks, self._is_same):
            self._keep(task, answer)

    def _is_same(self, sha256: str) -> bool:
        return not self._wish.recheck and self._store.is_same(sha256)

    def _tasks(self) -> Iterator[ArchiveTask]:
        """What must be read."""
        for file in found_in(self._wish.folders):
            task = self._task(file)
            if file.is_refused:
                self.refused.append(file.name)
            why = file.why or (too_large(file.size, task.most) if _is_too_large(task) else "")
            if why:
                self._keep(task, TaskAnswer([not_read(task, why)]))
            elif not self._wish.recheck and (known := self._store.known_logs(task)):
                self._done.known += known
                self._told()
            else:
                yield task

    def _task(self, file: ArchiveFile) -> ArchiveTask:
        return ArchiveTask(file.name, file.path, "", file.size, file.mtime_ns, self._wish.level, self._wish.most)

    def _keep(self, task: ArchiveTask, answer: TaskAnswer) -> None:
        logs, is_whole = answer.logs, True
        if answer.known:
            row = self._store.same_row(task, answer.known)
            if row is None:  # the file that it was judged in has changed meanwhile
                self._later.append(task)
                return
            logs, is_whole = [LogFacts(row)], False
        if not task.part:
            self._store.open_file(task, len(answer.parts) or len(logs))
            self._later += [_part(task, name) for name in answer.parts]
        for one in logs:
            self._store.keep(one, whole=is_whole)
        self._store.breathe()
        self._told()

    def _told(self) -> None:
        self._count += 1
        self._show(self._count)


def _part(task: ArchiveTask, name: str) -> ArchiveTask:
    import msgspec

    return msgspec.structs.replace(task, part=name)


def _is_too_large(task: ArchiveTask) -> bool:
    return task.size > task.most and not task.name.lower().endswith(".zip")


def check_addresses(named: Sequence[str]) -> None:
    """WrongUse or Unsupported if one of these is an address that cannot be read at all."""
    for one in map(near_path, named):
        if is_far(one):
            check_address(one)


def found_in(named: Sequence[str]) -> Iterator[ArchiveFile]:
    """All that folders and files hold, each once."""
    seen: set[bytes] = set()
    for one in named:
        for file in walk([one]):
            if file.path not in seen:
                seen.add(file.path)
                yield file


_now: dict[str, str] = {}


def _is_current(engine: str, judged_by: str) -> bool:
    """Whether the rules that judged a log are those that are here now."""
    if engine not in _now:
        try:
            _now[engine] = build_of(find_engine(engine)) if engine else ""
        except Unsupported:
            _now[engine] = ""
    return _now[engine] == judged_by


def _builds() -> str:
    """The rulesets that are installed."""
    return " ".join(installed())


def _cpu() -> float:
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system
