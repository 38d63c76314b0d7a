"""8 Zones, basing, displays, stacking."""

from __future__ import annotations

from enduring_freedom.boards import (
    BATTALION,
    SOF,
    answer,
    done,
    foes,
    hidden,
    illegal,
    is_sound,
    line,
    north_hidden,
    only_underground,
    put,
    quiet,
    run,
)

from pbem_games.enduring_freedom.bags import look_into, pick
from pbem_games.enduring_freedom.flights import check_assault
from pbem_games.enduring_freedom.losses import eliminate_islamist
from pbem_games.enduring_freedom.mobilization import carry_out, for_sale
from pbem_games.enduring_freedom.movement import check_path
from pbem_games.enduring_freedom.problems import problems
from pbem_games.enduring_freedom.stacking import is_overstacked, remove_overstacked
from pbem_games.enduring_freedom.zones import room

TEN = ("us_1_187", "us_2_187", "us_3_187", "us_tfp", "us_1_87", "us_4_31", "us_82bct", "us_15meu", "us_26meu", "us_lar")
SEVEN = TEN[:7]


def test_8_1_who_is_in_no_zone_staging_area_or_box_is_a_fault():
    state = put(quiet(), "kabul", BATTALION)
    assert problems(state) == []
    state.units[BATTALION].place = "atlantis"
    assert any("atlantis" in problem for problem in problems(state))


def test_8_3_A24_a_city_inside_a_mountain_region_is_no_mountain():
    state = put(quiet(), "persian_gulf", BATTALION)
    assert state.numbers.terrain_of("jalalabad").stop is False
    assert state.numbers.terrain_of("khyber").stop is True
    put(state, "khyber", BATTALION)
    check_path(state, BATTALION, ("jalalabad",))


def test_8_5_A25_air_and_ground_units_are_based_apart():
    state = put(quiet("1a"), "persian_gulf", *TEN)
    carry_out(state, line(state, "muster air_vma persian_gulf"))
    assert state.units["air_vma"].place == "persian_gulf"
    illegal(carry_out, state, line(state, "muster us_cjmp persian_gulf"), rule="8.5", because="no room")


def test_8_6_A26_assets_take_no_room():
    state = put(quiet("1a"), "ready", "iw_1", "iw_2", "isr_1", "uav_1", "tlam_1")
    assert [room(state, area, air=False) for area in state.numbers.staging] == [10, 4, 6]


def test_8_8_A27_the_eliminated_are_never_picked():
    state = only_underground(foes(quiet(), "kabul", "aq_055_1", "tal_inf2_1"), "tal_inf1_1", "pak_base")
    for id in ("aq_055_1", "tal_inf2_1"):
        done(eliminate_islamist(state, "kabul", id, rule="25.1"))
    table = run(look_into(state, state.underground, rule="13.1", about="underground"))
    assert sorted(table.pending.pool) == ["pak_base", "tal_inf1_1", "tal_inf2_1"]
    assert is_sound(state)


def test_8_9_A28_R38_the_player_removes_who_is_too_many():
    state = put(quiet(), "tora_bora", *SEVEN)
    table = run(remove_overstacked(state))
    assert table.pending.rule == "8.9"
    answer(table, "us_1_87")
    assert (state.units["us_1_87"].place, state.np, table.pending) == ("eliminated", 44, None)


def test_8_9_one_more_may_land_where_five_are():
    state = put(quiet("3c"), "tora_bora", *SEVEN[:5])
    put(state, "pakistan", "us_26meu")
    check_assault(state, "us_26meu", "tora_bora", "")


def test_8_9_A157_R9_outright_even_from_full_strength():
    state = put(quiet(), "shah_i_kot", *SEVEN)
    answer(run(remove_overstacked(state)), "us_82bct")
    assert state.booked == {"losses": -6}
    assert is_sound(state)


def test_8_9_R38_face_down_units_count_and_can_be_removed():
    state = north_hidden(put(quiet(), "tora_bora", *SEVEN[:6]), "tora_bora")
    answer(run(remove_overstacked(state)), "face_down", ("na_inf1_3",))
    assert (state.np, state.north["tora_bora"], state.available.down) == (49, [], 27)
    assert is_sound(state)


def test_8_9_A29_a_city_takes_any_number():
    state = put(quiet(), "kabul", *TEN[:9])
    assert not is_overstacked(state, "kabul")
    assert run(remove_overstacked(state)).pending is None


def test_8_10_A30_islamists_do_not_stack():
    state = hidden(quiet(), "gardez", 12)
    assert run(remove_overstacked(state)).pending is None
    assert len(state.islamists["gardez"]) == 12


def test_8_9_A153_a_full_stronghold_takes_no_landing():
    state = put(quiet("3c"), "tora_bora", *SEVEN[:6])
    put(state, "pakistan", "us_26meu")
    illegal(check_assault, state, "us_26meu", "tora_bora", "", rule="8.9", because="takes no more")


def test_12_2_A57_R20_the_eliminated_are_not_for_sale():
    state = put(quiet("1a"), "eliminated", "uk_22sas")
    assert "uk_22sas" not in for_sale(state)
    illegal(carry_out, state, line(state, "muster uk_22sas pakistan"), rule="11.1")


def test_30_3_nothing_is_picked_from_an_empty_display():
    state = only_underground(foes(quiet(), "kabul", "tal_inf1_1"))
    table = run(pick(state, state.underground, rule="30.1", about="kabul"))
    assert (table.pending, table.result) == (None, None)
    assert is_sound(state)


def test_8_7_units_go_where_they_can_be():
    state = put(quiet(), "kabul", SOF)
    assert is_sound(state)
    put(state, "ready", SOF)
    assert problems(state) == [f"{SOF} cannot be in ready"]
