"""31 Joint operations: who may move together (option)."""

from __future__ import annotations

import pytest
from fallujah.boards import put, quiet
from fallujah.boards_moves import check, refused

MIXED = [
    "j3 ground usmc_1_5,ig_2iif path=r1p05",
    "j3 ground usmc_a_2aa carry=usmc_a_2aa:ig_2iif path=r1p05",
    "j3 leap usmc_a_2aa carry=usmc_a_2aa:ig_2iif to=r1p02",
    "j3 leap usmc_fr,ig_36c to=r1p02",
]


def together(place: str = "r1p04", scenario: str = "vigilant_resolve", **options):
    state = quiet(scenario, **options)
    put(state, place, "usmc_1_5", "ig_2iif", "usmc_a_2aa", "usmc_fr", "ig_36c", "ig_505")
    return state


@pytest.mark.parametrize("say", MIXED)
def test_A153_R114_iraqi_units_and_others_make_no_force_with_the_option(say):
    check(together(), say)
    refused(together(joint_operations=True), say, "31")
    check(together(scenario="phantom_fury", joint_operations=True), say)


def test_R114_transfers_too():
    refused(together("west", joint_operations=True), "j3 transfer usmc_1_5,ig_2iif to=north", "31")


def test_31_each_kind_moves_by_itself_and_may_stack_with_the_other():
    state = together(joint_operations=True)
    put(state, "r1p05", "usmc_2_1", "ig_4iif")
    put(state, "r1p04", "ig_2iif", "ig_505")
    put(state, "r2p05", "usmc_3_4")
    check(state, "j3 ground ig_2iif,ig_505 path=r1p03")
    check(state, "j3 ground ig_2iif path=r2p04,r2p05")  # R116
