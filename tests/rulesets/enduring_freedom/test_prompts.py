"""What people are told when they are asked: prices, exact odds, room left; and that what is offered can be typed."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from enduring_freedom.boards import (
    BATTALION,
    ENGINEER,
    HEAVY,
    HQ,
    SOF,
    answer,
    foes,
    fresh,
    hidden,
    north,
    north_hidden,
    playing,
    put,
    quiet,
)
from enduring_freedom.boards_view import watched

from pbem.kit import chances
from pbem.kit.chances import percent, signed
from pbem.play.requests import Ask, Write
from pbem.ruleset import without_remark
from pbem_games.enduring_freedom import movement, odds, prospects
from pbem_games.enduring_freedom.forms import FORMS
from pbem_games.enduring_freedom.forms.advice import told_of
from pbem_games.enduring_freedom.odds_battle import Foe, Own, battle
from pbem_games.enduring_freedom.plans import Line


def asked(state):
    """What a game that rests in this position asks first, as its prompt."""
    table = playing(state)
    return FORMS.prompt(state, table.pending, "coalition", lambda _: None)


def offers(state):
    table = playing(state)
    return FORMS.examples(state, table.pending, "coalition", lambda _: None)


def test_every_request_of_two_turns_has_a_prompt_and_offers_that_can_be_typed():
    rules = set()

    def watch(state, request):
        rules.add(request.rule)
        prompt = FORMS.prompt(state, request, "coalition", lambda _: None)
        assert f"{state.np} NP, Jihad {state.jihad}" in prompt
        first = FORMS.examples(state, request, "coalition", lambda _: None)[0]
        words, _ = without_remark(first)
        assert FORMS.read_orders(state, request, "coalition", words, lambda _: None)

    watched("sensible", 3, 1, watch)
    assert {"6.0", "11.3", "11.1", "14.1", "15.0", "16.0", "17.0", "23.3"} <= rules


# ---------------------------------------------------------------- what is paid for


def test_11_1_mobilization_tells_prices_room_and_what_is_due():
    state = put(quiet("1a"), "kandahar", BATTALION, ENGINEER, SOF)
    prompt = asked(state)
    assert "3 NP each (airmobile): 2/187 Rakkasan 3E, 3/187 Rakkasan 3E, TFP Avn 3," in prompt
    assert "3 NP each (ground): GO 1/7 Cav 3H\n" in prompt
    assert "Persian Gulf 10 ground, 10 air" in prompt
    assert "Northern Alliance, 1 NP each, face down: 27 available; Kandahar." in prompt
    assert "FOB, 1 NP: 6 left; beside an engineer in Kandahar." in prompt
    assert "Sustainment as it stands: 2 NP for 92 Eng, 1/187 Rakkasan." in prompt


def test_27_2_sustainment_tells_the_price_and_what_a_step_costs():
    state = put(quiet("4"), "kandahar", BATTALION)
    assert "1/187 Rakkasan in Kandahar: 1 NP, or reduced for 2 NP" in asked(state)
    assert "No airbase has a FOB or HQ: nobody is supplied." in asked(state)
    put(state, "bagram", HQ)
    assert "1 airbase with a FOB or HQ: Bagram." in asked(state)


def test_12_1_refit_tells_who_cannot_be_refitted():
    state = put(put(quiet("1b"), "pakistan", SOF, reduced=True), "zaranj", BATTALION, reduced=True)
    assert "1/5 SFG in Pakistan 1 NP" in asked(state)
    assert "Reduced where nothing can be refitted: 1/187 Rakkasan." in asked(state)


# ---------------------------------------------------------------- odds


def test_14_1_infowar_tells_the_levels_that_may_come():
    state = put(quiet("2a", jihad=9), "ready", "iw_1")
    assert "1: Jihad 8 50%, 9 33%, 10 17%; 2.5 events" in asked(state)


def test_13_1_intelligence_tells_the_chances_and_what_lies_where():
    state = put(hidden(quiet("2b"), "kabul", 3), "ready", "isr_1")
    prompt = asked(state)
    assert "A zone 50%" in prompt
    assert "the Underground 83%: one of 67" in prompt
    assert "Concealed: 3: Kabul" in prompt


def test_22_2_air_movement_tells_what_a_strike_takes():
    state = put(foes(quiet("3c"), "kabul", "tal_inf2_1", "tal_inf1_1"), "strike", "air_28aew", "air_vma")
    assert "Strike Kabul (Taliban lashkar 2, Taliban levies 1): 28 AEW 5 takes 0.8 of 2" in asked(state)
    every = prospects.strike_on(state, "kabul", ["air_28aew", "air_vma"])
    assert every.kills == chances.hits([5, 2])
    assert f"all {percent(every.kills[2])}" in asked(state)
    assert every.lost == Fraction(4, 6)  # 24.4 two dice, five and six in a city


def test_23_4_a_battle_tells_its_exact_odds_with_and_without_the_edge():
    state = put(foes(quiet("3g"), "kabul", "tal_inf2_1"), "kabul", SOF)
    ours, theirs = [Own((1, 0), (100, 200))], [Foe(2, 100)]
    for bought in (0, 1):
        expected = battle(ours, theirs, odds.edge_chance(1 + bought, wins_ties=False))
        found = prospects.outlook(state, "kabul", "coalition", bought=bought)
        assert found == expected
    plain = battle(ours, theirs, odds.edge_chance(1, wins_ties=False))
    prompt = asked(state)
    assert f"you fire first 58%; you win {percent(plain.won)}, lose 0%" in prompt
    assert f"NP {signed(plain.np)} on average; command for 1 NP: first 72%" in prompt
    assert "base" not in prompt.split("first 72%")[1].split("\n")[0]


def test_23_4_an_edge_is_told_by_what_a_battle_brings_once_it_is_paid():
    state = put(foes(quiet("3g"), "kabul", "tal_inf2_1"), "kabul", SOF)
    bought = prospects.outlook(state, "kabul", "coalition", bought=1)
    assert f"win {percent(bought.won)}, NP {signed(bought.np - 1)} on average with that paid" in asked(state)


@pytest.mark.parametrize(("phase", "remark"), [
    ("1a", r"a sensible plan: [1-9]\d* NP"),
    ("3g", r"a sensible plan: \d NP for the edge"),
])
def test_a_sensible_plan_tells_what_it_costs_and_where_it_leads(phase, remark):
    state = north(foes(quiet(phase), "kabul", "tal_inf1_1"), "panjshir", "na_zarbati", "na_fahim")
    put(state, "kabul" if phase == "3g" else "gulf", SOF)
    assert re.fullmatch(remark, without_remark(offers(state)[0])[1])


def test_16_0_a_plan_of_drives_tells_who_would_fight_whom_with_what_odds():
    state = north(foes(quiet("3b"), "bagram", "tal_inf1_1"), "panjshir", "na_zarbati")
    plan = (Line("drive", ("na_zarbati",), ("bagram",)),)
    found = prospects.outlook(state, "bagram", "coalition", force=["na_zarbati"])
    assert told_of(state, plan, movement.carry_out) == (
        f"0 NP; Bagram: 1 unit against 1, win {percent(found.won)}, lose {percent(found.lost)}, NP {signed(found.np)}")


def test_32_1_a_base_in_the_zone_offers_its_edge():
    state = put(foes(quiet("3g"), "kabul", "tal_inf2_1"), "kabul", SOF, HQ)
    assert "command and base for 2 NP: first 83%" in asked(state)


def test_24_7_heavy_attackers_are_weaker_in_mountains_on_either_side():
    state = put(foes(quiet("3g"), "gardez", "tal_armor"), "gardez", "us_1cav")
    assert prospects.own(state, "gardez", "us_1cav", "coalition").factors == (3, 1)
    assert prospects.own(state, "gardez", "us_1cav", "islamist").factors == (4, 2)
    assert prospects.foe(state, "gardez", "tal_armor", "islamist").factor == 2
    assert prospects.foe(state, "gardez", "tal_armor", "coalition").factor == 3


def test_22_5_24_4_aircraft_over_mountains_and_cities():
    state = quiet()
    assert prospects.air_gun(state, "gardez", "air_28aew") == odds.Gun(4, 6)
    assert prospects.air_gun(state, "kabul", "air_28aew") == odds.Gun(5, 5)
    assert prospects.air_gun(state, "kabul", "air_28aew", in_battle=True) == odds.Gun(5, 5, 2)
    assert prospects.air_gun(state, "tora_bora", "uav_1") == odds.Gun(2, 6)


def test_25_2_hits_tell_what_each_step_costs():
    state = put(foes(quiet("3g"), "kabul", "tal_inf2_1"), "kabul", SOF, BATTALION)
    north(state, "kabul", "na_inf1_1", "na_fahim")
    table = playing(state)
    table.answer("kabul")
    table.answer((1, 6))  # the edge is theirs
    table.answer((1,))  # a hit
    prompt = FORMS.prompt(state, table.pending, "coalition", lambda _: None)
    assert "1/5 SFG 1E reduced to 0 for 1 NP, then 2" in prompt
    assert "1/187 Rakkasan 3E reduced to 2 for 2 NP, then 6" in prompt
    assert "Militia 1 (1) eliminated for 1 NP" in prompt
    assert "Fahim 2E eliminated for 1 die of NP" in prompt


def test_33_2_the_loya_jirga_tells_its_chance_and_what_it_brings():
    state = put(north(quiet("5", jihad=6), "kabul", "na_fahim", "na_dostum"), "kabul", HQ)
    said = "It succeeds with 58% (two dice above 6): Jihad -2, 3.5 NP gained; else Jihad +1, 7.0 NP lost."
    assert said in asked(state)


def test_8_9_19_3_air_movement_tells_room_and_capacity_left():
    state = put(quiet("3c"), "kandahar", "us_fob_1", BATTALION)
    put(state, "tora_bora", SOF)
    prompt = asked(state)
    assert "Kandahar 4 of 4" in prompt
    assert "Tora Bora 5" in prompt


# ---------------------------------------------------------------- what lies face down


def test_20_1_a_concealed_counter_counts_as_the_average_of_all_that_nobody_can_place():
    state = hidden(quiet(), "kabul", 4)
    mix = prospects.islamist_mix(state)
    assert mix.share == Fraction(59, 70)
    assert len(prospects.foes(state, "kabul", "coalition")) == 3
    foes(state, "herat", "aq_bin_laden")
    assert prospects.islamist_mix(state).share == Fraction(58, 69)


def test_9_3_northern_units_face_down_fight_as_their_average():
    state = north_hidden(foes(quiet(), "kabul", "tal_inf2_1"), "kabul", 2)
    assert sorted(prospects.north_factors(state))[:1] == [1]
    assert prospects.outlook(state, "kabul", "islamist").won > 0


# ---------------------------------------------------------------- offers


@pytest.mark.parametrize("phase", ["1a", "3c"])
def test_the_first_offer_is_a_plan_that_can_be_typed(phase):
    state = put(hidden(quiet(phase), "kandahar", 1), "pakistan", SOF, "uk_22sas", "us_1_75r")
    put(state, "strike", "air_28aew")
    table = playing(state)
    words, remark = without_remark(offers(state)[0])
    assert re.match(r"a sensible plan: \d+ NP", remark)
    (say,) = FORMS.read_orders(state, table.pending, "coalition", words, lambda _: None)
    assert isinstance(table.pending, Ask | Write)
    assert table.pending.options().read(say, "", "")


# ---------------------------------------------------------------- who moves, where the enemy is


def test_16_0_units_printed_alike_are_told_as_they_are_typed():
    state = north(quiet("3b"), "panjshir", "na_inf1_2", "na_inf1_7", "na_zarbati")
    assert "Can move: Panjshir Valley: Militia 2 (1), Militia 7 (1), Zarbati 3E." in asked(state)


SEEN = ("kabul", "tora_bora", "shah_i_kot", "kandahar", "kunduz", "herat", "farah")


def seen_all_over(phase):
    """One levy face up in each of seven zones."""
    state = quiet(phase)
    for at, zone in enumerate(SEEN):
        foes(state, zone, f"tal_inf2_{at + 1}")
    return state


def test_16_0_zones_where_units_could_attack_come_first():
    lines = asked(put(seen_all_over("3b"), "farah", SOF)).split("\n")
    told = [line.split(" (")[0] for line in lines if ": Taliban lashkar 2" in line]
    assert told[:2] == ["Farah", "Kabul"]
    assert "and Islamists in Kunduz" in lines


def test_22_no_zone_with_targets_is_left_out():
    prompt = asked(put(put(seen_all_over("3c"), "pakistan", SOF), "strike", "air_vma"))
    assert prompt.count("\nStrike ") == 6
    assert "Face up in Farah too" in prompt


def test_23_4_R108_the_odds_asked_again_are_those_of_the_counterattack():
    """Heavy units that defend a stronghold fire whole (24.7), and aircraft fire with them."""
    state = north_hidden(put(foes(quiet("6d"), "tora_bora", "tal_inf2_1"), "tora_bora", HEAVY), "tora_bora")
    put(state, "tora_bora", "air_28aew")
    table = playing(state)
    table.answer("tora_bora")
    table.answer(("na_inf1_1",))
    prompt = FORMS.prompt(state, table.pending, "coalition", lambda _: None)
    found = prospects.outlook(state, "tora_bora", "islamist", cas=["air_28aew"])
    assert f"you win {percent(found.won)}" in prompt
    assert found.won != prospects.outlook(state, "tora_bora", "coalition").won


# ---------------------------------------------------------------- what is met where a line leads


def choices_after(state, words):
    """What may follow, with its remark."""
    found = FORMS.follow(state, playing(state).pending, "coalition", words, lambda _: None)
    return {choice.words: choice.remark for choice in found.choices}


def test_17_0_who_can_fly_is_named_and_what_an_assault_would_meet():
    state = foes(put(put(quiet("3c"), "pakistan", SOF, "uk_22sas"), "kabul", "us_lar"), "kabul", "tal_inf2_1")
    put(state, "persian_gulf", *(id for id in state.numbers.ground if state.numbers.ground[id].hq))
    prompt = asked(state)
    assert "Pakistan: 1/5 SFG 1E a, 22 SAS 2E a" in prompt
    assert "Kabul: MEB LAR 2" in prompt
    found = choices_after(state, "assault 22 sas to ")
    odds = percent(prospects.outlook(state, "kabul", "coalition", force=["us_lar", "uk_22sas"]).won)
    assert found["Kabul"].startswith(f"Taliban lashkar 2; you win {odds}") or "win {odds}" in found["Kabul"]
    assert (found["Herat"], found["Central Asia"]) == ("nobody", "room for 6")
    hidden(state, "herat", 2)
    assert choices_after(state, "assault 22 sas to ")["Herat"].startswith("2 concealed; you win")


def test_16_0_what_a_drive_would_meet():
    state = foes(north(put(quiet(), "kandahar", BATTALION), "farah", "na_fahim"), "lashkargam", "tal_inf1_1")
    found = choices_after(state, "1/187 to ")
    assert found["Lashkargam"].startswith("Taliban levies 1; you win")
    assert found["Spin Boldak"] == "nobody; supply 1 NP"
    assert found["Lashkargam"].endswith("; supply 1 NP")


def test_17_1_support_that_costs_more_than_it_saves_is_not_offered_first():
    state = put(put(foes(quiet("6c"), "kandahar", "tal_armor"), "kandahar", "us_1_75r", "us_3_75r", "us_sword"),
                "cas", "air_16sow")
    offers = [without_remark(o)[0] for o in FORMS.examples(state, playing(state).pending, "coalition", lambda _: None)]
    assert offers[:2] == ["none", "all Kandahar"]


@pytest.mark.parametrize("rule", ["11.3", "11.1"])
def test_how_to_buy_is_told_above_what_is_for_sale(rule):
    """That list alone fills a terminal of 24 rows."""
    state = fresh() if rule == "11.3" else quiet("1a")
    table = playing(state)
    if rule == "11.3":
        table = answer(table, (1,), "farah", ("tal_inf2_1",), (1,), "khyber", ("na_arty",))
    assert table.pending.rule == rule
    lines = FORMS.prompt(state, table.pending, "coalition", lambda _: None).splitlines()
    assert lines[1].startswith("Type ")
    assert lines[2].startswith("1 NP each")
