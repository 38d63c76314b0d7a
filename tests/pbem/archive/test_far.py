"""Archives at addresses: read through fsspec, bounded as local files are."""

from __future__ import annotations

import importlib.util
import os
import shutil
import signal
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import BinaryIO

import pytest

from archives import OTHER, SHORT, by_name, fill, judge, rows, zip_of
from pbem.archive import far, opening, run, zipped
from pbem.archive.tables import ArchiveTask
from pbem.cli.main import status_of
from pbem.errors import Transport

HAS = importlib.util.find_spec("fsspec") is not None
needs_fsspec = pytest.mark.skipif(not HAS, reason="fsspec is not installed")
CONTENT = ("engine", "status", "verdict", "sha256", "result", "rounds", "error")


@pytest.fixture(scope="module")
def near(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Files on this disk, and the table of them."""
    log = SHORT.read_bytes()
    folder = fill(tmp_path_factory.mktemp("near"), {
        "a/one.pbem": log, "b/cut.pbem": log[:5000], "b/two.zip": zip_of({"x.pbem": log, "y.pbem": OTHER.read_bytes()}),
        "empty.pbem": b"", "notes.txt": b"not looked at"})
    table = tmp_path_factory.mktemp("table") / "t"
    judge(folder, table=table)
    return folder, table


@pytest.fixture
def memory(near):
    """The same files in fsspec's memory."""
    import fsspec

    system = fsspec.filesystem("memory")
    for path in near[0].rglob("*.*"):
        system.pipe(f"/games/{path.relative_to(near[0])}", path.read_bytes())
    yield system
    system.rm("/games", recursive=True)


def said(table: Path) -> dict[str, dict[str, object]]:
    """What is said of each log, by its name."""
    return {name: {key: row[key] for key in CONTENT} for name, row in by_name(table).items()}


@contextmanager
def serving(folder: Path) -> Iterator[int]:
    """A server of the pages in a folder, on this machine alone; its port."""
    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        server.server_close()


def verify(*named: str, table: Path, **wish: object) -> run.RunDone:
    asked = run.RunWish(named, table, engine="one", started="now", **wish)
    return run.run_over(asked, lambda _: None, lambda *_: None)


@needs_fsspec
def test_an_address_gives_what_the_same_files_give_here(near, memory, tmp_path):
    table = tmp_path / "t"
    assert verify("memory://games", table=table).known == 0
    assert said(table) == said(near[1])
    assert {row["path"] for row in rows(table)} == {
        f"memory://games/{name}" for name in ("a/one.pbem", "b/cut.pbem", "b/two.zip", "empty.pbem")}
    assert verify("memory://games", table=table).known == 5
    memory.pipe("/games/a/one.pbem", OTHER.read_bytes())
    memory.rm("/games/b/cut.pbem")
    assert verify("memory://games", table=table).known == 3
    assert said(table).keys() == said(near[1]).keys() - {"cut.pbem"}
    assert said(table)["one.pbem"] == said(table)["two.zipy.pbem"]
    done = verify("memory://games/none", table=table)
    assert done.by_verdict == {"not read": 1}


def test_a_file_address_is_the_path_that_it_is(near, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "fsspec", None)
    table = shutil.copy(near[1], tmp_path / "t")
    assert verify(near[0].as_uri(), table=table).known == 5
    assert rows(table) == rows(near[1])


@needs_fsspec
def test_a_zip_file_may_be_looked_into_by_its_address(near, memory, tmp_path):
    table = tmp_path / "t"
    verify("zip://::memory://games/b/two.zip", table=table)
    assert said(table) == {name: said(near[1])[f"two.zip{name}"] for name in ("x.pbem", "y.pbem")}
    assert {row["path"] for row in rows(table)} == {
        f"memory://games/b/two.zip::zip://{name}" for name in ("x.pbem", "y.pbem")}
    assert verify("zip://::memory://games/b/two.zip", table=table).known == 2


@needs_fsspec
def test_what_is_too_large_or_changes_is_a_row(memory, tmp_path, monkeypatch):
    memory.pipe("/games/b/big.pbem", b"x" * 5001)
    table = tmp_path / "t"
    verify("memory://games/b/big.pbem", table=table, most=5000)
    assert by_name(table)["big.pbem"]["error"] == "5,001 bytes or more, the limit is 5,000 (--most)"
    monkeypatch.setattr(far, "_STAMPS", ())  # its size was not told, as some servers do
    with far.opened_far("memory://games/b/big.pbem", 0, far.UNKNOWN_TIME, 5000) as stream:
        assert len(stream.read()) == 5001  # no more is fetched than shows that it is too much
    memory.pipe("/games/b/big.pbem", b"x" * 50_000)
    with far.opened_far("memory://games/b/big.pbem", 0, far.UNKNOWN_TIME, 5000) as stream:
        assert len(stream.read()) == 5001
    monkeypatch.undo()
    (found,) = far.walk_far("memory://games/b/big.pbem", (".pbem",))
    memory.pipe("/games/b/big.pbem", b"y" * 50_000)
    with pytest.raises(Transport, match="it was written since it was found"), far.opened_far(*found[:3], 10**6):
        pass
    memory.rm("/games/b/big.pbem")
    with pytest.raises(Transport, match="it is gone since it was found"), far.opened_far(*found[:3], 10**6):
        pass


@pytest.mark.parametrize(("name", "is_below"), [
    ("https://host/games/a.pbem", True), ("https://host/games/..a/b.pbem", True), ("https://host/games", False),
    ("https://host/games2/a.pbem", False), ("https://host/games/../a.pbem", False),
    ("https://host/games/x/%2e%2E/%2e./a.pbem", False),
])
def test_a_page_leads_no_way_up(name, is_below):
    assert far._is_below(name, "https://host/games") == is_below
    assert far._is_below("a/../b.pbem", "a")  # in a zip file
    assert far._is_below("a.pbem", "")


def test_a_copy_that_was_cut_off_is_not_the_one_for_whoever_takes_more(monkeypatch):
    def fetch(_address: str, _size: int, _stamp: int, most: int, file: BinaryIO) -> None:
        file.write(b"x" * most)
        file.flush()

    monkeypatch.setattr(far, "_fetch", fetch)
    sizes = []
    for most in (5, 5, 9):
        with far.opened_far("https://host/a.pbem", 5, 1, most) as stream:
            sizes.append(len(stream.read()))
    far.forget()
    assert sizes == [5, 5, 9]


def fetched(monkeypatch: pytest.MonkeyPatch, content: bytes) -> None:
    """Whatever is fetched holds this."""
    def fetch(_address: str, _size: int, _stamp: int, _most: int, file: BinaryIO) -> None:
        file.write(content)
        file.flush()

    monkeypatch.setattr(far, "_fetch", fetch)


def test_each_reader_of_a_copy_has_a_position_of_its_own(monkeypatch):
    fetched(monkeypatch, bytes(range(256)) * 400)
    asked = ("https://host/a.zip", 102_400, 1, 10**6)
    with far.opened_far(*asked) as one, far.opened_far(*asked) as other:
        assert one.read(300)[-1] == 299 % 256
        assert other.seek(-100, 2) == 102_300
        assert one.read(1) == bytes([300 % 256])
        assert other.read() == bytes(range(156, 256))
        assert (one.tell(), one.seek(20_000, 1), one.read(1)) == (301, 20_301, bytes([20_301 % 256]))
    with far.opened_far(*asked) as again:
        assert again.read() == bytes(range(256)) * 400
    far.forget()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_who_is_killed_leaves_no_copy(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    fetched(monkeypatch, b"x" * 10**6)
    child = os.fork()
    if child == 0:
        with far.opened_far("https://host/a.pbem", 10**6, 1, 10**7) as stream:
            os.kill(os.getpid(), signal.SIGKILL if len(stream.read()) == 10**6 else signal.SIGTERM)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("address", "plain"), [
    ("https://host/a.pbem?X-Amz-Credential=AKIA%2Fx&X-Amz-Signature=5ec7e7&x-amz-security-token=t", "https://host/a.pbem"),
    ("https://host/get?id=7&Expires=99&Signature=5ec7e7%3D&Key-Pair-Id=K", "https://host/get?id=7"),
    ("https://host/get?X%2DAmz%2DSignature=5ec7e7", "https://host/get"),
    ("https://host/a.pbem?sig=5ec7e7&sv=2024", "https://host/a.pbem?sv=2024"),
    ("https://host/a.pbem?access_token=5ec7e7", "https://host/a.pbem?access_token=~3bb92d29"),
    ("https://host/get?key=5ec7e7&flag", "https://host/get?key=~3bb92d29&flag"),
    ("zip://x.pbem::https://host/a.zip?X-Goog-Signature=5ec7e7", "zip://x.pbem::https://host/a.zip"),
    ("memory://games/what?.pbem", "memory://games/what?.pbem"),
    ("s3://bucket/games", "s3://bucket/games"),
])
def test_what_signs_an_address_is_not_kept(address, plain):
    assert far.plain_address(address) == plain
    assert "5ec7e7" not in far._why(OSError(f"403, message='no', url='{address}'"))
    assert far.far_name(address) == "::".join(reversed(plain.split("::")))


@needs_fsspec
@pytest.mark.thorough
@pytest.mark.skipif(importlib.util.find_spec("aiohttp") is None, reason="aiohttp is not installed")
def test_no_secret_of_an_address_stands_in_the_table(near, tmp_path, capsys):
    with serving(near[0]) as port:
        base, secret = f"http://127.0.0.1:{port}", "X-Amz-Expires=9&X-Amz-Signature=5ec7e75ec7e7"
        table = tmp_path / "t"
        names = ("a/one.pbem", "b/two.zip", "none.pbem")
        there = [f"{base}/{name}?{secret}" for name in names]
        assert status_of(["archive", "verify", *there, "--table", str(table), "--engine", "one"]) == 7
        told = capsys.readouterr()
        status_of(["archive", "list", *there, "--table", str(table)])
        status_of(["archive", "export", "--table", str(table), "-o", str(tmp_path / "out"), "--format", "jsonl"])
        told = f"{told}{capsys.readouterr()}"
    assert {row["path"] for row in rows(table)} == {f"{base}/{name}" for name in names}
    assert {row["status"] for row in rows(table) if "none" not in row["path"]} == {0}
    kept = [path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()]
    assert len(kept) > 3
    assert not any(b"5ec7e7" in content for content in kept)
    assert "5ec7e7" not in told


def test_what_tells_neither_size_nor_time_is_bounded_and_read_anew(tmp_path, monkeypatch):
    copies = iter(range(9))

    @contextmanager
    def opened(*_: object) -> Iterator[BinaryIO]:
        copy = tmp_path / f"copy{next(copies)}"
        copy.write_bytes(content)
        with copy.open("rb") as stream:
            yield stream

    monkeypatch.setattr(opening, "opened_far", opened)
    task = ArchiveTask("https://host/a.zip", b"https://host/a.zip", "", 0, far.UNKNOWN_TIME, "full", 10**8)
    for log in (SHORT.read_bytes(), OTHER.read_bytes()):
        content = zip_of({"game.pbem": log})
        assert list(opening.open_task(task).logs.values()) == [log]  # not what the zip file before it held
    zipped.forget()
    monkeypatch.setattr(opening, "MAX_FILE", 50)
    content = b"From a@example.org Sat Jan  3 01:05:34 1996\nFrom: a@example.org\n\n"
    task = ArchiveTask("https://host/a.mbox", b"https://host/a.mbox", "", 0, far.UNKNOWN_TIME, "full", 10**8)
    with pytest.raises(Transport, match=f"a mailbox of {len(content)} bytes, the limit is 50"):
        opening.open_task(task)


@pytest.mark.parametrize(("address", "status", "why", "hint"), [
    ("s3://bucket/games", 8, "s3:// needs a library that is not installed", "install it beside pbem"),
    ("nothing://x", 2, "there is no kind of address nothing://", "s3://"),
    ("https://me:secret@host/games", 2, "an address with a password in it is not taken", "environment"),
    ("simplecache::https://secret@host/games", 2, "an address with a password in it is not taken", "environment"),
])
@pytest.mark.parametrize("command", ["verify", "list"])
def test_an_address_that_cannot_be_read_is_one_line_and_no_table(command, address, status, why, hint, tmp_path, capsys,
                                                                 monkeypatch):
    if not HAS and "secret" not in address:
        pytest.skip("fsspec is not installed")
    monkeypatch.setitem(sys.modules, "s3fs", None)
    assert status_of(["archive", command, address, "--table", str(tmp_path / "t")]) == status
    err = capsys.readouterr().err
    assert why in err
    assert hint in err
    assert not (tmp_path / "t").exists()


def test_a_missing_extra_is_named(tmp_path, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "fsspec", None)
    assert status_of(["archive", "verify", "s3://x/y", "--table", str(tmp_path / "t")]) == 8
    err = capsys.readouterr().err
    assert "the extra archive is not installed" in err
    assert "pip install 'pbem[archive]'" in err


@needs_fsspec
@pytest.mark.thorough
@pytest.mark.skipif(importlib.util.find_spec("aiohttp") is None, reason="aiohttp is not installed")
def test_a_server_of_pages_gives_the_same(near, tmp_path):
    with serving(near[0]) as port:
        done = verify(f"http://127.0.0.1:{port}/", table=tmp_path / "t")
    assert done.logs == 5
    assert said(tmp_path / "t") == said(near[1])
