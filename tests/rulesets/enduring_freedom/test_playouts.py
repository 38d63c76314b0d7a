"""Whole games by bots: nothing breaks, nobody gets stuck, every position is sound, any checkpoint is a new start."""

from __future__ import annotations

import random
from typing import Any

import pytest
from enduring_freedom.boards import bytes_of, fresh

from pbem.kit.numbers import copy_of
from pbem.play.playout import SeededDice, play_out
from pbem.play.requests import Ask, Draw, Roll, Write
from pbem.play.table import Table
from pbem_games.enduring_freedom.bots import BOTS
from pbem_games.enduring_freedom.problems import problems
from pbem_games.enduring_freedom.sequence import play
from pbem_games.enduring_freedom.state import State

BATTLES = ("23.3", "25.2")


def played(seed: int, name: str = "random") -> tuple[State, Table[Any], dict[str, int]]:
    """A whole game, every broken invariant fails it at once; how often each rule asked."""
    state = fresh()
    table = Table(play(state), seats=("coalition",))
    bot, rng = BOTS[name]("coalition"), random.Random(seed)
    asked: dict[str, int] = {}

    def choose(request: Any, peek: Any) -> Any:
        asked[request.rule] = asked.get(request.rule, 0) + 1
        return bot.choose(state, request, peek, rng)

    def check(_: Table[Any]) -> None:
        assert problems(state) == [], table.where()

    play_out(table, {"coalition": choose}, seed=seed, check=check, most=10_000)
    return state, table, asked


@pytest.mark.parametrize("seed", range(50))
def test_fifty_random_games_end(seed):
    state, table, _ = played(seed)
    assert table.result is not None
    assert sum(state.booked.values()) + 50 <= state.np  # what is lost below 0 is not owed


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1000, 1500))
def test_five_hundred_random_games_end(seed):
    assert played(seed)[1].result is not None


def test_a_turn_asks_at_most_twelve_times_battles_apart():
    turns = answers = 0
    for seed in range(4):
        state, _, asked = played(seed)
        turns += state.turn
        answers += sum(count for rule, count in asked.items() if rule not in BATTLES)
    assert answers <= 12 * turns


@pytest.mark.parametrize("seed", range(3))
def test_7_2_games_restart_from_any_phase(seed):
    """From copies of the position at two phases of each turn the same answers and dice lead to the same end."""
    state = fresh()
    table = Table(play(state), seats=("coalition",))
    bot, rng, dice = BOTS["random"]("coalition"), random.Random(seed), SeededDice(seed)
    answers: list[Any] = []
    copies: list[tuple[int, State]] = []
    phase = ""
    while table.pending is not None:
        if phase != state.phase and table.pending.rule in ("16.0", "27.2"):
            copies.append((len(answers), copy_of(state)))
        phase = state.phase
        match table.pending:
            case Ask() | Write():
                answers.append(table.options.spell(bot.choose(state, table.pending, lambda _: None, rng)))
            case Roll(dice=count, sides=sides):
                answers.append(dice.roll("", count, sides))
            case Draw(pool=pool, count=count):
                answers.append(dice.sample("", pool, count))
        table.answer(answers[-1])
    assert copies
    for begin, again in copies:
        later = Table(play(again), seats=("coalition",))
        for answer in answers[begin:]:
            later.answer(answer)
        assert (later.result, bytes_of(again)) == (table.result, bytes_of(state)), (seed, begin)
