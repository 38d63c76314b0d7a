"""What people type, and what it means; what is offered and refused."""

from __future__ import annotations

import pytest
from enduring_freedom.boards import (
    BATTALION,
    ENGINEER,
    HQ,
    SOF,
    answer,
    asks,
    foes,
    fresh,
    hidden,
    north,
    north_hidden,
    playing,
    put,
    quiet,
    run,
)

from pbem.errors import IllegalMove
from pbem_games.enduring_freedom.combat.battle import battle
from pbem_games.enduring_freedom.combat.plan import BattlePlan
from pbem_games.enduring_freedom.forms import FORMS
from pbem_games.enduring_freedom.plans import MOBILIZE_VERBS, PlanForm
from pbem_games.enduring_freedom.state import CAS, STRIKE


def read(state, table, text):
    """What a typed text means, in canonical words."""
    (say,) = FORMS.read_orders(state, table.pending, "coalition", text, lambda _: None)
    return say


def refuses(state, table, text, because):
    with pytest.raises(IllegalMove, match=because):
        read(state, table, text)


def offers(state, table):
    """All that is offered can be typed as it stands."""
    found = FORMS.examples(state, table.pending, "coalition", lambda _: None)
    assert found
    for words in found:
        read(state, table, words)
    return found


def test_6_0_zones_are_named():
    state = fresh()
    table = answer(playing(state), (2,))
    assert read(state, table, "Kabul, mazar") == "kabul,mazar_i_sharif"
    refuses(state, table, "kabul kubal", "did you mean")
    offers(state, table)


@pytest.mark.parametrize(("text", "say"), [
    ("26 MEU 15 meu to gulf; 22 SAS pakistan", "muster us_26meu,us_15meu persian_gulf ; muster uk_22sas pakistan"),
    ("28 aew", "muster air_28aew persian_gulf"), ("none", "none"),
])  # fmt: skip
def test_11_3_first_forces(text, say):
    state = fresh()
    table = answer(playing(state), (1,), "farah", ("tal_inf2_1",), (1,), "khyber", ("na_arty",))
    assert read(state, table, text) == say
    offers(state, table)


@pytest.mark.parametrize(("text", "say"), [
    ("iw*2 isr", "assets iw_1,iw_2,isr_1"), ("2 iw uav; lar", "assets iw_1,iw_2,uav_1 ; muster us_lar persian_gulf"),
    ("na 2 kabul", "levy 2 kabul"), ("fob kabul", "build us_fob_1 kabul"), ("remove fob ghazni", "remove us_fob_2"),
    ("irgc", "muster ir_irgc persian_gulf"),
])  # fmt: skip
def test_11_1_purchases(text, say):
    state = put(put(quiet("1a"), "kabul", SOF, ENGINEER), "ghazni", "us_fob_2")
    table = playing(state)
    assert read(state, table, text) == say
    offers(state, table)


def test_11_1_refusals_say_why():
    state = put(quiet("1a", np=3), "kabul", SOF)
    table = playing(state)
    refuses(state, table, "fob kabul", "no engineer is in Kabul")
    refuses(state, table, "na 2 herat", "no special forces are in Herat")
    refuses(state, table, "26 meu", "1 of 3 must be left")
    refuses(state, table, "5/1 sfg", "not understood")
    refuses(state, table, "iw*9", "4 iw can be mobilized, not 9")


def test_12_1_27_2_all_or_some():
    state = put(put(quiet("1b"), "pakistan", BATTALION, reduced=True), "strike", "air_vma", reduced=True)
    table = playing(state)
    assert read(state, table, "all") == f"refit {BATTALION},air_vma"
    assert read(state, table, "vma") == "refit air_vma"
    offers(state, table)
    state = put(quiet("4"), "zaranj", BATTALION, "us_lar")
    table = playing(state)
    assert read(state, table, "all") == f"pay {BATTALION},us_lar"
    assert offers(state, table)[0] == "1/187 Rakkasan, MEB LAR  # 2 NP"


def test_13_1_a_place_for_each_asset():
    state = put(hidden(quiet("2b"), "kabul"), "ready", "isr_1", "isr_2")
    table = playing(state)
    assert read(state, table, "kabul underground") == "isr isr_1 kabul ; isr isr_2 underground"
    refuses(state, table, "kabul kabul kabul", "no more ISR assets lie ready")
    offers(state, table)


def test_14_1_a_number():
    state = put(quiet("2a"), "ready", "iw_1", "iw_2")
    table = playing(state)
    assert [read(state, table, text) for text in ("2", "all", "none")] == ["2", "2", "0"]
    refuses(state, table, "3", "no number from 0 to 2")
    offers(state, table)


def test_15_0_staging():
    state = put(quiet("3a"), "persian_gulf", "air_cvw8", "air_16sow", BATTALION)
    table = playing(state)
    assert read(state, table, "all strike; 1/187 to pakistan") == (
        f"assign air_cvw8,air_16sow strike ; stage {BATTALION} pakistan")
    assert read(state, table, "16 sow cas") == "assign air_16sow cas"
    refuses(state, table, "vma strike", "in no staging area")
    offers(state, table)


def test_16_0_the_goal_or_the_way():
    state = north(put(put(quiet(), "kandahar", BATTALION, "us_fob_1"), "farah", "us_lar"), "farah", "na_fahim")
    table = playing(state)
    assert read(state, table, "1/187 to herat") == f"drive {BATTALION} lashkargam,farah,herat"
    assert read(state, table, "1/187 to spin boldak ghazni") == f"drive {BATTALION} spin_boldak,ghazni"
    assert read(state, table, "LAR, Fahim to herat") == "drive us_lar,na_fahim herat"
    assert read(state, table, "lar gulf") == "drive us_lar persian_gulf"
    refuses(state, table, "lar to kabul", "is not next to|not possible")
    refuses(state, table, "fob (us) 1 to herat", "cannot move now")
    offers(state, table)


def test_17_0_flights():
    state = put(put(quiet("3c"), STRIKE, "air_cvw8"), "ready", "uav_1", "uav_2", "tlam_1")
    foes(put(put(state, "pakistan", BATTALION), "kabul", "us_cjmp"), "herat", "tal_inf1_1")
    table = playing(state)
    assert read(state, table, "strike cvw-8 uav*2 herat") == "strike air_cvw8,uav_1,uav_2 herat"
    assert read(state, table, "tlam herat; fly 1/187 kabul") == f"strike tlam_1 herat ; assault {BATTALION} kabul"
    assert read(state, table, "fly cjmp to pakistan") == "transfer us_cjmp pakistan"
    refuses(state, table, "assault cjmp pakistan", "not airmobile")
    refuses(state, table, "strike uav*3 herat", "2 uav lie ready, not 3")
    offers(state, table)


def test_17_1_support():
    state = put(put(foes(quiet("6c"), "kabul", "tal_inf1_1"), "kabul", SOF), CAS, "air_vma", "air_fr")
    table = playing(state)
    assert read(state, table, "all kabul") == "cas air_vma,air_fr kabul"
    refuses(state, table, "vma herat", "no counterattack")
    offers(state, table)


def test_22_2_strikes():
    state = put(foes(quiet("3f"), "kabul", "tal_inf2_1", "aq_base_1"), "kabul", "air_vma")
    put(foes(state, "herat", "tal_inf1_1"), "herat", "air_fr")
    table = playing(state)
    assert read(state, table, "herat first aq_base") == "herat,kabul first=aq_base"
    assert read(state, table, "first Al Qaeda base") == "kabul,herat first=aq_base"
    offers(state, table)


def test_23_3_battles():
    state = put(foes(quiet("3g"), "kabul", "tal_inf2_1", "aq_base_1"), "kabul", SOF, HQ)
    table = playing(state)
    assert read(state, table, "kabul command hq first tal_inf2") == "kabul edge=command,base first=tal_inf2"
    assert read(state, table, "kabul both") == "kabul edge=command,base"
    assert read(state, table, "done") == "done"
    assert read(state, table, "kabul both; done") == "kabul edge=command,base ; done"
    refuses(state, table, "herat", "no battle can be fought in Herat")
    offers(state, table)


def test_23_4_the_edge_after_units_turned_up():
    state = north_hidden(put(foes(quiet("6d"), "farah", "tal_inf1_1"), "farah", HQ), "farah")
    table = answer(playing(state), "farah", ("na_zarbati",))
    assert [read(state, table, text) for text in ("none", "hq", "both")] == ["none", "base", "command,base"]
    refuses(state, table, "maybe", "not understood")
    offers(state, table)


def test_25_2_hits():
    state = put(foes(quiet(), "farah", "tal_inf2_1", "tal_inf2_2"), "farah", BATTALION, "us_lar")
    table = answer(run(battle(state, "islamist", BattlePlan("farah"))), (1, 6), (1, 2))
    assert read(state, table, "LAR 1/187") == f"us_lar,{BATTALION}"
    refuses(state, table, "lar", "2 units are to be named, 1 given")
    offers(state, table)


def test_10_2_29_1_33_1_single_picks():
    state = foes(quiet("2b"), "kabul", "mk_intel_1", up=False)
    put(state, "ready", "isr_1")
    table = answer(playing(state), "isr isr_1 kabul", (1,))
    assert read(state, table, "Mazar-e-Sharif") == "mazar_i_sharif"
    state = north(put(quiet("5"), "kabul", HQ), "kabul", "na_fahim", "na_karzai")
    table = playing(state)
    assert [read(state, table, text) for text in ("attempt", "no")] == ["attempt", "decline"]
    state = put(quiet("6a"), "pakistan", "us_lar", "us_cjmp")
    table = answer(playing(state), (1, 2))
    assert asks(table) == ("29.1", "rotation")
    assert read(state, table, "lar") == "us_lar"
    offers(state, table)


@pytest.mark.parametrize("say", [
    "", "none ; none", "muster", "muster us_26meu", "muster us_26meu pakistan kabul", "muster us_lar,us_lar pakistan",
    "muster us_26meu kabul", "levy 0 kabul", "levy 100 kabul", "levy two kabul", "remove us_26meu", "fly us_lar kabul",
    "muster us_26meu pakistan;", "muster  us_26meu pakistan", "assets us_26meu", "build us_26meu kabul", "none ",
])  # fmt: skip
def test_11_1_hostile_words_are_refused(say):
    form = PlanForm(fresh().numbers, MOBILIZE_VERBS, "11.1")
    with pytest.raises(IllegalMove):
        form.parse(say)


@pytest.mark.parametrize("say", ["none", "levy 2 kabul ; build us_fob_1 kabul", "muster us_26meu,air_vma pakistan"])
def test_11_1_words_are_canonical(say):
    form = PlanForm(fresh().numbers, MOBILIZE_VERBS, "11.1")
    assert form.spell(form.parse(say)) == say
