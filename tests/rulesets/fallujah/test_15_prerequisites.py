"""15 Who fights whom."""

from __future__ import annotations

from fallujah.boards import put, run, told
from fallujah.boards_fight import MOSQUE, URBAN, battle, go, refused

from pbem_games.fallujah.combat.edge import coalition_edge, leads
from pbem_games.fallujah.combat.hits import assignments
from pbem_games.fallujah.combat.sequence import fight


def test_15_the_battle_is_told_with_both_sides():
    table = run(fight(battle(URBAN, "usmc_c_1tk usmc_1_5", "jih_a hvt_c")))
    assert told(table) == ["Battle of Jughayfi West: 1/5, C/1Tk against Radical cleric; Jihadists, veteran"]


def test_R66_other_units_in_the_space_take_no_part():
    state = battle(URBAN, "usmc_1_5", "jih_a")
    put(state, URBAN, "hel_g1", "usmc_2_1")
    put(state, URBAN, "hel_t1", aloft=True)
    state.leaders["ldr_1"] = "usmc_2_1"
    assert leads(state) == [("usmc_1_5", "")]
    assert [str(d) for d in coalition_edge(state, "usmc_1_5", "")] == ["+2 1/5 leads (16.1)"]
    assert assignments(state, 2) == [("usmc_1_5", "usmc_1_5")]
    table = go(run(fight(state)), (6,), (1,))
    assert table.pending.dice == 1


def test_R66_the_force_is_lost_though_others_are_there():
    state = battle(MOSQUE, "usmc_mp", "jih_a")
    put(state, MOSQUE, "hel_g1")
    table = go(run(fight(state)), (1,), (6,), (1,))
    assert table.result is False
    assert state.units["hel_g1"].place == MOSQUE


def test_R18_a_fob_neither_fires_nor_leads_nor_is_hit():
    state = battle(URBAN, "usmc_1_5", "jih_a jih_a")
    put(state, URBAN, "fob_1")
    assert assignments(state, 2) == [("usmc_1_5", "usmc_1_5")]
    table = go(run(fight(state)), (6,), (1,))
    assert table.pending.dice == 1
    go(table, (6,), (1, 1))
    assert table.result is False
    assert not state.units["fob_1"].reduced


def test_15_nobody_outside_takes_hits():
    state = battle(URBAN, "usmc_1_5 usmc_2_1", "jih_a")
    put(state, URBAN, "fob_1")
    table = go(run(fight(state)), "usmc_1_5", (1,), (6,), (1,))
    refused(table, state, "fob_1", "usmc_mp", "usmc_1_5,usmc_2_1", "none", "air4")
