"""15 Staging, 16 ground movement, 32.2 what engineers and FOBs do for it."""

from __future__ import annotations

import pytest
from enduring_freedom.boards import (
    BATTALION,
    ENGINEER,
    IRAN,
    NATO,
    NATO_ENGINEER,
    answer,
    foes,
    hidden,
    illegal,
    is_sound,
    line,
    north,
    north_hidden,
    put,
    quiet,
    refused,
    run,
)

from pbem_games.enduring_freedom.movement import carry_out, check_path, movement_phase, movers, path_to
from pbem_games.enduring_freedom.staging import staging_phase


def drives(state, unit, *path):
    check_path(state, unit, path)


def stops(state, unit, *path, rule, because="."):
    illegal(check_path, state, unit, path, rule=rule, because=because)


# ---------------------------------------------------------------- 15


def test_15_0_A63_R43_between_staging_areas():
    state = put(quiet("3a"), "pakistan", BATTALION)
    answer(run(staging_phase(state)), f"stage {BATTALION} central_asia")
    assert state.units[BATTALION].place == "central_asia"
    assert is_sound(state)


def test_15_0_R43_only_the_end_of_the_phase_counts():
    four = ("us_1_187", "us_2_187", "us_3_187", "us_tfp")
    state = put(put(quiet("3a"), "pakistan", *four), "persian_gulf", "us_lar")
    table = run(staging_phase(state))
    refused(table, "stage us_lar pakistan", state, rule="8.5", because="Pakistan bases 4 ground units")
    answer(table, "stage us_lar pakistan ; stage us_tfp persian_gulf")
    assert is_sound(state)


def test_15_0_R44_air_units_get_a_mission_once():
    state = put(quiet("3a"), "pakistan", "air_vma", "air_fr")
    table = run(staging_phase(state))
    refused(table, "assign air_vma strike ; assign air_vma cas", state, rule="15.0", because="in no staging area")
    answer(table, "assign air_vma strike ; assign air_fr cas")
    assert [state.units[id].place for id in ("air_vma", "air_fr")] == ["strike", "cas"]


# ---------------------------------------------------------------- 16


def test_16_1_A64_herat_is_one_step_from_farah():
    state = put(quiet(), "farah", BATTALION)
    drives(state, BATTALION, "herat")
    drives(state, BATTALION, "herat", "farah")
    stops(state, BATTALION, "herat", "farah", "turkestan", rule="16.5", because="moves 2 zones")


def test_16_1_A65_a_fob_stays():
    state = put(quiet(), "kandahar", "us_fob_1")
    assert movers(state) == []
    stops(state, "us_fob_1", "lashkargam", rule="16.1", because="cannot move")
    assert run(movement_phase(state)).pending is None


@pytest.mark.parametrize("unit", ["na_fahim", IRAN])
def test_16_1_north_and_iran_move_one_zone(unit):
    state = quiet()
    if unit == IRAN:
        put(state, "farah", unit)
    else:
        north(state, "farah", unit)
    drives(state, unit, "lashkargam")
    stops(state, unit, "lashkargam", "kandahar", rule="16.5")


def test_16_2_A66_a_link_is_the_whole_move():
    state = put(quiet(), "central_asia", BATTALION)
    drives(state, BATTALION, "balkh")
    stops(state, BATTALION, "balkh", "baghlan", rule="16.2", because="one step")
    stops(state, BATTALION, "kabul", rule="16.2", because="no road joins")


def test_16_2_A67_nobody_drives_on_to_a_staging_area():
    state = put(quiet(), "kandahar", BATTALION)
    stops(state, BATTALION, "spin_boldak", "pakistan", rule="16.2")
    table = run(movement_phase(state))
    refused(table, f"drive {BATTALION} spin_boldak ; drive {BATTALION} pakistan", state, because="has moved")
    put(state, "spin_boldak", BATTALION)
    drives(state, BATTALION, "pakistan")


def test_16_2_R42_the_linked_zone_may_be_mountain_or_hostile_and_north_stays():
    state = north(foes(put(quiet(), "pakistan", BATTALION), "khyber", "tal_inf1_1"), "khyber", "na_fahim")
    drives(state, BATTALION, "khyber")
    stops(state, "na_fahim", "pakistan", rule="16.2", because="stay in Afghanistan")


def test_16_2_a_full_area_takes_nobody():
    state = put(put(quiet(), "pakistan", "us_lar", "us_cjmp", "us_pmc", "us_go"), "khyber", BATTALION)
    stops(state, BATTALION, "pakistan", rule="8.5", because="no room")


def test_16_3_A68_two_clear_zones():
    drives(put(quiet(), "mazar_i_sharif", NATO), NATO, "balkh", "baghlan")


def test_16_3_only_neighbours():
    stops(put(quiet(), "kabul", BATTALION), BATTALION, "kandahar", rule="16.3", because="not next to")


def test_16_4_A69_R40_mountains_end_the_move():
    state = put(quiet(), "kabul", BATTALION)
    drives(state, BATTALION, "khyber")
    stops(state, BATTALION, "khyber", "tora_bora", rule="16.4", because="khyber is mountain")


def test_16_4_deserts_end_the_move():
    state = put(quiet(), "farah", BATTALION)
    stops(state, BATTALION, "helmand", "zaranj", rule="16.4", because="helmand is desert")


def test_16_4_A70_one_concealed_counter_ends_the_move():
    state = hidden(put(quiet(), "kandahar", BATTALION), "lashkargam")
    stops(state, BATTALION, "lashkargam", "farah", rule="16.4", because="Islamists are in lashkargam")
    drives(state, BATTALION, "lashkargam")


def test_16_4_R5_a_rescue_mission_stops_nobody():
    state = foes(put(quiet(), "kandahar", BATTALION), "lashkargam", "mk_rescue")
    drives(state, BATTALION, "lashkargam", "farah")


def test_16_4_R41_who_starts_among_enemies_may_leave():
    state = hidden(hidden(put(quiet(), "kandahar", BATTALION), "kandahar"), "lashkargam")
    drives(state, BATTALION, "lashkargam")
    drives(state, BATTALION, "spin_boldak", "ghazni")


def test_16_5_A71_R39_three_zones_along_the_road_from_a_fob():
    state = put(quiet(), "kandahar", NATO, "us_fob_1")
    drives(state, NATO, "lashkargam", "farah", "herat")


def test_16_5_A72_not_off_the_road():
    state = put(quiet(), "kandahar", NATO, "us_fob_1")
    stops(state, NATO, "lashkargam", "farah", "hk_west", rule="16.5", because="leaves the road")


def test_16_5_A73_the_bonus_never_leads_into_mountains():
    state = put(quiet(), "spin_boldak", BATTALION, "us_fob_1")
    drives(state, BATTALION, "ghazni", "gardez")
    stops(state, BATTALION, "ghazni", "gardez", "kabul", rule="16.4", because="gardez is mountain")
    put(state, "kandahar", BATTALION, "us_fob_2")
    stops(state, BATTALION, "spin_boldak", "ghazni", "gardez", rule="16.5", because="no road bonus leads there")


def test_32_2_A145_an_engineer_helps_its_own():
    state = put(quiet(), "kandahar", ENGINEER, NATO, BATTALION)
    way = ("lashkargam", "farah", "herat")
    stops(state, NATO, *way, rule="16.5", because="neither a FOB nor an engineer")
    drives(state, BATTALION, *way)
    drives(state, ENGINEER, *way)
    drives(put(state, "kandahar", NATO_ENGINEER), NATO, *way)


def test_16_5_R39_where_the_engineer_began_counts():
    state = put(quiet(), "kandahar", ENGINEER, BATTALION)
    way = "lashkargam,farah,herat"
    answer(run(movement_phase(state)), f"drive {ENGINEER} spin_boldak ; drive {BATTALION} {way}")
    assert state.units[BATTALION].place == "herat"
    state = put(put(quiet(), "lashkargam", ENGINEER), "kandahar", BATTALION)
    table = run(movement_phase(state))
    refused(table, f"drive {ENGINEER} kandahar ; drive {BATTALION} {way}", state, rule="16.5")


def test_9_3_R16_face_down_units_do_not_move():
    state = north_hidden(quiet(), "kabul")
    assert movers(state) == []
    illegal(check_path, state, "na_fahim", ("bagram",), rule="16.3", because="not there to move")


def test_16_3_a_line_moves_several_units():
    state = north(put(quiet(), "kabul", BATTALION), "kabul", "na_fahim")
    assert carry_out(state, line(state, f"drive {BATTALION},na_fahim bagram")) == "1/187 Rakkasan, Fahim to Bagram"
    assert [c.id for c in state.north["bagram"]] == ["na_fahim"]
    assert state.moved == {BATTALION: "kabul", "na_fahim": "kabul"}
    assert is_sound(state)


def test_16_3_the_shortest_way():
    state = put(quiet(), "mazar_i_sharif", NATO)
    assert path_to(state, NATO, "baghlan") == ("balkh", "baghlan")
    assert path_to(state, NATO, "kabul") == ()
    assert path_to(state, NATO, "central_asia") == ()
    assert path_to(put(state, "balkh", NATO), NATO, "central_asia") == ("central_asia",)
