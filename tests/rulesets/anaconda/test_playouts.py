"""Whole games by bots: nothing breaks, nobody gets stuck, every position is sound."""

from __future__ import annotations

import random
from typing import Any

import pytest
from anaconda.boards import fresh

from pbem.play.playout import SeededDice, answer_once
from pbem.play.requests import DrawSecret
from pbem.play.table import Table
from rulesets.anaconda.bots import BOTS
from rulesets.anaconda.numbers import SEATS
from rulesets.anaconda.problems import problems
from rulesets.anaconda.sequence import play
from rulesets.anaconda.state import State

SWITCHES = ("leaders", "osama", "casualties", "attacker_impetus", "fire_support_restrictions", "body_armor", "rubble",
            "more_coalition_forces")
MOST = 20_000


def options_of(seed: int) -> dict[str, Any]:
    """A random set of options."""
    rng = random.Random(f"options/{seed}")
    return {name: True for name in SWITCHES if rng.random() < 0.5}


def played(seed: int, name: str = "random", **options: Any) -> tuple[State, Table[Any]]:
    """A whole game; every broken invariant fails it at once."""
    state = fresh(**options)
    table = Table(play(state), seats=SEATS)
    go(table, state, seed, name)
    return state, table


def go(table: Table[Any], state: State, seed: int, name: str) -> None:
    bots = {seat: BOTS[name](seat) for seat in SEATS}
    rngs = {seat: random.Random(f"{seed}/{seat}") for seat in SEATS}

    def chooser(seat: str) -> Any:
        return lambda request, peek: bots[seat].choose(state, request, peek, rngs[seat])

    choosers, dice = {seat: chooser(seat) for seat in SEATS}, SeededDice(seed)
    for _ in range(MOST):
        if table.pending is None:
            return
        if isinstance(table.pending, DrawSecret):
            table.answer(dice)
        else:
            answer_once(table, choosers, dice)
        assert problems(state) == [], (seed, table.where())
    raise AssertionError(f"no end after {MOST} answers, seed {seed}")


@pytest.mark.parametrize("seed", range(5))
def test_random_games_end_with_all_true(seed):
    _, table = played(seed, **options_of(seed))
    assert table.result is not None
    assert table.incidents == []
    assert table.secrets.open_claims() == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1000, 1200))
def test_two_hundred_random_games_end_with_all_true(seed):
    _, table = played(seed, **options_of(seed))
    assert (table.result is not None, table.incidents, table.secrets.open_claims()) == (True, [], [])
