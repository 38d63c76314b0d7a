"""What many games would take: from some of the logs of an archive to hours, memory, disk and money.

Belongs here: which logs, and what follows from what they took. Must not be here: the table, what people are shown.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from pbem.archive.engines import ProcessPool
from pbem.archive.measure import nothing_known
from pbem.archive.opening import too_large
from pbem.archive.run import WORK, RunWish, check_addresses, found_in
from pbem.archive.tables import NOT_READ, ArchiveTask, LogFacts
from pbem.archive.walk import ArchiveFile
from pbem.errors import WrongUse

SAMPLE = 50
JUDGED_PARTS = 3  # logs judged of one zip file


class ArchivePlan(msgspec.Struct, frozen=True):
    """What so many `games` take that are like the logs here. Hours are those of `cores` that do nothing else.

    `sampled` logs out of the `files` here were judged, `unread` of them could not be read. `money` is that for all
    hours of all cores together.
    """

    games: int
    files: int
    sampled: int
    unread: int
    level: str
    cpu_a_game: float
    core_hours: float
    cores: int
    hours: float
    memory_mb: float
    disk_mb: float
    price: float
    money: float


def plan(wish: RunWish, games: int, price: float) -> ArchivePlan:
    """Judges some logs in one process under guard and keeps nothing; the same logs each time."""
    check_addresses(wish.folders)
    files = [file for file in found_in(wish.folders) if not file.why]
    chosen = [f for f in sampled(files) if f.size <= wish.most or f.name.lower().endswith(".zip")]
    if not chosen:
        why = "" if not files else f": the smallest has {too_large(min(f.size for f in files), wish.most)}"
        raise WrongUse(f"there is no log to judge{why}", "name a folder in which logs lie")
    engine = ProcessPool(1, wish.limit, WORK)
    try:
        took = [_took(file, wish, engine) for file in chosen]
        again: dict[str, int] = {}  # the first log of each game also read its rules
        for number, one in enumerate(took):
            for log in one.logs:
                again.setdefault(str(log.log["engine"]), number)
        for number in set(again.values()):
            took[number] = _took(chosen[number], wish, engine)
    finally:
        engine.close()
    rows = [log.log for one in took for log in one.logs]
    count = sum(one.count for one in took)
    cpu = sum(one.cpu * one.count for one in took) / count
    hours = cpu * games / 3600
    return ArchivePlan(
        games=games, files=len(files), sampled=len(rows), unread=sum(row["status"] == NOT_READ for row in rows),
        level=wish.level, cpu_a_game=round(cpu, 6), core_hours=round(hours, 6), cores=wish.jobs,
        hours=round(hours / min(wish.jobs, games), 6),
        memory_mb=round(wish.jobs * max(row["peak_mb"] or 0.0 for row in rows), 1),
        disk_mb=round(games * sum(file.size for file in chosen) / count / 1e6, 3),
        price=price, money=round(hours * price, 4),
    )


def sampled(files: Sequence[ArchiveFile], most: int = SAMPLE) -> list[ArchiveFile]:
    """So many files, from the smallest to the largest at equal steps; all if there are not more."""
    ordered = sorted(files, key=lambda file: (file.size, file.name))
    if len(ordered) <= most:
        return ordered
    return [ordered[(2 * step + 1) * len(ordered) // (2 * most)] for step in range(most)]


@dataclass(frozen=True, slots=True)
class _Took:
    """The logs that were judged of a file, how many lie in it, seconds of the processor for one."""

    logs: list[LogFacts]
    count: int
    cpu: float


def _took(file: ArchiveFile, wish: RunWish, engine: ProcessPool) -> _Took:
    """The whole file judged; of many logs in a zip file some."""
    task = ArchiveTask(file.name, file.path, "", file.size, file.mtime_ns, wish.level, wish.most)
    logs, parts, took = _judged([task], engine)
    count = len(parts) or len(logs)
    if parts:
        step = max(1, len(parts) // JUDGED_PARTS)
        some = [msgspec.structs.replace(task, part=part) for part in parts[step // 2 :: step][:JUDGED_PARTS]]
        logs, _, took = _judged(some, engine)
    return _Took(logs, count, took / len(logs))


def _judged(tasks: Sequence[ArchiveTask], engine: ProcessPool) -> tuple[list[LogFacts], list[str], float]:
    """Their logs, the names of parts, and the seconds that all took; those on the wall if a process was ended."""
    logs: list[LogFacts] = []
    parts: list[str] = []
    start, cpu = time.perf_counter(), time.process_time()
    for _, answer in engine.map(tasks, nothing_known):
        logs += answer.logs
        parts += answer.parts
    if any(log.log["cpu"] is None for log in logs):
        return logs, parts, time.perf_counter() - start
    return logs, parts, time.process_time() - cpu + sum(log.log["cpu"] for log in logs)
