"""11 Mobilization, 12 Refit."""

from __future__ import annotations

import pytest
from enduring_freedom.boards import (
    BATTALION,
    ENGINEER,
    HQ,
    IRAN,
    NATO,
    NATO_ENGINEER,
    SOF,
    answer,
    done,
    foes,
    illegal,
    is_sound,
    line,
    playing,
    put,
    quiet,
    refused,
    run,
)

from pbem_games.enduring_freedom.events import rallies, troop_rotation
from pbem_games.enduring_freedom.intelligence import place_isr
from pbem_games.enduring_freedom.mobilization import carry_out, mobilize, price_of_assets
from pbem_games.enduring_freedom.movement import check_path, movers
from pbem_games.enduring_freedom.refit import carry_out as refit
from pbem_games.enduring_freedom.refit import refit_phase, refittable
from pbem_games.enduring_freedom.reveal import reveal_north
from pbem_games.enduring_freedom.state import Unit


@pytest.mark.parametrize(("count", "np"), [(1, 1), (2, 1), (3, 2), (13, 7)])
def test_11_1_A46_R8_two_assets_for_one(count, np):
    assert price_of_assets(quiet(), count) == np


def test_11_1_R8_each_line_is_bought_by_itself():
    state = quiet("1a")
    done(mobilize(state), "assets iw_1,isr_1,isr_2 ; assets uav_1")
    assert (state.np, state.units["uav_1"].place) == (47, "ready")


def test_11_2_A48_R87_a_fob_stands_beside_an_engineer_of_its_contingent():
    state = put(foes(quiet("1a"), "kandahar", "tal_inf1_1"), "kandahar", ENGINEER)
    table = run(mobilize(state))
    refused(table, "build nato_fob_1 kandahar", state, rule="32.2", because="no NATO engineer")
    refused(table, "build us_fob_1 kabul", state, rule="32.2")
    answer(table, "build us_fob_1,us_fob_2 kandahar")
    assert (state.np, state.units["us_fob_1"].place, state.units["us_fob_2"].place) == (48, "kandahar", "kandahar")


def test_32_2_nato_engineers_build_for_nato():
    state = put(quiet("1a"), "herat", NATO_ENGINEER)
    carry_out(state, line(state, "build nato_fob_2 herat"))
    illegal(carry_out, state, line(state, "build us_fob_1 herat"), rule="32.2")


def test_11_4_A52_a_removed_fob_comes_back_next_turn():
    state = put(quiet("1a", turn=2), "kabul", ENGINEER, "us_fob_1")
    table = run(mobilize(state))
    refused(table, "remove us_fob_1 ; build us_fob_1 kabul", state, rule="11.4", because="removed in this turn")
    answer(table, "remove us_fob_1")
    assert (state.np, state.units["us_fob_1"].place) == (50, "mobilization")
    state.phase = "7"
    table = playing(state)
    answer(table, "build us_fob_1 kabul")
    assert (state.turn, state.units["us_fob_1"].place) == (3, "kabul")


def test_11_4_a_fob_on_the_map_is_removed_once():
    state = put(quiet("1a"), "kabul", "us_fob_1")
    illegal(carry_out, state, line(state, "remove us_fob_2"), rule="11.4", because="not on the map")


def test_11_5_A53_R73_no_more_than_are_available():
    state = quiet("6a")
    for _ in range(25):
        state.airlifted.append(state.bags["bag_1"].pop())
    state.available.down = 2
    table = answer(run(rallies(state)), (5,), (1, 1), (3, 1))
    assert table.pending is None
    assert [len(state.north[zone]) for zone in ("turkestan", "zaranj")] == [1, 1]


def test_11_2_R15_north_comes_to_special_forces_of_any_contingent():
    state = put(quiet("1a"), "herat", IRAN)
    table = run(mobilize(state))
    refused(table, "levy 2 kabul", state, rule="11.2", because="no special forces")
    refused(table, "levy 28 herat", state, rule="11.5", because="27 Northern Alliance units")
    answer(table, "levy 2 herat")
    assert (state.np, [c.id for c in state.north["herat"]]) == (48, ["", ""])
    assert is_sound(state)


def test_8_9_levies_respect_the_limit_of_a_stronghold():
    state = put(quiet("1a"), "tora_bora", SOF)
    illegal(carry_out, state, line(state, "levy 6 tora_bora"), rule="8.9", because="takes 5 more")


def test_11_2_R37_iran_costs_two_and_comes_anywhere():
    state = quiet("1a")
    done(mobilize(state), f"muster {IRAN} central_asia")
    assert (state.np, state.units[IRAN].place) == (48, "central_asia")


def test_11_1_a_plan_is_refused_as_a_whole():
    state = quiet("1a", np=6)
    table = run(mobilize(state))
    refused(table, "muster us_26meu persian_gulf ; muster us_15meu persian_gulf", state, because="it costs 3 NP")
    refused(table, "muster us_26meu kabul", state)
    refused(table, "muster us_fob_1 pakistan", state, rule="11.1")
    refused(table, "drive us_26meu kabul", state)


def test_12_1_A54_beside_an_hq_in_a_disputed_zone():
    state = foes(put(put(quiet("1b"), "ghazni", HQ), "ghazni", BATTALION, reduced=True), "ghazni", "tal_inf1_1")
    done(refit_phase(state), f"refit {BATTALION}")
    assert (state.units[BATTALION].reduced, state.np) == (False, 49)


def test_12_1_A55_a_disputed_airbase_is_not_enough():
    state = foes(put(quiet("1b"), "kandahar", BATTALION, reduced=True), "kandahar", "tal_inf1_1")
    assert refittable(state) == []
    illegal(refit, state, line(state, f"refit {BATTALION}"), rule="12.1")
    assert run(refit_phase(state)).pending is None


@pytest.mark.parametrize(("unit", "place", "np"), [
    (BATTALION, "pakistan", 49), (BATTALION, "kandahar", 49), ("air_vma", "strike", 48), ("air_vma", "pakistan", 48),
    (HQ, "ghazni", 49), ("us_fob_1", "ghazni", 49),
])  # fmt: skip
def test_12_1_R21_R23_places_of_refit(unit, place, np):
    state = put(quiet("1b"), place, unit, reduced=True)
    done(refit_phase(state), f"refit {unit}")
    assert (state.units[unit].reduced, state.np) == (False, np)


def test_12_1_a_zone_without_airbase_or_base_refits_nobody():
    state = put(quiet("1b"), "ghazni", NATO, reduced=True)
    assert refittable(state) == []


# ---------------------------------------------------------------- what rulings say of both


def test_11_1_R14_what_comes_back_is_whole_and_for_sale():
    state = put(put(quiet("1a", turn=3), "kabul", "us_fob_1", reduced=True), "ready", "isr_1")
    put(put(state, "farah", BATTALION, reduced=True), "pakistan", SOF)
    carry_out(state, line(state, "remove us_fob_1"))
    done(troop_rotation(state), BATTALION)
    place_isr(state, line(state, "isr isr_1 kabul"))
    assert all(state.units[id] == Unit() for id in ("us_fob_1", BATTALION, "isr_1"))
    carry_out(state, line(state, f"muster {BATTALION} persian_gulf"))
    carry_out(state, line(state, "assets isr_1"))
    illegal(carry_out, state, line(state, f"muster {BATTALION} persian_gulf"), rule="11.1")
    assert (state.np, state.units[BATTALION].reduced) == (46, False)


def test_11_2_R18_what_was_bought_need_not_have_been_seen_but_acts_only_then():
    state = put(quiet("1a"), "herat", SOF)
    carry_out(state, line(state, "levy 1 herat"))
    assert (state.np, state.north["herat"][0].up) == (49, False)
    assert "na_fahim" not in movers(state)
    done(reveal_north(state, "herat", rule="9.3"), ("na_fahim",))
    assert "na_fahim" in movers(state)
    illegal(check_path, state, "na_fahim", ("kabul",), rule="16.3")


@pytest.mark.parametrize("unit", [BATTALION, NATO, IRAN])
def test_12_1_R22_a_refit_that_is_paid_succeeds_and_the_unit_acts(unit):
    state = put(quiet("1b"), "pakistan", unit, reduced=True)
    table = playing(state)
    refused(table, "refit us_lar", state, rule="12.1")
    answer(table, f"refit {unit}")  # no die is rolled: the next question is where units are based
    assert (table.pending.rule, state.np, state.units[unit].reduced) == ("15.0", 49, False)
    answer(table, "none", f"drive {unit} spin_boldak")
    assert state.units[unit].place == "spin_boldak"


def test_11_3_R24_every_staging_area_is_open_from_the_start():
    state = quiet("setup", turn=1)
    for area, unit in (("persian_gulf", SOF), ("pakistan", "uk_22sas"), ("central_asia", "air_cvw8")):
        carry_out(state, line(state, f"muster {unit} {area}"))
        assert state.units[unit].place == area
    illegal(carry_out, state, line(state, "levy 1 kabul"), rule="11.2")


def test_7_2_R92_who_has_just_been_mobilized_needs_no_refit():
    state = put(quiet("1a"), "pakistan", BATTALION, reduced=True)
    table = answer(playing(state), "muster us_lar pakistan")
    assert table.pending.rule == "12.1"
    refused(table, "refit us_lar", state, rule="12.1", because="not reduced")
    refused(table, "muster us_cjmp pakistan", state)  # mobilization is over
