"""Arrows over the map: orders that were given, routes that something takes, support and fire.

Belongs here: their paint. Must not be here: which there are (the scene says that), highlights (`pieces`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from pbem.show.scene import Arrow, Board, Point, Scene, is_hex_map
from pbem.show.svg.cluster import Cluster
from pbem.show.svg.counters import EDGE, faction_of, paint_of
from pbem.show.svg.detours import course
from pbem.show.svg.geometry import Bounds, around, crosses, distance, toward, unit
from pbem.show.svg.ground import written
from pbem.show.svg.hexes.layout import shape
from pbem.show.svg.spot import Layout
from pbem.show.svg.xml import INK, PAPER, escape, path, tag, words

DASHES = {"order": "none", "route": "9 5", "support": "0.1 6.5", "fire": "none"}
STROKES = {"order": 3.5, "route": 3.5, "support": 3.5, "fire": 2.0}
"""Kinds differ without colour: orders are whole, moves dashed, support dotted, fire is thin; see `_head`."""
HEAD = 13.0
TRIED, HEAD_AIR = 8, 1.0
ASIDE = (0.0, 7.0, -7.0, 13.0, -13.0, 19.0, -19.0, 26.0, -26.0, 33.0, -33.0, 42.0, -42.0, 52.0, -52.0)
"""Places tried for a head, along its way and beside it, and how far it keeps from counters."""
HALF = 3.2  # of the width of a way
NEAR = 0.8  # how much nearer to its middle a fire begins than it ends
RIGHT, SHORT = 0.62, 0.75  # of the size of a hex: how far aside of its middle, how far before it a way ends
FAR = 1.35  # sizes of a hex from the middle of the one it leads to that a head may stand on its way, or aside of it
SLANT = 0.7  # of its length that it may be turned aside there
RIM = (0.7, 0.8, 0.9, 1.0, 1.1)
TURNS = ((1, 0), (0.978, 0.208), (0.978, -0.208), (0.914, 0.407), (0.914, -0.407), (0.809, 0.588),
         (0.809, -0.588), (0.643, 0.766), (0.643, -0.766), (0.342, 0.94), (0.342, -0.94), (0, 1),
         (0, -1), (-0.5, 0.866), (-0.5, -0.866), (-0.866, 0.5), (-0.866, -0.5), (-1, 0))  # fmt: skip
"""Else how far from there its tip, and by what turns off the side it comes from: none, 12 degrees, up to 180."""
BURST = 8.5  # how far the rays of a burst reach
RAYS = ((1, 0), (.36, .26), (.5, .87), (-.14, .42), (-.5, .87), (-.45, 0), (-1, 0), (-.36, -.26), (-.5, -.87),
        (.14, -.42), (.5, -.87), (.45, 0))  # fmt: skip
BESIDE = 62.0  # how long the end of a way is that leads beside the board, at most


def arrows(scene: Scene, board: Layout, clusters: Sequence[Cluster]) -> Iterator[tuple[str, list[Point]]]:
    """Each arrow along the places of the board that it names, with its points; with fewer than two it is not drawn."""
    for arrow in scene.arrows:
        points = points_of(scene.board, board, clusters, arrow.places, arrow.kind)
        if len(points) > 1:
            yield _drawn(scene, arrow, points) + "".join(_hidden_names(board, points)), points


def _hidden_names(board: Layout, points: list[Point]) -> Iterator[str]:
    """The names and numbers of places that a way runs over, written once more on top of it."""
    whole = around(points).grown(HALF)
    for spot in board.spots.values():
        label = spot.label.grown(HALF)
        if label.meets(whole) and any(crosses(label, a, b) for a, b in pairwise(points)):
            yield from written(spot)


def points_of(
    board: Board, placed: Layout, clusters: Sequence[Cluster], places: Sequence[str], kind: str = "route"
) -> list[Point]:
    """The points of a way; one that comes from beside the board, or leads there, has a short end of its own.

    In hexes it runs at the right of their numbers, and ends before the counters that stand in the last; fire and
    support go straight from rim to rim.
    """
    spots = [placed.spots[place] for place in places if place in placed.spots]
    on_board = [spot.meet for spot in spots]
    if not on_board:
        return []
    coming = [_edge_of(placed, on_board[0])] if places[0] not in placed.spots else []
    going = [_edge_of(placed, on_board[-1])] if places[-1] not in placed.spots else []
    points = [*coming, *on_board, *going]
    if not is_hex_map(board):
        printed = tuple(box for spot in placed.spots.values() for box in spot.boxes)
        way = course(placed, clusters, spots, coming, going) if len(points) > 1 else []
        return _short_of(way, clusters, printed=printed, cards=_other_cards(placed, clusters, places[-1]))
    if len(points) > 1:
        size = shape(board).size
        if kind in ("support", "fire"):
            part = min(0.4, size / (distance(points[0], points[-1]) or 1.0))
            points = [toward(points[0], points[-1], part * NEAR), toward(points[-1], points[0], part)]
            return _short_of(points, clusters, on_board[-1], size)
        points = [(x + RIGHT * size, y) for x, y in points]
        if not going:
            before, end = points[-2], points[-1]
            points[-1] = toward(end, before, min(0.5, SHORT * size / (distance(before, end) or 1.0)))
            return _short_of(points, clusters, on_board[-1], size)
    return points


def _short_of(
    points: list[Point], clusters: Sequence[Cluster], goal: Point | None = None, size: float = 0.0,
    printed: Sequence[Bounds] = (), cards: Sequence[Bounds] = (),
) -> list[Point]:
    """The same way; its head stands where no counter hides it, nothing is printed and no other place has its card.

    Else on such a card, else where no counter hides it.

    So near to its end as can be, else at its end.

    In hexes of such a size it stands at the rim of its goal, turned toward it, if there is no room on its way.
    """
    if len(points) < 2:
        return points
    before, end = points[-2:]
    reach = around([before, end]).grown(HEAD + ASIDE[-2])
    boxes = [*_near(clusters, reach), *(box.grown(HEAD_AIR) for box in (*printed, *cards) if box.meets(reach))]
    long = distance(before, end) or 1.0
    across = (end[1] - before[1]) / long, (before[0] - end[0]) / long
    for aside in ASIDE:
        for i in range(TRIED + 1):
            x, y = toward(end, before, i / TRIED * max(0.0, 1 - HEAD / long))
            at = x + aside * across[0], y + aside * across[1]
            if goal and (distance(at, goal) > FAR * size or abs(aside) > SLANT * distance((x, y), before)):
                continue
            head = around([at, toward(at, before, min(1.0, HEAD / (distance(at, before) or 1.0)))])
            if not any(head.meets(box) for box in boxes):
                return [*points[:-1], at]
    if cards:
        return _short_of(points, clusters, printed=printed)
    if printed:
        return _short_of(points, clusters)
    return _at_rim(points, clusters, goal, size) if goal else points


def _at_rim(points: list[Point], clusters: Sequence[Cluster], goal: Point, size: float) -> list[Point]:
    """The way to a hex that ends at its rim where its head is seen, as near to where it comes from as can be."""
    came = unit(goal, points[-2])
    boxes = _near(clusters, Bounds(*goal, *goal).grown(RIM[-1] * size + HEAD))
    for turn in TURNS:
        across, down = came[0] * turn[0] - came[1] * turn[1], came[0] * turn[1] + came[1] * turn[0]
        for far in RIM:
            tip, neck = ((goal[0] + across * part, goal[1] + down * part) for part in (far * size, far * size + HEAD))
            if not any(around([tip, neck]).meets(box) for box in boxes):
                return [*points[:-1], neck, tip]
    return points


def _other_cards(placed: Layout, clusters: Sequence[Cluster], goal: str) -> tuple[Bounds, ...]:
    """The cards of all places but the one that a way leads to: whoever goes by there does not end there."""
    larger = {cluster.place: cluster.card for cluster in clusters if cluster.card}
    others = (spot for id, spot in placed.spots.items() if spot.is_spot and id != goal)
    return tuple(larger.get(spot.place.id) or around(spot.ring) for spot in others)


def _near(clusters: Sequence[Cluster], reach: Bounds) -> list[Bounds]:
    """The counters that a head there must keep clear of, with some air."""
    return [cell.grown(HEAD_AIR - EDGE * cluster.scale) for cluster in clusters if cluster.box.meets(reach)
            for _, cell in cluster.positions()]


def _edge_of(board: Layout, point: Point) -> Point:
    """Across the edge if that is near; in the middle of the board straight up, as whoever flies comes from above."""
    (x, y), wide, high = point, board.frame.width, board.frame.height
    away, end = min((x, (2.0, y)), (wide - x, (wide - 2.0, y)), (y, (x, 2.0)), (high - y, (x, high - 2.0)))
    return end if away < BESIDE else (x, y - BESIDE)


def colour_of(scene: Scene, arrow: Arrow) -> str:
    """The colour of its faction; ink if it is nobody's."""
    return paint_of(faction_of(scene.board, arrow.faction)) if arrow.faction else INK


def way_of(points: list[Point], kind: str, stroke: str) -> str:
    """The way and its head, with a rim of ink in one of paper, so that any colour is seen on any ground."""
    before, end = points[-2], points[-1]
    neck = toward(before, end, max(0.0, 1 - HEAD / (distance(before, end) or 1.0)))
    across, down = ((end[0] - neck[0]) / HEAD, (end[1] - neck[1]) / HEAD)
    way, wide = path([*points[:-1], neck]), STROKES[kind]
    cap = "round" if kind == "support" else "butt"
    lines = [tag("path", d=way, stroke=PAPER, stroke_width=wide + 3)]
    lines += [tag("path", d=way, stroke=paint, stroke_width=broad, stroke_dasharray=DASHES[kind], stroke_linecap=cap)
              for paint, broad in ((INK, wide + 1.2), (stroke, wide))]
    return tag("g", *lines, fill="none", stroke_linejoin="round") + _head(end, neck, (across, down), kind, stroke)


def _head(end: Point, neck: Point, way: Point, kind: str, stroke: str) -> str:
    """A triangle; for support an open angle, for fire a burst."""
    across, down = way
    if kind == "fire":
        x, y = (end[0] + neck[0]) / 2, (end[1] + neck[1]) / 2
        burst = [(x + dx * BURST, y + dy * BURST) for dx, dy in RAYS]
        return tag("path", d=path(burst, True), fill=stroke, stroke=INK, stroke_width=0.8)
    head = [(neck[0] - down * 7, neck[1] + across * 7), end, (neck[0] + down * 7, neck[1] - across * 7)]
    if kind == "support":
        d = path(head)
        return "".join(tag("path", d=d, fill="none", stroke=paint, stroke_width=wide)
                       for paint, wide in ((PAPER, 6), (INK, 4.2), (stroke, 3)))
    return tag("path", d=path(head, True), fill=stroke, stroke=INK, stroke_width=0.8)


def _drawn(scene: Scene, arrow: Arrow, points: list[Point]) -> str:
    stroke = colour_of(scene, arrow)
    parts = [way_of(points, arrow.kind, stroke)]
    if arrow.text:
        middle = len(points) // 2
        x, y = toward(points[middle - 1], points[middle], 0.5)
        parts += [f"<title>{escape(arrow.text)}</title>",
                  words(x, y - 5, arrow.text[:24], 9, text_anchor="middle", font_weight="bold", fill=stroke,
                        stroke=PAPER, stroke_width=2.5, paint_order="stroke")]
    return tag("g", *parts, data_arrow=arrow.kind)
