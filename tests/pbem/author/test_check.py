"""`pbem ruleset check` finds every fault that was planted, and nothing in games that are sound."""

from __future__ import annotations

import re
import sys

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


@pytest.mark.parametrize("game", [
    faulty.coming(faulty.ASKING), faulty.coming(faulty.ASKING, faulty.ASKING, ("day", "night")),
])  # fmt: skip
def test_a_game_that_tells_of_its_moments_or_has_no_words_for_any_is_sound(game, monkeypatch):
    monkeypatch.setattr(faulty, "SOUND", game)
    assert check("faulty:SOUND", 1, processes=False).faults == ()


@pytest.mark.parametrize("name", faulty.NAMES)
def test_a_planted_fault_is_found_and_told_in_a_line(name):
    checked = check(f"faulty:{name.upper()}", 1, processes=name == "decided_by_hash")
    told = getattr(faulty.Cases, name)[1]
    assert any(told in line for line in checked.faults), checked.faults
    assert all("\n" not in line for line in checked.faults)


def test_a_fault_names_its_rule_its_place_and_the_authors_line():
    (line, *_) = [f for f in check("faulty:SCENE_FAILS", 1, processes=False).faults if "scene" in f]
    assert line.startswith("rule 2.1 (public, game 1, bot any): scene: KeyError 'public' (faulty.py:")


def test_a_refusal_of_ours_is_told_without_a_line_of_ours():
    """Else an author looks for it in a file of his own that bears the same name."""
    faults = Faults()
    faults.run("examples", lambda: named("nowhere:RULESET"), rule="9.8")
    faults.run("examples", lambda: int("huambo"), rule="9.9")
    refused, broken = faults.lines()
    assert refused.startswith("rule 9.8: examples: ")
    assert ".py:" not in refused
    assert "(test_check.py:" in broken


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


def test_colours_that_some_eyes_take_for_one_are_advice_and_no_fault():
    checked = check("climbers:RULESET", 1, processes=False)
    assert checked.faults == ()
    assert checked.advice[0].startswith("light: Goat (#808080) and Ibex (#808080) are 0.0 apart")


def test_a_loop_that_only_an_absent_seat_could_leave_is_a_fault_and_no_hang(monkeypatch):
    monkeypatch.setattr("pbem.play.contract.MAX_AT_ONCE", 50)
    (fault,) = check("leaving:STUCK", 1, processes=False).faults
    assert fault.startswith("rule 4 (red, game 1, scenario=only, bot random, red leaves): resigned: rules have asked ")
    assert "a loop that nobody can leave (leaving.py:" in fault


def test_faults_that_differ_in_a_number_are_one():
    faults = Faults()
    for i in (9, 10, 1_234, -5):
        faults.note("prompt", f"has {i:,} characters", rule="9.8")
    faults.note("prompt", "KeyError 'luso'", rule="9.9")
    faults.note("prompt", "KeyError 'huambo'", rule="9.9")
    assert [line.rpartition(": ")[2] for line in faults.lines()] == ["has 9 characters", "KeyError 'huambo'",
                                                                    "KeyError 'luso'"]


def test_a_game_without_a_checkpoint_is_told_once():
    (fault,) = check("leaving:UNKEPT", 1, processes=False).faults
    assert fault.startswith("the ruleset: checkpoint: no game comes to a Checkpoint: ")


def test_a_game_that_goes_on_and_on_is_told_with_how_long(monkeypatch):
    told = []
    monkeypatch.setattr(trial, "QUIET", 100)
    check("faulty:NEVER_ENDS", 1, processes=False, progress=told.append)
    long = [line for line in told if "without" in line]
    assert len(long) == 2 * 3  # two games, 300 answers each
    assert re.fullmatch(
        r"game 1, bot any: 100 answers without a checkpoint or an end, \d+ s so far; it is stopped after 300", long[0])


def test_a_game_with_checkpoints_and_no_end_is_told_later(monkeypatch):
    told = []
    monkeypatch.setattr(trial, "QUIET", 50)
    check("leaving:ENDLESS", 1, processes=False, progress=told.append)
    assert [line.partition(",")[2].partition(" an end")[0] for line in told if "answers" in line] == [
        " bot random: 250 answers without"]


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("from pbem.ruleset import Ruleset\n\nGAME = Ruleset(name='x', colour='red')\n",
         "TypeError: .*unexpected keyword argument 'colour' (odd_game.py:3)"),
        ("GAME = {}\nGAME['x']\n", "KeyError: 'x' (odd_game.py:2)"),
        ("import sys\nsys.exit('no display')\n", "SystemExit: no display (odd_game.py:2)"),
        ("import re\n\n\nre.compile('(')\n", ".*unterminated subpattern at position 0 (odd_game.py:4)"),
        ("import nothing_of_that_name\n", "No module named 'nothing_of_that_name' (odd_game.py:1)"),
        ("assert False\n", "AssertionError (odd_game.py:1)"),
    ],
)
def test_whatever_a_module_raises_is_told_with_its_line(tmp_path, monkeypatch, capsys, code, why):
    (tmp_path / "odd_game.py").write_text(code)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "odd_game", raising=False)
    assert status_of(["ruleset", "check", "odd_game:GAME"]) == status_of(["ruleset", "check", "nowhere:RULESET"])
    error = capsys.readouterr().err.splitlines()[0]
    expected = f"pbem: error: odd_game:GAME cannot be loaded: {why}"
    assert re.fullmatch(re.escape(expected).replace(re.escape(".*"), ".*"), error), error
