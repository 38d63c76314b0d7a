"""9.6, 9.7 Airgroups: committing, air-to-air combat, anti-aircraft fire, strikes."""

from __future__ import annotations

import pytest
from angola.boards_fire import equip, run, seal_columns, skirmish, told, under_way
from angola.boards_resolution import frozen, put

from pbem.errors import IllegalMove
from pbem.play.requests import Ask, Open, Roll, Seal, Write
from pbem.play.table import Table
from pbem_games.angola.combat.air import available, commit_airgroups, fight_in_the_air, mission_splits, strike
from pbem_games.angola.state import problems


async def air_steps(state, battle):
    await commit_airgroups(state, battle)
    await strike(state, battle, await fight_in_the_air(state, battle))


def over_dondo(ours, theirs, **more):
    """Steps 2, 4 and 5 over Dondo, where ten FAPLA infantry attack five of FNLA."""
    state = skirmish(10, 5, air=(ours, theirs), **more)
    return state, under_way(state)


# ---------------------------------------------------------------- Step 2


def test_A61_with_a_defending_column_all_numbers_open_together():
    state, battle = over_dondo(3, 2, letter="b")
    table = Table(commit_airgroups(state, battle))
    assert isinstance(table.pending, Seal)
    assert table.expected() == ("fapla", "fnla")
    before = frozen(state)
    with pytest.raises(IllegalMove):
        table.answer({"fapla": 4, "fnla": 0})
    assert frozen(state) == before
    table.answer({"fapla": 3, "fnla": 1})
    assert isinstance(table.pending, Open)
    table.answer()
    assert battle.air == {"fapla": 3, "fnla": 1}
    assert (state.factions["fapla"].air_ready, state.factions["fnla"].air_ready) == (0, 1)
    assert told(table) == "Committed over Dondo: FAPLA 3 airgroups, FNLA 1 airgroup"


def test_A61_without_one_the_attacker_knows_the_defenders_number():
    state, battle = over_dondo(3, 2)
    table = Table(commit_airgroups(state, battle))
    assert isinstance(table.pending, Ask)
    assert table.pending.seat == "fnla"
    assert table.legal() == [0, 1, 2]
    table.answer(2)
    assert table.pending.seat == "fapla"
    table.answer(0)
    assert battle.air == {"fapla": 0, "fnla": 2}


def test_R53_two_defending_factions_open_together_before_the_attacker():
    state, battle = over_dondo(3, 2)
    put(state, "unita", "dondo", 1)
    state.factions["unita"].air_ready = 1
    battle.defenders = ["fnla", "unita"]
    table = Table(commit_airgroups(state, battle))
    assert table.expected() == ("fnla", "unita")
    table.answer({"fnla": 2, "unita": 1})
    table.answer()
    assert table.pending.seat == "fapla"
    table.answer(1)
    assert battle.air == {"fapla": 1, "fnla": 2, "unita": 1}


def test_9_6_2_a_faction_without_units_left_commits_no_airgroup_in_a_further_round():
    state, battle = over_dondo(3, 2)
    battle.defenders = ["fnla", "unita"]  # UNITA has lost its last Unit in the first round
    battle.combat_round = 2
    state.factions["unita"].air_ready = 1
    table = Table(commit_airgroups(state, battle))
    assert table.expected() == ("fnla",)
    table.answer(2)
    table.answer(1)
    assert battle.air == {"fapla": 1, "fnla": 2, "unita": 0}
    assert state.factions["unita"].air_ready == 1


def test_A150_three_seals_and_one_opening():
    state, battle = over_dondo(3, 2, letter="b")
    put(state, "unita", "dondo", 1)
    state.factions["unita"].air_ready = 1
    battle.defenders = ["fnla", "unita"]
    table = Table(commit_airgroups(state, battle))
    assert table.expected() == ("fapla", "fnla", "unita")  # nothing is opened before all three are in
    table.answer({"fapla": 1, "fnla": 2, "unita": 1})
    assert isinstance(table.pending, Open)
    assert told(table) == ""


def test_9_6_2_who_has_none_is_not_asked():
    state, battle = over_dondo(0, 2, letter="b")
    table = Table(commit_airgroups(state, battle))
    assert isinstance(table.pending, Ask)  # alone with a choice, there is nothing to hide
    table.answer(1)
    assert battle.air == {"fapla": 0, "fnla": 1}
    state, battle = over_dondo(0, 0)
    assert Table(commit_airgroups(state, battle)).pending is None


@pytest.mark.parametrize("limit", ["majors_may_not_attack", "majors_may_not_move"])
def test_A127_after_a_crisis_airgroups_only_defend(limit):
    state, battle = over_dondo(3, 2)
    for faction in ("fapla", "fnla"):
        setattr(state.factions[faction].crisis, limit, True)
    assert available(state, battle, "fapla") == 0
    assert available(state, battle, "fnla") == 2


# ---------------------------------------------------------------- Step 4


def test_A62_the_larger_side_must_match_the_smaller():
    state, battle = over_dondo(5, 2)
    table = run(Table(air_steps(state, battle)), 2, 5)
    assert isinstance(table.pending, Ask)
    assert (table.pending.rule, table.pending.seat) == ("9.6.3", "fapla")
    before = frozen(state)
    with pytest.raises(IllegalMove):
        table.answer("fapla=1")
    with pytest.raises(IllegalMove):
        table.answer("fapla=6")
    assert frozen(state) == before
    table.answer("fapla=2")
    assert told(table).endswith("FAPLA: 2 for air superiority, 3 to strike; FNLA: 2 for air superiority, 0 to strike")


def test_A63_equal_numbers_cannot_strike():
    state, battle = over_dondo(3, 3)
    table = run(Table(air_steps(state, battle)), 3, 3, dice=[(1,) * 6, (1,) * 6])
    assert table.pending is None
    assert (state.factions["fapla"].air_done, state.factions["fnla"].air_done) == (3, 3)


def test_A64_both_sides_fire_before_results_are_applied():
    state, battle = over_dondo(1, 1)
    table = run(Table(air_steps(state, battle)), 1, 1, dice=[(6, 1), (6, 6)])
    assert table.pending is None
    assert [state.factions[f].air_done for f in ("fapla", "fnla")] == [0, 0]
    assert problems(state) == []


def test_9_6_3_without_strikers_suppression_asks_nobody():
    state, battle = over_dondo(2, 2)
    table = run(Table(air_steps(state, battle)), 2, 2, dice=[(4, 4, 5, 5), (6, 4, 4, 1)])
    assert table.pending is None
    assert [state.factions[f].air_done for f in ("fapla", "fnla")] == [1, 2]


def test_9_6_3_results_fall_on_all_airgroups_of_a_side():
    state, battle = over_dondo(4, 1)
    table = run(Table(air_steps(state, battle)), 1, 4, "fapla=1", dice=[(1, 1), (6, 4)])
    request = table.pending
    assert isinstance(request, Write)
    assert (request.rule, request.seat, request.about) == ("9.3.3", "fapla", "dondo/9.6.3/air")
    for say in ("lose fapla.strike*2", "lose fnla.superiority", "suppress fapla.strike", "lose fapla.superiority"):
        with pytest.raises(IllegalMove):
            table.answer(say)
    table.answer("lose fapla.superiority suppress fapla.strike")
    assert battle.air == {"fapla": 3, "fnla": 0}
    run(table, 2, dice=[(1, 1, 1, 1)])
    assert [state.factions[f].air_done for f in ("fapla", "fnla")] == [3, 1]
    assert state.factions["fapla"].air_ready == 0


def test_R52_the_conductor_shares_out_the_missions_of_both():
    state, battle = over_dondo(2, 2)
    put(state, "unita", "dondo", 1)
    state.factions["unita"].air_ready = 1
    battle.defenders, battle.conductor = ["fnla", "unita"], "unita"
    table = run(Table(air_steps(state, battle)), {"fnla": 2, "unita": 1}, 2)
    assert table.pending.seat == "unita"
    assert [table.options.spell(s) for s in table.legal()] == [
        "fnla=1 unita=1", "fnla=2 unita=0", "fnla=2 unita=1"
    ]


def test_9_6_3_alone_in_the_air():
    assert mission_splits({"fapla": 2}, 0) == [(("fapla", n),) for n in range(3)]
    state, battle = over_dondo(2, 0)
    table = run(Table(air_steps(state, battle)), 2, "fapla=2")
    assert table.pending is None  # nobody to fight, nobody to strike
    assert state.factions["fapla"].air_done == 2


# ---------------------------------------------------------------- Step 5


def test_A65_two_of_a_faction_strike():
    state, battle = over_dondo(4, 0)
    table = run(Table(air_steps(state, battle)), 4, "fapla=0")
    assert (table.pending.rule, table.pending.seat) == ("9.7", "fapla")
    assert table.legal() == [0, 1, 2]
    table.answer(2)
    assert isinstance(table.pending, Roll)
    assert table.pending.dice == 4
    table.answer((6, 4, 1, 1))
    assert table.pending is None
    assert len(state.factions["fnla"].loose) == 4
    assert battle.suppressed == ["n.inf2"]
    assert state.factions["fapla"].air_done == 4


def test_9_7_a_strike_may_be_left_out():
    state, battle = over_dondo(2, 0)
    table = run(Table(air_steps(state, battle)), 2, "fapla=0", 0)
    assert table.pending is None
    assert state.factions["fapla"].air_done == 2


def test_R60_two_of_each_allied_faction_strike_and_their_results_are_added():
    state, battle = over_dondo(0, 3)
    put(state, "unita", "dondo", 1)
    state.factions["unita"].air_ready = 3
    battle.defenders = ["fnla", "unita"]
    table = run(Table(air_steps(state, battle)), {"fnla": 3, "unita": 3}, "fnla=0 unita=0", 2, dice=[(6, 1, 1, 1)])
    assert (table.pending.seat, table.legal()) == ("unita", [0, 1, 2])
    run(table, 2, dice=[(4, 1, 1, 1)])
    assert table.pending is None
    assert len(state.factions["fapla"].columns["a"].known) == 9
    assert battle.suppressed == ["f.inf2"]


def test_A66_used_airgroups_are_done_for_the_turn():
    state, battle = over_dondo(2, 0)
    run(Table(air_steps(state, battle)), 1, "fapla=1")
    assert (state.factions["fapla"].air_ready, state.factions["fapla"].air_done) == (1, 1)
    assert available(state, battle, "fapla") == 1


def test_A67_A68_a_missile_suppresses_a_striker_and_is_spent():
    state, battle = over_dondo(1, 0)
    secrets = equip(state, "fnla", None, aa1="dondo")
    table = run(Table(air_steps(state, battle), secrets=secrets), 1, "fapla=0")
    assert isinstance(table.pending, Write)
    assert (table.pending.rule, table.pending.seat, table.pending.about) == ("9.7", "fnla", "dondo/missiles")
    run(table, "aa1", dice=[(4, 1)])
    assert table.pending is None  # none is left to strike
    assert state.factions["fapla"].air_done == 1
    assert "aa1" in state.equipment_pool
    assert problems(state) == []


def test_A68_a_miss_costs_the_missile_too():
    state, battle = over_dondo(1, 0)
    secrets = equip(state, "fnla", None, aa1="dondo")
    run(Table(air_steps(state, battle), secrets=secrets), 1, "fapla=0", "aa1", 1, dice=[(1, 1), (1, 1)])
    assert "aa1" in state.equipment_pool


def test_9_7_a_missile_that_is_elsewhere_is_not_fired():
    state, battle = over_dondo(1, 0)
    put(state, "fnla", "lucala", 1)
    secrets = equip(state, "fnla", None, aa1="dondo", aa2="lucala")
    table = run(Table(air_steps(state, battle), secrets=secrets), 1, "fapla=0")
    before = frozen(state)
    with pytest.raises(IllegalMove, match="what is sealed says otherwise"):
        table.check_claims("aa2")
    with pytest.raises(IllegalMove):
        table.answer("aa9")
    assert frozen(state) == before


def test_9_7_whoever_fires_what_is_not_there_is_found_out():
    state, battle = over_dondo(1, 0, false_claim="flag")
    put(state, "fnla", "lucala", 1)
    secrets = equip(state, "fnla", None, aa1="dondo", aa2="lucala")
    table = run(Table(air_steps(state, battle), secrets=secrets), 1, "fapla=0", "aa1 aa2", 0, dice=[(1, 1)])
    assert "FNLA claimed what was not true" in told(table)
    assert "aa2" in state.factions["fnla"].equipment
    assert problems(state) == []


def test_9_7_the_tool_passes_for_who_has_missiles_elsewhere_only():
    state, battle = over_dondo(1, 0)
    put(state, "fnla", "lucala", 1)
    secrets = equip(state, "fnla", None, aa2="lucala")
    table = run(Table(air_steps(state, battle), secrets=secrets), 1, "fapla=0")
    assert (table.pending.seat, table.pending.rule) == ("fapla", "9.7")


def test_9_3_3_a_side_that_is_suppressed_as_a_whole_fires_no_missiles():
    state, battle = over_dondo(1, 0)
    secrets = equip(state, "fnla", None, aa1="dondo")
    battle.suppressed = [f"n.inf{i}" for i in range(1, 6)]
    table = run(Table(air_steps(state, battle), secrets=secrets), 1, "fapla=0")
    assert table.pending.seat == "fapla"
    assert seal_columns(state) is not None
