"""Line of fire, exact: every known line of the valley, each case by itself, and the same from both ends."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pbem.kit.hexes import FLAT, Grid, HexMap
from pbem.kit.sight import Sight, _meets, _slopes, line, parts_of
from valley import VALLEY, sight, valley

PLAIN = HexMap(Grid(columns=7, rows=7))
FLAT_LEVELS = dict.fromkeys(PLAIN.hexes, 0)


def plain(*blocking: str, levels: dict[str, int] | None = None, along: tuple[str, ...] = (),
          walls: tuple[str, ...] = ()) -> Sight:
    return Sight(PLAIN, FLAT_LEVELS | (levels or {}), frozenset(blocking), PLAIN.sides(along), PLAIN.sides(walls))


@pytest.mark.parametrize("known", VALLEY["known"]["lof"], ids=lambda k: f"{k['from']}-{k['to']}")
def test_g_lines_of_the_valley(known: dict[str, Any]) -> None:
    assert valley().distance(known["from"], known["to"]) == known["distance"]
    assert sight().is_clear(known["from"], known["to"]) == known["clear"], known["note"]
    assert sight().is_clear(known["to"], known["from"]) == known["clear"]


# ------------------------------------------------------------------ the cases, one by one


def test_g_neighbours_see_each_other_and_a_hex_itself() -> None:
    high = plain("0403", "0404", levels={"0403": 5, "0404": 5})
    assert high.is_clear("0403", "0404")
    assert high.is_clear("0404", "0404")


def test_g_terrain_blocks_only_between_equals_of_its_own_level() -> None:
    assert not plain("0403").is_clear("0402", "0404")
    assert plain().is_clear("0402", "0404")
    assert plain("0403", levels={"0402": 1}).is_clear("0402", "0404")
    assert plain("0403", levels={"0402": 1, "0404": 1}).is_clear("0402", "0404")


def test_g_higher_ground_blocks_whatever_it_is_but_only_over_both_ends() -> None:
    assert not plain(levels={"0403": 1}).is_clear("0402", "0404")
    assert plain(levels={"0403": 1, "0404": 1}).is_clear("0402", "0404")
    assert not plain(levels={"0403": 2, "0404": 1}).is_clear("0402", "0404")


def test_g_a_line_along_a_hexside_is_blocked_only_by_both() -> None:
    # from 0203 two columns on: the line runs between 0303 and 0304
    assert set(plain().met("0203", "0403")) == {"0203", "0303", "0304", "0403"}
    assert plain("0303").is_clear("0203", "0403")
    assert plain("0304").is_clear("0203", "0403")
    assert plain("0303", "0304").blocked_by("0203", "0403") == ("0303", "0304")
    assert not plain("0303", levels={"0304": 1}).is_clear("0203", "0403")


def test_g_a_grazed_hex_at_the_edge_of_the_map_decides_alone() -> None:
    # flat top, even columns lower: from 0101 to 0301 the line runs between 0201 and a hex off the map
    assert set(plain().met("0101", "0301")) == {"0101", "0201", "0301"}
    assert plain().is_clear("0101", "0301")
    assert not plain("0201").is_clear("0101", "0301")


def test_g_a_missing_hex_decides_nothing() -> None:
    holed = HexMap(Grid(columns=7, rows=7, missing=("0304",)))
    assert not Sight(holed, FLAT_LEVELS, frozenset({"0303"})).is_clear("0203", "0403")
    assert Sight(holed, FLAT_LEVELS).is_clear("0203", "0403")


def test_g_touching_a_corner_is_not_meeting() -> None:
    # from 0203 to 0403 the line passes corners of no hex but those it meets; those above and below are free of it
    assert plain("0202", "0204", "0302", "0305", "0402", "0404").is_clear("0203", "0403")


def test_10_21_a_line_that_follows_a_road_passes_the_terrain_but_no_height() -> None:
    road = ("0402-0403", "0403-0404")
    assert plain("0403", along=road).is_clear("0402", "0404")
    assert not plain("0403", along=road[:1]).is_clear("0402", "0404")
    assert not plain("0403", along=road, levels={"0403": 1}).is_clear("0402", "0404")
    assert plain("0403", "0404", along=(*road, "0404-0405")).is_clear("0402", "0405")
    assert not plain("0403", "0404", along=road).is_clear("0402", "0405")


def test_10_21_a_road_beside_the_line_opens_no_hex_of_a_pair() -> None:
    ways = ("0203-0303", "0303-0403", "0203-0304", "0304-0403")
    assert not plain("0303", "0304", along=ways).is_clear("0203", "0403")


def test_g_what_blocks_is_named() -> None:
    assert plain("0403").blocked_by("0404", "0402") == ("0403",)
    assert plain().blocked_by("0402", "0404") == ()
    assert plain("0403").seen_from("0402", 2) == tuple(h for h in PLAIN.within("0402", 2) if h != "0404")


def test_a_wall_blocks_across_and_along_but_not_from_beside_it_nor_from_above() -> None:
    wall = ("0403-0404",)
    assert plain(walls=wall).blocked_by("0402", "0405") == ("0403", "0404")
    assert plain(walls=wall).is_clear("0403", "0405")
    assert plain(walls=wall, levels={"0402": 1}).is_clear("0402", "0405")
    assert plain(walls=("0303-0304",)).blocked_by("0203", "0403") == ("0303", "0304")
    assert plain(walls=("0203-0303",)).is_clear("0203", "0403")


def test_a_line_through_a_corner_crosses_no_wall_that_only_ends_there() -> None:
    # the line from 0203 to 0403 leaves 0203 by the corner at which this wall ends
    assert plain(walls=("0202-0303",)).is_clear("0203", "0403")
    # it comes out between 0303 and 0304 at a corner of 0403, and meets no side of it
    assert {"0303", "0403"} <= set(plain().met("0203", "0603"))
    for wall in ("0303-0403", "0304-0403", "0403-0503"):
        assert plain(walls=(wall,)).is_clear("0203", "0603")
    assert plain(walls=("0503-0504",)).blocked_by("0203", "0603") == ("0503", "0504")


# ------------------------------------------------------------------ always


def pairs(most: int) -> st.SearchStrategy[tuple[str, str]]:
    hexes = valley().hexes
    return st.sampled_from(hexes).flatmap(
        lambda a: st.tuples(st.just(a), st.sampled_from(valley().within(a, most))))


@given(pairs(15))
def test_g_the_answer_is_the_same_from_both_ends(ends: tuple[str, str]) -> None:
    a, b = ends
    assert (sight()._search(a, b) == ()) == (sight()._search(b, a) == ()) == sight().is_clear(a, b)
    there, back = sight().met(a, b), sight().met(b, a)
    parts = parts_of(valley().offset(a, b))
    assert {hex: (parts - met.leave, parts - met.enter) for hex, met in there.items()} == {
        hex: (met.enter, met.leave) for hex, met in back.items()}


@given(pairs(9))
@example(("0101", "0301"))
@example(("0203", "0403"))
def test_g_the_hexes_met_are_those_that_fractions_find(ends: tuple[str, str]) -> None:
    """Every hex of the map is asked by itself, with fractions, as the section says it."""
    a, b = ends
    on, met = valley(), sight().met(a, b)
    if a == b:
        return
    parts = parts_of(on.offset(a, b))
    found = {hex: (Fraction(m.enter, parts), Fraction(m.leave, parts), m.grazed) for hex, m in met.items()}
    near = [hex for hex in on.hexes if on.distance(a, hex) + on.distance(hex, b) <= on.distance(a, b) + 2]
    assert found == {hex: stretch for hex in near if (stretch := by_fractions(a, b, hex)) is not None}
    assert [hex for hex in met if hex in (a, b)] == [a, b]


def test_g_the_hexes_met_are_all_that_can_be_reached_from_the_start_over_hexes_met() -> None:
    offsets = [(across, along) for across in range(-12, 13) for along in range(-26, 27) if (across + along) % 2 == 0]
    for to in offsets:
        if to == (0, 0):
            continue
        strips = [(slope, parts_of(to) // slope if slope else 0) for slope in _slopes(to)]
        seen, waiting, found = {(0, 0)}, [(0, 0)], []
        while waiting:
            at = waiting.pop()
            if met := _meets(at, strips, parts_of(to)):
                found.append(met)
                near = {(at[0] + step[0], at[1] + step[1]) for step in FLAT.values()} - seen
                seen |= near
                waiting += near
        assert line(to) == tuple(sorted(found)), to


def by_fractions(a: str, b: str, hex: str) -> tuple[Fraction, Fraction, bool] | None:
    low, high, grazed = Fraction(0), Fraction(1), False
    (ax, ay, az), (bx, by, bz), (hx, hy, hz) = cube(a), cube(b), cube(hex)
    start, way = (ax - hx, ay - hy, az - hz), (bx - ax, by - ay, bz - az)
    for i, j in ((0, 1), (1, 2), (2, 0)):
        at, step = start[i] - start[j], way[i] - way[j]
        if step == 0:
            if abs(at) > 1:
                return None
            grazed = grazed or abs(at) == 1
        else:
            ends = sorted((Fraction(-1 - at, step), Fraction(1 - at, step)))
            low, high = max(low, ends[0]), min(high, ends[1])
    return (low, high, grazed) if low < high else None


def cube(hex: str) -> tuple[int, int, int]:
    column, row = int(hex[:2]) - 1, int(hex[2:]) - 1
    z = row - (column - column % 2) // 2
    return column, -column - z, z


def turned(to: tuple[int, int]) -> tuple[int, int]:
    """An offset after a turn of sixty degrees."""
    x, z = to[0], (to[1] - to[0]) // 2
    return -z, 2 * (x + z) - z


@given(st.integers(-8, 8), st.integers(-8, 8))
def test_g_a_line_turned_meets_the_same_hexes_turned(across: int, along: int) -> None:
    to = (across, 2 * along + across % 2)
    assert {turned(met.offset): met[:2] for met in line(to)} == {met.offset: met[:2] for met in line(turned(to))}


def test_pointy_top_is_the_same_map_on_its_side() -> None:
    standing = HexMap(Grid(columns=6, rows=6))
    lying = HexMap(Grid(columns=6, rows=6, orientation="pointy_top"))
    mirrored: Callable[[str], str] = lambda hex: hex[2:] + hex[:2]  # noqa: E731
    blocking = frozenset({"0302", "0304", "0403", "0505"})
    upright = Sight(standing, dict.fromkeys(standing.hexes, 0), blocking)
    flat = Sight(lying, dict.fromkeys(lying.hexes, 0), frozenset(map(mirrored, blocking)))
    for a in standing.hexes:
        for b in standing.hexes:
            assert upright.is_clear(a, b) == flat.is_clear(mirrored(a), mirrored(b))
