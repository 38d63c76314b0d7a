"""3, 13.3, 13.4 The map as the dossier has it: terrain, ways, river, bridges, Main Supply Route, bases."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import combinations, pairwise
from math import hypot

import pytest

from pbem_games.fallujah.numbers import DATA
from pbem_games.fallujah.printed import Edge

NUMBERS = DATA.numbers()
SPACES, EDGES = NUMBERS.spaces, NUMBERS.graph.borders
KINDS = {"U": "urban", "O": "objective", "M": "mosque", "-": "open"}
TERRAIN = {  # phase line: routes 1 to 6
    2: "UUOUUU", 3: "U-UMU-", 4: "UOUUOU", 5: "UOMUMU", 6: "OMUMUO", 7: "OUOUUU", 8: "-UUMUU", 9: "OUUOOU",
    10: "UUMUUU", 11: "-MUOU-", 12: "UU-UUU",
}  # fmt: skip
WEST_BANK = {"r1p06", "r1p08", "r1p10", "r1p11", "r1p12"}
MSR = ["r1p09", "r2p08", "r3p07", "r4p07", "r5p07", "r6p06"]


def walked(start: Iterable[str], is_way: Callable[[Edge], bool]) -> set[str]:
    """Every space that edges of this kind lead to."""
    found = list(start)
    for space in found:
        found += [to for to in NUMBERS.graph.neighbours(space)
                  if to not in found and is_way(edge_of(space, to))]  # fmt: skip
    return set(found)


def edge_of(a: str, b: str) -> Edge:
    edge = NUMBERS.graph.border(a, b)
    assert edge is not None
    return edge


def is_dry(edge: Edge, blown: Iterable[str] = ()) -> bool:
    return edge.crossing != "river" and edge.bridge not in blown


def test_3_1_every_space_has_the_terrain_of_the_dossier():
    found = {p: "".join(next(k for k, name in KINDS.items() if name == SPACES[NUMBERS.grid[r, p]].terrain)
                        for r in range(1, 7)) for p in range(2, 13)}  # fmt: skip
    assert found == TERRAIN
    letters = Counter("".join(found.values()))
    assert dict(letters) == {"U": 40, "O": 12, "M": 8, "-": 6}


def test_16_5_no_two_open_spaces_touch():
    open_spaces = [s.id for s in SPACES.values() if s.terrain == "open"]
    assert [(a, b) for a, b in combinations(open_spaces, 2) if NUMBERS.graph.border(a, b)] == []


def test_3_1_spaces_have_their_own_name_place_and_id():
    assert len({s.name for s in SPACES.values()}) == 66
    for space in SPACES.values():
        assert space.id == f"r{space.route}p{space.phase_line:02d}"
    width, height = NUMBERS.files["map.toml"]["river"]["draw"]["size"]
    at = {s["id"]: s["draw"]["at"] for s in NUMBERS.files["map.toml"]["space"]}
    assert all(0 < x < width and 0 < y < height for x, y in at.values())
    assert all(hypot(a[0] - b[0], a[1] - b[1]) > 70 for a, b in combinations(at.values(), 2))


def test_3_1_ways_join_neighbours_of_the_grid_and_the_supply_route():
    for edge in EDGES:
        a, b = SPACES[edge.a], SPACES[edge.b]
        assert a.id < b.id
        steps = abs(a.route - b.route), abs(a.phase_line - b.phase_line)
        assert ("route" in edge.kinds, "phase_line" in edge.kinds) == (steps == (0, 1), steps == (1, 0))
        assert edge.kinds or (edge.msr and steps == (1, 1))
    assert len(EDGES) == len({(e.a, e.b) for e in EDGES}) == 118
    for route, line in NUMBERS.grid:
        for other in ((route + 1, line), (route, line + 1)):
            assert other not in NUMBERS.grid or NUMBERS.graph.border(NUMBERS.grid[route, line], NUMBERS.grid[other])


def test_13_3_the_river_parts_the_five_spaces_of_the_west_bank_from_the_rest():
    for edge in EDGES:
        parted = (edge.a in WEST_BANK) != (edge.b in WEST_BANK)
        assert (edge.crossing != "none") == parted, (edge.a, edge.b)
        assert (edge.crossing == "bridge") == bool(edge.bridge)
        if parted:
            assert SPACES[edge.a].water
            assert SPACES[edge.b].water
    assert Counter(e.crossing for e in EDGES) == {"none": 108, "river": 8, "bridge": 2}
    assert len(NUMBERS.water_spaces) == 16


def test_13_3_each_bridge_leaves_its_space_for_the_west_bank():
    bridges = {e.bridge: {e.a, e.b} for e in EDGES if e.bridge}
    assert bridges == {"brooklyn": {"r1p06", "r1p07"}, "main": {"r1p08", "r1p09"}}
    for id, ends in bridges.items():
        own = NUMBERS.bridges[id].space
        (other,) = ends - {own}
        assert SPACES[own].name == NUMBERS.bridges[id].name
        assert other in WEST_BANK
        assert own not in WEST_BANK


def test_6_2_13_2_the_supply_route_is_one_line_with_diagonals():
    assert sorted(s.id for s in SPACES.values() if s.msr) == sorted(MSR) == sorted(NUMBERS.msr_spaces)
    assert sorted((e.a, e.b) for e in EDGES if e.msr) == sorted((min(p), max(p)) for p in pairwise(MSR))
    assert (SPACES[MSR[0]].name, SPACES[MSR[-1]].name) == ("Main Bridge", "Cloverleaf")
    assert sum(e.msr and not e.kinds for e in EDGES) == 3


def test_13_4_the_entry_spaces_of_the_bases():
    lines = range(2, 13)
    assert {b.id: set(b.entry) for b in NUMBERS.bases.values()} == {
        "north": {f"r{r}p02" for r in range(1, 7)}, "south": {f"r{r}p12" for r in range(1, 7)},
        "east": {f"r6p{p:02d}" for p in lines}, "west": WEST_BANK,
    }  # fmt: skip


def test_13_3_with_both_bridges_blown_every_space_is_still_reached_from_some_base():
    blown = set(NUMBERS.bridges)
    east = walked(NUMBERS.bases["north"].entry, lambda edge: is_dry(edge, blown))
    assert east == set(SPACES) - WEST_BANK
    assert walked(NUMBERS.bases["west"].entry, lambda edge: is_dry(edge, blown)) == WEST_BANK


@pytest.mark.parametrize(("bridge", "west"), [("brooklyn", "r1p06"), ("main", "r1p08")])
def test_13_3_the_bridges_are_the_dry_way_from_the_western_entries(bridge, west):
    assert NUMBERS.bridges[bridge].space in walked([west], is_dry)
    assert NUMBERS.bridges[bridge].space not in walked([west], lambda edge: is_dry(edge, [bridge]))
