"""Where things stand: nothing covers a label, a site or another stack; everything is on the drawing."""

from __future__ import annotations

from functools import partial
from itertools import combinations

import msgspec
import pytest

from pbem.show.scene import Board, Line, Piece, Place, Scene, Stack
from pbem.show.svg import map_size, scene_svg
from pbem.show.svg.courses import Gate, bends
from pbem.show.svg.geometry import SLIM, SMALL, WIDTH, Bounds, around, contains, crosses, cut_across, frame, unit
from pbem.show.svg.layout import layout
from pbem.show.svg.mask import Mask
from pbem.show.svg.metrics import cut, halved, width, wrap
from pbem.show.svg.stacks import MOST, arrange
from pictures import POSITIONS, angola, city, fallujah, hostile
from valley_scenes import skirmish

SCENES = {f"{case}_{at}": partial(angola, case, at) for case, at in POSITIONS} | {"city": city, "fallujah": fallujah}


def labels(scene: Scene) -> list[tuple[str, Bounds]]:
    return [(id, box) for id, spot in layout(scene.board).spots.items() for box in spot.boxes]


@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES, indirect=True)
def test_no_label_no_site_and_no_counter_covers_another(scene):
    boxes = labels(scene)
    clusters = arrange(scene)
    boxes += [(f"counters of {c.place}", box) for c in clusters if not c.fan for _, box in c.positions()]
    boxes += [(f"fan of {c.place}", c.box) for c in clusters if c.fan]
    assert [(a, b) for (a, one), (b, two) in combinations(boxes, 2) if one.meets(two)] == []


@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES, indirect=True)
def test_everything_is_on_the_drawing(scene):
    drawn = frame(scene.board)
    whole = Bounds(0, 0, drawn.width, drawn.height)
    for what, box in [*labels(scene), *((c.place, c.box) for c in arrange(scene))]:
        assert box.inside(whole), what


@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES, indirect=True)
def test_labels_are_as_wide_as_their_lines(scene):
    for spot in layout(scene.board).spots.values():
        for line in spot.lines:
            assert width(line.text, line.size, line.is_name) <= spot.label.width


@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES, indirect=True)
def test_most_stacks_stand_where_they_belong(scene):
    spots = layout(scene.board).spots
    clusters = arrange(scene)
    at_home = [c for c in clusters if contains(spots[c.place].ring, c.box.middle)]
    assert len(at_home) >= 0.8 * len(clusters)
    for cluster in clusters:
        assert cluster.leads or contains(spots[cluster.place].ring, cluster.box.middle)


def test_a_crowd_is_counted_and_still_stands_somewhere():
    (cluster,) = (c for c in arrange(city(pieces=200)) if c.place == "s11")
    assert len(cluster.counters) == MOST
    assert cluster.counters[-1].title == f"{200 - MOST + 1} more"


def test_hostile_names_do_not_widen_anything():
    scene = hostile()
    drawn = frame(scene.board)
    for _, box in labels(scene):
        assert box.inside(Bounds(0, 0, drawn.width, drawn.height))


def test_a_mask_knows_where_there_is_room():
    mask = Mask.of_ring(((0, 0), (30, 0), (30, 30), (0, 30)))
    assert mask.count() == 100
    assert mask.spots(30, 30).count() == 1
    assert mask.minus(Bounds(12, 0, 15, 30)).spots(12, 3).count() == 10 * (1 + 2)
    assert not mask.minus(Bounds(12, 12, 15, 15)).spots(18, 18)
    assert next(mask.points()) == (0, 0)
    assert mask.also(Mask.of_ring(((15, 15), (60, 15), (60, 60), (15, 60)))).count() == 25


def test_a_mask_knows_which_cells_lie_whole_in_a_ring():
    ring = ((1, 1), (29, 1), (29, 29), (1, 29))
    assert Mask.of_ring(ring).count() == 100
    whole = Mask.within_ring(ring)
    assert whole.count() == 64
    assert whole.shrunk().count() == 36
    assert whole.covers(Bounds(3, 3, 27, 27))
    assert not whole.covers(Bounds(2, 3, 27, 27))
    assert not whole.covers(Bounds(3, 3, 27, 200))


def test_a_road_that_only_passes_has_no_corner_and_crosses_the_border_at_right_angles():
    west, east = Gate("w", (0.0, 40.0), (-1.0, 0.0)), Gate("e", (100.0, 60.0), (1.0, 0.0))
    one, two = bends((50.0, 20.0), [west, east], is_site=False)
    assert unit(one.leaving, one.start) == pytest.approx(unit(two.start, two.leaving))
    assert unit(one.coming, one.end) == (-1.0, 0.0)
    assert (one.at(0), one.at(1)) == (one.start, one.end)
    town, _ = bends((50.0, 20.0), [west, east], is_site=True)
    assert unit(town.start, town.leaving) == pytest.approx(unit((50, 20), (0, 40)))


def test_a_base_with_free_ground_beside_it_is_wider():
    spots = layout(city().board).spots
    base, quarter = around(spots["base"].ring), around(spots["s11"].ring)
    assert base.width == pytest.approx(2 * quarter.width)


def a_town_in_a_region() -> Scene:
    """A region with a town in its middle that is a card, and counters in both."""
    ring = ((0.0, 0.0), (600.0, 0.0), (600.0, 400.0), (0.0, 400.0))
    region = Place(id="region", name="Region", code="R", at=(300, 200), outline=ring)
    far = Place(id="far", name="Far", code="F", at=(800, 200), outline=tuple((x + 600, y) for x, y in ring))
    town = Place(id="town", name="Town", code="T", at=(300, 200))
    board = Board(title="Land", low=(0, 0), high=(1200, 400), places=(region, far, town),
                  lines=(Line(kind="road", ends=("region", "far")), Line(kind="road", ends=("region", "town"))))
    return Scene(title="Land", turn="1", phase="", board=board, stacks=tuple(
        Stack(place=place, pieces=(Piece(name="one", code="1"), Piece(name="two", code="2")))
        for place in ("region", "town")))


def test_nothing_of_a_region_stands_under_the_card_of_a_town_in_it():
    scene = a_town_in_a_region()
    spots = layout(scene.board).spots
    card = around(spots["town"].ring)
    assert not spots["region"].label.meets(card)
    boxes = {c.place: c.box for c in arrange(scene)}
    assert boxes["town"].inside(card)
    assert not boxes["region"].meets(card)


def test_a_card_among_regions_leaves_them_room():
    card = around(layout(a_town_in_a_region().board).spots["town"].ring)
    assert card.width < 110
    assert card.height < 100


def test_lines_that_cross():
    assert cut_across((0, 0), (10, 10), (0, 10), (10, 0))
    assert not cut_across((0, 0), (4, 4), (0, 10), (10, 0))


def test_lines_through_boxes():
    box = Bounds(0, 0, 10, 10)
    assert crosses(box, (-5, 5), (15, 5))
    assert not crosses(box, (-5, 5), (-1, 5))
    assert not crosses(box, (-5, 11), (15, 11))
    assert crosses(box, (5, -5), (5, 5))


def test_lines_of_text():
    assert halved("Khulafa al-Rashidin Mosque", 2) == ["Khulafa al-Rashidin", "Mosque"]
    assert halved("Luso", 3) == ["Luso"]
    assert cut("Maquela do Zombo", 10, 50).endswith("...")
    assert cut("x" * 10_000, 10, 50).startswith("xxx")
    lines = wrap("one two three four", 10, 40)
    assert " ".join(lines) == "one two three four"
    assert all(width(line, 10) <= 40 for line in lines)


@pytest.mark.parametrize(("many", "largest"), [(0, SMALL[0]), (6, SMALL[0]), (7, SMALL[1]), (16, SMALL[1]), (17, None)])
@pytest.mark.parametrize("shape", [(100, 100), (100, 10), (10, 100)])
def test_a_board_of_few_places_has_a_small_drawing(many, largest, shape):
    wide, tall = shape
    places = tuple(Place(id=f"p{i}", name=f"P {i}", code=f"{i}", at=(wide * (i + 1) / (many + 1), tall / 2))
                   for i in range(many))
    board = Board(title="Row", low=(0, 0), high=shape, places=places)
    width, height = map_size(board)
    if largest is None:
        assert width == WIDTH
        return
    assert SLIM <= width <= largest.width + 1
    assert SLIM <= height <= largest.height + 1
    assert all(0 < x < width and 0 < y < height for x, y in map(frame(board).at, ((0, 0), shape)))
    picture = scene_svg(Scene(title="Row", turn="1", phase="", board=board))
    assert f'viewBox="0 0 {WIDTH} ' in picture
    assert "scale(2)" in picture  # not lost in a document, and not larger than can be looked at


@pytest.mark.parametrize(("columns", "rows", "largest"), [(4, 3, SMALL[0]), (9, 6, SMALL[1]), (12, 9, None)])
def test_few_hexes_have_a_small_drawing_in_any_unit(columns, rows, largest):
    scene = skirmish(columns=columns, rows=rows)
    board = msgspec.structs.replace(scene.board, lines=(), edges=(), labels=())
    width, height = map_size(board)
    assert (width == WIDTH) if largest is None else (width <= largest.width + 1 and height <= largest.height + 1)
    doubled = msgspec.structs.replace(
        board, low=(0, 0), high=tuple(2 * (b - a) for a, b in zip(board.low, board.high, strict=True)),
        hexes=msgspec.structs.replace(board.hexes, size=2 * board.hexes.size))
    assert map_size(doubled) == (width, height)
