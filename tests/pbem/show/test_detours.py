"""Ways on maps of areas and spots: from counters to counters, round names, signs and what lies between."""

from __future__ import annotations

import re
from itertools import pairwise
from xml.etree import ElementTree

import msgspec
import pytest

from pbem.cli.looking import scene_seen
from pbem.show.html.moving import Moving
from pbem.show.html.tables import Tables
from pbem.show.scene import Arrow, Board, Faction, Highlight, Piece, Place, Scene, Stack
from pbem.show.svg.arrows import arrows, points_of
from pbem.show.svg.geometry import Bounds, around, contains, crosses, outside
from pbem.show.svg.layout import layout
from pbem.show.svg.paint import painted
from pbem.show.svg.pieces import highlights, parts
from pbem.show.svg.stacks import arrange
from pictures import LOGS, POSITIONS, angola, fallujah
from valley_scenes import valley_scene

ROW = ("Alpha", "Bravo", "Charlie")
BLUE = Faction(id="blue", name="Blue", code="B", colour="#3b62b5")


def row(*occupied: str) -> Scene:
    """Three boxes one beside the other, each with one counter if it is named."""
    places = tuple(Place(id=name, name=name, code=name[0], at=(200 + 180 * i, 300)) for i, name in enumerate(ROW))
    board = Board(title="Row", low=(0, 0), high=(760, 600), places=places, factions=(BLUE,))
    stacks = tuple(Stack(place=name, pieces=(Piece(name="unit", code="U", faction="blue", symbol="infantry"),))
                   for name in occupied)
    return Scene(title="Row", turn="1", phase="", board=board, stacks=stacks)


def way(scene: Scene, *places: str) -> list[tuple[float, float]]:
    return points_of(scene.board, layout(scene.board), arrange(scene), places)


def stood_on(scene: Scene, points: list[tuple[float, float]]) -> list[Bounds]:
    """Names, signs and counters that a way runs over."""
    boxes = [box for spot in layout(scene.board).spots.values() for box in spot.boxes]
    boxes += [cluster.box for cluster in arrange(scene)]
    return [box for box in boxes if any(crosses(box, a, b) for a, b in pairwise(points))]


def test_a_way_begins_and_ends_at_the_rim_of_counters_and_goes_round_those_between():
    scene = row(*ROW)
    points = way(scene, "Alpha", "Charlie")
    middles = {cluster.place: cluster.box.middle for cluster in arrange(scene)}
    assert stood_on(scene, [middles["Alpha"], middles["Charlie"]])  # straight it would run over Bravo's
    assert stood_on(scene, points) == []
    boxes = {cluster.place: cluster.box.grown(2.1) for cluster in arrange(scene)}
    assert boxes["Alpha"].holds(points[0])
    assert boxes["Charlie"].holds(points[-1])


def test_names_under_a_way_are_written_on_top_of_it():
    bare = fallujah()
    named = ("Dubbat South", "Sinai Industrial District", "West Sinai")
    ids = tuple(place.id for place in bare.board.places if place.name in named)
    scene = msgspec.structs.replace(bare, arrows=(Arrow(kind="route", places=ids),), stacks=(), markers=())
    ((drawn, points),) = arrows(scene, layout(scene.board), ())
    crossed = [spot for spot in layout(scene.board).spots.values()
               if any(crosses(spot.label, a, b) for a, b in pairwise(points))]
    assert "Sinai Industrial District" in [spot.place.name for spot in crossed]
    lines = [line.text for spot in crossed for line in spot.lines if line.is_name]
    assert [line for line in lines if f">{line}</text>" not in drawn] == []
    assert min(drawn.index(f">{line}</text>") for line in lines) > drawn.rindex("stroke-dasharray")
    assert "Dubbat South" not in drawn


def test_numbers_of_hexes_under_a_way_are_written_on_top_of_it():
    ways = (Arrow(kind="route", places=("1507", "1608", "1707")),)
    scene = msgspec.structs.replace(valley_scene(), arrows=ways, stacks=(), markers=())
    ((drawn, points),) = arrows(scene, layout(scene.board), ())
    crossed = [spot.place.code for spot in layout(scene.board).spots.values()
               if any(crosses(spot.label, a, b) for a, b in pairwise(points))]
    assert crossed
    assert [code for code in crossed if f">{code}</text>" not in drawn] == []


def test_where_a_way_ends_no_second_arrow_leads():
    looks = (Highlight(kind="from", place="Alpha"), Highlight(kind="target", place="Bravo"),
             Highlight(kind="to", place="Charlie"))
    scene = msgspec.structs.replace(row(*ROW), highlights=looks)
    ways = (Arrow(kind="route", places=("Charlie", "Alpha", "Bravo")), Arrow(kind="order", places=("Charlie",)))
    drawn = [len(list(highlights(one, layout(one.board), arrange(one))))
             for one in (scene, msgspec.structs.replace(scene, arrows=ways))]
    assert drawn == [5, 4]  # an outline around each of three places; an arrow to Bravo, an arrow to Charlie


def test_between_neighbours_both_outlines_tell_it_and_no_arrow_covers_their_names():
    def square(id: str, left: float) -> Place:
        ring = ((left, 0.0), (left + 100, 0.0), (left + 100, 100.0), (left, 100.0))
        return Place(id=id, name=id, code=id[:1], at=(left + 50, 50), outline=ring)

    board = Board(title="Two", low=(0, 0), high=(320, 100), places=(square("A", 0), square("B", 100), square("C", 215)))
    for end, many in (("B", 2), ("C", 3)):
        looks = (Highlight(kind="from", place="A"), Highlight(kind="target", place=end))
        scene = Scene(title="", turn="", phase="", board=board, highlights=looks)
        assert len(list(highlights(scene, layout(board), ()))) == many


def test_a_place_on_the_way_is_passed_inside_beside_its_counters():
    scene = row(*ROW)
    points = way(scene, *ROW)
    assert stood_on(scene, points) == []
    ring = layout(scene.board).spots["Bravo"].ring
    assert any(contains(ring, point) for point in points)


def test_a_way_over_free_ground_is_straight_from_where_roads_meet():
    scene = row()
    spots = layout(scene.board).spots
    assert way(scene, "Alpha", "Bravo") == [spots["Alpha"].meet, spots["Bravo"].meet]
    assert way(scene, "Alpha") == way(scene, "nowhere", "no place") == []


def test_a_way_from_beside_the_board_keeps_its_end_there():
    scene = row(*ROW)
    points = way(scene, "beside", "Bravo")
    assert points[0][1] < around(layout(scene.board).spots["Bravo"].ring).top
    box = next(cluster.box for cluster in arrange(scene) if cluster.place == "Bravo")
    assert box.grown(2.1).holds(points[-1])
    assert not box.holds(points[-1])


@pytest.mark.parametrize("position", POSITIONS, ids=[case for case, _ in POSITIONS])
def test_ways_across_a_crowded_map_hide_less_than_straight_lines(position):
    scene = angola(*position)
    spots = layout(scene.board).spots
    held = [cluster.place for cluster in arrange(scene) if not cluster.leads]
    ends = list(zip(held, held[5:], strict=False))
    bent = sum(len(stood_on(scene, way(scene, *pair))) for pair in ends)
    straight = sum(len(stood_on(scene, [spots[id].meet for id in pair])) for pair in ends)
    assert bent * 2 < straight


def test_picture_and_page_draw_the_same_way_below_the_counters():
    arrow = Arrow(kind="route", places=("Alpha", "Charlie"), faction="blue")
    scene = msgspec.structs.replace(row(*ROW), arrows=(arrow,))
    tables = Tables()
    (number,) = Moving(tables).changes(scene)["arrows"]
    assert tables.rows.take()[number][4] == [[round(x), round(y)] for x, y in way(scene, *arrow.places)]
    drawn = [part.drawn for part in parts(scene)]
    below = next(i for i, one in enumerate(drawn) if "data-arrow" in one)
    assert below < min(i for i, one in enumerate(drawn) if "data-place" in one)


def test_the_page_bends_a_way_anew_if_counters_moved():
    arrows = (Arrow(kind="route", places=("Alpha", "Charlie")),)
    before, after = (msgspec.structs.replace(row(*held), arrows=arrows) for held in (("Alpha", "Charlie"), ROW))
    moving = Moving(Tables())
    first, second, third = (moving.changes(scene) for scene in (before, after, after))
    assert first["arrows"] != second["arrows"]
    assert "arrows" not in third


@pytest.mark.parametrize(("case", "at", "factions"), [
    ("angola/turn_ten", 12, ["mpla", "unita"]), ("enduring_freedom/operational_victory", 150, ["islamist"] * 5),
    ("fallujah/november_won", 200, ["coalition"]),
])  # fmt: skip
def test_a_picture_of_one_moment_knows_who_went_though_many_stand_where_the_way_ends(case, at, factions):
    _, scene, _ = scene_seen(LOGS / case / "game.pbem", "public", at, None, None)
    assert [arrow.faction for arrow in scene.arrows] == factions


def test_the_outline_of_an_area_does_not_run_over_the_boxes_on_it():
    square = ((0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (0.0, 100.0))
    assert outside(square, [Bounds(20, 20, 30, 30)]) == [[*square, square[0]]]
    assert outside(square, [Bounds(40, -10, 60, 10)]) == [
        [(0, 0), (40, 0)], [(60, 0), (100, 0), (100, 100), (0, 100), (0, 0)]]
    assert outside(square, [Bounds(-10, -10, 110, 110)]) == []
    assert outside(square, [Bounds(90, -10, 110, 110), Bounds(80, -5, 95, 5)]) == [
        [(0, 0), (80, 0)], [(90, 100), (0, 100), (0, 0)]]


def test_a_highlighted_area_leaves_the_names_on_it_free():
    case = LOGS / "enduring_freedom" / "operational_victory" / "game.pbem"
    scene = scene_seen(case, "public", 150, None, None)[1]
    spots, (card, zone) = layout(scene.board).spots, ("chaghcharan", "turkestan")
    scene = msgspec.structs.replace(scene, highlights=(Highlight(kind="from", place=zone),), arrows=())
    whole = ElementTree.fromstring(painted(next(highlights(scene, layout(scene.board), ()))))
    drawn = whole[0]
    lines = re.findall(r"M([^MZ]+)", drawn.attrib["d"])
    corners = [[tuple(map(float, corner.split())) for corner in line.split("L")] for line in lines]
    box = around(spots[card].ring).grown(-1)
    assert any(crosses(box, a, b) for a, b in pairwise([*spots[zone].ring, spots[zone].ring[0]]))
    assert not any(crosses(box, a, b) for line in corners for a, b in pairwise(line))


def test_a_way_over_areas_bends_in_its_own_places():
    """A Column marched from Maquela by Sao Salvador: nothing of its way lies in Zaire, which it does not enter."""
    scene = angola("soviet_decisive", 475, "auditor")
    placed, clusters = layout(scene.board), arrange(scene)
    places = ("maquela", "sao_salvador", "tomboco")
    points = points_of(scene.board, placed, clusters, places)
    assert len(points) > len(places)  # it bends
    zaire = [placed.spots[id].ring for id in placed.spots if "zaire" in id]
    assert len(zaire) == 2
    assert not [point for point in points if any(contains(ring, point) for ring in zaire)]
