"""The script that records games plays again until one ends as is wanted."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from pbem.lab.demo import DemoReport
from pbem.ruleset import Result

ENDS = [Result((), "lost", "1"), Result(("left", "right"), "won by two", "1"), Result(("left",), "won alone", "1")]


@pytest.fixture
def record(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    spec = importlib.util.spec_from_file_location("record", Path(__file__).with_name("record.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "play", lambda folder, seed, **how: DemoReport(ENDS[seed % 3], events=1))
    return module


@pytest.mark.parametrize(("until", "result"), [
    ("", ENDS[0]), ("nobody", ENDS[0]), ("left", ENDS[1]), ("left: won", ENDS[2]), ("alone", ENDS[2]),
])
def test_a_game_is_played_again_until_its_end_has_this_in_it(record, until, result):
    with record.played(until, "", 3) as report:
        assert report.result == result


def test_a_game_is_played_again_until_its_story_tells_this(record, monkeypatch):
    monkeypatch.setattr(record, "play", lambda _, seed: DemoReport(ENDS[0], events=1, folders=[Path(str(seed))]))
    monkeypatch.setattr(record, "story", lambda log: f"    1  the {log.parent.name}th raid (14.7)\n")
    with record.played("lost", "7th raid", 3) as report:
        assert report.folders == [Path("7")]


def test_it_gives_up_some_time(record):
    with pytest.raises(SystemExit, match="none of 60 games is like that"), record.played("draw", "", 1):
        pass
