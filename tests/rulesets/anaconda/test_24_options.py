"""24 to 31 The optional rules."""

from __future__ import annotations

from typing import Any

import pytest
from anaconda.boards import act, answer, hide, put, quiet, refused, run

from pbem.errors import IllegalMove
from pbem.kit.tables import total
from pbem.play.table import Table
from pbem_games.anaconda.advance import combat
from pbem_games.anaconda.attack import check_attack
from pbem_games.anaconda.commands import sub_phase
from pbem_games.anaconda.drms import Shot, drms
from pbem_games.anaconda.fire import eliminate, lays_rubble
from pbem_games.anaconda.forces import command_of
from pbem_games.anaconda.movement import movement
from pbem_games.anaconda.orders import ORDERS, Order
from pbem_games.anaconda.problems import problems
from pbem_games.anaconda.reactions import LIVE
from pbem_games.anaconda.setup import set_up
from pbem_games.anaconda.state import FIRE, PANICKED, Loss, State
from pbem_games.anaconda.tokens import claims
from pbem_games.anaconda.turns import return_phase, start_turn
from pbem_games.anaconda.variant import price_of
from pbem_games.anaconda.victory import points
from pbem_games.anaconda.victory import total as score


def fighting(state: State, marker: str) -> Table[Any]:
    act(state, marker, "combat")
    return run(combat(state, LIVE), state)


def moving(state: State, marker: str) -> Table[Any]:
    act(state, marker, "movement")
    return run(movement(state, LIVE), state)


# ---------------------------------------------------------------- 24 leaders


def led(state: State, *firers: str) -> int:
    return total(d for d in drms(state, Shot("offensive", "coalition", "1807", 4, firers), "t1") if d.rule == "24.4")


def test_t144_r84_24_4_one_leader_counts_and_only_for_others_that_fire():
    state = quiet(leaders=True)
    put(state, "1810", "r_1_87_c1", "l_tfr", "l_tfd")
    hide(state, "1807", "a_inf_1", up=True)
    assert led(state, "r_1_87_c1") == -1
    assert led(state, "l_tfr") == -1  # the other one leads him
    state.units["l_tfd"].place = "gardez"
    assert (led(state, "l_tfr"), led(state, "r_1_87_c1", "l_tfr")) == (0, -1)
    state.options.leaders = False
    assert led(state, "r_1_87_c1") == 0


def test_t145_24_5_a_rallied_unit_moves_and_its_leader_stays():
    state = quiet(leaders=True)
    put(state, "1807", "r_1_87_c1", "r_1_87_c2", pinned=True)
    put(state, "1807", "l_tfr")
    put(state, "1805", "r_1_87_a1")
    table = moving(state, "tfr")
    refused(table, state, "rally l_tfr+l_tfr", rule="24.5")
    refused(table, state, "rally r_1_87_a1+r_1_87_c1", rule="24.5")
    answer(table, "rally l_tfr+r_1_87_c1")
    refused(table, state, "rally l_tfr+r_1_87_c2", rule="24.5")
    refused(table, state, "move l_tfr 1806", rule="8.5")
    answer(table, "move r_1_87_c1 1806")
    assert state.units["r_1_87_c1"].place == "1806"


def test_24_5_nobody_rallies_once_somebody_has_moved():
    state = quiet(leaders=True)
    put(state, "1807", "r_1_87_c1", pinned=True)
    put(state, "1807", "l_tfr", "r_1_87_c2")
    table = answer(moving(state, "tfr"), "move r_1_87_c2 1806")
    refused(table, state, "rally l_tfr+r_1_87_c1", rule="24.5", because="before anybody moves")


def test_t186_24_5_in_a_jihad_a_target_of_one_command_rallies_another():
    state = quiet(leaders=True)
    hide(state, "1807", "a_hvt_1", up=True)
    hide(state, "1807", "b_inf_1", up=True, pinned=True)
    hide(state, "1905", "a_inf_1")
    refused(moving(state, "a"), state, "rally t1+t2", rule="24.5")
    answer(moving(state, "jihad"), "rally t1+t2")
    assert not state.tokens["t2"].pinned


def test_24_5_a_face_down_counter_that_is_rallied_claims_to_be_in_action():
    state = quiet(leaders=True)
    hide(state, "1807", "a_hvt_1", up=True)
    hide(state, "1807", "b_inf_1", pinned=True)
    hide(state, "1807", "a_hvy_1", pinned=True)
    hide(state, "1905", "a_inf_1")
    refused(moving(state, "a"), state, "rally t1+t2", rule="24.5", because="rallied under the marker a")
    act(state, "a", "movement")
    answer(run(movement(state, LIVE), state, blind=True), "rally t1+t2")  # a seat that cheats, seen by the others
    assert [claims(state.numbers).holds(face, state.tokens["t2"].acts[0]) for face in ("b_inf_1", "a_inf_1")] == [
        False, True]
    state.tokens["t1"].moved = False
    answer(moving(state, "a"), "rally t1+t3")  # it never moves, and is in action all the same
    assert not state.tokens["t3"].pinned


def test_24_6_leaders_fly_at_no_cost_and_alone_too():
    state = quiet(leaders=True)
    state.units["l_tfr"].place = "gardez"
    table = answer(moving(state, "tfr"), "fly h_ch47_1+r_1_87_c1+l_tfr 0505")
    assert [state.units[id].place for id in ("r_1_87_c1", "l_tfr")] == ["0505", "0505"]
    state.units["l_tfr"].place, state.units["l_tfr"].moved = "gardez", False
    answer(table, "fly h_ch47_2+l_tfr 0505")


def test_r109_24_3_a_high_value_target_is_turned_up_at_the_start_of_a_sub_phase():
    state = quiet(leaders=True)
    hide(state, "1807", "a_hvt_1")
    hide(state, "1808", "a_inf_1")
    act(state, "a")
    table = run(sub_phase(state, "movement"), state)
    assert (table.pending.rule, table.pending.seat) == ("24.3", "al_qaeda")
    assert table.pending.truth(table.peek) is None
    refused(table, state, "flip t2", rule="24.3", because="is a High Value Target")
    answer(table, "flip t1")
    assert state.tokens["t1"].face == "a_hvt_1"
    table = run(sub_phase(state, "combat"), state)
    assert table.pending.truth(table.peek) == Order("pass")  # asked again, and the tool answers


def test_r109_24_3_a_high_value_target_is_turned_up_to_lead_a_fire():
    state = quiet(leaders=True)
    put(state, "1809", "r_1_87_c1")
    hide(state, "1810", "a_inf_1")
    hide(state, "1810", "a_hvt_1")
    hide(state, "1811", "b_hvt_1")
    table = fighting(state, "a")
    refused(table, state, "attack t1 1809 lead=t3", rule="24.3")
    answer(table, "attack t1 1809 lead=t2")
    assert "-1 A High Value Target (token 2) (24.4)" in table.pending.reads((6,))
    assert state.tokens["t2"].face == "a_hvt_1"
    answer(table, (6,))


# ---------------------------------------------------------------- 25 Osama bin Laden


def test_t149_25_2_osama_face_up_covers_his_hex():
    state = quiet(osama=True)
    hide(state, "1807", "obl", up=True)
    hide(state, "1807", "a_inf_1", up=True)
    put(state, "1805", "r_1_87_c1")
    shot = Shot("offensive", "coalition", "1807", 4, ("r_1_87_c1",))
    assert [total(drms(state, shot, t)) for t in ("t1", "t2")] == [1, 1]


def test_r85_25_1_osama_joins_the_defensive_fire_of_any_command():
    state = quiet(osama=True)
    put(state, "0509", "r_1_87_c1")
    hide(state, "0507", "b_inf_1")
    hide(state, "0507", "obl")
    table = answer(moving(state, "tfr"), "move r_1_87_c1 0508", "fire t1+t2")
    assert "strength 5" in table.pending.reads((6,))
    answer(table, (6,))


# ---------------------------------------------------------------- 26 casualties


def test_t151_r86_26_1_helicopter_and_passenger_leave_two_markers():
    state = quiet(casualties=True)
    for face in ("a_hmg_1", "a_mtr_1", "a_mtr_2"):
        hide(state, "1811", face)
    answer(moving(state, "tfr"), "fly h_ch47_1+r_1_87_c1 1810", "fire t1+t2+t3", (1,))
    assert state.casualties == {"1810": 2}
    eliminate(state, "d_zia_1", Loss(PANICKED))
    assert state.casualties == {"1810": 2}
    assert problems(state) == []


def test_t152_26_2_medevac_brings_all_of_a_hex_to_a_base():
    state = quiet(casualties=True)
    state.casualties = {"1810": 3, "1805": 1}
    hide(state, "1805", "a_inf_1")
    table = moving(state, "tfr")
    refused(table, state, "medevac h_ch47_1 1805 gardez", rule="26.2", because="enemies")
    refused(table, state, "medevac h_ah64_1 1810 gardez", rule="15.5")
    refused(table, state, "medevac h_ch47_1 1807 gardez", rule="26.2", because="no casualties")
    answer(table, "medevac h_ch47_1 1810 khowst", "pass")
    assert (state.casualties, state.evacuated) == ({"1805": 1}, {"khowst": 3})


def test_26_3_al_qaeda_lifts_out_no_casualties():
    state = quiet(casualties=True)
    state.casualties = {"1810": 3}
    hide(state, "1809", "a_inf_1", up=True)
    table = moving(state, "a")
    for who in ("t1", "h_ch47_1"):
        refused(table, state, f"medevac {who} 1810 gardez")


def test_26_6_markers_of_a_hex_add_up_and_fire_does_nothing_to_them():
    state = quiet(casualties=True)
    put(state, "1809", "r_1_87_c1", "r_1_87_c2", "r_1_87_a1")
    for count, id in enumerate(("r_1_87_c1", "r_1_87_c2"), 1):
        eliminate(state, id, Loss(FIRE, hex="1809"))
        assert state.casualties == {"1809": count}
    hide(state, "1810", "a_inf_1", up=True)
    answer(fighting(state, "a"), "attack t1 1809", (6,))
    assert state.casualties == {"1809": 2}


def test_26_2_1_a_medevac_that_is_shot_down_adds_a_marker():
    state = quiet(casualties=True)
    state.casualties = {"1810": 3}
    for face in ("a_hmg_1", "a_mtr_1", "a_mtr_2"):
        hide(state, "1811", face)
    answer(moving(state, "tfr"), "medevac h_ch47_1 1810 khowst", "fire t1+t2+t3", (1,))
    assert (state.casualties, state.evacuated) == ({"1810": 4}, {})


def test_t154_26_4_markers_score():
    state = quiet(casualties=True)
    state.casualties, state.evacuated = {"1810": 1}, {"gardez": 2}
    lines = list(points(state))
    assert (score(lines, "coalition"), score(lines, "al_qaeda")) == (2, 2)


# ---------------------------------------------------------------- 27 attacker impetus


def through(state: State, *dice: int) -> Table[Any]:
    """Three platoons assault 1810, and go in."""
    put(state, "1809", "r_1_87_c1", "r_1_87_c2", "r_1_87_a1", "r_2_187_a1")
    hide(state, "1810", "a_inf_1", up=True)
    hide(state, "1811", "a_inf_2", up=True)
    table = fighting(state, "tfr")
    return answer(table, "attack r_1_87_c1+r_1_87_c2+r_1_87_a1+r_2_187_a1 1810", *((d,) for d in dice),
                  "advance r_1_87_c1+r_1_87_c2")


def test_t156_r87_27_5_those_that_advanced_go_on_and_nobody_else():
    state = quiet(attacker_impetus=True)
    table = through(state, 1)  # 1 - 1 is 0
    assert table.pending.rule == "27.3"
    refused(table, state, "attack r_1_87_c1+r_1_87_a1 1811", rule="27.5")
    refused(table, state, "attack r_1_87_c1 1909", rule="27.6")
    answer(table, "attack r_1_87_c1+r_1_87_c2 1811", (6,))
    assert state.operations is not None
    assert state.operations.attacked == ["1810", "1811"]
    assert table.pending is None


def test_27_2_a_modified_one_is_no_impetus():
    state = quiet(attacker_impetus=True)
    table = through(state, 2)  # 16 strong: E to 2
    assert table.pending.rule == "10.2"
    without = quiet()
    table = through(without, 1)
    assert table.pending.rule == "10.2"


# ---------------------------------------------------------------- 28, 29, 30


def test_r88_28_1_airstrikes_and_uavs_keep_away_from_their_own():
    state = quiet(fire_support_restrictions=True)
    put(state, "1809", "r_1_87_c1")
    hide(state, "1810", "a_inf_1")
    hide(state, "1815", "a_inf_2")
    for id in ("a_b52", "a_uav_1", "a_ac130_1"):
        state.units[id].place = "available"
    act(state, "tfr", "combat")
    for id in ("a_b52", "a_uav_1"):
        with pytest.raises(IllegalMove, match="cannot fire"):
            check_attack(state, ORDERS.parse(f"attack {id} 1810"))
        check_attack(state, ORDERS.parse(f"attack {id} 1815"))
    check_attack(state, ORDERS.parse("attack a_ac130_1+h_ah64_1 1810"))


def test_t158_29_1_body_armor_is_worn_by_rakkasan_and_commando():
    state = quiet(body_armor=True)
    put(state, "1807", "r_1_87_c1", "d_oda_372", "c_4_31_a")
    hide(state, "1805", "a_inf_1", up=True)
    shot = Shot("defensive", "al_qaeda", "1807", 3, ("t1",))
    assert [total(drms(state, shot, id)) for id in ("r_1_87_c1", "d_oda_372", "c_4_31_a")] == [1, 0, 1]
    friendly = Shot("friendly_fire", "al_qaeda", "1807", 3)
    assert total(drms(state, friendly, "r_1_87_c1")) == 1
    flak = Shot("aa", "al_qaeda", "1807", 3, ("t1",))
    assert total(drms(state, flak, "h_ch47_1")) == 0


def test_t160_30_1_a_natural_one_of_heavy_fire_ruins_a_town_once():
    state = quiet(rubble=True)
    hide(state, "1710", "a_inf_1", up=True)
    state.units["a_b52"].place = "available"
    answer(fighting(state, "tfr"), "attack a_b52 1710", (1,))
    assert state.rubble == ["1710"]
    state.units["a_b52"].place = "available"
    hide(state, "1710", "a_inf_2", up=True)
    answer(fighting(state, "tfr"), "attack a_b52 1710", (1,))
    assert state.rubble == ["1710"]
    assert problems(state) == []


def test_30_3_rubble_stays_and_no_fire_lays_it_again():
    state = quiet(rubble=True)
    state.rubble = ["1710"]
    run(return_phase(state), state)
    assert state.rubble == ["1710"]
    heavy = Shot("offensive", "coalition", "1710", 10, ("a_b52",))
    assert not lays_rubble(state, heavy)
    state.rubble = []
    assert lays_rubble(state, heavy)


def test_30_1_infantry_and_other_dice_make_no_rubble():
    state = quiet(rubble=True)
    put(state, "1709", "r_1_87_c1")
    hide(state, "1710", "a_inf_1", up=True)
    answer(fighting(state, "tfr"), "attack r_1_87_c1 1710", (1,))
    assert state.rubble == []


def test_r90_30_1_an_empty_town_is_fired_on_for_a_one():
    state = quiet(rubble=True)
    state.units["a_b52"].place = state.units["a_b1b"].place = "available"
    table = answer(fighting(state, "tfr"), "attack a_b52 2011")
    assert (table.pending.rule, table.pending.dice) == ("30.1", 1)
    answer(table, (1,))
    assert state.rubble == ["2011"]
    refused(table, state, "attack a_b1b 2011")
    plain = quiet()
    plain.units["a_b52"].place = "available"
    hide(plain, "1710", "a_inf_1")
    refused(fighting(plain, "tfr"), plain, "attack a_b52 2011", rule="10.14")


def test_t161_30_2_rubble_costs_a_point_and_covers():
    state = quiet(rubble=True)
    state.rubble = ["1710"]
    put(state, "1709", "r_1_87_c1")
    hide(state, "1710", "a_inf_1", up=True)
    shot = Shot("offensive", "coalition", "1710", 4, ("r_1_87_c1",))
    assert total(drms(state, shot, "t1")) == 1 + 1 - 1
    state.tokens["t1"].place = "removed"
    answer(moving(state, "tfr"), "move r_1_87_c1 1710")
    assert state.operations is not None
    assert state.operations.spent == 4


# ---------------------------------------------------------------- 31 more forces


def test_t163_r91_31_2_four_gunships_and_two_transports_at_most():
    state = quiet(more_coalition_forces=True)
    table = run(set_up(state), state)
    assert (table.pending.rule, table.pending.seat) == ("31.2", "coalition")
    gunships = "h_ah64_3+h_ah64_4+h_ah1w_1+h_ah1w_2"
    refused(table, state, f"buy {gunships}+h_ah64_1", rule="31.2")
    refused(table, state, "buy h_ch47_5+h_ch53_1+h_soar_2", rule="31.2")
    answer(table, f"buy {gunships}+h_ch47_5+o_3_120_a+c_ppcli_a")
    assert (price_of(state), len(state.bought)) == (5 * 5 + 10 + 3, 7)
    assert {state.units[id].place for id in state.bought} == {"in_hand"}


def test_r91_31_2_bought_ppcli_serve_rakkasan_until_11_march():
    state = quiet(more_coalition_forces=True)
    state.bought = ["c_ppcli_a"]
    put(state, "1807", "c_ppcli_a")
    assert command_of(state, "c_ppcli_a") == "tfr"
    state.phase, state.turn, state.extensions = "start", 10, 1
    run(start_turn(state), state)
    assert command_of(state, "c_ppcli_a") == "tfc"
    assert [p.value for p in points(state) if p.what.startswith("for units")] == [-3]


def test_31_2_a_fifth_gunship_does_not_exist_and_the_rest_is_not_for_sale():
    state = quiet(more_coalition_forces=True)
    table = run(set_up(state), state)
    for say in ("buy r_psyop", "buy", "buy c_4_31_a", "buy h_ah64_3+h_ah64_3"):
        refused(table, state, say, rule="31.2")


def test_23_2_a_kill_without_options_notes_no_casualties():
    state = quiet()
    put(state, "1807", "r_1_87_c1")
    eliminate(state, "r_1_87_c1", Loss(FIRE, hex="1807"))
    assert state.casualties == {}
