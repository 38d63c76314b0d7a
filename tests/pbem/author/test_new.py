"""A new ruleset plays, passes its own tests and the check, as it is written."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pbem.author.new import new_ruleset
from pbem.cli.main import status_of
from pbem.errors import WrongUse


def test_a_new_ruleset_passes_its_tests_and_the_check(tmp_path, capsys):
    assert status_of(["ruleset", "new", "chests", "-C", str(tmp_path / "chests")]) == 0
    out, err = capsys.readouterr()
    assert str(tmp_path / "chests" / "chests" / "rules.py") in out
    assert "pip install -e" in err
    path = os.pathsep.join([str(tmp_path / "chests"), *(p for p in sys.path if p)])
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests"], cwd=tmp_path / "chests",
        env=os.environ | {"PYTHONPATH": path}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("name", ["Chess", "class", "random", "pbem", "my-game", "../x", "", "angola"])
def test_a_name_that_cannot_be_is_refused(name, tmp_path):
    with pytest.raises(WrongUse):
        new_ruleset(name, tmp_path / "new")
    assert not list(tmp_path.iterdir())


def test_a_folder_that_is_not_empty_is_left_alone(tmp_path):
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(WrongUse, match="not empty"):
        new_ruleset("chests", tmp_path)
    assert [p.name for p in tmp_path.iterdir()] == ["notes.txt"]


def test_no_word_of_the_template_is_left(tmp_path: Path):
    for path in new_ruleset("chests", tmp_path / "new"):
        text = path.read_text()
        assert "NAME" not in text
        assert "TITLE" not in text
