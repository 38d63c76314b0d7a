"""28.2 What a FOB adds to the Tactical Edge."""

from __future__ import annotations

import pytest
from fallujah.boards import put
from fallujah.boards_fight import URBAN, battle

from pbem_games.fallujah.combat.edge import coalition_edge


def fob_bonus(state):
    return sum(drm.value for drm in coalition_edge(state, state.operation.force[0], "") if drm.rule == "28.2")


@pytest.mark.parametrize(("place", "bonus"), [
    ("r3p03", 1), ("r3p02", 1), ("r2p03", 1), ("r3p04", 1), ("r3p05", 0), ("r2p02", 0), ("r5p03", 0),
])
def test_A144_a_fob_counts_in_the_space_and_next_door(place, bonus):
    state = battle(URBAN, "usmc_1_5", "mil_b")
    put(state, place, "fob_1")
    assert fob_bonus(state) == bonus


def test_R84_several_fobs_count_once():
    state = battle(URBAN, "usmc_1_5", "mil_b")
    put(state, "r3p02", "fob_1")
    put(state, URBAN, "fob_2", reduced=True)
    assert fob_bonus(state) == 1


@pytest.mark.parametrize(("space", "place"), [("r1p07", "r1p08"), ("r1p07", "r1p06"), ("r3p07", "r2p08")])
def test_R84_any_edge_will_do(space, place):
    state = battle(space, "usmc_1_5", "mil_b")
    state.blown = ["brooklyn"]
    put(state, place, "fob_1")
    assert fob_bonus(state) == 1


def test_28_2_without_one_there_is_none():
    assert fob_bonus(battle(URBAN, "usmc_1_5", "mil_b")) == 0
