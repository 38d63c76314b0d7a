"""Shaded ground, digits of strokes, and how few elements a board of hexes is."""

from __future__ import annotations

import re
from importlib.resources import files
from xml.etree import ElementTree

import msgspec
import pytest

from pbem.author.relief.paths import slopes, written
from pbem.author.relief.rings import loops, thinned
from pbem.errors import WrongUse
from pbem.kit.view import RELIEF, relief_in
from pbem.show.hexagons import hex_bounds, hex_middle
from pbem.show.scene import Board, Hexes, Place, Relief, Terrain
from pbem.show.svg import ground
from pbem.show.svg.apart import grounds
from pbem.show.svg.relief import LEVELS, level_paint
from pbem.show.svg.strokes import DIGITS, digits, is_written
from pictures import opened

HEXES = Hexes(size=10)
PLACES = tuple(Place(id=code, name=code, code=code, at=hex_middle(HEXES, (3 * i, i % 2)), terrain="c", level=i)
               for i, code in enumerate(("0101", "0201", "0301")))
LOW, HIGH = hex_bounds(HEXES, PLACES)
BOARD = Board(title="Row", low=LOW, high=HIGH, hexes=HEXES, places=PLACES,
              terrains=(Terrain(id="c", name="clear", code="c", colour="#f2ead0"),))
CASES = {"anaconda": "neither", "enduring_freedom": "operational_victory"}
TOGETHER = {"angola": "western_decisive", "fallujah": "april_won"} | CASES


def drawn(board: Board) -> ElementTree.Element:
    return ElementTree.fromstring(ground.paint(board).replace("\x1f", ""))


def test_relief_takes_the_place_of_the_colours_of_hexes_and_keeps_their_numbers():
    tint, shade = Relief(tone="tint", step=2, d="M0 0l9 0 0 9z"), Relief(tone="shade", step=1, d="M1 1l9 0 0 9z")
    plain, shaded = ground.paint(BOARD), ground.paint(msgspec.structs.replace(BOARD, relief=(tint, shade)))
    assert f'fill="{level_paint(2)}" fill-opacity="1"' in shaded
    assert shaded.index(tint.d) < shaded.index(shade.d)
    assert 'fill="#f2ead0' in plain
    assert 'fill="#f2ead0' not in shaded
    assert plain.count('class="numbers"') == shaded.count('class="numbers"') == 1
    assert set(grounds(msgspec.structs.replace(BOARD, relief=(tint,)))) >= {*LEVELS[:3]}


@pytest.mark.parametrize("d", ['M0 0"/><script>', "M0 0 url(#x)", "M0 0L1 1e9"])
def test_what_is_no_path_of_ours_is_not_drawn(d):
    kept = Relief(tone="tint", step=1, d="M0 0z")
    board = msgspec.structs.replace(BOARD, relief=(Relief(tone="light", step=1, d=d), kept))
    assert d[:7] not in ground.paint(board).replace("M0 0z", "")


def test_levels_beyond_the_colours_have_the_last_of_them():
    assert [level_paint(level) for level in (-3, 0, 5, 9)] == [LEVELS[0], LEVELS[0], LEVELS[5], LEVELS[5]]


def test_all_numbers_are_one_path_and_words_stay_words():
    path = drawn(BOARD).find(".//path[@class='numbers']")
    strokes = sum(len(DIGITS[digit]) for place in PLACES for digit in place.code)
    assert path.get("d").count("M") == strokes
    named = tuple(msgspec.structs.replace(place, code=f"A{i}") for i, place in enumerate(PLACES))
    lettered = drawn(msgspec.structs.replace(BOARD, places=named))
    assert lettered.find(".//path[@class='numbers']") is None
    assert {"A0", "A1", "A2"} <= {text.text for text in lettered.iter("text")}


def test_a_number_stands_on_its_base_line_around_its_middle():
    assert is_written("0123456789")
    assert not is_written("01a")
    found = digits([("11", (80, 40))], 8, stroke="#000000")
    assert re.findall(r"M([\d.]+) ([\d.]+)", found) == [("76", "34"), ("82", "34")]
    assert 'transform="scale(1)"' in found


def test_a_hexside_is_drawn_once():
    grid = next(path for path in drawn(BOARD).iter("path") if path.get("stroke-opacity") == "0.6")
    sides = len(re.findall("[lhv]", grid.get("d")))
    assert sides == 6 * len(PLACES) - 2  # 18 with two that three hexes in a row have in common


@pytest.mark.parametrize("game", TOGETHER)
def test_what_never_changes_is_few_elements(game):
    elements = [element.tag for element in drawn(opened(game, TOGETHER[game]).board).iter()]
    assert len(elements) - (0 if game == "anaconda" else elements.count("text")) <= 450


@pytest.mark.parametrize("game", CASES)
def test_relief_is_small_has_all_its_tones_and_says_where_it_is_from(game):
    raw = (files(f"pbem_games.{game}") / "data" / RELIEF).read_bytes()
    assert len(raw) <= 130_000
    assert msgspec.json.decode(raw)["source"]
    tones = [(one.tone, one.step) for one in opened(game, CASES[game]).board.relief]
    assert len(tones) == len(set(tones)) <= 20
    assert {tone for tone, _ in tones} == {"tint", "contour", "shade", "light"}


def test_a_damaged_file_of_relief_is_refused_by_name(tmp_path):
    for raw in (b"", b"{}", b'{"source": "x", "relief": [{"tone": "blue", "step": 1, "d": ""}]}'):
        (tmp_path / RELIEF).write_bytes(raw)
        with pytest.raises(WrongUse, match=r"^relief\.json: "):
            relief_in(tmp_path)
    (tmp_path / RELIEF).unlink()
    with pytest.raises(WrongUse, match=r"^relief\.json: "):
        relief_in(tmp_path)


@pytest.mark.thorough
@pytest.mark.parametrize("game", CASES)
def test_relief_is_what_the_example_makes(game):
    assert (files(f"pbem_games.{game}") / "data" / RELIEF).read_text() == written(opened(game, CASES[game]).board)


def test_areas_of_a_field_are_closed_rings_around_what_is_high():
    hill = [[0, 0, 0, 0], [0, 9, 9, 0], [0, 9, 9, 0], [0, 0, 0, 0]]
    (ring,) = loops(hill, 5)
    assert len(ring) == 8
    assert {round(x, 2) for x, _ in ring} == {0.56, 1, 2, 2.44}
    pit = [[9, 9, 9], [9, 0, 9], [9, 9, 9]]
    assert len(list(loops(pit, 5))) == 2  # its rim, and the pit
    saddle = [[9, 0], [0, 9]]
    assert len(list(loops(saddle, 4))) == 1
    assert len(list(loops(saddle, 5))) == 2


def test_light_comes_from_the_north_west():
    cone = [[float(9 - max(abs(i - 4), abs(j - 4))) for i in range(9)] for j in range(9)]
    light = slopes(cone)
    assert light[2][2] > 0.1 > -0.1 > light[6][6]
    assert abs(light[4][4]) < 0.01
    assert light[2][6] == pytest.approx(light[6][2])


def test_a_thinned_ring_keeps_its_corners():
    square = [(i / 4, 0.0) for i in range(8)] + [(2.0, i / 4) for i in range(8)] + [
        (2 - i / 4, 2.0) for i in range(8)] + [(0.0, 2 - i / 4) for i in range(8)]
    assert set(thinned(square, 0.1)) == {(0, 0), (2, 0), (2, 2), (0, 2)}
