"""23 Fire Support Strikes."""

from __future__ import annotations

import pytest
from fallujah.boards import hold, put, run, told
from fallujah.boards_fight import MOSQUE, OBJECTIVE, OPEN, URBAN, asked, battle, go, refused

from pbem.errors import IllegalMove
from pbem.play.requests import Write
from pbem_games.fallujah.combat.collateral import collateral
from pbem_games.fallujah.combat.fire import coalition_fire
from pbem_games.fallujah.combat.hits import assignments
from pbem_games.fallujah.combat.sequence import fight
from pbem_games.fallujah.combat.support import check_strikes, commit_strikes, strikes_at_hand
from pbem_games.fallujah.indexes import BattleEnds
from pbem_games.fallujah.map import is_controlled
from pbem_games.fallujah.state import problems

# ---------------------------------------------------------------- 23.1, 23.2 commitment


def test_23_2_any_number_of_strikes_at_hand_may_be_committed():
    state = battle(URBAN, "usmc_1_5", "mil_b")
    hold(state, air4=2, art3=1, soa=1)
    table = run(commit_strikes(state))
    assert isinstance(table.pending, Write)
    assert asked(table) == ("23.2", URBAN)
    assert table.legal() == [()]
    table.answer("air4*2,soa*1")
    assert table.result == (("air4", 2), ("soa", 1))
    assert (state.available["air4"], state.available["art3"], state.available["soa"]) == (0, 1, 0)
    assert told(table) == [
        "Fire support for the force in Jughayfi West: 2 x Airstrike (4), 1 x Special operations aircraft (5)"
    ]
    assert problems(state) == []


def test_23_2_none_is_allowed():
    state = battle(URBAN, "usmc_1_5", "mil_b")
    hold(state, air4=1)
    table = go(run(commit_strikes(state)), "none")
    assert (table.result, state.available["air4"], told(table)) == (
        (), 1, ["Fire support for the force in Jughayfi West: none"],
    )  # fmt: skip


def test_23_2_nobody_is_asked_without_strikes():
    state = battle(URBAN, "usmc_1_5", "mil_b")
    hold(state, netwar=2, intel=1)
    assert run(commit_strikes(state)).result == ()


def test_A120_a_strike_used_in_one_round_is_not_there_in_the_next():
    state = battle(MOSQUE, "usmc_1_5", "jih_a")
    hold(state, air4=1, art2=1)
    table = go(run(fight(state)), (6,), (1,), "air4*1", (6, 5), (6,), (6,), (1,))
    assert asked(table) == ("23.2", MOSQUE)
    refused(table, state, "air4*1", "art2*2")
    assert strikes_at_hand(state) == {"art2": 1}
    assert state.recruits["air4"] == 4
    assert problems(state) == []


ODD = ["air4*3", "air4", "netwar*1", "intel*1", "soa*1", "usmc_1_5", "art3*0", "all", "air4*2,soa*1"]


@pytest.mark.parametrize("say", ODD)
def test_23_1_odd_commitments_are_refused(say):
    state = battle(URBAN, "usmc_1_5", "mil_b")
    hold(state, air4=2, art3=1, netwar=1, intel=1)
    refused(run(commit_strikes(state)), state, say)


def test_23_1_the_refusal_says_what_is_at_hand():
    state = battle(URBAN, "usmc_1_5", "mil_b")
    hold(state, air4=2)
    for strikes, rule in (((("air4", 3),), "23.1"), ((("netwar", 1),), "23.2"), ((("air4", 1), ("air4", 1)), "23.2")):
        with pytest.raises(IllegalMove) as refusal:
            check_strikes(state, strikes)
        assert refusal.value.rule == rule
        assert refusal.value.legal == ("none", "air4*2")


def test_R67_strikes_are_committed_when_the_edge_is_known():
    state = battle(URBAN, "usmc_1_5", "mil_b")
    hold(state, air4=1)
    table = go(run(fight(state)), (1,), (6,))
    assert asked(table) == ("23.2", URBAN)


def test_R68_strikes_support_helicopters_alone():
    state = battle(URBAN, "hel_g1", "mil_b", mode="air")
    hold(state, air4=1)
    table = go(run(fight(state)), (6,), (1,), "air4*1")
    assert table.pending.dice == 2


def test_23_2_strikes_hit_like_units():
    state = battle(URBAN, "usmc_mp", "mil_b mil_b mil_b")
    go(run(coalition_fire(state, (("air4", 1), ("art2", 1)))), (3, 4, 3))
    assert state.kia == 1


def test_23_3_A122_strikes_take_no_hits():
    state = battle(URBAN, "usmc_mp usmc_1_5", "jih_a")
    hold(state, air4=1)
    table = go(run(fight(state)), "usmc_1_5", (1,), (6,), "air4*1", (1,))
    assert assignments(state, 1) == table.legal() == [("usmc_1_5",), ("usmc_mp",)]
    refused(table, state, "air4")


# ---------------------------------------------------------------- 31 Joint operations


def test_A154_option_31_bars_strikes_where_iraqis_fight():
    state = battle(URBAN, "ig_36c", "mil_b", joint_operations=True)
    hold(state, air4=4, soa=2)
    assert run(commit_strikes(state)).result == ()
    assert strikes_at_hand(state) == {}
    with pytest.raises(IllegalMove):
        check_strikes(state, (("air4", 1),))


def test_A155_in_the_second_battle_it_does_not():
    state = battle(URBAN, "ig_36c", "mil_b", scenario="phantom_fury", joint_operations=True)
    hold(state, air4=1)
    assert go(run(commit_strikes(state)), "air4*1").result == (("air4", 1),)


def test_R115_iraqis_who_only_stand_there_bar_them_too():
    state = battle(URBAN, "usmc_1_5", "mil_b", joint_operations=True)
    hold(state, air4=1)
    put(state, URBAN, "ig_2iif")
    assert strikes_at_hand(state) == {}


def test_31_without_the_option_nothing_is_barred():
    state = battle(URBAN, "ig_36c", "mil_b")
    hold(state, air4=1)
    assert strikes_at_hand(state) == {"air4": 1}


# ---------------------------------------------------------------- 23.4, 23.5 Collateral Damage


def lost(state, strikes, dice):
    """OPs that the fire of the force with these strikes costs."""
    before = state.ops
    table = go(run(coalition_fire(state, strikes)), dice)
    run(collateral(state, table.result, state.operation.space, rule="23.5"))
    return before - state.ops


SPACES = {"open": OPEN, "urban": URBAN, "objective": OBJECTIVE, "mosque": MOSQUE}


@pytest.mark.parametrize(("scenario", "terrain", "ops"), [
    ("vigilant_resolve", "open", 0), ("vigilant_resolve", "urban", 1), ("vigilant_resolve", "objective", 1),
    ("vigilant_resolve", "mosque", 1), ("phantom_fury", "open", 0), ("phantom_fury", "urban", 0),
    ("phantom_fury", "objective", 1), ("phantom_fury", "mosque", 1),
])
@pytest.mark.parametrize("kind", ["air4", "air3", "art3", "art2"])
def test_A124_A125_a_six_of_a_strike_costs_an_op_by_terrain_and_scenario(scenario, terrain, ops, kind):
    state = battle(SPACES[terrain], "usmc_1_5", "jih_a", scenario=scenario)
    assert lost(state, ((kind, 1),), (5, 6)) == ops


@pytest.mark.parametrize("civilians", [False, True])
def test_23_4_A123_special_operations_aircraft_do_none(civilians):
    state = battle(MOSQUE, "usmc_1_5", "jih_a")
    state.operation.civilians = civilians
    assert lost(state, (("soa", 1),), (5, 6)) == 0


@pytest.mark.parametrize("die", [1, 2, 3, 4, 5])
def test_23_5_only_a_six(die):
    state = battle(MOSQUE, "usmc_1_5", "jih_a")
    state.operation.civilians = True
    assert lost(state, (("art2", 1),), (die, die)) == 0


@pytest.mark.parametrize(("civilians", "ops"), [(False, 0), (True, 1)])
def test_A126_units_do_damage_only_among_civilians(civilians, ops):
    state = battle(MOSQUE, "usmc_1_5", "jih_a")
    state.operation.civilians = civilians
    assert lost(state, (), (6,)) == ops


@pytest.mark.parametrize(("terrain", "ops"), [("urban", 0), ("open", 0), ("mosque", 1), ("objective", 1)])
def test_A180_R53_civilians_follow_the_chart_of_the_scenario(terrain, ops):
    state = battle(SPACES[terrain], "usmc_1_5", "jih_a", scenario="phantom_fury")
    state.operation.civilians = True
    assert lost(state, (), (6,)) == ops


def test_R138_several_sixes_are_one_loss():
    state = battle(MOSQUE, "usmc_1_5 hel_g1", "jih_a")
    state.operation.civilians, state.ops = True, 10
    assert lost(state, (("air4", 2), ("soa", 1)), (6, 6, 6, 6, 6)) == 4


def test_R138_it_is_lost_once_and_after_the_losses():
    state = battle(MOSQUE, "usmc_1_5", "mil_b")
    hold(state, air4=3)
    state.ops = 3
    table = go(run(fight(state)), (6,), (1,), "air4*3")
    with pytest.raises(BattleEnds, match="Collateral Damage in Maadhidi Mosque") as end:
        table.answer((1, 6, 6, 6))
    assert (state.ops, state.kia, state.operation.enemies) == (0, 1, [])
    battle_told = end.value.fought
    assert battle_told.result == "Broken off"
    assert battle_told.meaning == (
        "The scenario is over, the OPs are gone (Collateral Damage in Maadhidi Mosque): nothing is captured in "
        "Maadhidi Mosque any more; the KIA index goes from +0 to +1")
    ours, theirs = battle_told.sides
    assert [[piece.name for piece in one.lost] for one in (ours, theirs)] == [[], ["Militia"]]


def test_R85_the_space_is_controlled_only_if_the_last_opfor_counter_has_fallen():
    for enemies, controlled in (("mil_b", True), ("mil_b mil_b", False)):
        state = battle(MOSQUE, "usmc_1_5", enemies)
        hold(state, air4=1)
        state.ops = 1
        table = go(run(fight(state)), (6,), (1,), "air4*1")
        with pytest.raises(BattleEnds):
            table.answer((1, 6))
        assert is_controlled(state, MOSQUE) is controlled


def test_23_5_hits_and_sixes_are_counted_apart():
    state = battle(URBAN, "usmc_1_5", "mil_b mil_b")
    table = go(run(coalition_fire(state, (("air4", 2),))), (1, 6, 4))
    assert (table.result, state.kia) == (1, 2)


def test_23_5_opfor_does_none():
    state = battle(MOSQUE, "usmc_1_5", "jih_a")
    state.operation.civilians, ops = True, state.ops
    go(run(fight(state)), (1,), (6,), (6,), (5,))
    assert state.ops == ops
