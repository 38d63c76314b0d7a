"""23 to 26, 31.4, 32.1 Battles."""

from __future__ import annotations

import pytest
from enduring_freedom.boards import (
    BATTALION,
    HEAVY,
    HQ,
    IRAN,
    NATO,
    SOF,
    answer,
    asks,
    done,
    foes,
    is_sound,
    north,
    north_hidden,
    playing,
    put,
    quiet,
    refused,
    run,
    told,
)

from pbem_games.enduring_freedom.combat.account import Account
from pbem_games.enduring_freedom.combat.battle import battle, coalition_shots, fighters, islamist_shots, outcome
from pbem_games.enduring_freedom.combat.edge import coalition_drms, islamist_drms, side_with_edge
from pbem_games.enduring_freedom.combat.phases import counterattacks, ground_combat, zones_to_attack
from pbem_games.enduring_freedom.combat.plan import BattlePlan
from pbem_games.enduring_freedom.losses import cheapest, eliminate, hit_islamists, lose_step
from pbem_games.enduring_freedom.points import GameEnds

FARAH = BattlePlan("farah")


def fight(state, *answers, attacker="coalition", plan=FARAH):
    return done(battle(state, attacker, plan), *answers)


# ---------------------------------------------------------------- 23 when and where


def test_23_2_A102_R59_the_player_need_not_attack():
    state = put(foes(quiet("3g"), "farah", "tal_inf1_1"), "farah", BATTALION)
    table = run(ground_combat(state))
    refused(table, "kabul", state)
    answer(table, "done")
    assert (table.pending, len(state.islamists["farah"])) == (None, 1)


def test_23_2_one_battle_for_each_zone():
    state = put(foes(quiet("3g"), "farah", "tal_inf1_1", "tal_inf1_2"), "farah", BATTALION)
    table = answer(run(ground_combat(state)), "farah", (6, 1), (6,), (6, 6))
    assert table.pending is None


def test_23_2_R16_face_down_units_start_no_attack():
    state = north_hidden(foes(quiet("3g"), "farah", "tal_inf1_1"), "farah")
    assert zones_to_attack(state) == []
    north(state, "farah", "na_fahim")
    assert zones_to_attack(state) == ["farah"]


def test_23_3_A103_R81_counterattacks_everywhere_in_any_order():
    state = quiet("6d")
    for zone, foe, unit in (("farah", "tal_inf1_1", BATTALION), ("balkh", "tal_inf1_2", "us_lar"),
                            ("kabul", "tal_inf1_3", "us_cjmp")):
        put(foes(state, zone, foe), zone, unit)
    table = run(counterattacks(state))
    refused(table, "done", state, rule="23.3", because="fought in every zone")
    answer(table, "balkh", (6, 1), (1,))
    answer(table, "kabul", (6, 1), (1,))
    answer(table, "farah", (6, 1), (1,))
    assert (table.pending, state.np) == (None, 53)


def test_23_3_nobody_is_asked_when_nothing_is_left_to_say():
    state = put(foes(quiet("6d", np=1), "farah", "tal_inf1_1"), "farah", "us_cjmp")
    assert asks(run(counterattacks(state))) == ("23.4", "farah")  # the dice of the edge
    state.np = 2
    assert asks(run(counterattacks(state))) == ("23.3", "counterattack")  # command can be bought
    state.np = 1
    foes(state, "farah", "pak_vol1_1")
    assert asks(run(counterattacks(state))) == ("23.3", "counterattack")  # who falls first?


def test_23_3_several_battles_are_planned_in_a_row():
    state = quiet("6d", np=3)
    for zone, foe, unit in (("farah", "tal_inf1_1", BATTALION), ("balkh", "tal_inf1_2", "us_lar"),
                            ("kabul", "tal_inf2_1", "us_cjmp")):
        put(foes(state, zone, foe), zone, unit)
    table = run(counterattacks(state))
    refused(table, "balkh ; balkh", state, rule="23.2")
    refused(table, "balkh edge=command ; farah edge=command ; kabul edge=command", state, because="it costs 3 NP")
    answer(table, "balkh ; kabul edge=command ; farah")
    answer(table, (6, 1), (1,))  # Balkh
    assert state.booked == {"eliminations": 1, "edge": -1}  # Kabul has begun
    answer(table, (1, 6), (1,))  # CJMP is reduced and does not fire
    assert asks(table) == ("23.4", "farah")
    assert table.pending.dice == 2


def test_23_4_R7_an_edge_that_cannot_be_paid_any_more_is_left_out():
    state = quiet("6d", np=4)
    put(foes(state, "balkh", "tal_inf2_1"), "balkh", "us_lar")
    put(foes(state, "farah", "tal_inf1_1"), "farah", BATTALION)
    table = answer(run(counterattacks(state)), "balkh edge=command ; farah edge=command", (1, 6), (1,), (6,))
    assert state.np == 1
    assert "The edge in Farah cannot be paid any more" in told(table)
    assert state.booked["edge"] == -1


def test_23_3_attacks_in_a_row_and_done():
    state = quiet("3g")
    for zone, foe in (("farah", "tal_inf1_1"), ("balkh", "tal_inf1_2"), ("kunduz", "tal_inf1_3")):
        put(foes(state, zone, foe), zone, {"farah": BATTALION, "balkh": "us_lar", "kunduz": "us_cjmp"}[zone])
    table = run(ground_combat(state))
    refused(table, "done ; farah", state, because="done comes last")
    answer(table, "farah ; balkh ; done", (6, 1), (1,), (6, 1), (1,))
    assert (table.pending, len(state.islamists["kunduz"])) == (None, 1)


def test_26_1_A120_R81_a_drawn_battle_is_followed_by_a_counterattack():
    state = put(foes(quiet("3g", jihad=1), "farah", "tal_inf1_1"), "farah", "us_cjmp")
    table = answer(playing(state), "farah", (6, 1), (6,), (6,))
    assert "Battle in Farah: a draw" in told(table)
    answer(table, "pay us_cjmp")
    assert (state.phase, asks(table)) == ("6d", ("23.3", "counterattack"))


# ---------------------------------------------------------------- 23.4 the edge


def test_28_4_A105_the_jihad_level_changes_the_edge():
    for level, change in ((12, [1]), (1, [-1]), (6, [])):
        state = foes(quiet(jihad=level), "farah", "tal_inf1_1")
        assert [drm.value for drm in islamist_drms(state, "farah")] == change


def test_23_4_elite_counts_once():
    state = foes(put(quiet(), "farah", BATTALION, SOF), "farah", "aq_055_1", "aq_terror_1")
    foes(state, "farah", "mk_terror_1", "mk_terror_2")
    assert [drm.value for drm in coalition_drms(state, "farah", ())] == [1]
    assert [drm.value for drm in islamist_drms(state, "farah")] == [1, 1, 1]  # R96: one for each spectacle


def test_23_4_A106_one_exchange_only():
    state = put(foes(quiet("3g"), "farah", "tal_inf1_1"), "farah", "us_cjmp")
    table = answer(run(battle(state, "coalition", FARAH)), (6, 1), (6,), (6,))
    assert (table.pending, told(table)[-1]) == (None, "Battle in Farah: a draw")


@pytest.mark.parametrize(("ours", "theirs", "tie", "side"), [
    (5, 4, "islamist", "coalition"), (4, 5, "coalition", "islamist"), (4, 4, "islamist", "islamist"),
    (4, 4, "coalition", "coalition"),
])  # fmt: skip
def test_23_4_higher_total_or_the_terrain(ours, theirs, tie, side):
    assert side_with_edge(ours, theirs, tie) == side


def test_32_1_A144_R61_an_hq_adds_one_for_one():
    state = put(foes(quiet("3g"), "farah", "tal_inf1_1"), "farah", HQ)
    table = answer(run(ground_combat(state)), "farah edge=base")
    assert state.np == 49
    assert [drm.value for drm in coalition_drms(state, "farah", ("base",))] == [1]
    assert coalition_drms(state, "farah", ()) == []
    assert asks(table)[0] == "23.4"


def test_23_4_R61_both_can_be_bought_and_base_needs_one():
    state = put(foes(quiet("3g"), "farah", "tal_inf1_1"), "farah", "us_cjmp")
    table = run(ground_combat(state))
    refused(table, "farah edge=base", state, rule="32.1", because="no FOB or HQ")
    state.np = 1
    refused(table, "farah edge=command", state, rule="23.4", because="1 of 1 must be left")
    state.np = 50
    put(state, "farah", "us_fob_1")
    answer(table, "farah edge=command,base")
    assert state.booked == {"edge": -2}


def test_9_3_A32_R16_face_down_units_turn_up_in_battle():
    state = north_hidden(foes(quiet("6d"), "farah", "tal_inf1_1"), "farah")
    table = answer(run(counterattacks(state)), "farah", ("na_zarbati",), "none", (6, 1), (3,))
    assert (table.pending, state.islamists["farah"], state.north["farah"][0].up) == (None, [], True)


def test_23_4_R108_who_turns_up_is_seen_before_anything_is_bought():
    state = north_hidden(put(foes(quiet("6d"), "farah", "tal_inf1_1"), "farah", "us_fob_1"), "farah")
    table = answer(run(counterattacks(state)), "farah", ("na_zarbati",))
    assert asks(table) == ("23.4", "farah")
    assert table.options.says() == ("none", "command", "base", "command,base")
    refused(table, "base,command", state)
    answer(table, "command,base")
    assert state.booked == {"edge": -2}
    state = north_hidden(foes(quiet("6d"), "farah", "tal_inf1_1"), "farah")
    table = answer(run(counterattacks(state)), "farah edge=command", ("na_zarbati",))
    assert table.pending.dice == 2  # bought before, and not asked again


def test_9_4_A34_R85_contingents_fight_together():
    state = north(put(foes(quiet(), "farah", "tal_inf1_1"), "farah", BATTALION, NATO, IRAN), "farah", "na_fahim")
    assert fighters(state, "farah") == [BATTALION, NATO, IRAN, "na_fahim"]


def test_32_3_A146_iran_fights_as_coalition():
    state = put(foes(quiet(), "farah", "tal_inf1_1"), "farah", IRAN, "us_cjmp")
    assert IRAN in [shot.id for shot in coalition_shots(state, "farah", "coalition")]


# ---------------------------------------------------------------- 24 fire


def test_24_1_A107_up_to_the_factor():
    for die, left in ((2, 0), (3, 1)):
        state = put(foes(quiet("3g"), "farah", "tal_inf1_1"), "farah", "us_lar")
        fight(state, (6, 1), (die,), *([(6,)] if left else []))
        assert len(state.islamists["farah"]) == left


def test_24_3_A108_the_dead_do_not_fire_back():
    state = put(foes(quiet("3g"), "farah", "tal_inf1_1"), "farah", "us_lar")
    fight(state, (6, 1), (1,))
    assert state.np == 51


def test_24_3_who_has_the_edge_fires_first():
    state = put(foes(quiet("3g"), "farah", "tal_inf2_1"), "farah", "us_cjmp", reduced=True)
    fight(state, (1, 6), (1,))
    assert (state.units["us_cjmp"].place, state.np) == ("eliminated", 44)


def test_24_4_A109_heavy_units_do_collateral_damage_in_cities():
    state = put(foes(quiet("3g"), "herat", "tal_inf1_1"), "herat", HEAVY)
    fight(state, (6, 1), (5,), (6,), plan=BattlePlan("herat"))
    assert state.booked == {"collateral": -1}


def test_24_4_A110_islamist_heavies_bring_np():
    state = put(foes(quiet("3g"), "farah", "tal_arty_1"), "farah", "us_cjmp")
    fight(state, (1, 6), (6,), (6,))
    assert state.booked == {"collateral": 1}


def test_24_4_A111_light_units_never():
    state = put(foes(quiet("3g"), "farah", "tal_inf1_1"), "farah", "us_cjmp")
    fight(state, (6, 1), (6,), (6,))
    assert state.booked == {}


def test_24_4_R47_cas_pays_twice():
    state = put(put(foes(quiet("6d"), "farah", "tal_inf1_1"), "farah", "us_cjmp"), "farah", "air_cvw8")
    table = answer(run(counterattacks(state)), "farah", (6, 1), (6, 6), (6,))
    assert (state.booked, state.units["air_cvw8"].reduced) == ({"collateral": -1, "losses": -1}, True)
    assert (table.pending, state.units["air_cvw8"].place) == (None, "persian_gulf")


def test_24_5_A112_factor_zero_does_not_fire():
    state = put(foes(quiet(), "farah", "tal_inf1_1"), "farah", HQ, reduced=True)
    assert coalition_shots(state, "farah", "coalition") == []
    fight(state, (6, 1), (6,))


def test_31_4_A143_R67_attacking_heavies_lose_one_in_strongholds():
    state = put(foes(quiet(), "tora_bora", "tal_armor"), "tora_bora", HEAVY)
    assert [s.factor for s in coalition_shots(state, "tora_bora", "coalition")] == [3]
    assert [s.factor for s in coalition_shots(state, "tora_bora", "islamist")] == [4]
    assert [s.factor for s in islamist_shots(state, "tora_bora", "islamist")] == [2]
    assert [s.factor for s in islamist_shots(state, "tora_bora", "coalition")] == [3]


def test_24_7_R33_light_islamists_keep_theirs():
    state = foes(quiet(), "gardez", "aq_jihadi3_1", "tal_ad1_1")
    assert [s.factor for s in islamist_shots(state, "gardez", "islamist")] == [3, 1]


def test_24_2_R107_cas_fires_even_alone():
    state = put(foes(quiet(), "farah", "tal_inf1_1"), "farah", "air_cvw8")
    assert [s.id for s in coalition_shots(state, "farah", "islamist")] == ["air_cvw8"]


# ---------------------------------------------------------------- 25 losses


def test_25_1_A114_R36_special_forces_never_return():
    state = put(foes(quiet(), "farah", "aq_055_1"), "farah", BATTALION)
    done(hit_islamists(state, "farah", 1, (), rule="25.1"))
    assert (state.eliminated_islamists, state.np) == (["aq_055_1"], 52)
    assert is_sound(state)


def test_25_1_A115_levies_go_underground():
    state = foes(quiet(), "farah", "tal_inf1_1")
    done(hit_islamists(state, "farah", 1, (), rule="25.1"))
    assert (state.underground.down, state.np) == (70, 51)
    assert "tal_inf1_1" in state.bags[state.underground.bag]
    assert is_sound(state)


def test_25_2_A116_a_leader_costs_a_die():
    state = north(quiet(), "farah", "na_dostum")
    done(lose_step(state, "farah", "na_dostum", "losses", rule="25.2"), (5,))
    assert (state.np, state.eliminated_north) == (45, ["na_dostum"])
    assert is_sound(state)


def test_25_2_A117_R19_militia_become_available_again():
    state = north(quiet(), "farah", "na_inf1_1")
    done(lose_step(state, "farah", "na_inf1_1", "losses", rule="25.2"))
    assert (state.np, state.available.down, state.north["farah"]) == (49, 27, [])
    assert is_sound(state)


def test_25_3_A118_surplus_hits_vanish():
    state = foes(foes(quiet(), "farah", "tal_inf1_1", "tal_inf1_2"), "herat", "tal_inf1_3")
    done(hit_islamists(state, "farah", 5, (), rule="25.1"))
    assert (state.islamists["farah"], len(state.islamists["herat"])) == ([], 1)


@pytest.mark.parametrize(("unit", "reduced", "eliminated"), [
    (BATTALION, 2, 6), (SOF, 1, 2), ("air_vma", 1, 2), (IRAN, 0, 0), ("us_fob_1", 2, 6),
])  # fmt: skip
def test_25_2_R9_R37_R93_both_losses_are_paid(unit, reduced, eliminated):
    state = put(quiet(), "farah", unit)
    done(lose_step(state, "farah", unit, "losses", rule="25.2"))
    assert state.np == 50 - reduced
    done(lose_step(state, "farah", unit, "losses", rule="25.2"))
    assert (state.np, state.units[unit].place) == (50 - reduced - eliminated, "eliminated")
    assert is_sound(state)


def test_25_2_R9_outright_costs_the_elimination_only():
    state = put(quiet(), "farah", BATTALION)
    done(eliminate(state, "farah", BATTALION, "losses", rule="8.9"))
    assert state.np == 44


def test_25_2_R65_the_player_spreads_hits():
    state = put(foes(quiet(), "farah", "tal_inf2_1", "tal_inf2_2"), "farah", BATTALION, "us_lar")
    table = answer(run(battle(state, "islamist", FARAH)), (1, 6), (1, 2))
    assert asks(table) == ("25.2", "farah")
    refused(table, "us_lar,us_lar,us_lar", state, rule="25.2", because="2 hits to take")
    answer(table, "us_lar,us_lar")
    assert (state.units["us_lar"].place, state.units[BATTALION].reduced) == ("eliminated", False)


def test_25_2_the_draft_takes_the_cheapest_steps():
    state = north(put(quiet(), "farah", BATTALION, SOF), "farah", "na_inf1_1", "na_fahim")
    eligible = fighters(state, "farah")
    assert cheapest(state, eligible, 1) == (SOF,)  # 1 NP, factor 1: as cheap as militia, and named first
    assert cheapest(state, eligible, 4) == (SOF, "na_inf1_1", SOF, BATTALION)  # of 2 NP each the weaker first
    assert sorted(cheapest(state, eligible, 6)) == sorted([SOF, SOF, "na_inf1_1", "na_fahim", BATTALION, BATTALION])


# ---------------------------------------------------------------- 26 who has won


def test_26_0_R66_no_ground_unit_no_victory():
    state = put(foes(quiet(), "farah", "tal_inf1_1"), "farah", "air_vma")
    assert outcome(state, "farah") == "islamist"
    put(state, "farah", SOF)
    assert outcome(state, "farah") == "draw"
    state.islamists["farah"] = []
    assert outcome(state, "farah") == "coalition"


def test_10_2_R34_terrorists_fall_after_the_fight_and_score():
    state = put(foes(quiet("3g"), "farah", "aq_terror_1"), "farah", "us_cjmp")
    table = answer(run(battle(state, "coalition", FARAH)), (6, 1), (6,), (6,))
    assert (state.np, state.islamists["farah"]) == (51, [])
    assert told(table)[-1] == "Battle in Farah: the Coalition wins"


# ---------------------------------------------------------------- its account


def test_5_1_a_battle_that_takes_the_last_np_has_an_account_too():
    state = put(foes(quiet("3g", np=1), "farah", "tal_inf1_1"), "farah", BATTALION)
    table = answer(run(battle(state, "coalition", FARAH)), (1, 6))
    with pytest.raises(GameEnds) as end:
        answer(table, (1,), (6, 6))
    told = end.value.fought
    assert told.result == "Broken off"
    assert told.meaning.startswith("The game is over, no NP are left (")
    assert told.meaning.endswith("; NP go from 1 to 0")
    us, them = told.sides
    assert (len(us.reduced), len(us.lost), len(them.lost)) == (1, 0, 0)


def test_10_2_the_account_says_that_the_dice_of_a_terror_spectacular_follow():
    state = put(foes(quiet("3g"), "farah", "tal_inf1_1"), "farah", BATTALION)
    account = Account(state, "farah", "coalition")
    assert "terror" not in account.ended(state, "coalition").meaning
    foes(state, "farah", "mk_terror_1")
    assert account.ended(state, "coalition").meaning.endswith(", and the dice of a terror spectacular follow")
    assert "terror" not in account.ended(state, "draw").meaning
