"""The picture as text: sound XML, the same bytes, nothing of a name that acts, nothing that is not in the scene."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from functools import partial
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest

from pbem.show.scene import Board, Box, Cards, Faction, Figures, Marker, Piece, Place, Scene, Site, Stack
from pbem.show.svg import board_svg, ground, map_size, pieces_svg, scene_svg
from pbem.show.svg.counters import LEAST_TYPE, of_piece, tag_of
from pbem.show.svg.paint import painted
from pbem.show.svg.panel import _blocks
from pbem.show.svg.symbols import KNOWN
from pbem.show.text import words_of
from pictures import EVIL, POSITIONS, angola, city, fallujah, hostile

ROOT = Path(__file__).resolve().parents[3]
BOARD_OF_NOTHING = Board(title="", low=(0, 0), high=(1, 1), places=())
SVG = "{http://www.w3.org/2000/svg}"
OUR_WORDS = (
    "turn awaited as seen by legend columns column notes what happened last held nobody marker face up down teeth "
    "downhill letter size sealed unknown not known more armored car infantry"
)


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(painted(svg)).iter() if element.text]


@pytest.mark.parametrize("scene", [partial(angola, *POSITIONS[0]), fallujah, city, hostile],
                         ids=["angola", "fallujah", "city", "hostile"], indirect=True)
def test_it_is_sound_xml_of_few_elements_that_needs_no_other_file(scene):
    svg = scene_svg(scene)
    root = ElementTree.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    known = {f"{SVG}{name}" for name in ("svg", "g", "path", "rect", "circle", "text", "title", "clipPath", "pattern",
                                         "defs", "use")}
    assert {element.tag for element in root.iter()} <= known
    for element in root.iter():
        for name, value in element.attrib.items():
            assert not name.startswith("on")
            assert "href" not in name or (element.tag == f"{SVG}use" and re.fullmatch(r"#traced-[a-z]+-\d+", value))
            assert "url(" not in value or re.fullmatch(r"url\(#[a-z-]+\)", value)  # only what stands in it itself
    assert "http" not in svg.replace("http://www.w3.org/2000/svg", "").replace("url(http", "")


def test_the_same_bytes_twice_and_under_other_hash_seeds():
    program = "import hashlib, pictures; from pbem.show.svg import scene_svg; " \
              "print(hashlib.sha256(scene_svg(pictures.angola('turn_ten', 695)).encode()).hexdigest())"
    paths = os.pathsep.join([str(ROOT), str(ROOT / "tests")])
    found = set()
    for seed in ("1", "77"):
        environ = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": paths}
        done = subprocess.run([sys.executable, "-c", program], env=environ, capture_output=True, text=True, check=True)
        found.add(done.stdout)
    assert len(found) == 1
    assert scene_svg(city()) == scene_svg(city())


def test_numbers_have_one_decimal_at_most():
    for scene in (angola(*POSITIONS[0]), city()):
        svg = re.sub(r"(scale|matrix)\([^)]*\)|opacity=\"0\.\d\d\"", "", scene_svg(scene))
        for value in re.findall(r'"([^"]*)"', svg):
            assert not re.search(r"\d\.\d\d", value), value


def test_no_hostile_name_acts():
    svg = scene_svg(hostile())
    assert "<script" not in svg
    assert "&lt;script&gt;alert(&#39;x&#39;)" in svg
    assert not [c for c in svg if ord(c) < 32 and c != "\n"]
    assert "\u202e" not in svg
    assert "\u200b" not in svg
    assert "url(" not in svg
    assert EVIL not in svg


def test_board_and_pieces_are_layers_of_the_whole():
    scene = angola(*POSITIONS[0])
    board, pieces = board_svg(scene.board), pieces_svg(scene)
    assert board in scene_svg(scene)
    assert pieces in scene_svg(scene)
    for layer in (board, pieces):
        ElementTree.fromstring(layer)
    assert map_size(scene.board)[0] == 1200
    assert board_svg(angola("soviet_decisive", 163).board) == board


def test_a_width_in_pixels():
    root = ElementTree.fromstring(scene_svg(city(), width=600))
    assert root.attrib["width"] == "600"
    assert "width" not in ElementTree.fromstring(scene_svg(city())).attrib


@pytest.mark.parametrize("scene", [*(partial(angola, *position) for position in POSITIONS), fallujah, city],
                         ids=[*(case for case, _ in POSITIONS), "fallujah", "city"], indirect=True)
def test_every_stack_and_marker_can_be_found(scene):
    root = ElementTree.fromstring(scene_svg(scene))
    drawn = {g.attrib["data-place"]: texts(ElementTree.tostring(g, "unicode")) for g in root.iter(f"{SVG}g")
             if "data-place" in g.attrib}
    held = [g.attrib["data-holder"] for g in root.iter(f"{SVG}g") if "data-holder" in g.attrib]
    for stack in scene.stacks:
        for piece in stack.pieces:
            assert any(title.endswith(f": {words_of(piece)}") for title in drawn[stack.place])
    for marker in scene.markers:
        assert marker.place in held or any(marker.name in title for title in drawn[marker.place])


@pytest.mark.parametrize("scene", [partial(angola, "turn_ten", 695), fallujah], ids=["angola", "fallujah"],
                         indirect=True)  # fmt: skip
def test_every_unit_on_the_board_has_a_symbol_that_can_be_drawn(scene):
    units = [piece for stack in scene.stacks for piece in stack.pieces if not piece.column]
    assert {piece.symbol for piece in units} <= KNOWN
    assert len({piece.symbol for piece in units}) >= 4


def test_the_public_is_shown_nothing_that_is_not_in_the_scene():
    scene = angola(*POSITIONS[0])
    given = set(re.findall(r"\w+", msgspec.json.encode(scene).decode().lower()))
    given.add(scene.viewer)
    given |= {word for name in given for word in name.split("_")}
    for text in texts(scene_svg(scene)):
        for word in re.findall(r"\b[^\W\d_]{2,}", text.lower()):
            assert word in given or word in OUR_WORDS.split(), text


def test_a_column_face_down_shows_its_letter_and_its_size_where_that_is_known():
    place = Place(id="p", name="Huambo", code="HUA", at=(1, 1), outline=((0, 0), (3, 0), (3, 3), (0, 3)))
    board = Board(title="", low=(0, 0), high=(3, 3), places=(place,))

    def shown(*holds: Piece) -> list[str]:
        column = Piece(name="Column B", code="B", column=True, face="down", holds=holds)
        return texts(pieces_svg(Scene(title="", turn="", phase="", board=board,
                                      stacks=(Stack(place="p", pieces=(column,)),))))

    hidden = Piece(name="not known", face="sealed", count=4)
    assert shown(hidden)[-2:] == ["B", "4"]
    assert shown(Piece(name="tank", count=2), hidden)[-2:] == ["B", "6"]
    assert shown(Piece(name="tank", count=2), msgspec.structs.replace(hidden, count=None))[-2:] == ["B", "2+?"]
    assert shown()[-2:] == ["B", "?"]


def test_boxes_fill_the_last_column_if_nothing_else_does_and_keep_theirs_whatever_lies_in_them():
    factions = (Faction(id="a", name="Ants", code="A"), Faction(id="b", name="Bees", code="B"))
    board = Board(title="", low=(0, 0), high=(9, 9), places=(), factions=factions)

    def columns(*boxes: Box, **more: object) -> dict[str, set[int]]:
        scene = Scene(title="", turn="", phase="", board=board, boxes=boxes, **more)  # type: ignore[arg-type]
        found: dict[str, set[int]] = {}
        for column, (drawn, _) in _blocks(scene):
            found.setdefault(texts(f"<g>{drawn}</g>")[0], set()).add(column)
        found.pop("Legend", None)
        return found

    dead = [Box(name="Dead", faction=id, pieces=()) for id in ("a", "b")]
    pool, ready = Box(name="Pool", pieces=()), Box(name="Ready", faction="a", pieces=(Piece(name="ant", code="x"),) * 9)
    assert columns(ready, *dead, pool) == {"Ready": {1}, "Dead": {1, 2}, "Pool": {2}}
    assert columns(dead[1], pool) == {"Dead": {2}, "Pool": {2}}
    assert columns(ready, *dead, cards=(Cards(name="Hand", cards=()),)) == {"Ready": {1}, "Dead": {1}, "Hand": {2}}


def test_a_board_without_places_is_a_picture_too():
    ElementTree.fromstring(scene_svg(Scene(title="", turn="", phase="", board=Board(title="", low=(0, 0), high=(0, 0),
                                                                                   places=()))))


@pytest.mark.parametrize("outline", [((5, 5), (5, 5), (5, 5)), ((1, 1), (9, 1), (9, 9), (1, 9))])
def test_a_place_without_a_name_or_without_any_ground_is_drawn(outline):
    place = Place(id="p", name="", code="", at=(5, 5), outline=outline)
    board = Board(title="", low=(0, 0), high=(10, 10), places=(place,))
    lies = Stack(place="p", pieces=(Piece(name="", code="X"),))
    svg = scene_svg(Scene(title="", turn="", phase="", board=board, stacks=(lies,)))
    assert len(ElementTree.fromstring(svg).findall(".//*[@data-place='p']")) >= 1


def test_a_marker_that_nobody_holds_has_no_letter():
    place = Place(id="p", name="Luso", code="LUS", at=(1, 1), outline=((0, 0), (3, 0), (3, 3), (0, 3)),
                  site=Site(kind="town", code=":"))
    board = Board(title="", low=(0, 0), high=(3, 3), places=(place,))
    free = Marker(place="p", name="Control Marker", face="down", control=True)
    drawn = texts(pieces_svg(Scene(title="", turn="", phase="", board=board, markers=(free,))))
    assert drawn == ["Luso: nobody, Control Marker (face down)"]


def test_the_legend_explains_figures_and_markers_that_are_on_the_board():
    bare = city()
    figures = (Figures(example="4(2)2", means="firepower (contact) movement"),)
    board = msgspec.structs.replace(bare.board, figures=figures)
    told = texts(scene_svg(msgspec.structs.replace(bare, board=board)))
    assert told[told.index("firepower (contact) movement") - 1] == "4(2)2"
    assert "Strongpoint" in told
    assert "node, face down" in told
    assert "Strongpoint" not in texts(scene_svg(msgspec.structs.replace(bare, markers=())))


@pytest.mark.parametrize("face", ["up", "down"])
@pytest.mark.parametrize("name", sorted(KNOWN))
def test_no_letter_of_a_sign_is_smaller_than_the_least_type(name, face):
    piece = Piece(name="Long name", code="LONG", faction="", strength="12(10)12", face=face, symbol=name)
    drawn = ElementTree.fromstring(f"<g>{painted(of_piece(BOARD_OF_NOTHING, piece).drawn)}</g>")

    def sizes(element, scale=1.0):
        for _, down in re.findall(r"scale\(([\d.]+)(?: ([\d.]+))?\)", element.get("transform", "")):
            scale *= float(down or _)
        if element.tag == "text":
            yield float(element.get("font-size")) * scale
        for one in element:
            yield from sizes(one, scale)

    assert min(sizes(drawn)) >= LEAST_TYPE - 0.05


@pytest.mark.parametrize("scene", [fallujah, city], ids=["fallujah", "city"], indirect=True)
def test_a_board_that_never_changes_is_painted_once(scene):
    assert ground.paint(scene.board) is ground.paint(scene.board)


@pytest.mark.parametrize(("state", "sign"), [
    ("moved", "M"), ("+1 jungle", "+1"), ("-2", "-2"), ("1 OP", "1"), ("1/2 OP", "½"), ("1 1/4 OPs", "1¼"),
    ("3/4 OP", "¾"), ("12 left", "1"), ("", ""), ("  ", ""), ("1/2", "½"), ("a 1/2", "A"),
])  # fmt: skip
def test_a_state_stands_on_its_counter_as_a_letter_or_a_number(state, sign):
    assert tag_of(state) == sign


def test_a_state_has_a_letter_that_no_state_before_it_has():
    known = ("fired", "flown", "in flight", "moved", "with a medic", "with a radio", "oo", "ooo", "")
    assert [tag_of(state, known) for state in known] == ["F", "L", "I", "M", "W", "A", "O", "O", ""]
    assert tag_of("unheard of", known) == "U"


def test_counters_and_the_legend_write_the_same_letter():
    board = Board(title="Field", low=(0, 0), high=(9, 9), states=("fired", "flown"), places=(
        Place(id="a", name="A", code="A", at=(5, 5)),))
    pieces = tuple(Piece(name=state, code="X", faction="", states=(state,)) for state in board.states)
    scene = Scene(title="Field", turn="1", phase="", board=board, stacks=(Stack(place="a", pieces=pieces),))
    said = texts(scene_svg(scene))
    for state, letter in zip(board.states, "FL", strict=True):
        assert said[said.index(state, said.index("Legend")) - 1] == letter
        assert said.count(letter) == 2
