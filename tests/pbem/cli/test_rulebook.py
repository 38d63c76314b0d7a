"""`pbem rules`: from a number of the rulebook to the code and back."""

from __future__ import annotations

import shutil
from pathlib import Path

import msgspec

from pbem.cli.main import status_of
from pbem.ruleset import Ruleset

ROOT = Path(__file__).resolve().parents[3]


def test_a_section_leads_to_its_functions_rulings_and_tests(capsys):
    assert status_of(["rules", "angola", "9.11.6"]) == 0
    out = capsys.readouterr().out
    assert "combat/losses.py" in out
    assert "test_09_11_losses_and_retreat.py: test_9_11_6" in out
    assert "rulings: R" in out


def test_a_ruling_leads_to_whoever_cites_it(capsys):
    assert status_of(["rules", "fallujah", "r23", "--json"]) == 0
    found = msgspec.json.decode(capsys.readouterr().out)
    assert found["number"] == "R23"
    assert found["functions"]


def test_a_number_that_nothing_is_about_is_refused(capsys):
    assert status_of(["rules", "angola", "99.9"]) == 2
    assert "nothing about 99.9" in capsys.readouterr().err


def test_tests_are_found_where_the_reader_stands_and_left_out_elsewhere(capsys, monkeypatch, tmp_path):
    wanted = "test_09_11_losses_and_retreat.py: test_9_11_6"
    installed = tmp_path / "lib" / "site" / "pbem_games" / "angola"
    monkeypatch.setattr("pbem.cli.rulebook._folder", lambda ruleset: _copied(ruleset, installed))
    monkeypatch.chdir(tmp_path)
    assert status_of(["rules", "angola", "9.11.6"]) == 0
    assert wanted not in capsys.readouterr().out
    monkeypatch.chdir(ROOT)
    assert status_of(["rules", "angola", "9.11.6"]) == 0
    lines = capsys.readouterr().out.splitlines()
    found = [line for line in lines if line.startswith(wanted)]
    assert found
    assert len(found) == len(set(found))


def _copied(ruleset: Ruleset, to: Path) -> Path:
    """A ruleset's package as an installation has it, without its tests."""
    if not to.exists():
        shutil.copytree(ROOT / "rulesets" / "pbem_games" / "angola", to)
    return to
