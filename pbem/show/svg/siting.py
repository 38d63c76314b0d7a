"""Where site, roads and label of a place with an outline stand, so that most room is left for pieces.

Sites are tried on a grid; the roads that follow from each and the label beside it take their ground; the best of what
is left, of the type's size and of the label's position wins. A label that finds no room goes out of its place, over
ground that no place has, if there is some near.
A place that says how it is laid out (`Place.laid`) is laid out so, without a search, if that fits.
Belongs here: the choice, and what it is weighed by. Must not be here: places without an outline (`cards`), paint.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from pbem.show.scene import Place, Point
from pbem.show.svg.blocks import SIZES as BLOCK_SIZES
from pbem.show.svg.blocks import LabelBlock, block, blocks
from pbem.show.svg.courses import Bend, Gate, bends
from pbem.show.svg.geometry import Bounds, around, contains, distance, toward, unit
from pbem.show.svg.mask import CELL, Mask, cells
from pbem.show.svg.metrics import halved
from pbem.show.svg.spot import SITE, LabelLine, Spot

PORT = 4.0
"""How far the anchor of a port hangs over the lower right corner of its site."""
REACH = 60.0  # how far a label may stand beside its place
GAP = 1.5  # between a site and its label
ROOMS = (
    (25, 25, 30), (25, 49, 8), (25, 73, 5), (31, 31, 4), (49, 25, 12), (49, 49, 8), (61, 31, 3), (61, 61, 3),
    (73, 25, 5), (91, 61, 2),
)
"""Room that is wanted for pieces, across and down, and what it is worth: one small counter to six large ones."""
SIZES = tuple((cells(wide), cells(tall)) for wide, tall, _ in ROOMS)
TYPE = 4.0  # the worth of a unit of the type's size
LARGEST = max(BLOCK_SIZES)
TRIED = 24  # meeting points looked at, and
CHOSEN = 8  # how many of them are tried with a label
ROAD, BENT = 0.08, 16.0  # what a unit of road costs, and a right angle
THREE_LINES, ABOVE, AT_CORNER, ASIDE = 4.0, 2.5, 2.0, 0.04
"""What it costs when a name takes three lines, stands above or below its site, at a corner of it, off the middle."""
OUTSIDE, FAR = 14.0, 0.3  # what a label beside its place costs, and a unit of its distance
ASIDE_SIZES = (9.0, 8.0)  # of its type
MOST_LAID = 9_999  # positions of a name are fewer
QUIET, FREE, BESIDE = 0, 1, 2  # where a label stands: off the roads, on them, out of its place


class _Ground(NamedTuple):
    """A meeting point with the site there, its roads and their cost, and the ground left: all, and beside the roads.

    `number` is that of the meeting point among those of its place.
    """

    number: int
    ring: tuple[Point, ...]
    meet: Point
    site: Bounds | None
    port: Bounds | None
    roads: list[Bend]
    free: Mask
    quiet: Mask
    room: float
    cost: float


class _Plot(NamedTuple):
    """A place to lay out: its outline, the gates of its roads, the ground in it, and that of no place near it."""

    place: Place
    codes: str
    ring: tuple[Point, ...]
    ways: list[Gate]
    inner: Mask
    near: Mask


class _Label(NamedTuple):
    """A label that stands, and what it is worth together with the room it leaves.

    `how`: where it stands, which way its name is set, and which of the positions for that it has; empty: squeezed in.
    """

    worth: float
    box: Bounds
    lines: tuple[LabelLine, ...]
    how: tuple[int, ...] = ()

    @property
    def is_outside(self) -> bool:
        return self.how[:1] not in ((QUIET,), (FREE,))


def sited(place: Place, codes: str, ring: tuple[Point, ...], ways: list[Gate], sea: Mask, taken: list[Bounds]) -> Spot:
    """A place with all that stands in it; `sea` is the ground of no place, `taken` what others have already."""
    held = [box.grown(1) for box in taken]
    inner = Mask.within_ring(ring).minus(*held)
    near = sea.cut_like(Mask.empty(around(ring).grown(REACH))).minus(*held)
    plot = _Plot(place, codes, ring, ways, inner, near)
    ground, label = _as_laid(plot) or _best(plot, sea, taken)
    roads = tuple((way.to, bend) for way, bend in zip(ways, ground.roads, strict=True))
    laid = (ground.number, *label.how) if label.how else ()
    return Spot(place, ring, False, label.lines, label.box, ground.site, ground.meet, ground.port, roads,
                label.is_outside, laid=laid)


def _as_laid(plot: _Plot) -> tuple[_Ground, _Label] | None:
    """What the place says of itself; None if it says nothing, or what does not fit."""
    place = plot.place
    if len(place.laid) != 4 or not all(0 <= number <= MOST_LAID for number in place.laid):
        return None
    number, where, way, position = place.laid
    meetings = _meetings(plot)
    if number >= len(meetings) or where > BESIDE:
        return None
    ground = _ground(plot, number, meetings[number])
    label = _aside(plot, ground, way) if where == BESIDE else _set_so(plot, ground, (where, way, position))
    return None if label is None else (ground, label)


def _best(plot: _Plot, sea: Mask, taken: list[Bounds]) -> tuple[_Ground, _Label]:
    """The best of what can be tried."""
    grounds = [_ground(plot, number, corner) for number, corner in enumerate(_meetings(plot))]
    grounds.sort(key=lambda ground: ground.cost - ground.room)
    best: tuple[_Ground, _Label] | None = None
    for labels, tried in ((_beside_roads, grounds[:CHOSEN]), (_beside_roads, grounds[CHOSEN:]), (_over_roads, grounds)):
        for ground in tried if best is None else ():
            if best and LARGEST * TYPE + ground.room - ground.cost <= best[1].worth:
                break  # nor can any that follows give more
            for label in labels(plot, ground, best[1].worth if best else 0.0):
                if best is None or label.worth > best[1].worth + 1e-6:
                    best = ground, label
    return best or (grounds[0], _squeezed_in(plot, grounds[0], sea, taken))


def room(quiet: Mask, free: Mask) -> float:
    """What the room for pieces on a ground is worth; without any beside the roads, half of what there is on them."""
    return _worth(quiet) or 0.5 * _worth(free)


def _worth(ground: Mask) -> float:
    worth = 0.0
    for (_, _, gain), found in zip(ROOMS, ground.counts(SIZES), strict=True):
        worth += gain * (0.75 + 0.25 * min(1.0, found / 60)) if found else 0.0
    return worth


# ------------------------------------------------------------------ sites and roads


def _side(place: Place) -> float:
    """Of the square that a site with the anchor of its port takes, or a meeting point."""
    return (SITE + PORT * _is_port(place)) if place.site else 2 * CELL


def _is_port(place: Place) -> bool:
    return place.site is not None and place.site.note == "port"


def _meetings(plot: _Plot) -> list[Point]:
    """The top left corners of the squares where the site may stand, or the roads may meet."""
    inner, side, middle = plot.inner, _side(plot.place), around(plot.ring).middle
    if not plot.place.site and not plot.ways:
        return [middle]
    open_ground = inner.shrunk().spots(side, side) or inner.spots(side, side)
    step = 1
    while open_ground.count() > TRIED * step * step:
        step += 1
    return list(open_ground.points(step)) or [(middle[0] - side / 2, middle[1] - side / 2)]


def _ground(plot: _Plot, number: int, corner: Point) -> _Ground:
    """What a place looks like with its site at such a corner, or its roads meeting there."""
    place, ring, ways, inner = plot.place, plot.ring, plot.ways, plot.inner
    (left, top), side = corner, _side(place)
    if not place.site and not ways:
        return _Ground(number, ring, corner, None, None, [], inner, inner, room(inner, inner), 0.0)
    meet = left + side / 2, top + side / 2
    site = port = None
    if place.site:
        site = Bounds(left, top, left + SITE, top + SITE)
        meet = site.middle
        foot = site.right, site.bottom
        port = Bounds(*foot, *foot).grown(PORT) if _is_port(place) else None
    roads = bends(meet, ways, site is not None)
    free = inner.minus(*(box for box in (site, port) if box))
    quiet = free.minus(*(box for bend in roads for box in bend.boxes()))
    cost = sum(_cost(meet, gate) for gate in ways)
    if not site and len(ways) == 1:  # a road that ends here leads straight into the place
        cost = 2 * ROAD * distance(meet, _inward(ways[0], 40))
    return _Ground(number, ring, meet, site, port, roads, free, quiet, room(quiet, free), cost)


def _cost(meet: Point, gate: Gate) -> float:
    """A road should be short, and straight where it crosses the border."""
    across, down = unit(meet, gate.point)
    return ROAD * distance(meet, gate.point) + BENT * (1 - across * gate.out[0] - down * gate.out[1])


def _inward(gate: Gate, far: float) -> Point:
    return gate.point[0] - gate.out[0] * far, gate.point[1] - gate.out[1] * far


# ------------------------------------------------------------------ labels


def _beside_roads(plot: _Plot, ground: _Ground, least: float) -> Iterator[_Label]:
    """Labels that may be worth more than `least`: beside the roads, or out of the place."""
    for label in _inside(plot, ground, QUIET, least):
        least = max(least, label.worth)
        yield label
    for way, size in enumerate(ASIDE_SIZES):
        most = size * TYPE + ground.room - ground.cost - OUTSIDE
        if plot.near and most > least and (beside := _aside(plot, ground, way)):
            yield beside


def _over_roads(plot: _Plot, ground: _Ground, least: float) -> Iterator[_Label]:
    """Labels on a road, for a place that has no other room; outside has been tried before."""
    return _inside(plot, ground, FREE, least)


def _inside(plot: _Plot, ground: _Ground, where: int, least: float) -> Iterator[_Label]:
    open_ground = ground.quiet if where == QUIET else ground.free
    for way, one in enumerate(_ways_to_set(plot.place.name, plot.codes)):
        most = one.size * TYPE - THREE_LINES * (one.parts > 2)
        if most + ground.room - ground.cost <= least:
            continue
        for position, (x, y, anchor, off_side) in enumerate(_positions(one, ground, open_ground)):
            if most - off_side + ground.room - ground.cost <= least:
                continue
            box = one.box(x, y)
            if open_ground.covers(box):
                around_it = box.grown(1)
                left_over = _worth(ground.quiet.minus(around_it)) or 0.5 * _worth(ground.free.minus(around_it))
                worth = most - off_side - ground.cost + left_over
                least = max(least, worth)
                yield _Label(worth, box, one.lines(x, y, anchor), (where, way, position))


def _set_so(plot: _Plot, ground: _Ground, how: tuple[int, int, int]) -> _Label | None:
    """The label inside that was chosen before; None if there is no such, or no room for it."""
    where, way, position = how
    open_ground, ways = ground.quiet if where == QUIET else ground.free, _ways_to_set(plot.place.name, plot.codes)
    for one in ways[way : way + 1]:
        for x, y, anchor, _ in islice(_positions(one, ground, open_ground), position, position + 1):
            if open_ground.covers(box := one.box(x, y)):
                return _Label(0.0, box, one.lines(x, y, anchor), how)
    return None


def _aside(plot: _Plot, ground: _Ground, way: int) -> _Label | None:
    """The label out of the place; None if there is no room near it."""
    size = ASIDE_SIZES[min(way, len(ASIDE_SIZES) - 1)]
    found = _outside(_on_one_line(plot.place.name, plot.codes, size), ground, plot.near)
    return found and found._replace(how=(BESIDE, way, 0))


@lru_cache(maxsize=64)
def _on_one_line(name: str, codes: str, size: float) -> LabelBlock:
    return block(halved(name[:60], 1), codes, size)


@lru_cache(maxsize=64)
def _ways_to_set(name: str, codes: str) -> tuple[LabelBlock, ...]:
    """The same for all grounds of a place."""
    return tuple(blocks(name, codes))


def _positions(one: LabelBlock, ground: _Ground, open_ground: Mask) -> Iterator[tuple[float, float, str, float]]:
    """Left, top, anchor, and what is lost by a position that is not the usual one: at the side of a site, else free."""
    site = ground.site
    if site is None:
        spots = open_ground.spots(one.width + CELL, one.height + CELL)
        whole = around(ground.ring)
        for left, top in spots.ends():
            aside = abs(left + one.width / 2 - whole.middle[0])
            yield left, top, "middle", ASIDE * aside + (top - whole.top) / (whole.height or 1.0)
        return
    end = ground.port or site
    slack = one.height - site.height
    for i, down in enumerate((0.5, 0.0, 1.0)):
        top = site.top - slack * down
        yield end.right + GAP, top, "start", 0.2 * i
        yield site.left - GAP - one.width, top, "end", 0.3 + 0.2 * i
    for part, anchor in ((0.5, "middle"), (0.0, "start"), (1.0, "end")):
        left = site.left + (site.width - one.width) * part
        yield left, site.top - GAP - one.height, anchor, ABOVE
        yield left, end.bottom + GAP, anchor, ABOVE
    for top in (site.top - one.height + 3, site.bottom - 3):
        for gap in (GAP, 3 * GAP, 6 * GAP):
            yield end.right + gap, top, "start", AT_CORNER + gap
            yield site.left - gap - one.width, top, "end", AT_CORNER + gap


def _outside(one: LabelBlock, ground: _Ground, open_ground: Mask, reach: float = REACH) -> _Label | None:
    """The label on open ground beside its place, as near to its meeting point as can be."""
    def off(corner: Point) -> float:
        return distance(one.box(*corner).middle, ground.meet) - one.width / 2

    corners = sorted(open_ground.spots(one.width, one.height).points(3), key=off)
    corner = next((at for at in corners if off(at) <= reach and _is_clear(ground, one.box(*at).middle, open_ground)),
                  None)
    if corner is None:
        return None
    worth = one.size * TYPE + ground.room - ground.cost - OUTSIDE - FAR * off(corner)
    return _Label(worth, one.box(*corner), one.lines(*corner))


def _is_clear(ground: _Ground, end: Point, open_ground: Mask) -> bool:
    """Whether the line to a label runs through no other place."""
    points = [toward(ground.meet, end, i / 10) for i in range(11)]
    return all(contains(ground.ring, point) or open_ground.covers(Bounds(*point, *point)) for point in points)


def _squeezed_in(plot: _Plot, ground: _Ground, sea: Mask, taken: Sequence[Bounds]) -> _Label:
    """No room at all: the label as near as it can stand to its place, on whatever ground."""
    one = min(blocks(plot.place.name, plot.codes, (8.0,)), key=lambda b: b.width)
    page = Bounds(0, 0, sea.width * CELL, sea.height * CELL)
    everywhere = Mask.empty(page).plus(page)
    everywhere = everywhere.minus(*(box.grown(1) for box in (*taken, ground.site, ground.port) if box))
    if found := _outside(one, ground, everywhere, page.width + page.height):
        return found
    left = max(0.0, min(ground.meet[0] - one.width / 2, page.right - one.width))
    return _Label(0.0, one.box(left, ground.meet[1]), one.lines(left, ground.meet[1]))
