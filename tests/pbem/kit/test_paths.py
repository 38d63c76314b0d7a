"""Cheapest ways: costs in whole halves, the same way on every table, as good as trying all."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.kit.geography import Graph
from pbem.kit.hexes import Grid, HexMap
from pbem.kit.paths import cost_of, in_points, reach
from valley import VALLEY, step_cost, valley

SMALL = HexMap(Grid(columns=4, rows=3))


@pytest.mark.parametrize("known", VALLEY["known"]["move"], ids=lambda k: "-".join(k["path"]))
def test_8_ways_of_the_valley_cost_what_is_known(known: dict[str, Any]) -> None:
    for vehicle, halves in ((False, known["foot_halves"]), (True, known["vehicular_halves"])):
        assert cost_of(valley(), known["path"], step_cost(vehicle)) == (None if halves == -1 else halves)


def test_a_way_that_is_none_costs_nothing_known() -> None:
    assert cost_of(SMALL, ["0101", "0303"], lambda a, b: 1) is None
    assert cost_of(SMALL, ["0101"], lambda a, b: 1) == 0


def brute(start: str, costs: dict[tuple[str, str], int | None], most: int) -> dict[str, int]:
    """All places that some way leads to for at most so much, by trying until nothing gets cheaper."""
    best = {start: 0}
    changed = True
    while changed:
        changed = False
        for (a, b), price in costs.items():
            if a in best and price is not None and best[a] + price <= most and best[a] + price < best.get(b, most + 1):
                best[b] = best[a] + price
                changed = True
    return best


STEPS = [(a, b) for a in SMALL.hexes for b in SMALL.neighbours(a)]
PRICES = st.lists(st.one_of(st.none(), st.integers(0, 6)), min_size=len(STEPS), max_size=len(STEPS))


@given(PRICES, st.integers(0, 12), st.sampled_from(SMALL.hexes))
def test_reach_is_what_trying_all_ways_finds(prices: list[int | None], most: int, start: str) -> None:
    costs = dict(zip(STEPS, prices, strict=True))
    found = reach(SMALL, start, lambda a, b: costs[a, b], most)
    assert found.costs == brute(start, costs, most)
    assert list(found.costs.values()) == sorted(found.costs.values())
    for goal, spent in found.costs.items():
        assert cost_of(SMALL, found.way(goal), lambda a, b: costs[a, b]) == spent
    with pytest.raises(KeyError):
        found.way("9999")


@given(PRICES, st.integers(0, 6), st.sampled_from(SMALL.hexes))
def test_one_step_may_cost_anything_and_ends_the_move(prices: list[int | None], most: int, start: str) -> None:
    costs = dict(zip(STEPS, prices, strict=True))
    bare = reach(SMALL, start, lambda a, b: costs[a, b], most)
    found = reach(SMALL, start, lambda a, b: costs[a, b], most, one_step=True)
    near = {to for to in SMALL.neighbours(start) if costs[start, to] is not None}
    assert set(found.costs) == set(bare.costs) | near
    assert all(found.way(goal) == (start, goal) for goal in set(found.costs) - set(bare.costs))


def test_of_ways_equally_cheap_the_shorter_one_is_found() -> None:
    graph = Graph("abcd", [])
    assert reach(graph, "a", lambda a, b: 1).costs == {"a": 0}
    free = reach(SMALL, "0101", lambda a, b: 0)
    assert [len(free.way(hex)) - 1 for hex in SMALL.hexes] == [SMALL.distance("0101", hex) for hex in SMALL.hexes]


def test_a_negative_cost_is_a_bug() -> None:
    with pytest.raises(ValueError, match="a cost is never negative"):
        reach(SMALL, "0101", lambda a, b: -1)


@pytest.mark.parametrize(("cost", "parts", "said"), [
    (3, 2, "1.5"), (4, 2, "2"), (5, 4, "1.25"), (0, 2, "0"), (20, 2, "10"), (7, 1, "7"),
])
def test_costs_are_written_as_players_count(cost: int, parts: int, said: str) -> None:
    assert in_points(cost, parts) == said


def test_parts_that_cannot_be_written_are_refused() -> None:
    with pytest.raises(ValueError, match="3 parts to a point"):
        in_points(1, 3)
