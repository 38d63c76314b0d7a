"""Whole games, drawn at random from what is legal and true: none stuck, none endless, each position sound."""

from __future__ import annotations

import random

import pytest
from angola.boards_frame import fresh, snapshot
from angola.cheats import answer_as_cheat

from pbem.play.playout import Chooser, SeededDice, play_out
from pbem.play.table import Table
from pbem.ruleset import Bot, Result
from pbem_games.angola import RULESET
from pbem_games.angola.numbers import FACTIONS
from pbem_games.angola.state import State, problems


def chooser(bot: Bot, state: State, rng: random.Random) -> Chooser:
    return lambda request, peek: bot.choose(state, request, peek, rng)


def random_game(seed: int, first_turn: int = 1, **options: object) -> tuple[State, Table[Result]]:
    """The random bot against itself; every position on the way is sound."""
    state = fresh(**options)
    state.turn = first_turn
    table = Table(RULESET.play(state), seats=FACTIONS)
    make = RULESET.bots["random"]
    choosers = {f: chooser(make(f), state, random.Random(f"{seed}/{f}")) for f in FACTIONS}

    def check(table: Table[Result]) -> None:
        assert problems(state) == [], table.where()

    play_out(table, choosers, seed=seed, check=check)
    return state, table


OPTIONS = [
    {}, {"columns_until_clean_up": True}, {"command_off_map_marker": True}, {"flec_retreat": True},
    {"column_size_public": True}, {"false_claim": "flag"},
]


@pytest.mark.parametrize("seed", range(3))
def test_the_last_turn_alone_at_random(seed):
    state, table = random_game(seed, first_turn=10)
    assert table.result.by in ("11.5", "11.6")
    assert table.incidents == []
    assert state.phase == "end"


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100))
def test_a_game_at_random_ends_and_nobody_is_caught_lying(seed):
    state, table = random_game(seed, **OPTIONS[seed % len(OPTIONS)])
    assert table.result.by in ("11.5", "11.6")
    assert table.incidents == []
    assert state.battle is None


@pytest.mark.slow
def test_the_same_seed_plays_the_same_game():
    one, other = random_game(7), random_game(7)
    assert snapshot(one[0]) == snapshot(other[0])
    assert one[1].story == other[1].story


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(40))
def test_R126_a_cheat_stops_nobody_where_false_claims_are_only_noted(seed):
    _, table = cheated_game(seed)
    assert table.result.by in ("11.5", "11.6")
    assert any(incident.seat == FACTIONS[seed % 4] for incident in table.incidents)
    assert {incident.seat for incident in table.incidents} == {FACTIONS[seed % 4]}
    told = [t.text.split()[0] for t in table.story if "claimed what was not true" in t.text]
    assert set(told) <= {FACTIONS[seed % 4].upper()}  # nobody honest is blamed


@pytest.mark.parametrize("seed", range(4))
def test_R126_a_cheat_in_the_last_turn(seed):
    _, table = cheated_game(seed, first_turn=10)
    assert table.result.by in ("11.5", "11.6")
    assert {incident.seat for incident in table.incidents} <= {FACTIONS[seed % 4]}


def cheated_game(seed: int, first_turn: int = 1) -> tuple[State, Table[Result]]:
    """One seat lies all the time; the others play on, and every position is sound."""
    state = fresh(false_claim="flag")
    state.turn = first_turn
    table = Table(RULESET.play(state), seats=FACTIONS)
    make = RULESET.bots["random"]
    choosers = {f: chooser(make(f), state, random.Random(f"{seed}/{f}")) for f in FACTIONS}
    rng, dice = random.Random(seed), SeededDice(seed)
    for _ in range(10_000):
        if table.pending is None:
            return state, table
        answer_as_cheat(table, FACTIONS[seed % 4], choosers, dice, rng)
        assert problems(state) == [], table.where()
    raise AssertionError(f"no end: {table.where()}")
