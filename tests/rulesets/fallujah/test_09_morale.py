"""9 OPFOR Morale: the check; levels as picks and as stands."""

from __future__ import annotations

import pytest
from fallujah.boards import arrived, node, put, quiet, run, told
from fallujah.boards_react import OBJECTIVE, is_over, rolls, stopped

from pbem_games.fallujah.map import controlled_node_spaces
from pbem_games.fallujah.morale import morale_check

UNITS = ("usmc_1_5", "usmc_2_1", "usmc_3_4", "usmc_2_2", "usmc_3_1", "usmc_3_5", "usmc_1_8")


def seven_held(morale: str = "medium"):
    """Seven objectives and mosques are held, a battalion each."""
    state = quiet()
    state.morale = morale
    for unit, space in zip(UNITS, state.numbers.node_spaces, strict=False):
        put(state, space, unit)
    assert len(controlled_node_spaces(state)) == 7
    return state


def checked(state, *dice: int):
    table = run(morale_check(state, "Morale Check"))
    assert table.pending.dice == 3
    rolls(table, *dice, rule="9.2")
    assert is_over(table)
    return table


def test_A33_a_check_of_seven_with_seven_held_fails():
    state = seven_held()
    table = checked(state, 1, 2, 4)
    assert state.morale == "low"
    assert told(table) == [
        "Morale Check: the dice show 7, 7 objectives and mosques held: OPFOR Morale falls to low"
    ]


def test_A34_a_check_of_eight_with_seven_held_passes():
    state = seven_held()
    checked(state, 1, 3, 4)
    assert state.morale == "high"


@pytest.mark.parametrize(("level", "dice"), [("fanatic", (6, 6, 6)), ("low", (1, 1, 1))])
def test_A35_the_ends_of_the_index_hold(level, dice):
    state = seven_held(level)
    checked(state, *dice)
    assert state.morale == level


def test_9_1_one_level_at_a_time_through_all_four():
    state = quiet()
    seen = []
    state.morale = "low"
    for _ in range(4):
        seen.append(state.morale)
        checked(state, 6, 6, 6)
    assert seen == ["low", "medium", "high", "fanatic"]


def test_R47_the_reaction_space_counts_as_do_nodes_beside_units():
    state = quiet()
    arrived(state, OBJECTIVE, "usmc_1_5")
    node(state, "r4p03", "c2")
    put(state, "r4p03", "usmc_2_1")
    put(state, "r5p04", "usmc_3_4")
    checked(state, 1, 1, 1)
    assert state.morale == "low"


def test_9_2_helicopters_urban_spaces_and_bases_do_not_count():
    state = quiet()
    put(state, OBJECTIVE, "hel_g1")
    put(state, "r3p03", "usmc_1_5")
    put(state, "north", "usmc_2_1")
    assert controlled_node_spaces(state) == []
    checked(state, 1, 1, 1)
    assert state.morale == "high"


def test_9_2_the_check_asks_nothing_of_who_fights_where():
    state = quiet()
    stopped(state, "usmc_1_5", at="r3p03")
    checked(state, 1, 1, 1)
    assert state.morale == "high"


@pytest.mark.parametrize(("level", "count"), [("low", 1), ("medium", 2), ("high", 3), ("fanatic", 4)])
def test_9_3_picks_by_level(level, count):
    assert quiet().numbers.picks(level) == count


@pytest.mark.parametrize(("level", "stands"), [
    ("low", "mosque"), ("medium", "objective mosque"), ("high", "urban objective mosque"),
    ("fanatic", "open urban objective mosque"),
])  # fmt: skip
def test_9_3_stands_by_level_and_terrain(level, stands):
    numbers = quiet().numbers
    assert [t for t in numbers.terrain if numbers.stands(level, t)] == stands.split()
