"""Maps of hexes as pictures: every number can be read, every counter lies in its hex, 832 are painted at once."""

from __future__ import annotations

import io
import re
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest

from pages import embedded
from pbem.kit.hexes import Grid, HexMap
from pbem.show.frame import Frame
from pbem.show.hexagons import hex_bounds, hex_middle, hex_steps
from pbem.show.html import Match, page
from pbem.show.png import scene_png
from pbem.show.scene import (
    Board,
    Edge,
    Hexes,
    Highlight,
    Piece,
    Place,
    Scene,
    Site,
    Stack,
)
from pbem.show.svg import board_svg, pieces_svg, scene_svg
from pbem.show.svg.counters import EDGE, SIDE
from pbem.show.svg.geometry import Bounds, contains, distance, toward
from pbem.show.svg.hexes.layout import moved, shape
from pbem.show.svg.hexes.names import drawn_names, names
from pbem.show.svg.layout import layout
from pbem.show.svg.metrics import width
from pbem.show.svg.paint import painted
from pbem.show.svg.stacks import MOST, arrange
from pbem.show.svg.strokes import DIGITS
from pbem.show.svg.xml import path
from pictures import EVIL
from valley import VALLEY, elevation, valley
from valley_scenes import skirmish, token, unit, valley_board, valley_scene

SVG = "{http://www.w3.org/2000/svg}"
STORED = Path(__file__).parent / "skirmish.png"
GROUND = r'<path d="([^"]*)" fill="(#[0-9a-f]{6})" stroke="\2" stroke-width="0.7"'
SCENES = {"valley": valley_scene(), "flat": skirmish(), "pointy": skirmish(flat_top=False)}


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(painted(svg)).iter() if element.text]


def squares(scene: Scene) -> list[tuple[str, Bounds]]:
    """Every counter as it is drawn, without the room around it."""
    found = []
    for cluster in arrange(scene):
        for _, room in cluster.positions():
            left, top = room.left + EDGE * cluster.scale, room.top + EDGE * cluster.scale
            found.append((cluster.place, Bounds(left, top, left + SIDE * cluster.scale, top + SIDE * cluster.scale)))
    return found


@pytest.mark.parametrize("name", SCENES)
def test_every_number_is_written_once_and_stands_in_its_hex(name):
    scene = SCENES[name]
    numbers = ElementTree.fromstring(board_svg(scene.board)).find(".//path[@class='numbers']")
    spots = layout(scene.board).spots
    strokes = [len(DIGITS[digit]) for place in scene.board.places for digit in place.code]
    assert numbers.get("d").count("M") == sum(strokes)
    for spot in spots.values():
        assert spot.label.height >= 5  # at 1200 pixels: figures of seven, five high above the line
        assert all(contains(spot.ring, corner) for corner in spot.label.corners)


@pytest.mark.parametrize("name", SCENES)
def test_every_counter_lies_in_its_hex_and_covers_no_number(name):
    scene = SCENES[name]
    spots = layout(scene.board).spots
    for place, square in squares(scene):
        assert all(contains(spots[place].ring, corner) for corner in square.corners), place
        assert not any(square.meets(spot.label) for spot in spots.values()), place


@pytest.mark.parametrize("flat_top", [True, False])
@pytest.mark.parametrize("size", [(4, 3), (12, 10), (32, 26), (48, 40)])
@pytest.mark.parametrize("many", [1, 2, 3, 4, 7, 40])
def test_stacks_of_any_height_stay_in_hexes_of_any_size(flat_top, size, many):
    scene = skirmish(flat_top, *size)
    pieces = tuple(unit(f"U{i}", f"{i}", "1") for i in range(many))
    scene = msgspec.structs.replace(scene, stacks=(Stack(place="0202", pieces=pieces),), markers=())
    ring = layout(scene.board).spots["0202"].ring
    drawn = squares(scene)
    assert len(drawn) == min(many, MOST)
    (cluster,) = arrange(scene)
    assert not cluster.fan or texts(f"<g>{cluster.counters[0].drawn}</g>")[-1] == str(many)
    for _, square in drawn:
        assert all(contains(ring, corner) for corner in square.corners)


@pytest.mark.parametrize("signs", [("cave complex",), ("town", "objective")], ids=len)
@pytest.mark.parametrize("many", [1, 2, 7])
def test_counters_make_way_for_the_signs_at_both_sides_of_their_hex(many, signs):
    scene = skirmish(True, 32, 26)
    board = msgspec.structs.replace(scene.board, places=tuple(
        msgspec.structs.replace(
            place, site=None, signs=tuple(Site(kind=kind, code="c") for kind in signs) if place.id == "0202" else ())
        for place in scene.board.places))
    pieces = tuple(unit(f"U{i}", f"{i}", "1") for i in range(many))
    scene = msgspec.structs.replace(
        scene, board=board, stacks=(Stack(place="0202", pieces=pieces),), markers=(), highlights=())
    spot = layout(board).spots["0202"]
    printed = [moved(slot, *spot.meet) for slot in shape(board).slots()[:len(signs)]]
    drawn = squares(scene)
    assert len(drawn) == many
    assert len({(square.left, square.top) for _, square in drawn}) == min(many, 4)  # all that a fan shows
    for _, square in drawn:
        assert not any(square.meets(sign) for sign in printed)
        assert all(contains(spot.ring, corner) for corner in square.corners)


def test_a_fan_has_the_top_one_in_front_and_is_counted():
    (fan,) = (cluster for cluster in arrange(valley_scene()) if cluster.place == "1806")
    order = [counter.title for counter, _ in fan.positions()]
    assert order[-1] == "Coalition: AMF Zia 1 (2+ 2 4)"
    assert order[0] == "Coalition: AMF Zia 7 (2+ 2 4)"
    front = fan.counters[0].drawn
    assert texts(f"<g>{front}</g>")[-1] == "7"
    boxes = [box for _, box in fan.positions()]
    assert len(set(boxes)) == 4  # three behind the first can be seen, the others lie under the last of them
    assert boxes[-1].left < boxes[-2].left
    assert boxes[-1].top > boxes[-2].top
    assert pieces_svg(valley_scene()).index("AMF Zia 7") < pieces_svg(valley_scene()).index("AMF Zia 1 ")


def test_in_large_hexes_counters_lie_side_by_side():
    (nine,) = (cluster for cluster in arrange(skirmish(columns=5, rows=4)) if cluster.place == "0402")
    assert nine.fan == 0
    assert nine.columns > 1
    assert not any(a.meets(b) for (_, a), (_, b) in combinations(nine.positions(), 2))


def test_a_token_shows_its_number_and_its_pin_and_nothing_else():
    scene = msgspec.structs.replace(valley_scene(), markers=(), highlights=(),
                                    board=msgspec.structs.replace(valley_board(), labels=()),
                                    stacks=(Stack(place="1710", pieces=(token(15, states=("pinned",)),)),))
    said = texts(pieces_svg(scene))
    assert said == ["1710 Serkhankhel", "Al Qaeda: token 15 (pinned, face down)", "15", "Q", "P"]


def test_names_and_signs_cover_neither_numbers_nor_each_other():
    board, placed = valley_board(), layout(valley_board())
    form = shape(board)
    numbers = [spot.label for spot in placed.spots.values()]
    printed = [moved(slot, *spot.meet) for spot in placed.spots.values()
               for slot in form.slots()[:len(spot.place.signs)]]
    written = [name.box for name in names(board, ())]
    assert len(written) == len(board.labels)
    assert not any(box.meets(other) for box in written for other in printed)
    assert not any(box.meets(other) for box, other in combinations(written, 2))
    below = [Bounds(box.left, box.top + 1, box.right, box.bottom) for box in written]
    assert not any(box.meets(number) for box in below for number in numbers)
    assert not any(sign.meets(number) for sign in printed for number in numbers)


def test_no_name_covers_a_bridge():
    bare, spots = valley_board(), layout(valley_board()).spots
    name, size = names(bare, ())[0], shape(valley_board()).size
    near = [id for id, spot in spots.items() if distance(spot.meet, name.box.middle) < 2 * size]
    sides = [pair for pair in combinations(near, 2) if distance(*(spots[id].meet for id in pair)) < 1.8 * size]
    middles = {pair: toward(*(spots[id].meet for id in pair), 0.5) for pair in sides}
    ends = min(sides, key=lambda pair: distance(middles[pair], name.box.middle))
    board = msgspec.structs.replace(bare, edges=(*bare.edges, Edge(kind="bridge", ends=ends)))
    assert any(one.box.grown(6).holds(middles[ends]) for one in names(bare, ()))
    assert not any(one.box.grown(5).holds(middles[ends]) for one in names(board, ()))
    assert len(names(board, ())) == len(names(bare, ()))


def test_names_make_way_for_counters_wherever_these_stand():
    board, bare = valley_board(), valley_scene()
    printed = [moved(slot, *spot.meet) for spot in layout(board).spots.values()
               for slot in shape(board).slots()[:len(spot.place.signs)]]
    standing = {name.home: name for name in names(board, ())}
    for label in board.labels:  # a stack in every hex of a name, and in those around the first of them
        around_it = [id for id, spot in layout(board).spots.items()
                     if distance(spot.meet, layout(board).spots[label.places[0]].meet) < 2.1 * shape(board).size]
        stacks = tuple(Stack(place=id, pieces=(token(1), token(2))) for id in (*label.places[:2], *around_it[:4]))
        clusters = [c.box for c in arrange(msgspec.structs.replace(bare, stacks=stacks, markers=()))]
        found = names(board, clusters)
        assert {name.home for name in found} == set(standing)
        for name in found:
            assert not any(name.box.meets(box) for box in (*clusters, *printed)), (label.text, name.text)
            if not any(standing[name.home].box.meets(box) for box in clusters):
                assert name == standing[name.home]
        assert not any(a.box.meets(b.box) for a, b in combinations(found, 2)), label.text


def test_a_line_leads_back_from_a_name_that_stands_apart():
    board, spots = valley_board(), layout(valley_board()).spots
    name = next(name for name in names(board, ()) if name.text == "Serkhankhel")
    near = [Bounds(x - 45, y - 45, x + 45, y + 45) for x, y in (spots["1710"].meet, spots["1711"].meet)]
    for counters, lines in (((), 0), (near, 2)):
        (drawn, box), = [one for one in drawn_names(board, counters) if ">Serkhankhel<" in one[0]]
        assert drawn.count("<path") == lines
    assert any(box.grown(1).holds(point) for point in name.home)


def test_832_hexes_are_painted():
    svg = scene_svg(valley_scene())
    grounds = re.findall(GROUND, svg)
    assert sum(rings.count("Z") for rings, _ in grounds) == 832
    assert len(svg) < 450_000


@pytest.mark.parametrize("name", SCENES)
def test_it_is_sound_xml_of_few_elements_with_short_numbers(name):
    svg = scene_svg(SCENES[name])
    known = {f"{SVG}{tag}" for tag in ("svg", "g", "path", "rect", "circle", "text", "title")}
    assert {element.tag for element in ElementTree.fromstring(svg).iter()} <= known
    assert svg == scene_svg(SCENES[name])
    for value in re.findall(r'"([^"]*)"', re.sub(r"(scale|matrix)\([^)]*\)|opacity=\"0\.\d\d\"", "", svg)):
        assert not re.search(r"\d\.\d\d", value), value


def test_no_hostile_text_of_a_hex_map_acts():
    bare = skirmish()
    first, *rest = bare.board.places
    evil = msgspec.structs.replace(first, name=EVIL, code=EVIL, signs=(Site(kind=EVIL, code=EVIL),), terrain=EVIL)
    board = msgspec.structs.replace(bare.board, places=(evil, *rest), edges=(
        Edge(kind=EVIL, ends=("0101", "0102"), high="nowhere"), Edge(kind="river", ends=("0101", "9999"))))
    looks = (Highlight(kind="reach", place="0101", text=EVIL), Highlight(kind="reach", place="nowhere"))
    svg = scene_svg(msgspec.structs.replace(bare, board=board, highlights=looks))
    ElementTree.fromstring(svg)
    assert "<script" not in svg
    assert "\u202e" not in svg


# ------------------------------------------------------------------ what is painted


def paths(svg: str, **wanted: str) -> str:
    """All the `d` of paths with such attributes, their own or of a group around them."""
    found = []

    def walk(element: ElementTree.Element, above: dict[str, str]) -> None:
        attributes = above | dict(element.attrib)
        has = all(attributes.get(key.replace("_", "-")) == value for key, value in wanted.items())
        if element.tag == "path" and has:
            found.append(attributes["d"])
        for inner in element:
            walk(inner, attributes)

    walk(ElementTree.fromstring(svg), {})
    return "".join(found)


def test_a_line_parts_each_two_levels_and_teeth_the_steep_ones():
    on, svg = valley(), board_svg(valley_board())
    sides = [(a, b) for a in on.hexes for b in on.neighbours(a) if a < b]
    steps = [abs(elevation(a) - elevation(b)) for a, b in sides]
    assert paths(svg, stroke="#6d4019", stroke_width="1.5").count("M") == steps.count(1)
    steep = sum(step >= 2 for step in steps)
    assert paths(svg, stroke="#6d4019", stroke_width="2.6").count("M") == steep
    assert paths(svg, fill="#6d4019", stroke="none").count("M") == 3 * steep


def test_the_higher_the_ground_the_darker():
    grounds = re.findall(GROUND, board_svg(valley_board()))
    spots = layout(valley_board()).spots

    def light(hex: str) -> int:
        (fill,) = [fill for rings, fill in grounds if path(spots[hex].ring, True) in rings]
        return sum(int(fill[i:i + 2], 16) for i in (1, 3, 5))

    mountains = {elevation(hex): hex for hex in ("1205", "1209", "1412", "2404", "2724")}  # all mountain, one a level
    ranked = [light(mountains[level]) for level in sorted(mountains)]
    assert len(ranked) >= 3
    assert ranked == sorted(ranked, reverse=True)
    assert len(set(ranked)) == len(ranked)


def test_streams_run_along_their_hexsides_and_bridges_across_them():
    svg = board_svg(valley_board())
    assert paths(svg, stroke="#6fa5c9").count("M") == len(VALLEY["streams"])
    assert svg.count("M-6 -5L-4 -3L4 -3L6 -5") == len(VALLEY["bridges"])
    assert "M-4 -4L4 4M-4 4L4 -4" in board_svg(skirmish().board)  # blown


def test_a_road_of_many_short_lines_is_one_curve_through_its_hexsides():
    board = valley_board()
    roads = paths(board_svg(board), stroke="#f3cf6b")
    hexes = {end for side in VALLEY["roads"] for end in side.split("-")}
    assert roads.count("M") == len(hexes)
    assert roads.count("Q") == len(hexes) - 2  # all but its ends


def test_a_ridge_has_teeth_down_from_its_high_side():
    board = skirmish().board
    svg, placed = board_svg(board), layout(board)
    teeth = paths(svg, fill="#3a3a3a")
    tips = [tuple(map(float, corner.split())) for corner in re.findall(r"L([\d. ]+)Z", teeth)]
    assert len(tips) == 3
    assert all(contains(placed.spots["0303"].ring, tip) for tip in tips)


def test_what_is_within_reach_is_washed_with_its_price():
    svg = pieces_svg(skirmish())
    assert "1.5" in texts(svg)
    assert svg.count('fill="#e39a00"') == 1
    assert svg.count('fill-opacity="0.8"') == 1  # one arrow: from 0101 to the target, none to what is in reach


@pytest.mark.parametrize("many", [1, 7])
def test_the_price_of_a_hex_with_counters_in_it_stands_below_them(many):
    scene = skirmish(True, 32, 26)
    pieces = tuple(unit(f"U{i}", f"{i}", "1") for i in range(many))
    scene = msgspec.structs.replace(
        scene, stacks=(Stack(place="0202", pieces=pieces),), markers=(),
        highlights=(Highlight(kind="reach", place="0202", text="13.5"),))
    (x, y, size), = ((float(node.attrib["x"]), float(node.attrib["y"]), float(node.attrib["font-size"]))
                     for node in ElementTree.fromstring(pieces_svg(scene)).iter() if node.text == "13.5")
    half = width("13.5", size, True) / 2
    price = Bounds(x - half, y - 0.73 * size, x + half, y)
    spots = layout(scene.board).spots
    assert not any(square.meets(price) for _, square in squares(scene))
    assert not any(price.meets(spot.label) for spot in spots.values())
    assert contains(spots["0202"].ring, (x - half, y))


def test_a_held_site_shows_its_holder():
    assert 'data-holder="0302"' in pieces_svg(skirmish())
    assert "0302: Coalition, Control" in texts(pieces_svg(skirmish()))


def test_the_legend_explains_what_is_on_the_map_and_nothing_else():
    said = texts(scene_svg(valley_scene()))
    for wanted in ("level, 0 to 5: the browner the higher", "one level apart", "2 levels or more, teeth downhill",
                   "stream", "bridge", "cave complex", "observation point", "town", "objective",
                   "face down, its number"):
        assert said.count(wanted) == 1, wanted
    flat = skirmish()
    level = tuple(msgspec.structs.replace(place, level=0, signs=()) for place in flat.board.places)
    bare = msgspec.structs.replace(flat.board, places=level, edges=(), labels=())
    said = texts(scene_svg(msgspec.structs.replace(flat, board=bare, stacks=())))
    assert not any("level" in words or "ridge" in words or "face down" in words for words in said)


# ------------------------------------------------------------------ the page and pixels


def film() -> list[Frame]:
    """The valley, then one token gone, then one stack moved."""
    first = valley_scene()
    gone = msgspec.structs.replace(first, stacks=first.stacks[:-1])
    walked = tuple(msgspec.structs.replace(s, place="1905") if s.place == "1806" else s for s in gone.stacks)
    scenes = (first, gone, msgspec.structs.replace(gone, stacks=walked))
    return [Frame(number=i, round=i + 1, kind="answer", scene=scene) for i, scene in enumerate(scenes)]


def test_the_page_holds_the_map_once_and_only_what_moved():
    made = page(film(), Match(title="Valley", id="x" * 64, engine="valley/1", seats=("coalition", "al_qaeda")))
    assert made == page(film(), Match(title="Valley", id="x" * 64, engine="valley/1", seats=("coalition", "al_qaeda")))
    play = embedded(made, "data-play")
    tables = play["tables"]
    assert len(tables["boards"]) == 1
    assert len(tables["boards"][0]["places"]) == 832
    changed = [[tables["texts"][place] for place, _ in frame.get("clusters", ())] for frame in play["frames"]]
    assert changed[1:] == [["2216"], ["1905", "1806"]]


@pytest.mark.parametrize("hex", ["1806", "1710"], ids=["free", "two_signs"])
def test_the_page_lays_a_fan_where_the_picture_does(hex):
    (first,) = film()[:1]
    moved_there = tuple(
        msgspec.structs.replace(stack, place=hex) if stack.place == "1806" else stack
        for stack in first.scene.stacks if stack.place != hex or hex == "1806")
    scene = msgspec.structs.replace(first.scene, stacks=moved_there)
    made = page([msgspec.structs.replace(first, scene=scene)],
                Match(title="Valley", id="x" * 64, engine="valley/1", seats=("coalition",)))
    tables = embedded(made, "data-play")["tables"]
    lying = {tables["texts"][record[0]]: record for record in tables["clusters"]}
    (fan,) = (cluster for cluster in arrange(scene) if cluster.place == hex)
    _, left, top, _, scale, _, counters, high, step, *more = lying[hex]
    assert len(more) == (hex == "1710")
    aside = more[0] if more else step
    assert len(counters) == 7
    side = 30 * scale
    for i, (_, box) in enumerate(reversed(list(fan.positions()))):
        behind = min(i, round((high - side) / step))  # as script/board.js does
        assert abs(left + behind * aside - box.left) < 0.3
        assert abs(top + high - side - behind * step - box.top) < 0.3
    assert len(lying["1904"]) == 7  # a single counter needs no more than before


def test_the_picture_is_the_stored_one():
    pytest.importorskip("resvg_py")
    image = pytest.importorskip("PIL.Image")
    from PIL import ImageChops, ImageStat

    drawn = image.open(io.BytesIO(scene_png(skirmish(), width=600))).convert("RGB")
    stored = image.open(STORED).convert("RGB")
    assert drawn.size == stored.size
    assert sum(ImageStat.Stat(ImageChops.difference(drawn, stored)).mean) / 3 < 2.0


def test_middles_are_found_again():
    for flat_top in (True, False):
        hexes = Hexes(size=7.3, flat_top=flat_top)
        for steps in ((0, 0), (3, 1), (93, 52), (7, 21)):
            assert hex_steps(hexes, hex_middle(hexes, steps)) == steps


def test_a_map_with_areas_among_its_hexes_is_painted_as_before():
    ring = ((0, 0), (30, 0), (30, 9), (0, 9))
    places = (Place(id="base", name="Base", code="B", at=(15, 5), outline=ring), Place(id="0101", name="0101",
                                                                                      code="0101", at=(10, 20)))
    board = Board(title="", low=(0, 0), high=(30, 30), places=places, hexes=Hexes(size=9))
    lies = Stack(place="base", pieces=(Piece(name="Unit", code="U"),))
    ElementTree.fromstring(scene_svg(Scene(title="", turn="", phase="", board=board, stacks=(lies,))))


@pytest.mark.parametrize("flat_top", [True, False])
def test_every_size_of_hexes_gives_the_same_picture(flat_top):
    def drawn(size: float) -> str:
        hexes = Hexes(size=size, flat_top=flat_top)
        on = HexMap(Grid(columns=4, rows=3, orientation="flat_top" if flat_top else "pointy_top"))
        places = tuple(Place(id=h, name=h, code=h, at=hex_middle(hexes, on.middle(h))) for h in on.hexes)
        low, high = hex_bounds(hexes, places)
        return board_svg(Board(title="Hexes", low=low, high=high, places=places, hexes=hexes))

    assert drawn(8) == drawn(64)
