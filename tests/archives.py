"""Small archives for tests, and what work in them may do."""

from __future__ import annotations

import io
import os
import sqlite3
import time
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from pbem.archive.run import RunDone, RunWish, run_over
from pbem.archive.tables import OF_RUN, TABLES, ArchiveTask

ROOT = Path(__file__).resolve().parents[1]
LOGS = ROOT / "logs"
SHORT = LOGS / "fallujah" / "april_lost" / "game.pbem"
OTHER = LOGS / "enduring_freedom" / "strategic_defeat" / "game.pbem"


def spoilt(log: bytes) -> dict[str, bytes]:
    """A log doubled, cut inside a line, and with a bit flipped in its middle."""
    middle = len(log) // 2
    cut = log[: log.index(b"\n", middle) - 40]
    at = log.index(b'"say":"', middle) + 8
    return {"doubled": log + log, "cut": cut, "flipped": log[:at] + bytes([log[at] ^ 1]) + log[at + 1 :]}


def zip_of(files: Mapping[str, bytes]) -> bytes:
    """A zip file of these, packed."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in files.items():
            file.writestr(name, content)
    return packed.getvalue()


def fill(folder: Path, files: Mapping[str, bytes]) -> Path:
    """A folder with these files in it, in folders of their own."""
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    return folder


def judge(*folders: Path, table: Path, engine: str = "one", **wish: Any) -> RunDone:
    """One run over folders."""
    asked = RunWish(tuple(map(str, folders)), table, engine=engine, started="now", **wish)
    return run_over(asked, lambda _count: None, lambda _store, _done: None)


def rows(table: Path, name: str = "log") -> list[dict[str, Any]]:
    """All rows of a table in an order of its own, without what no two runs have alike."""
    names = [column for column in TABLES[name] if column not in OF_RUN]
    base = sqlite3.connect(table)
    try:
        found = base.execute(f"SELECT {', '.join(names)} FROM {name}").fetchall()
    finally:
        base.close()
    return [dict(zip(names, row, strict=True)) for row in sorted(found, key=repr)]


def everything(table: Path) -> dict[str, list[dict[str, Any]]]:
    """All tables but that of the runs."""
    return {name: rows(table, name) for name in TABLES if name != "run"}


def by_name(table: Path) -> dict[str, dict[str, Any]]:
    """The rows of the logs, by the last parts of their paths."""
    return {Path(row["path"]).name + row["part"]: row for row in rows(table)}


def odd_work(task: bytes, ask: Any) -> bytes:
    """Work in a guarded process: never ends, kills it, eats memory or says too much, as a log's name asks."""
    from pbem.archive.measure import work

    given = msgspec.msgpack.decode(task, type=ArchiveTask)
    if "endless" in given.name:
        while True:
            time.sleep(0.01)
    if "deadly" in given.name:
        os._exit(3)
    if "hungry" in given.name:
        try:
            _ = bytearray(2**31)
        except MemoryError:
            os._exit(4)
    if "wordy" in given.name:
        return bytes(2**26 + 1)
    print("words that are nobody's business")  # they must not come between two answers
    return work(task, ask)
