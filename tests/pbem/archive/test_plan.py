"""What many games would take, from some of them."""

from __future__ import annotations

import io
import json
import zipfile

import pytest

from archives import OTHER, SHORT, fill
from pbem.archive import plan as plans
from pbem.archive.plan import plan, sampled
from pbem.archive.run import RunWish
from pbem.archive.walk import ArchiveFile
from pbem.cli.main import status_of
from pbem.errors import WrongUse


def test_the_sample_goes_from_small_to_large_and_is_the_same_whatever_the_order():
    files = [ArchiveFile(f"{size:05}", b"", size) for size in range(2_000)]
    chosen = sampled(files)
    assert [file.size for file in chosen] == list(range(20, 2_000, 40))
    assert sampled(files[::-1]) == chosen
    alike = [ArchiveFile(f"{number:05}", b"", 7) for number in range(120)]
    assert sampled(alike[60:] + alike[:60]) == sampled(alike)
    assert sorted(sampled(files[:50])) == files[:50]
    assert len(set(sampled(files[:51]))) == 50


def test_a_plan_follows_from_what_the_sample_took(tmp_path, capsys):
    zipped = io.BytesIO()
    with zipfile.ZipFile(zipped, "w") as file:
        for number in range(6):
            file.writestr(f"{number}.pbem", b"junk")
    made = {"a.pbem": SHORT.read_bytes(), "b.pbem": OTHER.read_bytes(), "c.zip": zipped.getvalue(), "d.pbem": b""}
    folder = fill(tmp_path / "archive", made)
    (folder / "link.pbem").symlink_to(folder / "a.pbem")
    assert status_of(["archive", "verify", str(folder), "--plan", "9000", "-j", "4", "--price", "0.5", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["games"], said["files"], said["sampled"], said["unread"]) == (9_000, 4, 6, 0)
    assert (said["level"], said["cores"], said["price"]) == ("full", 4, 0.5)
    assert said["disk_mb"] == round(9_000 * sum(map(len, made.values())) / 9 / 1e6, 3)  # six lie in the zip file
    assert 0.001 < said["cpu_a_game"] < 0.2
    assert said["core_hours"] == pytest.approx(said["cpu_a_game"] * 9_000 / 3_600, rel=0.001)
    assert said["hours"] == pytest.approx(said["core_hours"] / 4, rel=0.001)
    assert said["money"] == pytest.approx(said["core_hours"] * 0.5, abs=0.0001)
    assert 100 < said["memory_mb"] < 600
    assert [path.name for path in tmp_path.iterdir()] == ["archive"]  # nothing is kept


class Told:
    """A process pool that says what it is told: seconds, and the game, of each file in turn."""

    def __init__(self, costs):
        self.costs = {name: list(seconds) for name, seconds in costs.items()}
        self.was_asked = []

    def __call__(self, jobs, limit, work):
        return self

    def map(self, tasks, known):
        from pbem.archive.tables import LogFacts, TaskAnswer, row_of

        for task in tasks:
            name = task.name.rsplit("/", 1)[-1]
            self.was_asked.append(name)
            row = row_of(task, status=0, engine=name[0], cpu=self.costs[name].pop(0), peak_mb=50.0)
            yield task, TaskAnswer([LogFacts(row)])

    def close(self):
        pass


def test_the_first_log_of_a_game_is_judged_again_since_it_paid_for_the_rules(monkeypatch, tmp_path):
    folder = fill(tmp_path, {"a1.pbem": b"1", "a2.pbem": b"22", "b1.pbem": b"333", "b2.pbem": b"4444"})
    told = Told({"a1.pbem": [9.0, 1.0], "a2.pbem": [2.0], "b1.pbem": [9.0, 3.0], "b2.pbem": [2.0]})
    monkeypatch.setattr(plans, "ProcessPool", told)
    made = plan(RunWish((str(folder),), tmp_path / "t", jobs=8), 2, 0.05)
    assert told.was_asked[:4] == ["a1.pbem", "a2.pbem", "b1.pbem", "b2.pbem"]
    assert sorted(told.was_asked[4:]) == ["a1.pbem", "b1.pbem"]
    assert made.cpu_a_game == pytest.approx(2.0, abs=0.1)
    assert made.hours == pytest.approx(made.core_hours / 2, rel=0.001)  # two games keep no more than two cores busy
    assert made.memory_mb == 400


def test_a_log_whose_process_was_ended_costs_the_time_that_it_took(monkeypatch, tmp_path):
    told = Told({"a.pbem": [None, None]})
    monkeypatch.setattr(plans, "ProcessPool", told)
    clock = iter(range(10, 1_000, 10))
    monkeypatch.setattr(plans.time, "perf_counter", lambda: next(clock))
    made = plan(RunWish((str(fill(tmp_path, {"a.pbem": b"1"})),), tmp_path / "t"), 1, 0.05)
    assert made.cpu_a_game == 10


def test_without_logs_there_is_no_plan(tmp_path):
    with pytest.raises(WrongUse, match=r"^there is no log to judge$"):
        plan(RunWish((str(tmp_path),), tmp_path / "t"), 1, 0.05)
    fill(tmp_path, {"a.pbem": b"12345", "b.pbem": b"123456"})
    with pytest.raises(WrongUse, match="no log to judge: the smallest has 5 bytes"):
        plan(RunWish((str(tmp_path),), tmp_path / "t", most=4), 1, 0.05)


def test_a_plan_in_words(tmp_path, capsys):
    folder = fill(tmp_path / "archive", {"a.pbem": b"junk"})
    assert status_of(["archive", "audit", str(folder), "--plan", "1000", "-j", "2", "--price", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "1,000 games like these, audited (from 1 logs of 1 files here):"
    assert [line.split()[1:] for line in lines[3:]] == [
        ["MB", "of", "memory", "for", "2", "processes"], ["GB", "of", "disk", "for", "the", "logs"],
        ["at", "1", "for", "an", "hour", "of", "one", "core", "(--price)"]]


def test_an_address_that_cannot_be_read_is_refused_as_a_run_refuses_it(capsys):
    assert status_of(["archive", "verify", "https://me:secret@host/games", "--plan", "9"]) == 2
    assert "an address with a password in it is not taken" in capsys.readouterr().err
