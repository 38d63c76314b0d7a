"""8, 9, 21 Movement step by step, stacks, entering and leaving the map."""

from __future__ import annotations

from typing import Any

import pytest
from anaconda.boards import act, answer, ground_gunships, hide, opened, places, put, quiet, refused, run

from pbem.errors import IllegalMove
from pbem.kit.hidden import Act
from pbem.play.requests import Write
from pbem.play.table import Table
from pbem_games.anaconda.ending import GameEnds
from pbem_games.anaconda.forces import clear_moved, holds, units_at
from pbem_games.anaconda.movement import movement
from pbem_games.anaconda.orders import Order
from pbem_games.anaconda.problems import problems
from pbem_games.anaconda.reactions import LIVE
from pbem_games.anaconda.state import State
from pbem_games.anaconda.tokens import turn


def moving(state: State, marker: str, *, blind: bool = False) -> Table[Any]:
    """The Movement sub-phase of a command."""
    act(state, marker, "movement")
    return run(movement(state, LIVE), state, blind=blind)


def test_t52_8_5_a_unit_moves_once():
    state = quiet()
    put(state, "1807", "r_1_87_c1")
    table = answer(moving(state, "tfr"), "move r_1_87_c1 1806")
    assert state.units["r_1_87_c1"].place == "1806"
    refused(table, state, "move r_1_87_c1 1805", rule="8.5", because="has moved")
    refused(table, state, "fly h_ch47_1+r_1_87_c1 gardez", rule="8.5")


def test_t53_8_6_a_tank_never_enters_a_mountain_off_the_track():
    state = quiet()
    put(state, "2011", "d_gh_t1")
    table = moving(state, "tfd")
    refused(table, state, "move d_gh_t1 2111", rule="8.6", because="prohibited")


def test_8_1_a_move_costs_no_more_than_the_factor():
    state = quiet()
    put(state, "0612", "r_1_87_c1")
    table = moving(state, "tfr")
    refused(table, state, "move r_1_87_c1 0611 0610 0609 0608 0607", rule="8.1", because="it has 4")
    refused(table, state, "move r_1_87_c1", rule="8.2")
    refused(table, state, "move r_1_87_c1 1810", rule="8.2", because="not next")
    refused(table, state, "move r_nobody 1810", rule="8.1")
    answer(table, "move r_1_87_c1 0611 0610 0609 0608")
    assert state.units["r_1_87_c1"].place == "0608"


def test_r35_8_6_one_hex_is_always_possible_and_then_no_more():
    state = quiet()
    put(state, "2115", "r_1_87_mtr")  # 2 points; a mountain across no stream costs 2
    put(state, "2217", "r_2_187_mtr")
    state.units["r_2_187_mtr"].place = "2217"
    table = moving(state, "tfr")
    answer(table, "move r_1_87_mtr 2214")
    refused(table, state, "move r_2_187_mtr 2218 2219", rule="8.1")
    answer(table, "move r_2_187_mtr 2218")  # a peak costs 3


def test_8_4_what_has_no_factor_never_moves():
    state = quiet()
    hide(state, "1710", "a_hvy_1", up=True)
    hide(state, "1711", "a_inf_1", up=True)
    table = moving(state, "a")
    refused(table, state, "move t1 1810", rule="8.5", because="never moves")


def test_t58_8_13_a_gun_truck_follows_the_track_through_a_town_for_a_point():
    state = quiet()
    put(state, "1809", "d_zia_gt1")
    state.units["d_zia_gt1"].place = "1809"
    answer(moving(state, "tfd"), "move d_zia_gt1 1808 1807")
    assert state.operations is not None
    assert state.operations.spent == 2


def test_t60_8_17_al_qaeda_leaves_by_the_east_and_never_comes_back():
    state = quiet()
    ground_gunships(state)
    hide(state, "0110", "a_inf_1")
    hide(state, "3210", "a_inf_2")
    table = moving(state, "a")
    for base in ("sanctuary", "gardez"):
        refused(table, state, f"move t1 {base}", rule="8.17" if base == "gardez" else "8.2")
    refused(table, state, "move t2 khowst", rule="8.17")
    answer(table, "move t2 sanctuary")
    assert (state.tokens["t2"].place, state.tokens["t2"].face) == ("sanctuary", "")  # R96
    refused(table, state, "move t2 3210", rule="8.5")
    assert problems(state) == []


def test_t61_r41_8_18_leaving_costs_the_hex_that_is_left():
    state = quiet()
    put(state, "0108", "r_1_87_c1")  # 4 points; 0109 clear, 0110 rough: 1 + 2, then 2 more to leave
    put(state, "0109", "r_1_87_c2")
    table = moving(state, "tfr")
    refused(table, state, "move r_1_87_c1 0109 0110 gardez", rule="8.1")
    answer(table, "move r_1_87_c2 0110 gardez")
    assert state.units["r_1_87_c2"].place == "gardez"
    refused(table, state, "move r_1_87_c1 gardez 0107", rule="21.6")


def test_21_6_who_comes_from_a_base_does_not_go_back_into_it_and_out_again():
    state = quiet()
    table = moving(state, "tfr")
    refused(table, state, "move r_1_87_c1 0107 gardez 0105", rule="21.6")
    answer(table, "move r_1_87_c1 0107 gardez")
    assert (state.units["r_1_87_c1"].place, state.units["r_1_87_c1"].moved) == ("gardez", True)


@pytest.mark.parametrize(("turn_", "legal"), [(1, True), (2, False)])
def test_t62_r38_8_20_dagger_drives_ten_points_on_2_march(turn_, legal):
    state = quiet()
    state.turn = turn_
    way = "0105 0205 0306 0307 0407 0508 0607 0708 0808 0909"  # ten hexes of road
    table = moving(state, "tfd")
    if legal:
        answer(table, f"move d_zia_1 {way}")
        assert state.units["d_zia_1"].place == "0909"
    else:
        refused(table, state, f"move d_zia_1 {way}", rule="8.1", because="it has 4")


def test_t63_8_20_gun_trucks_keep_their_eight():
    state = quiet()
    table = moving(state, "tfd")
    road = "0105 0205 0306 0307 0407 0508 0607 0708 0808 0909 0910 0911 0912 0913 1013 1014 1115"
    refused(table, state, f"move d_zia_gt1 {road}", rule="8.1", because="takes 8.5 movement points, it has 8")
    answer(table, f"move d_zia_gt1 {road.removesuffix(' 1115')}")


def test_t65_r40_9_4_nobody_enters_a_hex_with_an_enemy():
    state = quiet()
    put(state, "1810", "r_1_87_c1")
    hide(state, "1811", "a_dec_1")
    table = moving(state, "tfr")
    refused(table, state, "move r_1_87_c1 1811", rule="9.4")
    refused(table, state, "fly h_ch47_1+r_1_87_a1 1811", rule="9.4")


def test_r40_8_6_who_holds_which_hex():
    state = quiet()
    before = holds(state)
    put(state, "1810", "r_1_87_c1")
    hide(state, "1811", "a_frt_1", up=True)
    hide(state, "1812", "a_frt_2")
    hide(state, "1813", "a_dec_1")
    assert holds(state) == before | {"1810": "coalition", "1812": "al_qaeda", "1813": "al_qaeda"}
    put(state, "1813", "r_1_87_a1")
    assert holds(state) == before | {"1810": "coalition", "1812": "al_qaeda"}


def test_t127_r77_20_4_a_bare_fortification_is_removed_on_entry():
    state = quiet()
    put(state, "1810", "r_1_87_c1")
    hide(state, "1811", "a_frt_1", up=True)
    answer(moving(state, "tfr"), "move r_1_87_c1 1811")
    assert (state.units["r_1_87_c1"].place, state.tokens["t1"].place) == ("1811", "removed")
    assert problems(state) == []


def test_t133_21_2_a_base_is_left_by_its_own_edges():
    state = quiet()
    table = moving(state, "tfd")
    refused(table, state, "move d_zia_1 3210", rule="8.2")
    refused(table, state, "move d_zia_1 1010", rule="8.2")
    answer(table, "move d_zia_1 1001")


def test_10_29_who_is_pinned_stays():
    state = quiet()
    put(state, "1810", "r_1_87_c1", pinned=True)
    table = moving(state, "tfr")
    refused(table, state, "move r_1_87_c1 1811", rule="8.5", because="pinned")
    refused(table, state, "fly h_ch47_1+r_1_87_c1 gardez", rule="10.29")


def test_5_3_only_the_command_in_action_moves():
    state = quiet()
    put(state, "1810", "d_oda_372")
    table = moving(state, "tfr")
    refused(table, state, "move d_oda_372 1811", rule="8.5", because="not in action")


@pytest.mark.parametrize(("order", "rule", "because"), [
    ("move r_1_87_c1", "8.2", "enters one hex at least"), ("move r_1_87_c1 1810", "8.2", "it stands in 1810"),
    ("move r_1_87_c1 1816", "8.2", "1816 is not next to 1810"), ("rally r_1_87_c1", "24.5", "without leaders"),
    ("stack r_1_87_c1", "9.7", "name one hex"), ("recon r_1_87_c1 1811", "8.1", "no order of this sub-phase"),
    ("fly h_ch47_1+r_1_87_c1 1816", "16.1", "taken up from the map is flown to a base"),
])
def test_8_what_is_no_order_is_refused_with_what_it_lacks(order, rule, because):
    state = quiet()
    put(state, "1810", "r_1_87_c1")
    refused(moving(state, "tfr"), state, order, rule=rule, because=because)


def test_24_5_a_rally_names_a_leader_and_one_more():
    state = quiet(leaders=True)
    put(state, "1810", "r_1_87_c1")
    because = "name a leader and a pinned unit with him"
    refused(moving(state, "tfr"), state, "rally r_1_87_c1", rule="24.5", because=because)


def test_9_7_stacks_are_ordered_before_anybody_moves():
    state = quiet()
    put(state, "1807", "r_1_87_c1", "r_1_87_c2", "r_1_87_a1")
    table = moving(state, "tfr")
    refused(table, state, "stack r_1_87_c2+r_1_87_c1 1807", rule="9.7")
    answer(table, "stack r_1_87_a1+r_1_87_c2+r_1_87_c1 1807")
    assert units_at(state, "1807") == ["r_1_87_a1", "r_1_87_c2", "r_1_87_c1"]
    answer(table, "move r_1_87_c1 1806")
    refused(table, state, "stack r_1_87_c2+r_1_87_a1 1807", rule="9.7", because="before anybody moves")


# ---------------------------------------------------------------- what face-down counters claim


def test_t164_8_1_a_token_that_went_too_far_is_not_signed_and_proves_it_when_opened():
    state = quiet()
    ground_gunships(state)
    hide(state, "0612", "a_mtr_1")  # 2 points
    table = moving(state, "a")
    refused(table, state, "move t1 0611 0610 0609", rule="8.1", because="token 1 moved 6 halves")
    blind = run(movement(state, LIVE), state, blind=True)  # with a tool that lets it
    blind.answered("move t1 0611 0610 0609")
    assert state.tokens["t1"].acts == [Act("8.1", "moved", 6, "a")]
    with pytest.raises(GameEnds) as end:
        opened(run(turn(state, ["t1"], rule="19.2"), state))
    assert end.value.result.winners == ("coalition",)
    assert "Strategic Victory" in end.value.result.text


def test_t165_5_3_a_token_moved_under_the_wrong_command_proves_it_when_opened():
    state = quiet()
    ground_gunships(state)
    hide(state, "1807", "c_inf_1")
    table = moving(state, "a")
    assert table.pending.truth(table.peek) == Order("done")  # its owner's tool sees that nobody can move
    refused(table, state, "move t1 1806", rule="8.6", because="under the marker a")
    blind = run(movement(state, LIVE), state, blind=True)
    blind.answered("move t1 1806")
    assert state.tokens["t1"].acts == [Act("8.6", "stepped", 0, "a")]
    with pytest.raises(GameEnds):
        opened(run(turn(state, ["t1"], rule="19.2"), state))


def test_e_a_window_of_al_qaedas_movement_is_asked_whatever_lies_there():
    state = quiet()
    hide(state, "1807", "c_inf_1")
    blind = run_blind(state, "a")
    assert isinstance(blind.pending, Write)


def run_blind(state: State, marker: str) -> Table[Any]:
    """As the Coalition's table runs it."""
    act(state, marker, "movement")
    return run(movement(state, LIVE), state, blind=True)


def test_8_1_no_token_goes_farther_than_any_of_al_qaeda_could():
    state = quiet()
    hide(state, "0612", "a_inf_1")
    table = run_blind(state, "a")
    refused(table, state, "move t1 0611 0610 0609 0608 0607 0606", rule="8.1", because="it has 5")


def test_t148_25_1_osama_moves_with_every_marker():
    state = quiet(osama=True)
    ground_gunships(state)
    hide(state, "1907", "obl")
    hide(state, "2005", "a_inf_1")
    for marker, hex in (("a", "1906"), ("b", "1905")):
        answer(moving(state, marker), f"move t1 {hex}", "done")
        clear_moved(state)
    assert places(state, ["t1"]) == {"t1": "1905"}
    opened(run(turn(state, ["t1"], rule="19.2"), state))
    assert state.tokens["t1"].face == "obl"


def test_8_1_all_that_a_token_did_is_judged_and_forgotten_once_it_is_open():
    state = quiet()
    ground_gunships(state)
    hide(state, "1807", "a_inf_1")
    answer(moving(state, "a"), "move t1 1806 1805")
    opened(run(turn(state, ["t1"], rule="19.2"), state))
    assert (state.tokens["t1"].face, state.tokens["t1"].acts) == ("a_inf_1", [])


def test_3_1_words_that_are_no_order_are_refused():
    state = quiet()
    put(state, "1807", "r_1_87_c1")
    table = moving(state, "tfr")
    for say in ("move", "jump r_1_87_c1 1806", "move r_1_87_c1+r_1_87_c2 1806", "move r_1_87_c1 9999", "done now",
                "fly", "fly r_1_87_c1 1806", "rally r_1_87_c1+r_1_87_c2", "medevac h_ch47_1 1806 gardez"):
        refused(table, state, say)
    with pytest.raises(IllegalMove):
        table.check("move  r_1_87_c1 1806")
