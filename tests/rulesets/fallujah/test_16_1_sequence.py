"""16.1, 9.3 The sequence of a battle."""

from __future__ import annotations

import pytest
from fallujah.boards import hold, node, put, run, told
from fallujah.boards_fight import MOSQUE, OBJECTIVE, OPEN, URBAN, asked, battle, enemies_of, go, refused

from pbem.play.requests import Ask, Roll, Write
from pbem_games.fallujah.combat.battle import stands
from pbem_games.fallujah.combat.edge import (
    coalition_edge,
    has_edge,
    leads,
    opfor_edge,
    settle_edge,
    spell_lead,
    wins_ties,
)
from pbem_games.fallujah.combat.sequence import fight
from pbem_games.fallujah.orders import Stay
from pbem_games.fallujah.state import problems


def added(drms):
    return [str(drm) for drm in drms]


# ---------------------------------------------------------------- 16.1(2) the Tactical Edge


def test_A80_what_the_coalition_adds_to_its_die():
    state = battle(URBAN, "usmc_1_5 usmc_2lar", "mil_b")
    state.leaders["ldr_2"] = "usmc_1_5"
    put(state, "r2p03", "fob_1")
    assert added(coalition_edge(state, "usmc_2lar", "netwar")) == [
        "+3 2 LAR leads (16.1)", "+1 leader (29.2)", "+1 NetWar (12.3)", "+1 FOB (28.2)",
    ]


@pytest.mark.parametrize(("combat_round", "expected"), [(1, 7), (2, 6)])
def test_A81_what_opfor_adds_to_its_die(combat_round, expected):
    state = battle(URBAN, "usmc_1_5", "hvt_a mil_b", type="c2")
    state.operation.ambushes, state.operation.combat_round = 1, combat_round
    assert sum(drm.value for drm in opfor_edge(state)) == expected
    assert added(opfor_edge(state))[:2] == ["+5 Network emir leads (16.1)", "+1 C2 (20.1)"]


def test_16_1_2_the_best_contact_of_opfor_counts_not_its_strongest():
    state = battle(URBAN, "usmc_1_5", "hw_a hvt_c jih_a mob_attack")
    assert added(opfor_edge(state)) == ["+4 Radical cleric leads (16.1)"]


@pytest.mark.parametrize("type", ["al_qaeda", "c2"])
def test_R41_a_node_adds_to_the_edge_in_every_round(type):
    state = battle(URBAN, "usmc_1_5", "mil_b", type=type)
    state.operation.combat_round = 3
    assert sum(drm.value for drm in opfor_edge(state)) == 2


@pytest.mark.parametrize("type", ["strongpoint", "arms_cache", "abandoned", "ied_factory", "hostage_house"])
def test_16_1_other_nodes_add_nothing(type):
    assert added(opfor_edge(battle(URBAN, "usmc_1_5", "mil_b", type=type))) == ["+1 Militia leads (16.1)"]


def test_R58_each_ambush_counts():
    state = battle(URBAN, "usmc_1_5", "mil_b")
    state.operation.ambushes = 2
    assert added(opfor_edge(state)) == ["+1 Militia leads (16.1)", "+2 Ambush (14.5)"]


@pytest.mark.parametrize(("space", "ours"), [(OPEN, True), (URBAN, False), (OBJECTIVE, False), (MOSQUE, False)])
def test_A82_ties_are_settled_by_the_terrain(space, ours):
    state = battle(space, "usmc_1_5", "jih_b")
    table = go(run(settle_edge(state)), (4,), (4,))
    assert table.result is ours
    assert [has_edge(ahead, wins_ties=wins_ties(state)) for ahead in (-1, 0, 1)] == [False, ours, True]
    assert ", which is enough in this terrain; " in told(table)[-1]


def test_16_1_the_sentence_of_the_edge_shows_how_it_came_about():
    state = battle(URBAN, "usmc_1_5", "mil_b", type="c2")
    table = go(run(settle_edge(state)), (5,), (3,))
    assert table.result is True
    assert told(table) == [
        "Round 1 in Jughayfi West: the Coalition has the edge and fires first, 7 to 5; "
        "Coalition 5 +2 (1/5 leads) = 7; OPFOR 3 +1 (Militia leads) +1 (C2, 20.1) = 5"
    ]


def test_16_1_who_leads_is_told_where_it_was_chosen():
    state = battle(URBAN, "usmc_1_5 usmc_2_1", "mil_b")
    hold(state, netwar=1)
    table = go(run(settle_edge(state)), "usmc_2_1 netwar")
    assert told(table) == ["2/1 leads the force in Jughayfi West with NetWar"]


def test_16_1_both_sides_roll_one_die_the_coalition_first():
    table = run(settle_edge(battle(URBAN, "usmc_1_5", "mil_b")))
    assert isinstance(table.pending, Roll)
    assert asked(table) == ("16.1", "r3p03/coalition")
    table.answer((1,))
    assert asked(table) == ("16.1", "r3p03/opfor")
    table.answer((6,))
    assert table.result is False
    assert told(table)[0].startswith("Round 1 in Jughayfi West: OPFOR has the edge and fires first, 7 to 3; ")


def test_16_1_the_lead_and_a_marker_are_one_choice_the_quietest_first():
    state = battle(URBAN, "usmc_1_5 usmc_2lar usmc_c_1tk", "mil_b")
    hold(state, netwar=1, intel=1)
    table = run(settle_edge(state))
    assert isinstance(table.pending, Ask)
    assert asked(table) == ("16.1", URBAN)
    assert [spell_lead(lead) for lead in table.legal()] == [
        "usmc_2lar", "usmc_1_5", "usmc_c_1tk",
        "usmc_2lar netwar", "usmc_1_5 netwar", "usmc_c_1tk netwar",
        "usmc_2lar intel", "usmc_1_5 intel", "usmc_c_1tk intel",
    ]


def test_R64_a_helicopter_may_lead_and_another_unit_the_next_round():
    state = battle(MOSQUE, "usmc_mp hel_g1", "jih_a")
    state.operation.martyrs = True
    table = run(fight(state))
    assert table.legal()[0] == ("hel_g1", "")
    go(table, "hel_g1", (6,), (1,), (6, 6), (6,))  # nobody hits, OPFOR stands, no way out
    assert table.legal() == [("hel_g1", ""), ("usmc_mp", "")]
    table.answer("usmc_mp")
    assert state.operation.combat_round == 2


@pytest.mark.parametrize("say", [
    "usmc_2_1", "usmc_1_5 intel", "usmc_1_5 netwar netwar", "usmc_1_5 netwar intel", "netwar", "usmc_1_5,usmc_mp",
    "usmc_1_5 air4", "fob_1",
])
def test_A52_no_lead_from_outside_and_one_marker_at_most(say):
    state = battle(URBAN, "usmc_1_5 usmc_mp", "mil_b")
    put(state, URBAN, "fob_1")
    hold(state, netwar=2)
    refused(run(settle_edge(state)), state, say)


def test_A52_one_marker_gives_one():
    state = battle(URBAN, "usmc_1_5", "mil_b")
    hold(state, netwar=2)
    table = go(run(settle_edge(state)), "usmc_1_5 netwar", (3,), (4,))
    assert "+1 (NetWar, 12.3)" in told(table)[-1]
    assert table.result is True


def test_12_3_nothing_at_hand_nothing_to_commit():
    assert leads(battle(URBAN, "usmc_1_5", "mil_b")) == [("usmc_1_5", "")]


# ---------------------------------------------------------------- 16.1(3) a round


def test_16_1_the_order_of_a_round():
    state = battle(MOSQUE, "usmc_1_5 usmc_mp", "jih_a mob_attack")
    hold(state, netwar=1, air4=1)
    table = run(fight(state))
    seen = [asked(table)]
    for answer in [(3,), "usmc_1_5 netwar", (6,), (1,), "air4*1", (5, 6, 1), (4,)]:
        table.answer(answer)
        seen.append(asked(table))
    assert seen == [
        ("14.5", "r3p05/mob"), ("16.1", "r3p05"), ("16.1", "r3p05/coalition"), ("16.1", "r3p05/opfor"),
        ("23.2", "r3p05"), ("16.2", "r3p05/coalition"), ("16.2", "r3p05/opfor"), ("16.3", "r3p05"),
    ]
    assert enemies_of(state) == ["jih_a"]  # the mob, weaker, fell before it could fire


def test_16_1_3_the_side_with_the_edge_fires_first():
    state = battle(URBAN, "usmc_1_5", "mil_b")
    table = go(run(fight(state)), (1,), (6,))
    assert asked(table) == ("16.2", "r3p03/opfor")
    go(table, (6,))
    assert asked(table) == ("16.2", "r3p03/coalition")


def test_A83_a_dead_force_does_not_fire_and_its_strikes_are_used_up():
    state = battle(MOSQUE, "usmc_mp", "jih_a")
    hold(state, air4=2)
    table = go(run(fight(state)), (1,), (6,), "air4*1", (1,))
    assert table.pending is None
    assert table.result is False
    assert (state.available["air4"], state.recruits["air4"]) == (1, 3)
    assert enemies_of(state) == ["jih_a"]
    assert state.kia == -1
    assert told(table)[-1] == "The Coalition loses the battle of Maadhidi Mosque"


def test_A84_dead_opfor_does_not_fire():
    state = battle(MOSQUE, "usmc_mp", "mil_b")
    table = go(run(fight(state)), (6,), (1,), (2,))
    assert table.pending is None
    assert table.result is True
    assert state.units["usmc_mp"].place == MOSQUE
    assert told(table)[-1] == "The Coalition wins the battle of Maadhidi Mosque"


def test_R85_collateral_damage_that_ends_the_scenario_lets_nothing_more_happen():
    state = battle(MOSQUE, "usmc_mp", "jih_a jih_a")
    hold(state, air4=2)
    state.ops = 2
    table = go(run(fight(state)), (6,), (1,), "air4*2")
    with pytest.raises(Exception, match="the OPs are gone"):
        table.answer((6, 6, 6))
    assert state.ops == 0
    assert state.units["usmc_mp"].place == MOSQUE  # OPFOR did not come to fire


# ---------------------------------------------------------------- 16.1(4) stand or break off

CHART = [
    ("low", "open", False), ("low", "urban", False), ("low", "objective", False), ("low", "mosque", True),
    ("medium", "open", False), ("medium", "urban", False), ("medium", "objective", True), ("medium", "mosque", True),
    ("high", "open", False), ("high", "urban", True), ("high", "objective", True), ("high", "mosque", True),
    ("fanatic", "open", True), ("fanatic", "urban", True), ("fanatic", "objective", True), ("fanatic", "mosque", True),
]


@pytest.mark.parametrize(("level", "terrain", "expected"), CHART)
def test_16_1_4_stand_or_break_off(level, terrain, expected):
    where = {"open": OPEN, "urban": URBAN, "objective": OBJECTIVE, "mosque": MOSQUE}
    state = battle(where[terrain], "usmc_1_5", "jih_a")
    state.morale = level
    assert stands(state) is expected
    state.operation.martyrs = True
    assert stands(state)


def test_A85_at_high_morale_opfor_stands_in_the_city():
    state = battle(URBAN, "usmc_1_5", "jih_a", scenario="phantom_fury")
    put(state, "r3p02", "usmc_mp")
    table = go(run(fight(state)), (6,), (1,), (6,), (6,))
    assert isinstance(table.pending, Write)
    assert asked(table) == ("16.7", URBAN)
    assert table.legal() == [Stay()]
    table.answer("continue")
    assert asked(table) == ("16.1", "r3p03/coalition")
    assert state.operation.combat_round == 2


def test_A86_at_medium_morale_it_breaks_off_and_is_no_loss():
    state = battle(URBAN, "usmc_1_5", "jih_a mil_b hvt_c")
    table = go(run(fight(state)), (6,), (1,), (6,), (6, 6, 6))
    assert table.result is True
    assert (state.kia, enemies_of(state), state.eliminated_hvt) == (0, [], [])
    assert state.reaction_bin == state.numbers.reaction_bin
    assert told(table)[-2:] == [
        "OPFOR breaks off in Jughayfi West and saves Radical cleric; Militia; Jihadists, veteran",
        "The Coalition wins the battle of Jughayfi West",
    ]


def test_R62_R63_the_answer_is_given_after_every_round_by_the_level_then_valid():
    state = battle(URBAN, "usmc_1_5", "jih_a", scenario="phantom_fury")
    table = go(run(fight(state)), (6,), (1,), (6,), (6,))
    assert state.operation.combat_round == 2
    state.morale = "medium"
    assert go(table, (6,), (1,), (6,), (6,)).result is True


def test_R59_martyrs_stand_after_every_round():
    state = battle(OPEN, "usmc_1_5", "jih_a")
    state.morale, state.operation.martyrs = "low", True
    table = run(fight(state))
    for _ in range(3):
        go(table, (6,), (1,), (6,), (6,))
        if table.pending.rule == "16.7":  # the North Base is a way out
            table.answer("continue")
    assert state.operation.combat_round == 4
    assert enemies_of(state) == ["jih_a"]


def test_A170_a_mob_that_rolls_six_has_neither_firepower_nor_contact():
    state = battle(URBAN, "usmc_1_5", "mob_attack")
    table = go(run(fight(state)), (6,), (1,), (6,))
    assert state.operation.enemies[0].firepower == 0
    assert "OPFOR 6 +0 (Mob Attack leads) = 6" in told(table)[-1]
    go(table, (1,))  # it fires first and cannot hit
    assert state.units["usmc_1_5"].reduced is False
    table.answer((4,))
    assert table.result is True
    assert (state.kia, state.operation.held, state.reaction_bin["mob_attack"]) == (1, ["mob_attack"], 1)
    assert problems(state) == []


@pytest.mark.parametrize("die", [1, 2, 3, 4, 5])
def test_R57_a_mob_has_the_strength_it_rolls_and_rolls_again_each_round(die):
    state = battle(URBAN, "usmc_1_5", "mob_attack", scenario="phantom_fury")
    table = go(run(fight(state)), (die,), (6,), (1,))
    assert state.operation.enemies[0].firepower == die
    go(table, (6,), (6,))
    assert asked(table) == ("14.5", "r3p03/mob")
    assert table.pending.dice == 1


def test_R57_mobs_break_off_like_the_rest_and_are_returned_later():
    state = battle(URBAN, "usmc_1_5", "mob_attack mob_attack jih_a")
    table = go(run(fight(state)), (5, 2), (6,), (1,))
    assert [e.firepower for e in state.operation.enemies] == [2, 5, 5]  # weakest first by this round's strength
    go(table, (6,), (6, 6, 6))
    assert table.result is True
    assert state.operation.held == ["mob_attack", "mob_attack"]
    assert state.reaction_bin["jih_a"] == 3
    assert problems(state) == []


def test_16_1_5_rounds_go_on_until_one_side_is_gone():
    state = battle(MOSQUE, "usmc_c_1tk", "jih_a mil_b")
    table = go(run(fight(state)), (6,), (1,), (1,), (6,), (1,), (6,), (6,), (3,))
    assert table.result is True
    assert state.kia == 2
    assert [t for t in told(table) if t.startswith("Round")][1].startswith("Round 2 in Maadhidi Mosque: OPFOR has")


def test_R63_nothing_of_an_earlier_battle_counts_rounds():
    state = battle(URBAN, "usmc_1_5", "mil_b")
    state.operation.combat_round, state.operation.ambushes = 4, 1
    table = go(run(fight(state)), (6,), (1,))
    assert "Ambush" in told(table)[-1]


def test_R120_networked_forces_fight_as_one():
    state = battle(URBAN, "usmc_1_5 usmc_mp hel_g1", "mil_b mil_b", mode="networked")
    table = go(run(fight(state)), "hel_g1", (6,), (1,))
    assert table.pending.dice == 3


def test_16_1_a_node_is_no_enemy_and_no_help():
    state = battle(URBAN, "usmc_1_5", "mil_b", type="abandoned")
    node(state, "r3p02", "c2")  # next door
    assert added(opfor_edge(state)) == ["+1 Militia leads (16.1)"]
