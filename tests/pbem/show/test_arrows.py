"""Arrows for orders and routes, in pictures and text alike; a legend that lists only what is drawn."""

from __future__ import annotations

from functools import partial
from itertools import islice
from xml.etree import ElementTree

import msgspec
import pytest

from pbem.replay.films.opening import open_reel
from pbem.show.html.moving import Moving
from pbem.show.html.tables import Tables
from pbem.show.scene import Arrow, Box, Faction, Figures, Marker, Piece, Scene, Stack, Terrain
from pbem.show.svg import pieces_svg, scene_svg
from pbem.show.svg.arrows import FAR, points_of, way_of
from pbem.show.svg.geometry import distance, unit
from pbem.show.svg.hexes.layout import shape
from pbem.show.svg.layout import layout
from pbem.show.svg.legend import samples
from pbem.show.svg.paint import painted
from pbem.show.svg.stacks import arrange
from pbem.show.text import draw
from pictures import LOGS, POSITIONS, angola, city
from tiers import tiers
from valley_scenes import valley_scene

CAVES = sorted(log.parent.name for log in LOGS.glob("anaconda/*/game.pbem"))
KINDS = ("order", "route", "support", "fire")
REGIONS = partial(angola, *POSITIONS[0])


def drawn(scene: Scene) -> list[str]:
    return [kind for one in ElementTree.fromstring(pieces_svg(scene)).iter() if (kind := one.get("data-arrow"))]


def with_arrows(scene: Scene) -> Scene:
    first, second, third = [place.id for place in scene.board.places[:3]]
    side = scene.board.factions[0].id
    return msgspec.structs.replace(scene, arrows=(
        Arrow(kind="order", places=(first, second), faction=side, text="attack"),
        Arrow(kind="route", places=(first, second, third)), Arrow(kind="route", places=("nowhere", "nowhere")),
    ))


@pytest.mark.parametrize("scene", [REGIONS, city, valley_scene], ids=["regions", "spots", "hexes"], indirect=True)
def test_orders_and_routes_are_painted_told_and_explained(scene):
    assert drawn(scene) == []
    shown = with_arrows(scene)
    assert drawn(shown) == ["order", "route"]  # one that leads nowhere is not drawn
    words = [element.text for element in ElementTree.fromstring(scene_svg(shown)).iter() if element.text]
    assert words.count("order") == words.count("route") == 1  # in the legend
    assert "attack" in words
    names = [place.name for place in scene.board.places[:3]]
    told = " ".join(draw(shown, width=200).split())
    assert f"{scene.board.factions[0].name}: order {names[0]} > {names[1]} (attack)" in told
    assert f"route {names[0]} > {names[1]} > {names[2]}" in told
    assert "Orders and routes" not in draw(scene)


@pytest.mark.parametrize("scene", [REGIONS, valley_scene], ids=["regions", "hexes"], indirect=True)
def test_the_legend_lists_only_ground_that_is_on_the_board(scene):
    lunar = Terrain(id="lunar", name="Lunar dust", code="?")
    board = msgspec.structs.replace(scene.board, terrains=(*scene.board.terrains, lunar))
    scene = msgspec.structs.replace(scene, board=board)
    assert "Lunar dust" not in scene_svg(scene)
    assert "Lunar dust" not in draw(scene)
    assert scene.board.terrains[0].name in scene_svg(scene)


@pytest.mark.parametrize("scene", [REGIONS, valley_scene, city], ids=["regions", "hexes", "city"], indirect=True)
def test_the_legend_lists_only_factions_and_figures_that_are_drawn(scene):
    absent, figures = Faction(id="moon", name="Lunar guard", code="Q", colour="grey"), Figures("9/9/9/9", "lunar might")
    some = Figures("4(2)2", "might of this world")
    board = msgspec.structs.replace(
        scene.board, factions=(*scene.board.factions, absent), figures=(*scene.board.figures, some, figures))
    piece = Piece(name="one", code="X", faction=board.factions[0].id, strength="12(3)4")
    place = board.places[0].id
    scene = msgspec.structs.replace(scene, board=board, stacks=(*scene.stacks, Stack(place=place, pieces=(piece,))))
    legends = [{said for _, said in samples(scene)}, " ".join(draw(scene, width=200).split())]
    for told in legends:
        assert "Lunar guard" not in told
        assert "lunar might" not in told
    assert "might of this world" in legends[0]
    assert board.factions[0].name in legends[0]
    stranger = Marker(place=place, name="flag", code="F", faction="moon")
    scene = msgspec.structs.replace(scene, markers=(stranger,))
    assert "Lunar guard" in {said for _, said in samples(scene)}
    assert "Q Lunar guard" in " ".join(draw(scene, width=200).split())
    scene = msgspec.structs.replace(scene, stacks=(), boxes=())
    assert "might of this world" not in {said for _, said in samples(scene)}


def test_the_page_for_a_browser_draws_them_too():
    tables = Tables()
    found = Moving(tables).changes(with_arrows(REGIONS()))
    rows = tables.rows.take()
    assert [rows[number][0] for number in found["arrows"]] == ["order", "route", "route"]
    assert [len(rows[number][3]) for number in found["arrows"]][:2] == [2, 3]


@pytest.mark.parametrize("scene", [REGIONS, city], ids=["regions", "spots"], indirect=True)
def test_the_legend_explains_badges_that_only_counters_beside_the_board_bear(scene):
    """A pool's pieces carry states too: what no counter on the map has is explained all the same."""
    piece = Piece(name="1/187", code="1/187", faction=scene.board.factions[0].id, states=("airmobile",))
    boxed = msgspec.structs.replace(scene, boxes=(Box(name="May be mobilized", pieces=(piece,)),))
    assert "airmobile" not in {said for _, said in samples(scene)}
    assert "airmobile" in {said for _, said in samples(boxed)}
    written = Piece(name="mine 1", states=("in Luanda",))
    assert "in Luanda" not in {said for _, said in samples(
        msgspec.structs.replace(scene, boxes=(Box(name="Equipment", pieces=(written,)),)))}


@pytest.mark.parametrize("scene", [REGIONS, city, valley_scene], ids=["regions", "spots", "hexes"], indirect=True)
def test_moves_support_and_fire_differ_in_pictures_without_colour_and_say_their_text(scene):
    first, second = [place.id for place in scene.board.places[:2]]
    looks = set()
    for kind in KINDS:
        arrow = Arrow(kind=kind, places=(first, second), text=f"by {kind}")
        root = ElementTree.fromstring(pieces_svg(msgspec.structs.replace(scene, arrows=(arrow,))))
        (drawn,) = [one for one in root.iter() if one.get("data-arrow") == kind]
        assert f"by {kind}" in [one.text for one in drawn.iter()]
        looks.add(tuple((one.get("stroke-dasharray"), one.get("stroke-width"), len(one.get("d", "")))
                        for one in drawn.iter()))
    assert len(looks) == len(KINDS)


@pytest.mark.parametrize("case", tiers(CAVES, ["neither"]))
def test_the_head_of_a_way_stands_at_the_hex_it_leads_to_and_points_where_it_goes(case):
    seen = set()
    for frame in islice(open_reel(LOGS / "anaconda" / case / "game.pbem", "public"), 0, None, 3):
        board, placed = frame.scene.board, layout(frame.scene.board)
        clusters, size = arrange(frame.scene), shape(frame.scene.board).size
        for arrow in frame.scene.arrows:
            points = points_of(board, placed, clusters, arrow.places, arrow.kind)
            if len(points) < 2 or arrow.places[-1] not in placed.spots:
                continue
            goal = placed.spots[arrow.places[-1]].meet
            assert distance(points[-1], goal) <= FAR * size, (frame.number, arrow)
            if len(points) == 2 and arrow.places[0] in placed.spots:
                (a, b), (c, d) = unit(placed.spots[arrow.places[0]].meet, goal), unit(*points)
                assert a * c + b * d >= 0.7, (frame.number, arrow)
            seen.add(arrow.kind)
    assert {"route", "fire"} <= seen


@pytest.mark.parametrize("kind", KINDS)
def test_an_arrow_of_any_colour_has_a_rim_of_ink_in_one_of_paper(kind):
    whole = painted(way_of([(0, 0), (90, 0)], kind, "#ffb000"), "contrast")
    lines = [one for one in ElementTree.fromstring(f"<g>{whole}</g>").iter("path") if one.get("stroke-linecap")]
    assert [one.get("stroke") for one in lines] == ["#000000", "#ffb000"]
    inked, coloured = lines
    assert float(inked.attrib["stroke-width"]) >= float(coloured.attrib["stroke-width"]) + 1
    assert inked.get("stroke-dasharray") == coloured.get("stroke-dasharray")
