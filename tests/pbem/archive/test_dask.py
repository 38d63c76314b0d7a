"""Dask does the tasks of an archive: the same table, and one clear line for what goes wrong."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import pbem
from archives import LOGS, OTHER, SHORT, everything, fill, judge, rows, spoilt
from pbem.cli.main import status_of

HAS_DASK = importlib.util.find_spec("distributed") is not None
real = [pytest.mark.thorough, pytest.mark.skipif(not HAS_DASK, reason="the extra dask is not installed")]


# ---------------------------------------------------------------- without Dask


@pytest.mark.parametrize("engine", ["dask", "dask://host:8786", "tls://host:8786"])
def test_a_missing_extra_is_named_before_there_is_a_table(engine, tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "distributed", None)
    words = ["archive", "verify", str(tmp_path), "--table", str(tmp_path / "t"), "--engine", engine]
    assert status_of(words) == 8
    err = capsys.readouterr().err
    assert "the extra dask is not installed" in err
    assert "pip install 'pbem[dask]'" in err
    assert not (tmp_path / "t").exists()


@pytest.mark.parametrize("engine", ["dask://", "dask://host", "tls://host:1x", "dask:host:1", "tls://a b:1"])
def test_what_is_no_address_is_refused(engine, tmp_path, capsys):
    words = ["archive", "verify", str(tmp_path), "--table", str(tmp_path / "t"), "--engine", engine]
    assert status_of(words) == 2
    assert "is no address of a scheduler" in capsys.readouterr().err
    assert not (tmp_path / "t").exists()


def test_whoever_has_another_build_does_nothing():
    import msgspec

    from pbem.archive.elsewhere import Back, Errand, build_here, work

    for errand in (Errand(build_here()), Errand("0.1.0+000000000000", b"x")):
        back = msgspec.msgpack.decode(work(msgspec.msgpack.encode(errand), lambda _: b"1"), type=Back)
        assert back == Back(build=build_here())


def test_a_worker_that_can_begin_no_process_says_so(monkeypatch):
    import msgspec

    from pbem.archive import elsewhere
    from pbem.disk import guarded

    def refuse(*_: object, **__: object) -> None:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(guarded.subprocess, "Popen", refuse)
    try:
        back = msgspec.msgpack.decode(elsewhere.run_errand(b"", 5, elsewhere.__name__ + ":work"), type=elsewhere.Back)
    finally:
        elsewhere.end_guards()
    assert back.why == "no process could be begun for it: resource temporarily unavailable"


def test_a_process_of_a_worker_judges_a_log_once(tmp_path, monkeypatch):
    import msgspec

    from pbem.archive import elsewhere
    from pbem.archive.tables import ArchiveTask, TaskAnswer

    monkeypatch.setattr(elsewhere, "_told", {})
    log = SHORT.read_bytes()
    folder = fill(tmp_path / "in", {f"{name}.pbem": log for name in ("a/x", "b/y", "c/z")})
    fill(folder, {"c/data/theirs.toml": b"x = 1\n"})
    answers = []
    for path in sorted(folder.glob("*/*.pbem")):
        task = ArchiveTask(str(path), os.fsencode(path), "", len(log), path.stat().st_mtime_ns, "full", 10**8)
        errand = elsewhere.Errand(elsewhere.build_here(), msgspec.msgpack.encode(task))
        back = msgspec.msgpack.decode(elsewhere.work(msgspec.msgpack.encode(errand), None), type=elsewhere.Back)
        (one,) = msgspec.msgpack.decode(back.answer, type=TaskAnswer).logs
        assert one.log["path"] == str(path)
        answers.append(one)
    first, second, other = answers
    assert first.about == second.about
    assert (first.log["cpu"] > 0, second.log["cpu"]) == (True, 0)
    where = dict.fromkeys(("path", "mtime_ns", "seconds", "cpu", "peak_mb"))
    assert first.log | where == second.log | where
    assert other.log["status"] == 4  # other data lie beside it
    assert len(elsewhere._told) == 1
    monkeypatch.setattr(elsewhere, "MAX_WORKER_KEEPS", 10)
    elsewhere._keep(TaskAnswer([first]), "full")
    assert elsewhere._told == {}


def test_many_tasks_of_a_thread_leave_one_that_waits_to_end_its_process(monkeypatch):
    from pbem.archive import elsewhere

    class Quick(elsewhere.Guarded):
        def do(self, *_: object) -> bytes:
            return b""

    monkeypatch.setattr(elsewhere, "Guarded", Quick)
    guard, before = elsewhere._ThreadGuard("nothing"), threading.active_count()
    for _ in range(50):
        guard.do(b"", 1.0)
    guard._rest.cancel()
    guard._rest.join(5)
    assert threading.active_count() <= before + 2  # one that was cancelled may be on its way out


# ---------------------------------------------------------------- with Dask, in processes of their own


def pbem_does(*words: object) -> subprocess.CompletedProcess[str]:
    program = [sys.executable, "-c", "from pbem.cli.main import run; run()", *map(str, words)]
    return subprocess.run(program, capture_output=True, text=True, check=False, timeout=300)


class Cluster:
    """A scheduler and workers, as somebody runs them."""

    def __init__(self) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self._begun: list[subprocess.Popen[bytes]] = []
        self.scheduler = self._begin("dask_scheduler", "--host", "127.0.0.1", "--port", str(self.port))

    def worker(self, **env: str) -> None:
        """One more worker, with two threads."""
        self._begin("dask_worker", f"tcp://127.0.0.1:{self.port}", "--nthreads", "2", "--no-nanny", **env)

    def _begin(self, *words: str, **env: str) -> subprocess.Popen[bytes]:
        program = [sys.executable, "-m", f"distributed.cli.{words[0]}", *words[1:], "--no-dashboard"]
        begun = subprocess.Popen(
            program, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={**os.environ, **env})
        self._begun.append(begun)
        return begun

    def end(self) -> None:
        """All of it."""
        for one in self._begun:
            one.kill()
            one.wait()


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    made = Cluster()
    try:
        yield made
    finally:
        made.end()


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    log = SHORT.read_bytes()
    spoils = {f"{name}.pbem": content for name, content in spoilt(log).items()}
    return fill(tmp_path / "in", {"whole.pbem": log, "other.pbem": OTHER.read_bytes(), "again.pbem": log,
                                  "empty.pbem": b"", **spoils})


class TestDask:
    pytestmark = real

    def test_a_cluster_of_our_own_gives_the_same_table(self, archive, tmp_path):
        judge(archive, table=tmp_path / "one")
        done = pbem_does("archive", "verify", archive, "--table", tmp_path / "t", "--engine", "dask", "-j", 2)
        assert done.returncode == 4, done.stderr
        assert everything(tmp_path / "t") == everything(tmp_path / "one")

    def test_workers_of_others_give_the_same_table_and_a_lost_scheduler_is_one_line(self, archive, tmp_path, cluster):
        cluster.worker()
        judge(archive, table=tmp_path / "one")
        at = f"dask://127.0.0.1:{cluster.port}"
        done = pbem_does("archive", "verify", archive, "--table", tmp_path / "t", "--engine", at)
        assert done.returncode == 4, done.stderr
        assert "whoever reaches it can run programs there" in done.stderr
        assert everything(tmp_path / "t") == everything(tmp_path / "one")

        table = tmp_path / "u"
        begun = subprocess.Popen(
            [sys.executable, "-c", "from pbem.cli.main import run; run()", "archive", "verify", archive, LOGS,
             "--table", table, "--engine", at], stderr=subprocess.PIPE, text=True)
        until = time.monotonic() + 120
        while time.monotonic() < until and not (table.exists() and counted(table)):
            time.sleep(0.2)
        cluster.scheduler.kill()
        err = begun.communicate(timeout=120)[1]
        assert begun.returncode == 7
        assert f"the scheduler of Dask at {at} is gone" in err
        assert "what was kept in the table so far counts" in err
        assert len(err.splitlines()) == 3  # the first says who can reach it
        kept = {row["path"]: row for row in rows(table)}
        assert kept
        expected = {row["path"]: row for row in rows(tmp_path / "one")}
        assert all(kept[path]["status"] == expected[path]["status"] for path in kept if path in expected)

    def test_nobody_there_is_one_line(self, archive, tmp_path):
        done = pbem_does("archive", "verify", archive, "--table", tmp_path / "t", "--engine", "dask://127.0.0.1:1")
        assert done.returncode == 7
        assert "no scheduler of Dask answers at dask://127.0.0.1:1" in done.stderr
        assert "Traceback" not in done.stderr

    def test_a_worker_with_another_build_is_refused(self, archive, tmp_path, cluster):
        other = tmp_path / "other" / "pbem"
        shutil.copytree(Path(pbem.__file__).parent, other, ignore=shutil.ignore_patterns("*.pyc", "docs"))
        with (other / "limits.py").open("a", encoding="utf-8") as file:
            file.write("# of another build\n")
        cluster.worker(PYTHONPATH=str(other.parent))
        at = f"dask://127.0.0.1:{cluster.port}"
        done = pbem_does("archive", "verify", archive, "--table", tmp_path / "t", "--engine", at)
        assert done.returncode == 8, done.stderr
        assert "has another build of pbem or of its rulesets" in done.stderr
        assert len(done.stderr.splitlines()) == 3
        assert rows(tmp_path / "t") == []


def counted(table: Path) -> int:
    """How many logs a table has that is being written."""
    import sqlite3

    with contextlib.closing(sqlite3.connect(table, timeout=5)) as base:
        try:
            return int(base.execute("SELECT count(*) FROM log").fetchone()[0])
        except sqlite3.OperationalError:
            return 0
