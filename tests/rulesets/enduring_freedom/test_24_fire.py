"""23.4, 24 Who takes part in a battle, and with what."""

from __future__ import annotations

from enduring_freedom.boards import (
    BATTALION,
    HEAVY,
    HQ,
    SOF,
    answer,
    asks,
    foes,
    illegal,
    north,
    put,
    quiet,
    refused,
    run,
    told,
)

from pbem_games.enduring_freedom.combat.battle import battle, coalition_shots, fighters, islamist_shots
from pbem_games.enduring_freedom.combat.edge import coalition_drms
from pbem_games.enduring_freedom.combat.phases import counterattacks, ground_combat
from pbem_games.enduring_freedom.combat.plan import BattlePlan
from pbem_games.enduring_freedom.losses import check_hits, targets
from pbem_games.enduring_freedom.zones import factor

FARAH = BattlePlan("farah")


def test_23_4_R60_all_who_are_there_take_part():
    state = north(put(quiet("3g"), "farah", SOF, HQ, "us_fob_1", "us_92eng"), "farah", "na_fahim", "na_arty")
    foes(state, "farah", "tal_inf1_1", "aq_base_1", "tal_ad1_1", "mk_rescue")
    table = answer(run(ground_combat(state)), "farah", (6, 1))
    assert fighters(state, "farah") == [SOF, HQ, "us_92eng", "us_fob_1", "na_fahim", "na_arty"]
    assert table.pending.dice == 6  # every unit has a factor, and nobody holds back
    assert [shot.id for shot in islamist_shots(state, "farah", "coalition")] == ["tal_inf1_1", "aq_base_1", "tal_ad1_1"]


def test_23_4_R62_what_is_bought_is_paid_before_both_sides_roll_at_once():
    state = put(foes(quiet("3g"), "farah", "tal_inf1_1"), "farah", BATTALION)
    table = run(ground_combat(state))
    refused(table, "farah edge=command,command", state)
    answer(table, "farah edge=command")
    assert (asks(table)[0], table.pending.dice, state.np, state.booked) == ("23.4", 2, 49, {"edge": -1})


def test_23_4_R63_aircraft_lend_no_elite_bonus_and_hold_no_zone():
    state = put(put(foes(quiet("6d"), "farah", "tal_inf1_1"), "farah", "us_cjmp"), "farah", "air_28aew")
    assert coalition_drms(state, "farah", ()) == []
    table = answer(run(battle(state, "islamist", FARAH)), (1, 6), (6,), (6, 6))
    assert told(table)[-1] == "Battle in Farah: a draw"
    state = put(put(foes(quiet("6d"), "farah", "tal_inf1_1"), "farah", "us_cjmp", reduced=True), "farah", "air_28aew")
    table = answer(run(battle(state, "islamist", FARAH)), (1, 6), (1,), (6,))
    assert told(table)[-1] == "Battle in Farah: the Islamists win"


def test_24_3_R64_ground_fire_never_hits_aircraft():
    state = put(foes(quiet("6d"), "farah", "tal_inf2_1", "tal_inf2_2", "aq_jihadi2_1"), "farah", "us_lar", "us_cjmp")
    put(state, "farah", "air_vma")
    table = answer(run(counterattacks(state)), "farah", (1, 6), (1, 1, 1))
    assert asks(table) == ("25.2", "farah")
    refused(table, "air_vma,us_lar,us_lar", state, rule="25.2", because="air_vma cannot stand here")
    answer(table, "us_lar,us_lar,us_cjmp")
    assert state.units["air_vma"].reduced is False
    illegal(check_hits, state, ("us_lar", "us_cjmp"), 1, ("us_lar", "us_cjmp"), "25.2")


def test_24_1_R98_the_side_that_lies_up_counts_before_terrain():
    state = put(quiet(), "tora_bora", HEAVY, BATTALION, reduced=True)
    assert [factor(state, id) for id in (HEAVY, BATTALION)] == [2, 2]
    shots = {shot.id: shot.factor for shot in coalition_shots(state, "tora_bora", "coalition")}
    assert shots == {HEAVY: 1, BATTALION: 2}  # the heavy one attacks a stronghold
    put(state, "tora_bora", HEAVY, BATTALION)
    shots = {shot.id: shot.factor for shot in coalition_shots(state, "tora_bora", "coalition")}
    assert shots == {HEAVY: 3, BATTALION: 3}


def test_25_1_R110_which_of_equals_falls_is_said_before_the_dice():
    state = put(foes(quiet("3g"), "farah", "tal_inf2_1", "aq_base_1", "pak_vol2_1"), "farah", BATTALION)
    table = run(ground_combat(state))
    refused(table, "farah first=aq_bin", state, rule="25.1", because="aq_bin is no kind of Islamist unit")
    refused(table, "farah first=tal_inf2,tal_inf2", state, rule="25.1", because="named twice")
    answer(table, "farah first=pak_vol2", (6, 1), (1,))  # one hit, and no other question
    assert [c.id for c in state.islamists["farah"]] == ["tal_inf2_1", "aq_base_1"]
    state = put(foes(quiet("3g"), "farah", "tal_inf2_1", "aq_base_1", "tal_inf1_1"), "farah", BATTALION, "us_2_187")
    answer(run(ground_combat(state)), "farah first=tal_inf2", (6, 1), (1, 6))
    assert [c.id for c in state.islamists["farah"]] == ["tal_inf2_1", "aq_base_1"]  # the weakest still falls first
    assert targets(state, "farah") == ["aq_base_1", "tal_inf2_1"]  # not named: the most NP first
