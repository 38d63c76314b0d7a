"""29 Leaders."""

from __future__ import annotations

import pytest
from fallujah.boards import put, run, told
from fallujah.boards_fight import URBAN, asked, battle, go, refused

from pbem.play.requests import Ask
from pbem_games.fallujah.combat.edge import coalition_edge
from pbem_games.fallujah.combat.hits import take_hits
from pbem_games.fallujah.forces import lose_step, remove
from pbem_games.fallujah.leaders import check_leader
from pbem_games.fallujah.state import DESERTED, ELIMINATED, problems


def test_A145_a_twelve_brings_a_leader():
    state = battle(URBAN, "usmc_1_5 usmc_mp", "")
    table = run(check_leader(state))
    assert asked(table) == ("29.1", URBAN)
    assert table.pending.dice == 2
    table.answer((6, 6))
    assert isinstance(table.pending, Ask)
    assert table.legal() == ["usmc_1_5", "usmc_mp"]
    refused(table, state, "usmc_2_1", "ldr_1", "none", "usmc_1_5,usmc_mp")
    table.answer("usmc_mp")
    assert state.leaders == {"ldr_1": "usmc_mp", "ldr_2": "", "ldr_3": ""}
    assert told(table) == ["Division commander comes forward in Jughayfi West and joins MP"]
    assert problems(state) == []


def test_A185_R100_a_two_does_so_too_and_a_helicopter_may_take_him():
    state = battle(URBAN, "hel_g1 hel_g2", "")
    go(run(check_leader(state)), (1, 1), "hel_g2")
    assert state.leaders["ldr_1"] == "hel_g2"


@pytest.mark.parametrize("dice", [(1, 2), (3, 4), (6, 5), (2, 1), (6, 1)])
def test_29_1_nothing_else_does(dice):
    state = battle(URBAN, "usmc_1_5", "")
    assert go(run(check_leader(state)), dice).pending is None
    assert state.leaders["ldr_1"] == ""


def test_29_1_with_one_unit_left_nobody_is_asked():
    state = battle(URBAN, "usmc_1_5", "")
    go(run(check_leader(state)), (6, 6))
    assert state.leaders["ldr_1"] == "usmc_1_5"


def test_R100_a_unit_with_a_leader_may_take_another():
    state = battle(URBAN, "usmc_1_5 usmc_mp", "")
    state.leaders["ldr_1"] = "usmc_1_5"
    go(run(check_leader(state)), (6, 6), "usmc_1_5")
    assert state.leaders["ldr_2"] == "usmc_1_5"


def test_R100_only_units_of_the_force():
    state = battle(URBAN, "usmc_1_5 usmc_mp", "")
    put(state, URBAN, "fob_1", "usmc_2_1")
    table = go(run(check_leader(state)), (6, 6))
    assert table.legal() == ["usmc_1_5", "usmc_mp"]


@pytest.mark.parametrize("last", ["usmc_2_1", "kept"])
def test_R102_not_rolled_without_a_free_leader(last):
    state = battle(URBAN, "usmc_1_5", "")
    state.leaders = {"ldr_1": "usmc_1_5", "ldr_2": last, "ldr_3": last}
    assert run(check_leader(state)).pending is None


def test_A146_R73_a_leader_goes_with_his_unit_and_counts_nothing():
    state = battle(URBAN, "usmc_mp usmc_1_5", "")
    state.leaders["ldr_2"] = "usmc_mp"
    table = go(run(take_hits(state, 1)), "usmc_mp")
    assert (state.units["usmc_mp"].place, state.leaders["ldr_2"], state.kia) == (ELIMINATED, "", -1)
    assert told(table) == [
        "MP is eliminated in Jughayfi West", "Regimental commander, who was with MP, is free again",
    ]


def test_R101_he_stays_with_a_reduced_unit():
    state = battle(URBAN, "usmc_1_5", "")
    state.leaders["ldr_2"] = "usmc_1_5"
    run(lose_step(state, "usmc_1_5", rule="16.3"))
    assert state.leaders["ldr_2"] == "usmc_1_5"


def test_R103_a_deserter_leaves_his_leader():
    state = battle(URBAN, "ig_2iif", "")
    state.leaders["ldr_1"] = "ig_2iif"
    remove(state, "ig_2iif", DESERTED)
    assert state.leaders["ldr_1"] == ""


def test_A147_29_2_two_leaders_count_once():
    state = battle(URBAN, "usmc_1_5 usmc_mp", "mil_b")
    for carriers in (("usmc_mp", "usmc_1_5"), ("usmc_mp", "usmc_mp"), ("usmc_mp", "")):
        state.leaders["ldr_1"], state.leaders["ldr_2"] = carriers
        drms = coalition_edge(state, "usmc_1_5", "")
        assert [drm.value for drm in drms if drm.rule == "29.2"] == [1]


def test_29_2_a_leader_elsewhere_is_no_help():
    state = battle(URBAN, "usmc_1_5", "mil_b")
    put(state, URBAN, "usmc_2_1")
    for carrier in ("", "kept", "usmc_2_1"):
        state.leaders["ldr_1"] = carrier
        assert [drm.rule for drm in coalition_edge(state, "usmc_1_5", "")] == ["16.1"]
