"""13 Movement on the ground: steps, points, nodes, the MSR, rivers, bridges, bases."""

from __future__ import annotations

import pytest
from fallujah.boards import node, put, quiet
from fallujah.boards_moves import check, refused

from pbem_games.fallujah.marching import reachable, setting_out
from pbem_games.fallujah.movement import goals


def at(place: str, *units: str):
    state = quiet()
    put(state, place, *units)
    return state


# ---------------------------------------------------------------- 13.0 steps and points


def test_13_0_a_step_costs_a_point_and_the_slowest_unit_counts():
    state = at("r3p03", "usmc_1_5", "usmc_c_1tk")  # movement 2 and 3
    check(state, "j3 ground usmc_c_1tk path=r3p04,r3p05,r3p06")
    check(state, "j3 ground usmc_1_5,usmc_c_1tk path=r3p04,r3p05")
    fault = refused(state, "j3 ground usmc_1_5,usmc_c_1tk path=r3p04,r3p05,r3p06", "13.0")
    assert "no movement point is left" in fault.because


def test_13_0_a_way_may_lead_back_where_it_came_from():
    check(at("r3p03", "usmc_1_5"), "j3 ground usmc_1_5 path=r3p04,r3p03")


def test_A53_there_is_no_diagonal_step_off_the_msr():
    fault = refused(at("r3p03", "usmc_1_5"), "j3 ground usmc_1_5 path=r4p04", "13.0")
    assert fault.legal == ("r2p03", "r3p02", "r3p04", "r4p03")


def test_13_0_a_reduced_unit_moves_by_its_present_side():
    state = at("r3p03")
    put(state, "r3p03", "usmc_3_4", reduced=True)
    assert state.numbers.values("usmc_3_4", True)[2] == 3
    check(state, "j3 ground usmc_3_4 path=r3p04,r3p05,r3p06")


# ---------------------------------------------------------------- 13.1 nodes


@pytest.mark.parametrize("type", ["", "arms_cache"], ids=["concealed", "revealed"])
def test_13_1_A54_a_force_must_stop_at_a_node_though_it_has_points_left(type):
    state = at("r3p03", "usmc_3_4")
    node(state, "r3p04", type)
    check(state, "j3 ground usmc_3_4 path=r3p04")
    refused(state, "j3 ground usmc_3_4 path=r3p04,r3p05", "13.1")


def test_R24_the_downed_helicopter_stops_a_force_like_a_node():
    state = at("r3p03", "usmc_3_4")
    state.helicopter = "r3p04"
    refused(state, "j3 ground usmc_3_4 path=r3p04,r3p05", "13.1")


def test_R36_a_node_beside_ground_units_stops_a_force_too():
    state = at("r3p03", "usmc_3_4")
    put(state, "r3p04", "usmc_1_5")
    node(state, "r3p04", "c2")
    check(state, "j3 ground usmc_3_4 path=r3p04")
    refused(state, "j3 ground usmc_3_4 path=r3p04,r3p05", "13.1")


def test_R143_a_force_leaves_a_space_with_a_node_freely():
    state = at("r3p04", "usmc_1_5")
    node(state, "r3p04", "c2")
    check(state, "j3 ground usmc_1_5 path=r3p05,r3p06")


# ---------------------------------------------------------------- 13.2 Main Supply Route


def test_A55_the_msr_gives_a_step_to_who_starts_on_it_and_keeps_to_it():
    state = at("r1p09", "usmc_1_5")
    check(state, "j3 ground usmc_1_5 path=r2p08,r3p07,r4p07")
    refused(state, "j3 ground usmc_1_5 path=r2p08,r3p07,r4p07,r5p07", "13.0")


def test_13_2_the_bonus_is_gone_with_the_first_step_off_the_msr():
    state = at("r1p09", "usmc_1_5")
    check(state, "j3 ground usmc_1_5 path=r2p08,r2p07")
    refused(state, "j3 ground usmc_1_5 path=r2p08,r3p07,r3p06", "13.0")
    refused(state, "j3 ground usmc_1_5 path=r2p08,r2p07,r3p07", "13.0")


def test_13_2_two_msr_spaces_joined_by_a_plain_way_give_no_bonus():
    state = at("r2p08", "usmc_1_5")
    refused(state, "j3 ground usmc_1_5 path=r2p09,r1p09,r2p08", "13.0")


def test_A56_who_starts_off_the_msr_has_no_bonus():
    state = at("r3p06", "usmc_1_5")
    check(state, "j3 ground usmc_1_5 path=r3p07,r4p07")
    refused(state, "j3 ground usmc_1_5 path=r3p07,r4p07,r5p07", "13.0")


# ---------------------------------------------------------------- 13.3 rivers and bridges


def test_A58_infantry_crosses_a_whole_bridge_and_no_blown_one():
    state = at("r1p06", "usmc_1_5")
    check(state, "j3 ground usmc_1_5 path=r1p07")
    state.blown = ["brooklyn"]
    fault = refused(state, "j3 ground usmc_1_5 path=r1p07", "13.3")
    assert "water lies between" in fault.because


def test_13_3_a_river_way_is_closed_to_infantry():
    refused(at("r1p10", "usmc_1_5"), "j3 ground usmc_1_5 path=r2p10", "13.3")


def test_R30_A77_the_space_of_a_blown_bridge_is_like_any_other():
    state = at("r2p09", "usmc_1_5")
    state.blown = ["main"]
    check(state, "j3 ground usmc_1_5 path=r1p09")


# ---------------------------------------------------------------- 13.4 bases


@pytest.mark.parametrize("space", ["r1p06", "r1p08", "r1p10", "r1p11", "r1p12"])
def test_13_4_A59_the_west_base_leads_to_five_spaces(space):
    check(at("west", "usmc_1_5"), f"j3 ground usmc_1_5 path={space}")


@pytest.mark.parametrize("space", ["r1p07", "r1p09", "r1p02", "r6p06"])
def test_A59_R20_the_west_base_leads_nowhere_else(space):
    fault = refused(at("west", "usmc_1_5"), f"j3 ground usmc_1_5 path={space}", "13.4")
    assert fault.legal == ("r1p06", "r1p08", "r1p10", "r1p11", "r1p12")


@pytest.mark.parametrize(("base", "count"), [("north", 6), ("south", 6), ("east", 11), ("west", 5)])
def test_13_4_every_base_leads_to_its_entry_spaces(base, count):
    found = goals(at(base, "usmc_1_5"), ("usmc_1_5",))
    assert len(found) == count
    assert all(path == (space,) for space, path in found.items())


def test_A60_who_leaves_a_base_stops_at_the_entry_space():
    state = at("east", "usa_1_5s")  # movement 4
    check(state, "j3 ground usa_1_5s path=r6p06")
    refused(state, "j3 ground usa_1_5s path=r6p06,r5p07", "13.4")


def test_R22_a_force_goes_back_to_a_base_for_a_point_and_stops_there():
    state = at("r3p03", "usmc_1_5")
    check(state, "j3 ground usmc_1_5 path=r3p02,north")
    refused(state, "j3 ground usmc_1_5 path=north", "13.4")
    refused(state, "j3 ground usmc_1_5 path=r3p02,north,r4p02", "13.4")
    refused(state, "j3 ground usmc_1_5 path=r3p02,south", "13.4")
    put(state, "r3p04", "usmc_1_5")
    refused(state, "j3 ground usmc_1_5 path=r3p03,r3p02,north", "13.0")


def test_R22_R27_the_way_into_a_base_is_no_msr():
    state = at("r4p07", "usmc_1_5")
    check(state, "j3 ground usmc_1_5 path=r5p07,r6p06")
    refused(state, "j3 ground usmc_1_5 path=r5p07,r6p06,east", "13.0")


def test_R23_units_of_a_base_transfer_to_another():
    state = at("north", "usmc_1_5", "hel_t1", "usa_2_7")
    check(state, "j3 transfer usmc_1_5,usa_2_7,hel_t1 to=west")
    assert refused(state, "j3 transfer usmc_1_5 to=north", "13.4").legal == ("south", "east", "west")
    refused(state, "j3 transfer usmc_1_5 to=r3p02", "13.4")
    put(state, "r3p02", "usmc_2_1")
    refused(state, "j3 transfer usmc_2_1 to=north", "13.4")


def test_13_4_no_way_on_the_ground_joins_two_bases():
    refused(at("north", "usmc_1_5"), "j3 ground usmc_1_5 path=west", "13.4")


# ---------------------------------------------------------------- what is reachable


def test_13_0_reachable_gives_each_place_with_a_shortest_legal_path():
    state = at("r3p07", "usmc_1_5")  # movement 2, and 3 along the MSR
    put(state, "r3p06", "usmc_2_1", "usmc_3_4")  # full
    node(state, "r2p07", "c2")
    found = goals(state, ("usmc_1_5",))
    assert "r3p06" not in found  # 8.2
    assert found["r3p05"] == ("r3p06", "r3p05")  # passing is free
    assert found["r2p07"] == ("r2p07",)
    assert "r1p07" not in found  # 13.1
    assert found["r1p09"] == ("r2p08", "r1p09")
    assert found["r6p06"] == ("r4p07", "r5p07", "r6p06")  # 13.2
    assert "r6p07" not in found
    for path in found.values():
        check(state, f"j3 ground usmc_1_5 path={','.join(path)}")


def test_13_0_the_bonus_survives_in_the_search_beside_a_way_without_it():
    state = at("r1p09", "usmc_1_5")
    march = setting_out(state, ("usmc_1_5",), (), "r1p09")
    assert reachable(state, march)["r4p07"] == ("r2p08", "r3p07", "r4p07")
