"""Every script in examples/ runs, and stays short."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

from desks import Desks
from pbem import ruleset
from pbem.audit.audit import audit
from pbem.cli.main import status_of
from pbem.lab.demo import play
from pbem.replay.films.opening import open_reel

FOLDER = Path(__file__).resolve().parent.parent / "examples"


def example(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"example_{name}", FOLDER / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished match of the example's own ruleset."""
    root = tmp_path_factory.mktemp("bidders")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ruleset, "_load", lambda name: example("tiny_ruleset").RULESET)
        report = play(root, example("tiny_ruleset").RULESET)
    assert report.result is not None
    return report.folders[0] / "game.pbem"


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ruleset, "_load", lambda name: example("tiny_ruleset").RULESET)


def test_scripts_are_short():
    assert {p.name: n for p in FOLDER.glob("*.py") if (n := len(p.read_text().splitlines())) > 60} == {}


def test_check_log(log, tmp_path, capsys):
    assert example("check_log").main(log) == 0
    assert capsys.readouterr().out.startswith("honest (audit); dice witnessed")
    cut = tmp_path / "cut.pbem"
    cut.write_bytes(b"".join(log.read_bytes().splitlines(keepends=True)[:-3]))
    assert example("check_log").main(tmp_path / "none.pbem") == 2
    assert example("check_log").main(cut) in (5, 9)


def test_tell_story(log, capsys):
    example("tell_story").main(log)
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith("Bidders, ")
    assert any(line.startswith("  left bid ") for line in told)
    assert told[-1].endswith(" has the prize")


def test_compare_logs(capsys, monkeypatch):
    monkeypatch.undo()
    logs = FOLDER.parent / "logs" / "fallujah"
    example("compare_logs").main(logs / "april_won", logs / "april_lost")
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].startswith("turn 1 ")
    assert lines[-2:] == ["april_won: Tactical Victory with 51 VP", "april_lost: Debacle with -12 VP"]


def test_balance_of_any_ruleset_is_a_table_of_wins(capsys):
    example("balance").main(["bidders", "8"])
    head, rule, row = capsys.readouterr().out.splitlines()
    assert head == "| 8 games each | wins of, % | wins together, % | median |"
    assert set(rule) == set("| -")
    cells = [cell.strip() for cell in row.strip("|").split("|")]
    assert cells[0] == "five"
    assert cells[1] == cells[2]
    shares = [float(word.split(" ")[1]) for word in cells[1].split(", ")]
    assert sum(shares) == 100
    assert all(share % 12.5 == 0 for share in shares)  # of eight games


def test_balance_is_the_same_every_time_and_in_json(capsys):
    tables = []
    for _ in range(2):
        example("balance").main(["bidders", "8", "--json", "--of", "coins", "nothing"])
        tables.append(json.loads(capsys.readouterr().out))
    assert tables[0] == tables[1]
    assert list(tables[0]["five"]) == ["wins of, %", "wins together, %", "median"]
    assert tables[0]["five"]["median"] == {"coins": 2}  # how many have coins; what a position has not is left out


def test_balance_of_some_numbers_is_that_of_their_games(capsys):
    tables = {}
    for numbers in ("3", "3:5", "5", "0"):
        example("balance").main(["bidders", numbers, "--json", "--of"])
        tables[numbers] = json.loads(capsys.readouterr().out)["five"]["wins of, %"]
    assert tables["5"] == {s: round((3 * tables["3"][s] + 2 * tables["3:5"][s]) / 5, 1) for s in tables["5"]}
    assert set(tables["0"].values()) == {0.0, 100.0}  # at least one game


def test_balance_with_the_numbers_of_a_folder(monkeypatch, tmp_path):
    """The folder is the overlay of the game's own data, as for `pbem new`."""
    given, tiny = [], example("tiny_ruleset").RULESET
    counted = replace(tiny, data_files=lambda overlay: given.append(overlay) or {})
    monkeypatch.setattr(ruleset, "_load", lambda name: counted)
    example("balance").main(["bidders", "1", "--data", str(tmp_path)])
    example("balance").main(["bidders", "1"])
    assert given == [tmp_path, None]


@pytest.mark.slow
def test_balance_of_a_game_with_a_score_by_two_processes():
    """The same table as by one; a process of its own, where games are found by their entry points."""
    script = [sys.executable, str(FOLDER / "balance.py"), "fallujah", "2", "--json", "--of", "turn", "captured_nodes"]
    runs = [subprocess.run([*script, "--jobs", jobs], check=True, capture_output=True) for jobs in ("1", "2")]
    assert runs[0].stdout == runs[1].stdout
    assert set(json.loads(runs[0].stdout)["campaign"]["median"]) == {"score", "turn", "captured_nodes"}


def test_eyes_puts_three_maps_side_by_side_and_measures_what_the_page_says(monkeypatch):
    monkeypatch.undo()
    image = pytest.importorskip("PIL.Image")
    pytest.importorskip("resvg_py")
    eyes = example("eyes")
    for case, game in (("fallujah/april_won", "Fallujah, 2004"), ("anaconda/neither", "Operation Anaconda")):
        scene = next(iter(open_reel(FOLDER.parent / "logs" / case / "game.pbem", "public"))).scene
        page = (FOLDER.parent / "docs" / "eyes.md").read_text(encoding="utf-8").splitlines()
        rows = [row.replace(f"| {scene.board.title} |", f"| {game} |").replace("|  |", "| no allies |")
                for row in eyes.rows(scene.board)]
        assert len(rows) == 3
        assert set(rows) <= set(page)
    sheet = eyes.seen(scene, 90).convert("RGB")
    assert sheet.width == 3 * 90 + 2 * eyes.GAP
    thirds = [sheet.crop((left, 0, left + 90, sheet.height)) for left in (0, 98, 196)]
    assert len({third.tobytes() for third in thirds}) == 3
    assert isinstance(thirds[0], image.Image)


def test_tiny_ruleset_is_played_by_the_command_line_too(tmp_path):
    assert "bidders  Bidders (version 1), seats: left, right" in Desks(tmp_path).must("zoe", "games", "bidders").out


def test_campaigns_of_enduring_freedom_are_compared_bot_by_bot():
    script = [sys.executable, str(FOLDER / "campaigns.py"), "1", "infowar_only", "north_only"]
    lines = subprocess.run(script, check=True, capture_output=True, text=True).stdout.splitlines()
    assert lines[0] == "| bot | NP | levels, % | Jihad by turn |"
    assert [line.split(" | ")[0] for line in lines[2:]] == ["| infowar_only", "| north_only"]
    shares = [int(share) for share in lines[2].split(" | ")[2].split(" / ")]
    assert sum(shares) == 100


@pytest.mark.thorough
def test_ways_to_play_anaconda_are_compared_bot_by_bot():
    script = [sys.executable, str(FOLDER / "valley.py"), "1", "runners", "--mode", "plan"]
    (line,) = subprocess.run(script, check=True, capture_output=True, text=True).stdout.splitlines()
    bot, mode, games, *shares, _, _ = line.strip("| ").split(" | ")
    assert (bot, mode, games) == ("runners", "plan", "1")
    assert sum(int(share.split()[0]) for share in shares) == 100


def test_ways_are_compared_with_the_numbers_of_a_folder(tmp_path):
    """If a hex that is held brings 90 points, whoever runs leaves the Coalition more than any game with one gives."""
    tables = (FOLDER.parent / "rulesets" / "pbem_games" / "anaconda" / "data" / "tables.toml").read_text()
    assert tables.count("objective = 1\n") == 1
    (tmp_path / "tables.toml").write_text(tables.replace("objective = 1\n", "objective = 90\n"))
    script = [sys.executable, str(FOLDER / "valley.py"), "1", "runners", "--data", str(tmp_path)]
    (line,) = subprocess.run(script, check=True, capture_output=True, text=True).stdout.splitlines()
    vp = line.strip("| ").split(" | ")[-2]
    assert int(vp.split()[0]) > 200


def test_shares_stand_with_the_interval_of_wilson():
    share = example("valley").share
    assert (share(20, 60), share(0, 20), share(20, 20)) == ("33 (24-44)", "0 (0-12)", "100 (88-100)")


# ---------------------------------------------------------------- archives


@pytest.fixture
def tables(monkeypatch, tmp_path, capsys):
    """What `pbem archive` exports of two games of Fallujah; one of them lies there twice."""
    pytest.importorskip("pyarrow")
    monkeypatch.undo()
    logs, folder = FOLDER.parent / "logs" / "fallujah", tmp_path / "in"
    folder.mkdir()
    for name, case in (("a", "april_won"), ("b", "april_lost"), ("c", "april_won")):
        (folder / f"{name}.pbem").write_bytes((logs / case / "game.pbem").read_bytes())
    table = ["--table", str(tmp_path / "t.sqlite")]
    assert status_of(["archive", "audit", str(folder), *table, "--engine", "one"]) == 0
    assert status_of(["archive", "export", "-o", str(tmp_path / "out"), *table]) == 0
    capsys.readouterr()
    return tmp_path / "out"


def test_an_archive_is_asked_by_duckdb(tables):
    pytest.importorskip("duckdb")
    hits: dict[tuple[str, str], list[int]] = {}
    for case in ("april_won", "april_lost"):
        for one in audit(FOLDER.parent / "logs" / "fallujah" / case / "game.pbem").hits:
            if not one.side:
                continue
            counts = hits.setdefault((one.rule, one.decides), [0, 0, 0])
            hits[one.rule, one.decides] = [counts[0] + 1, counts[1] + one.dice, counts[2] + one.hits]
    rows = example("archive_duckdb").by_rule(tables)
    assert {(rule, decides): [dice, hits] for _, rule, decides, _, dice, hits, _, _ in rows} == {
        key: counts[1:] for key, counts in hits.items()}
    assert ("fallujah", "14.7", "desertion") in [row[:3] for row in rows]
    assert all(row[3] <= 2 for row in rows)
    assert {Path(row[-1]).name for row in rows} <= {"a.pbem", "b.pbem"}


def test_an_archive_is_asked_by_pandas(tables):
    pytest.importorskip("pandas")
    table = example("archive_pandas").by_seat(tables)
    assert [(name, int(row.matches), int(row.won)) for name, row in table.iterrows()] == [
        (("fallujah/1", "coalition"), 2, 1)]
    assert table["decisions"].iloc[0] > 100


def test_what_is_not_here_is_named_beside_what_is_measured(tmp_path):
    for name in ("chess", "diplomacy"):
        (tmp_path / f"{name}.py").write_text(f"raise ImportError('there is no {name}')")
    log = FOLDER.parent / "logs" / "fallujah" / "april_lost" / "game.pbem"
    environment = {"PYTHONPATH": os.pathsep.join([str(tmp_path), *filter(None, sys.path)]), "PATH": str(tmp_path)}
    script = [sys.executable, str(FOLDER / "peers.py"), str(log)]
    done = subprocess.run(script, check=True, capture_output=True, text=True, env=environment, cwd=tmp_path)
    *missing, measured = done.stdout.splitlines()
    assert [line.split()[:3] for line in missing] == [
        ["not", "here", "python_chess"], ["not", "here", "diplomacy"], ["not", "here", "boardgame_io"]]
    assert measured.endswith(f" us {log}")
    assert 20 < float(measured.split()[0]) < 200_000
