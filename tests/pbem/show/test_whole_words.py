"""What is written in pictures and text maps: inside its edges, whole, in the same place from view to view."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest

from lettering import texts
from pbem.replay.films.opening import open_reel
from pbem.show.frame import Frame
from pbem.show.scene import Board, Faction, Mark, Marker, Piece, Scene, Track
from pbem.show.svg import least_type, pieces_svg, scene_svg
from pbem.show.svg.bands import band_of
from pbem.show.svg.counters import LEAST_TYPE, SIDE, Counter, of_marker, of_piece
from pbem.show.svg.xml import contrast, on
from pbem.show.text import draw_board
from pictures import angola, fallujah
from tiers import thorough

LOGS = Path(__file__).parents[3] / "logs"
BOARD = Board(title="Field", low=(0, 0), high=(9, 9), places=(), factions=(Faction(id="r", name="Red", code="R"),))
CODES = ("INF", "1-5Cav", "A/2Tk", "12-12Cav", "HMMWV")
STRENGTHS = ("3", "4(2)2", "2+2", "10(10)10", "2 pips", "eng")
BESIDE_BAND = 7.0  # what stands further left stands in the band
BELOW = 0.236  # how far the letters g, j, p, q, y reach under their line, in sizes of the type


@pytest.mark.parametrize("face", ["up", "down"])
@pytest.mark.parametrize("symbol", ["infantry", "special_forces", "headquarters", "militia", "unknown"])
@pytest.mark.parametrize("strength", STRENGTHS)
@pytest.mark.parametrize("code", CODES)
def test_figures_stay_inside_their_counter(code, strength, symbol, face):
    piece = Piece(name=f"{code} of the army", code=code, faction="r", strength=strength, symbol=symbol, face=face)
    marker = Marker(place="a", name=code, code=code[:4], faction="r")
    for counter in (of_piece(BOARD, piece), of_marker(BOARD, marker)):
        assert_inside(counter)
    said = [words for words, *_ in texts(of_piece(BOARD, piece).drawn)]
    assert strength in said
    assert code in said or (code, symbol) == ("INF", "infantry")  # which its symbol says


@pytest.mark.parametrize("code", ["", "INF", "2-2Inf"])
@pytest.mark.parametrize("strength", ["2", "0E", "3(1)", "2+ 3 6", "eng", "2 pips"])
def test_name_symbol_and_figures_do_not_touch(code, strength):
    """The frame of a symbol reaches 5.5 and half its line to both sides of its middle."""
    piece = Piece(name=f"{code} of the army", code=code, faction="r", strength=strength, symbol="infantry")
    drawn = of_piece(BOARD, piece).drawn
    turn = re.search(r'transform="translate\(\S+ (\S+)\) scale\((\S+)\)"', drawn)
    assert turn
    middle, scale = map(float, turn.groups())
    high = (5.5 + 0.55) * scale
    for words, x, base, _, size in texts(drawn):
        if x < BESIDE_BAND:
            continue
        is_above = words != strength
        assert base < middle - high if is_above else base - 0.73 * size > middle + high, words


@pytest.mark.parametrize("symbol", ["supply", "infantry", "armor", "leader", "fleet"])
@pytest.mark.parametrize("face", ["up", "down"])
@pytest.mark.parametrize(("count", "states"), [
    (4, ()), (12, ()), (None, ()), (1, ("moved",)), (1, ("moved", "fired", "pinned")), (3, ("moved",)),
])  # fmt: skip
def test_neither_a_count_nor_letters_of_states_cover_the_symbol(symbol, face, count, states):
    piece = Piece(name="Forward base", code="FOB", faction="r", strength="1", symbol=symbol, face=face, count=count,
                  states=states)
    drawn = of_piece(BOARD, piece).drawn
    turn = re.search(r'transform="translate\((\S+) 12.4\) scale\((\S+?)(?: \S+)?\)"', drawn)
    assert turn
    middle, scale = map(float, turn.groups())
    half = (9 + 0.55) * scale
    beside = [(float(left), float(left) + float(wide)) for left, wide in
              re.findall(r'<rect x="(\S+)" y="8.2" width="(\S+)" height="9"', drawn)]
    assert len(beside) == (count != 1)
    assert middle - half >= band_of(BOARD, BOARD.factions[0]).body[0] - 0.7
    letters = [words for words, x, *_ in texts(drawn) if x < BESIDE_BAND][1:]
    assert letters == {0: [], 1: ["M"], 3: ["M", "+"]}[len(states)]
    assert scale > 0.2
    assert all(middle + half <= left + 0.2 or middle - half >= right - 0.2 for left, right in beside)
    assert_inside(of_piece(BOARD, msgspec.structs.replace(piece, count=1, states=())))


def test_whoever_knows_a_piece_that_lies_face_down_reads_its_code_whole():
    piece = Piece(name="Armour (T-55)", code="T-55", faction="r", strength="3H", symbol="armor", face="down")
    assert [words for words, *_ in texts(of_piece(BOARD, piece).drawn)] == ["T-55", "3H", "R"]


def assert_inside(counter: Counter) -> None:
    for words, x, base, wide, high in texts(counter.drawn):
        assert x - wide / 2 >= 1.0, words
        assert x + wide / 2 <= SIDE - 1.0, words
        assert base - 0.73 * high >= 0.9, words
        assert base + BELOW * high * any(sign in "gjpqy" for sign in words) <= SIDE - 1.0, words
        assert high >= LEAST_TYPE * 0.985, words


@pytest.mark.parametrize("scene", [partial(angola, "turn_ten", 700), fallujah], ids=["angola", "fallujah"],
                         indirect=True)  # fmt: skip
def test_no_letters_on_a_board_are_smaller_than_it_says(scene):
    sizes = [high for _, _, _, _, high in texts(pieces_svg(scene))]
    assert min(sizes) >= least_type(scene.board) * 0.98
    assert least_type(scene.board) >= 6.3


@pytest.mark.parametrize("fill", ["#c62f2f", "#3f8f4f", "#d9a520", "#3d5fb5", "#5b82b0", "#808080", "#777777"])
def test_ink_can_be_read_on_any_colour(fill):
    assert contrast(on(fill), fill) >= 4.5


def test_all_marks_of_one_space_of_a_track_are_named_whole():
    marks = tuple(Mark(name=name, value=18) for name in ("FAPLA/MPLA", "FNLA/UNITA"))
    scene = Scene(title="Field", turn="1", phase="", board=BOARD,
                  tracks=(Track(name="Victory", first=20, last=10, marks=marks),))
    drawn = scene_svg(scene)
    assert "FAPLA/MPLA" in drawn
    assert "FNLA/UNITA" in drawn
    assert "..." not in drawn


def columns_of(scene: Scene, names: set[str]) -> dict[str, float]:
    """In which column each of the blocks below the map stands."""
    found = {}
    root = ElementTree.fromstring(scene_svg(scene))
    for group in root.iter("{http://www.w3.org/2000/svg}g"):
        title = group.find("{http://www.w3.org/2000/svg}text")
        if title is not None and title.text in names and "translate" in group.get("transform", ""):
            found[title.text] = float(group.attrib["transform"].split("(")[1].split()[0])
    return found


@pytest.mark.parametrize(("first", "last", "said"), [
    (0, 99, [0, *range(10, 91, 10), 99]), (0, 90, list(range(0, 91, 10))), (60, 0, list(range(60, -1, -5))),
    (-37, 60, [-37, *range(-30, 51, 10), 60]), (1, 400, [1, *range(50, 351, 50), 400]),
    (3, 50, [3, *range(10, 46, 5), 50]),
])  # fmt: skip
def test_a_long_track_has_round_numbers_between_its_ends(first, last, said):
    track = Track(name="Points", first=first, last=last, marks=(Mark(name="now", value=first),))
    drawn = scene_svg(msgspec.structs.replace(fallujah(), tracks=(track,)))
    written = re.findall(r'font-size="8" text-anchor="middle" fill="#6a6456">(-?\d+)</text>', drawn)
    assert [int(value) for value in written] == said


def test_blocks_below_the_map_keep_their_column_from_view_to_view():
    views = [angola("turn_ten", at) for at in (40, 700)] + [fallujah()]
    names = {"Legend", "Columns", "Eliminated", "Not in play", "Victory Tokens", "Equipment", "Airgroups ready"}
    stood: dict[str, set[float]] = {}
    for view in views:
        for boxes in (view.boxes, view.boxes[1:], view.boxes[:1] * 9):
            for name, x in columns_of(msgspec.structs.replace(view, boxes=boxes), names).items():
                stood.setdefault(name, set()).add(x)
    assert len(stood) > 4
    assert all(len(columns) == 1 for columns in stood.values()), stood


def test_names_on_a_text_map_of_eighty_columns_are_whole_or_left_away():
    scene = fallujah()
    drawn = "\n".join(draw_board(scene, width=80))
    assert max(map(len, drawn.splitlines())) <= 80
    known = {word for place in scene.board.places for word in re.findall(r"[A-Za-z]+", place.name)}
    known |= {word for stack in scene.stacks for piece in stack.pieces for word in re.findall(r"[A-Za-z]+", piece.code)}
    known |= {marker.code for marker in scene.markers} | {"NORTH", "SOUTH", "EAST", "WEST", "u", "uw", "w", "O", "Ow"}
    known |= {"M", "Mw", "C", "X"}
    words = set(re.findall(r"[A-Za-z]+", drawn))
    assert words <= known
    assert all(place.code in drawn for place in scene.board.places)
    assert "Railway" in words
    assert "Berm" in words


@pytest.mark.parametrize(("height", "step"), [(16, 7), (28, 5), thorough(16, 1), thorough(28, 1)])
@pytest.mark.parametrize("scene", [partial(angola, "turn_ten", 700), fallujah], ids=["angola", "fallujah"],
                         indirect=True)  # fmt: skip
def test_a_part_of_a_map_shows_the_place_it_is_meant_to(scene, height, step):
    for place in scene.board.places[::step]:
        part = draw_board(scene, width=100, height=height, around=place.id)
        assert len(part) == height
        assert any(place.code in line for line in part)


def test_a_film_paints_its_board_once_and_what_lies_on_it_only_if_it_changed(monkeypatch):
    pytest.importorskip("PIL.Image")
    pytest.importorskip("resvg_py")
    from pbem.show import gif

    frames: list[Frame] = list(open_reel(LOGS / "angola" / "wrong_on_purpose" / "game.pbem"))[:12]
    painted: list[str] = []
    real = gif.png
    monkeypatch.setattr(gif, "png", lambda svg, width: painted.append(svg) or real(svg, width))
    gif.film(frames, width=100)
    boards = [svg for svg in painted if 'class="board"' in svg]
    pieces = [svg for svg in painted if 'class="pieces"' in svg]
    assert len(boards) == 1
    assert len(pieces) <= len({pieces_svg(frame.scene) for frame in frames}) + 1
