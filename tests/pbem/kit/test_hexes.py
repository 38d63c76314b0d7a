"""Hex maps: numbers, neighbours, distances and hexsides, for both orientations and both ways of shifting."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.errors import WrongUse
from pbem.kit.data import Entry, load
from pbem.kit.geography import Graph
from pbem.kit.hexes import Grid, HexMap
from valley import VALLEY, valley

KINDS = [(o, s) for o in ("flat_top", "pointy_top") for s in ("odd", "even")]


class Side(Entry, frozen=True):
    a: str
    b: str


@st.composite
def maps(draw: st.DrawFn) -> HexMap:
    orientation, shifted = draw(st.sampled_from(KINDS))
    first = draw(st.tuples(st.integers(0, 3), st.integers(0, 3)))
    return HexMap(Grid(columns=draw(st.integers(1, 6)), rows=draw(st.integers(1, 6)), first=first,
                       orientation=orientation, shifted=shifted))  # type: ignore[arg-type]


def board(orientation: str = "flat_top", shifted: str = "even") -> HexMap:
    return HexMap(Grid(columns=5, rows=5, orientation=orientation, shifted=shifted))  # type: ignore[arg-type]


@pytest.mark.parametrize(("kind", "hex", "near"), [
    (("flat_top", "even"), "0303", {"N": "0302", "NE": "0402", "SE": "0403", "S": "0304", "SW": "0203", "NW": "0202"}),
    (("flat_top", "even"), "0203", {"N": "0202", "NE": "0303", "SE": "0304", "S": "0204", "SW": "0104", "NW": "0103"}),
    (("flat_top", "odd"), "0303", {"N": "0302", "NE": "0403", "SE": "0404", "S": "0304", "SW": "0204", "NW": "0203"}),
    (("pointy_top", "even"), "0303",
     {"NE": "0302", "E": "0403", "SE": "0304", "SW": "0204", "W": "0203", "NW": "0202"}),
    (("pointy_top", "odd"), "0303",
     {"NE": "0402", "E": "0403", "SE": "0404", "SW": "0304", "W": "0203", "NW": "0302"}),
])
def test_the_six_neighbours_by_direction(kind: tuple[str, str], hex: str, near: dict[str, str]) -> None:
    on = board(*kind)
    assert {direction: on.neighbour(hex, direction) for direction in on.directions} == near
    assert on.neighbours(hex) == tuple(sorted(near.values()))


def test_a_corner_has_fewer_neighbours_and_a_missing_hex_is_nobodys() -> None:
    assert board().neighbours("0101") == ("0102", "0201")
    holed = HexMap(Grid(columns=5, rows=5, missing=("0201",)))
    assert holed.neighbours("0101") == ("0102",)
    assert "0201" not in holed
    assert len(holed.hexes) == 24
    with pytest.raises(KeyError):
        holed.neighbours("0201")


@pytest.mark.parametrize("known", VALLEY["known"]["distance"], ids=lambda k: f"{k['from']}-{k['to']}")
def test_10_14_distances_of_the_valley(known: dict[str, object]) -> None:
    assert valley().distance(str(known["from"]), str(known["to"])) == known["value"]


def test_the_valley_has_832_hexes_in_order() -> None:
    assert len(valley().hexes) == 832
    assert list(valley().hexes) == sorted(valley().hexes)


@given(maps(), st.data())
def test_distance_is_the_fewest_steps_between_neighbours(on: HexMap, data: st.DataObject) -> None:
    graph = Graph(on.hexes, [Side(a, b) for a in on.hexes for b in on.neighbours(a) if a < b])
    start = data.draw(st.sampled_from(on.hexes))
    assert graph.reach(start) == {hex: on.distance(start, hex) for hex in graph.reach(start)}
    assert len(graph.reach(start)) == len(on.hexes)


@given(st.data())
def test_distance_is_a_metric(data: st.DataObject) -> None:
    a, b, c = (data.draw(st.sampled_from(valley().hexes)) for _ in range(3))
    distance = valley().distance
    assert (distance(a, b) == 0) == (a == b)
    assert distance(a, b) == distance(b, a)
    assert distance(a, c) <= distance(a, b) + distance(b, c)


@given(maps(), st.integers(0, 4), st.data())
def test_rings_and_bands_are_what_distance_says(on: HexMap, radius: int, data: st.DataObject) -> None:
    hex = data.draw(st.sampled_from(on.hexes))
    assert on.within(hex, radius) == tuple(o for o in on.hexes if on.distance(hex, o) <= radius)
    assert on.ring(hex, radius) == tuple(o for o in on.hexes if on.distance(hex, o) == radius)
    assert on.bands(hex, radius) == tuple(on.ring(hex, i) for i in range(radius + 1))


@given(maps())
def test_neighbours_are_mutual_and_lie_beside_each_other_in_drawings(on: HexMap) -> None:
    for a in on.hexes:
        for b in on.neighbours(a):
            assert a in on.neighbours(b)
            steps = sorted(abs(p - q) for p, q in zip(on.middle(a), on.middle(b), strict=True))
            assert steps in ([0, 2], [1, 3])


def test_hexsides_are_the_same_from_both_sides_and_checked_when_read() -> None:
    on = board()
    assert on.side("0303", "0302") == on.side("0302", "0303") == "0302-0303"
    assert on.sides(["0302-0303", "0303-0402"]) == {"0302-0303", "0303-0402"}
    for wrong, said in ((["0101-0303"], "these two hexes do not touch"), (["0101-0999"], "write two hexes of this map"),
                        (["0101"], "write two hexes"), (["0302-0303", "0303-0302"], "0303-0302: is given twice")):
        with pytest.raises(WrongUse, match=said):
            on.sides(wrong)


def test_edges_of_the_map() -> None:
    on = board()
    assert on.edges("0101") == ("north", "west")
    assert on.edges("0505") == ("east", "south")
    assert on.edges("0305") == ("south",)
    assert on.edges("0303") == ()
    with pytest.raises(KeyError):
        on.edges("0600")


@pytest.mark.parametrize(("grid", "said"), [
    (Grid(columns=0, rows=3), "0 by 3 hexes"),
    (Grid(columns=100, rows=3), "numbers go from 0 to 99"),
    (Grid(columns=3, rows=3, first=(-1, 0)), "from -1, 0 on"),
    (Grid(columns=3, rows=3, missing=("0404",)), "missing hex 0404: there is no such hex"),
    (Grid(columns=3, rows=3, missing=("0101", "0101")), "or it is named twice"),
])
def test_a_grid_that_cannot_be_is_named(grid: Grid, said: str) -> None:
    with pytest.raises(WrongUse, match=re.escape(said)):
        HexMap(grid)


class Ground(Entry, frozen=True):
    grid: Grid


class Files(Entry, frozen=True):
    map: Ground


def test_a_grid_is_read_from_data_and_refuses_what_it_does_not_know() -> None:
    told = {"columns": 3, "rows": 4, "shifted": "odd", "first": [0, 0], "source": "design"}
    grid = load({"map.toml": {"grid": told}}, Files).map.grid
    assert grid == Grid(columns=3, rows=4, shifted="odd", first=(0, 0))
    assert HexMap(grid).hexes[-1] == "0203"
    with pytest.raises(WrongUse, match=r"map\.toml, grid"):
        load({"map.toml": {"grid": told | {"size": 9}}}, Files)


def test_straight_columns_stand_under_each_other() -> None:
    on = board()
    column = [on.middle(f"02{row:02}") for row in range(1, 6)]
    assert {x for x, _ in column} == {6}
    assert all(y2 - y1 == 2 for (_, y1), (_, y2) in pairwise(column))


@given(maps(), st.integers(0, 4))
def test_sets_of_hexes_hold_what_lists_and_distances_say(on: HexMap, radius: int) -> None:
    assert on.every == frozenset(on.hexes)
    for hex in on.hexes:
        near = {other for other in on.hexes if on.distance(hex, other) <= radius}
        assert on.disc(hex, radius) == near == set(on.within(hex, radius))
        assert on.disc(hex, radius) is on.disc(hex, radius)
