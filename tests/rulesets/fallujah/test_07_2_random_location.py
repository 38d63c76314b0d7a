"""7.2 Random locations."""

from __future__ import annotations

import pytest
from fallujah.boards import node, quiet, run, told
from fallujah.boards_react import is_over, lands_at, rolls

from pbem_games.fallujah.locations import random_location, random_location_without_node


def test_A21_one_and_seven_are_the_brooklyn_bridge():
    table = run(random_location(quiet()))
    lands_at(table, 1, 3, 4)
    assert table.result == "r1p07"


@pytest.mark.parametrize("dice", [(1, 3, 3), (1, 4, 4), (1, 5, 5), (1, 5, 6), (1, 6, 6)])
def test_R137_the_west_bank_is_valid(dice):
    table = run(random_location(quiet()))
    lands_at(table, *dice)
    assert table.result == f"r1p{sum(dice[1:]):02}"


def test_7_2_every_throw_is_a_space():
    state = quiet()
    for route in range(1, 7):
        for first in range(1, 7):
            for second in range(1, 7):
                table = run(random_location(state))
                lands_at(table, route, first, second)
                assert table.result in state.numbers.spaces


def test_7_2_route_and_phase_line_are_two_throws_of_one_and_two_dice():
    table = run(random_location(quiet()))
    assert (table.pending.dice, table.pending.sides) == (1, 6)
    rolls(table, 6)
    assert (table.pending.dice, table.pending.sides) == (2, 6)


def test_7_2_a_node_is_rolled_again_while_one_lies_there():
    state = quiet()
    node(state, "r2p07")
    node(state, "r3p07", "c2")
    table = run(random_location_without_node(state))
    lands_at(table, 2, 3, 4)
    lands_at(table, 3, 3, 4)
    assert told(table)[-1] == "A node lies in Government Center already: the location is rolled again"
    lands_at(table, 4, 3, 4)
    assert is_over(table)
    assert table.result == "r4p07"


def test_R49_the_downed_helicopter_is_a_node_too():
    state = quiet()
    state.helicopter = "r2p07"
    table = run(random_location_without_node(state))
    lands_at(table, 2, 3, 4)
    assert not is_over(table)
    lands_at(table, 2, 1, 4)
    assert table.result == "r2p05"


def test_7_2_other_markers_take_any_space():
    state = quiet()
    node(state, "r2p07")
    table = run(random_location(state))
    lands_at(table, 2, 3, 4)
    assert table.result == "r2p07"
