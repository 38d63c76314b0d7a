"""The wheel as somebody else installs it: all games are there, beside packages of other people that are in the way."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GAMES = ("anaconda", "angola", "enduring_freedom", "fallujah")
HOSTILE = ("rulesets", "games", "tests", "data", "anaconda", "angola", "enduring_freedom", "fallujah")
LOOK = """
import pbem, pbem_games
from pbem.cli.main import status_of
raise SystemExit(status_of(["games"]) or status_of(["docs", "kit"]) or print(pbem.__file__, pbem_games.__path__[0]))
"""


@pytest.mark.slow
def test_the_wheel_plays_beside_packages_that_bear_the_names_of_our_folders(tmp_path):
    built = tmp_path / "built"
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel", "-q", "--no-deps", "-w", str(built)]
    subprocess.run([*pip, str(ROOT)], check=True, capture_output=True, text=True)
    (wheel,) = built.glob("pbem-*.whl")
    site = tmp_path / "site"
    zipfile.ZipFile(wheel).extractall(site)
    assert {path.name for path in site.iterdir() if path.suffix != ".dist-info"} == {"pbem", "pbem_games"}
    for name in HOSTILE:
        (site / name).mkdir()
        (site / name / "__init__.py").write_text("raise RuntimeError('somebody else')\n")
    environ = os.environ | {"PYTHONPATH": str(site), "PBEM_HOME": str(tmp_path / "home")}
    done = subprocess.run([sys.executable, "-c", LOOK], env=environ, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert str(site) in done.stdout.splitlines()[-1].split()[0]
    assert str(site) in done.stdout.splitlines()[-1].split()[1]
    assert [name for name in GAMES if name not in done.stdout] == []
    assert "\n# What a ruleset may use\n" in done.stdout
    shipped = {path.name for path in (site / "pbem" / "docs").iterdir()}
    assert shipped == {path.name for path in (ROOT / "docs").iterdir()}
    assert "faulty" not in done.stdout
