"""27 SOF: infiltration, what may be declared and what comes of it."""

from __future__ import annotations

from boards_moves import check, refused
from fallujah_boards import node, put, quiet


def facing_a_node(*units: str, space: str = "r3p04"):
    """Units at Jughayfi West, a concealed node south of them."""
    state = quiet()
    put(state, "r3p03", *units)
    node(state, space)
    return state


# ---------------------------------------------------------------- 27.1 what may be declared


def test_27_1_R105_sof_with_a_point_left_may_infiltrate():
    check(facing_a_node("usmc_fr", "usn_nswg"), "j3 ground usmc_fr,usn_nswg path=r3p04 infiltrate")


def test_27_1_R105_every_unit_is_sof():
    state = facing_a_node("usmc_fr", "usmc_1_5")
    refused(state, "j3 ground usmc_1_5,usmc_fr path=r3p04 infiltrate", "27.1")


def test_27_1_R105_riders_do_not_infiltrate():
    state = facing_a_node("usmc_a_2aa", "usmc_fr")
    refused(state, "j3 ground usmc_a_2aa carry=usmc_a_2aa:usmc_fr path=r3p04 infiltrate", "27.1")


def test_27_1_there_must_be_a_node():
    state = facing_a_node("usmc_fr")
    refused(state, "j3 ground usmc_fr path=r2p03 infiltrate", "27.1")
    refused(state, "j3 ground usmc_fr path=r3p02,north infiltrate", "27.1")


def test_27_1_a_path_ends_at_the_node_that_is_infiltrated():
    refused(facing_a_node("usmc_fr"), "j3 ground usmc_fr path=r3p04,r3p05 infiltrate", "13.1")


def test_27_1_the_downed_helicopter_may_be_passed_like_a_node():
    state = quiet()
    put(state, "r3p03", "usmc_fr")
    state.helicopter = "r3p04"
    check(state, "j3 ground usmc_fr path=r3p04 infiltrate")


def test_27_1_R105_a_point_must_be_left_for_going_on():
    state = facing_a_node("ig_36c", space="r3p05")  # movement 2
    check(state, "j3 ground ig_36c path=r3p04,r3p05")
    refused(state, "j3 ground ig_36c path=r3p04,r3p05 infiltrate", "27.1")


def test_27_1_R105_there_must_be_room_to_go_on():
    state = facing_a_node("ig_36c")
    put(state, "r3p03", "usmc_1_5", "usmc_2_1")
    put(state, "r3p05", "usmc_3_4", "usmc_2_2")
    put(state, "r2p04", "usmc_3_1", "usmc_3_5")
    check(state, "j3 ground ig_36c path=r3p04 infiltrate")
    put(state, "r4p04", "usmc_1_8", "usmc_1_3")
    refused(state, "j3 ground ig_36c path=r3p04 infiltrate", "27.1")


def test_A186_R105_no_infiltration_on_the_step_out_of_a_base():
    state = quiet()
    put(state, "north", "usmc_fr")
    node(state, "r3p02")
    check(state, "j3 ground usmc_fr path=r3p02")
    assert "out of a base" in refused(state, "j3 ground usmc_fr path=r3p02 infiltrate", "27.1").because


def test_R15_an_infiltration_must_fit_where_it_may_fail():
    state = facing_a_node("ig_36c")
    put(state, "r3p04", "usmc_1_5", "usmc_2_1")
    refused(state, "j3 ground ig_36c path=r3p04 infiltrate", "8.2")
