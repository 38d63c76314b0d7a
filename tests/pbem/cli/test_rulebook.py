"""`pbem rules`: from a number of the rulebook to the code and back."""

from __future__ import annotations

import msgspec

from pbem.cli.main import status_of


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
