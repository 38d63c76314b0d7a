"""Lines of the board, painted: rivers, roads, plain ways, and the names that stand along them.

Belongs here: how a line is drawn and named. Must not be here: which point roads meet at, borders.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from pbem.show.scene import Board, Point
from pbem.show.scene import Line as Way
from pbem.show.svg.geometry import Bounds, around, distance, reached, toward, unit
from pbem.show.svg.metrics import halved, width
from pbem.show.svg.paint import paint
from pbem.show.svg.spot import Layout
from pbem.show.svg.xml import INK, TABLE, mixed, number, path, tag, turned, words

WATER = paint("#6fa5c9", "#4f87a6", "#0050b0")
EDGE_OF_WATER = "#000000"
ROADS = {
    "road": (paint("#5b3a1e", "#14171a", "#000000"), paint("#f3cf6b", "#d9a24a", "#ffffff"), 4.2),
    "track": (paint("#7a6a50", "#14171a", "#000000"), paint("#efe6d0", "#b9ab8c", "#ffffff"), 2.8),
    "rail": (paint("#333333", "#14171a", "#000000"), paint("#ffffff", "#c9c4b8", "#ffffff"), 2.8),
}
WATERS = {"river": 14, "stream": 5}
LINK = paint("#8d8674", "#8d8674", "#000000")
NAME = 7.0  # the type of a road's name


def rivers(board: Board, placed: Layout) -> Iterator[str]:
    """Each as a band with its name in it."""
    for line in board.lines:
        points = _course(placed, line)
        if line.kind in WATERS and len(points) > 1:
            for extra, paint_of in ((2.5, mixed(WATER, EDGE_OF_WATER, 30)), (0.0, WATER)):
                yield tag("path", d=smooth(points), fill="none", stroke=paint_of,
                          stroke_width=WATERS[line.kind] + extra, stroke_linecap="round", stroke_linejoin="round")
            if line.name and line.kind == "river":
                yield river_name(placed, points, line.name[:40])


def links(board: Board, placed: Layout) -> Iterator[str]:
    """Plain ways."""
    for line in board.lines:
        if line.kind == "link" and (course := _course(placed, line)):
            yield tag("path", d=path(course), fill="none", stroke=LINK, stroke_width=2, stroke_linejoin="round")


def roads(board: Board, placed: Layout) -> Iterator[str]:
    """All beds first, then all surfaces, so that crossings are open."""
    drawn = [(line, _way(placed, line)) for line in board.lines if line.kind in ROADS]
    for layer in (0, 1):
        for line, d in drawn:
            if d:
                bed, surface, wide = ROADS[line.kind]
                more = {"stroke_dasharray": "5 3"} if layer and line.kind != "road" else {}
                wide = wide * 2 if _is_between_cards(placed, line) else wide
                yield tag("path", d=d, fill="none", stroke=(bed, surface)[layer], stroke_linecap="round",
                          stroke_width=wide - 1.8 * layer, **more)


def names(board: Board, placed: Layout) -> Iterator[str]:
    """Each name of a road once, between the two boxes of spots where there is most room for it."""
    named: dict[str, list[tuple[Point, Point]]] = {}
    for line in board.lines:
        if line.name and line.kind in ROADS and line.ends and _is_between_cards(placed, line):
            one, two = (around(placed.spots[end].ring) for end in line.ends)
            far, near = reached(two, one.middle, two.middle), reached(one, two.middle, one.middle)
            if far is not None and near is not None:
                gap = toward(two.middle, one.middle, near), toward(one.middle, two.middle, far)
                named.setdefault(line.name[:40], []).append(gap)
    for name, gaps in named.items():
        level = [gap for gap in gaps if abs(gap[1][1] - gap[0][1]) < 1] or gaps
        yield _road_name(*max(level, key=lambda gap: distance(*gap)), name)


# ------------------------------------------------------------------ courses


def _course(placed: Layout, line: Way) -> list[Point]:
    """The points a line is drawn through: its own, else from one end to the other."""
    if line.points or line.ends is None:
        return [placed.frame.at(point) for point in line.points]
    return [placed.spots[end].meet for end in line.ends] if all(end in placed.spots for end in line.ends) else []


def _is_between_cards(placed: Layout, line: Way) -> bool:
    return not line.points and line.ends is not None and all(
        end in placed.spots and placed.spots[end].is_spot for end in line.ends)


def _way(placed: Layout, line: Way) -> str:
    """A road as a path: along the bends of the two places it joins if both have outlines."""
    course = _course(placed, line)
    ends = line.ends if course and line.ends and not line.points else ()
    bends = [bend for here, there in zip(ends, ends[::-1], strict=True)
             for to, bend in placed.spots[here].roads if to == there]
    if len(bends) != 2:
        return path(course) if course else ""
    a, b = bends
    points = (a.leaving, a.coming, a.end, b.coming, b.leaving, b.start)
    curves = [" ".join(f"{number(x)} {number(y)}" for x, y in points[i:i + 3]) for i in (0, 3)]
    return f"M{number(a.start[0])} {number(a.start[1])}C{curves[0]}C{curves[1]}"


def smooth(points: Sequence[Point]) -> str:
    """A curve that passes the middles of the sides, as rivers do."""
    parts = [f"M{number(points[0][0])} {number(points[0][1])}"]
    for here, there in pairwise(points[1:]):
        x, y = there if there == points[-1] else toward(here, there, 0.5)
        parts.append(f"Q{number(here[0])} {number(here[1])} {number(x)} {number(y)}")
    if len(points) == 2:
        parts.append(f"L{number(points[1][0])} {number(points[1][1])}")
    return "".join(parts)


# ------------------------------------------------------------------ names


def _road_name(a: Point, b: Point, name: str) -> str:
    """Along a road: beside it if there is room for the whole name, else half of it on either side."""
    (x, y), room = toward(a, b, 0.5), distance(a, b)
    across, down = unit(a, b) if b[0] >= a[0] else unit(b, a)
    lines = [name] if width(name, NAME, True) <= room else halved(name, 2)
    written = [words(0, at, line, NAME, text_anchor="middle", font_weight="bold", fill=INK, stroke=TABLE,
                     stroke_width=2, stroke_linejoin="round", paint_order="stroke")
               for line, at in zip(lines, (-6.5, 6.5 + NAME * 0.73), strict=False)]
    return tag("g", *written, transform=turned(x, y, across, down))


def river_name(placed: Layout, points: Sequence[Point], name: str) -> str:
    """Along the river, where no box of a spot covers it."""
    boxes = [around(spot.ring) for spot in placed.spots.values() if spot.is_spot]
    half = (width(name, 9) + 2 * len(name)) / 2
    for a, b in sorted(pairwise(points), key=lambda side: -distance(*side)):
        x, y = toward(a, b, 0.5)
        is_steep = abs(b[1] - a[1]) > abs(b[0] - a[0])
        wide, tall = (6.0, half) if is_steep else (half, 6.0)
        box = Bounds(x - wide, y - tall, x + wide, y + tall)
        if distance(a, b) > 2 * half and not any(box.meets(card) for card in boxes):
            across, down = unit(a, b) if (b[0] - a[0], a[1] - b[1]) > (0, 0) else unit(b, a)
            return words(0, 3.2, name, 9, text_anchor="middle", font_style="italic", fill="#ffffff",
                         letter_spacing=2, transform=turned(x, y, across, down))
    return ""
