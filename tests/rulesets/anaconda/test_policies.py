"""12, 14.9, 15.2, 17.1, 20.4 Standing orders of Anaconda: reactions by conditions, in both modes."""

from __future__ import annotations

import msgspec
import pytest
from anaconda import test_plans
from anaconda.boards import act, answer, ground_gunships, hide, put, quiet, run

from pbem.errors import WrongUse
from pbem.kit.forms import Asked
from pbem.kit.policies import named
from pbem.play.sight import peek_of
from pbem_games.anaconda.forms.standing import command_names
from pbem_games.anaconda.movement import movement
from pbem_games.anaconda.numbers import COALITION
from pbem_games.anaconda.plans.asking import AnswerOpenly, AnswerSealed
from pbem_games.anaconda.plans.standing import WHAT
from pbem_games.anaconda.policies import POLICIES
from pbem_games.anaconda.reactions import LIVE
from pbem_games.anaconda.reinforcements import friendly_fire as falls


def given(state, table, name, choice):
    """What a standing order gives to what is asked; legal, the same twice, and it changes nothing."""
    policy, before = named(POLICIES, name), msgspec.json.encode(state)
    seat = table.expected()[0]
    setting, peek = policy.read(choice, state), peek_of(table, seat)
    words = policy.given(state, table.pending, seat, setting, peek)
    assert policy.given(state, table.pending, seat, setting, peek) == words
    assert msgspec.json.encode(state) == before
    if words is not None:
        items = Asked(state, table.pending, seat, peek).items()
        for item, say in zip(items, words.split("; ") if len(items) > 1 else [words], strict=True):
            item.read(say, seat, table.pending.rule)
    return words


def stepping(state, marker):
    act(state, marker, "movement")
    return run(movement(state, LIVE), state)


# ---------------------------------------------------------------- step


def test_12_2_the_first_order_that_fits_says_who_fires():
    state = quiet()
    put(state, "0509", "r_1_87_c1")
    hide(state, "0507", "a_inf_1")
    hide(state, "0607", "b_inf_3")
    table = answer(stepping(state, "tfr"), "move r_1_87_c1 0508")
    assert (table.pending.rule, table.pending.seat) == ("12.2", "al_qaeda")
    assert given(state, table, "reaction", "pass") == "pass"
    assert given(state, table, "reaction", "by a within=1") == "fire t1"
    assert given(state, table, "reaction", "by B within=1; a") == "fire t2"
    assert given(state, table, "reaction", "by t2+t1 at=0508") == "fire t1"  # of two commands the first that is listed
    assert given(state, table, "reaction", "by a at=1710 ; b what=vehicular") == "pass"
    assert given(state, table, "reaction", "by a least=9") == "pass"


def test_12_8_after_one_command_the_next_order_is_looked_at():
    state = quiet()
    put(state, "0509", "r_1_87_c1")
    hide(state, "0507", "a_inf_1")
    hide(state, "0607", "b_inf_3")
    table = answer(stepping(state, "tfr"), "move r_1_87_c1 0508", "fire t1", (6,))
    assert given(state, table, "reaction", "by a ; b") == "fire t2"
    assert given(state, table, "reaction", "by a") == "pass"


def test_15_2_gunships_fire_at_what_is_named_for_them():
    state = quiet()
    hide(state, "1807", "a_inf_1")
    table = answer(stepping(state, "a"), "move t1 1808")
    assert (table.pending.seat, given(state, table, "reaction", "by gunship what=down")) == (
        COALITION, "fire h_ah64_1+h_ah64_2")
    assert given(state, table, "reaction", "by gunship what=up") == "pass"
    answer(table, "pass")
    assert table.pending.rule == "15.2"
    assert given(state, table, "reaction", "by gunship") == "fire h_ah64_1+h_ah64_2 t1"
    assert given(state, table, "reaction", "by gunship least=99") == "pass"
    assert given(state, table, "reaction", "pass") == "pass"


def test_17_1_flak_at_gunships_and_at_landings():
    state = quiet()
    hide(state, "1807", "a_inf_1")
    hide(state, "2006", "b_hmg_1")
    table = answer(stepping(state, "a"), "move t1 1808", "fire h_ah64_1")
    assert table.pending.rule == "17.1"
    assert given(state, table, "reaction", "by b what=gunship") == "fire t2"
    assert given(state, table, "reaction", "by b what=loaded") == "pass"
    state = quiet()
    put(state, "0510", "r_1_87_c1")
    hide(state, "1811", "a_hmg_1")
    table = answer(stepping(state, "tfr"), "fly h_ch47_1+r_1_187_a1 1810")
    assert table.pending.rule == "17.1"
    assert given(state, table, "reaction", "by a what=loaded") == "fire t1"
    assert given(state, table, "reaction", "by a what=recon") == "pass"


def test_17_1_with_casualties_a_flight_may_be_of_two_kinds_and_the_player_is_asked():
    state = quiet(casualties=True)
    put(state, "0510", "r_1_87_c1")
    hide(state, "1811", "a_hmg_1")
    table = answer(stepping(state, "tfr"), "fly h_ch47_1+r_1_187_a1 1810")
    assert given(state, table, "reaction", "by a what=loaded") is None


def test_20_4_fortifications_are_turned_up_and_compounds_if_they_are_to_be():
    state = quiet()
    put(state, "0509", "r_1_87_c1")
    fort, compound = hide(state, "0508", "a_frt_1"), hide(state, "0508", "a_cmp_1")
    table = run(LIVE.cover(state, "0508", ""), state)
    assert table.pending.rule == "20.4"
    assert given(state, table, "reaction", "pass") == f"flip {fort}"
    assert given(state, table, "reaction", f"by a ; show {compound}") == f"flip {fort}+{compound}"


# ---------------------------------------------------------------- plan


def test_r110_a_whole_plan_is_answered_under_seal():
    state = test_plans.walkers("a_hmg_1")
    table = test_plans.answer(test_plans.planning(state), test_plans.THREE)
    table.answer({COALITION: ["pause=never"]})
    assert isinstance(table.pending, AnswerSealed)
    says = given(state, table, "reaction", "by a within=2 what=foot any least=3").split("; ")
    assert len(says) == len(table.pending.per_seat()["al_qaeda"])
    assert set(says) == {"fire t1 any least=3", "pass"}
    assert set(given(state, table, "reaction", "pass").split("; ")) == {"pass"}


def test_r110_a_plan_of_al_qaeda_is_answered_openly():
    state = quiet()
    ground_gunships(state)
    put(state, "1805", "r_1_87_c1", "d_oda_372")
    hide(state, "1904", "a_inf_1")
    table = test_plans.answer(test_plans.planning(state, "a"), "last ; move t1 1905 1906")
    test_plans.condition(table)
    assert isinstance(table.pending, AnswerOpenly)
    assert given(state, table, "reaction", "by tfr at=1905") == "1 fire r_1_87_c1"
    both = given(state, table, "reaction", "by d_oda_372 any ; tfr")
    assert both.startswith("1 fire d_oda_372 any ; 1 fire r_1_87_c1")
    assert given(state, table, "reaction", "pass") == "pass"


# ---------------------------------------------------------------- words


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("a within 2 foot hurt least 3", "a within=2 what=foot any least=3"),
        ("A within 3 of 1710 sound, lead t1", "a within=3:1710 lead=t1"),
        ("t1, t2 hexes 1710 1711; b at 1710", "t1+t2 at=1710,1711 ; b at=1710"),
        ("token 1 gunship; b recon; show t2", "t1 what=gunship ; b what=recon ; show t2"),
        ("tf rakkasan, gunships down hurt; gunship up", "tfr+gunship what=down any ; gunship what=up"),
        ("1-87 C/1 leader; d_oda_372 vehicular", "r_1_87_c1 what=leader ; d_oda_372 what=vehicular"),
        ("a within=2:1710 any at=0508 ; t1+t2 what=down", "a at=0508 within=2:1710 any ; t1+t2 what=down"),
    ],
)
def test_j7_a_reaction_is_typed_as_standing_orders_are(typed, kept):
    state = quiet()
    hide(state, "0507", "a_inf_1")
    hide(state, "0607", "b_inf_3")
    policy = named(POLICIES, "reaction")
    assert policy.read(f"by {typed}", state).text == f"by {kept}"
    assert policy.read(f"by {kept}", state) == policy.read(f"by {typed}", state)


@pytest.mark.parametrize(
    ("text", "because"),
    [
        ("by", "nothing is ordered"), ("by pass", "nothing is ordered"), ("by q7", "q7 is not understood"),
        ("by a within=far", "far is not understood"), ("by a at=9999", "9999 is not understood"),
        ("by a at", "into which hexes"), ("by a within 2 of", "of which hex"), ("by a within", "within how many"),
        ("by a what=tank", "tank is not understood"), ("by tfrr", "did you mean tfr"),
        ("by a ; show t99", "t99 is not understood"),
        ("by a tfr", "tfr is not understood"), ("by tfr t1", "t1 may be more than one"),
        ("by a ; friendly_fire 1808", "friendly_fire first 1808"),
        ("by " + " ; ".join(["a"] * 41), "40 standing orders at most"),
    ],
)
def test_r110_orders_that_make_no_sense_are_refused(text, because):
    with pytest.raises(WrongUse, match=because):
        named(POLICIES, "reaction").read(text, quiet())


def test_r110_all_kinds_of_targets_are_told_before_they_are_typed():
    told = named(POLICIES, "reaction").choices["by"].words
    assert all(kind in told for kind in WHAT)
    assert "`t7+t8`" in told


@pytest.mark.parametrize(
    ("choice", "hex"),
    [("most", "0510"), ("first 1809 1810", "1810"), ("first 1810, 0510", "1810"), ("first 1809", "0510")],
)
def test_14_9_friendly_fire_falls_where_it_is_ordered_first_or_where_most_are(choice, hex):
    state = quiet()
    put(state, "0510", "r_1_87_c1", "r_1_87_c2")
    put(state, "1810", "r_1_87_a1")
    assert given(state, run(falls(state), state), "friendly_fire", choice) == hex


@pytest.mark.parametrize("choice", ["first", "first 9999", "first 1810 1810"])
def test_14_9_hexes_for_friendly_fire_that_make_no_sense_are_refused(choice):
    with pytest.raises(WrongUse, match="standing order friendly_fire"):
        named(POLICIES, "friendly_fire").read(choice, quiet())


def test_every_choice_reads_back_as_it_is_spelled():
    state = quiet()
    for policy in POLICIES:
        for setting in policy.samples(state):
            assert policy.read(setting.text, state) == setting


def test_r110_a_command_is_a_card_as_long_as_its_marker_lies_on_the_table():
    state = quiet()
    state.command_pool, state.aside, state.gone = ["tfr"], ["tfd"], []
    names = command_names(state, COALITION)
    assert {id: names.sort(id) for id in ("tfr", "tfd", "tfc")} == {"tfr": "card", "tfd": "card", "tfc": "other"}
    assert names.label("tfc") == state.numbers.markers["tfc"].name
