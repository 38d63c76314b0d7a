"""Boxes and rings on the drawing, in its units; from the board's own unit to them.

Belongs here: geometry that knows no scene but the corners of its board. Must not be here: what is drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from pbem.show.scene import Board, Point, is_hex_map

WIDTH = 1200
"""The width of the whole drawing."""
MARGIN = 16
TINY = 1e-6
HIGHEST = 2000  # a board that would be higher than this is drawn narrower
SLIM = 150  # no small drawing is narrower or lower, whatever its shape: counters need the room


class BoardRoom(NamedTuple):
    """How wide and high the drawing of a small board may be, and what board is that small."""

    width: float
    height: float
    most: int  # places, if they are no hexes
    least: float  # from the middle of a hex to a corner: there must be room for a stack


SMALL = (BoardRoom(272, 260, 6, 30), BoardRoom(596, 496, 16, 36))
"""A page opens with the smallest letters, 6.4 units, at 9 pixels: so a board in the first shows whole on a telephone
420 pixels wide, beside a bar to scroll; one in the second on a screen of 1280 by 720."""


class Bounds(NamedTuple):
    """A rectangle with upright sides."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    @property
    def middle(self) -> Point:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    @property
    def corners(self) -> tuple[Point, ...]:
        return (self.left, self.top), (self.right, self.top), (self.right, self.bottom), (self.left, self.bottom)

    def meets(self, other: Bounds) -> bool:
        """Whether they share more than a side, and more than rounding."""
        return (self.left + TINY < other.right and other.left + TINY < self.right
                and self.top + TINY < other.bottom and other.top + TINY < self.bottom)

    def inside(self, other: Bounds) -> bool:
        return (other.left <= self.left and self.right <= other.right
                and other.top <= self.top and self.bottom <= other.bottom)

    def grown(self, by: float) -> Bounds:
        return Bounds(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def holds(self, point: Point) -> bool:
        return self.left <= point[0] <= self.right and self.top <= point[1] <= self.bottom


def around(points: Sequence[Point]) -> Bounds:
    """The smallest box with all points in it."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return Bounds(min(xs), min(ys), max(xs), max(ys))


def distance(a: Point, b: Point) -> float:
    return float(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5)


def toward(a: Point, b: Point, part: float) -> Point:
    """The point that lies such a part of the way from a to b."""
    return a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part


def distance_to_line(at: Point, points: Sequence[Point]) -> float:
    """How far a point is from a line of several pieces."""
    least = distance(at, points[0])
    for a, b in pairwise(points):
        along, down = b[0] - a[0], b[1] - a[1]
        part = ((at[0] - a[0]) * along + (at[1] - a[1]) * down) / ((along * along + down * down) or 1.0)
        part = min(1.0, max(0.0, part))
        least = min(least, distance(at, (a[0] + along * part, a[1] + down * part)))
    return least


def unit(a: Point, b: Point) -> Point:
    """The direction from a to b, one long."""
    length = distance(a, b) or 1.0
    return (b[0] - a[0]) / length, (b[1] - a[1]) / length


def cut_across(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether the straight lines from a to b and from c to d cross."""
    def side(p: Point, q: Point, r: Point) -> bool:
        return (q[0] - p[0]) * (r[1] - p[1]) > (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) != side(a, b, d) and side(c, d, a) != side(c, d, b)


def crosses(box: Bounds, a: Point, b: Point) -> bool:
    """Whether the straight line from a to b runs through a box."""
    return reached(box, a, b) is not None


def reached(box: Bounds, a: Point, b: Point) -> float | None:
    """The part of the way from a to b at which a box is reached; None if it is not."""
    low, high = 0.0, 1.0
    axes = (a[0], b[0] - a[0], box.left, box.right), (a[1], b[1] - a[1], box.top, box.bottom)
    for start, step, least, most in axes:
        if step == 0:
            if not least < start < most:
                return None
            continue
        first, last = sorted(((least - start) / step, (most - start) / step))
        low, high = max(low, first), min(high, last)
    return low if low < high else None


def outside(ring: Sequence[Point], boxes: Sequence[Bounds]) -> list[list[Point]]:
    """The parts of a closed ring that lie in none of the boxes, each as a line; the ring as one, back to its start."""
    lines: list[list[Point]] = []
    for a, b in zip(ring, [*ring[1:], ring[0]], strict=True):
        inside = [(low, 1 - (reached(box, b, a) or 0.0)) for box in boxes if (low := reached(box, a, b)) is not None]
        start = 0.0
        for low, high in (*sorted(inside), (1.0, 1.0)):
            if low > start:
                if start > 0 or not lines or lines[-1][-1] != a:
                    lines.append([toward(a, b, start) if start > 0 else a])
                lines[-1].append(toward(a, b, low) if low < 1 else b)
            start = max(start, high)
    return lines


def contains(ring: Sequence[Point], point: Point) -> bool:
    """Whether a point lies in a closed ring."""
    x, y = point
    inside = False
    for (x1, y1), (x2, y2) in zip(ring, [*ring[1:], ring[0]], strict=True):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
            inside = not inside
    return inside


class BoardFrame(NamedTuple):
    """From points of a board to points of its drawing, whose top left corner is 0, 0."""

    scale: float
    left: float
    top: float
    width: float
    height: float

    def at(self, point: Point) -> Point:
        return (point[0] * self.scale + self.left, point[1] * self.scale + self.top)


def frame(board: Board) -> BoardFrame:
    """The board as wide as the page, or as high as a page may be, in its middle; one of few places in a smaller one."""
    (x0, y0), (x1, y1) = board.low, board.high
    wide, tall = (x1 - x0) or 1.0, (y1 - y0) or 1.0
    scale = min((WIDTH - 2 * MARGIN) / wide, (HIGHEST - 2 * MARGIN) / tall)
    small = _small_scale(board, wide, tall)
    if small is None or small >= scale:
        left = (WIDTH - wide * scale) / 2 - x0 * scale
        return BoardFrame(scale, left, MARGIN - y0 * scale, WIDTH, round(tall * scale) + 2 * MARGIN)
    width, height = (max(SLIM, round(long * small) + 2 * MARGIN) for long in (wide, tall))
    left, top = (width - wide * small) / 2 - x0 * small, (height - tall * small) / 2 - y0 * small
    return BoardFrame(small, left, top, width, height)


def _small_scale(board: Board, wide: float, tall: float) -> float | None:
    """How large a board of few places is drawn; None if it has many."""
    for room in SMALL:
        scale = min((room.width - 2 * MARGIN) / wide, (room.height - 2 * MARGIN) / tall)
        if is_hex_map(board):
            assert board.hexes is not None
            if board.hexes.size * scale >= room.least:
                return scale
        elif len(board.places) <= room.most:
            return scale
    return None
