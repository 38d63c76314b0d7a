"""16.2, 16.4, 16.5, 16.8 Fire; and what to expect of it."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from fallujah.boards import hold, node, put, run, told
from fallujah.boards_fight import MOSQUE, OBJECTIVE, OPEN, URBAN, asked, battle, go

from pbem.kit.chances import at_least, expected_hits, hit_chance, hits, mean
from pbem_games.fallujah import odds
from pbem_games.fallujah.combat.edge import gather_mobs
from pbem_games.fallujah.combat.fire import (
    Shooter,
    coalition_fire,
    coalition_shooters,
    hits_of,
    losses_from,
    opfor_fire,
    opfor_shooters,
    shots_in,
    spell_volley,
)
from pbem_games.fallujah.combat.sequence import fight

# ---------------------------------------------------------------- 16.2 dice


@pytest.mark.parametrize(("die", "hit"), [(1, 1), (2, 1), (3, 1), (4, 1), (5, 0), (6, 0)])
def test_A88_a_die_up_to_the_firepower_hits(die, hit):
    state = battle(URBAN, "usmc_1_5", "mil_b mil_b")
    go(run(coalition_fire(state, ())), (die,))
    assert state.kia == hit


def test_A89_a_reduced_unit_fires_with_what_it_has_left():
    state = battle(URBAN, "usmc_1_5", "jih_a")
    table = go(run(fight(state)), (1,), (6,), (1,))
    assert state.units["usmc_1_5"].reduced
    assert [s.firepower for s in coalition_shooters(state, ())] == [2]
    table.answer((3,))
    assert "no hit (1/5, firepower 2, rolls 3)" in told(table)[-3]
    assert state.kia == -1


def test_A89_an_eliminated_unit_does_not_fire():
    state = battle(URBAN, "usmc_1_5 usmc_mp", "jih_a")
    table = go(run(fight(state)), "usmc_1_5", (1,), (6,), (1,), "usmc_mp")
    assert asked(table) == ("16.2", "r3p03/coalition")
    assert table.pending.dice == 1


def test_16_2_units_fire_in_order_then_strikes_in_order():
    state = battle(URBAN, "hel_g1 usmc_c_1tk usmc_1_5", "mil_b")
    shooters = coalition_shooters(state, (("air4", 2), ("art2", 1), ("soa", 1)))
    assert [(s.name, s.firepower) for s in shooters] == [
        ("1/5", 4), ("C/1Tk", 4), ("HMLA", 4), ("Airstrike (4)", 4), ("Airstrike (4)", 4), ("Artillery (2)", 2),
        ("Special operations aircraft (5)", 5),
    ]


def test_16_2_opfor_fires_weakest_first():
    state = battle(URBAN, "usmc_1_5", "hw_a mil_a hvt_c mob_attack")
    go(run(gather_mobs(state)), (2,))
    assert [(s.name, s.firepower) for s in opfor_shooters(state)] == [
        ("Radical cleric", 1), ("Mob Attack", 2), ("Militia, organized", 3), ("Heavy weapons, rockets", 5),
    ]


def test_16_2_hits_are_added_up_before_losses_are_taken():
    state = battle(URBAN, "usmc_1_5 usmc_2_1", "mil_b jih_a jih_b")
    table = go(run(coalition_fire(state, ())), (1, 4))
    assert told(table) == [
        "The Coalition fires in Jughayfi West: 2 hits (1/5, firepower 4, rolls 1; 2/1, firepower 4, rolls 4)",
        "OPFOR loses Militia; Jihadists in Jughayfi West",
    ]


def test_16_2_nobody_fires_without_a_target_or_a_force():
    state = battle(URBAN, "usmc_1_5", "")
    assert run(coalition_fire(state, ())).result == 0
    assert run(opfor_fire(state)).pending is None
    state = battle(URBAN, "", "mil_b")
    assert run(coalition_fire(state, (("air4", 1),))).result == 0
    assert run(opfor_fire(state)).pending is None


# ---------------------------------------------------------------- 16.4 nodes


@pytest.mark.parametrize("type", ["al_qaeda", "strongpoint", "c2"])
def test_16_4_A93_a_node_neither_fires_nor_is_hit(type):
    state = battle(URBAN, "usmc_1_5 usmc_2_1 usmc_c_1tk", "mil_b", type=type)
    assert len(opfor_shooters(state)) == 1
    go(run(coalition_fire(state, ())), (1, 1, 1))
    assert state.nodes[URBAN].type == type
    assert state.kia == 1


# ---------------------------------------------------------------- 16.5 terrain, 16.8 Strongpoints


def test_16_5_hits_on_opfor_count_double_in_the_open():
    state = battle(OPEN, "usmc_1_5", "mil_b mil_b mil_b")
    table = go(run(coalition_fire(state, ())), (1,))
    assert state.kia == 2
    assert told(table)[0].endswith("1 hit (1/5, firepower 4, rolls 1), x2 in the open (16.5): 2 to lose")


@pytest.mark.parametrize("space", [URBAN, OBJECTIVE, MOSQUE])
def test_16_5_elsewhere_they_count_once(space):
    state = battle(space, "usmc_1_5", "mil_b mil_b mil_b")
    go(run(coalition_fire(state, ())), (1,))
    assert state.kia == 1


def test_16_5_hits_of_opfor_never_count_double():
    state = battle(OPEN, "usmc_1_5 usmc_2_1", "jih_a")
    table = go(run(opfor_fire(state)), (1,))
    assert table.legal() == [("usmc_1_5",), ("usmc_2_1",)]


@pytest.mark.parametrize(("force", "dice", "expected"), [
    ("usmc_1_5 usmc_2_1", (1, 1), 2), ("usmc_1_5 usmc_2_1", (1, 6), 0), ("usmc_1_5 usmc_1ceb", (1, 1), 4),
])
def test_A95_R69_a_strongpoint_in_the_open(force, dice, expected):
    state = battle(OPEN, force, "mil_b mil_b mil_b mil_b mil_a", type="strongpoint")
    go(run(coalition_fire(state, ())), dice)
    assert state.kia == expected


@pytest.mark.parametrize(("force", "expected"), [
    ("usmc_1_5 usmc_2_1 usmc_c_1tk", 2), ("usmc_1_5 usmc_2_1 usmc_1ceb", 3), ("usmc_1_5 usmc_2_1 usa_82e", 3),
    ("usmc_1_5 usmc_2_1 usn_cb4", 3),
])
def test_A100_a_strongpoint_takes_one_hit_unless_an_engineer_is_there(force, expected):
    state = battle(URBAN, force, "mil_b mil_b mil_b mil_b", type="strongpoint")
    table = go(run(coalition_fire(state, ())), (1, 1, 1))
    assert state.kia == expected
    assert ("-1 Strongpoint (16.8): 2 to lose" in told(table)[0]) is (expected == 2)


def test_16_8_in_each_round():
    state = battle(MOSQUE, "usmc_1_5", "mil_b", type="strongpoint")
    table = go(run(fight(state)), (6,), (1,), (1,), (6,), (6,), (1,), (1,), (6,))
    assert state.kia == 0
    assert state.operation.combat_round == 3
    assert table.pending is not None


def test_16_8_a_strongpoint_next_door_is_no_cover():
    state = battle(URBAN, "usmc_1_5", "mil_b")
    node(state, "r3p02", "strongpoint")
    go(run(coalition_fire(state, ())), (1,))
    assert state.kia == 1


@pytest.mark.parametrize(("hits", "ignored", "multiplier", "expected"), [
    (0, 0, 1, 0), (0, 1, 2, 0), (1, 1, 1, 0), (2, 1, 2, 2), (3, 1, 1, 2), (3, 0, 2, 6),
])
def test_R69_first_the_strongpoint_then_the_open(hits, ignored, multiplier, expected):
    assert losses_from(hits, ignored, multiplier) == expected


# ---------------------------------------------------------------- the sentence of a fire


def test_16_2_the_sentence_of_a_fire_can_be_read_back():
    state = battle(URBAN, "usmc_1_5 usmc_mp", "jih_a mil_a")
    hold(state, air4=1)
    table = go(run(coalition_fire(state, (("air4", 1),))), (4, 5, 6))
    assert shots_in(told(table)[0]) == [(4, 4), (2, 5), (4, 6)]
    assert all(not shots_in(text) for text in told(table)[1:])
    shooters = [Shooter("2/1", 4), Shooter("Artillery (3)", 3), Shooter("Mob Attack", 0)]
    assert shots_in(spell_volley("OPFOR fires in Jolan", shooters, (1, 2, 3))) == [(4, 1), (3, 2), (0, 3)]


def test_16_2_no_printed_name_looks_like_a_shot():
    numbers = battle(URBAN, "usmc_1_5", "mil_b").numbers
    names = [x.name for x in (*numbers.opfor.values(), *numbers.strikes.values(), *numbers.spaces.values())]
    assert not shots_in(", ".join([*names, *(u.label for u in numbers.units.values())]))


# ---------------------------------------------------------------- odds


def by_counting(firepowers, count):
    """The distribution by going through every way the dice can fall."""
    chances = {}
    for dice in product(range(1, 7), repeat=len(firepowers)):
        n = count(hits_of([Shooter("", f) for f in firepowers], dice))
        chances[n] = chances.get(n, Fraction(0)) + Fraction(1, 6 ** len(firepowers))
    return dict(sorted(chances.items()))


def test_16_2_a_firepower_beyond_the_die_always_hits():
    assert [hit_chance(f) for f in (-1, 0, 1, 6, 7)] == [0, 0, Fraction(1, 6), 1, 1]


@pytest.mark.parametrize("firepowers", [(), (4,), (0,), (6,), (4, 4), (5, 3, 1), (4, 2, 0, 3, 5)])
def test_16_2_the_odds_of_hits_are_exact(firepowers):
    assert hits(firepowers) == by_counting(firepowers, lambda n: n)
    assert sum(hits(firepowers).values()) == 1
    assert mean(hits(firepowers)) == expected_hits(firepowers) == Fraction(sum(firepowers), 6)


@pytest.mark.parametrize(("space", "type", "factor", "ignored"), [
    (OPEN, "", 2, 0), (OPEN, "strongpoint", 2, 1), (URBAN, "", 1, 0), (URBAN, "strongpoint", 1, 1),
])
def test_16_5_16_8_the_odds_of_a_fire_of_the_coalition(space, type, factor, ignored):
    state = battle(space, "usmc_1_5 usmc_mp", "mil_b mil_b mil_a", type=type)
    expected = by_counting((4, 2, 3), lambda n: min(3, max(0, n - ignored) * factor))
    assert odds.of_coalition_fire(state, (("art3", 1),)) == expected


def test_16_6_the_odds_of_a_fire_of_opfor_end_with_the_steps_of_the_force():
    state = battle(OPEN, "usmc_mp", "jih_a fed_b hw_a")
    assert odds.of_opfor_fire(state) == by_counting((4, 5, 5), lambda n: min(1, n))
    assert at_least(odds.of_opfor_fire(state), 1) == 1 - Fraction(2, 6) * Fraction(1, 6) * Fraction(1, 6)


@pytest.mark.parametrize(("coalition", "opfor", "ties", "expected"), [
    (0, 0, True, Fraction(21, 36)), (0, 0, False, Fraction(15, 36)), (6, 0, False, Fraction(36, 36)),
    (5, 0, False, Fraction(35, 36)), (5, 0, True, Fraction(1)), (0, 6, True, Fraction(0)),
    (1, 3, False, Fraction(6, 36)),
])
def test_16_1_2_the_odds_of_the_edge(coalition, opfor, ties, expected):
    assert odds.edge_chance(coalition, opfor, wins_ties=ties) == expected


def test_16_1_2_the_odds_of_the_edge_in_the_battle_under_way():
    state = battle(OPEN, "usmc_1_5 usmc_2lar", "jih_b", type="c2")
    put(state, OPEN, "fob_1")
    assert odds.of_edge(state, "usmc_1_5") == odds.edge_chance(3, 3, wins_ties=True)
    assert odds.of_edge(state, "usmc_2lar", "netwar") == odds.edge_chance(5, 3, wins_ties=True)


@pytest.mark.parametrize(("space", "scenario", "civilians", "expected"), [
    (MOSQUE, "vigilant_resolve", False, (4,)), (MOSQUE, "vigilant_resolve", True, (4, 4)),
    (URBAN, "phantom_fury", True, ()), (OPEN, "vigilant_resolve", True, ()),
])
def test_23_5_the_odds_of_collateral_damage(space, scenario, civilians, expected):
    state = battle(space, "usmc_1_5", "mil_b", scenario=scenario)
    state.operation.civilians = civilians
    dice = [1] * len(expected)
    assert odds.of_collateral(state, (("air4", 1), ("soa", 1))) == hits(dice)
