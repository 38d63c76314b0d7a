"""14 to 17 Air support, helicopters, airmobile moves, anti-aircraft fire."""

from __future__ import annotations

from typing import Any

import pytest
from anaconda.boards import act, answer, hide, put, quiet, refused, run, told

from pbem.errors import IllegalMove
from pbem.kit.tables import total
from pbem.play.table import Table
from pbem_games.anaconda.advance import combat
from pbem_games.anaconda.attack import check_attack
from pbem_games.anaconda.drms import Shot, drms
from pbem_games.anaconda.firing import al_qaeda_firers
from pbem_games.anaconda.isr import isr
from pbem_games.anaconda.movement import movement
from pbem_games.anaconda.numbers import AL_QAEDA
from pbem_games.anaconda.orders import ORDERS, Order
from pbem_games.anaconda.problems import problems
from pbem_games.anaconda.reactions import LIVE
from pbem_games.anaconda.state import State
from pbem_games.anaconda.victory import points


def moving(state: State, marker: str = "tfr") -> Table[Any]:
    act(state, marker, "movement")
    return run(movement(state, LIVE), state)


def flak(state: State) -> str:
    """A heavy machine gun of A next to 1810."""
    return hide(state, "1811", "a_hmg_1")


def test_t99_r82_14_6_who_served_this_turn_serves_no_more():
    state = quiet()
    hide(state, "1710", "a_inf_1")
    state.units["a_ac130_1"].place = "available"
    act(state, "tfr", "isr")
    answer(run(isr(state, LIVE), state), "recon a_ac130_1 1710")
    assert state.units["a_ac130_1"].place == "utilized"
    act(state, "tfr", "combat")
    with pytest.raises(IllegalMove, match="a_ac130_1 cannot fire"):
        check_attack(state, ORDERS.parse("attack a_ac130_1 1710"))


def test_t101_14_11_air_units_meet_no_flak():
    state = quiet()
    hide(state, "1810", "a_dec_1", up=True)
    hide(state, "1811", "a_hmg_1", up=True)
    state.units["a_b52"].place = state.units["a_uav_1"].place = "available"
    act(state, "tfr", "combat")
    table = answer(run(combat(state, LIVE), state), "attack a_b52+a_uav_1 1810")
    assert table.pending.rule == "11.2"
    assert "strength 11" in table.pending.reads((6,))


def test_t103_15_4_soar_flies_or_looks():
    state = quiet()
    hide(state, "2020", "a_inf_1")
    answer(moving(state), "fly h_soar_1+r_1_87_c1 0505")
    act(state, "tfd", "isr")
    put(state, "2019", "d_oda_372")
    table = run(isr(state, LIVE), state)
    refused(table, state, "recon h_soar_1 2020", rule="19.2")


def test_t104_15_5_one_mission_a_turn():
    state = quiet()
    table = answer(moving(state), "fly h_ch47_1+r_1_87_c1 0505")
    assert state.units["h_ch47_1"].place == "utilized"
    refused(table, state, "fly h_ch47_1+r_1_87_c2 0505", rule="15.5")


def test_t105_16_1_load_and_helicopter_begin_together():
    state = quiet()
    state.units["r_1_87_c1"].place = "khowst"
    table = moving(state)
    refused(table, state, "fly h_ch47_1+r_1_87_c1 0505", rule="16.1")
    refused(table, state, "fly h_ch47_1+r_1_87_c2+r_1_87_a1 0505", rule="16.5")
    refused(table, state, "fly h_ah64_1+r_1_87_c2 0505", rule="15.3")
    refused(table, state, "fly h_ch47_1+d_oda_372 0505", rule="16.2")


def test_r53_16_4_a_landing_is_fired_on_as_flak_only():
    state = quiet()
    flak(state)
    table = answer(moving(state), "fly h_ch47_1+r_1_87_c1 1810")
    assert (table.pending.rule, table.pending.about) == ("17.1", "h_ch47_1/1810")
    answer(table, "pass")
    assert (state.units["r_1_87_c1"].place, table.pending.rule) == ("1810", "8.1")


def test_t106_r58_16_4_a_damaged_helicopter_lands_its_load_pinned():
    state = quiet()
    token = flak(state)
    table = answer(moving(state), "fly h_ch47_1+r_1_87_c1 1810", f"fire {token}", (3,))  # column 2-3: P
    assert (state.units["r_1_87_c1"].place, state.units["r_1_87_c1"].pinned) == ("1810", True)
    assert (state.units["h_ch47_1"].place, state.units["h_ch47_1"].flown) == ("pool", True)
    refused(table, state, "move r_1_87_c1 1809", rule="8.5")
    assert problems(state) == []


def test_t107_r104_16_4_who_is_lifted_by_a_damaged_helicopter_is_not_pinned():
    state = quiet()
    put(state, "1810", "r_1_87_c1")
    token = flak(state)
    answer(moving(state), "fly h_ch47_1+r_1_87_c1 khowst", f"fire {token}", (3,))
    assert (state.units["r_1_87_c1"].place, state.units["r_1_87_c1"].pinned) == ("khowst", False)
    assert state.units["h_ch47_1"].place == "pool"


def test_t108_r59_16_4_all_aboard_are_lost_and_score():
    state = quiet()
    for face in ("a_hmg_1", "a_mtr_1", "a_mtr_2"):
        hide(state, "1811", face)
    answer(moving(state), "fly h_ch47_1+r_1_87_c1 1810", "fire t1+t2+t3", (1,))  # 9 strong, E at 1
    assert [state.units[id].place for id in ("h_ch47_1", "r_1_87_c1")] == ["dead", "dead"]
    assert sum(p.value for p in points(state) if p.seat == AL_QAEDA) == 3 + 5  # a helicopter, a US unit


def test_t109_16_5_tanks_are_not_flown_and_gun_trucks_are():
    state = quiet()
    state.units["d_gh_t1"].place = "gardez"
    table = moving(state, "tfd")
    refused(table, state, "fly h_ch47_1+d_gh_t1 0505", rule="16.5")
    answer(table, "fly h_ch47_1+d_zia_gt1 0505")
    assert state.units["d_zia_gt1"].place == "0505"


def test_t111_17_2_a_satellite_meets_no_flak():
    state = quiet()
    hide(state, "1811", "a_hmg_1")
    state.units["a_sat_1"].place = "available"
    act(state, "tfr", "isr")
    table = answer(run(isr(state, LIVE), state), "recon a_sat_1 1811")
    assert table.pending is None
    assert state.tokens["t1"].face == "a_hmg_1"


def test_t112_r58_17_4_a_damaged_gunship_still_fires():
    state = quiet()
    hide(state, "1810", "a_dec_1", up=True)
    token = flak(state)
    act(state, "tfr", "combat")
    table = answer(run(combat(state, LIVE), state), "attack h_ah64_1 1810", f"fire {token}", (3,))
    assert "strength 5" in table.pending.reads((6,))
    answer(table, (6,))
    assert (state.units["h_ah64_1"].place, state.units["h_ah64_1"].flown) == ("pool", True)


def test_10_2_an_attack_lapses_if_its_gunship_is_shot_down():
    state = quiet()
    hide(state, "1810", "a_dec_1")
    for face in ("a_hmg_1", "a_mtr_1", "a_mtr_2"):
        hide(state, "1811", face)
    act(state, "tfr", "combat")
    answer(run(combat(state, LIVE), state), "attack h_ah64_1 1810", "fire t2+t3+t4", (1,))
    assert state.units["h_ah64_1"].place == "dead"
    assert state.operations is not None
    assert (state.operations.attacked, state.tokens["t1"].face) == ([], "")


def test_r57_17_4_several_commands_fire_in_turn_and_a_second_pin_changes_nothing():
    state = quiet()
    hide(state, "1811", "a_hmg_1")
    hide(state, "1811", "b_hmg_1")
    table = answer(moving(state), "fly h_ch47_1+r_1_87_c1 1810")
    refused(table, state, "fire t1+t2", because="can fire into")
    answer(table, "fire t1", (3,), "fire t2", (3,))
    assert state.units["r_1_87_c1"].pinned
    assert table.pending.rule == "8.1"


@pytest.mark.parametrize(
    ("dice", "last"),
    [((6, 6), "CH-47 1 is unhurt over 1810"), ((3, 6), "CH-47 1 is not hit again over 1810")],
)
def test_17_4_flak_that_misses_is_told_too(dice, last):
    state = quiet()
    hide(state, "1811", "a_hmg_1")
    hide(state, "1811", "b_hmg_1")
    table = answer(moving(state), "fly h_ch47_1+r_1_87_c1 1810", "fire t1", dice[:1], "fire t2", dice[1:])
    assert [line for line in told(table) if "CH-47 1 is" in line][-1] == last


def test_t167_r55_17_3_terrain_of_the_mission_hex_counts_in_flak():
    state = quiet()
    hide(state, "2110", "a_hmg_1", up=True)
    shot = Shot("aa", AL_QAEDA, "2111", 3, ("t1",))
    assert state.numbers.ground.terrains("2111") == ("mountain",)
    assert total(drms(state, shot, "h_ch47_1")) == 1
    clear = Shot("aa", AL_QAEDA, "1807", 3, ("t1",))
    assert total(drms(state, clear, "h_ch47_1")) == 0


def test_t168_r66_10_20_flak_from_above_reaches_one_hex_farther():
    state = quiet()
    ground = state.numbers.ground
    high = next(h for h in ground.hexes.hexes if ground.level(h) == 3)
    hide(state, high, "a_hvy_1", up=True)  # ZPU, range 5
    six = ground.hexes.ring(high, 6)
    low = next(h for h in six if ground.level(h) == 1)
    level = next((h for h in six if ground.level(h) == 3), "")
    assert al_qaeda_firers(state, "aa", low) == ["t1"]
    assert not level or al_qaeda_firers(state, "aa", level) == []


def test_17_1_others_than_heavy_weapons_reach_one_hex_whatever_the_line():
    state = quiet()
    hide(state, "1809", "a_inf_1", up=True)
    assert al_qaeda_firers(state, "aa", "1810") == ["t1"]
    assert al_qaeda_firers(state, "aa", "1811") == []


def test_e_flak_is_asked_of_any_face_down_counter_within_fifteen():
    state = quiet()
    hide(state, "1807", "a_dec_1")
    assert state.numbers.ground.distance("1807", "1822") == 15
    assert al_qaeda_firers(state, "aa", "1822") == ["t1"]
    assert al_qaeda_firers(state, "aa", "1823") == []
    table = answer(moving(state), "fly h_ch47_1+r_1_87_c1 1822")
    assert table.pending.truth(table.peek) == Order("pass")


def test_t172_r104_16_3_a_lifted_unit_comes_to_either_base():
    state = quiet()
    put(state, "0505", "r_1_87_c1")
    table = moving(state)
    refused(table, state, "fly h_ch47_1+r_1_87_c1 0506", rule="16.1")
    answer(table, "fly h_ch47_1+r_1_87_c1 khowst")
    assert state.units["r_1_87_c1"].place == "khowst"


def test_t173_r105_21_7_an_empty_helicopter_flies_across_and_has_flown():
    state = quiet()
    table = moving(state)
    refused(table, state, "fly h_ch47_1 1810", rule="21.7")
    refused(table, state, "fly h_ch47_1 gardez", rule="21.7")
    answer(table, "fly h_ch47_1 khowst")
    assert (state.units["h_ch47_1"].place, state.units["h_ch47_1"].base) == ("utilized", "khowst")
    refused(table, state, "fly h_ch47_1+r_1_87_c1 0505", rule="15.5")


def test_r43_16_3_base_to_base_with_a_load_draws_no_fire():
    state = quiet()
    hide(state, "0202", "a_hvy_1")
    answer(moving(state), "fly h_ch47_1+r_1_87_c1 khowst")
    assert state.units["r_1_87_c1"].place == "khowst"


def test_r42_16_a_unit_that_flew_does_not_walk():
    state = quiet()
    table = answer(moving(state), "fly h_ch47_1+r_1_87_c1 0505")
    refused(table, state, "move r_1_87_c1 0506", rule="8.5")


def test_t82_10_29_who_is_pinned_does_not_fly():
    state = quiet()
    put(state, "0505", "r_1_87_c1", pinned=True)
    refused(moving(state), state, "fly h_ch47_1+r_1_87_c1 gardez", rule="10.29")
