"""Names of ground over hexes: in the free bands between numbers, where they cover no sign and no other name.

A name keeps its place as long as no counter lies on it; if one does, it moves to free ground near by, and a line leads
back if that is no longer beside what it names.
Belongs here: the choice of their places. Must not be here: numbers, signs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from pbem.show.scene import Board, Label, Point
from pbem.show.svg.geometry import Bounds, around, distance, toward
from pbem.show.svg.hexes.layout import Shape, moved, shape
from pbem.show.svg.layout import layout
from pbem.show.svg.metrics import width
from pbem.show.svg.spot import Layout
from pbem.show.svg.xml import INK, PAPER, path, tag, words

SIZES = (1.3, 1.15, 1.0, 0.9)  # of the type of a number
LONGEST = 40
COVERS = 1000.0  # what it costs to cover something, in units of distance
SMALLER = 12.0  # what each smaller type costs
HIDDEN, FOOT = 60.0, 18.0  # what it costs to stand where counters will lie, or partly
ASIDE = 4.5  # how far a name moves away from counters at most, in sizes of a hex
LEADS = 1.2  # from so far away on a line leads to what is named
BRIDGE = 6.0  # how far the sign of a bridge reaches from its middle
CHOICES = 1500  # places looked at for one name at most


class Name(NamedTuple):
    """A name where it stands: its text, the box and base line of that, its type; `home` is what it names."""

    text: str
    box: Bounds
    base: Point
    size: float
    home: tuple[Point, ...]


def drawn_names(board: Board, counters: Iterable[Bounds]) -> tuple[tuple[str, Bounds], ...]:
    """All names on top of which none of these counters lies, if there is room, each with a box of all its paint."""
    return tuple(_drawn(name, shape(board)) for name in names(board, counters))


def names(board: Board, counters: Iterable[Bounds]) -> tuple[Name, ...]:
    """Where the names stand while there are such counters; the first of them choose first."""
    standing, over = _standing(board), tuple(counters)
    found: list[Name] = []
    for i, name in enumerate(standing):
        if any(name.box.meets(box) for box in over):
            others = [one.box for one in (*found, *standing[i + 1:])]
            name = _aside(board, name, (*over, *others)) or name
        found.append(name)
    return tuple(found)


@lru_cache(maxsize=16)
def _standing(board: Board) -> tuple[Name, ...]:
    """Where they stand if nothing lies on the map; those of small ground choose first."""
    placed, form = layout(board), shape(board)
    taken, found = list(_printed(board, placed, form)), []
    for label in sorted(board.labels, key=lambda label: (len(label.places), label.text)):
        if home := tuple(placed.spots[id].meet for id in label.places if id in placed.spots):
            box, base, size = _best(label, placed, form, taken)
            taken.append(box)
            found.append(Name(label.text[:LONGEST], box, base, size, home))
    return tuple(found)


def _aside(board: Board, name: Name, taken: Sequence[Bounds]) -> Name | None:
    """The nearest place for a name at which it covers nothing; None if there is none."""
    reach = ASIDE * shape(board).size + name.box.width
    around_it = around(name.home).grown(reach)
    near = [box for box in taken if box.meets(around_it)]
    return next((one for one in _choices(board, name) if not any(one.box.meets(box) for box in near)), None)


@lru_cache(maxsize=256)
def _choices(board: Board, name: Name) -> tuple[Name, ...]:
    """Free places near what is named, the best first."""
    placed, form = layout(board), shape(board)
    reach = around(name.home).grown(ASIDE * form.size)
    middles = [spot.meet for spot in placed.spots.values() if reach.holds(spot.meet)]
    printed = [box for box in _printed(board, placed, form) if box.meets(reach.grown(name.box.width))]
    found: list[tuple[float, Name]] = []
    for rank, part in enumerate(SIZES):
        size = round(form.number * part, 1)
        wide, cap = width(name.text, size, True), 0.73 * size
        for x, base, _ in _positions(form, middles, wide, cap):
            left = min(max(x - wide / 2, 4.0), placed.frame.width - wide - 4)
            box = Bounds(left, base - cap - 1, left + wide, base + 0.25 * size)
            if not any(box.meets(other) for other in printed):
                one = Name(name.text, box, (left + wide / 2, base), size, name.home)
                found.append((_away(one) + SMALLER * rank, one))
    return tuple(one for _, one in sorted(found, key=lambda pair: pair[0])[:CHOICES])


def _away(name: Name) -> float:
    """How far it stands from the nearest middle of what it names."""
    return min(distance(point, _nearest(name.box, point)) for point in name.home)


def _nearest(box: Bounds, point: Point) -> Point:
    x, y = point
    return min(max(x, box.left), box.right), min(max(y, box.top), box.bottom)


def _drawn(name: Name, form: Shape) -> tuple[str, Bounds]:
    written = words(*name.base, name.text, name.size, text_anchor="middle", font_weight="bold", font_style="italic",
                    fill=INK, stroke=PAPER, stroke_width=2.2, stroke_opacity=0.8, stroke_linejoin="round",
                    paint_order="stroke")
    if _away(name) < LEADS * form.size:
        return written, name.box.grown(3)
    goal = min(name.home, key=lambda point: distance(point, _nearest(name.box, point)))
    way = [_nearest(name.box, goal), goal]
    lines = [tag("path", d=path(way), fill="none", stroke=stroke, stroke_width=wide)
             for stroke, wide in ((PAPER, 3.0), (INK, 1.2))]
    return "".join((*lines, written)), around([*name.box.corners, goal]).grown(3)


def _printed(board: Board, placed: Layout, form: Shape) -> Iterator[Bounds]:
    """What no name may cover: signs in hexes, and bridges, which lie in the middle between two."""
    slots = form.slots()
    for spot in placed.spots.values():
        count = len(spot.place.signs) + (spot.place.site is not None)
        yield from (moved(slot, *spot.meet) for slot in slots[:count])
    for edge in board.edges:
        one, two = (placed.spots.get(id) for id in edge.ends)
        if "bridge" in edge.kind and one is not None and two is not None:
            yield Bounds(*toward(one.meet, two.meet, 0.5), *toward(one.meet, two.meet, 0.5)).grown(BRIDGE)


def _best(label: Label, placed: Layout, form: Shape, taken: list[Bounds]) -> tuple[Bounds, Point, float]:
    """Box, base line and type: near the middle of the ground, in a free band."""
    middles = [placed.spots[id].meet for id in label.places if id in placed.spots]
    goal = around(middles).middle
    best: tuple[float, Bounds, Point, float] | None = None
    for rank, part in enumerate(SIZES):
        size = round(form.number * part, 1)
        wide, cap = width(label.text[:LONGEST], size, True), 0.73 * size
        for x, base, price in _positions(form, middles, wide, cap):
            left = min(max(x - wide / 2, 4.0), placed.frame.width - wide - 4)
            box = Bounds(left, base - cap - 1, left + wide, base + 0.25 * size)
            covered = sum(box.meets(other) for other in taken)
            cost = distance((left + wide / 2, base), goal) + COVERS * covered + SMALLER * rank + price
            if best is None or cost < best[0] - 1e-6:
                best = cost, box, (left + wide / 2, base), size
    assert best is not None
    return best[1:]


def _positions(form: Shape, middles: list[Point], wide: float, cap: float) -> Iterator[tuple[float, float, float]]:
    """Middle, base line and price: beside the counters of a hex, at its foot, or on it, where counters will hide it."""
    above, below = _bands(form, cap)
    beside = 0.62 * form.size + wide / 2
    for x, y in middles:
        yield x, y + below, FOOT
        for base, price in ((y + above, 0.0), (y + below, FOOT)):
            yield x + beside, base, price
            yield x - beside, base, price + 4.0
        yield x, y + above, HIDDEN


def _bands(form: Shape, cap: float) -> tuple[float, float]:
    """The base lines of the free bands of a hex, below its middle: above and below the numbers of those beside it."""
    if not form.flat_top:
        return 0.1 * form.size + cap / 2, 0.62 * form.size + cap / 2
    step, number = form.half_height, 0.73 * form.number  # the hexes beside it stand half a hex lower
    return form.base + (step - number + cap) / 2, form.base + 2 * step - number - 0.25 * cap - 1
