"""17, 18, 19 Air movement, 21 air defence, 22 joint strikes."""

from __future__ import annotations

from copy import copy

import msgspec
import pytest
from enduring_freedom.boards import (
    BATTALION,
    ENGINEER,
    HEAVY,
    IRAN,
    SOF,
    answer,
    asks,
    done,
    foes,
    hidden,
    illegal,
    is_sound,
    line,
    north,
    playing,
    put,
    quiet,
    refused,
    run,
    told,
)

from pbem.kit.numbers import bind
from pbem_games.enduring_freedom.admin import admin_phase
from pbem_games.enduring_freedom.air_defense import air_defense_phase
from pbem_games.enduring_freedom.close_air_support import cas_phase
from pbem_games.enduring_freedom.flights import air_phase, capacity_left, check_assault, check_transfer, fly_home
from pbem_games.enduring_freedom.joint_strike import strike_phase, strikers
from pbem_games.enduring_freedom.staging import carry_out as stage
from pbem_games.enduring_freedom.state import CAS, STRIKE

STRIKERS = ("air_28aew", "air_332aew", "air_cvw11", "air_cvw8")
DRONES = ("tlam_1", "tlam_2", "uav_1", "uav_2")


def lands(state, unit, to):
    check_transfer(state, unit, to, "")


def cannot(check, state, unit, to, *, rule, because="."):
    illegal(check, state, unit, to, "", rule=rule, because=because)


# ---------------------------------------------------------------- 17, 18


def test_17_1_A74_a_strike_needs_no_ground_unit():
    state = put(foes(quiet("3f"), "herat", "tal_inf1_1"), "herat", "air_cvw8")
    done(strike_phase(state), (3,))
    assert (state.np, state.islamists["herat"]) == (51, [])


def test_17_1_A75_R99_no_cas_for_the_northern_alliance_alone():
    state = north(foes(put(quiet("6c"), "cas", "air_vma"), "herat", "tal_inf1_1"), "herat", "na_fahim")
    assert run(cas_phase(state)).pending is None
    put(foes(state, "kabul", "tal_inf1_2"), "kabul", "us_fob_1")
    table = run(cas_phase(state))
    refused(table, "cas air_vma herat", state, rule="17.1", because="no counterattack on a US or NATO unit")
    refused(table, "cas air_fr kabul", state, rule="17.1", because="not in the CAS box")
    answer(table, "cas air_vma kabul")
    assert state.units["air_vma"].place == "kabul"


def test_17_2_A76_R45_without_a_target_nobody_rolls():
    state = put(hidden(quiet("3f"), "herat"), "herat", "air_cvw8", "uav_1")
    table = run(strike_phase(state))
    assert (table.pending, state.units["uav_1"].place, state.units["air_cvw8"].place) == (None, "ready", "persian_gulf")


def test_17_5_A77_R106_after_the_strike_it_goes_home():
    state = put(foes(quiet("3f"), "herat", "tal_inf1_1"), "herat", "air_cvw8")
    done(strike_phase(state), (6,))
    assert state.units["air_cvw8"].place == "persian_gulf"
    assert is_sound(state)


def test_17_1_R44_only_the_strike_box_and_ready_drones_strike():
    state = put(put(quiet("3c"), "strike", "air_cvw8"), "cas", "air_vma")
    table = run(air_phase(state))
    refused(table, "strike air_vma kabul", state, rule="17.1", because="not in the Joint Strike box")
    refused(table, "strike uav_1 kabul", state, rule="17.1", because="not ready")
    answer(table, "strike air_cvw8 kabul")
    assert state.units["air_cvw8"].place == "kabul"


def test_18_0_A78_air_defence_never_hits_drones():
    state = put(foes(quiet("3e"), "kabul", "tal_ad2_1"), "kabul", "uav_1")
    assert run(air_defense_phase(state)).pending is None


def test_18_0_A79_a_drone_that_rolled_is_spent_for_nothing():
    state = put(foes(quiet("3f"), "farah", "tal_inf1_1"), "farah", "uav_1")
    done(strike_phase(state), (5,))
    assert (state.units["uav_1"].place, state.np) == ("mobilization", 50)


@pytest.mark.parametrize("zone", ["kandahar", "mazar_i_sharif", "hk_east", "tora_bora"])
def test_17_3_every_zone_is_in_range(zone):
    state = put(quiet("3c"), "strike", "air_cvw8")
    answer(run(air_phase(state)), f"strike air_cvw8 {zone}")
    assert state.units["air_cvw8"].place == zone


def test_17_4_A154_R95_missions_cannot_be_changed():
    state = put(foes(hidden(quiet("3c"), "kandahar"), "kabul", "tal_inf1_1"), "ready", "uav_1")
    answer(playing(state), "strike uav_1 kandahar")
    assert state.units["uav_1"].place == "ready"  # kept: nothing lay open in Kandahar
    assert len(state.islamists["kabul"]) == 1


# ---------------------------------------------------------------- 19


def test_19_1_A80_a_disputed_airbase_serves():
    state = foes(put(quiet("3c"), "bagram", BATTALION), "bagram", "tal_inf1_1")
    lands(state, BATTALION, "pakistan")


def test_19_2_who_is_flown_is_there_and_is_fired_at():
    state = foes(put(put(quiet("3c"), "kabul", BATTALION), "pakistan", "us_lar"), "kabul", "tal_ad2_1")
    answer(run(air_phase(state)), "transfer us_lar kabul")
    assert (state.units["us_lar"].place, state.landed) == ("kabul", ["us_lar"])
    done(air_defense_phase(state), (1,))
    assert state.units["us_lar"].reduced


def test_19_3_A81_a_heavy_unit_takes_both_points():
    state = put(put(quiet("3c"), "kandahar", "us_lar"), "persian_gulf", HEAVY, "us_cjmp")
    table = run(air_phase(state))
    first = f"transfer {HEAVY} kandahar"
    refused(table, f"{first} ; transfer us_cjmp kandahar", state, rule="19.3", because="0 more points")
    refused(table, f"{first} ; transfer us_lar persian_gulf", state, rule="19.3")
    answer(table, first)
    assert capacity_left(state, "kandahar") == 0


def test_19_3_A82_R51_a_fob_makes_it_four():
    state = put(put(quiet("3c"), "kandahar", "us_fob_1", "us_fob_2", "us_lar"), "persian_gulf", *LIGHT)
    table = run(air_phase(state))
    lines = f"transfer us_lar pakistan ; transfer {','.join(LIGHT[:3])} kandahar"
    refused(table, f"{lines} ; transfer {LIGHT[3]} kandahar", state, rule="19.3")
    answer(table, lines)
    assert capacity_left(state, "kandahar") == 0


LIGHT = ("us_1_187", "us_2_187", "us_3_187", "us_26meu")


@pytest.mark.parametrize("held", [True, False])
def test_19_4_A83_no_transfer_into_an_enemy_or_empty_airbase(held):
    state = put(quiet("3c"), "pakistan", BATTALION)
    if held:
        hidden(state, "kandahar")
    cannot(check_transfer, state, BATTALION, "kandahar", rule="19.1", because="no Coalition airbase")


def test_19_4_A84_R55_iran_and_north_never_fly():
    state = north(put(quiet("3c"), "bagram", IRAN), "bagram", "na_fahim")
    cannot(check_transfer, state, IRAN, "pakistan", rule="19.4", because="US and NATO")
    cannot(check_assault, state, IRAN, "pakistan", rule="19.5")
    cannot(check_transfer, state, "na_fahim", "pakistan", rule="19.4")
    put(state, "bagram", "us_fob_1")
    cannot(check_transfer, state, "us_fob_1", "pakistan", rule="16.1")


def test_19_5_A86_an_assault_uses_no_capacity():
    state = put(quiet("3c"), "pakistan", BATTALION)
    answer(run(air_phase(state)), f"assault {BATTALION} zaranj")
    assert (state.units[BATTALION].place, state.transported, state.landed) == ("zaranj", {}, [BATTALION])


def test_19_5_R53_one_end_is_a_base():
    state = put(hidden(quiet("3c"), "kandahar"), "ghazni", BATTALION)
    cannot(check_assault, state, BATTALION, "kandahar", rule="19.5", because="neither")
    put(state, "kandahar", SOF)
    check_assault(state, BATTALION, "kandahar", "")
    cannot(check_assault, state, "us_lar", "kandahar", rule="19.5")


def test_19_5_R103_landing_in_staging_needs_room():
    state = put(put(quiet("3c"), "pakistan", "us_lar", "us_cjmp", "us_pmc", "us_go"), "kabul", BATTALION)
    cannot(check_assault, state, BATTALION, "pakistan", rule="8.5", because="no room")
    put(state, "kabul", "us_go")
    check_assault(state, BATTALION, "pakistan", "")


def test_19_7_A87_R56_mountains_are_for_special_forces():
    state = put(quiet("3c"), "pakistan", BATTALION, SOF)
    cannot(check_assault, state, BATTALION, "khyber", rule="19.7", because="special forces only")
    check_assault(state, BATTALION, "tora_bora", "")
    check_assault(state, SOF, "khyber", "")


def test_19_7_A162_R56_transfers_may_end_in_mountains():
    state = put(put(quiet("3c"), "kabul", BATTALION), "gardez", "us_cjmp")
    lands(state, BATTALION, "gardez")
    cannot(check_assault, state, BATTALION, "gardez", rule="19.7")


def test_19_1_A159_R101_an_assault_opens_an_airbase():
    state = put(hidden(quiet("3c"), "kandahar"), "pakistan", BATTALION, "us_lar")
    table = run(air_phase(state))
    refused(table, f"transfer us_lar kandahar ; assault {BATTALION} kandahar", state, rule="19.1")
    answer(table, f"assault {BATTALION} kandahar ; transfer us_lar kandahar")
    assert state.units["us_lar"].place == "kandahar"


def test_19_9_one_flight_for_each_unit():
    state = put(quiet("3c"), "pakistan", BATTALION)
    table = run(air_phase(state))
    say = f"assault {BATTALION} kandahar ; assault {BATTALION} persian_gulf"
    refused(table, say, state, rule="19.9", because="has flown")


def test_19_3_R52_between_staging_areas_by_air():
    state = put(quiet("3c"), "pakistan", "us_lar")
    answer(run(air_phase(state)), "transfer us_lar central_asia")
    assert state.transported == {"pakistan": 1, "central_asia": 1}


# ---------------------------------------------------------------- 21


def test_21_1_A94_one_die_for_each_gun():
    state = put(foes(quiet("3e"), "farah", "tal_ad2_1"), "farah", "air_cvw8", "air_vma", "air_fr")
    table = run(air_defense_phase(state))
    assert table.pending.dice == 1
    answer(table, (2,))
    assert asks(table) == ("21.1", "farah")
    answer(table, "air_vma")
    assert (state.units["air_vma"].reduced, state.np) == (True, 49)


def test_21_1_A95_R57_the_player_may_take_it_on_the_ground():
    state = put(foes(quiet("3e"), "farah", "tal_ad2_1"), "farah", "air_cvw8", SOF)
    state.landed = [SOF]
    answer(run(air_defense_phase(state)), (1,), SOF)
    assert (state.units[SOF].reduced, state.landed) == (True, [])


def test_21_2_A96_cas_is_fired_at_before_the_counterattack():
    state = put(put(foes(quiet("6c"), "farah", "tal_ad2_1"), "farah", BATTALION), "cas", "air_vma")
    table = answer(playing(state), "cas air_vma farah")
    assert asks(table) == ("21.1", "farah")
    answer(table, (2,))
    assert state.units["air_vma"].reduced
    assert state.phase == "6d"


def test_21_3_A97_R58_two_hits_may_fall_on_one_unit():
    state = put(foes(quiet("3e"), "farah", "tal_ad2_1", "tal_ad2_2"), "farah", "air_cvw8", "air_vma")
    answer(run(air_defense_phase(state)), (1, 2), "air_vma,air_vma")
    assert (state.units["air_vma"].place, state.np, state.units["air_cvw8"].reduced) == ("eliminated", 47, False)
    assert is_sound(state)


def test_21_3_hits_beyond_the_last_step_are_nothing():
    state = put(foes(quiet("3e"), "farah", "tal_ad2_1", "tal_ad1_1"), "farah", "air_vma", reduced=True)
    done(air_defense_phase(state), (1, 1))
    assert (state.units["air_vma"].place, state.np) == ("eliminated", 48)


def test_21_3_as_many_names_as_hits():
    state = put(foes(quiet("3e"), "farah", "tal_ad2_1"), "farah", "air_cvw8", "air_vma")
    table = answer(run(air_defense_phase(state)), (2,))
    refused(table, "air_vma,air_vma", state, rule="21.1", because="1 hit to take, 2 units named")
    refused(table, "air_fr", state, rule="21.1", because="cannot stand here")


def test_21_5_A98_who_drove_in_is_no_target():
    state = put(foes(quiet("3e"), "farah", "tal_ad2_1"), "farah", BATTALION)
    assert run(air_defense_phase(state)).pending is None


def test_21_0_concealed_guns_do_not_fire():
    state = put(foes(quiet("3e"), "farah", "tal_ad2_1", up=False), "farah", "air_vma")
    assert run(air_defense_phase(state)).pending is None


# ---------------------------------------------------------------- 22


def test_22_1_no_number_of_air_units_and_drones_is_too_many_for_one_zone():
    state = put(put(quiet("3c"), "strike", *STRIKERS), "ready", *DRONES)
    answer(run(air_phase(state)), f"strike {','.join((*STRIKERS, *DRONES))} herat")
    assert {state.units[id].place for id in (*STRIKERS, *DRONES)} == {"herat"}


def test_22_2_A99_what_a_die_does():
    for die, np, left in ((6, 49, 1), (3, 51, 0), (4, 50, 1)):
        state = put(foes(quiet("3f"), "farah", "tal_inf1_1"), "farah", "air_cvw8")
        done(strike_phase(state), (die,))
        assert (state.np, len(state.islamists["farah"])) == (np, left)


def test_22_3_A100_R49_the_weakest_falls_first():
    state = put(foes(quiet("3f"), "farah", "aq_055_1", "tal_inf1_1", "tal_inf2_1"), "farah", "air_cvw8")
    done(strike_phase(state), (1,))
    assert [c.id for c in state.islamists["farah"]] == ["aq_055_1", "tal_inf2_1"]


def test_22_3_the_player_says_who_of_equals():
    state = put(foes(quiet("3f"), "farah", "tal_inf2_1", "aq_base_1"), "farah", "air_cvw8")
    table = run(strike_phase(state))
    assert asks(table)[0] == "22.2"
    refused(table, "farah first=mk_ambush", state)
    answer(table, "farah first=tal_inf2", (1,))
    assert [c.id for c in state.islamists["farah"]] == ["aq_base_1"]


def test_22_2_zones_in_the_order_of_the_player():
    state = put(foes(quiet("3f"), "farah", "tal_inf1_1"), "farah", "air_cvw8")
    put(foes(state, "balkh", "tal_inf1_2"), "balkh", "air_vma")
    table = run(strike_phase(state))
    refused(table, "balkh", state, rule="22.2", because="farah is left out")
    answer(table, "balkh,farah")
    assert asks(table) == ("22.2", "balkh/coalition")


def test_22_5_A101_mountains_weaken_aircraft_and_no_drones():
    state = put(foes(quiet("3f"), "tora_bora", "tal_inf1_1"), "tora_bora", "air_cvw8", "tlam_1")
    assert [shot.factor for shot in strikers(state, "tora_bora")] == [2, 3]


def test_22_5_R48_never_below_one():
    state = put(quiet("3f"), "gardez", "air_vma", reduced=True)
    assert [shot.factor for shot in strikers(state, "gardez")] == [1]


def test_24_4_A160_R46_collateral_of_a_strike_takes_no_step():
    state = put(foes(quiet("3f"), "kabul", "tal_inf1_1"), "kabul", "air_cvw8")
    table = answer(run(strike_phase(state)), (5,))
    assert (state.np, state.units["air_cvw8"].reduced, len(state.islamists["kabul"])) == (49, False, 1)
    assert "Collateral damage by CVW-8 in Kabul: 1 NP lost, 49 left" in told(table)


def test_30_4_A138_the_underground_is_no_target():
    state = put(quiet("3c"), "strike", "air_cvw8")
    table = run(air_phase(state))
    refused(table, "strike air_cvw8 underground", state)


def test_11_2_engineers_fly_too():
    lands(put(quiet("3c"), "pakistan", ENGINEER), ENGINEER, "persian_gulf")


# ---------------------------------------------------------------- 8.5, 17.5 home


def test_8_5_R88_no_air_unit_stays_in_afghanistan():
    state = put(put(quiet("3c"), "strike", "air_cvw8"), "bagram", SOF, "us_fob_1")
    table = playing(state)
    refused(table, "transfer air_cvw8 bagram", state, rule="17.0")
    state = put(quiet("7"), "strike", "air_cvw8", "air_vma")
    done(admin_phase(state))
    assert {state.units[id].place for id in ("air_cvw8", "air_vma")} == {"persian_gulf"}
    illegal(stage, state, line(state, "stage air_cvw8 persian_gulf"), rule="15.0", because="there already")


def test_17_5_R89_without_room_an_aircraft_waits_in_its_box():
    state = put(quiet("7"), "cas", "air_vma")
    areas = {id: msgspec.structs.replace(area, capacity=0) for id, area in state.numbers.staging.items()}
    bind(state, copy(state.numbers)).numbers.staging = areas
    fly_home(state, "air_vma", CAS)
    assert state.units["air_vma"].place == "cas"
    areas["pakistan"] = msgspec.structs.replace(areas["pakistan"], capacity=1)
    fly_home(state, "air_vma", CAS)
    assert state.units["air_vma"].place == "pakistan"
    put(state, "strike", "air_fr")
    fly_home(state, "air_fr", STRIKE)
    assert state.units["air_fr"].place == "strike"
