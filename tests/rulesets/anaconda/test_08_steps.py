"""8.6, 8.9-8.19, 21.4, 21.5, 30.2 What steps cost, and what can be reached."""

from __future__ import annotations

import pytest
from anaconda.boards_map import ground

from pbem.kit.paths import cost_of, reach

GARDEZ, KHOWST, SANCTUARY = "gardez", "khowst", "sanctuary"


@pytest.mark.parametrize(("way", "foot", "vehicular"), [
    pytest.param("0106 0206", 2, 2, id="clear to clear"),
    pytest.param("0105 0205 0306 0307 0407", 4, 4, id="along the road"),
    pytest.param("1806 1805", 1, 1, id="track over a bridge"),
    pytest.param("1115 1116", 3, 5, id="track through a stream"),
    pytest.param("1809 1808 1807", 2, 2, id="T58 track through a town"),
    pytest.param("1505 1405", 6, None, id="up the Whale"),
    pytest.param("2217 2218", 6, None, id="onto Takur Ghar"),
    pytest.param("1810 1711", 3, 5, id="track through a stream into a town"),
    pytest.param("0407 0508 0607 0708", 3, 3, id="road again"),
    pytest.param("1510 1409", 4, None, id="mountain"),
    pytest.param("2309 2209", 4, None, id="cave in a mountain"),
    pytest.param("1809 1709 1710", 4, 6, id="town off the track"),
])
def test_a3_8_9_movement_vectors_in_halves(way: str, foot: int, vehicular: int | None) -> None:
    on, hexes = ground(), way.split()
    assert cost_of(on.hexes, hexes, on.step_cost(hexes[0], vehicular=False)) == foot
    assert cost_of(on.hexes, hexes, on.step_cost(hexes[0], vehicular=True)) == vehicular


def test_t53_8_6_a_vehicle_never_enters_a_mountain_off_the_track() -> None:
    assert ground().step("1510", "1409", vehicular=True) is None
    assert "1409" not in ground().reach("1510", vehicular=True, halves=12).costs


def test_8_10_the_dearest_terrain_of_a_hex_counts() -> None:
    assert ground().terrain_cost("2209", vehicular=False) == 4
    assert ground().terrain_cost("1808", vehicular=True) == 4


@pytest.mark.parametrize(("hex", "base", "foot", "vehicular"), [
    ("0105", GARDEZ, 1, 1),  # road
    ("0110", GARDEZ, 4, 6),  # T61: rough
    ("3207", SANCTUARY, 1, 1),  # track east
    ("3207", KHOWST, 1, 1),
    ("3212", SANCTUARY, 4, None),
    ("2526", KHOWST, 1, 1),  # track south
    ("0326", GARDEZ, None, None),
])
def test_t61_8_18_21_4_leaving_and_entering_cost_the_hex_at_the_edge(
    hex: str, base: str, foot: int | None, vehicular: int | None,
) -> None:
    assert ground().border_cost(hex, base, vehicular=False) == foot
    assert ground().border_cost(hex, base, vehicular=True) == vehicular


def test_r41_a_road_off_one_edge_helps_nobody_over_another() -> None:
    """No exit lies in a corner: 0105 leads west, and Khowst has no edge there."""
    assert ground().border_cost("0105", KHOWST, vehicular=False) is None


def test_t133_21_2_a_base_is_entered_by_its_own_edges_only() -> None:
    from_gardez = ground().reach(GARDEZ, vehicular=False, halves=2)
    assert from_gardez.costs["0105"] == 1
    assert "3210" not in from_gardez.costs
    assert "3210" in ground().reach(KHOWST, vehicular=False, halves=4).costs


def test_8_20_ten_points_carry_dagger_far_along_the_road() -> None:
    entered = ground().reach(GARDEZ, vehicular=False, halves=20)
    assert entered.way("1014") == (
        GARDEZ, "0105", "0205", "0306", "0307", "0407", "0508", "0607", "0708", "0808", "0909", "0910", "0911", "0912",
        "0913", "1013", "1014")
    assert entered.costs["1014"] == 16


def test_r35_the_one_hex_minimum_serves_entering_and_leaving_and_leaves_nothing_over() -> None:
    on = ground()
    entering = on.reach(GARDEZ, vehicular=False, halves=1)
    assert entering.costs["0110"] == 4
    assert "0210" not in entering.costs
    leaving = on.reach("3212", vehicular=False, halves=2, exits=frozenset({SANCTUARY}))
    assert leaving.costs[SANCTUARY] == 4
    assert SANCTUARY not in on.reach("3112", vehicular=False, halves=2, exits=frozenset({SANCTUARY})).costs


def test_8_4_a_factor_of_nothing_reaches_nothing() -> None:
    assert ground().reach("1710", vehicular=False, halves=0).costs == {"1710": 0}


def test_t60_8_17_only_the_named_bases_are_left_for() -> None:
    on = ground()
    assert on.reach("0110", vehicular=False, halves=10, exits=frozenset({SANCTUARY})).costs.keys().isdisjoint(on.bases)
    assert SANCTUARY in on.reach("3207", vehicular=False, halves=10, exits=frozenset({SANCTUARY})).costs


def test_21_6_a_base_is_the_end_of_a_move() -> None:
    left = ground().reach("0105", vehicular=False, halves=8, exits=frozenset({GARDEZ}))
    assert left.costs[GARDEZ] == 1
    assert left.costs.get("0106") == 2
    assert all(GARDEZ not in left.way(hex) for hex in left.costs if hex != GARDEZ)


def test_9_4_closed_hexes_are_gone_round() -> None:
    on = ground()
    assert on.reach("1809", vehicular=False, halves=10).costs["1807"] == 2
    assert on.reach("1809", vehicular=False, halves=10, closed=frozenset({"1808"})).costs["1807"] > 2


def test_30_2_rubble_costs_a_point_more_on_entering() -> None:
    on, rubble = ground(), frozenset({"1710"})
    assert on.step("1709", "1710", vehicular=False, rubble=rubble) == 4
    assert on.step("1711", "1710", vehicular=False, rubble=rubble) == 3
    assert on.step("1710", "1711", vehicular=False, rubble=rubble) == 1


def test_8_0_reach_over_the_whole_map_asks_every_step_but_once() -> None:
    """The work of the largest reach grows with the map, not with the number of ways over it."""
    on, asked = ground(), 0

    class Counted:
        def neighbours(self, place: str) -> tuple[str, ...]:
            nonlocal asked
            asked += 1
            return on.hexes.neighbours(place)

    reach(Counted(), "1710", on.step_cost("1710", vehicular=False))
    assert asked == 832
