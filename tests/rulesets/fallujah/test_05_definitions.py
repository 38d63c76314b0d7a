"""5 Control of spaces."""

from __future__ import annotations

import pytest
from fallujah.boards import arrived, node, put, quiet
from fallujah.boards_turns import MOSQUE, URBAN

from pbem_games.fallujah.map import controlled_node_spaces, holds, is_controlled
from pbem_games.fallujah.state import Enemy


def test_A6_a_ground_unit_and_no_opfor_unit_control_a_space():
    state = quiet()
    assert not is_controlled(state, URBAN)
    put(state, URBAN, "usmc_1_5")
    assert is_controlled(state, URBAN)


def test_5_opfor_units_break_control():
    state = quiet()
    operation = arrived(state, URBAN, "usmc_1_5")
    operation.enemies = [Enemy("mil_b", 1, 1)]
    assert not is_controlled(state, URBAN)


def test_A7_control_is_lost_with_the_last_unit():
    state = quiet()
    put(state, MOSQUE, "usmc_1_5")
    assert controlled_node_spaces(state) == [MOSQUE]
    put(state, URBAN, "usmc_1_5")
    assert controlled_node_spaces(state) == []
    assert not is_controlled(state, MOSQUE)


def test_5_13_4_what_the_coalition_holds():
    state = quiet()
    bases = dict.fromkeys(state.numbers.bases, "coalition")
    assert holds(state) == bases
    put(state, MOSQUE, "usmc_1_5")
    assert holds(state) == bases | {MOSQUE: "coalition"}
    operation = arrived(state, URBAN, "usmc_1_5")
    assert holds(state) == bases | {URBAN: "coalition"}
    operation.enemies = [Enemy("mil_b", 1, 1)]
    assert holds(state) == bases


def test_A8_an_empty_base_is_the_coalitions():
    state = quiet()
    for base in state.numbers.bases:  # OPFOR is never there (13.4): units are bought, moved and refit there always
        assert base not in state.numbers.spaces
        assert base not in state.nodes


CONTROLS = [("fob_1", True), ("usmc_mp", True), ("hel_g1", False), ("hel_t1", False)]


@pytest.mark.parametrize(("unit", "controls"), CONTROLS)
def test_R61_a_fob_controls_and_a_helicopter_never(unit, controls):
    state = quiet()
    put(state, URBAN, unit)
    assert is_controlled(state, URBAN) is controls


@pytest.mark.parametrize("type", ["", "c2"])
def test_R60_a_node_does_not_end_control(type):
    state = quiet()
    put(state, MOSQUE, "usmc_1_5")
    node(state, MOSQUE, type)
    assert is_controlled(state, MOSQUE)
