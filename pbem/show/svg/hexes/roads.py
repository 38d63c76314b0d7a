"""Roads over hexes: from hexside to hexside in a curve, so that a road of many short lines is one road.

A line has two neighbours as its ends, or points of its own (a road that leaves the map).
Belongs here: courses of roads and how they are drawn. Must not be here: streams, which run along hexsides.
"""

from __future__ import annotations

from collections.abc import Iterator

from pbem.show.scene import Board, Point
from pbem.show.svg.geometry import toward, unit
from pbem.show.svg.lines import LINK, ROADS
from pbem.show.svg.spot import Layout
from pbem.show.svg.xml import number, path, tag

RANK = {kind: i for i, kind in enumerate(("link", "rail", "track", "road"))}


def roads(board: Board, placed: Layout) -> Iterator[str]:
    """All beds, then all surfaces, the greater roads over the smaller."""
    courses = {kind: "".join(_curves(ways)) for kind, ways in _spokes(board, placed).items()}
    courses = {kind: courses[kind] for kind in sorted(courses, key=lambda kind: RANK[kind])}
    for layer in (0, 1):
        for kind, d in courses.items():
            bed, surface, wide = ROADS.get(kind, (LINK, LINK, 2.0))
            stroke, more = (surface if layer else bed), {}
            if layer and kind != "road":
                more = {"stroke_dasharray": "4 2.5"}
            yield tag("path", d=d, fill="none", stroke=stroke, stroke_width=wide - 1.8 * layer,
                      stroke_linecap="butt" if more else "round", stroke_linejoin="round", **more)


def _spokes(board: Board, placed: Layout) -> dict[str, dict[Point, list[Point]]]:
    """By kind: the middle of each hex on a road, and the points of its rim that roads lead to."""
    found: dict[str, dict[Point, list[Point]]] = {}
    for line in board.lines:
        if line.kind not in RANK:
            continue
        ways = found.setdefault(line.kind, {})
        if line.points:
            start, *rest = (placed.frame.at(point) for point in line.points)
            for point in rest:
                ways.setdefault(start, []).append(point)
                start = point
        elif line.ends and all(end in placed.spots for end in line.ends):
            a, b = (placed.spots[end].meet for end in line.ends)
            half = toward(a, b, 0.5)
            ways.setdefault(a, []).append(half)
            ways.setdefault(b, []).append(half)
    return found


def _curves(ways: dict[Point, list[Point]]) -> Iterator[str]:
    """The two spokes that lie straightest are one curve, others run to the middle."""
    for middle, ends in ways.items():
        rest = list(dict.fromkeys(ends))
        if len(rest) > 1:
            pairs = [(p, q) for i, p in enumerate(rest) for q in rest[i + 1:]]
            p, q = min(pairs, key=lambda pair: _bend(middle, *pair))
            yield f"{path([p])}Q{_at(middle)} {_at(q)}"
            rest = [point for point in rest if point not in (p, q)]
            middle = toward(toward(p, q, 0.5), middle, 0.5)  # where the curve passes
        for point in rest:
            yield path([point, middle])


def _bend(middle: Point, p: Point, q: Point) -> float:
    """From -1 for straight on to 1 for straight back."""
    (ax, ay), (bx, by) = unit(middle, p), unit(middle, q)
    return round(ax * bx + ay * by, 6)


def _at(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"
