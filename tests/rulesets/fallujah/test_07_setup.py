"""7 Setting up, and the first purchase."""

from __future__ import annotations

import pytest
from fallujah.boards import fresh, run, told
from fallujah.boards_turns import answer, is_sound, playing, refused

from pbem_games.fallujah.indexes import BattleEnds
from pbem_games.fallujah.locations import random_location
from pbem_games.fallujah.setup import first_purchase

SCENARIOS = ("vigilant_resolve", "phantom_fury", "campaign")


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_A17_a_concealed_node_on_each_objective_and_mosque(scenario):
    state = fresh(scenario)
    assert sorted(state.nodes) == sorted(
        id for id, s in state.numbers.spaces.items() if s.terrain in ("objective", "mosque")
    )
    assert (len(state.nodes), {n.type for n in state.nodes.values()}, state.node_bin) == (20, {""}, 8)
    assert is_sound(state)


@pytest.mark.parametrize(
    ("scenario", "ops", "morale"), [("vigilant_resolve", 65, "medium"), ("phantom_fury", 90, "high")]
)
def test_A18_ops_morale_and_kia_at_the_start(scenario, ops, morale):
    state = fresh(scenario)
    assert (state.ops, state.morale, state.kia) == (ops, morale, 0)
    assert state.blown == []
    assert state.helicopter == "bin"


def test_A19_R5_the_first_purchase_has_no_op_to_begin_it():
    state = fresh()
    table = answer(playing(state), "setup north=usmc_1_5")
    assert state.ops == 64
    assert (state.units["usmc_1_5"].place, state.units["usmc_1_5"].reduced) == ("north", False)
    assert (state.phase, state.turn, table.pending.rule) == ("operations", 1, "10.1")
    assert is_sound(state)


def test_7_1_strikes_and_netwar_lie_available():
    state = fresh()
    table = answer(playing(state), "setup east=usmc_ss_1 west=hel_t1 buy=air4*2,art3*1,netwar*1")
    assert state.available["air4"] == 2
    assert state.recruits["air4"] == 2
    assert not state.units["hel_t1"].aloft
    assert state.ops == 65 - 5  # 2 + 8 + 4 + 1 + 2 quarters
    assert told(table)[-1] == (
        "Recruited for 5 OPs, 60 left: SS 1 in East Base; HMM A in West Base; "
        "2 Airstrike (4), 1 Artillery (3), 1 NetWar"
    )
    assert is_sound(state)


def test_7_1_nothing_at_all_may_be_bought():
    state = fresh()
    table = playing(state)
    assert table.options.spell(table.options.default()) == "setup"
    answer(table, "setup")
    assert state.ops == 65


@pytest.mark.parametrize(
    ("say", "rule"),
    [
        ("setup r3p04=usmc_1_5", "11.1"),
        ("setup north=fob_1", "18.5"),
        ("setup buy=intel*1", "11.1"),
        ("setup buy=air4*5", "11.2"),
        ("setup north=usmc_1_5 south=usmc_1_5", "11.2"),
        ("setup north=usmc_1_5 leader=ldr_1:usmc_1_5", "30.2"),
    ],
)
def test_7_1_what_the_first_purchase_may_not_be(say, rule):
    state = fresh()
    refused(playing(state), say, state, rule=rule)


def test_7_1_more_than_the_starting_ops_cannot_be_spent():
    state = fresh()
    state.ops = 3
    refused(playing(state), "setup north=usmc_ss_1,usa_1_5s", state, rule="11.1", because="it costs 4 OPs, 3 are there")


def test_8_1_whoever_buys_with_all_ops_has_no_turn():
    state = fresh()
    state.ops = 3
    table = answer(playing(state), "setup north=usa_1_5s")
    assert table.result is not None
    assert (table.result.by, state.ops) == ("8.1", 0)


def test_7_1_without_ops_nobody_is_asked():
    state = fresh()
    state.ops = -2
    with pytest.raises(BattleEnds):
        run(first_purchase(state))


def test_A21_one_then_three_and_four_are_the_brooklyn_bridge():
    state = fresh()
    table = answer(run(random_location(state)), (1,), (3, 4))
    assert table.result == "r1p07"
    assert state.numbers.spaces[table.result].name == "Brooklyn Bridge"


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_7_a_scenario_is_sound_before_anything_happens(scenario):
    assert is_sound(fresh(scenario))
