"""7.2 The order of the phases, and the Admin Phase."""

from __future__ import annotations

from enduring_freedom.boards import (
    BATTALION,
    SOF,
    answer,
    done,
    foes,
    is_sound,
    north,
    playing,
    put,
    quiet,
    run,
    told,
)

from pbem_games.enduring_freedom.admin import admin_phase, conceal
from pbem_games.enduring_freedom.sequence import _PROCEDURES, advance
from pbem_games.enduring_freedom.state import PHASES


def test_7_2_A20_R1_infowar_comes_before_isr():
    state = put(quiet("2a"), "ready", "iw_1", "isr_1")
    table = playing(state)
    assert table.pending.rule == "14.1"
    answer(table, "0")
    assert table.pending.rule == "13.1"


def test_7_2_A21_R54_who_drove_may_fly():
    state = put(quiet("3b"), "kandahar", BATTALION)
    put(state, "lashkargam", "us_2_187")
    table = answer(playing(state), "drive us_2_187 kandahar")
    assert table.pending.rule == "17.0"
    answer(table, "transfer us_2_187 persian_gulf")
    assert state.units["us_2_187"].place == "persian_gulf"


def test_7_2_A22_the_reaction_goes_in_this_order():
    names = {id: _PROCEDURES[id].__name__ for id in PHASES[PHASES.index("6a"):]}
    assert list(names.values()) == [
        "event_phase", "islamist_mobilization", "cas_phase", "counterattacks", "adjust", "admin_phase"]
    assert set(_PROCEDURES) == {"setup", *PHASES}


def test_7_2_R86_what_counts_for_a_phase_or_a_turn_is_forgotten():
    state = quiet("3b")
    state.moved, state.happened, state.removed_fobs = {SOF: "kabul"}, ["morale"], ["us_fob_1"]
    advance(state)
    assert (state.phase, state.moved, state.happened) == ("3c", {}, ["morale"])
    state.phase = "7"
    advance(state)
    assert (state.turn, state.phase, state.happened, state.removed_fobs) == (3, "1a", [], [])


def test_10_2_A40_R31_special_forces_make_a_rescue():
    state = put(foes(quiet("7"), "kunduz", "mk_rescue"), "kunduz", SOF)
    done(admin_phase(state), (4,))
    assert (state.np, state.islamists["kunduz"]) == (54, [])
    assert is_sound(state)


def test_10_2_A41_without_them_it_costs():
    state = north(foes(quiet("7"), "kunduz", "mk_rescue"), "kunduz", "na_inf2_1")
    done(admin_phase(state), (4,))
    assert (state.np, state.booked) == (46, {"rescues": -4})


def test_7_2_R83_left_over_terror_and_aircraft():
    state = put(foes(quiet("7"), "kunduz", "mk_terror_1"), "cas", "air_vma")
    table = run(admin_phase(state))
    assert state.units["air_vma"].place == "persian_gulf"
    assert state.islamists["kunduz"] == []
    assert "A terror spectacular in Kunduz comes to nothing" in told(table)


def test_20_3_R100_concealed_in_place_unless_the_coalition_is_there():
    state = north(foes(foes(quiet("7"), "kunduz", "tal_inf1_1"), "herat", "tal_inf1_2"), "kunduz", "na_inf2_1")
    conceal(state)
    assert [state.islamists[zone][0].up for zone in ("kunduz", "herat")] == [True, False]
    assert state.islamists["herat"][0].id == "tal_inf1_2"
    assert is_sound(state)


def test_R100_the_underground_is_turned_down_and_mixed():
    state = quiet("7")
    state.bags["bag_0"].remove("tal_inf1_1")
    state.underground.down, state.underground.up = 69, ["tal_inf1_1"]
    conceal(state)
    assert (state.underground.up, state.underground.down) == ([], 70)
    assert "tal_inf1_1" in state.bags[state.underground.bag]
    assert is_sound(state)
