"""The tables of an archive, and what goes between the processes that fill them.

Belongs here: names and kinds of columns (docs/archives.md says what each means), a task, the answer to it.
Must not be here: SQL, files, how anything is found out.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from pbem.audit.findings.finding import BAD, FORK, MISSING, SOUND, UNCHECKED, UNKNOWN

Level = Literal["full", "audit"]
Values = dict[str, Any]
COLUMNS: dict[str, str] = {  # by table: names, each with the kind of what stands in it: text, integer, real
    "log": "path part size:i mtime_ns:i sha256 same_as gid engine engine_hash options level builds judged_by status:i "
    "verdict kind line:i round:i accused events:i bytes:i rounds:i turns:i complete:i result by score:i policy witness "
    "first_t:i last_t:i seconds:r cpu:r peak_mb:r error",
    "seat": "sha256 seat title person build role won:i left_by undos:i audited:i decisions:i seconds:i longest:i",
    "finding": "sha256 severity kind status:i line:i round:i seat rule text",
    "rule": "sha256 seat rule n:i",
    "dice": "sha256 seat sides:i rolls:i dice:i sum:i faces mean:r expected_mean:r p:r",
    "hits": "sha256 side rule decides sides:i rolls:i dice:i hits:i chances expected:r p:r",
    "claims": "sha256 seat rule made:i judged:i false:i",
    "place": "sha256 turn:i place side",
    "run": "started ended words engine jobs:i builds",
}
KINDS = {"": "TEXT", "i": "INTEGER", "r": "REAL"}
TABLES: dict[str, dict[str, str]] = {
    table: {name: KINDS[kind] for name, _, kind in (word.partition(":") for word in columns.split())}
    for table, columns in COLUMNS.items()
}
ABOUT = tuple(name for name, columns in TABLES.items() if "sha256" in columns and name != "log")
OF_FILE = ("path", "part", "size", "mtime_ns")  # columns that say where a log lies
OF_RUN = ("seconds", "cpu", "peak_mb")  # what no two runs have alike
NOT_READ = 7
WORST = (FORK, BAD, UNKNOWN, MISSING, UNCHECKED, NOT_READ, SOUND)  # as pbem verify orders them
OTHER_DATA = " with other data"  # behind the build that judged a log
LASTING = (  # why a log is not read, if that holds as long as its bytes and the limits do
    "no end after ", "it takes more memory ", "it unpacks to ", "it lies in a zip file", "it is locked",
    "it is packed ", "it lists ", "records of ", "a mailbox of ", "its answer has ",
)


class ArchiveTask(msgspec.Struct, frozen=True, array_like=True):
    """A file to judge, or a `part` of it (a log in a zip file). `path` is what the system calls it, `name` what people.

    What has more than `most` bytes is not read.
    """

    name: str
    path: bytes
    part: str
    size: int
    mtime_ns: int
    level: Level
    most: int


class LogFacts(msgspec.Struct, array_like=True):
    """One log: its row, and by the name of the table the rows about it, which have no `sha256` yet."""

    log: Values
    about: dict[str, list[Values]] = {}


class TaskAnswer(msgspec.Struct, array_like=True):
    """What came of a task: logs, or the names of parts that are tasks of their own.

    `known` is the SHA-256 of a log that was judged before: what was found then holds for this one, too.
    """

    logs: list[LogFacts] = []
    parts: list[str] = []
    known: str = ""


def not_read(task: ArchiveTask, why: str) -> LogFacts:
    """The row of what could not be read."""
    return LogFacts(row_of(task, status=NOT_READ, verdict="not read", error=why))


def row_of(task: ArchiveTask, **values: Any) -> Values:
    """A row of the table `log` with every column."""
    where = {"path": task.name, "part": task.part, "size": task.size, "mtime_ns": task.mtime_ns}
    return {**dict.fromkeys(TABLES["log"]), "sha256": "", "same_as": "", **where, "level": task.level, **values}
