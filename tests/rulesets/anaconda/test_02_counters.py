"""2, 3 What is printed on counters and their backs, what begins in the Command Pool."""

from __future__ import annotations

import pytest
from anaconda.boards import fresh

from pbem_games.anaconda.numbers import BASES
from pbem_games.anaconda.state import IN_HAND, OUT, POOL, SPECIAL
from pbem_games.anaconda.words.figures import strength_of

DEPLOYED = {
    "start_map": IN_HAND, "start": IN_HAND, "reinforcement": POOL, "air_reinforcement": POOL,
    "special_reinforcement": SPECIAL, "optional_reinforcement": OUT,
}


@pytest.mark.parametrize(
    ("id", "printed"),
    [
        pytest.param("r_1_87_c1", "4+ 2 4", id="a platoon that may close assault"),
        pytest.param("r_1_87_mtr", "4 8+ 2", id="a mortar section that fires indirectly"),
        pytest.param("a_hvy_1", "4 5 0", id="a gun that never moves"),
    ],
)
def test_2_3_a_ground_unit_bears_firepower_range_and_movement(id, printed):
    assert strength_of(fresh().numbers, id) == printed


def test_2_4_air_units_and_helicopters_bear_no_range_and_no_movement():
    numbers = fresh().numbers
    flying = [unit for id, unit in numbers.units.items() if numbers.is_air(id) or numbers.is_helicopter(id)]
    assert len(flying) == 30
    assert {(unit.range, unit.movement) for unit in flying} == {(0, 0)}
    assert strength_of(numbers, "h_ah64_1") == "5"


def test_2_5_a_ground_unit_of_the_coalition_has_a_size():
    numbers = fresh().numbers
    sized = {id: unit.size for id, unit in numbers.units.items() if unit.side == "coalition" and numbers.is_ground(id)}
    assert "none" not in sized.values()
    assert (sized["r_1_87_c1"], sized["d_zia_1"], sized["t64_sas_1"]) == ("platoon", "company", "team")


def test_2_7_the_back_of_a_counter_says_where_it_begins():
    state = fresh()
    assert {id: unit.place for id, unit in state.units.items()} == {
        id: DEPLOYED[state.numbers.units[id].deploy] for id in state.units}


def test_2_7_with_leaders_those_go_into_the_pool_too():
    state = fresh(leaders=True)
    leaders = [id for id in state.units if state.numbers.units[id].type == "leader"]
    assert [state.units[id].place for id in leaders] == [POOL] * 5


def test_3_2_1_nine_markers_begin_in_the_pool():
    state = fresh()
    assert sorted(state.command_pool) == ["a", "b", "c", "jihad", "panic", "tf11", "tf64", "tfd", "tfr"]


def test_2_10_a_marker_puts_those_in_action_that_bear_its_command():
    numbers = fresh().numbers
    assert numbers.markers["tfr"].activates == ("tfr",)
    assert sorted(numbers.markers["jihad"].activates) == ["a", "any", "b", "c"]
    assert {unit.command for unit in numbers.units.values()} <= {
        *(command for marker in numbers.markers.values() for command in marker.activates), "none"}


def test_21_1_nobody_begins_in_a_base_without_being_placed_there():
    assert not {unit.place for unit in fresh().units.values()} & set(BASES)
