"""`pbem ruleset check` finds every fault that was planted, and nothing in games that are sound."""

from __future__ import annotations

import msgspec
import pytest

import faulty
from pbem.author import trial
from pbem.author.check import check
from pbem.author.faults import Fault, Faults
from pbem.author.named import named
from pbem.cli.main import status_of
from pbem.errors import Unsupported, WrongUse


@pytest.fixture(autouse=True)
def _short(monkeypatch):
    monkeypatch.setattr(trial, "MOST_ANSWERS", 300)


def test_a_sound_game_has_no_fault():
    checked = check("faulty:SOUND", 1)
    assert (checked.faults, checked.engine, checked.games) == ((), "market/1", 2)
    assert checked.answers > 20


@pytest.mark.parametrize("name", faulty.NAMES)
def test_a_planted_fault_is_found_and_told_in_a_line(name):
    checked = check(f"faulty:{name.upper()}", 1, processes=name == "decided_by_hash")
    told = getattr(faulty.Cases, name)[1]
    assert any(told in line for line in checked.faults), checked.faults
    assert all("\n" not in line for line in checked.faults)


def test_a_fault_names_its_rule_its_place_and_the_authors_line():
    (line, *_) = [f for f in check("faulty:SCENE_FAILS", 1, processes=False).faults if "scene" in f]
    assert line.startswith("rule 2.1 (public, game 1, bot any): scene: KeyError 'public' (faulty.py:")


def test_the_command_tells_faults_and_ends_with_4(capsys):
    assert status_of(["ruleset", "check", "faulty:NO_BOTS", "--games", "1"]) == 4
    out, err = capsys.readouterr()
    assert out == "the ruleset: bots: there is none: at least one that ends a game is needed\n"
    assert "market/1" in err
    assert status_of(["ruleset", "check", "faulty:NO_BOTS", "--json"]) == 4
    assert msgspec.json.decode(capsys.readouterr().out)["faults"]


@pytest.mark.parametrize(
    ("name", "error"),
    [
        ("nowhere:RULESET", Unsupported), ("faulty:NOTHING", Unsupported), ("faulty:SEATS", WrongUse),
        ("chess", Unsupported),
    ],
)
def test_a_ruleset_that_is_not_there_is_named(name, error):
    with pytest.raises(error, match=name.partition(":")[0]):
        named(name)


def test_the_same_fault_at_the_same_rule_counts_once():
    faults = Faults()
    for i in range(5):
        faults.note("prompt", f"KeyError 'unit {i}'", rule="9.8", where=f"game {i}")
    faults.note("prompt", "KeyError 'unit 1'", rule="9.9")
    assert faults.lines() == [
        "rule 9.8 (game 0): prompt: KeyError 'unit 0'", "rule 9.9: prompt: KeyError 'unit 1'"]
    assert faults.seen == 6
    assert Fault("seats", "", "", "none").line == "the ruleset: seats: none"


def test_a_game_that_goes_on_without_a_seat_is_played_without_it():
    told = []
    assert check("leaving:LEAVING", 1, processes=False, progress=told.append).faults == ()
    assert [t for t in told if "leaves" in t] == ["game 1, bot random, blue leaves", "game 1, bot random, red leaves"]
    (fault,) = check("leaving:HASTY", 1, processes=False).faults
    assert "red leaves): resigned: KeyError 'nobody expected that'" in fault


def test_a_loop_that_only_an_absent_seat_could_leave_is_a_fault_and_no_hang(monkeypatch):
    monkeypatch.setattr("pbem.play.contract.MAX_AT_ONCE", 50)
    (fault,) = check("leaving:STUCK", 1, processes=False).faults
    assert fault.startswith("rule 4 (red, game 1, scenario=only, bot random, red leaves): resigned: rules have asked ")
    assert "a loop that nobody can leave (leaving.py:" in fault
