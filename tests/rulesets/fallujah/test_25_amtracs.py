"""25 Amtracs: river ways, leaps, riders; 27.3 SOF on the water."""

from __future__ import annotations

import pytest
from fallujah.boards import node, put, quiet
from fallujah.boards_moves import check, refused

from pbem_games.fallujah.movement import leap_goals


def at(place: str, *units: str):
    state = quiet()
    put(state, place, *units)
    return state


# ---------------------------------------------------------------- 25.1 river ways and leaps


@pytest.mark.parametrize(
    ("units", "rule"),
    [("usmc_a_2aa", ""), ("usmc_fr", ""), ("usmc_a_2aa,usmc_fr", ""), ("usmc_1_5,usmc_a_2aa", "13.3")],
)
def test_25_1_R25_amtracs_and_sof_alone_use_river_ways(units, rule):
    state = at("r1p10", "usmc_a_2aa", "usmc_fr", "usmc_1_5")
    say = f"j3 ground {','.join(state.numbers.ordered(units.split(',')))} path=r2p10"
    if rule:
        refused(state, say, rule)
    else:
        check(state, say)


def test_R25_a_rider_crosses_with_its_amtrac_and_a_blown_bridge_is_a_river():
    state = at("r1p08", "usmc_a_2aa", "usmc_1_5")
    state.blown = ["main"]
    refused(state, "j3 ground usmc_1_5 path=r1p09", "13.3")
    check(state, "j3 ground usmc_a_2aa carry=usmc_a_2aa:usmc_1_5 path=r1p09")


def test_A134_a_leap_joins_any_two_water_spaces_past_nodes():
    state = at("r1p02", "usmc_a_2aa")
    for space in ("r1p03", "r1p04", "r1p05", "r1p06"):
        node(state, space)
    check(state, "j3 leap usmc_a_2aa to=r2p12")
    assert leap_goals(state, ("usmc_a_2aa",)) == [s for s in state.numbers.water_spaces if s != "r1p02"]


def test_R28_a_leap_needs_water_at_both_ends():
    state = at("r1p02", "usmc_a_2aa")
    refused(state, "j3 leap usmc_a_2aa to=r3p02", "25.1")
    refused(state, "j3 leap usmc_a_2aa to=r1p02", "25.1")
    put(state, "r2p02", "usmc_a_2aa")
    refused(state, "j3 leap usmc_a_2aa to=r1p02", "25.1")
    put(state, "west", "usmc_a_2aa")
    refused(state, "j3 leap usmc_a_2aa to=r1p06", "25.1")
    assert leap_goals(state, ("usmc_a_2aa",)) == []


def test_25_1_who_cannot_swim_leaps_as_a_rider_only():
    state = at("r1p02", "usmc_a_2aa", "usmc_1_5")
    refused(state, "j3 leap usmc_1_5 to=r1p04", "25.1")
    refused(state, "j3 leap usmc_1_5,usmc_a_2aa to=r1p04", "25.1")
    check(state, "j3 leap usmc_a_2aa carry=usmc_a_2aa:usmc_1_5 to=r1p04")


def test_25_1_a_leap_ends_where_the_force_fits():
    state = at("r1p02", "usmc_a_2aa", "usmc_1_5")
    put(state, "r1p04", "usmc_2_1", "usmc_3_4")
    check(state, "j3 leap usmc_a_2aa to=r1p04")
    refused(state, "j3 leap usmc_a_2aa carry=usmc_a_2aa:usmc_1_5 to=r1p04", "8.2")
    assert "r1p04" not in leap_goals(state, ("usmc_a_2aa",), (("usmc_a_2aa", "usmc_1_5"),))


def test_25_1_helicopters_do_not_leap():
    refused(at("r1p02", "hel_g1"), "j3 leap hel_g1 to=r1p04", "24.3")


# ---------------------------------------------------------------- 25.2 riders


def test_A135_R26_a_rider_goes_as_far_as_its_amtrac():
    state = at("r3p03", "usmc_a_2aa", "usmc_1_5")
    check(state, "j3 ground usmc_a_2aa carry=usmc_a_2aa:usmc_1_5 path=r3p04,r3p05,r3p06")
    refused(state, "j3 ground usmc_1_5,usmc_a_2aa path=r3p04,r3p05,r3p06", "13.0")


RIDERS = [("usmc_1_5", ""), ("ig_2iif", ""), ("usmc_fr", ""), ("usmc_mp", ""), ("usa_2_7", "25.2"),
          ("usmc_c_3", "25.2"), ("hel_g1", "25.2")]  # fmt: skip


@pytest.mark.parametrize(("rider", "rule"), RIDERS, ids=[f"A136 R29 {r}" for r, _ in RIDERS])
def test_25_2_whom_an_amtrac_carries(rider, rule):
    state = at("r3p03", "usmc_a_2aa", rider)
    say = f"j3 ground usmc_a_2aa carry=usmc_a_2aa:{rider} path=r3p04"
    if rule:
        refused(state, say, rule)
    else:
        check(state, say)


def test_A136_an_amtrac_carries_one_unit():
    state = at("r3p03", "usmc_a_2aa", "usmc_1_5", "usmc_2_1")
    refused(state, "j3 ground usmc_a_2aa carry=usmc_a_2aa:usmc_1_5,usmc_a_2aa:usmc_2_1 path=r3p04", "25.2")


def test_25_2_nobody_else_carries_on_the_ground():
    state = at("r3p03", "usa_2_7", "usmc_1_5", "usmc_a_2aa", "usmc_fr")
    refused(state, "j3 ground usa_2_7 carry=usa_2_7:usmc_1_5 path=r3p04", "25.2")
    refused(state, "j3 ground usmc_fr carry=usmc_fr:usmc_1_5 path=r3p04", "25.2")  # R106
    refused(state, "j3 ground usa_2_7 carry=usmc_a_2aa:usmc_1_5 path=r3p04", "25.2")


def test_25_2_the_rider_stands_where_its_amtrac_stands():
    state = at("r3p03", "usmc_a_2aa")
    put(state, "r3p04", "usmc_1_5")
    refused(state, "j3 ground usmc_a_2aa carry=usmc_a_2aa:usmc_1_5 path=r3p04", "10.2")


# ---------------------------------------------------------------- 27.3 SOF


def test_27_3_A142_R106_sof_take_river_ways_and_leap_by_themselves():
    state = at("r1p10", "usmc_fr")
    check(state, "j3 ground usmc_fr path=r2p10")
    check(state, "j3 leap usmc_fr to=r1p04")


def test_R106_iraqi_sof_swim_too():
    check(at("r1p10", "ig_36c"), "j3 ground ig_36c path=r2p10")


# ---------------------------------------------------------------- 13.5


def test_13_5_neither_a_leap_nor_a_flight_asks_what_lies_between():
    state = at("r1p12", "usmc_a_2aa", "hel_g1")
    state.blown = ["brooklyn", "main"]
    for space in state.numbers.spaces:
        if space not in ("r1p12", "r1p02"):
            node(state, space)
            if not state.node_bin:
                break
    check(state, "j3 leap usmc_a_2aa to=r1p02")
    check(state, "j3 air hel_g1 to=r1p02 land")
