"""Where a way runs on a map of areas or spots: from counters to counters, round names, signs and what lies between.

Each leg is straight if it can be, else bent, to whichever side hides least; a place that is passed is passed
beside its counters. Belongs here: the points of a way. Must not be here: hexes, paint (`arrows`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from pbem.show.scene import Point
from pbem.show.svg.cluster import Cluster
from pbem.show.svg.geometry import Bounds, around, contains, crosses, distance, reached, toward, unit
from pbem.show.svg.spot import Layout, Spot

AIR = 5.0  # between a way and what it passes
ASIDE = (24.0, -24.0, 48.0, -48.0, 76.0, -76.0, 110.0, -110.0, 150.0, -150.0)  # how far a leg may bend to a side
AT = (0.5, 0.25, 0.75)  # at which part of a leg
BESIDE = tuple((x * far, y * far) for far in (18.0, 30.0, 44.0) for x, y in (
    (0, 1), (1, 0), (-1, 0), (0, -1), (0.7, 0.7), (-0.7, 0.7), (0.7, -0.7), (-0.7, -0.7)))
"""Where a place may be passed, from where its roads meet."""
HIDDEN, STRANGE, ABROAD = 160.0, 25.0, 200.0
"""What it costs, in units of distance: to hide a name, a sign or counters, to run through another card or bend on
ground of no place, to bend in another area."""

Ring = tuple[Point, ...]


class Stop(NamedTuple):
    """Where a way begins, ends or passes; `rim`: the box that it begins or ends at, None if it does so at the point."""

    point: Point
    rim: Bounds | None = None


def course(placed: Layout, clusters: Sequence[Cluster], spots: Sequence[Spot], coming: Sequence[Point],
           going: Sequence[Point]) -> list[Point]:
    """The points of a way through places of the board, one at least; `coming` and `going`: an end beside the board."""
    at_home = {cluster.place: cluster.box for cluster in clusters if not cluster.leads}
    solid = [box for spot in placed.spots.values() for box in spot.boxes] + [cluster.box for cluster in clusters]
    strange = [around(spot.ring) for spot in placed.spots.values() if spot.is_spot and spot not in spots]
    areas = [spot.ring for spot in placed.spots.values() if not spot.is_spot]
    stops = [*map(Stop, coming), *(_stop(spot, at_home.get(spot.place.id)) for spot in spots), *map(Stop, going)]
    points = [stops[0].point]
    for i in range(1, len(stops)):
        here, there = points[-1], stops[i].point
        ends = (stops[0].rim if i == 1 else None, stops[-1].rim if i == len(stops) - 1 else None)
        reach = around((here, there)).grown(max(ASIDE))
        near = tuple(box.grown(AIR) for box in solid if box not in ends and box.meets(reach))
        over = tuple(box for box in strange if box.meets(reach))
        if i < len(stops) - 1:
            there = _passing(spots[i - len(coming)], here, stops[i + 1].point, near)
        ours = tuple(spot.ring for spot in spots[max(0, i - 1 - len(coming)):i + 1 - len(coming)])
        others = tuple(ring for ring in areas if ring not in ours and around(ring).meets(reach))
        points += [*_bends(here, there, near, over, ours, others), there]
    return _up_to(_up_to(points, stops[-1].rim)[::-1], stops[0].rim)[::-1]


def _stop(spot: Spot, home: Bounds | None) -> Stop:
    """At the counters of a place, else at its sign, else where its roads meet."""
    return Stop(home.middle, home) if home else Stop(spot.meet, None if spot.is_spot else spot.site)


def _passing(spot: Spot, before: Point, after: Point, near: tuple[Bounds, ...]) -> Point:
    """The point at which a place is passed: about where its roads meet, on nothing, and so that little is hidden."""
    x, y = spot.meet
    best, found = math.inf, spot.meet
    for across, down in ((0.0, 0.0), *BESIDE):
        at = x + across, y + down
        cost = distance(at, spot.meet)
        if cost >= best:
            break
        if contains(spot.ring, at) and not any(box.holds(at) for box in near):
            cost += _cost(before, at, near, ()) + _cost(at, after, near, ())
            if cost < best - 1e-6:
                best, found = cost, at
    return found


@lru_cache(maxsize=1024)
def _bends(
    a: Point, b: Point, near: tuple[Bounds, ...], strange: tuple[Bounds, ...], ours: tuple[Ring, ...],
    others: tuple[Ring, ...], again: bool = True,
) -> tuple[Point, ...]:
    """Where a leg is bent, in one of `ours` if it can be; not at all if it is best straight.

    If one bend still hides something, what comes before and after it may be bent once more.
    """
    found: tuple[Point, ...] = ()
    best = hidden = _cost(a, b, near, strange)
    across, down = unit(a, b)
    for far in ASIDE:
        for part in AT if best > 0 else ():
            x, y = toward(a, b, part)
            via = x - down * far, y + across * far
            longer = distance(a, via) + distance(via, b) - distance(a, b) + 1
            if longer < best and not any(contains(ring, via) for ring in ours):
                longer += ABROAD if any(contains(ring, via) for ring in others) else STRANGE
            if longer < best:
                hides = _cost(a, via, near, strange) + _cost(via, b, near, strange)
                if longer + hides < best - 1e-6:
                    best, hidden, found = longer + hides, hides, (via,)
    if hidden < HIDDEN or not found or not again:
        return found
    (via,) = found
    return (*_bends(a, via, near, strange, ours, others, False), via,
            *_bends(via, b, near, strange, ours, others, False))


def _cost(a: Point, b: Point, near: tuple[Bounds, ...], strange: tuple[Bounds, ...]) -> float:
    """What a straight line hides."""
    whole = around((a, b)).grown(1)
    return sum(HIDDEN for box in near if box.meets(whole) and crosses(box, a, b)) + sum(
        STRANGE for box in strange if box.meets(whole) and crosses(box, a, b))


def _up_to(points: list[Point], rim: Bounds | None) -> list[Point]:
    """A way that ends at the rim of a box its last point lies in: short of it if there is room."""
    if rim is None or len(points) < 2:
        return points
    box = rim.grown(2)
    for i in range(1, len(points)):
        before, here = points[i - 1], points[i]
        part = None if box.holds(before) else reached(box, before, here)
        if part is not None and part * distance(before, here) > 1:
            return [*points[:i], toward(before, here, part)]
    return points
