"""Whole games by bots: nothing breaks, nobody gets stuck, every position is sound."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from fallujah.boards import bytes_of, fresh

from listening import Stops
from pbem.kit.numbers import copy_of
from pbem.play.playout import SeededDice, play_out
from pbem.play.requests import Ask, Draw, Roll, Write
from pbem.play.table import Table
from pbem_games.fallujah.bots import BOTS
from pbem_games.fallujah.sequence import play
from pbem_games.fallujah.state import State, problems
from tiers import tiers

GAMES: Sequence[tuple[str, Mapping[str, Any]]] = (
    ("vigilant_resolve", {}),
    ("phantom_fury", {}),
    ("campaign", {}),
    ("vigilant_resolve", {"joint_operations": True, "networked_operations": True, "interdiction": True}),
    ("phantom_fury", {"historical_order_of_battle": True, "interdiction": True}),
    ("campaign", {"joint_operations": True, "networked_operations": True, "historical_order_of_battle": True}),
    ("vigilant_resolve", {"team": "two_by_service", "networked_operations": True}),
    ("phantom_fury", {"team": "two_by_sector", "team_victory": "individual"}),
    ("campaign", {"team": "four_by_service", "joint_operations": True}),
    ("vigilant_resolve", {"team": "by_commands", "commands": "123123"}),
    ("phantom_fury", {"team": "by_sectors", "routes": "112233", "bases": "1332"}),
)


def played(seed: int, name: str, scenario: str, options: Mapping[str, Any]) -> tuple[State, Table[Any]]:
    """A whole game; every broken invariant fails it at once."""
    state = fresh(scenario, **options)
    table = Table(play(state), seats=tuple(state.seats))

    def chooser(seat: str) -> Any:
        bot, rng = BOTS[name](seat), random.Random(f"{seed}/{seat}")
        return lambda request, peek: bot.choose(state, request, peek, rng)

    def check(_: Table[Any]) -> None:
        assert problems(state) == [], table.where()

    play_out(table, {seat: chooser(seat) for seat in state.seats}, seed=seed, check=check, most=10_000)
    return state, table


def restarts(seed: int) -> None:
    """From copies of the position at every tenth order the same answers and dice lead to the same end."""
    scenario, options = GAMES[seed % len(GAMES)]
    state = fresh(scenario, **options)
    taken: list[bytes] = []
    table = Table(play(state), seats=tuple(state.seats), listeners=[Stops(taken.append)])
    bots = {seat: BOTS["random"](seat) for seat in state.seats}
    rng, dice = random.Random(seed), SeededDice(seed)
    choosers = {s: lambda request, peek, bot=bot: bot.choose(state, request, peek, rng) for s, bot in bots.items()}
    answers: list[Any] = []
    copies: list[tuple[int, State]] = []
    while table.pending is not None:
        if table.pending.rule == "10.1" and len(taken) % 10 == 1:
            copies.append((len(answers), copy_of(state)))
            assert bytes_of(copies[-1][1]) == taken[-1]
        answers.append(one_answer(table, choosers, dice))
        table.answer(answers[-1])
    assert copies
    for begin, again in copies:
        later = Table(play(again), seats=tuple(again.seats))
        for answer in answers[begin:]:
            later.answer(answer)
        assert (later.result, bytes_of(again)) == (table.result, bytes_of(state)), (seed, begin)


def one_answer(table: Table[Any], choosers: Mapping[str, Any], dice: SeededDice) -> Any:
    """What a bot says, or how the dice fall."""
    match table.pending:
        case Ask(seat=seat) | Write(seat=seat):
            return table.options.spell(choosers[seat](table.pending, lambda _: None))
        case Roll(dice=count, sides=sides):
            return dice.roll("", count, sides)
        case Draw(pool=pool, count=count):
            return dice.sample("", pool, count)
    raise AssertionError(f"nobody answers {table.pending}")


def ends(seed: int, name: str) -> None:
    scenario, options = GAMES[seed % len(GAMES)]
    _, table = played(seed, name, scenario, options)
    assert table.result is not None
    assert table.incidents == []


@pytest.mark.parametrize("seed", tiers(range(50), quick=2 * len(GAMES)))
def test_fifty_random_games_end(seed):
    ends(seed, "random")


@pytest.mark.parametrize("seed", range(len(GAMES)))
def test_8_1_random_games_restart_from_any_order(seed):
    restarts(seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1000, 1500))
def test_five_hundred_random_games_end(seed):
    ends(seed, "random")


@pytest.mark.parametrize("seed", range(len(GAMES)))
def test_sensible_games_end(seed):
    ends(seed, "sensible")


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1000, 1040))
def test_forty_sensible_games_end(seed):
    ends(seed, "sensible")


def test_the_sensible_bot_does_better_than_the_random_one():
    def total(name: str) -> int:
        return sum(played(seed, name, "vigilant_resolve", {})[0].kia for seed in range(3))

    assert total("sensible") > total("random")
