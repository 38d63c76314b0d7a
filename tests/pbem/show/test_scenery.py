"""Land around maps: where sea, foreign land, rivers and textures are drawn, and where nothing of them is."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files
from itertools import pairwise
from xml.etree import ElementTree

import msgspec
import pytest

from pbem.show.scene import Board, Place, Scenery, Terrain
from pbem.show.svg import ground
from pbem.show.svg.apart import grounds
from pbem.show.svg.geometry import around, contains, distance, frame, toward
from pbem.show.svg.lines import WATER
from pbem.show.svg.scenery import CLIP, LAND, RIVER, SEA
from pbem.show.svg.textures import texture
from pictures import opened

SQUARE = ((40.0, 40.0), (60.0, 40.0), (60.0, 60.0), (40.0, 60.0))
BOARD = Board(
    title="Island", low=(0, 0), high=(100, 100), terrains=(Terrain(id="j", name="jungle", code="j"),),
    places=(Place(id="home", name="Home", code="HOM", at=(50, 50), outline=SQUARE, terrain="j"),
            Place(id="far", name="Far", code="FAR", at=(75, 50), terrain="j", foreign=True,
                  outline=((60, 40), (90, 40), (90, 60), (60, 60)))),
    scenery=(Scenery(kind="land", points=((70, 0), (100, 0), (100, 100), (70, 100))),
             Scenery(kind="river", name="Blue", points=((40, 50), (50, 45), (60, 50)), width=4),
             Scenery(kind="frontier", points=((80, 0), (80, 40))),
             Scenery(kind="name", name="FAR LAND", points=((75, 10), (95, 10))),
             Scenery(kind="scale", name="10 km", points=((75, 90), (85, 90))),
             Scenery(kind="river", points=((-400, 50), (900, 50)))),
)
FILES = {"angola": "map.toml", "enduring_freedom": "drawing.toml"}
CASES = {"angola": "western_decisive", "enduring_freedom": "operational_victory"}
RIVERS = {
    "angola": {"Congo", "Cuanza", "Cunene", "Cubango", "Cuito", "Cuando", "Zambezi", "Lungue-Bungo", "Cassai", "Cuango",
               "Cuilo", "Longa", "Catumbela"},
    "enduring_freedom": {"Amu Darya", "Helmand", "Hari Rud", "Kabul", "Kunduz", "Arghandab", "Farah Rud", "Kunar"},
}
NAMED = {"angola": {"ATLANTIC OCEAN", "ZAIRE", "ZAMBIA", "BOTSWANA", "CONGO"},
         "enduring_freedom": {"IRAN", "TURKMENISTAN", "UZBEKISTAN", "TAJIKISTAN", "CHINA", "PAKISTAN"}}


def test_sea_lies_under_all_and_foreign_land_and_the_map_upon_it():
    drawn = ground.paint(BOARD)
    sea, land = drawn.index(f'fill="{SEA}"'), drawn.index(f'fill="{LAND}"')
    assert sea < land < drawn.index('data-ground="home"')
    assert drawn.count("FAR LAND") == drawn.count(">10 km<") == 1


def test_a_place_beyond_the_frontier_is_foreign_land_with_a_dashed_rim_and_no_texture():
    drawn = ground.paint(BOARD)
    home, far = (re.search(f'<path[^>]*data-ground="{id}"[^>]*>', drawn)[0] for id in ("home", "far"))
    assert f'fill="{LAND}"' in far
    assert "stroke-dasharray" in far
    assert f'fill="{LAND}"' not in home
    assert "stroke-dasharray" not in home
    woven = re.search(r'<path d="([^"]*)" fill="url\(#ground-jungle\)"', drawn)[1]
    assert woven.count("M") == 1


def test_a_river_has_its_own_width_and_nothing_of_scenery_leaves_the_frame():
    drawn = ground.paint(BOARD)
    assert f'stroke="{WATER}" stroke-width="4"' in drawn
    assert f'stroke="{WATER}" stroke-width="{RIVER}"' in drawn
    root = ElementTree.fromstring(drawn.replace("\x1f", ""))
    clipped = [group for group in root if group.get("clip-path") == f"url(#{CLIP})"]
    assert len(clipped) == 2
    rect = root.find(".//clipPath/rect")
    room = frame(BOARD)
    assert (float(rect.get("width")), float(rect.get("height"))) == (round(room.width, 1), round(room.height, 1))
    assert not [path for path in root.findall("path") if path.get("stroke", "").startswith("#6fa5c9")]


def test_a_board_without_scenery_lies_on_its_table_as_ever():
    drawn = ground.paint(msgspec.structs.replace(BOARD, scenery=()))
    assert f'fill="{ground.OFF_MAP}"' in drawn
    assert f'fill="{SEA}"' not in drawn
    assert CLIP not in drawn


def test_what_counters_are_told_from_is_what_lies_around():
    assert {LAND, SEA} <= set(grounds(BOARD))
    assert ground.OFF_MAP not in grounds(BOARD)


@pytest.mark.parametrize(("name", "word"), [("light jungle", "jungle"), ("Hills", "hill"), ("mountain", "mountain"),
                                            ("desert", "desert"), ("clear", ""), ("city", "")])
def test_a_ground_has_the_texture_of_a_word_in_its_name(name, word):
    assert texture(name) == word


@pytest.mark.parametrize("game", CASES)
def test_rivers_and_countries_of_the_art_direction_are_there(game):
    board = opened(game, CASES[game]).board
    assert {one.name for one in board.scenery if one.kind == "river"} == RIVERS[game]
    assert {one.name for one in board.scenery if one.kind == "name"} == NAMED[game]
    for one in board.scenery:
        assert len(one.points) >= (5 if one.kind == "river" and one.name not in ("Longa", "Catumbela", "Kunar") else 2)
        if one.kind == "river":
            assert all(distance(*leg) > 0 for leg in pairwise(one.points)), one.name


@pytest.mark.parametrize("game", CASES)
def test_no_frontier_runs_through_the_name_of_a_country(game):
    board = opened(game, CASES[game]).board
    room, found = frame(board), []
    for name in (one for one in board.scenery if one.kind == "name"):
        ends = [room.at(point) for point in name.points]
        for line in (one for one in board.scenery if one.kind == "frontier"):
            legs = pairwise([room.at(point) for point in line.points])
            found += [name.name for a, b in legs for c, d in pairwise(ends) if beside(a, b, c, d) < name.width * 0.4]
    assert found == []


def beside(a, b, c, d):
    """How near two lines come to each other."""
    steps = [i / 60 for i in range(61)]
    return min(distance(toward(a, b, i), toward(c, d, k)) for i in steps for k in steps)


@pytest.mark.parametrize("game", CASES)
def test_all_that_is_drawn_around_says_where_it_is_from(game):
    data = tomllib.loads((files(f"pbem_games.{game}") / "data" / FILES[game]).read_text())
    entries = data["draw"]["scenery"]
    assert len(entries) > 20
    assert all(entry["source"].split(":")[0].split(";")[0] in ("geo", "design") for entry in entries)


@pytest.mark.parametrize("game", CASES)
def test_what_never_changes_is_few_elements(game):
    drawn = ElementTree.fromstring(ground.paint(opened(game, CASES[game]).board).replace("\x1f", ""))
    assert sum(1 for element in drawn.iter() if element.tag != "text") <= 450


def test_no_water_lies_around_afghanistan():
    board = opened("enduring_freedom", CASES["enduring_freedom"]).board
    room = frame(board)
    land = [one for one in board.scenery if one.kind == "land"]
    for corner in around([(0, 0), (room.width, room.height)]).corners:
        assert any(contains([room.at(point) for point in one.points], corner) for one in land)


def test_the_atlantic_lies_west_of_angola_and_land_everywhere_else():
    board = opened("angola", CASES["angola"]).board
    (land,) = [one for one in board.scenery if one.kind == "land"]
    wet, dry = ((11.9, -10.0), (11.8, -14.0)), ((23.0, -6.0), (23.0, -15.0), (18.0, -5.0), (22.5, -18.5), (13.2, -4.3))
    for (east, north), is_land in [*((at, False) for at in wet), *((at, True) for at in dry)]:
        assert contains(land.points, (east * 0.9781, -north)) == is_land, (east, north)
