"""What `.ci/everywhere.py` asks of every Python, asked of this one with one recorded game."""

from __future__ import annotations

import json
import runpy
import shutil
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CASE = ROOT / "logs" / "fallujah" / "november_lost"


def test_a_recorded_game_and_one_recorded_anew_replay_alike(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sys.path", [*sys.path])
    check = runpy.run_path(str(ROOT / ".ci" / "everywhere.py"))["check"]
    check([CASE])
    assert "1 recorded games replay alike, and one was recorded anew" in capsys.readouterr().out

    other = tmp_path / "other"
    shutil.copytree(CASE, other)
    gives = json.loads((CASE / "expected.json").read_text(encoding="utf-8"))
    (other / "expected.json").write_text(json.dumps(gives | {"rounds": gives["rounds"] + 1}), encoding="utf-8")
    with pytest.raises(AssertionError, match="other: otherwise under Python"):
        check([other])
