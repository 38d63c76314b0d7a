"""A city: houses within their quarters, the river in the streets, numbers and names free of houses, highways whole."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files
from itertools import pairwise

import msgspec
import pytest

from pbem.author.relief.houses import GRAVES
from pbem.author.relief.paths import written
from pbem.kit.view import RELIEF
from pbem.show.scene import Board, Relief
from pbem.show.svg import city, ground
from pbem.show.svg.apart import grounds
from pbem.show.svg.geometry import Bounds, around, distance, distance_to_line
from pbem.show.svg.layout import layout
from pictures import opened

DATA = files("pbem_games.fallujah") / "data"


def board() -> Board:
    return opened("fallujah", "april_won").board


def traced(tone: str) -> Relief:
    (one,) = [one for one in board().relief if one.tone == tone]
    return one


def houses() -> list[Bounds]:
    """The box of each, in units of the drawing."""
    found, at = [], (0, 0)
    for start, drawn in re.findall(r"([Mm]-?\d+ ?-?\d+)([hv\d-]+z)", traced("house").d):
        x, y = (int(number) for number in re.findall(r"-?\d+", start))
        at = (x, y) if start[0] == "M" else (at[0] + x, at[1] + y)
        points = [at]
        for way, far in re.findall(r"([hv])(-?\d+)", drawn):
            x, y = points[-1]
            points.append((x + int(far), y) if way == "h" else (x, y + int(far)))
        found.append(around([(x / 2, y / 2) for x, y in points]))
    return found


def test_houses_are_many_small_and_say_where_they_are_from():
    raw = (DATA / RELIEF).read_bytes()
    assert len(raw) <= 75_000
    assert msgspec.json.decode(raw)["source"]
    assert len(houses()) > 2000
    assert {one.tone for one in board().relief} == {"house", "palm", "grave", "dune"}


def test_each_house_stands_in_a_quarter_that_is_built_on_clear_of_its_name_and_its_number():
    spots = layout(board()).spots.values()
    cells = {spot.place.id: around(spot.ring) for spot in spots if spot.place.terrain not in ("", "open")}
    taken = [box for spot in spots for box in spot.boxes]
    seen = set()
    for house in houses():
        (home,) = [id for id, cell in cells.items() if house.inside(cell)]
        seen.add(home)
        assert not any(house.meets(box) for box in taken), home
    assert seen == set(cells)


def test_graves_are_in_the_cemetery_alone():
    cell = next(around(spot.ring) for spot in layout(board()).spots.values() if GRAVES in spot.place.name.lower())
    strokes = [(int(x) / 2, int(y) / 2) for x, y in re.findall(r"M(\d+) (\d+)v", traced("grave").d)]
    assert len(strokes) > 50
    assert all(cell.holds(stroke) for stroke in strokes)


def test_the_river_runs_in_the_streets_and_bridges_cross_it():
    placed = layout(board())
    (river,) = [line for line in board().lines if line.kind == "river"]
    course = [placed.frame.at(point) for point in river.points]
    for spot in placed.spots.values():
        cell = around(spot.ring)
        assert not any(cell.grown(city.WIDE / 2).holds(((a[0] + b[0]) / 2, (a[1] + b[1]) / 2))
                       for a, b in pairwise(course)), spot.place.name
        assert all(distance_to_line(corner, course) >= city.WIDE / 2 for corner in cell.corners), spot.place.name
    for edge in board().edges:
        a, b = (placed.spots[end].meet for end in edge.ends)
        assert distance_to_line(((a[0] + b[0]) / 2, (a[1] + b[1]) / 2), course) < 3, edge
    assert {edge.kind for edge in board().edges} == {"river", "bridge"}


def test_a_blown_bridge_is_crossed_out():
    whole, blown = city.bridge((0, 0), (0, 50), False), city.bridge((0, 0), (0, 50), True)
    assert "#c62020" in blown
    assert "#c62020" not in whole


def test_the_highway_is_one_path_over_the_quarters_and_under_their_names():
    drawn = ground.paint(board())
    over = drawn[drawn.index("traced-house"):]
    (way,) = re.findall(rf'<path d="([^"]*)" fill="none" stroke="{city.HIGHWAY}"', over)
    placed = layout(board())
    for id in ("r1p09", "r2p08", "r3p07", "r4p07", "r5p07", "r6p06"):  # 6.2 the MSR
        x, y = placed.spots[id].meet
        assert way.count(f"{round(x, 1):g} {round(y, 1):g}") >= 2, id
    assert over.index(city.HIGHWAY) < over.index(">Main Bridge<")


def test_every_number_of_a_quarter_is_read_in_its_corner_and_names_keep_their_size():
    for spot in layout(board()).spots.values():
        if spot.place.terrain:
            assert spot.number
            assert spot.number.inside(around(spot.ring))
            assert not spot.number.meets(spot.label)
            assert [line.text for line in spot.lines][-1].startswith(spot.place.code)
        assert spot.label.inside(around(spot.ring))
        assert min(line.size for line in spot.lines if line.is_name) >= 8


def test_objectives_and_mosques_have_a_sign_before_their_names():
    for spot in layout(board()).spots.values():
        assert bool(spot.sign) == (spot.place.terrain in ("objective", "mosque"))
        assert spot.sign is None or spot.sign.right < spot.label.left


def test_counters_are_told_from_houses_streets_and_outskirts():
    assert {city.HOUSE, city.STREETS, city.OUTSKIRTS} <= set(grounds(board()))


def test_all_that_lies_around_says_where_it_is_from():
    entries = tomllib.loads((DATA / "map.toml").read_text())["draw"]["scenery"]
    assert {"town", "road", "rail"} <= {entry["kind"] for entry in entries}
    assert all(entry["source"].split(";")[0].split(":")[0] in ("geo", "design") for entry in entries)
    assert all(distance(*leg) > 0 for entry in entries for leg in pairwise(entry["points"]))


@pytest.mark.parametrize("d", ['M0 0"/><script>', "M0 0h1e9z", "M0 0h5 url(#x)"])
def test_what_is_no_path_of_ours_is_not_drawn(d):
    spoilt = msgspec.structs.replace(board(), relief=(Relief(tone="house", step=1, d=d),))
    assert "traced-house" not in ground.paint(spoilt)


@pytest.mark.thorough
def test_houses_are_what_the_example_makes():
    assert (DATA / RELIEF).read_text() == written(board())


def test_no_name_of_a_quarter_is_smaller_than_the_others():
    """At the size at which the whole board is shown a smaller one would be left out."""
    quarters = [spot for spot in layout(board()).spots.values() if spot.place.terrain]
    assert min(line.size for spot in quarters for line in spot.lines if line.is_name) >= 9
