"""What README.md says is so: its session is run, its commands are those of the CI, its table is that of the code."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from pbem import errors
from pbem.cli.main import status_of

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
FIXED = ("joined:", "awaited:", "send this", "pbem: error:", "nothing is asked", "sound (full)", "unita decides",
         "coalition", "taken back", "  Choose an operation", "  rule 10.1")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.S | re.M)


def session(block: str) -> list[tuple[str, list[str]]]:
    """Each command, with the lines shown after it."""
    steps: list[tuple[str, list[str]]] = []
    for line in block.splitlines():
        if line.startswith("$ "):
            steps.append((line[2:], []))
        else:
            steps[-1][1].append(line)
    return steps


@pytest.mark.parametrize("block", blocks("console"), ids=["by mail", "alone"])
def test_the_session_goes_as_shown(tmp_path, block):
    program = tmp_path / "bin" / "pbem"
    program.parent.mkdir()
    program.write_text(f"#!{sys.executable}\nfrom pbem.cli.main import run\nrun()\n")
    program.chmod(0o755)
    environ = os.environ | {"PATH": f"{program.parent}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT), "COLUMNS": "100"}
    place = tmp_path / "play"
    place.mkdir()
    for command, shown in session(block):
        done = subprocess.run(["bash", "-c", command], cwd=place, env=environ, capture_output=True, text=True,
                              timeout=60, check=False)
        told = (done.stdout + done.stderr).splitlines()
        refused = any(line.startswith("pbem: error:") for line in shown)
        assert (done.returncode != 0) == refused, (command, told)
        for line in shown:
            if line.startswith(FIXED):
                assert line in told, command
    assert len(session(block)) <= 20


def test_the_map_shown_is_one_that_show_draws():
    (map,) = (b for b in blocks("") if "LUAc#F" in b)
    assert max(len(line) for line in map.splitlines()) <= 100


def test_the_wrong_game_is_found_as_shown(capsys):
    shown = next(b for b in blocks("") if "wrong_on_purpose" in b).splitlines()
    assert status_of(["audit", str(ROOT / shown[0].split()[-1])]) == 4
    told = capsys.readouterr().out.splitlines()
    assert [line for line in shown[1:] if line not in told] == ["..."]


def test_the_two_commands_are_there_and_ci_uses_the_second():
    first, second = blocks("sh")[0].splitlines()
    assert first.endswith("&& .venv/bin/pbem demo")
    ci = (ROOT / ".ci" / "run").read_text().replace('"', "").replace("$venv", ".venv").replace(" -q ", " ")
    for step in second.split(" && "):
        assert step in ci.splitlines()


def test_the_table_of_exit_status_is_that_of_the_code():
    told = {int(s) for s in re.findall(r"^\| (\d+) \|", README, re.M)}
    kinds = [e for e in vars(errors).values() if isinstance(e, type) and issubclass(e, errors.PbemError)]
    assert {e.status for e in kinds} | {0, 130} == told


@pytest.mark.parametrize("path", re.findall(r"`((?:examples|rulesets)/[a-z_/]+\.py)`", README))
def test_files_that_are_named_exist(path):
    assert (ROOT / path).is_file()


def test_every_command_is_named():
    from pbem.cli.main import app

    named = next(line for line in README.splitlines() if line.startswith("`demo games")).split("`")[1].split()
    registered = [c.name or c.callback.__name__ for c in app.registered_commands]
    assert sorted(named) == sorted([*registered, *(group.name for group in app.registered_groups)])


def test_the_linked_replay_is_that_of_the_recorded_game(tmp_path):
    page = (ROOT / "examples" / "replays" / "fallujah_april_won.html").read_bytes()
    fresh = tmp_path / "page.html"
    log = ROOT / "logs" / "fallujah" / "april_won"
    assert status_of(["export", "html", str(log), "--public", "-o", str(fresh)]) == 0
    assert page == fresh.read_bytes(), "draw it anew: pbem export html logs/fallujah/april_won --public -o examples/..."


@pytest.mark.parametrize(("game", "case", "at"), [("angola", "turn_ten", 900), ("fallujah", "november_won", 200)])
def test_the_pictures_shown_are_those_that_export_draws(tmp_path, game, case, at):
    images = pytest.importorskip("PIL.Image")
    fresh = tmp_path / "fresh.png"
    command = ["export", "png", str(ROOT / "logs" / game / case), "--at", str(at), "--public", "--width", "900"]
    assert status_of([*command, "-o", str(fresh)]) == 0
    drawn, stored = (images.open(p).convert("L") for p in (fresh, ROOT / "examples" / "pictures" / f"{game}.png"))
    assert drawn.size == stored.size
    differing = sum(abs(a - b) > 24 for a, b in zip(drawn.tobytes(), stored.tobytes(), strict=True))
    assert differing * 1000 < drawn.size[0] * drawn.size[1], "draw it anew, with the command of the README"
