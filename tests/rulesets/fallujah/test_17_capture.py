"""17, 20.3 Winning and losing a battle; capturing nodes."""

from __future__ import annotations

import pytest
from fallujah.boards import node, put, run, told
from fallujah.boards_fight import MOSQUE, OPEN, URBAN, battle, enemies_of, go

from pbem_games.fallujah.capture import capture, lose_battle
from pbem_games.fallujah.combat.account import Account
from pbem_games.fallujah.combat.sequence import fight
from pbem_games.fallujah.indexes import BattleEnds
from pbem_games.fallujah.map import is_controlled
from pbem_games.fallujah.state import CAPTURED, problems

GAINS = {"abandoned": 0, "al_qaeda": 2, "arms_cache": 1, "c2": 3, "hostage_house": 0, "ied_factory": 2,
         "strongpoint": 0}


@pytest.mark.parametrize(("type", "gain"), GAINS.items())
def test_17_the_coalition_gains_ops_for_a_captured_node(type, gain):
    state = battle(URBAN, "usmc_1_5", "", type=type)
    before = state.ops
    table = run(capture(state))
    assert table.result is True
    assert state.ops == before + gain
    assert (state.nodes, state.captured_nodes, state.scores["coalition"].nodes) == ({}, [type], 1)
    assert problems(state) == []


def test_A102_a_won_battle_at_an_ied_factory():
    state = battle(URBAN, "usmc_1_5", "mil_b", type="ied_factory")
    ops = state.ops
    assert go(run(fight(state)), (6,), (1,), (1,)).result is True
    table = run(capture(state))
    assert state.ops == ops + 2
    assert state.numbers.nodes["ied_factory"].vp == 1
    assert told(table) == [
        "IED Factory is captured in Jughayfi West", f"IED Factory: 2 OPs gained, {ops + 2} now",
    ]


def test_A103_a_withdrawal_with_all_from_a_c2_is_a_defeat():
    state = battle(MOSQUE, "usmc_1_5", "jih_a mob_attack", type="c2")
    put(state, "r3p04", "usmc_mp")
    ops = state.ops
    assert go(run(fight(state)), (6,), (6,), (1,), (6,), (6, 6), "withdraw usmc_1_5 to=r3p04").result is False
    table = run(lose_battle(state))
    assert state.ops == ops - 3
    assert state.nodes[MOSQUE].type == "c2"
    assert (enemies_of(state), state.reaction_bin["jih_a"], state.operation.held) == ([], 3, ["mob_attack"])
    assert told(table) == [f"Battle lost at C2 in Maadhidi Mosque: 3 OPs lost, {ops - 3} left"]
    assert problems(state) == []


@pytest.mark.parametrize(("type", "loss"), GAINS.items())
def test_17_a_lost_battle_costs_what_the_chart_says(type, loss):
    state = battle(URBAN, "", "mil_b", type=type)
    before = state.ops
    run(lose_battle(state))
    assert state.ops == before - loss
    assert state.captured_nodes == []


def test_17_a_lost_battle_without_a_node_costs_nothing():
    state = battle(URBAN, "", "mil_b")
    before = state.ops
    table = run(lose_battle(state))
    assert (state.ops, enemies_of(state), told(table)) == (before, [], [])


def test_R79_the_helicopter_marker_costs_one_more_in_one_loss():
    state = battle(URBAN, "", "mil_b", type="al_qaeda")
    state.helicopter, state.ops = URBAN, 10
    state.reaction_bin["downed_helicopter"] -= 1
    table = run(lose_battle(state))
    assert (state.ops, state.helicopter) == (7, URBAN)
    assert told(table) == ["Battle lost at Al Qaeda and Downed Helicopter in Jughayfi West: 3 OPs lost, 7 left"]


def test_R8_a_lost_battle_may_end_the_scenario():
    state = battle(URBAN, "", "mil_b", type="c2")
    state.ops = 3
    with pytest.raises(BattleEnds):
        run(lose_battle(state))


def test_R8_the_card_of_a_battle_lost_with_the_last_ops_says_that_the_scenario_is_over():
    state = battle(URBAN, "usmc_1_5", "mil_b", type="c2")
    account = Account(state)
    state.operation.force = []
    for ops, over in ((2, ", the last: the scenario is over"), (3, ", the last: the scenario is over"), (4, "")):
        state.ops = ops
        meaning = account.ended(state, is_won=False).meaning
        assert meaning.startswith(f"C2 stays with OPFOR: 3 OPs are lost{over}; "), meaning


def test_A104_R76_R77_a_node_without_opfor_is_captured_at_once():
    state = battle(URBAN, "usmc_1_5", "", type="c2")
    table = run(capture(state))
    assert table.pending is None  # no leader check
    assert state.captured_nodes == ["c2"]


def test_A115_R36_only_a_force_captures():
    state = battle(URBAN, "usmc_1_5", "", type="c2")
    state.operation.space = "r3p02"  # a force elsewhere; the units beside the node take nothing
    assert run(capture(state)).result is False
    assert state.nodes[URBAN].type == "c2"


def test_A115_R86_a_force_that_enters_later_captures_it():
    state = battle(URBAN, "usmc_mp", "", type="c2")
    assert run(capture(state)).result is True


def test_A132_R74_gunships_alone_capture_and_do_not_control():
    state = battle(URBAN, "hel_g1 hel_g2", "mil_b", type="c2", mode="air")
    ops = state.ops
    assert go(run(fight(state)), "hel_g1", (6,), (1,), (1, 6)).result is True
    assert run(capture(state)).result is True
    assert state.ops == ops + 3
    assert not is_controlled(state, URBAN)


@pytest.mark.parametrize(("force", "gain"), [
    ("usmc_1_5", 0), ("usmc_1_5 usmc_fr", 2), ("ig_36c", 2), ("usmc_fr usmc_1r", 2), ("hel_s1 usmc_ss_1", 0),
])
def test_R89_a_hostage_house_needs_sof_in_the_force(force, gain):
    state = battle(URBAN, force, "", type="hostage_house")
    put(state, URBAN, "usn_nswg")  # beside the force
    before = state.ops
    run(capture(state))
    assert state.ops == before + gain


def test_17_the_downed_helicopter_is_secured():
    state = battle(URBAN, "usmc_1_5", "")
    state.helicopter, before = URBAN, state.ops
    state.reaction_bin["downed_helicopter"] -= 1
    table = run(capture(state))
    assert table.result is True
    assert (state.helicopter, state.ops, state.captured_nodes) == (CAPTURED, before + 1, [])
    assert told(table)[0] == "The Downed Helicopter is secured in Jughayfi West"
    assert problems(state) == []


def test_R51_one_win_takes_both():
    state = battle(URBAN, "usmc_1_5", "", type="arms_cache")
    state.helicopter, before = URBAN, state.ops
    run(capture(state))
    assert (state.helicopter, state.ops, state.nodes) == (CAPTURED, before + 2, {})
    assert state.scores["coalition"].nodes == 2


def test_20_3_where_nothing_lies_nothing_is_captured():
    state = battle(URBAN, "usmc_1_5", "")
    node(state, "r3p02", "c2")
    state.helicopter = "r3p04"
    table = run(capture(state))
    assert (table.result, told(table), list(state.nodes), state.helicopter) == (False, [], ["r3p02"], "r3p04")


def test_R90_capturing_leaves_the_kia_index():
    state = battle(URBAN, "usmc_1_5", "", type="al_qaeda")
    run(capture(state))
    assert state.kia == 0


def test_5_the_space_is_contested_while_opfor_is_there():
    state = battle(URBAN, "usmc_1_5", "mil_b")
    assert not is_controlled(state, URBAN)
    go(run(fight(state)), (6,), (1,), (1,))
    assert is_controlled(state, URBAN)


def test_R60_a_node_does_not_break_control():
    assert is_controlled(battle(URBAN, "usmc_1_5", "", type="c2"), URBAN)


def test_A176_A177_without_a_node_a_win_captures_nothing():
    for force, mode in (("hel_g1 hel_g2", "air"), ("hel_t1 usmc_1_5", "airmobile")):
        state = battle(OPEN, force, "mil_b", mode=mode)
        assert go(run(fight(state)), state.operation.force[0], (6,), (1,), (1, 6)).result is True
        assert run(capture(state)).result is False
        assert state.operation.force == force.split() or state.operation.force == force.split()[::-1]
