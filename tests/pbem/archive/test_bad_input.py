"""What nobody should put into an archive: each costs a row or ends the run with one clear line."""

from __future__ import annotations

import io
import os
import random
import signal
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import pytest

import archives
from archives import LOGS, OTHER, SHORT, by_name, everything, fill, judge, rows, zip_of
from builds import Builds
from pbem.archive import opening, store, walk
from pbem.archive.measure import measure
from pbem.archive.tables import ArchiveTask
from pbem.cli.main import status_of


def task_for(path: Path) -> ArchiveTask:
    status = path.stat()
    return ArchiveTask(str(path), os.fsencode(path), "", status.st_size, status.st_mtime_ns, "full", 10**8)


def why(path: Path, task: ArchiveTask) -> str:
    """Why a file is not read."""
    (one,) = measure(task).logs
    assert one.log["status"] == 7
    return one.log["error"]


def test_a_log_of_a_gigabyte_is_a_row_and_is_not_read(tmp_path, monkeypatch):
    folder = fill(tmp_path / "in", {"huge.pbem": b""})
    with (folder / "huge.pbem").open("r+b") as file:
        file.truncate(2**30)
    monkeypatch.setattr(opening, "open_task", None)  # nobody opens it
    judge(folder, table=tmp_path / "t.sqlite")
    row = by_name(tmp_path / "t.sqlite")["huge.pbem"]
    assert (row["status"], row["error"]) == (7, "1,073,741,824 bytes or more, the limit is 100,000,000 (--most)")


@pytest.mark.thorough
def test_ten_million_lines_of_junk_are_a_row(tmp_path):
    folder = fill(tmp_path / "in", {"junk.pbem": b"x\n" * 10_000_000, "like.pbem": b'{"c":{}"}\n' * 1_000_000})
    start = time.process_time()
    judge(folder, table=tmp_path / "t.sqlite")
    assert time.process_time() - start < 60
    assert {row["verdict"] for row in by_name(tmp_path / "t.sqlite").values()} == {"damaged"}


def test_a_zip_bomb_is_not_unpacked(tmp_path):
    bomb = zip_of({"a.pbem": b"\0" * 50_000_000, "b.pbem": SHORT.read_bytes()})
    folder = fill(tmp_path / "in", {"bomb.zip": bomb, "one.zip": zip_of({"a.pbem": b"\0" * 50_000_000}),
                                    "cut.zip": bomb[:-30], "none.zip": zip_of({"a.txt": b"hello"})})
    judge(folder, table=tmp_path / "t.sqlite")
    found = by_name(tmp_path / "t.sqlite")
    assert found["bomb.zipa.pbem"]["error"] == "it unpacks to 50,000,000 bytes, that is too much"
    assert found["bomb.zipb.pbem"]["verdict"] == "sound"
    assert found["one.zip"]["status"] == 7
    assert {found[name]["verdict"] for name in ("cut.zip", "none.zip")} == {"damaged"}


def test_a_zip_file_that_lists_too_much_is_not_opened(tmp_path, monkeypatch):
    from pbem.archive import zipped

    monkeypatch.setattr(zipped, "MOST_MEMBERS", 3)
    folder = fill(tmp_path / "in", {"many.zip": zip_of({f"{i}.pbem": b"" for i in range(4)})})
    judge(folder, table=tmp_path / "t.sqlite")
    assert by_name(tmp_path / "t.sqlite")["many.zip"]["error"] == "it lists 4 files, the limit is 3: unpack it"


def test_a_member_that_lies_about_its_size_is_damaged(tmp_path):
    packed = zip_of({"a.pbem": b"x" * 4_000, "b.pbem": b"y"})
    at = packed.index(b"PK\x01\x02")
    lying = packed[: at + 24] + (90).to_bytes(4, "little") + packed[at + 28 :]
    folder = fill(tmp_path / "in", {"a.zip": lying})
    judge(folder, table=tmp_path / "t.sqlite")
    assert by_name(tmp_path / "t.sqlite")["a.zipa.pbem"]["error"].startswith("the zip file is damaged")


def test_names_with_control_characters_are_shown_without(tmp_path, capsys):
    folder = fill(tmp_path / "in", {"a\x1b[2J\n\u202eb.pbem": b"x"})
    (Path(os.fsdecode(os.fsencode(folder) + b"/\xff\xfe.pbem"))).write_bytes(SHORT.read_bytes())
    table = tmp_path / "t.sqlite"
    for words in (["verify", "--engine", "one"], ["list"], ["list", "--json"], ["verify", "--engine", "one", "--json"]):
        assert status_of(["archive", *words, str(folder), "--table", str(table)]) in (0, 4)
        out = capsys.readouterr().out
        assert not {"\x1b", "\u202e"} & {*out}
    assert status_of(["archive", "find", "--table", str(table)]) == 0
    out = capsys.readouterr().out
    assert len(out.splitlines()) == 2
    assert "\\xff\\xfe.pbem" in out
    assert {row["verdict"] for row in by_name(table).values()} == {"damaged", "sound"}


def test_files_that_vanish_or_change_are_rows(tmp_path, monkeypatch):
    path = tmp_path / "a.pbem"
    path.write_bytes(SHORT.read_bytes())
    task = task_for(path)
    with path.open("ab") as file:
        file.write(b"more\n")
    assert why(path, task) == "it was written since it was found"
    task, rest = task_for(path), opening._rest

    def growing(stream, head, most):
        with path.open("ab") as file:
            file.write(b"more\n")
        return rest(stream, head, most)

    with monkeypatch.context() as patch:
        patch.setattr(opening, "_rest", growing)
        assert why(path, task) == "it was written while it was read"
    task = task_for(path)
    path.unlink()
    assert why(path, task) == "it is gone since it was found"
    path.mkdir()
    assert why(path, task) == "it is no file any more"


def test_a_folder_without_leave_is_a_row_and_the_others_are_judged(tmp_path, monkeypatch):
    folder = fill(tmp_path / "in", {"a/x.pbem": b"x", "b/y.pbem": b"y", "c/z.pbem": b"z"})
    scan = os.scandir

    def refusing(path):
        if os.fsdecode(path).endswith("/b"):
            raise PermissionError(13, "Permission denied")
        return scan(path)

    monkeypatch.setattr(walk.os, "scandir", refusing)
    judge(folder, table=tmp_path / "t.sqlite")
    assert {name: row["status"] for name, row in by_name(tmp_path / "t.sqlite").items()} == {
        "x.pbem": 4, "b": 7, "z.pbem": 4}
    assert by_name(tmp_path / "t.sqlite")["b"]["error"] == "permission denied"
    assert judge(tmp_path / "none", table=tmp_path / "u.sqlite").status == 7


def test_what_was_judged_in_a_folder_that_cannot_be_read_stays(tmp_path, monkeypatch):
    folder, table = fill(tmp_path / "in", {"a/x.pbem": b"x", "b/y.pbem": b"y", "b/c/z.pbem": b"z"}), tmp_path / "t"
    judge(folder, table=table)
    scan = os.scandir

    def refusing(path):
        if os.fsdecode(path).endswith("/b"):
            raise PermissionError(13, "Permission denied")
        return scan(path)

    with monkeypatch.context() as patch:
        patch.setattr(walk.os, "scandir", refusing)
        (folder / "a" / "x.pbem").unlink()
        judge(folder, table=table)
    assert {*by_name(table)} == {"b", "y.pbem", "z.pbem"}
    away = folder.rename(tmp_path / "away")
    judge(folder, table=table)
    assert {*by_name(table)} >= {"in", "y.pbem", "z.pbem"}
    away.rename(folder)
    assert judge(folder, table=table).known == 2
    assert {*by_name(table)} == {"y.pbem", "z.pbem"}


def test_a_folder_whose_name_is_no_text_is_walked_and_forgotten(tmp_path):
    folder = Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff"))
    fill(folder, {"a.pbem": b"x", "b.pbem": b"y"})
    table = tmp_path / "t.sqlite"
    for left in ({"a.pbem", "b.pbem"}, {"a.pbem"}):
        assert status_of(["archive", "verify", str(folder), "--table", str(table), "--engine", "one"]) == 4
        assert {*by_name(table)} == left
        (folder / "b.pbem").unlink(missing_ok=True)
    assert {one["words"].rpartition("/")[2] for one in archives.rows(table, "run")} == {"\\xff"}


def test_no_two_paths_are_shown_alike():
    assert len({walk.shown(name) for name in (b"\xff", rb"\xff", rb"\\xff", rb"\\\xff")}) == 4


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_method_that_unpacks_without_bound_is_not_read(method, tmp_path):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", method) as file:
        file.writestr("a.pbem", SHORT.read_bytes())
    folder = fill(tmp_path / "in", {"a.zip": packed.getvalue()})
    assert why(folder / "a.zip", task_for(folder / "a.zip")) == "it is packed in a way that is not read: unpack it"


def test_a_wide_zip_file_is_not_opened(tmp_path):
    packed = zip_of({"a.pbem": SHORT.read_bytes()})
    wide = packed[:-22] + b"PK\x06\x07" + bytes(16) + packed[-22:]
    folder = fill(tmp_path / "in", {"a.zip": wide})
    assert why(folder / "a.zip", task_for(folder / "a.zip")) == "it lists more than 10,000 files: unpack it"


def test_a_mailbox_above_the_bound_is_not_read(tmp_path, monkeypatch):
    monkeypatch.setattr(opening, "MAX_FILE", 50)
    folder = fill(tmp_path / "in", {"a.mbox": b"From a@example.org Sat Jan  3 01:05:34 1996\nFrom: a@example.org\n\n"})
    error = why(folder / "a.mbox", task_for(folder / "a.mbox"))
    assert error.startswith("a mailbox of ")
    assert error.endswith(" bytes, the limit is 50: split it")


def test_matches_of_one_mailbox_that_begin_alike_stay_apart(monkeypatch):
    real = opening._match_of
    monkeypatch.setattr(opening, "_match_of", lambda line: "a" * 12 + gid if (gid := real(line)) else "")
    mails = [b"From a@example.org Sat Jan  3 01:05:34 1996\nFrom: a@example.org\n\n" + log.read_bytes() + b"\n"
             for log in (SHORT, OTHER)]
    assert len(opening._by_match(b"".join(mails), "two.mbox")) == 2


def test_a_mailbox_of_two_matches_is_a_row_each(tmp_path):
    def mail(log: bytes) -> bytes:
        return b"From a@example.org Sat Jan  3 01:05:34 1996\nFrom: a@example.org\nSubject: x\n\n" + log + b"\n"

    both = mail(SHORT.read_bytes()) + mail(OTHER.read_bytes())
    mails = {"two.mbox": both, "one.mbox": mail(SHORT.read_bytes()), "none.mbox": mail(b"hello")}
    folder = fill(tmp_path / "in", mails)
    judge(folder, table=tmp_path / "t.sqlite")
    found = by_name(tmp_path / "t.sqlite")
    assert {name: row["verdict"] for name, row in found.items() if row["status"] == 0} == dict.fromkeys(
        (name for name in found if name != "none.mbox"), "sound")
    assert sorted(row["engine"] for row in found.values()) == [
        "", "enduring_freedom/1", "fallujah/1", "fallujah/1"]


def test_a_full_disk_ends_the_run_with_one_line_and_what_was_kept_counts(tmp_path, monkeypatch, capsys):
    logs = {f"{i}.pbem": SHORT.read_bytes() + b"\n" * i for i in range(4)}
    folder, table = fill(tmp_path / "in", logs), tmp_path / "t"
    opened = store._opened

    def small(path):
        base = opened(path)
        base.execute("PRAGMA max_page_count = 20")
        return base

    monkeypatch.setattr(store, "_opened", small)
    monkeypatch.setattr(store, "COMMIT", 0.0)
    assert status_of(["archive", "verify", str(folder), "--table", str(table), "--engine", "one"]) == 1
    assert "database or disk is full" in capsys.readouterr().err
    monkeypatch.setattr(store, "_opened", opened)
    assert judge(folder, table=table).logs == 4
    judge(folder, table=tmp_path / "u")
    assert everything(table) == everything(tmp_path / "u")


# ---------------------------------------------------------------- rules that are not here, hang or die


@pytest.fixture
def builds(tmp_path):
    made = Builds(tmp_path)
    yield made
    made.undo()


def test_a_ruleset_that_is_not_here_is_a_row(builds, tmp_path):
    folder = fill(tmp_path / "in", {"a.pbem": b""})
    builds.record(folder / "a.pbem", 1)
    judge(folder, table=tmp_path / "t.sqlite")
    assert by_name(tmp_path / "t.sqlite")["a.pbem"]["verdict"] == "sound"
    builds.undo()
    judge(folder, table=tmp_path / "t.sqlite")  # what judged it is gone: it is judged again
    row = by_name(tmp_path / "t.sqlite")["a.pbem"]
    assert (row["status"], row["verdict"], row["engine"]) == (8, "cannot be judged", "tiny/1")
    assert "ruleset tiny is not installed" in row["error"]


@pytest.mark.thorough
@pytest.mark.parametrize(("does", "error"), [
    ("while True: pass", "no end after 2 seconds"), ("__import__('os').abort()", "its process was ended by signal 6"),
    ("hoard = [bytearray(2**26) for _ in range(99)]", "it takes more memory than one log may have"),
])
def test_rules_that_never_end_or_kill_their_process_cost_one_row(does, error, builds, tmp_path, monkeypatch):
    """They do so in the second turn of whatever is played by them."""
    import builds as module

    folder = fill(tmp_path / "in", {"a.pbem": b"", "b.pbem": SHORT.read_bytes(), "c.pbem": OTHER.read_bytes()})
    builds.record(folder / "a.pbem", 1)
    turn = module.TURN
    monkeypatch.setitem(module.CHANGES, "bad", (turn, f"{turn}\n        if state.turn == 2:\n            {does}"))
    builds.use("bad")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([
        str(tmp_path / "sites" / "bad"), str(Path(archives.__file__).parent)]), prepend=os.pathsep)
    judge(folder, table=tmp_path / "t.sqlite", engine="pool", jobs=2, limit=2 if "while" in does else 60)
    found = by_name(tmp_path / "t.sqlite")
    assert found["a.pbem"]["error"] == error
    if "while" not in does:  # on a busy machine two seconds are little for the others
        assert {found["b.pbem"]["status"], found["c.pbem"]["status"]} == {0}


# ---------------------------------------------------------------- many, and kills


def test_nobody_looks_through_all_files_of_the_same_junk_for_each(tmp_path):
    from pbem.archive.store import writing
    from pbem.archive.tables import LogFacts, row_of

    steps = []
    with writing(tmp_path / "t.sqlite", "", "full", lambda *_: True) as kept:
        for number in range(3_000):
            task = ArchiveTask(f"{number:05}", b"a", "", 0, 1, "full", 1)
            row = row_of(task, status=4, verdict="damaged", sha256="aa", error="no log")
            kept._insert("log", [row])
        kept._base.set_progress_handler(lambda: steps.append(1), 100)
        assert not kept.is_same("aa")
        kept.keep(LogFacts(row))
        assert len(steps) < 10  # of a hundred instructions each
        assert kept._base.execute("SELECT count(*) FROM log WHERE error = 'no log'").fetchone() == (3_000,)
        assert len(steps) > 50


@pytest.mark.thorough
def test_many_empty_files_are_as_many_rows(tmp_path):
    folder = fill(tmp_path / "in", {f"{i:05}.pbem": b"" for i in range(3_000)})
    assert judge(folder, table=tmp_path / "t.sqlite", engine="pool", jobs=2).by_verdict == {"damaged": 3_000}


@pytest.mark.thorough
def test_killed_at_twenty_moments_and_started_again_it_gives_the_same_table(tmp_path):
    spoils = archives.spoilt(SHORT.read_bytes())
    logs = {f"{path.parent.name}.pbem": path.read_bytes() for path in sorted((LOGS / "fallujah").glob("*/game.pbem"))}
    packed = {"some.zip": zip_of({f"{name}.pbem": content for name, content in spoils.items()})}
    doubles = {f"again/{name}": content for name, content in logs.items()}
    folder, table = fill(tmp_path / "in", {**logs, **packed, **doubles}), tmp_path / "t.sqlite"
    judge(folder, table=tmp_path / "once.sqlite")
    chance = random.Random("twenty moments")
    program = [sys.executable, "-c", "from pbem.cli.main import run; run()", "archive", "verify", str(folder),
               "--table", str(table), "-j", "2"]
    for number in range(20):
        if number % 5 == 4:
            table.unlink(missing_ok=True)  # it begins anew, so that there is something to kill
        begun = subprocess.Popen(program, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            begun.wait(chance.uniform(0.2, 3.0))
        except subprocess.TimeoutExpired:
            begun.send_signal(signal.SIGKILL)
        begun.wait()
    done = subprocess.run(program, capture_output=True, text=True, check=False)
    assert done.returncode == 4, done.stderr
    assert everything(table) == everything(tmp_path / "once.sqlite")


def may_be_interrupted() -> None:
    """What a shell begins in the background ignores SIGINT, and so does all that it begins."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.thorough
def test_an_interrupted_run_ends_at_once_and_keeps_what_it_has(tmp_path):
    logs = {f"{path.parent.name}.pbem": path.read_bytes() for path in sorted((LOGS / "fallujah").glob("*/game.pbem"))}
    folder, table = fill(tmp_path / "in", logs), tmp_path / "t.sqlite"
    program = [sys.executable, "-c", "from pbem.cli.main import run; run()", "archive", "verify", str(folder),
               "--table", str(table), "-j", "1"]
    begun = subprocess.Popen(program, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                             preexec_fn=may_be_interrupted)
    while not table.with_name("t.sqlite-wal").exists() and begun.poll() is None:
        time.sleep(0.001)
    begun.send_signal(signal.SIGINT)
    assert "Traceback" not in begun.communicate(timeout=30)[1]
    assert begun.returncode == 130
    assert not table.with_name("t.sqlite-wal").exists()
    assert judge(folder, table=table).logs == 7


def test_where_no_process_can_be_begun_each_log_is_a_row(tmp_path, monkeypatch):
    from pbem.disk import guarded

    begin, begun = guarded.subprocess.Popen, []

    def scarce(*words, **options):
        begun.append(words)
        if len(begun) < 3:
            raise BlockingIOError(11, "Resource temporarily unavailable")
        return begin(*words, **options)

    monkeypatch.setattr(guarded.subprocess, "Popen", scarce)
    folder = fill(tmp_path / "logs", {f"{name}.pbem": b"" for name in "abcd"})
    table = tmp_path / "t"
    judge(folder, table=table, engine="pool", jobs=1)
    said = [row["error"] for row in rows(table)]
    assert len(said) == 4
    assert said.count("no process could be begun for it: resource temporarily unavailable") == 2
    assert judge(folder, table=table, engine="pool", jobs=1).known == 2  # the others are tried again
