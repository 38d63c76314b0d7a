"""16.3, 16.6 Losses of both sides."""

from __future__ import annotations

from itertools import permutations

import pytest
from fallujah.boards import node, put, run, told
from fallujah.boards_fight import URBAN, asked, battle, enemies_of, go, refused

from pbem.play.requests import Ask
from pbem_games.fallujah.combat.battle import weakest_first
from pbem_games.fallujah.combat.fire import coalition_fire
from pbem_games.fallujah.combat.hits import assignments, eliminate_weakest, take_hits
from pbem_games.fallujah.reaction import react
from pbem_games.fallujah.state import ELIMINATED, Enemy, problems

# ---------------------------------------------------------------- OPFOR


def test_A90_the_weakest_goes_first():
    state = battle(URBAN, "usmc_1_5", "jih_a mil_b")
    go(run(coalition_fire(state, ())), (1,))
    assert enemies_of(state) == ["jih_a"]
    assert state.reaction_bin["mil_b"] == 4


def test_R71_firepower_then_contact_then_no_hvt_then_id():
    state = battle(URBAN, "usmc_1_5", "")
    order = [
        Enemy("mob_attack", 0, 0), Enemy("mil_b", 1, 1), Enemy("hvt_e", 1, 3), Enemy("hvt_c", 1, 4),
        Enemy("mob_attack", 3, 0), Enemy("fed_b", 3, 1), Enemy("fed_a", 3, 2), Enemy("hvt_b", 3, 4),
    ]
    for shuffled in (order[::-1], order[3:] + order[:3], sorted(order, key=lambda e: e.kind)):
        assert weakest_first(state, shuffled) == order
    alike = [Enemy("mil_a", 3, 3), Enemy("mil_b", 3, 3), Enemy("hvt_a", 3, 3)]  # with other printed values
    assert all(weakest_first(state, shuffled) == alike for shuffled in permutations(alike))


def test_A92_an_eliminated_unit_is_back_in_the_bin():
    state = battle(URBAN, "usmc_1_5", "jih_a")
    table = go(run(coalition_fire(state, ())), (1,))
    assert state.reaction_bin == state.numbers.reaction_bin
    assert state.kia == 1
    assert state.scores["coalition"].killed == 1
    assert told(table)[-1] == "OPFOR loses Jihadists, veteran in Jughayfi West"


def test_16_3_an_eliminated_hvt_is_out():
    state = battle(URBAN, "usmc_1_5", "hvt_c")
    go(run(coalition_fire(state, ())), (1,))
    assert (state.eliminated_hvt, state.reaction_bin["hvt_c"], state.kia) == (["hvt_c"], 0, 1)
    assert problems(state) == []


def test_A96_surplus_hits_are_lost():
    state = battle(URBAN, "usmc_1_5 usmc_2_1 usmc_c_1tk", "mil_b")
    go(run(coalition_fire(state, ())), (1, 1, 1))
    assert (state.kia, enemies_of(state)) == (1, [])


def test_16_6_no_losses_no_sentence():
    table = run(eliminate_weakest(battle(URBAN, "usmc_1_5", "mil_b"), 0))
    assert told(table) == []


# ---------------------------------------------------------------- the Coalition


def test_A91_two_hits_on_a_unit_of_two_steps():
    state = battle(URBAN, "usmc_1_5", "jih_a jih_a")
    table = run(take_hits(state, 2))
    assert table.pending is None  # nothing to choose
    assert (state.units["usmc_1_5"].place, state.kia, state.operation.force) == (ELIMINATED, -2, [])
    assert told(table) == ["1/5 is reduced in Jughayfi West", "1/5 is eliminated in Jughayfi West"]


@pytest.mark.parametrize("unit", ["usmc_c_1tk", "usmc_mp", "hel_t1", "ig_36c"])
def test_16_3_a_unit_of_one_step_is_eliminated(unit):
    state = battle(URBAN, unit, "jih_a")
    run(take_hits(state, 1))
    assert state.units[unit].place == ELIMINATED
    assert state.kia == -1


def test_R72_the_player_spreads_the_hits_as_he_likes():
    state = battle(URBAN, "usmc_1_5 usmc_c_1tk usmc_mp", "jih_a jih_a")
    table = run(take_hits(state, 2))
    assert isinstance(table.pending, Ask)
    assert asked(table) == ("16.3", URBAN)
    assert table.legal() == [
        ("usmc_1_5", "usmc_mp"), ("usmc_1_5", "usmc_1_5"), ("usmc_1_5", "usmc_c_1tk"), ("usmc_c_1tk", "usmc_mp"),
    ]
    refused(table, state, "usmc_mp,usmc_1_5", "usmc_mp,usmc_mp", "usmc_1_5", "usmc_1_5,usmc_1_5,usmc_mp", "hel_g1")
    table.answer("usmc_1_5,usmc_1_5")
    assert state.operation.force == ["usmc_c_1tk", "usmc_mp"]


def test_16_3_reductions_come_before_eliminations_the_cheap_before_the_dear():
    state = battle(URBAN, "usmc_2lar usmc_1_5 usmc_mp usmc_c_1tk", "jih_a")
    assert assignments(state, 1) == [("usmc_1_5",), ("usmc_2lar",), ("usmc_mp",), ("usmc_c_1tk",)]
    state = battle(URBAN, "usmc_1_5 usmc_2lar usmc_mp", "jih_a jih_a")
    assert assignments(state, 2) == [
        ("usmc_1_5", "usmc_2lar"),  # nobody dies
        ("usmc_1_5", "usmc_mp"), ("usmc_2lar", "usmc_mp"),  # the cheapest dies, the cheaper is reduced
        ("usmc_1_5", "usmc_1_5"), ("usmc_2lar", "usmc_2lar"),
    ]
    state = battle(URBAN, "usmc_2lar usmc_ss_1 usmc_mp", "jih_a jih_a")
    assert assignments(state, 2)[2:] == [("usmc_2lar", "usmc_2lar"), ("usmc_ss_1", "usmc_mp")]  # two die last


def test_16_3_hits_beyond_the_last_step_are_lost():
    state = battle(URBAN, "usmc_1_5 usmc_mp", "jih_a")
    table = run(take_hits(state, 7))
    assert table.pending is None
    assert (state.operation.force, state.kia) == ([], -3)


def test_16_3_no_hit_no_question():
    assert run(take_hits(battle(URBAN, "usmc_1_5 usmc_mp", "jih_a"), 0)).pending is None


@pytest.mark.parametrize("force", [
    "usmc_1_5", "usmc_1_5 usmc_mp", "usmc_1_5 usmc_2_1 usmc_mp", "usmc_1_5 usmc_2_1 usmc_a_2aa usmc_c_3 hel_g1 hel_g2",
])
@pytest.mark.parametrize("hits", [1, 2, 3, 5])
def test_16_3_every_way_to_spread_hits_is_legal_once(force, hits):
    state = battle(URBAN, force, "jih_a")
    put(state, URBAN, "usmc_1_5", reduced=True)
    capacity = {u: 1 if u in ("usmc_1_5", "usmc_mp") else 2 for u in state.operation.force}
    ways = assignments(state, hits)
    assert len(set(ways)) == len(ways)
    for way in ways:
        assert len(way) == min(hits, sum(capacity.values()))
        assert all(way.count(u) <= capacity[u] for u in way)
    every = {()}
    for unit, n in capacity.items():
        every = {(*way, *[unit] * k) for way in every for k in range(n + 1)}
    assert set(ways) == {way for way in every if len(way) == min(hits, sum(capacity.values()))}


def test_R72_a_reduced_unit_is_eliminated_by_one():
    state = battle(URBAN, "usmc_1_5 usmc_2_1", "jih_a")
    put(state, URBAN, "usmc_1_5", reduced=True)
    table = run(take_hits(state, 1))
    assert table.legal() == [("usmc_2_1",), ("usmc_1_5",)]
    table.answer("usmc_1_5")
    assert state.units["usmc_1_5"].place == ELIMINATED
    assert not state.units["usmc_1_5"].reduced
    assert problems(state) == []


def test_R141_iraqi_special_forces_are_companies_of_one_step():
    numbers = battle(URBAN, "ig_36c", "mil_b").numbers
    for unit in ("ig_36c", "ig_ctf", "ig_ssf", "ig_ert"):
        printed = numbers.units[unit]
        assert (printed.size, printed.reduced, printed.price) == ("company", (), 4)


def test_A183_a_sniper_hit_by_an_ied_is_gone_and_costs_no_op():
    state = battle(URBAN, "usmc_ss_1", "")
    node(state, URBAN)
    ops = state.ops
    table = go(run(react(state)), ("ied_factory",), (6,))
    assert (table.pending, table.result) == (None, False)  # no picks
    assert (state.units["usmc_ss_1"].place, state.kia, state.ops, state.operation.force) == (ELIMINATED, -1, ops, [])
    assert "SS 1 is eliminated in Jughayfi West" in told(table)
