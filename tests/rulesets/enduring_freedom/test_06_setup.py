"""6 Setting up, 10.3 special markers in it."""

from __future__ import annotations

import pytest
from enduring_freedom.boards import answer, done, fresh, is_sound, playing, refused, run, told

from pbem_games.enduring_freedom.admin import conceal
from pbem_games.enduring_freedom.setup import see_islamists, see_north, set_up


def test_6_0_A16_what_is_on_the_map():
    state = fresh()
    assert sum(map(len, state.islamists.values())) == 47
    assert sum(map(len, state.north.values())) == 22
    assert (state.np, state.jihad, state.underground.down, state.available.down) == (50, 9, 23, 5)
    assert is_sound(state)


def test_6_0_A17_how_many_lie_where():
    state = fresh()
    assert (len(state.islamists["mazar_i_sharif"]), len(state.islamists["shah_i_kot"])) == (4, 3)


def test_6_0_set_up_is_paid_for():
    state = fresh()
    table = answer(playing(state), (1,), "farah", ("tal_inf2_1",), (1,), "khyber", ("na_arty",))
    assert table.pending.rule == "11.3"
    answer(table, "muster us_26meu,air_cvw8 pakistan")
    assert (state.np, state.units["us_26meu"].place, state.phase) == (45, "pakistan", "1a")
    assert is_sound(state)


def test_6_0_R11_exactly_so_many_zones_are_named():
    state = fresh()
    table = answer(run(see_islamists(state)), (2,))
    refused(table, "kabul", state, rule="6.0", because="2 zones to name, not 1")
    refused(table, "kabul,fayzabad", state, because="nothing lies face down in fayzabad")
    refused(table, "kabul,kabul", state, because="named twice")


def test_10_3_A45_R12_a_deception_is_replaced_face_down():
    state = fresh()
    table = answer(run(see_islamists(state)), (1,), "farah", ("mk_deception_1",))
    assert table.pending is None
    (counter,) = state.islamists["farah"]
    assert (counter.up, counter.id) == (False, "")
    assert "mk_deception_1" in state.bags[counter.bag]
    assert state.underground.down == 23
    assert "Deception goes underground from Farah, another comes for it" in told(table)
    assert is_sound(state)


def test_10_3_R12_the_other_special_markers_do_nothing_either():
    state = fresh()
    table = answer(run(see_islamists(state)), (1,), "helmand", ("mk_ambush_1",), ("mk_intel_1",))
    assert table.pending is None
    assert [c.up for c in state.islamists["helmand"]] == [False, False]
    assert is_sound(state)


def test_6_0_north_of_the_named_zones_is_turned_up():
    state = fresh()
    done(see_north(state), (1,), "balkh", ("na_fahim",))
    assert [(c.id, c.up) for c in state.north["balkh"]] == [("na_fahim", True)]


@pytest.mark.parametrize("say", ["assets isr_1", "build us_fob_1 kabul", "levy 1 kabul", "muster ir_irgc pakistan"])
def test_11_3_A51_R13_only_us_and_nato_units_in_set_up(say):
    state = fresh()
    table = answer(run(set_up(state)), (1,), "farah", ("tal_inf2_1",), (1,), "khyber", ("na_arty",))
    refused(table, say, state)


def test_11_3_A51_assets_are_for_sale_in_turn_1():
    state = fresh()
    table = answer(playing(state), (1,), "farah", ("tal_inf2_1",), (1,), "khyber", ("na_arty",), "none", "assets isr_1")
    assert state.units["isr_1"].place == "ready"
    assert table.pending is not None


def test_6_0_A155_what_set_up_reveals_lies_open_until_admin():
    state = fresh()
    done(see_islamists(state), (1,), "farah", ("tal_inf2_1",))
    assert state.islamists["farah"][0].up
    conceal(state)
    assert (state.islamists["farah"][0].up, state.islamists["farah"][0].id) == (False, "tal_inf2_1")
