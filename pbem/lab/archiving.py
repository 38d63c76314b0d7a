"""What an archive of many logs takes by each engine, in turns, beside one process that does all of it.

Belongs here: what is measured, and that all find the same. Must not be here: printing. docs/performance.md says what
each figure means.
"""

from __future__ import annotations

import json
import os
import sqlite3
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from pbem.archive.tables import OF_RUN, TABLES
from pbem.audit.sheets.document import document
from pbem.audit.verify import verify
from pbem.errors import PbemError
from pbem.lab.many_logs import write_logs
from pbem.limits import MAX_WORDS

RATIO_BAR, PARENT_BAR, BUSY_BAR, WORKER_BAR = 1.15, 4.0, 0.95, 150.0
DASK_BAR, DASK_START = 1.25, 5.0
TURNS = 8  # parts of the archive, each judged by all engines in another order
COMPARED = 20  # logs that `pbem verify` judges, too
SAID_ALIKE = ("events", "bytes", "sha256", "rounds", "result", "by", "score", "policy", "witness", "engine", "status")
_RUN = """
import json, os, sys, time
from pathlib import Path
from pbem.archive.run import RunWish, run_over
folder, table, engine, jobs = sys.argv[1:]
own = time.process_time()
done = run_over(RunWish((folder,), Path(table), engine=engine, jobs=int(jobs)), lambda _: None, lambda *_: None)
parent, of_all = time.process_time() - own, os.times()
print(json.dumps([done.logs, sum(of_all[:4]), parent, done.busy]))
"""


class EngineFigures(msgspec.Struct, frozen=True):
    """Seconds of the processor for all logs, of parent and children; `in_logs` of these were spent judging.

    `ratio` is that to one process, the median of the turns, `spread` how far its middle half lies apart in per cent.
    `busy` is the share of the time in which workers had a log while there were any; `worker_mb` the most memory of one.
    """

    engine: str
    jobs: int
    cpu_s: float
    in_logs_s: float
    ratio: float
    spread: float
    parent_ms_a_log: float
    busy: float
    worker_mb: float


class ArchiveBench(msgspec.Struct, frozen=True):
    """What `pbem bench --archive` prints. `same_table` says that all engines found the same; `compared` logs were put
    beside `pbem verify`, `as_verify` says that these rows are what it says.
    """

    logs: int
    events: int
    mb: float
    turns: int
    engines: tuple[EngineFigures, ...]
    same_table: bool
    compared: int
    as_verify: bool


@dataclass(slots=True)
class _Ran:
    """What one engine took, turn by turn: logs, seconds of all, seconds of the parent, share of time at work."""

    engine: str
    jobs: int
    table: Path
    turns: list[tuple[int, float, float, float]] = field(default_factory=list)


def archive_bench(count: int) -> ArchiveBench:
    """Makes an archive of so many logs, measures, and throws it away."""
    with tempfile.TemporaryDirectory() as made:
        root = Path(made)
        parts = max(1, min(TURNS, count // 50))
        paths = write_logs(root / "made", count)
        folders = [root / f"part{number}" for number in range(parts)]
        moved = [_move(path, folders[at % parts] / f"{at:05}") for at, path in enumerate(paths)]
        runs = [_Ran(engine, jobs, root / f"{engine}{jobs}.sqlite") for engine, jobs in _engines()]
        for turn, folder in enumerate(folders):
            first = turn % len(runs)
            for run in (*runs[first:], *runs[:first]):
                run.turns.append(_run(folder, run))
        tables = [contents(run.table) for run in runs]
        if len(tables[0]["log"]) != count:
            raise PbemError(f"{count:,} logs were made, {len(tables[0]['log']):,} judged")
        rows = {row["path"]: row for row in tables[0]["log"]}
        some = moved[:: max(1, count // COMPARED)]
        return ArchiveBench(
            logs=count, events=sum(row["events"] for row in tables[0]["log"]),
            mb=round(sum(path.stat().st_size for path in moved) / 1e6, 1), turns=parts,
            engines=tuple(_figures(run, runs[0]) for run in runs),
            same_table=all(table == tables[0] for table in tables), compared=len(some),
            as_verify=all(not unlike(rows[str(path)], document(verify(path, "full"))) for path in some),
        )  # fmt: skip


def _engines() -> list[tuple[str, int]]:
    found = [("one", 1), ("pool", 1), ("pool", 2), ("pool", 4)]
    return [*found, ("dask", 2)] if _is_here("distributed") else found


def _is_here(module: str) -> bool:
    from importlib.util import find_spec

    return find_spec(module) is not None


def _move(path: Path, folder: Path) -> Path:
    folder.mkdir(parents=True)
    return path.rename(folder / path.name)


def _run(folder: Path, run: _Ran) -> tuple[int, float, float, float]:
    """One run in a new process, as a command is."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(part for part in sys.path if part)}
    words = [sys.executable, "-c", _RUN, str(folder), str(run.table), run.engine, str(run.jobs)]
    done = subprocess.run(words, capture_output=True, text=True, env=environment, check=False)
    if done.returncode:
        raise PbemError(f"{run.engine} with {run.jobs} failed: {done.stderr.strip()[-200:]}")
    logs, cpu, parent, busy = json.loads(done.stdout)
    return logs, cpu, parent, busy


def _figures(run: _Ran, bare: _Ran) -> EngineFigures:
    ratios = [cpu / alone for (_, cpu, _, _), (_, alone, _, _) in zip(run.turns, bare.turns, strict=True)]
    logs = sum(turn[0] for turn in run.turns)
    with closing(sqlite3.connect(run.table)) as base:
        in_logs, most = base.execute("SELECT sum(cpu), max(peak_mb) FROM log").fetchone()
    parent = sum(turn[2] for turn in run.turns) - (in_logs if run.engine == "one" else 0)  # there it judges itself
    return EngineFigures(
        engine=run.engine, jobs=run.jobs, cpu_s=round(sum(turn[1] for turn in run.turns), 2),
        in_logs_s=round(in_logs, 2), ratio=round(statistics.median(ratios), 3), spread=round(_spread(ratios), 1),
        parent_ms_a_log=round(1000 * parent / logs, 2),
        busy=round(min(turn[3] for turn in run.turns), 3), worker_mb=round(most, 1),
    )  # fmt: skip


def _spread(ratios: Sequence[float]) -> float:
    if len(ratios) < 2:
        return 0.0
    low, middle, high = statistics.quantiles(ratios, n=4, method="inclusive")
    return 100 * (high - low) / middle


def contents(table: Path) -> dict[str, list[dict[str, Any]]]:
    """All that a table says of logs, in an order of its own, without what no two runs have alike."""
    found: dict[str, list[dict[str, Any]]] = {}
    with closing(sqlite3.connect(table)) as base:
        for name in TABLES:
            if name != "run":
                columns = [column for column in TABLES[name] if column not in OF_RUN]
                rows = base.execute(f"SELECT {', '.join(columns)} FROM {name}").fetchall()
                found[name] = [dict(zip(columns, row, strict=True)) for row in sorted(rows, key=repr)]
    return found


def unlike(row: Mapping[str, Any], said: Mapping[str, Any]) -> list[str]:
    """Where the row of a log is not what `pbem verify --json` says of it."""
    first: Mapping[str, Any] = next((one for one in said["findings"] if one["severity"] == "fault"), {})
    expected = {name: said[name] for name in SAID_ALIKE} | {
        "gid": said["game"], "judged_by": said["build"], "kind": first.get("kind"),
        "line": first.get("line"), "round": first.get("round"), "accused": first.get("seat", ""),
        "error": said["verdict"][:MAX_WORDS] if said["status"] else "",
        "builds": json.dumps(said["builds"], sort_keys=True, ensure_ascii=False),
    }  # fmt: skip
    return [name for name, value in expected.items() if row[name] != value]
