"""How roads run: where they cross a border, how they bend from there to where the roads of a place meet.

A bend lies in one place and depends on that place only, so that a place can be laid out before its neighbours.
Belongs here: gates, bends, the boxes they fill. Must not be here: which point roads meet at, paint.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from pbem.show.borders import common_border
from pbem.show.scene import Board, Place, Point
from pbem.show.svg.geometry import BoardFrame, Bounds, around, distance, unit

Rings = Mapping[str, tuple[Point, ...]]
Weights = tuple[float, float, float, float]
HALF = 3.2
"""Half the width of a road with some air at its side."""
STEP = 6.0  # between the points that stand for a bend


class Gate(NamedTuple):
    """Where a road leaves a place for another: a point of the border, and the direction at right angles to it."""

    to: str
    point: Point
    out: Point


class Bend(NamedTuple):
    """The four points of a Bézier curve: the ends are the first and the last."""

    start: Point
    leaving: Point
    coming: Point
    end: Point

    def at(self, part: float) -> Point:
        """The point at such a part of the way, as a curve counts it."""
        return self._weighed(_weights(part))

    def _weighed(self, weights: Weights) -> Point:
        (x0, y0), (x1, y1), (x2, y2), (x3, y3) = self
        a, b, c, d = weights
        return a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3

    def points(self) -> list[Point]:
        """Enough points to stand for it, both ends with them."""
        many = max(1, round(distance(self.start, self.end) / STEP))
        return [self._weighed(weights) for weights in _even(many)]

    def boxes(self) -> Iterator[Bounds]:
        """The ground it takes."""
        for x, y in self.points():
            yield Bounds(x - HALF, y - HALF, x + HALF, y + HALF)


def _weights(part: float) -> Weights:
    """What each of the four points of a curve weighs at such a part of the way."""
    rest = 1 - part
    return rest ** 3, 3 * rest ** 2 * part, 3 * rest * part ** 2, part ** 3


@lru_cache(maxsize=256)
def _even(many: int) -> tuple[Weights, ...]:
    """The weights at so many even steps of any curve, at both ends too."""
    return tuple(_weights(i / many) for i in range(many + 1))


def gates(board: Board, drawn: BoardFrame, rings: Rings) -> dict[str, list[Gate]]:
    """For each place where roads leave it, in the order of the board's lines."""
    places = {place.id: place for place in board.places}
    found: dict[str, list[Gate]] = {id: [] for id in places}
    for line in board.lines:
        if line.ends and not line.points and all(end in places for end in line.ends):
            a, b = (places[end] for end in line.ends)
            point, across = _crossing(board, drawn, rings, a, b)
            found[a.id].append(Gate(b.id, point, across))
            found[b.id].append(Gate(a.id, point, (-across[0], -across[1])))
    return found


def _crossing(board: Board, drawn: BoardFrame, rings: Rings, a: Place, b: Place) -> tuple[Point, Point]:
    """The middle of the common border and the direction from a to b there; without a border half way."""
    (x1, y1), (x2, y2) = around(rings[a.id]).middle, around(rings[b.id]).middle
    straight = unit((x1, y1), (x2, y2))
    sides = [(drawn.at(p), drawn.at(q)) for p, q in common_border(board, a, b)]
    half = sum(distance(p, q) for p, q in sides) / 2
    for p, q in sides:
        long = distance(p, q)
        if half <= long:
            part = half / (long or 1)
            along = unit(p, q)
            across = (-along[1], along[0])
            if across[0] * straight[0] + across[1] * straight[1] < 0:
                across = (along[1], -along[0])
            return (p[0] + (q[0] - p[0]) * part, p[1] + (q[1] - p[1]) * part), across
        half -= long
    return ((x1 + x2) / 2, (y1 + y2) / 2), straight


def bends(meet: Point, ways: Sequence[Gate], is_site: bool) -> list[Bend]:
    """From the meeting point to each gate; a road that only passes does so without a corner."""
    found = []
    for gate in ways:
        others = [way.point for way in ways if way is not gate]
        leaving = unit(others[0] if len(others) == 1 and not is_site else meet, gate.point)
        reach = distance(meet, gate.point) * 0.35
        x, y = gate.point
        found.append(Bend(meet, (meet[0] + leaving[0] * reach, meet[1] + leaving[1] * reach),
                          (x - gate.out[0] * reach, y - gate.out[1] * reach), gate.point))
    return found
