"""14 OPFOR Reaction: prerequisites, picks, execution in order, what follows, markers back."""

from __future__ import annotations

import pytest
from fallujah.boards import arrived, bytes_of, fresh, hold, node, put, quiet, run, told
from fallujah.boards_react import (
    MOSQUE,
    OBJECTIVE,
    OPEN,
    URBAN,
    is_over,
    is_sound,
    lands_at,
    loses,
    picks,
    rolls,
    stopped,
    turns_up,
    wins,
)

from pbem.kit.pools import size
from pbem.play.playout import SeededDice
from pbem.play.requests import Draw, Roll
from pbem_games.fallujah.indexes import BattleEnds
from pbem_games.fallujah.map import controlled_node_spaces, is_controlled
from pbem_games.fallujah.reaction import react
from pbem_games.fallujah.state import CAPTURED, DESERTED, ELIMINATED


def reacting(*force: str, at: str = URBAN, level: str = "low", type: str | None = None, scenario="vigilant_resolve"):
    """A force has stopped in a space, at a node where a type is given, and OPFOR reacts."""
    state = quiet(scenario)
    state.morale = level
    if type is not None:
        node(state, at, type)
    stopped(state, *force, at=at)
    return state, run(react(state))


def drawn(table, limit: int = 20) -> int:
    """How many deceptions can be picked before something else is asked; the reaction is then over."""
    count = 0
    while isinstance(table.pending, Draw) and count < limit:
        pool = table.pending.pool
        table.answer((next(k for k in ("deception", "civilians", "intel") if k in pool),))
        count += 1
    return count


# ---------------------------------------------------------------- 14.1(1) boots on the ground


def test_A62_in_a_space_with_a_battalion_nothing_is_picked():
    state = quiet()
    put(state, URBAN, "usmc_2_1")
    stopped(state, "usmc_1_5")
    before = bytes_of(state)
    table = run(react(state))
    assert is_over(table)
    assert table.result is False
    assert bytes_of(state) == before
    assert told(table) == ["2/1 in Jughayfi West before: no reaction, the operation is over"]


@pytest.mark.parametrize("type", ["", "c2", "al_qaeda"])
def test_A169_with_a_battalion_at_a_raid_node_a_new_force_just_stops(type):
    state = quiet()
    node(state, OBJECTIVE, type)
    put(state, OBJECTIVE, "usmc_2_1")
    stopped(state, "usmc_1_5", at=OBJECTIVE)
    before = bytes_of(state)
    table = run(react(state))
    assert is_over(table)
    assert table.result is False
    assert bytes_of(state) == before


def test_A115_a_node_laid_under_units_is_captured_only_by_a_force_that_enters_after_they_left():
    state = quiet()
    node(state, OBJECTIVE, "c2")
    put(state, OBJECTIVE, "usmc_2_1")
    stopped(state, "usmc_1_5", at=OBJECTIVE)
    assert is_over(run(react(state)))
    assert state.captured_nodes == []
    put(state, MOSQUE, "usmc_1_5", "usmc_2_1")
    stopped(state, "usmc_2_1", at=OBJECTIVE)
    table = run(react(state))
    picks(table, "deception", "deception")
    assert is_over(table)
    assert state.captured_nodes == ["c2"]
    assert is_sound(state)


def test_A175_a_fob_alone_at_a_node_does_not_stop_the_reaction():
    state = quiet()
    state.morale = "low"
    node(state, OBJECTIVE, "c2")
    put(state, OBJECTIVE, "fob_1")
    stopped(state, "usmc_1_5", at=OBJECTIVE)
    table = run(react(state))
    picks(table, "mil_b")
    wins(table)
    assert is_over(table)
    assert state.captured_nodes == ["c2"]
    assert table.result is False


def test_R36_a_fob_without_a_node_or_with_a_friend_blocks():
    state = quiet()
    put(state, OBJECTIVE, "fob_1")
    stopped(state, "usmc_1_5", at=OBJECTIVE)
    assert is_over(run(react(state)))
    node(state, OBJECTIVE, "c2")
    put(state, OBJECTIVE, "usmc_mp")
    assert is_over(run(react(state)))
    assert state.captured_nodes == []


@pytest.mark.parametrize("aloft", [False, True])
def test_R35_helicopters_are_no_boots_on_the_ground(aloft):
    state = quiet()
    put(state, URBAN, "hel_g1", aloft=aloft)
    stopped(state, "usmc_1_5")
    table = run(react(state))
    assert isinstance(table.pending, Draw)


# ---------------------------------------------------------------- 14.1(2), 14.1(3) picks


@pytest.mark.parametrize(("level", "type", "count"), [
    pytest.param("low", None, 1, id="low"),
    pytest.param("medium", None, 2, id="A36 medium"),
    pytest.param("high", None, 3, id="A37 high"),
    pytest.param("fanatic", None, 4, id="fanatic"),
    pytest.param("fanatic", "arms_cache", 5, id="A38 fanatic, Arms Cache"),
    pytest.param("low", "c2", 1, id="another node adds none"),
])  # fmt: skip
def test_A36_A37_A38_picks_by_level_and_node(level, type, count):
    state, table = reacting("usmc_1_5", at=OBJECTIVE, level=level, type=type)
    assert drawn(table) == count
    assert is_over(table)
    assert state.operation.queue == []
    assert is_sound(state)


def test_A38_a_concealed_arms_cache_is_turned_up_first_and_counts():
    _, table = reacting("usmc_1_5", at=OBJECTIVE, level="low", type="")
    turns_up(table, "arms_cache")
    assert drawn(table) == 2


def test_R42_the_morale_check_of_al_qaeda_comes_before_the_picks():
    state, table = reacting("usmc_1_5", at=OBJECTIVE, level="medium", type="")
    turns_up(table, "al_qaeda")
    rolls(table, 6, 6, 6, rule="14.1")
    assert state.morale == "high"
    assert drawn(table) == 3


def test_R38_an_al_qaeda_seen_by_isr_checks_when_a_force_stops_there_once():
    state, table = reacting("usmc_ss_1", at=OBJECTIVE, level="low", type="al_qaeda")
    rolls(table, 6, 6, 6)
    picks(table, "mil_a", "deception")
    loses(table)
    assert is_over(table)
    stopped(state, "usmc_1_5", at=OBJECTIVE)
    assert isinstance(run(react(state)).pending, Draw)  # no second check


def test_R41_an_arms_cache_adds_its_pick_in_every_later_reaction():
    state, table = reacting("usmc_ss_1", at=OBJECTIVE, level="low", type="arms_cache")
    picks(table, "mil_a", "deception")
    loses(table)
    stopped(state, "usmc_1_5", at=OBJECTIVE)
    assert drawn(run(react(state))) == 2


def test_R45_the_bin_runs_out():
    state = quiet()
    state.morale = "fanatic"
    stopped(state, "usmc_1_5")
    state.reaction_bin = dict.fromkeys(state.reaction_bin, 0) | {"deception": 2}
    table = run(react(state))
    assert drawn(table) == 2
    assert is_over(table)
    assert told(table).count("The Reaction Bin is empty: nothing is picked") == 2


def test_D3_each_pick_is_drawn_from_what_is_in_the_bin_then():
    _, table = reacting("usmc_1_5", level="medium")
    assert (table.pending.rule, table.pending.about, len(table.pending.pool)) == ("14.1", URBAN, 55)
    picks(table, "hvt_a")
    assert len(table.pending.pool) == 54
    assert "hvt_a" not in table.pending.pool


def test_R63_the_number_of_picks_stays_when_a_picked_event_moves_the_level():
    state, table = reacting("usmc_1_5", level="medium")
    picks(table, "morale_check", "deception")
    rolls(table, 6, 6, 6)
    assert is_over(table)
    assert state.morale == "high"


def test_14_4_a_node_revealed_by_isr_is_not_revealed_again():
    _, table = reacting("usmc_1_5", at=OBJECTIVE, level="low", type="ied_factory")
    picks(table, "deception")  # no reveal, no IEDs
    assert is_over(table)


# ---------------------------------------------------------------- 14.3 execution


def test_A69_events_in_the_order_picked_then_what_fights_then_all_markers_go_back():
    state, table = reacting("usmc_1_5", level="high")
    picks(table, "deception", "mil_b", "media_wars")
    assert state.operation.enemies == []  # deployed only after the events
    rolls(table, 1, rule="14.7")
    assert state.ops == 66
    assert [e.kind for e in state.operation.enemies] == ["mil_b"]
    assert state.operation.held == ["deception", "media_wars"]
    assert state.reaction_bin["media_wars"] == 1
    wins(table)
    assert is_over(table)
    assert state.operation.held == []
    assert state.reaction_bin == state.numbers.reaction_bin
    assert is_sound(state)


def test_A70_an_ambush_picks_a_third_counter_that_joins_the_end():
    state, table = reacting("usmc_1_5", level="medium")
    picks(table, "ambush", "media_wars")
    picks(table, "morale_check")  # of the ambush, before the Media Wars are resolved
    assert state.operation.queue == ["media_wars", "morale_check"]
    rolls(table, 3, rule="14.7")
    rolls(table, 1, 1, 1, rule="9.2")
    assert is_over(table)
    assert is_sound(state)


def test_R44_extra_picks_may_bring_further_ones():
    state, table = reacting("usmc_1_5", level="low")
    picks(table, "ambush", "martyrs", "ambush", "deception")
    assert is_over(table)
    assert state.reaction_bin == state.numbers.reaction_bin


def test_R44_the_pick_of_an_arms_cache_is_among_the_first():
    state, table = reacting("usmc_1_5", at=OBJECTIVE, level="low", type="arms_cache")
    picks(table, "ambush", "deception", "intel")
    assert is_over(table)
    assert state.available["intel"] == 1


def test_14_3_events_are_told_in_order():
    _, table = reacting("usmc_1_5", level="medium")
    picks(table, "civilians", "uprising_elsewhere")
    assert told(table) == [
        "Picked from the Reaction Bin: Civilians",
        "Picked from the Reaction Bin: Uprising Elsewhere",
        "Civilians in Jughayfi West: whoever rolls a 6 may cause Collateral Damage",
        "Uprising elsewhere: reinforcements cost double from now on",
        "1/5 in Jughayfi West: no OPFOR unit appears",
    ]


def test_A170_a_mob_fights_as_a_unit_and_always_goes_back():
    state, table = reacting("usmc_1_5", level="low")
    picks(table, "mob_attack")
    assert [(e.kind, e.contact) for e in state.operation.enemies] == [("mob_attack", 0)]
    rolls(table, 6, rule="14.5")
    wins(table)
    assert is_over(table)
    assert state.kia == 1
    assert state.reaction_bin == state.numbers.reaction_bin
    assert table.result is True


def test_A173_intel_used_in_the_battle_goes_back_when_the_reaction_is_over():
    state, table = reacting("usmc_1_5", level="medium")
    picks(table, "intel", "mil_b")
    assert state.available["intel"] == 1
    table.answer("usmc_1_5 intel")
    assert state.operation.held == ["intel"]
    wins(table)
    assert (state.reaction_bin["intel"], state.available["intel"]) == (2, 0)
    assert is_sound(state)


def test_A173_intel_not_used_stays_at_hand_for_later():
    state, table = reacting("usmc_1_5", level="low")
    picks(table, "intel")
    assert is_over(table)
    assert (state.reaction_bin["intel"], state.available["intel"]) == (1, 1)


# ---------------------------------------------------------------- 14.3(3), 15, 17 what follows


def test_14_1_a_battle_won_without_a_node_lets_the_force_go_on():
    _, table = reacting("usmc_1_5", level="low")
    picks(table, "mil_b")
    wins(table)
    assert is_over(table)
    assert table.result is True


def test_R88_without_a_battle_it_does_not_go_on():
    _, table = reacting("usmc_1_5", level="low")
    picks(table, "deception")
    assert is_over(table)
    assert table.result is False


def test_R76_R77_a_node_without_opfor_units_is_captured_at_once_without_a_leader_check():
    state, table = reacting("usmc_1_5", at=OBJECTIVE, level="low", type="c2")
    picks(table, "deception")
    assert is_over(table)
    assert state.captured_nodes == ["c2"]
    assert state.ops == 68
    assert table.result is False


def test_17_a_node_won_in_battle_is_captured_and_ends_the_movement():
    state, table = reacting("usmc_1_5", at=OPEN, level="low", type="c2")
    picks(table, "mil_b")
    wins(table)
    assert is_over(table)
    assert state.captured_nodes == ["c2"]
    assert table.result is False


def test_A114_after_a_failed_attack_the_node_stays_face_up():
    state, table = reacting("usmc_ss_1", at=OBJECTIVE, level="low", type="")
    turns_up(table, "c2")
    picks(table, "jih_a")
    loses(table)
    assert is_over(table)
    assert table.result is False
    assert state.nodes[OBJECTIVE].type == "c2"
    assert state.ops == 62
    assert state.units["usmc_ss_1"].place == ELIMINATED
    assert state.reaction_bin == state.numbers.reaction_bin
    assert is_sound(state)
    stopped(state, "usmc_1_5", at=OBJECTIVE)
    assert run(react(state)).pending.rule == "14.1"  # nothing is drawn for it again


def test_14_3_markers_go_back_after_a_lost_battle_too():
    state, table = reacting("usmc_ss_1", level="medium")
    picks(table, "deception", "jih_a")
    loses(table)
    assert is_over(table)
    assert state.reaction_bin == state.numbers.reaction_bin
    assert state.operation.enemies == []


def test_R43_what_the_events_did_here_is_over_before_the_force_goes_on():
    state, table = reacting("usmc_1_5", at=OPEN, level="high")
    picks(table, "ambush", "civilians", "mil_b", "mil_b")
    wins(table)
    assert is_over(table)
    operation = state.operation
    assert (operation.ambushes, operation.martyrs, operation.civilians, operation.combat_round) == (0, False, False, 0)
    assert table.result is True
    put(state, "r3p05", "usmc_1_5")
    operation.space = "r3p05"
    state.morale = "low"
    again = run(react(state))
    assert again.pending.pool.count("ambush") == 3


def test_14_6_an_hvt_that_falls_is_out_all_other_units_go_back():
    state, table = reacting("usmc_1_5", "usmc_2_1", level="medium")
    picks(table, "mil_b", "hvt_c")
    table.answer("usmc_1_5")
    wins(table, hits=2)
    assert is_over(table)
    assert state.eliminated_hvt == ["hvt_c"]
    assert (state.reaction_bin["hvt_c"], state.reaction_bin["mil_b"]) == (0, 4)
    assert state.kia == 2
    assert is_sound(state)


def test_14_6_an_hvt_that_breaks_off_goes_back():
    state, table = reacting("usmc_1_5", level="low")
    picks(table, "hvt_c")
    wins(table, hits=0)
    assert is_over(table)
    assert table.result is True
    assert state.reaction_bin == state.numbers.reaction_bin


# ---------------------------------------------------------------- R78 no force is left


def test_A183_a_sniper_dies_at_an_ied_factory():
    state, table = reacting("usmc_ss_1", at=OBJECTIVE, level="fanatic", type="")
    turns_up(table, "ied_factory")
    rolls(table, 6, rule="14.1")
    assert is_over(table)
    assert table.result is False
    assert state.units["usmc_ss_1"].place == ELIMINATED
    assert (state.kia, state.ops) == (-1, 65)
    assert state.nodes[OBJECTIVE].type == "ied_factory"
    assert state.reaction_bin == state.numbers.reaction_bin
    assert told(table)[-1] == "No unit is left in Jolan: there is no battle"
    assert is_sound(state)


def test_R78_a_force_that_deserts_fights_no_battle_and_loses_no_ops():
    state, table = reacting("ig_1iif", at=OBJECTIVE, level="medium", type="c2")
    picks(table, "jih_a", "iraqis_balk")
    rolls(table, 5)
    assert is_over(table)
    assert state.units["ig_1iif"].place == DESERTED
    assert (state.kia, state.ops, state.captured_nodes) == (0, 65, [])
    assert state.nodes[OBJECTIVE].type == "c2"
    assert state.reaction_bin["jih_a"] == 3
    assert is_sound(state)


def test_R78_events_behind_the_desertion_still_happen():
    state, table = reacting("ig_1iif", level="medium")
    picks(table, "iraqis_balk", "media_wars")
    rolls(table, 6)
    rolls(table, 1, rule="14.7")
    assert is_over(table)
    assert state.ops == 66


# ---------------------------------------------------------------- R85 the scenario ends in a reaction


def test_A184_media_wars_end_the_scenario_before_the_militia_is_deployed():
    state, table = reacting("usmc_1_5", at=OBJECTIVE, level="medium")
    state.ops = 3
    picks(table, "mil_a", "media_wars")
    with pytest.raises(BattleEnds):
        rolls(table, 4)
    assert is_controlled(state, OBJECTIVE)
    assert controlled_node_spaces(state) == [OBJECTIVE]
    assert state.operation.enemies == []
    assert is_sound(state)


def test_R85_an_event_that_ends_the_scenario_leaves_the_node_uncaptured():
    state, table = reacting("usmc_1_5", at=OBJECTIVE, level="low", type="c2")
    state.ops = 1
    picks(table, "media_wars")
    with pytest.raises(BattleEnds):
        rolls(table, 6)
    assert state.captured_nodes == []
    assert OBJECTIVE in state.nodes


# ---------------------------------------------------------------- R139 something comes down here


def test_A187_the_helicopter_comes_down_in_the_reaction_space_and_is_captured():
    state, table = reacting("usmc_1_5", level="medium")
    picks(table, "downed_helicopter", "mil_b")
    lands_at(table, 3, 1, 2)
    assert state.helicopter == URBAN
    wins(table)
    assert is_over(table)
    assert state.helicopter == CAPTURED
    assert state.ops == 66
    assert table.result is False
    assert is_sound(state)


def test_R139_a_raid_here_is_turned_up_adds_its_pick_and_is_captured_without_opposition():
    state, table = reacting("usmc_1_5", level="low")
    picks(table, "rear_area_raid")
    lands_at(table, 3, 1, 2)
    turns_up(table, "arms_cache")
    picks(table, "deception")
    assert is_over(table)
    assert state.captured_nodes == ["arms_cache"]
    assert state.ops == 66
    assert table.result is False


def test_R139_ieds_of_a_raid_here_may_leave_no_force():
    state, table = reacting("usmc_ss_1", level="medium")
    picks(table, "rear_area_raid", "jih_a")
    lands_at(table, 3, 1, 2)
    turns_up(table, "ied_factory")
    rolls(table, 6, rule="14.7")
    assert is_over(table)
    assert state.units["usmc_ss_1"].place == ELIMINATED
    assert (state.captured_nodes, state.ops) == ([], 65)
    assert state.nodes[URBAN].type == "ied_factory"
    assert is_sound(state)


def test_R139_a_battle_lost_costs_the_ops_of_a_raid_here():
    state, table = reacting("usmc_ss_1", level="medium")
    picks(table, "rear_area_raid", "jih_a")
    lands_at(table, 3, 1, 2)
    turns_up(table, "c2")
    loses(table)
    assert is_over(table)
    assert state.ops == 62


def test_R51_with_a_node_the_helicopter_makes_one_reaction_and_a_win_takes_both():
    state = quiet()
    state.morale = "low"
    node(state, OBJECTIVE, "c2")
    state.helicopter, state.reaction_bin["downed_helicopter"] = OBJECTIVE, 0
    stopped(state, "usmc_1_5", at=OBJECTIVE)
    table = run(react(state))
    picks(table, "mil_b")
    wins(table)
    assert is_over(table)
    assert (state.captured_nodes, state.helicopter, state.ops) == (["c2"], CAPTURED, 69)


# ---------------------------------------------------------------- invariants


def test_14_7_the_downed_helicopter_alone_is_a_node_for_the_reaction():
    state = quiet()
    state.morale = "low"
    state.helicopter, state.reaction_bin["downed_helicopter"] = URBAN, 0
    stopped(state, "usmc_1_5")
    table = run(react(state))
    picks(table, "deception")
    assert is_over(table)
    assert state.helicopter == CAPTURED


def test_24_7_helicopters_that_land_trigger_a_reaction_and_take_the_node():
    state = quiet()
    state.morale = "low"
    node(state, OBJECTIVE)
    arrived(state, OBJECTIVE, "hel_g1", "hel_g2", mode="air")
    table = run(react(state))
    turns_up(table, "ied_factory")
    picks(table, "deception")
    assert is_over(table)
    assert state.captured_nodes == ["ied_factory"]
    assert not is_controlled(state, OBJECTIVE)


def test_14_every_counter_is_somewhere_at_every_request():
    state = quiet()
    state.morale = "fanatic"
    node(state, OBJECTIVE)
    hold(state, netwar=1)
    stopped(state, "usmc_1_5", "ig_1iif", at=OBJECTIVE)
    table = run(react(state))
    answers = [
        ("arms_cache",), ("ambush",), ("mob_attack",), ("rear_area_raid",), ("jih_a",), ("iraqis_balk",),
        ("negotiations",), (5,), (1, 1), (6,), (2,),
    ]  # fmt: skip
    for answer in answers:
        assert is_sound(state)
        table.answer(answer)
    assert is_sound(state)
    assert state.operation.due == 2
    assert size(state.reaction_bin) == 55 - 6


@pytest.mark.parametrize("seed", range(25))
def test_14_reactions_at_random_keep_every_counter(seed):
    """Three forces stop at nodes, one after the other, with all that comes of it."""
    dice, state = SeededDice(seed), fresh()
    state.phase, state.ops, state.morale = "operations", 30, "fanatic"
    hold(state, netwar=1, air4=2)
    put(state, "r4p05", "hel_t1")
    for force in (("usmc_1_5", "usmc_ss_1"), ("ig_1iif", "usmc_1ceb"), ("hel_g1", "hel_g2")):
        stopped(state, *force, at=state.numbers.node_spaces[(seed + len(force[0])) % 20])
        table = run(react(state))
        try:
            while table.pending is not None:
                assert is_sound(state)
                if isinstance(table.pending, Draw | Roll):
                    table.rolled(dice, once=True)
                else:
                    table.answer(table.legal()[seed % len(table.legal())])
        except BattleEnds:
            assert state.ops <= 0
            break
        assert (state.operation.queue, state.operation.held, state.operation.enemies) == ([], [], [])
        state.operation = None
        assert is_sound(state)
