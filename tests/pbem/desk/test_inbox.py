"""All matches of a home: the order of the list, and that nothing is read again that has not changed."""

from __future__ import annotations

import json
import resource
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from many import home_of_fifty, logs_read
from pbem.cli.main import status_of
from pbem.desk import inbox as inboxes
from pbem.desk.desk import Desk
from pbem.desk.drafting import take_orders
from pbem.desk.inbox import inbox
from pbem.home import Home
from pbem.lab import demo
from pbem.ruleset import find

PBEM = (sys.executable, "-c", "from pbem.cli.main import run; run()")
LONG = Path(__file__).parents[3] / "logs" / "angola" / "turn_ten" / "game.pbem"


class Clock:
    """Seconds that pass only when somebody asks."""

    def __init__(self) -> None:
        self.now = 1_767_225_600

    def __call__(self) -> int:
        self.now += 60
        return self.now


def matches(root: Path, count: int, game: str = "fallujah") -> Desk:
    """So many matches of one person alone, each begun a minute or more after the last."""
    home = Home(root / "home")
    desk = Desk(home, home.create("ana", "", "", no_passphrase=True, cost=demo.QUICK), clock=Clock())
    ruleset = find(game)
    for number in range(count):
        folder = root / f"match-{number:02}"
        people = dict.fromkeys(ruleset.seats_of({}), home.card().id)
        desk.new_match(ruleset, people, {}, folder, policy="mover")
        desk.join(folder)
    return desk


@pytest.fixture
def four(tmp_path):
    return matches(tmp_path, 4)


@pytest.fixture
def reads(monkeypatch):
    return logs_read(monkeypatch)


def names(desk: Desk) -> list[str]:
    return [Path(entry.folder).name for entry in inbox(desk)]


def test_the_longest_wait_comes_first_and_nothing_is_read_again(four, reads, tmp_path):
    assert names(four) == ["match-00", "match-01", "match-02", "match-03"]
    assert reads == []  # each was kept when the match was opened
    with four.game(tmp_path / "match-00") as game:
        take_orders(game, ["setup north 2-7cav"], send=True)
    assert names(four) == ["match-01", "match-02", "match-03", "match-00"]
    assert reads == []


def test_of_one_folder_its_match_alone_is_listed_and_none_if_none_lies_there(four, tmp_path):
    (entry,) = inbox(four, tmp_path / "match-01" / ".." / "match-02")
    assert entry.folder.endswith("match-02")
    assert inbox(four, tmp_path) == []


def test_a_log_that_changed_is_read_again_and_no_other(four, reads, tmp_path):
    shutil.copy(LONG, tmp_path / "match-01" / "game.pbem")
    log = tmp_path / "match-02" / "game.pbem"
    log.write_bytes(log.read_bytes() + b"torn")
    entries = {Path(entry.folder).name: entry for entry in inbox(four)}
    assert sorted(path.parent.name for path in reads) == ["match-01", "match-02"]
    assert entries["match-01"].fault == "another match lies in its folder"
    reads.clear()
    inbox(four)
    assert [path.parent.name for path in reads] == ["match-01"]  # what is no match of ours is not kept


@pytest.mark.parametrize("spoil", ["summary", "version", "build", "missing"])
def test_a_summary_is_not_trusted_blindly(four, reads, tmp_path, spoil, monkeypatch):
    before = inbox(four)
    (one,) = [e for e in before if e.folder.endswith("match-02")]
    file = four.home.summaries.folder / f"{one.game}.json"
    if spoil == "summary":
        file.write_bytes(file.read_bytes().replace(b'"round":2', b'"round":"2"'))
    elif spoil == "missing":
        file.unlink()
    elif spoil == "build":
        monkeypatch.setattr(inboxes, "build_under", lambda sources: f"pbem 99 of {sources}")
    else:
        monkeypatch.setattr(inboxes, "made_by", lambda: "pbem 99")
    assert [e.summary.asked for e in inbox(four)] == [e.summary.asked for e in before]
    assert len(reads) == (4 if spoil in ("version", "build") else 1)
    assert file.stat().st_mode & 0o077 == 0


def test_drafts_are_listed_and_make_a_summary_stale(four, reads, tmp_path, capsys, monkeypatch):
    with four.game(tmp_path / "match-03") as game:
        take_orders(game, ["setup north 2-7cav"])
    (one,) = [e.summary for e in inbox(four) if e.folder.endswith("match-03")]
    assert one.drafts == ("coalition: setup north=usa_2_7",)
    assert [(a.seat, a.rule) for a in one.asked] == [("coalition", "10.1")]
    (tmp_path / "match-03" / "drafts.json").unlink()
    (one,) = [e.summary for e in inbox(four) if e.folder.endswith("match-03")]
    assert one.drafts == ()
    assert len(reads) == 1


def test_a_folder_that_is_gone_is_said_so_and_hides_no_other(four, tmp_path):
    shutil.rmtree(tmp_path / "match-00")
    entries = inbox(four)
    assert [e.fault for e in entries] == ["", "", "", "its log is not there any more"]


@pytest.mark.parametrize(("name", "spoil"), [
    ("drafts.json", "garbage"), ("drafts.json", "folder"), ("drafts.json", "loop"), ("early.txt", "folder"),
    ("early.txt", "loop"),
])
def test_a_private_file_that_cannot_be_read_hides_nothing_that_the_log_says(
        four, reads, tmp_path, monkeypatch, capsys, name, spoil):
    before = {e.folder: e.summary for e in inbox(four)}
    path = tmp_path / "match-01" / name
    path.unlink(missing_ok=True)
    if spoil == "garbage":
        path.write_text("garbage\n")
        path.chmod(0o600)
    elif spoil == "folder":
        path.mkdir()
    else:
        path.symlink_to(name)
    for _ in range(2):  # what was not read is not kept either
        entries = {Path(e.folder).name: e for e in inbox(four)}
        spoiled = entries["match-01"].summary
        assert name in spoiled.unread
        assert (spoiled.asked, spoiled.drafts) == (before[str(path.parent)].asked, ())
        assert [e.summary.unread for e in entries.values()].count("") == 3
        assert [e.fault for e in entries.values()] == [""] * 4
    monkeypatch.setenv("PBEM_HOME", str(four.home.root))
    assert status_of(["status"]) == 0
    told = " ".join(capsys.readouterr().out.split())  # however long the path is: lines break at 80 columns
    assert told.count("not read: ") == 1
    assert told.count(" decides (rule ") == 4
    if spoil == "folder":
        path.rmdir()
    else:
        path.unlink()
    assert [e.summary.unread for e in inbox(four)] == [""] * 4


def test_a_folder_that_the_system_refuses_hides_no_other(four, tmp_path):
    game = inbox(four)[0].game
    four.home.games.put(game, tmp_path / ("x" * 300))
    entries = inbox(four)
    assert [(e.fault, e.status) for e in entries] == [("", 0)] * 3 + [("the system refuses: file name too long", 1)]


def test_a_ruleset_that_fails_at_its_prompt_does_not_stop_a_command(four, tmp_path, monkeypatch):
    def fail(*_given):
        raise RuntimeError

    kept = four.home.summaries.folder
    with monkeypatch.context() as patched:
        patched.setattr("pbem.desk.summing._asked", fail)
        with four.game(tmp_path / "match-00") as game:
            take_orders(game, ["setup north 2-7cav"])  # what was kept is not so any more
    assert not (kept / f"{game.gid}.json").exists()
    assert len([e for e in inbox(four) if e.summary]) == 4
    assert (kept / f"{game.gid}.json").exists()


def test_next_outside_a_match_and_status_say_the_same(four, tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("PBEM_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.chdir(tmp_path)
    assert status_of(["next"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("match-00: Fallujah, 2004, ")
    assert "  coalition decides (rule 7.1), since 2026-01-01 " in told
    assert status_of(["status"]) == 0
    assert capsys.readouterr().out == told
    assert status_of(["status", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)["matches"]
    assert set(data[0]) == {"asked", "awaited", "deadline", "drafts", "engine", "fault", "filed", "folder", "game",
                            "overtaken", "proposed", "result", "round", "since", "standing", "stopped", "title",
                            "unread", "where", "yours", "called", "people", "held", "titles"}
    guide = (Path(__file__).parents[3] / "docs" / "guide.md").read_text()
    assert [name for name in data[0] if f"`{name}`" not in guide] == []


def cpu_of(*command: str) -> tuple[float, str]:
    """Seconds of processor time that a whole process takes, and what it prints."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([*PBEM, *command], capture_output=True, text=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime, done.stdout


@pytest.mark.slow
def test_fifty_matches_in_the_middle_of_play_are_listed_in_less_than_two_seconds(tmp_path, monkeypatch):
    home = home_of_fifty(tmp_path, monkeypatch)
    monkeypatch.setenv("PBEM_HOME", str(home.root))
    monkeypatch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
    monkeypatch.chdir(tmp_path)
    cpu_of("games")  # bytecode is written
    seconds, told = cpu_of("status", "--json")
    listed = json.loads(told)["matches"]
    assert Counter(one["engine"] for one in listed) == {
        "angola/1": 12, "anaconda/1": 12, "fallujah/1": 13, "enduring_freedom/1": 13}
    assert sum(one["round"] for one in listed) > 3_000
    assert sum(bool(one["asked"]) for one in listed) > 25
    assert seconds < 2
    assert cpu_of("next")[0] < 2
