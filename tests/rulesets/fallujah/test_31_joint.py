"""31 Joint operations, an option."""

from __future__ import annotations

import pytest
from fallujah.boards import hold, node, put, quiet
from fallujah.boards_turns import MOSQUE, URBAN, answer, is_sound, playing, refused

from pbem_games.fallujah.joint import is_support_barred, may_join
from pbem_games.fallujah.orders import Refit
from pbem_games.fallujah.sequence import check_order


def joint(scenario: str = "vigilant_resolve", *, is_on: bool = True):
    state = quiet(scenario, joint_operations=is_on)
    put(state, "north", "usmc_1_5", "ig_2iif", "usa_2_7", "uk_1bw", "ig_36c", "hel_t1")
    return state


MIXED = ("usmc_1_5", "ig_2iif")


@pytest.mark.parametrize(
    ("scenario", "is_on", "legal"),
    [("vigilant_resolve", True, False), ("vigilant_resolve", False, True), ("phantom_fury", True, True)],
)  # fmt: skip
def test_A153_A155_iraqi_units_mix_with_nobody_in_the_first_battle(scenario, is_on, legal):
    state = joint(scenario, is_on=is_on)
    assert may_join(state, MIXED) is legal
    say = "j3 ground usmc_1_5,ig_2iif path=r3p02"
    table = playing(state)
    if legal:
        table.answer(say)
    else:
        refused(table, say, state, rule="31")


def test_R114_british_us_and_joint_helicopters_mix_freely():
    state = joint()
    assert may_join(state, ("usmc_1_5", "usa_2_7", "uk_1bw", "hel_t1"))
    assert may_join(state, ("ig_2iif", "ig_36c"))
    assert not may_join(state, ("ig_36c", "hel_t1"))


def test_R114_riders_count():
    state = joint()
    put(state, "north", "usmc_a_2aa")
    refused(playing(state), "j3 ground usmc_a_2aa carry=usmc_a_2aa:ig_2iif path=r3p02", state, rule="31")


@pytest.mark.parametrize(
    ("scenario", "is_on", "barred"),
    [("vigilant_resolve", True, True), ("vigilant_resolve", False, False), ("phantom_fury", True, False)],
)  # fmt: skip
def test_A154_R115_no_support_where_an_iraqi_unit_stands(scenario, is_on, barred):
    state = joint(scenario, is_on=is_on)
    put(state, URBAN, "ig_36c", "usmc_2_1")
    put(state, MOSQUE, "usmc_3_4")
    assert is_support_barred(state, URBAN) is barred
    assert not is_support_barred(state, MOSQUE)


@pytest.mark.parametrize(("scenario", "offered"), [("vigilant_resolve", False), ("phantom_fury", True)])
def test_A154_A155_no_strike_is_committed_in_a_battle_of_36_cdo(scenario, offered):
    state = joint(scenario)
    hold(state, air4=2)
    table = answer(playing(state), "j3 ground ig_36c path=r3p02")
    for _ in range(state.numbers.picks(state.morale)):
        table.answer(("mil_b",))
    while table.pending.rule not in ("23.2", "16.2"):  # the edge, and where strikes are barred the first fire
        table.answer(table.options.default() if table.expected() else (1,) * table.pending.dice)
    assert (table.pending.rule == "23.2") is offered
    assert state.operation.force == ["ig_36c"]


def test_R115_no_isr_beside_iraqi_units():
    state = joint()
    hold(state, netwar=1)
    put(state, MOSQUE, "hel_t2", "ig_2iif")
    node(state, MOSQUE)
    refused(playing(state), f"j2 netwar:{MOSQUE}", state, rule="31")


def test_R116_stacking_and_refit_stay_free():
    state = joint()
    put(state, URBAN, "usmc_3_4", "ig_4iif", "usmc_a_2aa")
    assert is_sound(state)
    state.units["usmc_3_4"].reduced = True
    check_order(state, Refit(URBAN))
