"""A run over an archive: what is found, how each is judged, what a second run does."""

from __future__ import annotations

import contextlib
import io
import json
import os
import shutil
import sqlite3
import zipfile
from pathlib import Path

import pytest

import archives
from archives import OTHER, SHORT, by_name, everything, fill, judge, rows, spoilt
from pbem.archive import run
from pbem.cli.main import status_of

VERDICTS = {"whole.pbem": "sound", "doubled.pbem": "sound", "cut.pbem": "damaged", "flipped.pbem": "damaged"}
SAME = ("events", "bytes", "sha256", "rounds", "result", "by", "score", "policy", "witness", "engine", "status")


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A log four ways, another, and what is none."""
    log = SHORT.read_bytes()
    spoils = {f"{name}.pbem": content for name, content in spoilt(log).items()}
    zipped = io.BytesIO()
    with zipfile.ZipFile(zipped, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("a/one.pbem", log)
        file.writestr("two.pbem", OTHER.read_bytes())
        file.writestr("inner.zip", b"PK")
    made = {
        "x/whole.pbem": log, **spoils, "y/two.zip": zipped.getvalue(), "empty.pbem": b"", "junk.pbem": b"junk\n" * 999,
        "notes.txt": b"not looked at",
    }
    folder = fill(tmp_path_factory.mktemp("archive"), made)
    (folder / "link.pbem").symlink_to(folder / "x" / "whole.pbem")
    (folder / "round").symlink_to(folder)
    os.mkfifo(folder / "pipe")
    return folder


@pytest.fixture(scope="module")
def table(archive: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What one process makes of it."""
    path = tmp_path_factory.mktemp("table") / "archive.sqlite"
    done = judge(archive, table=path)
    assert (done.logs, done.known, done.status) == (12, 0, 4)
    return path


def test_each_log_has_its_verdict(table, archive):
    found = by_name(table)
    expected = VERDICTS | {
        "empty.pbem": "damaged", "junk.pbem": "damaged", "link.pbem": "not read", "round": "not read",
        "pipe": "not read", "two.zipa/one.pbem": "sound", "two.zipinner.zip": "not read", "two.ziptwo.pbem": "sound",
    }
    assert {name: row["verdict"] for name, row in found.items()} == expected
    assert all(row["error"] for row in found.values() if row["status"])
    assert not any(row["error"] for row in found.values() if not row["status"])
    assert found["two.zipa/one.pbem"]["same_as"] == str(archive / "x" / "whole.pbem")
    assert found["whole.pbem"]["same_as"] == ""


@pytest.mark.parametrize("name", ["x/whole.pbem", "doubled.pbem", "cut.pbem", "flipped.pbem", "junk.pbem"])
def test_a_row_is_what_verify_says(name, table, archive):
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        status = status_of(["verify", str(archive / name), "--json"])
    said, row = json.loads(out.getvalue()), by_name(table)[Path(name).name]
    assert {field: row[field] for field in SAME} == {field: said[field] for field in SAME}
    assert (row["status"], row["gid"], row["judged_by"]) == (status, said["game"], said["build"])
    assert json.loads(row["builds"]) == said["builds"]
    first = next((finding for finding in said["findings"] if finding["severity"] == "fault"), {})
    assert (row["kind"], row["line"], row["accused"]) == (first.get("kind"), first.get("line"), first.get("seat", ""))
    findings = [one for one in rows(table, "finding") if one["sha256"] == said["sha256"]]
    assert sorted(one["text"] for one in findings) == sorted(one["text"] for one in said["findings"])


def test_what_else_is_told_of_a_game(table):
    row = by_name(table)["whole.pbem"]
    assert (row["complete"], row["turns"], json.loads(row["options"])["scenario"]) == (1, 29, "vigilant_resolve")
    (seat,) = (one for one in rows(table, "seat") if one["sha256"] == row["sha256"])
    assert (seat["seat"], seat["title"], seat["won"], seat["audited"]) == ("coalition", "Coalition", 0, None)
    asked = [one for one in rows(table, "rule") if one["sha256"] == row["sha256"]]
    assert sum(one["n"] for one in asked if one["seat"]) == seat["decisions"] > 20
    held = [one for one in rows(table, "place") if one["sha256"] == row["sha256"]]
    assert {one["turn"] for one in held} >= {1, 5, 29}


def test_a_pool_gives_the_same_table(table, archive, tmp_path):
    done = judge(archive, table=tmp_path / "a.sqlite", engine="pool", jobs=2)
    assert everything(tmp_path / "a.sqlite") == everything(table)
    assert 0 < done.busy <= 1


def test_what_is_known_is_not_read_again(table, archive, tmp_path, monkeypatch):
    shutil.copy(table, again := tmp_path / "a.sqlite")
    done = judge(archive, table=again)
    assert (done.logs, done.known) == (12, 9)  # a link and the like are looked at anew
    assert everything(again) == everything(table)
    monkeypatch.setattr(run, "_now", {"fallujah/1": "another build"})
    assert judge(archive, table=again).known == 2  # those that are no log


def test_a_file_that_changes_or_goes_changes_its_row(tmp_path):
    folder, table = fill(tmp_path / "in", {"a.pbem": SHORT.read_bytes(), "b.pbem": b"x"}), tmp_path / "t.sqlite"
    judge(folder, table=table)
    (folder / "b.pbem").unlink()
    (folder / "a.pbem").write_bytes(OTHER.read_bytes())
    fill(folder, {"c.pbem": OTHER.read_bytes()})
    done = judge(folder, table=table)
    assert (done.logs, done.known) == (2, 0)
    assert {name: row["engine"] for name, row in by_name(table).items()} == dict.fromkeys(
        ("a.pbem", "c.pbem"), "enduring_freedom/1")
    assert {one["sha256"] for one in rows(table, "seat")} == {one["sha256"] for one in rows(table)}


def test_one_that_never_ends_and_one_that_dies_cost_a_row_each(tmp_path, monkeypatch):
    names = ("deadly", "endless", "hungry", "last", "more", "wordy")
    folder, table = fill(tmp_path / "in", {f"{name}.pbem": name.encode() for name in names}), tmp_path / "t.sqlite"
    monkeypatch.setattr(run, "WORK", "archives:odd_work")
    monkeypatch.setenv("PYTHONPATH", str(Path(archives.__file__).parent), prepend=os.pathsep)
    done = judge(folder, table=table, engine="pool", jobs=1, limit=2)
    assert {name: row["error"] for name, row in by_name(table).items() if row["status"] == 7} == {
        "deadly.pbem": "its process ended with status 3", "endless.pbem": "no end after 2 seconds",
        "hungry.pbem": "its process ended with status 4",
        "wordy.pbem": "its answer has 67,108,865 bytes, the limit is 67,108,864"}
    assert done.by_verdict == {"not read": 4, "damaged": 2}
    assert judge(folder, table=table, engine="pool", jobs=1, limit=2).known == 4  # what died may live
    assert judge(folder, table=table, limit=3).known == 2  # with more time they may end
    assert by_name(table)["endless.pbem"]["verdict"] == "damaged"


def test_what_time_may_mend_is_read_again(tmp_path, monkeypatch):
    from pbem.archive import measure

    folder, table = fill(tmp_path / "in", {"a.pbem": SHORT.read_bytes()}), tmp_path / "t.sqlite"

    def failing(_task):
        raise RuntimeError("no thread")

    with monkeypatch.context() as patch:
        patch.setattr(measure, "open_task", failing)
        judge(folder, table=table)
    assert by_name(table)["a.pbem"]["error"].startswith("pbem fails on it")
    assert judge(folder, table=table).known == 0
    assert by_name(table)["a.pbem"]["verdict"] == "sound"
    assert judge(folder, table=table).known == 1
    monkeypatch.setattr("pbem.archive.store.metadata.version", lambda _: "another")
    assert judge(folder, table=table).known == 0


def test_data_beside_a_log_are_part_of_what_is_known(tmp_path):
    folder, table = fill(tmp_path / "in", {"a.pbem": SHORT.read_bytes()}), tmp_path / "t.sqlite"
    judge(folder, table=table)
    fill(folder, {"data/theirs.toml": b"x = 1\n"})
    assert judge(folder, table=table).known == 0
    with_data = by_name(table)["a.pbem"]["status"]
    assert with_data != 0
    (folder / "data" / "theirs.toml").unlink()
    (folder / "data").rmdir()
    assert judge(folder, table=table).known == 0
    assert by_name(table)["a.pbem"]["verdict"] == "sound"


@pytest.mark.parametrize("first", ["a", "z"])
def test_what_does_not_fit_the_data_beside_it_takes_no_facts_from_its_equal(first, tmp_path):
    log, table = SHORT.read_bytes(), tmp_path / "t.sqlite"
    folder = fill(tmp_path / "in", {"m/x.pbem": log, f"{first}/x.pbem": log, f"{first}/data/theirs.toml": b"x = 1\n"})
    judge(folder / "m", table=tmp_path / "alone")
    judge(folder, table=table)
    assert sorted(row["status"] for row in rows(table)) == [0, 4]
    for name in ("seat", "rule", "place", "finding"):
        assert rows(table, name) == rows(tmp_path / "alone", name)


def test_unchanged_data_beside_a_log_are_known(tmp_path):
    from pbem.archive.store import writing
    from pbem.archive.tables import OTHER_DATA, ArchiveTask, LogFacts, row_of

    folder = fill(tmp_path / "in", {"data/x.toml": b"x = 1\n"})
    task = ArchiveTask("a", str(folder / "a.pbem").encode(), "", 1, 1, "full", 1)
    row = row_of(task, status=0, engine="tiny/1", judged_by="now" + OTHER_DATA, sha256="aa", verdict="sound", error="")
    with writing(tmp_path / "t.sqlite", "", "full", lambda _, build: build == "now") as kept:
        kept.open_file(task, 1)
        kept.keep(LogFacts(row))
        assert kept.known_logs(task) == 1
        assert not kept.is_same("aa")  # there may be no such data beside another
    fill(folder, {"data/x.toml": b"x = 22\n"})
    with writing(tmp_path / "t.sqlite", "", "full", lambda _, build: build == "now") as kept:
        assert kept.known_logs(task) == 0


# ---------------------------------------------------------------- tables that are none


def test_a_bad_table_stops_the_run_at_once(tmp_path, capsys):
    folder, table = fill(tmp_path / "in", {"a.pbem": b"x"}), tmp_path / "t.sqlite"
    table.write_bytes(b"no data base" * 999)
    assert status_of(["archive", "verify", str(folder), "--table", str(table)]) == 2
    assert "is no table of an archive" in capsys.readouterr().err
    table.unlink()
    with sqlite3.connect(table) as base:
        base.execute("CREATE TABLE mine (a)")
    base.close()
    assert status_of(["archive", "verify", str(folder), "--table", str(table)]) == 2
    assert "a data base, and no table of an archive" in capsys.readouterr().err
    table.unlink()
    assert status_of(["archive", "verify", str(folder), "--table", str(table)]) == 4
    with sqlite3.connect(table) as base:
        base.execute("PRAGMA user_version = 99")
    base.close()
    assert status_of(["archive", "verify", str(folder), "--table", str(table)]) == 2
    assert "a table of version 99, this pbem has version 2" in capsys.readouterr().err


@pytest.mark.parametrize(("words", "why"), [
    ("--most 99999999999999999999", "--most"), ("--limit 1e10", "--limit"), ("--limit nan", "nan is no number"),
    ("--engine foo", "there is no engine 'foo'"),
])
def test_what_cannot_be_done_is_refused_before_there_is_a_table(words, why, tmp_path, capsys):
    table = tmp_path / "t.sqlite"
    assert status_of(["archive", "verify", str(tmp_path), "--table", str(table), *words.split()]) == 2
    assert why in capsys.readouterr().err
    assert not table.exists()


def test_two_runs_on_one_table_are_refused(tmp_path, capsys):
    from pbem.disk.lock import locked

    folder, table = fill(tmp_path / "in", {"a.pbem": b"x"}), tmp_path / "t.sqlite"
    with locked(table):
        assert status_of(["archive", "verify", str(folder), "--table", str(table)]) == 1
    assert "another program is writing t.sqlite" in capsys.readouterr().err


# ---------------------------------------------------------------- what a person sees


def test_a_line_a_verdict_and_each_log_that_is_not_sound(archive, tmp_path, capsys):
    words = ["archive", "verify", str(archive), "--table", str(tmp_path / "t.sqlite"), "--engine", "one"]
    assert status_of(words) == 4
    out = capsys.readouterr().out.splitlines()
    assert [line.split() for line in out if "sound" in line and "pbem" not in line] == [
        ["1", "sound,", "ended", "enduring_freedom/1"], ["3", "sound,", "ended", "fallujah/1"]]
    assert len([line for line in out if line.startswith(f"4  damaged: {archive}/empty.pbem: ")]) == 1
    assert len([line for line in out if line.startswith(("4  ", "7  "))]) == 8
    assert status_of([*words, "--json"]) == 4
    said = json.loads(capsys.readouterr().out)
    assert (said["logs"], said["known"], said["by_status"]) == (12, 9, {"0": 4, "4": 4, "7": 4})


def test_list_reads_nothing_and_says_what_is_known(archive, table, capsys):
    assert status_of(["archive", "list", str(archive), "--table", str(table)]) == 0
    out = capsys.readouterr().out
    assert f"damaged                   {archive}/cut.pbem" in out
    assert status_of(["archive", "list", str(archive), "--json", "--table", str(table.with_name("none"))]) == 0
    said = {Path(one["path"]).name: one for one in json.loads(capsys.readouterr().out)}
    assert said["cut.pbem"]["verdict"] == ""
    assert said["link.pbem"]["why"] == "a link, not followed"


def test_an_audit_counts_dice_and_judges_again(tmp_path):
    folder, table = fill(tmp_path / "in", {"a.pbem": SHORT.read_bytes()}), tmp_path / "t.sqlite"
    judge(folder, table=table)
    assert judge(folder, table=table, level="audit").known == 0
    assert by_name(table)["a.pbem"]["verdict"] == "honest"
    (every,) = (one for one in rows(table, "dice") if not one["seat"])
    assert every["dice"] == sum(json.loads(every["faces"])) > 0
    assert {one["audited"] for one in rows(table, "seat")} == {1}
