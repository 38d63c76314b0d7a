"""Playouts: any game to its end, the same from the same seed, within bounds, with what each seat may know."""

from __future__ import annotations

import random

import msgspec
import pytest

from choosing import random_choosers
from pbem.errors import IllegalMove
from pbem.play.playout import SeededDice, answer_once, play_out
from pbem.play.requests import Ask, Late, Listed, Seal
from pbem.play.sight import peek_of
from pbem.play.table import Table
from tiny import SEATS, TINY, new_state, play


def tiny_table(turns: int = 2):
    state = new_state("chest", {"turns": turns}, {})
    return state, Table(play(state), seats=SEATS)


def random_game(seed: int):
    state, table = tiny_table()
    checked = []
    result = play_out(table, random_choosers(lambda: table, SEATS, seed), seed=seed, check=checked.append)
    assert checked
    return msgspec.json.encode(state), result, table


@pytest.mark.parametrize("seed", range(12))
def test_a_random_game_ends_without_a_broken_claim(seed):
    _, result, table = random_game(seed)
    assert result.by == "4"
    assert not table.incidents


def test_the_same_seed_plays_the_same_game():
    assert random_game(5)[:2] == random_game(5)[:2]
    assert len({random_game(seed)[0] for seed in range(6)}) > 1


def test_bots_play_through_what_their_seat_can_see():
    state, table = tiny_table(3)
    rngs = {seat: random.Random(seat) for seat in SEATS}
    bots = {seat: TINY.bots["random"](seat) for seat in SEATS}
    choosers = {s: lambda request, peek, s=s: bots[s].choose(state, request, peek, rngs[s]) for s in SEATS}
    assert play_out(table, choosers, seed="bots").winners


def test_a_seat_sees_its_own_secrets_and_what_is_public():
    state, table = tiny_table()
    choosers = random_choosers(lambda: table, SEATS, 1)
    while state.turn == 0:
        answer_once(table, choosers, SeededDice(1))
    pace = state.raiders["red"].pace
    assert peek_of(table, "red")(pace) in (1, 2, 3)
    assert peek_of(table, "blue")(pace) is None


def test_an_endless_game_is_cut_off():
    async def forever():
        while True:
            await Ask(rule="1", seat="red", legal=lambda: (1, 2))

    with pytest.raises(AssertionError, match="no end after 30 answers"):
        play_out(Table(forever()), {"red": lambda request, peek: 1}, most=30)


def test_truth_is_answered_without_the_chooser():
    async def announce():
        sealed = await Seal(rule="1", bucket=128, items={"red": Listed((1, 2, 3))})
        handle = sealed["red"]
        return await Ask(rule="2", seat="red", legal=lambda: (1, 2, 3), truth=lambda peek: peek(handle))

    table = Table(announce())
    assert play_out(table, {"red": lambda request, peek: 3 if isinstance(request, Seal) else 1}) == 3


def test_a_chooser_that_makes_a_false_claim_is_refused():
    async def announce():
        sealed = await Seal(rule="1", bucket=128, items={"red": Listed((1, 2, 3))})
        handle = sealed["red"]
        late = Late("2", "the figure is true", (handle,), lambda figure: figure == 1)
        return await Ask(rule="2", seat="red", legal=lambda: (1, 2), late=lambda answer: [late])

    with pytest.raises(IllegalMove, match="what is sealed says otherwise"):
        play_out(Table(announce()), {"red": lambda request, peek: 2})


def test_dice_of_one_seed_are_the_same_and_of_two_differ():
    assert SeededDice(1).roll("a", 9, 6) == SeededDice(1).roll("b", 9, 6) != SeededDice(2).roll("a", 9, 6)
    assert set(SeededDice(3).sample("x", ["p", "q", "r"], 2)) <= {"p", "q", "r"}
