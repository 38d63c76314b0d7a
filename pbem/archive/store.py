"""The table of an archive: one SQLite file, written by one process alone.

Belongs here: SQL that fills it. Must not be here: questions to it (`asking`), what a row says.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from importlib import metadata
from pathlib import Path

from pbem.archive.far import UNKNOWN_TIME
from pbem.archive.tables import (
    ABOUT,
    LASTING,
    NOT_READ,
    OF_FILE,
    OF_RUN,
    OTHER_DATA,
    TABLES,
    ArchiveTask,
    LogFacts,
    Values,
)
from pbem.archive.walk import data_beside
from pbem.audit.findings.finding import SOUND, UNCHECKED
from pbem.disk.lock import locked
from pbem.disk.plain import is_folder
from pbem.errors import PbemError, WrongUse

VERSION, SIGN = 2, 0x7062656D  # "pbem"
COMMIT = 1.0  # seconds
_OTHER = "name another with --table, or move it away"
_COPIED = [name for name in TABLES["log"] if name not in (*OF_FILE, *OF_RUN, "same_as")]
_PLAYED = (SOUND, UNCHECKED)
_KEYS = {"log": "PRIMARY KEY (path, part)", "file": "PRIMARY KEY (path)"}
_INDEXES = (  # a hundred thousand files may be the same junk: nobody looks through them for each
    ("log_judged", "sha256, path, part", "engine != ''"), ("log_played", "sha256", f"status IN {_PLAYED}"))
_FILE = {"path": "TEXT", "size": "INTEGER", "mtime_ns": "INTEGER", "parts": "INTEGER", "limits": "TEXT",
         "seen": "INTEGER"}  # what was read to its end; not exported
Current = Callable[[str, str], bool]
"""Whether what judged a log of an engine would judge it now."""


class ArchiveStore:
    """Rows go in, a second's worth at once. `known_logs` and `is_same` say what need not be read again."""

    def __init__(self, base: sqlite3.Connection, limits: str, level: str, current: Current) -> None:
        self._base, self._limits, self._level, self._current = base, limits, level, current
        self._version = metadata.version("pbem")
        self._beside = lru_cache(10_000)(data_beside)
        self._committed = time.monotonic()
        for name, columns, which in _INDEXES:
            base.execute(f"CREATE INDEX IF NOT EXISTS {name} ON log ({columns}) WHERE {which}")
        (last,) = base.execute("SELECT coalesce(max(rowid), 0) FROM run").fetchone()
        self.run = int(last) + 1

    def begin(self, started: str, words: str, engine: str, jobs: int, builds: str) -> None:
        """Notes that a run has begun."""
        self._insert("run", [{"started": started, "words": words, "engine": engine, "jobs": jobs, "builds": builds}])
        self._base.commit()

    def known_logs(self, task: ArchiveTask) -> int:
        """How many logs a file has that was read to its end, by the same limits, level, builds, data; 0 if it was not.

        It counts as one that has the same size and time. What time may mend is read again.
        """
        base, at = self._base, (task.name,)
        if task.mtime_ns == UNKNOWN_TIME:
            return 0
        file = base.execute("SELECT size, mtime_ns, parts, limits FROM file WHERE path = ?", at).fetchone()
        if file is None or file[:2] != (task.size, task.mtime_ns):
            return 0
        limits, _, by = file[3].partition("; ")
        rows = base.execute("SELECT level, engine, judged_by, status, error FROM log WHERE path = ?", at).fetchall()
        if len(rows) != file[2] or by != self._by(task) or not all(
            level == self._level and (status != NOT_READ or (limits == self._limits and error.startswith(LASTING)))
            and self._current(engine or "", (judged_by or "").removesuffix(OTHER_DATA))
            for level, engine, judged_by, status, error in rows
        ):
            return 0
        base.execute("UPDATE file SET seen = ? WHERE path = ?", (self.run, *at))
        return len(rows)

    def _by(self, task: ArchiveTask) -> str:
        """What else a verdict depends on: the version of pbem and the data beside the file."""
        return f"{self._version} {self._beside(os.path.dirname(task.path))}".rstrip()

    def is_same(self, sha256: str) -> bool:
        """Whether a log of these bytes was judged so."""
        row = self._same(sha256)
        return row is not None and self._current(row["engine"] or "", row["judged_by"] or "")

    def _same(self, sha256: str) -> Values | None:
        found = self._base.execute(
            f"SELECT {', '.join(_COPIED)} FROM log INDEXED BY log_judged "
            "WHERE sha256 = ? AND level = ? AND status != ? AND engine != '' "
            "AND substr(judged_by, ?) != ? ORDER BY path, part LIMIT 1",
            (sha256, self._level, NOT_READ, -len(OTHER_DATA), OTHER_DATA)).fetchone()
        return dict(zip(_COPIED, found, strict=True)) if found is not None else None

    def same_row(self, task: ArchiveTask, sha256: str) -> Values | None:
        """The row of one more file with the bytes of a log that was judged; None if that is gone meanwhile."""
        if (same := self._same(sha256)) is None:
            return None
        where = {"path": task.name, "part": task.part, "size": task.size, "mtime_ns": task.mtime_ns}
        return {"same_as": ""} | same | where | dict.fromkeys(OF_RUN, 0.0)

    def keep(self, facts: LogFacts, *, whole: bool = True) -> None:
        """One log, with all that is said about it if that is the `whole`; else it is there already.

        What is said of one that does not fit the data beside it gives way to what is said of its equal that does.
        """
        sha = facts.log["sha256"]
        self._insert("log", [facts.log])
        if sha and whole and (facts.log["status"] in _PLAYED or not self._is_played(sha)):
            for table in ABOUT:
                self._base.execute(f"DELETE FROM {table} WHERE sha256 = ?", (sha,))
                self._insert(table, [{**row, "sha256": sha} for row in facts.about.get(table, ())])

    def _is_played(self, sha: str) -> bool:
        return self._base.execute(
            f"SELECT 1 FROM log INDEXED BY log_played WHERE sha256 = ? AND status IN {_PLAYED}", (sha,)
        ).fetchone() is not None

    def open_file(self, task: ArchiveTask, parts: int) -> None:
        """A file was read: so many logs are in it. What an earlier run found in it is gone."""
        self._base.execute("DELETE FROM log WHERE path = ?", (task.name,))
        row = [task.name, task.size, task.mtime_ns, parts, f"{self._limits}; {self._by(task)}", self.run]
        self._base.execute("INSERT OR REPLACE INTO file VALUES (?, ?, ?, ?, ?, ?)", row)

    def _insert(self, table: str, rows: Sequence[Values]) -> None:
        if rows:
            columns = TABLES[table]
            asked = ", ".join("?" * len(columns))
            values = [[None if (v := row.get(c)) == "" and kind != "TEXT" else v for c, kind in columns.items()]
                      for row in rows]
            self._base.executemany(f"INSERT OR REPLACE INTO {table} VALUES ({asked})", values)

    def breathe(self) -> None:
        """What was kept is on the disk, once a second."""
        if time.monotonic() - self._committed >= COMMIT:
            self._base.commit()
            self._committed = time.monotonic()

    def forget_gone(self, folders: Sequence[str], refused: Sequence[str]) -> None:
        """What lies no more in folders that were walked; not what is at or below a path that could not be looked at."""
        base = self._base
        base.execute("CREATE TEMP TABLE refused (path TEXT, below TEXT)")
        base.executemany("INSERT INTO refused VALUES (?, ?)", [(one, _below(one)) for one in refused])
        for folder in folders:
            base.execute(
                "DELETE FROM file WHERE seen != ?1 AND (path = ?2 OR substr(path, 1, length(?3)) = ?3) AND NOT EXISTS "
                "(SELECT 1 FROM refused r WHERE file.path = r.path OR substr(file.path, 1, length(r.below)) = r.below)",
                (self.run, folder, _below(folder)))
        base.execute("DROP TABLE temp.refused")
        base.execute("DELETE FROM log WHERE path NOT IN (SELECT path FROM file)")

    def finish(self, ended: str) -> None:
        """The run is over: which logs are alike is settled, and what belongs to no log is gone."""
        base = self._base
        base.execute("CREATE INDEX IF NOT EXISTS log_sha ON log (sha256, path, part)")
        base.execute(
            "UPDATE log SET same_as = coalesce((SELECT nullif(o.path || iif(o.part = '', '', '#' || o.part), "
            "log.path || iif(log.part = '', '', '#' || log.part)) FROM log o WHERE o.sha256 = log.sha256 "
            "AND log.sha256 != '' ORDER BY o.path, o.part LIMIT 1), '')")
        for table in ABOUT:
            base.execute(f"DELETE FROM {table} WHERE sha256 NOT IN (SELECT sha256 FROM log)")
        base.execute("UPDATE run SET ended = ? WHERE rowid = ?", (ended, self.run))
        base.commit()

    def statuses(self) -> list[tuple[str, int, int, str, int]]:
        """Verdict, status, whether it has ended, game and version, how many; of this run alone."""
        return self._base.execute(
            "SELECT verdict, status, complete, engine, count(*) FROM log JOIN file USING (path) "
            "WHERE seen = ? GROUP BY 1, 2, 3, 4 ORDER BY 2, 1, 4, 3", (self.run,)).fetchall()

    def not_sound(self) -> Iterator[tuple[str, str, int, str, str]]:
        """Path, part, status, verdict and why of each log of this run that is not 0."""
        yield from self._base.execute(
            "SELECT path, part, status, verdict, error FROM log JOIN file USING (path) "
            "WHERE seen = ? AND status != 0 ORDER BY path, part", (self.run,))


def _below(folder: str) -> str:
    """How the path of all begins that lies in a folder."""
    return folder.rstrip("/" + os.sep) + os.sep


@contextmanager
def writing(path: Path, limits: str, level: str, current: Current) -> Iterator[ArchiveStore]:
    """The table in this file, made if there is none, for one writer; what was kept stays, whatever happens."""
    if is_folder(path):
        raise WrongUse(f"{path} is a folder", "name a file with --table")
    with locked(path, patience=1.0), _faults(path), contextlib.closing(_opened(path)) as base:
        base.execute("PRAGMA journal_mode = WAL")
        base.execute("PRAGMA synchronous = NORMAL")
        store = ArchiveStore(base, limits, level, current)
        try:
            yield store
        finally:
            base.commit()
            base.execute("PRAGMA journal_mode = DELETE")  # one file is left, which any program reads


@contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """The table in this file, to ask and not to change; WrongUse if there is none."""
    if not path.is_file():
        raise WrongUse(f"there is no table {path}", "pbem archive verify FOLDER makes one")
    with _faults(path), contextlib.closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as base:
        _check(base, path)
        yield base


def _opened(path: Path) -> sqlite3.Connection:
    base = sqlite3.connect(path, isolation_level="DEFERRED")
    try:
        if base.execute("PRAGMA user_version").fetchone()[0] == 0 and not base.execute(
                "SELECT 1 FROM sqlite_master").fetchone():
            for table, columns in {**TABLES, "file": _FILE}.items():
                listed = [f'"{name}" {kind}' for name, kind in columns.items()]
                base.execute(f"CREATE TABLE {table} ({', '.join([*listed, *filter(None, [_KEYS.get(table)])])})")
                if table in ABOUT:
                    base.execute(f"CREATE INDEX {table}_sha ON {table} (sha256)")
            base.execute("CREATE INDEX log_sha ON log (sha256, path, part)")
            base.execute(f"PRAGMA application_id = {SIGN}")
            base.execute(f"PRAGMA user_version = {VERSION}")
            base.commit()
        _check(base, path)
    except BaseException:
        base.close()
        raise
    return base


def _check(base: sqlite3.Connection, path: Path) -> None:
    sign, version = (base.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version"))
    if sign != SIGN:
        raise WrongUse(f"{path} is a data base, and no table of an archive", _OTHER)
    if version != VERSION:
        raise WrongUse(f"{path} is a table of version {version}, this pbem has version {VERSION}", _OTHER)


@contextmanager
def _faults(path: Path) -> Iterator[None]:
    """What SQLite cannot do, in one line."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        why = str(error).lower()
        if "not a database" in why:
            raise WrongUse(f"{path} is no table of an archive", _OTHER) from None
        if "malformed" in why or "no such table" in why or "no such column" in why:
            raise WrongUse(f"{path} is damaged: {why}", "move it away: the next run makes a new one") from None
        raise PbemError(f"{path}: {why}", "what was kept in the table so far counts") from None
