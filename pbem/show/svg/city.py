"""A city of quarters with streets between them: its ground and outskirts, houses, the river in its streets, highways.

A map of spots is one if its scenery has a `town`: that is what the streets are. Belongs here: paint for such a map.
Must not be here: what stands in a quarter's frame (`cards`), how houses are made (`examples/relief.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from pbem.show.scene import Board, Point
from pbem.show.svg.geometry import Bounds, around, crosses, toward, unit
from pbem.show.svg.lines import EDGE_OF_WATER, WATER, river_name, smooth
from pbem.show.svg.paint import paint
from pbem.show.svg.relief import traced
from pbem.show.svg.scenery import CLIP, frontiers, names
from pbem.show.svg.spot import Layout, Spot
from pbem.show.svg.xml import INK, mixed, path, tag, turned

OUTSKIRTS = paint("#e6dcc0", "#2c2b22", "#ffffff")
STREETS = paint("#f6efdf", "#1b1a17", "#ffffff")
KERB = paint("#b9ab8c", "#4a463c", "#000000")
HOUSE = paint("#cdbd9c", "#38332b", "#e6e6e6")
HOUSE_SHADE = paint("#a8946c", "#15130f", "#ffffff")
PALM, GRAVE = paint("#6f8f5a", "#5f7d52", "#555555"), paint("#948768", "#6b6454", "#777777")
DUNE = paint("#c9bb93", "#423f32", "#dddddd")
BANK, BANK_WIDE, WIDE = paint("#b9c69a", "#2c3a2c", "#ffffff"), 25.0, 17.0
CASE, HIGHWAY, DASHES = (paint("#7d5a1c", "#0d0f11", "#000000"), paint("#dda149", "#b98534", "#000000"),
                         paint("#fff7e0", "#14171a", "#ffffff"))
SLEEPERS = paint("#4a443a", "#8b8474", "#000000")
FAST, RAIL = 11.0, 3.2
"""How wide a highway is, and a railway."""
WALL, DOME = paint("#8a6d3b", "#8f7a50", "#000000"), paint("#3f7a54", "#79b58d", "#000000")
STAR = paint("#c8641a", "#f09a4e", "#000000")
SIGNS = {"mosque": (DOME, "M1 9.5V6.2C1 3.6 3.4 2.6 5 .6C6.6 2.6 9 3.6 9 6.2V9.5ZM4.6 -1.6H5.4V1H4.6Z"),
         "objective": (STAR, "M5 0L6.4 3.4L10 3.7L7.2 6L8.1 9.6L5 7.6L1.9 9.6L2.8 6L0 3.7L3.6 3.4Z")}
"""What stands before the name of a quarter, by a word in the name of its terrain."""
SIGN_WIDE = 11.0


def is_city(board: Board) -> bool:
    """Whether a map shows streets."""
    return any(one.kind == "town" for one in board.scenery)


def sign_of(board: Board, terrain: str) -> str:
    """The word by which a terrain has a sign; empty for most, and everywhere else than in a city."""
    name = next((one.name.lower() for one in board.terrains if one.id == terrain), "")
    return next((word for word in SIGNS if word in name), "") if is_city(board) else ""


def below(board: Board, placed: Layout) -> Iterator[str]:
    """What lies under the quarters: outskirts, streets, ways in from afar, the river."""
    clip = tag("clipPath", tag("rect", x=0, y=0, width=placed.frame.width, height=placed.frame.height), id=CLIP)
    towns = "".join(path(_drawn(placed, one.points), True) for one in board.scenery if one.kind == "town")
    ways = "".join(path(_drawn(placed, line.points)) for line in board.lines if line.kind == "link" and line.points)
    parts = [tag("rect", x=0, y=0, width=placed.frame.width, height=placed.frame.height, fill=OUTSKIRTS),
             *traced(board, "dune", fill="none", stroke=DUNE, stroke_width=2, stroke_linecap="round"),
             tag("path", d=towns, fill=STREETS, stroke=KERB, stroke_width=1.4, stroke_linejoin="round")]
    if ways:
        parts += [tag("path", d=ways, fill="none", stroke=KERB, stroke_width=4.6, stroke_linejoin="round"),
                  tag("path", d=ways, fill="none", stroke=STREETS, stroke_width=3, stroke_linejoin="round",
                      stroke_dasharray="9 5")]
    parts += [*_rails(board, placed), *_rivers(board, placed), *frontiers(board, placed)]
    parts += _highways(_drawn(placed, one.points) for one in board.scenery if one.kind == "road")
    parts += names(board, placed, OUTSKIRTS)
    yield tag("g", clip, *parts, clip_path=f"url(#{CLIP})")


def quarters(board: Board, placed: Layout) -> Iterator[str]:
    """What stands in the quarters and runs through them, over their ground: houses, trees, graves, highways."""
    yield from traced(board, "house", fill=HOUSE, shade=HOUSE_SHADE)
    yield from traced(board, "grave", fill="none", stroke=GRAVE, stroke_width=2)
    yield from traced(board, "palm", fill="none", stroke=PALM, stroke_width=2, stroke_linecap="round")
    yield tag("g", *_highways(_through(board, placed)), clip_path=f"url(#{CLIP})")


def signs(board: Board, placed: Layout) -> Iterator[str]:
    """Before the names of quarters that have one."""
    for spot in placed.spots.values():
        if spot.sign and (word := sign_of(board, spot.place.terrain)):
            fill, d = SIGNS[word]
            (x, y), big = (spot.sign.left, spot.sign.top), spot.sign.width / SIGN_WIDE
            yield tag("path", d=d, fill=fill, transform=turned(x, y + 1, big, 0))


def bridge(a: Point, b: Point, is_blown: bool) -> str:
    """Over the water between two quarters; one that is blown has a gap in its middle, crossed out."""
    half = WIDE / 2 + 4
    deck = tag("rect", x=-half, y=-6.5, width=2 * half, height=13, fill=DASHES, stroke=INK, stroke_width=1.6)
    beams = "".join(f"M{x} -6.5L{x + half} 6.5M{x} 6.5L{x + half} -6.5" for x in (-half, 0))
    parts = [deck, tag("path", d=beams, fill="none", stroke=INK, stroke_width=1.2)]
    if is_blown:
        parts += [tag("rect", x=-4, y=-8, width=8, height=16, fill=WATER),
                  tag("path", d="M-8 -8L8 8M-8 8L8 -8", stroke="#c62020", stroke_width=3.2, fill="none")]
    return tag("g", *parts, transform=turned(*toward(a, b, 0.5), *unit(a, b)))


def _drawn(placed: Layout, points: Sequence[Point]) -> list[Point]:
    return [placed.frame.at(point) for point in points]


def _rivers(board: Board, placed: Layout) -> Iterator[str]:
    """Banks, water with a rim, a thin light line along the stream, the name."""
    for line in board.lines:
        if line.kind == "river" and len(line.points) > 1:
            points = _drawn(placed, line.points)
            d = smooth(points)
            for fill, wide in ((BANK, BANK_WIDE), (mixed(WATER, EDGE_OF_WATER, 30), WIDE + 2.2), (WATER, WIDE)):
                yield tag("path", d=d, fill="none", stroke=fill, stroke_width=wide, stroke_linejoin="round")
            yield river_name(placed, points, line.name[:40])


def _rails(board: Board, placed: Layout) -> Iterator[str]:
    d = "".join(path(_drawn(placed, one.points)) for one in board.scenery if one.kind == "rail")
    if d:
        yield tag("path", d=d, fill="none", stroke=SLEEPERS, stroke_width=1.2)
        yield tag("path", d=d, fill="none", stroke=SLEEPERS, stroke_width=5, stroke_dasharray="1.4 4")


def _through(board: Board, placed: Layout) -> Iterator[list[Point]]:
    """Highways from quarter to quarter, and where they come from: all in one, without a break."""
    roads = [line for line in board.lines if line.kind == "road"]
    names = {line.name for line in roads}
    yield from (_drawn(placed, one.points) for one in board.scenery if one.kind == "road" and one.name in names)
    for line in roads:
        if line.ends and all(end in placed.spots for end in line.ends):
            yield _clear_of_names(placed, *(placed.spots[end] for end in line.ends))


def _clear_of_names(placed: Layout, one: Spot, two: Spot) -> list[Point]:
    """From the middle of one quarter to that of another: straight, else by the street between them at either end."""
    held = [box.grown(FAST / 2 + 1) for spot in placed.spots.values() for box in spot.boxes]
    out, back = _by_the_street(one, two), _by_the_street(two, one)[::-1]
    ways = [[one.meet, *bends, two.meet] for bends in ((), out, back, (*out, *back))]
    return next((way for way in ways if not any(crosses(box, a, b) for box in held for a, b in pairwise(way))), ways[0])


def _by_the_street(one: Spot, two: Spot) -> tuple[Point, ...]:
    """Level to the street beside a quarter, then along it to the corner that lies toward another."""
    here, there = around(one.ring), around(two.ring)
    x = _between(here.left, here.right, there.left, there.right)
    return (x, one.meet[1]), (x, _between(here.top, here.bottom, there.top, there.bottom))


def _between(low: float, high: float, other_low: float, other_high: float) -> float:
    """The middle of the gap between two stretches; of their common part if there is none."""
    return (high + other_low) / 2 if low + high < other_low + other_high else (low + other_high) / 2


def _highways(runs: Iterable[list[Point]]) -> Iterator[str]:
    d = "".join(path(run) for run in runs)
    if d:
        for stroke, wide in ((CASE, FAST), (HIGHWAY, FAST - 2.4)):
            yield tag("path", d=d, fill="none", stroke=stroke, stroke_width=wide, stroke_linecap="round",
                      stroke_linejoin="round")
        yield tag("path", d=d, fill="none", stroke=DASHES, stroke_width=1.2, stroke_dasharray="7 6")


def grounds(board: Board) -> dict[str, str]:
    """What a counter may lie on, but for the ground of its quarter."""
    return {OUTSKIRTS: "what lies around the city", STREETS: "streets", HOUSE: "houses"}


def sign_box(card: Bounds, left: float, size: float) -> Bounds:
    """The room of a sign in the first line of a label of such type."""
    wide = SIGN_WIDE * size / 10
    return Bounds(left, card.top + 2, left + wide, card.top + 2 + size)
