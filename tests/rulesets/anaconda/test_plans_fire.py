"""Ruling R110, mode `plan`: recons and attacks planned as lists."""

from __future__ import annotations

from typing import Any

import pytest
from anaconda.boards import act, answer, ground_gunships, hide, put, quiet, refused, run

from pbem.errors import IllegalMove
from pbem.play.table import Table
from pbem_games.anaconda.plans.fires import FIRE_PLANS, planned_combat
from pbem_games.anaconda.plans.recon import planned_isr
from pbem_games.anaconda.problems import problems
from pbem_games.anaconda.state import State


def firing(state: State, marker: str) -> Table[Any]:
    act(state, marker, "combat")
    ground_gunships(state)
    return run(planned_combat(state), state)


def ambush() -> State:
    """Two units in two hexes, and three counters of A that can fire at both."""
    state = quiet()
    put(state, "1809", "d_zia_1", pinned=True)
    put(state, "1909", "d_zia_2")
    for face in ("a_inf_1", "a_inf_2", "a_hmg_1"):
        hide(state, "1810", face)
    return state


def test_t185_an_attack_ordered_only_if_the_first_failed_leaves_its_firers_hidden():
    state = ambush()
    table = answer(firing(state, "a"), "more ; attack t1+t2 1809 ; attack t3 1909 if=held:1", (1,))
    assert state.units["d_zia_1"].place == "dead"
    assert (state.tokens["t3"].face, state.tokens["t3"].fired) == ("", False)
    assert table.pending.rule == "10.2-p"
    answer(table, "last ; attack t3 1909", (6,))
    assert (table.pending, state.tokens["t3"].face) == (None, "a_hmg_1")


def test_t185_it_is_made_if_the_first_did_not_empty_its_hex():
    state = ambush()
    table = answer(firing(state, "a"), "last ; attack t1+t2 1809 ; attack t3 1909 if=held:1", (6,), (6,))
    assert (table.pending, state.tokens["t3"].fired) == (None, True)


def test_24_4_who_led_one_attack_leads_the_next_face_up_as_he_is():
    state = ambush()
    state.options.leaders = True
    hide(state, "1810", "a_hvt_1")
    table = answer(firing(state, "a"), "last ; attack t1 1809 lead=t4 ; attack t2 1909 lead=t4", (6,))
    assert (state.tokens["t4"].face, state.tokens["t2"].face) == ("a_hvt_1", "a_inf_2")
    assert "-1 A High Value Target (token 4) (24.4)" in table.pending.reads((6,))
    answer(table, (6,))
    assert (table.pending, state.tokens["t2"].fired) == (None, True)


def test_24_4_an_attack_lapses_if_he_who_was_to_lead_it_has_advanced_away():
    state = ambush()
    state.options.leaders = True
    hide(state, "1810", "a_hvt_1")
    table = answer(firing(state, "a"), "last ; attack t1+t4 1809 advance=t4 ; attack t2 1909 lead=t4", (1,))
    assert (table.pending, state.tokens["t4"].place) == (None, "1809")
    assert (state.tokens["t2"].face, state.tokens["t2"].fired) == ("", False)


def test_11_3_those_advance_that_were_ordered_to():
    state = ambush()
    table = answer(firing(state, "a"), "last ; attack t1+t2 1809 advance=t2", (1,))
    assert (table.pending, state.tokens["t2"].place, state.tokens["t1"].place) == (None, "1809", "1810")
    assert problems(state) == []


def test_r110_a_fire_plan_names_each_firer_and_hex_once():
    state = ambush()
    table = firing(state, "a")
    for say, rule in (
        ("last ; attack t1 1809 ; attack t1 1909", "10.4"), ("last ; attack t1 1809 ; attack t2 1809", "10.13"),
        ("last ; attack t1 1809 if=held:1", "r110"), ("more", "r110"), ("last ; attack t1 1809 advance=t2", "11.3"),
        ("last ; move t1 1809", "r110"), ("last ; attack t1 1710", "10.14"),
    ):
        refused(table, state, say, rule=rule)


def test_r110_an_attack_whose_hex_is_empty_by_then_lapses():
    state = quiet()
    put(state, "1809", "r_1_87_c1", "r_1_87_c2")
    hide(state, "1810", "a_inf_1", up=True)
    hide(state, "1909", "a_inf_2", up=True)
    table = firing(state, "tfr")
    answer(table, "last ; attack r_1_87_c1 1810 ; attack r_1_87_c2 1909 if=emptied:1", (6,))
    assert (table.pending, state.units["r_1_87_c2"].fired) == (None, False)


def test_r110_recons_run_in_turn_and_lapse_where_nothing_is_face_down():
    state = quiet()
    put(state, "1809", "r_1_87_c1", "r_1_87_c2")
    hide(state, "1810", "a_inf_1")
    hide(state, "1808", "a_inf_2")
    act(state, "tfr", "isr")
    table = run(planned_isr(state), state)
    refused(table, state, "last ; recon r_1_87_c1 1810 ; recon r_1_87_c1 1808", rule="19.2")
    refused(table, state, "last ; move r_1_87_c1 1810", rule="19.1")
    answer(table, "more ; recon r_1_87_c1 1810 ; recon r_1_87_c2 1810")
    assert (state.tokens["t1"].face, state.units["r_1_87_c2"].scouted) == ("a_inf_1", False)
    answer(table, "last ; recon r_1_87_c2 1808")
    assert (table.pending, state.tokens["t2"].face) == (None, "a_inf_2")


@pytest.mark.parametrize("say", ["last", "more ; attack t1+t2 1809 ; attack t3 1909 lead=t4 if=held:1 advance=t3"])
def test_3_1_a_fire_plan_is_spelled_as_it_is_read(say):
    form = FIRE_PLANS
    assert form.spell(form.parse(say)) == say


@pytest.mark.parametrize(
    "say", ["", "attack t1 1809", "last ; attack t1 1809 if=maybe:1", "last ; attack t1 1809 if=held"])
def test_3_1_no_fire_plan_is_refused(say):
    with pytest.raises(IllegalMove):
        FIRE_PLANS.parse(say)
