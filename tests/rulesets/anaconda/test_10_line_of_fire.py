"""10.14-10.23, 11.4 Range, line of fire and what a hex gives its defenders; dossier (g)."""

from __future__ import annotations

import pytest
from anaconda.boards_map import ground


@pytest.mark.parametrize(("a", "b", "distance", "is_clear"), [
    pytest.param("0101", "0103", 2, True, id="level plain"),
    pytest.param("1709", "2006", 4, False, id="a town between equals"),
    pytest.param("1707", "2006", 3, True, id="flat valley floor"),
    pytest.param("1512", "1810", 3, False, id="a town, all of level 1"),
    pytest.param("1809", "1806", 3, True, id="T77 a town on the track"),
    pytest.param("1917", "1920", 3, True, id="a track through mountain"),
    pytest.param("1309", "1307", 2, False, id="mountain of the same level"),
    pytest.param("1204", "1005", 2, False, id="a higher hex between equals"),
    pytest.param("1101", "1104", 3, False, id="T74 a ridge higher than both"),
    pytest.param("0221", "0420", 2, True, id="high to low"),
    pytest.param("0420", "0221", 2, True, id="low to high"),
    pytest.param("1407", "1206", 2, True, id="from an observation point"),
    pytest.param("1407", "1811", 6, True, id="over the town"),
    pytest.param("1212", "1407", 6, True, id="from point to point"),
    pytest.param("1121", "1322", 2, False, id="a point between blocks"),
    pytest.param("1523", "1221", 3, True, id="a point sees over a ridge"),
    pytest.param("2014", "1815", 2, False, id="Marzak between equals"),
    pytest.param("1115", "0915", 2, True, id="along a hexside, one side open"),
    pytest.param("1423", "1525", 2, False, id="along a hexside, both block"),
    pytest.param("1710", "1711", 1, True, id="T71 next to each other"),
    pytest.param("2202", "2206", 4, False, id="the distance example"),
    pytest.param("2218", "1915", 5, True, id="Takur Ghar to Marzak"),
    pytest.param("1715", "2218", 6, True, id="T73 valley to the summit"),
    pytest.param("1810", "2110", 3, True, id="valley to the eastern foot"),
    pytest.param("2612", "1809", 8, False, id="upper basin to lower valley"),
])
def test_g_line_of_fire_vectors_from_both_ends(a: str, b: str, distance: int, is_clear: bool) -> None:
    assert ground().distance(a, b) == distance
    assert ground().in_line(a, b) is is_clear
    assert ground().in_line(b, a) is is_clear


def test_t71_10_15_neighbours_see_each_other_whatever_lies_there() -> None:
    on = ground()
    assert all(on.in_line(hex, other) for hex in on.hexes.hexes for other in on.hexes.neighbours(hex))


def test_t73_10_18_the_summit_of_takur_ghar_and_the_valley_see_each_other() -> None:
    assert ground().in_line("2218", "1715")
    assert ground().in_line("1715", "2218")


def test_t74_10_18_a_higher_ridge_between_blocks() -> None:
    assert ground().sight.blocked_by("1101", "1104") == ("1102",)


def test_t77_10_21_a_line_along_the_track_passes_the_town_on_it() -> None:
    assert ground().in_line("1809", "1806")
    assert not ground().in_line("1709", "2006")


@pytest.mark.parametrize(("a", "b", "distance"), [("2202", "2206", 4), ("0101", "3226", 41), ("1808", "2218", 12)])
def test_t70_10_14_distance_counts_the_target_and_not_the_firer(a: str, b: str, distance: int) -> None:
    assert ground().distance(a, b) == distance


def test_t70_10_20_range_grows_from_higher_ground_only() -> None:
    assert ground().range_from("2218", "1915", printed=4, extension=1) == 5
    assert ground().range_from("1915", "2218", printed=4, extension=1) == 4
    assert ground().range_from("1707", "2006", printed=4, extension=1) == 4


def test_r39_the_highest_terrain_modifier_of_a_hex_counts_alone() -> None:
    on = ground()
    assert (on.defence("2209").id, on.defence("2209").drm) == ("cave", 2)
    assert (on.defence("1710").id, on.defence("1710").drm) == ("town", 1)
    assert on.defence("2218").drm == 2
    assert on.defence("0101").drm == 0


def test_r69_11_4_an_engineer_negates_towns_and_caves_but_no_ground() -> None:
    on = ground()
    assert on.defence("2209", engineer=True).id == "mountain"
    assert on.defence("1808", engineer=True).drm == 0
    assert on.defence("2218", engineer=True).id == "peak"


def test_r62_each_line_is_searched_once_whichever_end_asks() -> None:
    on = ground()
    on.in_line("1710", "2015")
    known = len(on.sight._known)
    on.in_line("2015", "1710")
    assert len(on.sight._known) == known
