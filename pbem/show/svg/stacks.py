"""Where pieces lie on the board: each place's counters as one cluster that covers no label, no site, no other cluster.

A cluster lies inside its place if there is room, else smaller, else over its border, else beside it with a line that
leads there. Belongs here: the choice of a cluster's place. Must not be here: how a counter looks, the board.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType

from pbem.show.scene import Point, Scene
from pbem.show.svg.counters import CELL_HEIGHT, CELL_WIDTH, Counter, of_marker, of_piece, of_rest
from pbem.show.svg.geometry import Box, around, crosses, distance, toward
from pbem.show.svg.layout import Layout, Spot, layout
from pbem.show.svg.mask import Mask, cells

SMALL = 1600  # cells of a place that counters of another may hide
MOST = 30
"""Counters drawn at one place; what is more is counted."""


@dataclass(frozen=True)
class Cluster:
    """The counters of one place, in rows of `columns`. `leads` says that a line must tell where they belong."""

    place: str
    counters: tuple[Counter, ...]
    box: Box
    columns: int
    scale: float
    leads: bool

    def positions(self) -> Iterator[tuple[Counter, Box]]:
        """Each counter with its room."""
        wide, tall = CELL_WIDTH * self.scale, CELL_HEIGHT * self.scale
        for i, counter in enumerate(self.counters):
            row, column = divmod(i, self.columns)
            x, y = self.box.left + column * wide, self.box.top + row * tall
            yield counter, Box(x, y, x + wide, y + tall)


@dataclass(frozen=True)
class _Stage:
    """One try for all places that have none yet: how large, how much of the cluster must lie inside its place."""

    scale: float
    inside: int  # percent
    reach: float = 0.0


STAGES = (
    _Stage(1.15, 100), _Stage(1.0, 100), _Stage(0.85, 100), _Stage(0.72, 100),
    _Stage(1.0, 70, 30), _Stage(0.85, 60, 40), _Stage(0.72, 45, 50),
    _Stage(0.85, 0, 130), _Stage(0.72, 0, 300), _Stage(0.6, 0, 4000),
)
APART = 4.0  # between the clusters of two places, so that nobody takes them for one


def arrange(scene: Scene, kept: Mapping[str, Cluster] = MappingProxyType({})) -> tuple[Cluster, ...]:
    """All clusters of a scene; a place with nothing on it has none, an unknown place is left out.

    Of `kept`, the clusters of a scene before on the same board, those stay where they are that have as many counters.
    """
    placed = layout(scene.board)
    open_ground = Mask.empty(Box(0, 0, placed.frame.width, placed.frame.height))
    open_ground = open_ground.plus(Box(3, 3, placed.frame.width - 3, placed.frame.height - 3))
    for spot in placed.spots.values():
        for box in spot.boxes:
            open_ground = open_ground.minus(box.grown(0.5))
    waiting = {id: found for id, found in _counters(scene, placed).items() if found}
    found = {id: replace(kept[id], counters=waiting[id]) for id in waiting if _is_alike(kept.get(id), waiting[id])}
    inner = {id: _inside(placed.spots[id].ring) for id in waiting if id not in found}
    order = sorted(inner, key=lambda id: (inner[id].count() - 120 * len(waiting[id]), id))
    ways = [box for spot in placed.spots.values() for box in spot.boxes]  # what no line of a cluster should run through
    for cluster in found.values():
        ways.append(cluster.box)
        open_ground = _without(open_ground, cluster, placed.spots[cluster.place])
    foreign = _grounds(placed) if order else open_ground
    for stage in STAGES:
        for id in order:
            spot = placed.spots[id]
            if id in found or not (tried := _try(stage, spot, waiting[id], inner[id], open_ground, foreign, ways)):
                continue
            found[id] = tried
            ways.append(tried.box)
            open_ground = _without(open_ground, tried, spot)
    for id in order:  # nowhere any room: on top of all else
        if id not in found:
            (x, y), wide = placed.spots[id].meet, CELL_WIDTH * 0.6
            found[id] = Cluster(id, waiting[id], Box(x, y, x + wide, y + wide), len(waiting[id]), 0.6, True)
    return tuple(found[id] for id in sorted(found))


def _without(open_ground: Mask, cluster: Cluster, spot: Spot) -> Mask:
    """What is left beside a cluster and its line."""
    open_ground = open_ground.minus(cluster.box.grown(APART))
    if cluster.leads:
        for i in range(21):
            x, y = toward(cluster.box.middle, spot.meet, i / 20)
            open_ground = open_ground.minus(Box(x - 2, y - 2, x + 2, y + 2))
    return open_ground


@lru_cache(maxsize=1000)
def _inside(ring: tuple[Point, ...]) -> Mask:
    return Mask.of_ring(ring)


def _is_alike(before: Cluster | None, counters: tuple[Counter, ...]) -> bool:
    return before is not None and len(before.counters) == len(counters)


def _counters(scene: Scene, placed: Layout) -> dict[str, tuple[Counter, ...]]:
    found: dict[str, list[Counter]] = {}
    for stack in scene.stacks:
        if stack.place in placed.spots:
            found.setdefault(stack.place, []).extend(of_piece(scene.board, piece) for piece in stack.pieces)
    for id, counters in found.items():  # faction by faction, in the order they are seen
        seen = list(dict.fromkeys(counter.faction for counter in counters))
        found[id] = sorted(counters, key=lambda counter: seen.index(counter.faction))
    for marker in scene.markers:
        spot = placed.spots.get(marker.place)
        if spot and not (marker.control and spot.site):
            found.setdefault(marker.place, []).append(of_marker(scene.board, marker))
    return {id: tuple(counters) if len(counters) <= MOST else
            (*counters[:MOST - 1], of_rest("", len(counters) - MOST + 1)) for id, counters in found.items()}


def _shapes(many: int) -> list[int]:
    """Numbers of columns, the nearest to a square first, wide before tall."""
    columns = [k for k in range(1, many + 1) if k == 1 or -(-many // k) < -(-many // (k - 1))]
    return sorted(columns, key=lambda k: (abs(k - 1.4 * -(-many // k)), k))


def _grounds(placed: Layout) -> Mask:
    """All places that a cluster beside its own place would hide: the small ones."""
    grounds = Mask.empty(Box(0, 0, placed.frame.width, placed.frame.height))
    for spot in placed.spots.values():
        ring = _inside(spot.ring)
        if ring.count() < SMALL:
            grounds = grounds.with_all(ring)
    return grounds


def _try(
    stage: _Stage, spot: Spot, counters: tuple[Counter, ...], inner: Mask, open_ground: Mask, foreign: Mask,
    ways: list[Box],
) -> Cluster | None:
    wide, tall = CELL_WIDTH * stage.scale, CELL_HEIGHT * stage.scale
    best: tuple[float, Cluster] | None = None
    ground = open_ground.cut_like(inner if stage.inside == 100 else Mask.empty(around(spot.ring).grown(stage.reach)))
    if stage.inside == 100:
        ground = inner.also(ground)
    middle = around(spot.ring).middle
    foreign = foreign.cut_like(ground)
    near = [box for box in ways if box not in spot.boxes and distance(box.middle, middle) < stage.reach + 100]
    for rank, columns in enumerate(_shapes(len(counters))[:6]):
        width, height = columns * wide, -(-len(counters) // columns) * tall
        free = ground.spots(width, height)
        if not free:
            continue
        for x, y in _few(free, 4000 if stage.inside == 100 else 700):
            box = Box(x, y, x + width, y + height)
            cost = distance(box.middle, middle) + (6 if stage.inside == 100 else 14) * rank
            share = 100 if stage.inside == 100 else _share(box, inner)
            if share < stage.inside:
                continue
            cost += (100 - share) * 0.6
            if stage.inside < 100:
                cost += max(0, _share(box, foreign) - share) * 1.3
            if stage.inside == 0:
                cost += sum(45 for other in near if crosses(other, box.middle, spot.meet))
            if best is None or cost < best[0] - 1e-6:
                best = cost, Cluster(spot.place.id, counters, box, columns, stage.scale, share < 55)
    return best[1] if best else None


def _few(free: Mask, most: int) -> Iterator[Point]:
    """The points of a mask, or evenly some of them where they are many."""
    step = 1
    while free.count() > most * step * step:
        step += 1
    return free.points(step)


def _share(box: Box, inner: Mask) -> int:
    """How many percent of a box lie in a place."""
    whole = cells(box.width) * cells(box.height)
    return min(100, (inner.count() - inner.minus(box).count()) * 100 // whole)
