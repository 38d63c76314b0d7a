"""22, 12.3, 31 NetWar and Intel in a battle."""

from __future__ import annotations

import pytest
from fallujah.boards import hold, put, run
from fallujah.boards_fight import MOSQUE, URBAN, asked, battle, go, refused

from pbem_games.fallujah.combat.edge import markers_at_hand, settle_edge
from pbem_games.fallujah.combat.sequence import fight
from pbem_games.fallujah.state import problems


def test_A119_R97_a_marker_used_goes_to_the_recruit_box():
    state = battle(URBAN, "usmc_1_5", "mil_b")
    hold(state, netwar=2)
    go(run(settle_edge(state)), "usmc_1_5 netwar", (1,), (1,))
    assert (state.available["netwar"], state.recruits["netwar"]) == (1, 5)
    assert problems(state) == []


def test_22_a_marker_not_used_stays():
    state = battle(URBAN, "usmc_1_5", "mil_b")
    hold(state, netwar=2)
    go(run(settle_edge(state)), "usmc_1_5", (1,), (1,))
    assert state.available["netwar"] == 2


def test_A173_intel_serves_as_a_marker_and_is_held_for_the_bin():
    state = battle(URBAN, "usmc_1_5", "mil_b")
    hold(state, intel=1)
    table = go(run(settle_edge(state)), "usmc_1_5 intel", (1,), (1,))
    assert (state.available["intel"], state.operation.held) == (0, ["intel"])
    assert "+1 (Intel, 12.3)" in table.story[-1].text
    assert problems(state) == []


def test_R65_one_marker_in_each_round():
    state = battle(MOSQUE, "usmc_1_5", "jih_a")
    hold(state, netwar=1, intel=1)
    table = go(run(fight(state)), "usmc_1_5 netwar", (6,), (1,), (6,), (6,))
    assert asked(table) == ("16.1", MOSQUE)
    assert table.legal() == [("usmc_1_5", ""), ("usmc_1_5", "intel")]
    refused(table, state, "usmc_1_5 netwar")


@pytest.mark.parametrize(("scenario", "units", "expected"), [
    ("vigilant_resolve", "ig_36c", []), ("vigilant_resolve", "usmc_1_5", ["netwar", "intel"]),
    ("phantom_fury", "ig_36c", ["netwar", "intel"]),
])
def test_R115_option_31_bars_markers_where_iraqis_stand(scenario, units, expected):
    state = battle(URBAN, units, "mil_b", scenario=scenario, joint_operations=True)
    hold(state, netwar=1, intel=1)
    assert markers_at_hand(state) == expected


def test_R115_whether_the_iraqis_fight_or_not():
    state = battle(URBAN, "usmc_1_5", "mil_b", joint_operations=True)
    hold(state, netwar=1)
    put(state, URBAN, "ig_2iif")
    assert markers_at_hand(state) == []
    put(state, "r3p02", "ig_2iif")
    assert markers_at_hand(state) == ["netwar"]
