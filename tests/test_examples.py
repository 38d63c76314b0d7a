"""Every script in examples/ runs, and stays short."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest
from desks import Desks

from pbem import ruleset
from pbem.desk.demo import play

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
    assert example("check_log").main(cut) in (0, 5)


def test_tell_story(log, capsys):
    example("tell_story").main(log)
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith("Bidders, ")
    assert any(line.startswith("  left bid ") for line in told)
    assert told[-1].endswith(" has the prize")


def test_tiny_ruleset_is_played_by_the_command_line_too(tmp_path):
    assert "bidders  Bidders (version 1), seats: left, right" in Desks(tmp_path).must("zoe", "games", "bidders").out
