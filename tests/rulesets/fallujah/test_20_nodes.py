"""20 Nodes: reveals and what they set off; 26 engineers at an IED Factory."""

from __future__ import annotations

import pytest
from fallujah.boards import fresh, node, put, quiet, run, told
from fallujah.boards_react import MOSQUE, URBAN, is_over, is_sound, rolls, turns_up

from pbem_games.fallujah.nodes import come_upon, is_concealed, is_revealed, meet_node, reveal, reveal_effects
from pbem_games.fallujah.state import Node


def at_node(type: str = "", *units: str, at: str = URBAN):
    """A node, concealed unless a type is given, and units beside it."""
    state = quiet()
    node(state, at, type)
    put(state, at, *units)
    return state


# ---------------------------------------------------------------- 20.2 reveals


def test_A168_a_type_is_drawn_from_all_nodes_never_revealed():
    state = fresh()
    table = run(reveal(state, MOSQUE))
    pool = table.pending.pool
    assert {kind: pool.count(kind) for kind in state.numbers.nodes} == state.numbers.node_bin
    turns_up(table, "c2")
    assert state.nodes[MOSQUE] == Node("c2")
    assert state.unseen_nodes["c2"] == 2
    assert is_sound(state)
    second = run(reveal(state, "r2p04"))
    assert second.pending.pool.count("c2") == 2
    assert len(second.pending.pool) == 27


def test_20_2_a_reveal_is_told_and_has_no_effect_of_its_own():
    state = at_node("", "usmc_1_5")
    table = run(reveal(state, URBAN))
    turns_up(table, "ied_factory")
    assert is_over(table)
    assert told(table) == ["The node in Jughayfi West is turned up: IED Factory"]
    assert not state.units["usmc_1_5"].reduced


def test_20_2_what_lies_face_up_cannot_be_revealed():
    with pytest.raises(AssertionError):
        run(reveal(at_node("c2"), URBAN))


def test_20_1_concealed_and_revealed_and_none():
    state = at_node()
    assert (is_concealed(state, URBAN), is_revealed(state, URBAN)) == (True, False)
    state = at_node("c2")
    assert (is_concealed(state, URBAN), is_revealed(state, URBAN)) == (False, True)
    state.helicopter = MOSQUE  # the Downed Helicopter is neither
    assert not is_concealed(state, MOSQUE)
    assert not is_revealed(state, MOSQUE)


# ---------------------------------------------------------------- 20.1 IED Factory


def test_20_1_ieds_roll_for_each_ground_unit_in_the_order_of_the_data():
    state = at_node("ied_factory", "usmc_c_1tk", "usmc_1_5", "hel_g1")
    table = run(reveal_effects(state, URBAN))
    assert table.pending.dice == 2
    rolls(table, 6, 5, rule="20.1")
    assert state.units["usmc_1_5"].reduced
    assert state.units["usmc_c_1tk"].place == URBAN
    assert state.kia == -1
    assert told(table)[0] == "IEDs in Jughayfi West hit 1/5"


def test_20_1_ieds_may_miss():
    state = at_node("ied_factory", "usmc_1_5")
    table = run(reveal_effects(state, URBAN))
    rolls(table, 5)
    assert told(table) == ["IEDs in Jughayfi West hit nobody"]
    assert state.kia == 0


def test_R39_all_ground_units_in_the_space_are_targets_a_fob_too():
    state = at_node("ied_factory", "usmc_1_5", "fob_1")
    table = run(reveal_effects(state, URBAN))
    rolls(table, 1, 6)
    assert state.units["fob_1"].reduced


@pytest.mark.parametrize("engineer", ["usmc_1ceb", "usn_cb4", "usa_82e"])
def test_R70_an_engineer_of_any_kind_disarms_them(engineer):
    state = at_node("ied_factory", "usmc_1_5", engineer)
    table = run(reveal_effects(state, URBAN))
    assert is_over(table)
    assert told(table) == ["Engineers disarm the IED Factory in Jughayfi West"]


def test_R39_helicopters_alone_disarm_it_for_good():
    state = at_node("", "hel_g1")
    table = run(meet_node(state, URBAN))
    turns_up(table, "ied_factory")
    assert is_over(table)
    put(state, URBAN, "usmc_1_5")
    assert is_over(run(meet_node(state, URBAN)))


def test_R39_revealed_by_isr_it_is_disarmed():
    state = at_node("ied_factory", "usmc_1_5")
    assert is_over(run(meet_node(state, URBAN)))


# ---------------------------------------------------------------- 20.1 Al Qaeda


def test_R40_al_qaeda_checks_once_a_marker():
    state = at_node("", "usmc_1_5")
    table = run(meet_node(state, URBAN))
    turns_up(table, "al_qaeda")
    rolls(table, 6, 6, 6, rule="20.1")
    assert state.morale == "high"
    assert state.nodes[URBAN].checked
    assert is_over(run(meet_node(state, URBAN)))


def test_R38_al_qaeda_revealed_by_isr_checks_when_a_force_stops_there():
    state = at_node("al_qaeda")
    put(state, URBAN, "usmc_1_5")
    table = run(meet_node(state, URBAN))
    rolls(table, 1, 1, 1)
    assert state.morale == "high"  # nothing is held
    assert state.nodes[URBAN].checked


@pytest.mark.parametrize("type", ["abandoned", "arms_cache", "c2", "hostage_house", "strongpoint"])
def test_20_1_the_others_do_nothing_when_revealed(type):
    state = at_node("", "usmc_1_5")
    table = run(meet_node(state, URBAN))
    turns_up(table, type)
    assert is_over(table)
    assert (state.morale, state.kia) == ("medium", 0)


def test_20_1_the_downed_helicopter_has_nothing_to_reveal():
    state = quiet()
    state.helicopter = URBAN
    assert is_over(run(meet_node(state, URBAN)))


# ---------------------------------------------------------------- 24.7, rulings R50, R140 without a reaction


def test_R140_units_that_come_upon_a_concealed_node_turn_it_up_with_its_effects():
    state = at_node("", "usmc_1_5", "usmc_2_1")
    table = run(come_upon(state, URBAN, rule="16.7"))
    turns_up(table, "ied_factory")
    rolls(table, 6, 6, rule="16.7")
    assert state.units["usmc_1_5"].reduced
    assert state.units["usmc_2_1"].reduced
    assert is_over(table)
    assert URBAN in state.nodes
    assert is_sound(state)


def test_24_7_helicopters_aloft_reveal_nothing():
    state = at_node()
    put(state, URBAN, "hel_g1", aloft=True)
    assert is_over(run(come_upon(state, URBAN)))
    assert is_concealed(state, URBAN)


def test_24_7_a_landed_helicopter_reveals():
    state = at_node("", "hel_g1")
    table = run(come_upon(state, URBAN))
    turns_up(table, "al_qaeda")
    rolls(table, 1, 1, 1)
    assert is_over(table)


@pytest.mark.parametrize("type", ["c2", "al_qaeda"])
def test_R140_what_lies_face_up_stays_as_it_is(type):
    state = at_node(type, "usmc_1_5")
    assert is_over(run(come_upon(state, URBAN)))


def test_R140_without_a_node_nothing_happens():
    state = quiet()
    put(state, URBAN, "usmc_1_5")
    assert is_over(run(come_upon(state, URBAN)))
