"""24 Helicopters: flights, hovering, riders."""

from __future__ import annotations

import pytest
from fallujah.boards import node, put, quiet
from fallujah.boards_moves import check, refused

from pbem_games.fallujah.air import hover_spaces, landing_places


def based(*units: str):
    state = quiet()
    put(state, "north", *units)
    return state


# ---------------------------------------------------------------- 24.1, 24.2 flights


@pytest.mark.parametrize("to", ["r1p02", "r6p12", "r4p07", "south", "west"])
def test_A127_a_helicopter_flies_anywhere(to):
    check(based("hel_g1"), f"j3 air hel_g1 to={to} land")


def test_A113_nodes_do_not_stop_a_flight():
    state = quiet()
    put(state, "r3p03", "hel_g1")
    for space in ("r3p04", "r2p03", "r4p03", "r3p02"):
        node(state, space)
    check(state, "j3 air hel_g1 to=r3p06 land")


def test_24_2_a_flight_may_end_aloft_over_a_space_and_not_over_a_base():
    state = based("hel_g1")
    check(state, "j3 air hel_g1 to=r3p06 aloft")
    refused(state, "j3 air hel_g1 to=south aloft", "24.2")


def test_24_1_at_most_two_helicopters_end_over_a_space():
    state = based("hel_t1")
    put(state, "r3p06", "hel_g1")
    check(state, "j3 air hel_t1 to=r3p06 aloft")
    put(state, "r3p06", "hel_g2", aloft=True)
    refused(state, "j3 air hel_t1 to=r3p06 land", "8.2")
    refused(state, "j3 air hel_t1 to=r3p06 aloft", "8.2")


def test_R33_landing_where_it_hovers_and_rising_where_it_stands_are_moves():
    state = quiet()
    put(state, "r3p06", "hel_g1", aloft=True)
    check(state, "j3 air hel_g1 to=r3p06 land")
    refused(state, "j3 air hel_g1 to=r3p06 aloft", "14.2")
    put(state, "r3p06", "hel_g2")
    check(state, "j3 air hel_g2 to=r3p06 aloft")
    fault = refused(state, "j3 air hel_g1,hel_g2 to=r3p06 land", "14.2")
    assert "AVN" in fault.because


def test_14_2_A68_a_helicopter_in_its_base_does_not_land_there():
    refused(based("hel_g1"), "j3 air hel_g1 to=north land", "14.2")


def test_24_3_A129_helicopters_and_walking_units_make_no_force():
    state = based("hel_g1", "usmc_1_5")
    refused(state, "j3 ground usmc_1_5,hel_g1 path=r3p02", "24.3")
    refused(state, "j3 air usmc_1_5,hel_g1 to=r3p02 land", "24.3")


# ---------------------------------------------------------------- 24.5, 24.6 riders

RIDERS = [
    ("hel_t1", "usmc_1_5", ""), ("hel_t1", "usmc_fr", ""), ("hel_t1", "usmc_ss_1", ""), ("hel_t1", "usmc_1ceb", ""),
    ("hel_t1", "ig_2iif", "24.5"), ("hel_t1", "ig_36c", "24.5"), ("hel_t1", "usa_2_7", "24.5"),
    ("hel_t1", "usmc_a_2aa", "24.5"), ("hel_t1", "hel_g1", "24.5"), ("hel_g1", "usmc_1_5", "24.5"),
    ("hel_s1", "usmc_fr", ""), ("hel_s1", "usa_jsotf", ""), ("hel_s1", "usmc_1_5", "24.6"),
    ("hel_s1", "ig_36c", "24.6"),
]  # fmt: skip


@pytest.mark.parametrize(("carrier", "rider", "rule"), RIDERS, ids=[f"A131 {c} {r}" for c, r, _ in RIDERS])
def test_24_6_who_carries_whom(carrier, rider, rule):
    state = based(carrier, rider)
    say = f"j3 air {carrier} carry={carrier}:{rider} to=r3p06 land"
    if rule:
        refused(state, say, rule)
    else:
        check(state, say)


def test_24_5_A130_two_transports_carry_two_units_and_no_more_than_one_each():
    state = based("hel_t1", "hel_t2", "usmc_1_5", "usmc_2_1")
    check(state, "j3 air hel_t1,hel_t2 carry=hel_t1:usmc_1_5,hel_t2:usmc_2_1 to=r3p06 land")
    refused(state, "j3 air hel_t1,hel_t2 carry=hel_t1:usmc_1_5,hel_t1:usmc_2_1 to=r3p06 land", "24.5")


def test_24_5_riders_start_with_their_helicopter_and_the_helicopter_is_in_the_force():
    state = based("hel_t1", "hel_g1")
    put(state, "r3p02", "usmc_1_5")
    refused(state, "j3 air hel_t1 carry=hel_t1:usmc_1_5 to=r3p06 land", "10.2")
    put(state, "north", "usmc_1_5")
    refused(state, "j3 air hel_g1 carry=hel_t1:usmc_1_5 to=r3p06 land", "24.5")


def test_24_5_riders_make_their_helicopters_land_elsewhere():
    state = quiet()
    put(state, "r3p06", "hel_t1", aloft=True)
    put(state, "r3p06", "usmc_1_5")
    refused(state, "j3 air hel_t1 carry=hel_t1:usmc_1_5 to=r3p08 aloft", "24.5")
    refused(state, "j3 air hel_t1 carry=hel_t1:usmc_1_5 to=r3p06 land", "14.2")
    check(state, "j3 air hel_t1 carry=hel_t1:usmc_1_5 to=r3p08 land")


def test_R34_gunships_may_come_along_and_riders_must_fit_where_they_get_off():
    state = based("hel_t1", "hel_g1", "usmc_1_5")
    check(state, "j3 air hel_g1,hel_t1 carry=hel_t1:usmc_1_5 to=r3p06 land")
    put(state, "r3p06", "usmc_2_1", "usmc_3_4")
    refused(state, "j3 air hel_g1,hel_t1 carry=hel_t1:usmc_1_5 to=r3p06 land", "8.2")
    check(state, "j3 air hel_g1,hel_t1 carry=hel_t1:usmc_1_5 to=south land")


# ---------------------------------------------------------------- lists


def test_24_1_lists_hold_what_is_legal_and_nothing_else():
    state = based("hel_t1", "usmc_1_5")
    put(state, "r3p06", "hel_g1", "hel_g2")
    put(state, "r3p08", "usmc_2_1", "usmc_3_4")
    assert len(landing_places(state, ("hel_t1",))) == 66 - 1 + 4 - 1
    assert len(hover_spaces(state, ("hel_t1",))) == 66 - 1
    with_rider = landing_places(state, ("hel_t1",), (("hel_t1", "usmc_1_5"),))
    assert "r3p08" not in with_rider
    for to in with_rider:
        check(state, f"j3 air hel_t1 carry=hel_t1:usmc_1_5 to={to} land")
    assert landing_places(state, ("hel_g1",))[:2] == ["r1p02", "r1p03"]
    assert "r3p06" not in landing_places(state, ("hel_g1",))
    assert "r3p06" in hover_spaces(state, ("hel_g1",))


def test_R32_a_helicopter_aloft_does_nothing_but_fill_its_place():
    state = based("usmc_1_5")
    put(state, "r3p03", "usmc_2_1")
    put(state, "r3p04", "hel_g1", "hel_g2", aloft=True)
    check(state, "j3 ground usmc_2_1 path=r3p04")
    put(state, "north", "hel_t1")
    refused(state, "j3 air hel_t1 carry=hel_t1:usmc_1_5 to=r3p04 land", "8.2")
