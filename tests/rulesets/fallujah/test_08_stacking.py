"""8.2, 8.3 Stacking where a force stops; what makes a force."""

from __future__ import annotations

import pytest
from fallujah.boards import node, put, quiet
from fallujah.boards_moves import check, refused

from pbem.errors import IllegalMove
from pbem_games.fallujah.movement import check_ground
from pbem_games.fallujah.orders import Ground
from pbem_games.fallujah.stacking import overstacked

THIRDS = [
    (("usmc_1_5", "usmc_2_1"), "usmc_3_4", "battalions"),
    (("usmc_1_5", "usmc_c_1tk", "usmc_fr"), "usmc_ss_1", "companies"),
    (("usmc_a_2aa", "usn_nswg"), "usmc_mp", "companies"),
]


@pytest.mark.parametrize(("there", "third", "kind"), THIRDS, ids=["A26", "A27 R12 no place lent", "R12 amtrac"])
def test_8_2_a_third_unit_of_its_size_does_not_fit(there, third, kind):
    state = quiet()
    put(state, "r3p04", *there)
    put(state, "r3p03", third)
    fault = refused(state, f"j3 ground {third} path=r3p04", "8.2")
    assert f"too many {kind}" in fault.because


def test_8_2_R12_the_four_allowances_side_by_side():
    state = quiet()
    full = ["usmc_1_5", "usmc_2_1", "usmc_c_1tk", "usmc_mp", "fob_1", "hel_t1", "hel_g1"]
    assert overstacked(state.numbers, full) == ""
    assert overstacked(state.numbers, [*full, "fob_2"]) == "FOBs"
    assert overstacked(state.numbers, [*full, "hel_g2"]) == "helicopters"


def test_R14_a_leader_takes_no_room():
    state = quiet()
    put(state, "r3p04", "usmc_1_5")
    put(state, "r3p03", "usmc_2_1")
    state.leaders["ldr_1"] = state.leaders["ldr_2"] = "usmc_2_1"
    check(state, "j3 ground usmc_2_1 path=r3p04")


def test_A28_R13_a_force_passes_a_full_space():
    state = quiet()
    put(state, "r3p04", "usmc_1_5", "usmc_2_1", "usmc_c_1tk", "usmc_mp")
    put(state, "r3p03", "usmc_3_4")
    check(state, "j3 ground usmc_3_4 path=r3p04,r3p05")


def test_A29_a_base_holds_any_number():
    state = quiet()
    put(state, "north", *[u for u in state.units if state.numbers.units[u].weight == "light"])
    put(state, "r3p02", "usa_2_7")
    check(state, "j3 ground usa_2_7 path=north")
    assert len([u for u in state.units.values() if u.place == "north"]) > 10


def test_A30_a_node_takes_no_room():
    state = quiet()
    put(state, "r3p04", "usmc_1_5")
    put(state, "r3p03", "usmc_2_1")
    node(state, "r3p04", "c2")
    check(state, "j3 ground usmc_2_1 path=r3p04")


def test_R15_a_force_is_counted_once_where_it_comes_back():
    state = quiet()
    put(state, "r3p03", "usmc_1_5", "usmc_2_1")
    check(state, "j3 ground usmc_1_5,usmc_2_1 path=r3p04,r3p03")


# ---------------------------------------------------------------- 8.3 a force


def test_8_3_R19_part_of_a_space_may_go_and_the_rest_stays():
    state = quiet()
    put(state, "r3p03", "usmc_1_5", "usmc_2_1", "usmc_mp")
    check(state, "j3 ground usmc_2_1 path=r3p04")
    check(state, "j3 ground usmc_1_5,usmc_mp path=r3p04")


@pytest.mark.parametrize("box", ["recruit", "eliminated", "deserted"])
def test_8_3_only_units_in_play_make_a_force(box):
    state = quiet()
    state.units["usmc_1_5"].place = box
    assert "is not in play" in refused(state, "j3 ground usmc_1_5 path=r3p04", "8.3").because


@pytest.mark.parametrize(
    "order",
    [
        Ground((), ("r3p04",)),
        Ground(("usmc_1_5", "usmc_1_5"), ("r3p04",)),
        Ground(("usmc_a_2aa", "usmc_1_5"), ("r3p04",), (("usmc_a_2aa", "usmc_1_5"),)),
    ],
    ids=["nobody", "twice", "walks and rides"],
)
def test_8_3_odd_forces_are_refused(order):
    state = quiet()
    put(state, "r3p03", "usmc_1_5", "usmc_a_2aa")
    with pytest.raises(IllegalMove, match=r"rule 8\.3"):
        check_ground(state, order)


def test_28_1_a_fob_never_moves():
    state = quiet()
    put(state, "r3p03", "fob_1", "usmc_1_5", "usmc_a_2aa")
    refused(state, "j3 ground fob_1 path=r3p04", "28.1")
    refused(state, "j3 ground usmc_a_2aa carry=usmc_a_2aa:fob_1 path=r3p04", "25.2")
