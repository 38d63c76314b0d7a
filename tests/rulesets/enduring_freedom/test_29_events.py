"""29 Jihad events, 30.1 uprisings, 31 offensives."""

from __future__ import annotations

import pytest
from enduring_freedom.boards import (
    BATTALION,
    SOF,
    answer,
    asks,
    bytes_of,
    done,
    foes,
    hidden,
    is_sound,
    north,
    north_hidden,
    only_underground,
    playing,
    put,
    quiet,
    refused,
    run,
    told,
)

from pbem_games.enduring_freedom import events
from pbem_games.enduring_freedom.airlift import airlift_of_evil
from pbem_games.enduring_freedom.bags import take_face_down
from pbem_games.enduring_freedom.events import event_phase
from pbem_games.enduring_freedom.offensive import offensive
from pbem_games.enduring_freedom.reveal import reveal_north


def test_29_1_the_lower_line_says_how_many_checks():
    table = answer(run(event_phase(quiet("6a", jihad=9))), (1, 1), (1, 1))
    assert asks(table)[0] == "29.1"
    answer(table, (1, 1))
    assert table.pending is None


def test_29_2_A131_R71_an_event_happens_once_in_a_turn():
    state = quiet("6a", jihad=5)
    state.happened = ["offensive"]
    before = state.happened[:]
    table = answer(run(event_phase(state)), (3, 4), (1, 1))
    assert table.pending is None
    assert "Islamist Offensive again: nothing happens" in told(table)
    assert state.happened == [*before, "c2_breakdown"]


def test_29_2_A132_R70_the_level_moves_after_the_last_check():
    state = quiet("6a", jihad=8)
    table = answer(run(event_phase(state)), (2, 2), (5,))
    assert state.jihad == 8
    answer(table, (1, 1))
    assert (table.pending, state.jihad) == (None, 9)
    state = quiet("6a", jihad=8)
    table = answer(playing(state), (2, 2), (5,), (1, 1), (3, 1), (3, 1), (3, 1))
    assert len(state.islamists["zaranj"]) == 3  # three at level 9
    assert (state.turn, table.pending.rule) == (3, "11.1")


def test_29_1_c2_breakdown_is_nothing():
    state = quiet("6a")
    before = bytes_of(state)
    assert done(events.c2_breakdown(state)) == 0
    assert bytes_of(state) == before


# ---------------------------------------------------------------- event by event


def test_29_1_R72_rotation_takes_a_unit_if_there_is_one():
    state = put(put(quiet("6a"), "kabul", BATTALION, reduced=True), "pakistan", "us_fob_1")
    put(state, "mobilization", "us_fob_1")
    put(state, "pakistan", "us_lar")
    table = run(events.troop_rotation(state))
    refused(table, "ir_irgc", state)
    answer(table, BATTALION)
    assert (state.units[BATTALION].place, state.units[BATTALION].reduced, state.np) == ("mobilization", False, 50)
    assert run(events.troop_rotation(quiet("6a"))).pending is None


def test_29_1_rotation_names_the_cheapest_to_buy_again_first():
    state = put(quiet("6a"), "pakistan", BATTALION, "us_1_87", "uk_22sas")
    assert events.rotatable(state) == ["uk_22sas", "us_1_87", BATTALION]  # 1, 2 and 3 NP; the first two have factor 2


@pytest.mark.parametrize(("die", "shift"), [(1, -1), (2, -1), (3, 1), (6, 1)])
def test_29_1_the_situation(die, shift):
    assert done(events.jihad_situation(quiet("6a")), (die,)) == shift


def test_30_1_A135_an_uprising_goes_to_one_zone():
    state = quiet("6a")
    done(events.uprising(state), (4,), (3, 1))
    assert len(state.islamists["zaranj"]) == 4
    assert is_sound(state)


def test_30_3_A137_R74_what_is_there_is_placed():
    state = only_underground(quiet("6a"), "tal_inf1_1", "tal_inf1_2")
    done(events.uprising(state), (5,), (3, 1))
    assert (len(state.islamists["zaranj"]), state.underground.down) == (2, 0)
    assert is_sound(state)


def test_28_2_R71_morale_that_holds_is_an_uprising():
    state = quiet("6a", jihad=8)
    done(events.morale(state), (4, 4), (2,), (3, 1))
    assert len(state.islamists["zaranj"]) == 2
    assert state.happened == []  # the uprising inside is no Event 6


def test_29_1_R75_morale_that_breaks_empties_zones_beside_the_coalition():
    state = north(foes(hidden(quiet("6a", jihad=8), "kunduz"), "kunduz", "tal_inf1_1", "mk_rescue", "mk_terror_1"),
                  "kunduz", "na_fahim")
    put(hidden(state, "tora_bora"), "tora_bora", SOF)
    hidden(state, "herat")
    done(events.morale(state), (4, 5))
    assert [c.id for c in state.islamists["kunduz"]] == ["mk_rescue"]
    assert (len(state.islamists["tora_bora"]), len(state.islamists["herat"])) == (1, 1)
    assert state.np == 50
    assert is_sound(state)


def test_29_2_A163_R76_negotiations_mix_without_a_look():
    state = north(north_hidden(quiet("6a"), "kunduz", 2), "kunduz", "na_fahim")
    table = answer(run(events.negotiations(state)), (2, 1))
    assert table.pending is None
    assert (state.north["kunduz"], state.available.down) == ([], 27)
    assert is_sound(state)
    done(reveal_north(north_hidden_again(state), "kunduz", rule="9.3"), ("na_fahim",))
    assert state.north["kunduz"][0].id == "na_fahim"


@pytest.mark.parametrize(("count", "sentence"), [
    (0, "No Northern Alliance unit is in Kunduz to change sides"),
    (1, "1 Northern Alliance unit in Kunduz changes sides for now"),
    (2, "2 Northern Alliance units in Kunduz change sides for now"),
])  # fmt: skip
def test_29_2_R76_negotiations_tell_what_happened(count, sentence):
    table = answer(run(events.negotiations(north_hidden(quiet("6a"), "kunduz", count))), (2, 1))
    assert told(table) == [sentence]


@pytest.mark.parametrize(("count", "sentence"), [
    (1, "1 Islamist counter in Kunduz goes underground"), (2, "2 Islamist counters in Kunduz go underground"),
])  # fmt: skip
def test_29_2_R75_morale_tells_how_many_leave(count, sentence):
    state = put(hidden(quiet("6a", jihad=9), "kunduz", count), "kunduz", SOF)
    assert told(answer(run(events.morale(state)), (4, 6)))[-1] == sentence


def north_hidden_again(state):
    """One of those that are available comes back face down."""
    state.north["kunduz"].append(take_face_down(state.available))
    return state


@pytest.mark.parametrize(("die", "np"), [(3, 53), (4, 46)])
def test_29_1_war_on_terror(die, np):
    state = quiet("6a")
    done(events.war_on_terror(state), (die,))
    assert state.np == np


def test_29_1_R50_national_intelligence_shows_both_sides():
    state = north_hidden(hidden(quiet("6a"), "herat"), "herat")
    table = run(events.national_intelligence(state))
    answer(table, "herat", ("na_ismail",), ("tal_inf1_1",))
    assert (table.pending, state.islamists["herat"][0].up, state.north["herat"][0].up) == (None, True, True)


# ---------------------------------------------------------------- 29.3


def test_29_3_A133_R35_they_fly_without_np():
    state = foes(quiet("6a"), "kunduz", "tal_inf1_1", "tal_inf1_2", "tal_inf2_1", "aq_055_1")
    done(airlift_of_evil(state), (3,))
    assert (state.islamists["kunduz"], len(state.airlifted), state.np) == ([], 4, 50)
    assert is_sound(state)


@pytest.mark.parametrize(("die", "left"), [(2, 1), (1, 0)])
def test_29_3_A134_beside_the_coalition_only_on_one(die, left):
    state = put(foes(quiet("6a"), "kunduz", "tal_inf1_1"), "kunduz", SOF)
    done(airlift_of_evil(state), (die,))
    assert len(state.islamists["kunduz"]) == left


def test_29_3_A161_R77_markers_go_underground_without_effect():
    state = foes(quiet("6a"), "kunduz", "mk_ambush_1", "tal_inf1_1", up=False)
    table = answer(run(airlift_of_evil(state)), (1,))
    assert (table.pending, state.airlifted, state.islamists["kunduz"]) == (None, ["tal_inf1_1"], [])
    assert any("mk_ambush_1" in bag for bag in state.bags.values())
    assert state.underground.down == 69
    assert is_sound(state)


def test_29_3_R97_who_was_flown_out_is_seen_and_gone():
    state = hidden(quiet("6a"), "kunduz")
    done(airlift_of_evil(state), (1,), ("aq_bin_laden",))
    assert state.airlifted == ["aq_bin_laden"]
    assert is_sound(state)


def test_29_3_R77_only_airbases_with_units():
    state = foes(hidden(quiet("6a"), "ghazni"), "kunduz", "mk_rescue")
    assert run(airlift_of_evil(state)).pending is None


# ---------------------------------------------------------------- 31


def test_31_1_A139_all_of_a_zone_attack_together():
    state = put(hidden(foes(quiet("6a"), "kabul", "tal_inf1_1"), "gardez"), "kabul", BATTALION)
    done(offensive(state))
    assert len(state.islamists["kabul"]) == 2
    assert is_sound(state)


def test_31_2_A140_R78_strongholds_are_not_left():
    state = north(hidden(quiet("6a"), "shah_i_kot"), "gardez", "na_fahim")
    done(offensive(state))
    assert len(state.islamists["shah_i_kot"]) == 1


def test_31_2_R78_they_may_be_entered():
    state = put(hidden(quiet("6a"), "gardez"), "shah_i_kot", SOF)
    done(offensive(state))
    assert len(state.islamists["shah_i_kot"]) == 1


def test_31_3_A141_each_counter_draws_its_own_goal():
    state = put(put(hidden(quiet("6a"), "gardez", 2), "kabul", SOF), "ghazni", BATTALION)
    table = run(offensive(state))
    assert table.pending.pool == ("ghazni", "kabul")
    answer(table, ("ghazni",), ("kabul",))
    assert [len(state.islamists[zone]) for zone in ("ghazni", "kabul", "gardez")] == [1, 1, 0]


def test_31_3_A142_who_is_beside_the_coalition_stays():
    state = put(put(hidden(quiet("6a"), "gardez"), "gardez", SOF), "kabul", BATTALION)
    done(offensive(state))
    assert len(state.islamists["gardez"]) == 1


def test_31_2_R78_moves_are_settled_before_any_is_made():
    state = put(hidden(hidden(quiet("6a"), "gardez"), "khyber"), "kabul", SOF)
    hidden(state, "tora_bora")
    done(offensive(state))
    assert (len(state.islamists["kabul"]), len(state.islamists["tora_bora"])) == (2, 1)


def test_31_2_R90_staging_areas_are_out_of_reach():
    state = put(hidden(quiet("6a"), "khyber"), "pakistan", BATTALION)
    done(offensive(state))
    assert len(state.islamists["khyber"]) == 1


def test_31_2_markers_that_lie_open_stay():
    state = put(foes(quiet("6a"), "gardez", "mk_rescue", "tal_inf1_1"), "kabul", SOF)
    done(offensive(state))
    assert [c.id for c in state.islamists["gardez"]] == ["mk_rescue"]
    assert state.islamists["kabul"][0].up  # it keeps its face
