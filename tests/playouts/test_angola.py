"""Whole games of Angola! by bots: nothing breaks, nobody gets stuck, no honest seat makes a false claim."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from pbem.play.playout import play_out
from pbem.play.table import Table
from pbem_games.angola.bots.players import BOTS
from pbem_games.angola.numbers import DATA, FACTIONS
from pbem_games.angola.sequence import play
from pbem_games.angola.state import State, new_state, problems
from tiers import tiers

FILES = DATA.files()
OPTIONS: Sequence[Mapping[str, Any]] = (
    {},
    {"column_size_public": True},
    {"columns_until_clean_up": True, "command_off_map_marker": True},
    {"flec_retreat": True, "false_claim": "flag"},
)


def played(seed: int, names: Sequence[str], options: Mapping[str, Any]) -> tuple[State, Table[Any]]:
    """A whole game; every broken invariant fails it at once."""
    state = new_state("july_1975", options, FILES)
    table = Table(play(state), seats=FACTIONS)

    def chooser(seat: str, name: str) -> Any:
        bot, rng = BOTS[name](seat), random.Random(f"{seed}/{seat}")
        return lambda request, peek: bot.choose(state, request, peek, rng)

    def check(_: Table[Any]) -> None:
        assert problems(state) == []

    choosers = {seat: chooser(seat, name) for seat, name in zip(FACTIONS, names, strict=True)}
    play_out(table, choosers, seed=seed, check=check, most=5_000)
    return state, table


def is_sound(seed: int, names: Sequence[str]) -> None:
    state, table = played(seed, names, OPTIONS[seed % len(OPTIONS)])
    assert table.result is not None
    assert table.result.by != "r126", table.result
    assert table.incidents == []
    assert state.turn <= state.numbers.turns.count


@pytest.mark.parametrize("seed", tiers(range(20), quick=1))
def test_random_games_end(seed):
    is_sound(seed, ["random"] * 4)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 300))
def test_two_hundred_random_games_end(seed):
    is_sound(seed, ["random"] * 4)


@pytest.mark.parametrize("seed", tiers(range(3), quick=1))
def test_sensible_games_end(seed):
    is_sound(seed, ["sensible"] * 4)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 140))
def test_forty_sensible_games_end(seed):
    is_sound(seed, ["sensible"] * 4)


@pytest.mark.parametrize("seed", tiers(range(2), quick=1))
@pytest.mark.parametrize("sensible", tiers(["soviet", "western"], quick=1))
def test_the_sensible_bot_beats_the_random_one(sensible, seed):
    numbers = new_state("july_1975", {}, FILES).numbers
    names = ["sensible" if numbers.alliance(f) == sensible else "random" for f in FACTIONS]
    _, table = played(seed, names, {})
    assert table.result is not None
    assert table.result.winners == tuple(numbers.alliances[sensible].members)
