"""How far it is to goals: the same as a search forwards from each hex."""

from __future__ import annotations

import pytest
from anaconda.boards_map import ground

from pbem_games.anaconda.bots.fields import field, to_sanctuary


@pytest.mark.parametrize("start", ["0101", "1407", "1710", "2218", "3026"])
def test_a_field_is_what_a_search_from_the_start_finds(start: str) -> None:
    forwards = ground().reach(start, vehicular=False, halves=400, exits=frozenset({"sanctuary"}))
    assert to_sanctuary(ground())[start] == forwards.costs["sanctuary"]
    goals = {"1915": 0, "2011": 0}
    assert field(ground(), goals)[start] == min(forwards.costs[hex] for hex in goals)


def test_closed_hexes_are_gone_round_and_vehicles_find_no_way_up() -> None:
    assert field(ground(), {"1807": 0}, closed=frozenset({"1808"}))["1809"] > field(ground(), {"1807": 0})["1809"]
    assert "1510" not in field(ground(), {"1409": 0}, vehicular=True)
