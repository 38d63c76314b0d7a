"""14.5, 14.7 Events of the Reaction chart, one by one."""

from __future__ import annotations

import pytest
from fallujah.boards import arrived, node, put, quiet, told
from fallujah.boards_react import (
    MOSQUE,
    OBJECTIVE,
    URBAN,
    event,
    in_reaction,
    is_over,
    is_sound,
    lands_at,
    picks,
    queued,
    rolls,
    stopped,
    turns_up,
)

from pbem_games.fallujah.events import effect_of
from pbem_games.fallujah.indexes import BattleEnds
from pbem_games.fallujah.map import has_node
from pbem_games.fallujah.nodes import is_concealed
from pbem_games.fallujah.state import DESERTED

# ---------------------------------------------------------------- 14.5 where the markers go


def test_14_5_every_event_but_the_mob_has_an_effect():
    numbers = quiet().numbers
    for kind in numbers.events:
        if kind != "mob_attack":
            assert effect_of(kind) is not None


@pytest.mark.parametrize("kind", ["deception", "civilians"])
def test_14_5_returned_markers_are_held_until_the_reaction_is_over(kind):
    state = in_reaction(kind)
    before = state.reaction_bin[kind]
    assert is_over(event(state, kind))
    assert state.operation.held == [kind]
    assert state.reaction_bin[kind] == before
    assert is_sound(state)


def test_14_5_every_marker_is_somewhere_at_every_request():
    for kind, answers in {
        "ambush": [("mil_b",)], "martyrs": [("mil_b",)], "blow_bridges": [(5, 1)], "morale_check": [(1, 1, 1)],
        "media_wars": [(1,)], "negotiations": [(3,)], "downed_helicopter": [(3,), (2, 2)],
        "rear_area_raid": [(3,), (2, 2)], "iraqis_balk": [(5,)],
    }.items():
        state = in_reaction(kind)
        put(state, "north", "ig_1iif")
        table = event(state, kind)
        for answer in answers:
            assert is_sound(state), kind
            table.answer(answer)
        assert is_over(table)
        assert is_sound(state), kind


# ---------------------------------------------------------------- picks


def test_R58_each_ambush_adds_one_to_the_edge_of_the_first_round():
    state = in_reaction("ambush")
    picks(event(state, "ambush"), "ambush")
    assert state.operation.queue == ["ambush"]
    picks(event(state, "ambush"), "mil_a")
    assert state.operation.ambushes == 2
    assert state.operation.held == ["ambush", "ambush"]


def test_R59_martyrs_pick_one_more_and_make_survivors_stand():
    state = in_reaction("martyrs")
    picks(event(state, "martyrs"), "jih_a")
    assert state.operation.martyrs
    assert state.operation.queue == ["jih_a"]


def test_R45_an_empty_bin_gives_no_counter():
    state = in_reaction("ambush")
    state.reaction_bin = dict.fromkeys(state.reaction_bin, 0)
    table = event(state, "ambush")
    assert is_over(table)
    assert told(table) == ["The Reaction Bin is empty: nothing is picked"]
    assert state.operation.ambushes == 1


def test_R53_civilians_are_noted_for_this_battle():
    state = in_reaction("civilians")
    event(state, "civilians")
    assert state.operation.civilians
    assert state.ops == 65


# ---------------------------------------------------------------- Blow Bridges


def test_A76_an_occupied_bridge_is_not_rolled_for():
    state = in_reaction("blow_bridges")
    put(state, "r1p07", "usmc_2_1")
    table = event(state, "blow_bridges")
    rolls(table, 5, rule="14.7")
    assert state.blown == ["main"]
    assert told(table) == ["Main Bridge is blown"]
    assert state.removed_events == ["blow_bridges"]


@pytest.mark.parametrize(("dice", "blown"), [
    ((4, 4), []), ((5, 4), ["brooklyn"]), ((4, 6), ["main"]), ((6, 5), ["brooklyn", "main"]),
])  # fmt: skip
def test_14_7_a_die_for_each_bridge_brooklyn_first(dice, blown):
    state = in_reaction("blow_bridges")
    rolls(event(state, "blow_bridges"), *dice)
    assert state.blown == blown


def test_R48_the_force_itself_and_a_fob_hold_a_bridge_a_helicopter_does_not():
    state = quiet()
    stopped(state, "usmc_1_5", at="r1p09")
    queued(state, "blow_bridges")
    put(state, "r1p07", "hel_g1")
    table = event(state, "blow_bridges")
    assert table.pending.dice == 1
    rolls(table, 6)
    assert state.blown == ["brooklyn"]


def test_R48_a_blown_bridge_is_not_rolled_for_and_none_may_be_left():
    state = in_reaction("blow_bridges")
    state.blown = ["brooklyn"]
    put(state, "r1p09", "fob_1")
    assert is_over(event(state, "blow_bridges"))
    assert state.blown == ["brooklyn"]


# ---------------------------------------------------------------- Downed Helicopter


def test_14_7_the_helicopter_comes_down_at_a_random_location_and_stays():
    state = in_reaction("downed_helicopter")
    table = event(state, "downed_helicopter")
    lands_at(table, 2, 1, 2)
    assert state.helicopter == "r2p03"
    assert has_node(state, "r2p03")
    assert state.operation.held == []
    assert told(table) == ["A helicopter is down in Jolan Cemetery"]
    assert is_sound(state)


@pytest.mark.parametrize("with_node", [False, True])
def test_R51_on_units_or_a_node_it_is_not_rolled_again(with_node):
    state = in_reaction("downed_helicopter")
    put(state, MOSQUE, "usmc_2_1")
    if with_node:
        node(state, MOSQUE, "c2")
    table = event(state, "downed_helicopter")
    lands_at(table, 4, 1, 2)
    assert is_over(table)
    assert state.helicopter == MOSQUE  # and is not captured by who stands there
    assert (MOSQUE in state.nodes) == with_node


# ---------------------------------------------------------------- Intel, Uprising


def test_A173_intel_is_at_hand_at_once():
    state = in_reaction("intel")
    event(state, "intel")
    assert state.available["intel"] == 1
    assert state.operation.held == []
    assert state.operation.queue == []
    assert is_sound(state)


def test_A72_uprising_elsewhere_stays_in_play():
    state = in_reaction("uprising_elsewhere")
    event(state, "uprising_elsewhere")
    assert state.uprising
    assert state.reaction_bin["uprising_elsewhere"] == 0
    assert state.operation.held == []
    assert is_sound(state)


# ---------------------------------------------------------------- Iraqis Balk


def test_A73_iraqis_balk_is_out_of_the_scenario_when_resolved():
    state = in_reaction("iraqis_balk")
    event(state, "iraqis_balk")
    assert state.removed_events == ["iraqis_balk"]
    assert state.operation.held == []
    assert is_sound(state)


def test_R54_infantry_on_the_map_and_in_bases_rolls_in_the_order_of_the_data():
    state = in_reaction("iraqis_balk")
    put(state, "north", "ig_4iif")
    put(state, MOSQUE, "ig_1iif", "ig_36c")
    put(state, "west", "ig_505", reduced=False)
    table = event(state, "iraqis_balk")
    rolls(table, 5, 4, 6, rule="14.7")
    assert state.units["ig_1iif"].place == DESERTED
    assert state.units["ig_4iif"].place == "north"
    assert state.units["ig_505"].place == DESERTED
    assert state.units["ig_36c"].place == MOSQUE
    assert state.kia == 0
    assert told(table) == ["Iraqi units that desert: 1 IIF, 505 NG"]
    assert is_sound(state)


def test_R54_deserters_may_be_in_the_force_and_leave_it():
    state = quiet()
    stopped(state, "usmc_1_5", "ig_1iif")
    queued(state, "iraqis_balk")
    rolls(event(state, "iraqis_balk"), 6)
    assert state.operation.force == ["usmc_1_5"]


def test_R103_a_leader_with_a_deserter_goes_to_the_recruit_box():
    state = in_reaction("iraqis_balk")
    put(state, "north", "ig_1iif")
    state.leaders["ldr_1"] = "ig_1iif"
    rolls(event(state, "iraqis_balk"), 5)
    assert state.leaders["ldr_1"] == ""
    assert state.kia == 0


def test_14_7_without_iraqi_infantry_nobody_rolls():
    state = in_reaction("iraqis_balk")
    table = event(state, "iraqis_balk")
    assert is_over(table)
    assert told(table) == ["Iraqi units that desert: none"]


# ---------------------------------------------------------------- Martyrs, Media Wars, Morale Check


@pytest.mark.parametrize(("die", "ops"), [(1, 66), (2, 63), (3, 68), (4, 61), (5, 70), (6, 59)])
def test_14_7_media_wars_odd_is_gained_even_is_lost(die, ops):
    state = in_reaction("media_wars")
    rolls(event(state, "media_wars"), die, rule="14.7")
    assert state.ops == ops


@pytest.mark.parametrize(("die", "left"), [(4, -1), (6, -3)])
def test_A42_media_wars_may_end_the_battle_at_once(die, left):
    state = in_reaction("media_wars")
    state.ops = 3
    table = event(state, "media_wars")
    with pytest.raises(BattleEnds):
        rolls(table, die)
    assert state.ops == left
    assert is_sound(state)


def test_R56_media_wars_that_leave_nothing_end_the_battle_too():
    state = in_reaction("media_wars")
    state.ops = 2
    with pytest.raises(BattleEnds, match="Media Wars"):
        rolls(event(state, "media_wars"), 2)


def test_9_2_the_event_is_a_morale_check():
    state = in_reaction("morale_check")
    rolls(event(state, "morale_check"), 1, 1, 2, rule="9.2")
    assert state.morale == "high"
    assert state.operation.held == ["morale_check"]


# ---------------------------------------------------------------- Negotiations


def test_A171_negotiations_fall_due_at_the_end_of_the_operation():
    state = in_reaction("negotiations")
    state.ops = 20
    table = event(state, "negotiations")
    rolls(table, 4, rule="14.7")
    assert (state.ops, state.operation.due) == (20, 4)
    assert state.removed_events == ["negotiations"]
    assert told(table) == ["Negotiations: 4 OPs will be lost when the operation ends"]


def test_A172_in_the_second_battle_negotiations_do_nothing():
    state = in_reaction("negotiations", "phantom_fury")
    state.ops = 0
    table = event(state, "negotiations")
    assert is_over(table)
    assert state.operation.due == 0
    assert state.operation.queue == []
    assert state.removed_events == ["negotiations"]


def test_R46_with_no_ops_left_another_counter_is_picked_and_the_marker_goes_back():
    state = in_reaction("negotiations")
    state.ops = 0
    picks(event(state, "negotiations"), "fed_a")
    assert state.operation.queue == ["fed_a"]
    assert state.operation.held == ["negotiations"]
    assert (state.operation.due, state.removed_events) == (0, [])
    assert is_sound(state)


# ---------------------------------------------------------------- Rear Area Raid


def test_14_7_a_raid_lays_a_concealed_node_from_the_bin():
    state = in_reaction("rear_area_raid")
    table = event(state, "rear_area_raid")
    lands_at(table, 5, 6, 6)
    assert is_over(table)
    assert is_concealed(state, "r5p12")
    assert state.node_bin == 27
    assert told(table) == ["Raid: a node is laid in South Berm"]
    assert is_sound(state)


@pytest.mark.parametrize("type", ["", "c2"])
def test_A75_a_raid_on_a_node_is_rolled_again(type):
    state = in_reaction("rear_area_raid")
    node(state, "r5p11", type)
    table = event(state, "rear_area_raid")
    lands_at(table, 5, 5, 6)
    lands_at(table, 5, 6, 6)
    assert is_concealed(state, "r5p12")


def test_A181_a_raid_on_the_downed_helicopter_is_rolled_again():
    state = in_reaction("rear_area_raid")
    state.reaction_bin["downed_helicopter"] = 0
    state.helicopter = "r5p11"
    table = event(state, "rear_area_raid")
    lands_at(table, 5, 5, 6)
    lands_at(table, 5, 6, 6)
    assert is_over(table)
    assert is_sound(state)


def test_14_7_without_nodes_in_the_bin_there_is_no_raid():
    state = in_reaction("rear_area_raid")
    for space in [s for s in state.numbers.spaces if s != URBAN][:28]:
        node(state, space)
    table = event(state, "rear_area_raid")
    assert is_over(table)
    assert told(table) == ["The Node Bin is empty: no raid"]


def test_R50_under_ground_units_it_is_turned_up_with_its_effects_and_no_reaction():
    state = in_reaction("rear_area_raid")
    put(state, OBJECTIVE, "usmc_2_1", "usmc_3_4")
    table = event(state, "rear_area_raid")
    lands_at(table, 2, 2, 2)
    turns_up(table, "ied_factory")
    assert table.pending.dice == 2
    rolls(table, 6, 1)
    assert is_over(table)
    assert state.units["usmc_2_1"].reduced
    assert state.nodes[OBJECTIVE].type == "ied_factory"
    assert state.operation.queue == []
    assert is_sound(state)


def test_R50_an_engineer_there_disarms_it():
    state = in_reaction("rear_area_raid")
    put(state, OBJECTIVE, "usmc_2_1", "usmc_1ceb")
    table = event(state, "rear_area_raid")
    lands_at(table, 2, 2, 2)
    turns_up(table, "ied_factory")
    assert is_over(table)


def test_A182_under_a_landed_helicopter_it_lies_face_up_under_one_aloft_concealed():
    state = in_reaction("rear_area_raid")
    put(state, OBJECTIVE, "hel_g1")
    table = event(state, "rear_area_raid")
    lands_at(table, 2, 2, 2)
    turns_up(table, "c2")
    assert is_over(table)
    assert state.nodes[OBJECTIVE].type == "c2"

    state = in_reaction("rear_area_raid")
    put(state, OBJECTIVE, "hel_g1", aloft=True)
    table = event(state, "rear_area_raid")
    lands_at(table, 2, 2, 2)
    assert is_over(table)
    assert is_concealed(state, OBJECTIVE)


def test_R139_a_raid_on_the_reaction_space_is_turned_up_and_an_arms_cache_picks():
    state = in_reaction("rear_area_raid")
    queued(state, "mil_a")
    table = event(state, "rear_area_raid")
    lands_at(table, 3, 1, 2)
    turns_up(table, "arms_cache")
    picks(table, "hw_a")
    assert is_over(table)
    assert state.operation.queue == ["mil_a", "hw_a"]


def test_R139_a_raid_elsewhere_under_units_picks_nothing_for_an_arms_cache():
    state = in_reaction("rear_area_raid")
    put(state, OBJECTIVE, "usmc_2_1")
    table = event(state, "rear_area_raid")
    lands_at(table, 2, 2, 2)
    turns_up(table, "arms_cache")
    assert is_over(table)
    assert state.operation.queue == []


def test_R139_a_raid_on_the_space_of_a_force_that_is_gone_stays_concealed():
    state = quiet()
    arrived(state, URBAN)
    queued(state, "rear_area_raid")
    table = event(state, "rear_area_raid")
    lands_at(table, 3, 1, 2)
    assert is_over(table)
    assert is_concealed(state, URBAN)
    assert state.operation.queue == []


def test_R86_a_raid_node_is_not_captured_by_units_that_stand_there():
    state = in_reaction("rear_area_raid")
    put(state, OBJECTIVE, "usmc_2_1")
    table = event(state, "rear_area_raid")
    lands_at(table, 2, 2, 2)
    turns_up(table, "c2")
    assert state.captured_nodes == []
    assert state.ops == 65
    assert is_sound(state)
