"""3.4 How the bots lay Al Qaeda's counters: always as the rules have it, whatever was picked."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

import pytest
from anaconda.boards_map import ground

from pbem_games.anaconda.bots.laying import defence, sites, withdrawal


class Picked(NamedTuple):
    id: str
    type: str
    range: int


KINDS = (("infantry", 2, 30), ("heavy_weapons", 8, 6), ("heavy_weapons", 4, 9), ("hvt", 2, 4), ("deception", 0, 6),
         ("civilian", 0, 6), ("fortification", 0, 9), ("ied", 0, 6), ("compound", 2, 6))
BAG = [Picked(f"{kind}_{reach}_{i}", kind, reach) for kind, reach, many in KINDS for i in range(many)]


@pytest.mark.parametrize("plan", [defence, withdrawal])
@pytest.mark.parametrize("seed", range(8))
def test_3_4_every_counter_lies_where_the_rules_allow(plan: Callable[..., dict[str, str]], seed: int) -> None:
    rng = random.Random(seed)
    picked = rng.sample(BAG, 48)
    hexes = plan(ground(), picked, rng)
    assert set(hexes) == {one.id for one in picked}
    assert max(Counter(hexes.values()).values()) <= 3
    assert not any(ground().is_edge(hex) for hex in hexes.values())
    kinds = {one.id: one.type for one in picked}
    for hex in set(hexes.values()):
        there = [kinds[id] for id, at in hexes.items() if at == hex]
        assert not {"fortification", "compound"} <= set(there)


def test_the_same_chances_lay_alike() -> None:
    assert defence(ground(), BAG[:48], random.Random(1)) == defence(ground(), BAG[:48], random.Random(1))
    assert defence(ground(), BAG[:48], random.Random(1)) != defence(ground(), BAG[:48], random.Random(2))


def test_sites_are_those_of_the_map() -> None:
    at = sites(ground())
    assert at.towns == ("1710", "1711", "1808", "1915", "2011")
    assert at.summits == ("2218",)
    assert at.guns[0] == "2209"
    assert set(at.guns) | set(at.rear) == set(ground().caves)
