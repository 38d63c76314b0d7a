"""Where pieces lie on the board: each place's counters as one cluster that covers no label, no site, no other cluster.

A cluster lies inside its place, off the roads, as large as there is room for; else on a road there. Else a card grows
to hold its counters (`growing`), or fans them; an area has them beside it as a call-out: framed, over ground of no
place if there is some near, with a line that leads to where it belongs; else in a fan.
Belongs here: the choice of a cluster's place. Must not be here: how a counter looks, the board.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Literal, TypeAlias

from pbem.show.scene import Board, Marker, Point, Scene, Stack, is_hex_map
from pbem.show.svg.bands import band_of
from pbem.show.svg.cluster import GAP, LEAST, MOST, SEEN, Cluster, shapes
from pbem.show.svg.counters import CELL, Counter, faction_of, of_marker, of_piece, of_rest
from pbem.show.svg.geometry import Bounds, around, crosses, cut_across, distance, toward
from pbem.show.svg.growing import grown
from pbem.show.svg.hexes.layout import shape
from pbem.show.svg.hexes.stacks import disc, stacked
from pbem.show.svg.layout import layout
from pbem.show.svg.mask import Mask
from pbem.show.svg.spot import Layout, Spot

SCALES = (2.2, 2.0, 1.8, 1.55, 1.4, 1.2, 1.1, 1.0, 0.9, LEAST)
FANNED, STEP = (1.4, 1.2, 1.1, 1.0, 0.9, LEAST), 5.2
"""Scales of a fan, and how far each counter of it lies behind the one before."""
WIDE_OPEN = (STEP, 1.0)
TIGHT = ((STEP, 0.0), (3.5, 0.5), (2.6, 1.0), (2.6, 0.5), (2.6, 0.0), (1.3, 1.0), (1.3, 0.0))
"""Step and lean of a fan, and of those that are tried at the least scale before the counters lie far from home: a fan
opens, a line across the map does not get shorter."""
DISC = 3  # from so many counters on a fan says how many they are
LARGEST, ON_CARD = 1.2, 1.8
"""In a place with an outline, where counters should be about as large as those of its neighbours; on a card among such.
In the quarters of a city there is no other limit than room."""
APART = 4.0  # between a call-out and all others, so that nobody takes it for one of them
SHAPE = 6.0  # what another shape than the usual one costs, in units of distance
CROSSED = 60.0  # what it costs when the line of a call-out runs through something
NEAR = 240.0  # how far from its goal a call-out within the usual reach can have to do with another
LOOKED_AT = 300  # corners tried for a call-out


_Fan: TypeAlias = tuple[float, float] | None
"""Step and lean of a fan; None: side by side."""


@dataclass(frozen=True)
class _Stage:
    """One try for a call-out: how large, how far from home, over what; in the last its line may cross things."""

    scale: float
    reach: float
    over: Literal["sea", "large", "free"]
    is_last: bool = False
    looked_at: int = LOOKED_AT


STAGES = (_Stage(1.0, 70, "sea"), _Stage(0.9, 70, "sea"), _Stage(LEAST, 90, "sea"))
FAR_STAGES = (
    _Stage(LEAST, 250, "sea", looked_at=10 * LOOKED_AT), _Stage(LEAST, 700, "sea", is_last=True),
    _Stage(LEAST, 120, "large"), _Stage(LEAST, 250, "free"), _Stage(LEAST, 4000, "free", is_last=True),
)
"""If there is no room even for a fan."""


def arrange(scene: Scene, kept: Mapping[str, Cluster] = MappingProxyType({})) -> tuple[Cluster, ...]:
    """All clusters of a scene; a place with nothing on it has none, an unknown place is left out.

    Of `kept`, the clusters of a scene before on the same board, those stay where they are that have as many counters.
    """
    return _arranged(scene, kept) if kept else _lying(scene.board, scene.stacks, scene.markers)


@lru_cache(maxsize=8)
def _lying(board: Board, stacks: tuple[Stack, ...], markers: tuple[Marker, ...]) -> tuple[Cluster, ...]:
    """The same from step to step, as long as nothing moves."""
    return _arranged(Scene(title="", turn="", phase="", board=board, stacks=stacks, markers=markers), {})


def _arranged(scene: Scene, kept: Mapping[str, Cluster]) -> tuple[Cluster, ...]:
    placed = layout(scene.board)
    waiting = _counters(scene, placed)
    if is_hex_map(scene.board):
        form = shape(scene.board)
        return tuple(stacked(placed.spots[id], form, _shown(waiting[id]), len(waiting[id])) for id in sorted(waiting))
    waiting = {id: _shown(counters) for id, counters in waiting.items()}
    splits = {id: _split(scene.board, counters) for id, counters in waiting.items()}
    found = {id: _with(kept[id], waiting[id]) for id in waiting if _is_alike(kept.get(id), waiting[id], splits[id])}
    beside = [box for c in found.values() for box in _taken(c.held, c.leads) if c.leads or c.card]
    order = [id for id in sorted(waiting, key=lambda id: (len(waiting[id]), id)) if id not in found]
    for id in order:
        spot = placed.spots[id]
        ring = around(spot.ring)
        if home := _at_home(spot, _parts(waiting[id], splits[id]), tuple(box for box in beside if box.meets(ring))):
            box, columns, scale = home
            found[id] = Cluster(id, waiting[id], box, columns, scale, None, split=splits[id])
    for id in order:
        if id not in found:
            found[id] = _elsewhere(placed, placed.spots[id], waiting[id], splits[id], found)
    return tuple(found[id] for id in sorted(found))


def _is_alike(before: Cluster | None, counters: tuple[Counter, ...], split: int) -> bool:
    return before is not None and len(before.counters) == len(counters) and before.split == split


def _split(board: Board, counters: tuple[Counter, ...]) -> int:
    """How many lie before the first of the other side; 0 if all are of one side, or of none."""
    firsts = [_is_first(board, counter) for counter in counters]
    return firsts.index(False) if True in firsts and False in firsts else 0


def _is_first(board: Board, counter: Counter) -> bool | None:
    """Whether it belongs to the first alliance of a board; None if to nobody."""
    faction = faction_of(board, counter.faction)
    return band_of(board, faction).is_first if faction.id else None


def _parts(counters: tuple[Counter, ...], split: int) -> tuple[int, ...]:
    return (split, len(counters) - split) if split else (len(counters),)


def _with(before: Cluster, counters: tuple[Counter, ...]) -> Cluster:
    """The cluster with such counters where it was: itself if they are the same."""
    counters = _counted(counters, before.split) if before.fan else counters
    return before if before.counters == counters else replace(before, counters=counters)


def _counted(counters: tuple[Counter, ...], split: int) -> tuple[Counter, ...]:
    """Those of a fan: the first of each side says how many they are, if they are many."""
    groups = (counters[:split], counters[split:])
    return tuple(replace(one, drawn=one.drawn + disc(len(group))) if not i and len(group) >= DISC else one
                 for group in groups for i, one in enumerate(group))


def _counters(scene: Scene, placed: Layout) -> dict[str, tuple[Counter, ...]]:
    found: dict[str, list[Counter]] = {}
    for stack in scene.stacks:
        if stack.place in placed.spots and stack.pieces:
            found.setdefault(stack.place, []).extend(of_piece(scene.board, piece) for piece in stack.pieces)
    for id, counters in found.items():  # faction by faction, in the order they are seen
        seen = list(dict.fromkeys(counter.faction for counter in counters))
        found[id] = sorted(counters, key=lambda counter: seen.index(counter.faction))
    for marker in scene.markers:
        spot = placed.spots.get(marker.place)
        if spot and not (marker.control and spot.site):
            found.setdefault(marker.place, []).append(of_marker(scene.board, marker))
    return {id: tuple(sorted(counters, key=lambda one: _is_first(scene.board, one) is False))
            for id, counters in found.items()}


def _shown(counters: tuple[Counter, ...]) -> tuple[Counter, ...]:
    """As many as are drawn; the rest is counted."""
    if len(counters) <= MOST:
        return counters
    return *counters[:MOST - 1], of_rest("", len(counters) - MOST + 1)


def _sizes(parts: tuple[int, ...], scale: float, fan: _Fan = None) -> Iterator[tuple[int, float, float]]:
    """Columns, width, height of the shapes of so many counters of each side, the usual one first; of a fan one."""
    if fan:
        step, lean = fan
        steps = [min(part - 1, SEEN) * step for part in parts]
        wide = len(parts) * CELL + sum(steps) * lean + (len(parts) - 1) * GAP
        yield 1, wide * scale, (CELL + max(steps)) * scale
        return
    for columns, across, down in shapes(parts):
        yield columns, (across * CELL + (len(parts) - 1) * GAP) * scale, down * CELL * scale


# ------------------------------------------------------------------ inside a place


@lru_cache(maxsize=4096)
def _at_home(spot: Spot, parts: tuple[int, ...], beside: tuple[Bounds, ...]) -> tuple[Bounds, int, float] | None:
    """Box, columns and scale of so many counters in their place, beside what lies there of others; None: no room."""
    return _in_place(spot, parts, beside, SCALES)


@lru_cache(maxsize=1024)
def _fan_at_home(
    spot: Spot, parts: tuple[int, ...], beside: tuple[Bounds, ...]
) -> tuple[Bounds, int, float, float, float] | None:
    """The same for a fan, with its step and its lean."""
    if best := _in_place(spot, parts, beside, FANNED, WIDE_OPEN):
        return *best, *WIDE_OPEN
    for fan in TIGHT:
        if best := _in_place(spot, parts, beside, (LEAST,), fan):
            return *best, *fan
    return None


def _in_place(
    spot: Spot, parts: tuple[int, ...], beside: tuple[Bounds, ...], scales: tuple[float, ...], fan: _Fan = None
) -> tuple[Bounds, int, float] | None:
    quiet, free = spot.quiet.minus(*beside), spot.free.minus(*beside)
    for ground in (quiet, free):
        airy = ground.shrunk()
        for scale in scales:
            if scale <= (LARGEST if not spot.is_spot else scale if spot.number else ON_CARD):
                for open_ground in (airy, ground):
                    if best := _nearest(open_ground, parts, scale, around(spot.ring).middle, fan):
                        return best
    return None


def _nearest(
    ground: Mask, parts: tuple[int, ...], scale: float, to: Point, fan: _Fan = None
) -> tuple[Bounds, int, float] | None:
    """The position with its middle nearest to a point."""
    best: tuple[float, Bounds, int] | None = None
    for rank, (columns, wide, tall) in enumerate(_sizes(parts, scale, fan)):
        for x, y in ground.spots(wide, tall).points():
            cost = distance((x + wide / 2, y + tall / 2), to) + SHAPE * rank
            if best is None or cost < best[0] - 1e-6:
                best = cost, Bounds(x, y, x + wide, y + tall), columns
    return (best[1], best[2], scale) if best else None


# ------------------------------------------------------------------ beside a place


@lru_cache(maxsize=1024)
def _taken(box: Bounds, leads: Point | None) -> tuple[Bounds, ...]:
    """What a cluster covers, with its line."""
    line = [toward(box.middle, leads, i / 20) for i in range(21)] if leads else []
    return box.grown(APART), *(Bounds(x - 2, y - 2, x + 2, y + 2) for x, y in line)


@lru_cache(maxsize=1024)
def _goal(spot: Spot) -> Point:
    """Where the line of a call-out ends: at the site, else on open ground well inside the place."""
    if spot.site or spot.is_spot:
        return spot.meet
    middle = around(spot.ring).middle
    inner = spot.quiet.shrunk().shrunk() or spot.quiet
    return min(inner.points(), key=lambda point: distance(point, middle), default=middle)


def _elsewhere(
    placed: Layout, spot: Spot, counters: tuple[Counter, ...], split: int, found: Mapping[str, Cluster],
) -> Cluster:
    """The counters beside their place on ground of no other, with a line that runs through nothing; else in a fan."""
    goal, id = _goal(spot), spot.place.id
    others = [(cluster.held, cluster.leads) for _, cluster in sorted(found.items())]
    near, parts = tuple(other for other in others if _gap(other[0], goal) < NEAR), _parts(counters, split)
    if spot.is_spot and not spot.number and (
            larger := grown(placed, spot, parts, tuple(box for other in near for box in _taken(*other)))):
        return Cluster(id, counters, larger.box, larger.columns, larger.scale, None, split=split, card=larger.card)
    if not spot.is_spot and (best := _beside(placed, spot, parts, goal, near, STAGES)):
        return Cluster(id, counters, best[0], best[1], best[2], goal, split=split)
    ring = around(spot.ring)
    held = tuple(box for one in found.values() if one.leads or one.card
                 for box in _taken(one.held, one.leads) if box.meets(ring))
    if fan := _fan_at_home(spot, parts, held):
        box, columns, scale, step, lean = fan
        return Cluster(id, _counted(counters, split), box, columns, scale, None, step * scale, lean, split=split)
    if best := _beside(placed, spot, parts, goal, tuple(others), FAR_STAGES, WIDE_OPEN):
        box, columns, scale = best
        return Cluster(id, _counted(counters, split), box, columns, scale, goal, STEP * scale, split=split)
    x, y = goal  # nowhere any room: on top of all else
    columns, wide, tall = next(_sizes(parts, LEAST))
    return Cluster(id, counters, Bounds(x, y, x + wide, y + tall), columns, LEAST, goal, split=split)


@lru_cache(maxsize=1024)
def _beside(
    placed: Layout, spot: Spot, parts: tuple[int, ...], goal: Point, others: tuple[tuple[Bounds, Point | None], ...],
    stages: tuple[_Stage, ...], fan: _Fan = None,
) -> tuple[Bounds, int, float] | None:
    """Box, columns and scale of a call-out among others with their lines; None: no room."""
    local = Mask.empty(Bounds(*goal, *goal).grown(stages[-1].reach + NEAR / 2))
    own = spot.free.cut_like(local)
    held = local.plus(*(box for other in others for box in _taken(*other)))
    grounds = {
        name: ground.cut_like(local).with_all(own).less(held)
        for name, ground in (("sea", placed.sea), ("large", placed.large), ("free", placed.free))
    }
    town = spot.town
    in_the_way = [box for other in placed.spots.values() for box in other.boxes if box != town]
    in_the_way = [box for box in [*in_the_way, *(box for box, _ in others)] if _gap(box, goal) < NEAR]
    lines = [(box.middle, leads) for box, leads in others if leads]

    def crossed(box: Bounds) -> Iterator[bool]:
        """For each thing in the way, whether the line from there to the goal runs through it."""
        middle = box.middle
        yield from (crosses(other, middle, goal) for other in in_the_way)
        yield from (cut_across(middle, goal, *line) for line in lines)

    for stage in stages:
        best = None
        for rank, (columns, wide, tall) in enumerate(_sizes(parts, stage.scale, fan)):
            for x, y in _few(grounds[stage.over].spots(wide, tall), stage.looked_at):
                far = _gap((x, y, x + wide, y + tall), goal)
                cost = far + SHAPE * rank
                if far > stage.reach or (best and cost >= best[0] - 1e-6):
                    continue
                box = Bounds(x, y, x + wide, y + tall)
                if not stage.is_last and any(crossed(box)):
                    continue
                cost += CROSSED * sum(crossed(box)) if stage.is_last else 0.0
                if best is None or cost < best[0] - 1e-6:
                    best = cost, box, columns
        if best:
            return best[1], best[2], stage.scale
    return None


def _gap(box: tuple[float, float, float, float], point: Point) -> float:
    """How far it is from a point to a box."""
    (x, y), (left, top, right, bottom) = point, box
    across = left - x if x < left else x - right if x > right else 0.0
    down = top - y if y < top else y - bottom if y > bottom else 0.0
    return float((across ** 2 + down ** 2) ** 0.5)


def _few(free: Mask, most: int) -> Iterator[Point]:
    """The points of a mask, or evenly some of them if they are many."""
    step, many = 1, free.count()
    while many > most * step * step:
        step += 1
    return free.points(step)
