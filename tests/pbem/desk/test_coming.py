"""Moments to come: in every game, at recorded positions, each example is taken by `pbem do --early`."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from orders import ORDERS
from pbem.desk.coming import LONG, coming
from pbem.desk.early import cannot_come, check_early, read_early
from pbem.desk.reading import read
from pbem.errors import Unsupported
from pbem.kit.conditions import Coming as Said
from pbem.kit.conditions import moments
from pbem.ruleset import find

LOGS = Path(__file__).resolve().parents[3] / "logs"
AT = [  # a recorded game, and how many of its lines are read
    ("angola", "turn_ten", (9, 30, 90)), ("anaconda", "al_qaeda_wins", (9, 40, 100)),
    ("enduring_freedom", "strategic_defeat", (5, 20, 60)), ("fallujah", "april_won", (3, 20, 60)),
]  # fmt: skip
LATER = [("angola", "soviet_decisive", (900, 2_500)), ("anaconda", "step", (300, 900)),
         ("fallujah", "all_options", (120,)), ("enduring_freedom", "operational_victory", (200,)),
         ("fallujah", "team_of_three", (150,))]


def positions(tmp_path, game, case, counts):
    lines = (LOGS / game / case / "game.pbem").read_bytes().splitlines(keepends=True)
    for count in counts:
        log = tmp_path / "game.pbem"
        log.write_bytes(b"".join(lines[:count]))
        match = read(log)
        yield count, SimpleNamespace(ruleset=match.ruleset, state=match.state, request=None), match.binding.names


def accepted(tmp_path, game, case, lines):
    """Every example of every seat, taken; how many there were at each position."""
    counts = []
    for round, match, seats in positions(tmp_path, game, case, lines):
        found = [one for seat in seats for one in coming(match, seat)]
        for one in found:
            order = read_early(one.order, one.seat)
            check_early(match, order)
            assert cannot_come(match, order) == "", (round, one)
            assert one.title
            if one.one_of:
                check_early(match, read_early(f"{one.one_of}: {one.words}", one.seat))
        counts.append(len(found))
    return counts


@pytest.mark.parametrize(("game", "case", "lines"), AT, ids=[case for _, case, _ in AT])
def test_each_example_is_taken_at_recorded_positions(tmp_path, game, case, lines):
    assert min(accepted(tmp_path, game, case, lines)) > 0


@pytest.mark.thorough
@pytest.mark.parametrize(("game", "case", "lines"), LATER, ids=[case for _, case, _ in LATER])
def test_each_example_is_taken_later_in_the_games_too(tmp_path, game, case, lines):
    assert min(accepted(tmp_path, game, case, lines)) > 0


@pytest.mark.parametrize("game", ["anaconda", "angola", "enduring_freedom", "fallujah"])
def test_every_rule_that_asks_has_a_title_and_an_example(game):
    ruleset = find(game)
    options = ruleset.full_options({})
    state = ruleset.new_state(str(options["scenario"]), options, ruleset.data_files(None))
    for seat in ruleset.seats:
        for rule, moment in ruleset.moments(state, seat).items():
            assert moment.title, rule
            assert moment.example, rule


def test_what_is_of_another_phase_or_cannot_come_is_not_told():
    told = {
        "2": Said("later", "b", ("second",)), "1": Said("now", "a", ("first",)),
        "3": Said("about some", "c"), "4": Said("about many", "d"), "5": Said("gone", "e"), "6": Said("all gone", "f"),
    }  # fmt: skip
    known = moments(
        ("1", "2", "3", "4", "5", "6", "7"), coming=told, phases=("first",),
        abouts={"3": ("red/x", "red/y", "red/z"), "4": [f"p{n}" for n in range(9)], "6": ("x",)},
        gone={"3": {"red/y": "it is gone"}, "5": {"": "over"}, "6": {"x": "over"}})
    assert list(known) == ["2", "1", "3", "4", "5", "6", "7"]
    ruleset = SimpleNamespace(moments=lambda state, seat: known, title="a game")
    found = coming(SimpleNamespace(ruleset=ruleset, state=None, request=None), "red")
    assert [(one.order, one.title, one.one_of) for one in found] == [
        ("1: a", "now", ""), ("3/x: c", "about some", ""), ("3/z: c", "about some", ""), ("4: d", "about many", "4/p0")]


def test_a_game_that_says_nothing_of_its_moments_is_told_as_that():
    with pytest.raises(Unsupported, match="does not tell what is still asked"):
        coming(SimpleNamespace(ruleset=ORDERS, state=None, request=None), "red")


@pytest.mark.parametrize(("examples", "words"), [
    (["bravely go  # far", "go"], "bravely go"), (["go " + "far " * LONG, "go  # near", "go home"], "go"), ([], "a"),
])  # fmt: skip
def test_what_is_asked_now_is_told_with_the_first_example_or_the_shortest_if_that_is_long(monkeypatch, examples, words):
    known = moments(("1",), coming={"1": Said("now", "a", ("first",))}, phases=("first",))
    ruleset = SimpleNamespace(moments=lambda state, seat: known, title="a game")
    monkeypatch.setattr("pbem.desk.coming.is_asked_now", lambda match, order: True)
    monkeypatch.setattr("pbem.desk.coming.examples_of", lambda match, request, seat: examples)
    (one,) = coming(SimpleNamespace(ruleset=ruleset, state=None, request=object()), "red")
    assert one.words == words
