"""A new ruleset plays, passes its own tests and the check, as it is written."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from pbem.author.new import KINDS, new_ruleset
from pbem.cli.main import status_of
from pbem.errors import WrongUse
from pbem.play.playout import SeededDice
from pbem.play.requests import DrawSecret, Seal
from pbem.play.sight import PUBLIC, peek_of
from pbem.play.table import Table
from pbem.show.text import draw
from tiers import thorough


@pytest.mark.parametrize(
    "kind", [thorough((), id=KINDS[0]), *(pytest.param((f"--{one}",), id=one) for one in KINDS[1:])])
def test_a_new_ruleset_passes_its_tests_and_the_check(kind, tmp_path, capsys):
    """Its last test is the check: bots play whole games to their ends."""
    assert status_of(["ruleset", "new", "chests", *kind, "-C", str(tmp_path / "chests")]) == 0
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


@pytest.mark.parametrize("kind", KINDS)
def test_a_new_ruleset_has_all_that_an_author_needs_an_example_of(kind: str, tmp_path: Path):
    """Something hidden, a die, numbers with their source, a standing order, a condition, and a test of each section."""
    text = {path.name: path.read_text() for path in new_ruleset("chests", tmp_path / "new", kind)}
    assert re.search(r"await (Seal|DrawSecret)\(", text["rules.py"])
    assert "await Open(" in text["rules.py"]
    assert "await Roll(" in text["rules.py"]
    assert "await Ask(" in text["rules.py"]
    assert 'source = "design"' in text["tables.toml"]
    assert "Standing(" in text["forms.py"]
    assert "Condition(" in text["conditions.py"]
    sections = re.findall(r'"""(\d[\d.]*)', text["rules.py"])
    assert [one for one in sections if f"def test_{one.replace('.', '_')}_" not in text["test_rules.py"]] == []


def test_one_kind_is_chosen(tmp_path, capsys):
    assert status_of(["ruleset", "new", "chests", "--hexes", "--cards", "-C", str(tmp_path / "chests")]) == 2
    assert "one game to begin with: --hexes or --cards, not both" in capsys.readouterr().err
    assert not (tmp_path / "chests").exists()


@pytest.mark.parametrize("kind", KINDS)
def test_no_word_of_the_template_is_left(kind: str, tmp_path: Path):
    for path in new_ruleset("chests", tmp_path / "new", kind):
        text = path.read_text()
        assert "NAME" not in text
        assert "TITLE" not in text


def test_a_new_ruleset_shows_a_map_hidden_counters_and_numbers(tmp_path: Path, monkeypatch):
    new_ruleset("new_chests", tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    game = import_module("new_chests").RULESET
    state = game.new_state("market", {}, game.data_files(None))
    assert "numbers" not in state.__struct_fields__
    table = Table(game.play(state), seats=game.seats)
    dice = SeededDice(1)
    while isinstance(request := table.pending, DrawSecret):
        table.answer(dice)
    assert isinstance(request, Seal)
    scenes = {viewer: game.scene(state, viewer, peek_of(table, viewer)) for viewer in ("amber", PUBLIC)}
    assert {place.id for place in scenes[PUBLIC].board.places} == set(state.numbers.places)
    known = {viewer: [p.name for stack in scene.stacks for p in stack.pieces if p.name != "a helper"]
             for viewer, scene in scenes.items()}
    assert (sorted(known["amber"]), known[PUBLIC]) == (sorted(state.numbers.adds), [])
    assert draw(scenes["amber"]).count("Quay") > 0
    for module in [name for name in sys.modules if name.partition(".")[0] == "new_chests"]:
        del sys.modules[module]
