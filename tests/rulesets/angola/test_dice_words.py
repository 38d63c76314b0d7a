"""What dice and draws mean in words: the tables of the dossier, checked by hand."""

from __future__ import annotations

import pytest
from angola.boards_resolution import empty_map

from pbem_games.angola.combat.resolution import read_combat_dice
from pbem_games.angola.words.aid_covert import read_cards
from pbem_games.angola.words.aid_direct import read_crisis
from pbem_games.angola.words.fire import in_minefield, on_hit_table
from pbem_games.angola.words.operations import read_jungle
from pbem_games.angola.words.planning import read_first_player
from pbem_games.angola.words.setup import read_markers

NUMBERS = empty_map().numbers
TABLES = NUMBERS.tables
LOST = "1/3 of the defender is lost, the rest retreats"


@pytest.mark.parametrize(
    ("dice", "words"),
    [
        ((1, 2, 3), "3 misses (on 1-3)"), ((3,), "1 miss (on 1-3)"), ((4, 5), "2 suppressions (on 4-5)"),
        ((6,), "1 hit (on 6)"), ((6, 4, 6, 1), "2 hits (on 6), 1 suppression (on 4-5), 1 miss (on 1-3)"),
    ],
)  # fmt: skip
def test_9_3_1_the_hit_table(dice, words):
    assert on_hit_table(TABLES.hit.faces, dice) == f"Hit Table: {words}"


def test_9_3_1_only_a_six_hits():
    assert NUMBERS.hit_faces == (6,)


@pytest.mark.parametrize(
    ("level", "dice", "bonus", "words"),
    [
        ("2-1", (5, 2, 3), 0, "attacker 5 2, defender 3: difference +2; at 2-1 odds shift by +1 to 3-1: " + LOST),
        ("1-1", (6, 1, 2), 0, "attacker 6 1, defender 2: difference +4; at 1-1 odds shift by +2 to 3-1: " + LOST),
        ("1-1", (1, 1, 1), 1, "attacker 1 1, defender 1, bonus +1: difference +1; at 1-1 odds stay at 1-1: "
                              "combat continues if both sides want it"),
        ("4-1", (6, 6, 1), 5, "attacker 6 6, defender 1, bonus +5: difference +10; at 4-1 odds shift by +3 to 6-1: "
                              "the defender is eliminated"),
        ("2-1", (1, 2, 6), 0, "attacker 1 2, defender 6: difference -4; at 2-1 odds shift by -2 to 1-2: "
                              "the attacker retreats"),
        ("2-1", (2, 2, 4), 0, "attacker 2 2, defender 4: difference -2; at 2-1 odds shift by -1 to 1-1: "
                              "combat continues if both sides want it"),
        ("1-1", (1, 1, 6), -1, "attacker 1 1, defender 6, bonus -1: difference -6; at 1-1 odds shift by -3 to 1-4: "
                               "1/2 of the attacker is lost, the rest retreats"),
    ],
)  # fmt: skip
def test_9_11_4_the_adjustment_table(level, dice, bonus, words):
    assert read_combat_dice(NUMBERS, level, 2, bonus, dice) == f"Adjustment Table: {words}"


@pytest.mark.parametrize(
    ("die", "bonus", "words"),
    [
        (6, 2, "6 +2 for the first roll is 8: 1 Major Unit to be received"),
        (6, 0, "6: no effect"),
        (5, 0, "5: 1 Major Unit withdrawn"),
        (3, 0, "3: 1 Major Unit withdrawn; 1 Reinforcement Card fewer from now on; "
               "its Major Units may not enter enemy-occupied regions"),
        (2, 0, "2: 2 Major Units withdrawn; 2 Reinforcement Cards fewer from now on; its Major Units may not move"),
        (1, 0, "1: all Major Units withdrawn; no more aid"),
        (1, 2, "1 +2 for the first roll is 3: 1 Major Unit withdrawn; 1 Reinforcement Card fewer from now on; "
               "its Major Units may not enter enemy-occupied regions"),
    ],
)  # fmt: skip
def test_12_2_the_crisis_table(die, bonus, words):
    assert read_crisis(TABLES.crisis.rows, bonus, (die,)) == f"Crisis Table: {words}"


@pytest.mark.parametrize(
    ("next_one", "die", "words"),
    [
        ("", 1, "1 is FAPLA"), ("", 2, "2 is FNLA"), ("fapla", 3, "3 is MPLA"), ("mpla", 4, "4 is UNITA"),
        ("", 5, "5 is nobody, so another roll"), ("unita", 6, "6 is nobody, so UNITA, next clockwise"),
    ],
)  # fmt: skip
def test_6_the_first_player_chart(next_one, die, words):
    assert read_first_player(NUMBERS, next_one, (die,)) == f"First Player Chart: {words}"


@pytest.mark.parametrize(
    ("plus", "die", "words"),
    [
        (0, 3, "3, it gets out"), (0, 2, "2, no way out"), (1, 2, "2 +1 is 3, it gets out"),
        (1, 1, "1 +1 is 2, no way out"),
    ],
)  # fmt: skip
def test_7_2_the_jungle(plus, die, words):
    assert read_jungle(3, plus, (die,)) == f"Jungle rating 3: {words}"


def test_9_9_2_each_one_in_a_minefield_kills():
    assert in_minefield(1, (1, 4, 1)) == "Minefield, each 1 destroys a Unit: 2 of 3"
    assert in_minefield(1, (2,)) == "Minefield, each 1 destroys a Unit: none of 1"


def test_what_is_drawn_is_named():
    cards = list(NUMBERS.reinforcement_cards.values())[:2]
    assert read_cards(NUMBERS, [c.id for c in cards]) == f"Reinforcement Cards: {cards[0].title}, {cards[1].title}"
    drawn = ["luso", "sa_da_bandeira", "lobito", "gabela"]
    words = "Control Markers: FAPLA Luso; FNLA Sá da Bandeira; MPLA Lobito; UNITA Gabela"
    assert read_markers(NUMBERS, [1, 1, 1, 1], drawn) == words
