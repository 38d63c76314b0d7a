"""Counters in their hex: side by side if they are large enough so, else fanned with the top one in front, and counted.

Belongs here: where a stack lies in its hex. Must not be here: how a counter looks, what lies in a hex.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from math import inf

from pbem.show.scene import Point
from pbem.show.svg.cluster import LEAST, SEEN, Cluster, shapes
from pbem.show.svg.counters import CELL, EDGE, SIDE, Counter
from pbem.show.svg.geometry import Bounds
from pbem.show.svg.hexes.ground import signs_of
from pbem.show.svg.hexes.layout import Shape
from pbem.show.svg.spot import Spot
from pbem.show.svg.xml import INK, PAPER, tag, words

SCALES = (1.5, 1.4, 1.3, 1.2, 1.1, 1.0, 0.95, 0.9, 0.85, LEAST)
FAN = 8.5  # how far the last counter that can be seen lies behind the first, in units of a counter
SMALLEST = 0.3  # on a map of very many hexes
CLEAR = 0.4  # between a sign and counters


def stacked(spot: Spot, form: Shape, counters: tuple[Counter, ...], total: int) -> Cluster:
    """The counters of a hex, the top one first; `total` is how many there are, drawn or not."""
    x, y = spot.meet
    between = _between_signs(spot, form)
    if level := _level(form, len(counters), between):
        left, top, columns, scale = level
        wide, tall = columns * CELL * scale, -(-len(counters) // columns) * CELL * scale
        left += _aside(spot, form, left + EDGE * scale, ((wide + left, top), (wide + left, top + tall)))
        box = Bounds(x + left, y + top, x + left + wide, y + top + tall)
        return Cluster(spot.place.id, counters, box, columns, scale, None)
    left, top, scale = _fanned(form)
    up = FAN * scale
    across = max(0.0, min(up, between - SIDE * scale))
    left += (up - across) / 2
    last, first = left + across + (CELL - EDGE) * scale, left + (CELL - EDGE) * scale
    left += _aside(spot, form, left + EDGE * scale, ((last, top), (first, top + (CELL + FAN) * scale)))
    depth = min(len(counters) - 1, SEEN)
    side = CELL * scale
    front = replace(counters[0], drawn=counters[0].drawn + disc(total))
    box = Bounds(x + left, y + top, x + left + side + across, y + top + side + up)
    return Cluster(spot.place.id, (front, *counters[1:]), box, 1, scale, None, up / max(depth, 1), across / up)


def _between_signs(spot: Spot, form: Shape) -> float:
    """How wide counters may be in a hex with signs at its left and its right; without limit in any other."""
    if len(signs_of(spot.place)) < 2:
        return inf
    left, right = form.slots()[:2]
    return right.left - left.right - 2 * CLEAR


@lru_cache(maxsize=256)
def _level(form: Shape, many: int, between: float) -> tuple[float, float, int, float] | None:
    """Left and top from the middle, columns and scale of counters side by side; None if they would be too small."""
    for scale in SCALES:
        for columns, *_ in shapes((many,)):
            wide, tall = columns * CELL * scale, -(-many // columns) * CELL * scale
            if wide - 2 * EDGE * scale <= between and (top := _room(form, wide, tall)) is not None:
                return -wide / 2, top, columns, scale
    return None


@lru_cache(maxsize=16)
def _fanned(form: Shape) -> tuple[float, float, float]:
    """Left and top from the middle, and scale, of a fan; smaller than counters should be only in very small hexes."""
    scale = LEAST
    while scale > SMALLEST:
        side = (SIDE + FAN + 1) * scale
        if (top := _room(form, side, side)) is not None:
            return -(CELL + FAN) * scale / 2, top - (CELL - SIDE) / 2 * scale, scale
        scale -= 0.05
    side = (CELL + FAN) * scale
    return -side / 2, -side / 2, scale


def _aside(spot: Spot, form: Shape, left: float, right: tuple[Point, ...]) -> float:
    """How far counters from `left` to some corners at their right make way for the one sign of a hex, at its left."""
    if len(signs_of(spot.place)) != 1:
        return 0.0
    free = min(form.half_width(y) - x for x, y in right)
    return max(0.0, min(form.slots()[0].right + CLEAR - left, free))


def least_scale(form: Shape) -> float:
    """How small a counter can be in these hexes."""
    return min(LEAST, _fanned(form)[2])


def _room(form: Shape, wide: float, tall: float) -> float | None:
    """The top of a box that lies in the hex under its number, in the middle if it can; None if there is no room."""
    highest = form.base + 1.2
    for top in (max(highest, -tall / 2), highest):
        low = top + tall
        if low < form.half_height - 0.5 and min(form.half_width(top), form.half_width(low)) >= wide / 2:
            return top
    return None


def disc(many: int) -> str:
    """How many counters lie there, at the lower right, where the fan leaves room."""
    x, y = SIDE + FAN / 2 + 0.4, SIDE - 2.2
    disc = tag("circle", cx=x, cy=y, r=5.7, fill=INK, stroke=PAPER, stroke_width=0.9)
    number = words(x, y + 3.4, str(many), 9.5 if many < 10 else 8, text_anchor="middle", font_weight="bold", fill=PAPER)
    return tag("g", disc, number, class_="many")
