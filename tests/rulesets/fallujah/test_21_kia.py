"""21 The KIA index."""

from __future__ import annotations

from fallujah.boards import put, run
from fallujah.boards_fight import URBAN, battle, go

from pbem_games.fallujah.combat.fire import coalition_fire
from pbem_games.fallujah.combat.hits import take_hits
from pbem_games.fallujah.combat.sequence import break_off
from pbem_games.fallujah.forces import remove
from pbem_games.fallujah.nodes import reveal_effects
from pbem_games.fallujah.state import DESERTED


def test_21_1_each_opfor_unit_counts_one_up():
    state = battle(URBAN, "usmc_1_5 usmc_2_1 usmc_c_1tk", "mil_b hvt_e jih_a")
    go(run(coalition_fire(state, ())), (1, 1, 1))
    assert state.kia == 3


def test_R90_a_mob_counts_too():
    state = battle(URBAN, "usmc_1_5", "mob_attack")
    go(run(coalition_fire(state, ())), (1,))
    assert state.kia == 1


def test_A117_a_unit_reduced_by_an_ied_counts_one_down():
    state = battle(URBAN, "usmc_1_5", "", type="ied_factory")
    go(run(reveal_effects(state, URBAN)), (6,))
    assert (state.units["usmc_1_5"].reduced, state.kia, state.scores["coalition"].lost) == (True, -1, 1)


def test_21_1_each_step_counts_one_down():
    state = battle(URBAN, "usmc_1_5 usmc_mp", "")
    run(take_hits(state, 3))
    assert (state.kia, state.scores["coalition"].lost) == (-3, 3)


def test_21_2_A118_the_index_goes_below_zero():
    state = battle(URBAN, "usmc_mp", "")
    run(take_hits(state, 1))
    assert state.kia == -1


def test_R90_desertion_and_breaking_off_count_nothing():
    state = battle(URBAN, "ig_2iif usmc_mp", "jih_a")
    remove(state, "ig_2iif", DESERTED)
    run(break_off(state))
    assert state.kia == 0
    assert state.operation.force == ["usmc_mp"]


def test_R134_the_balance_of_the_player_whose_operation_it_is():
    state = battle(URBAN, "usmc_1_5", "mil_b", team="two_by_service")
    put(state, URBAN, "usmc_1_5", reduced=True)
    state.player = 1
    go(run(coalition_fire(state, ())), (1,))
    run(take_hits(state, 1))
    assert [(s.killed, s.lost) for s in state.scores.values()] == [(0, 0), (1, 1)]
