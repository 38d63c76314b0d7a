"""The map of hexes, painted: ground darker the higher it lies, contours, streams, roads, numbers, signs.

What many hexes have alike is one element: the file stays small and is painted quickly.
Belongs here: paint for what `layout` has placed. Must not be here: roads (`roads`), names of ground, which make way for
counters (`names`), pieces.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from pbem.show.scene import Board, Edge, Place, Point
from pbem.show.svg.chosen import ground_paint
from pbem.show.svg.geometry import distance, toward
from pbem.show.svg.hexes.layout import Shape, moved, shape
from pbem.show.svg.hexes.roads import roads
from pbem.show.svg.hexes.signs import sign
from pbem.show.svg.hexes.textures import textures
from pbem.show.svg.lines import EDGE_OF_WATER, WATER
from pbem.show.svg.paint import paint as paint_by
from pbem.show.svg.relief import level_paint, relief
from pbem.show.svg.spot import Layout
from pbem.show.svg.strokes import digits, is_written
from pbem.show.svg.xml import INK, PAPER, mixed, number, path, steps, tag, turned, words

OFF_MAP = paint_by("#dbe4e6", "#16222c", "#ffffff")
GRID, GRID_WIDE = paint_by("#8d8068", "#6f6a5c", "#000000"), paint_by("0.7", "0.7", "1")  # between hexes of one level
HIGH_GROUND = paint_by("#6a4526", "#8a6f52", "#ffffff")  # what ground is mixed with the higher it lies
DARKEST = 46  # percent of it in the highest
CONTOUR = paint_by("#6d4019", "#c9a273", "#000000")
CONTOURS = (0.0, 1.5, 2.6)  # the line between two levels, and between those that are further apart
TEETH = 2  # from so many levels on a slope has teeth
WATER_BANK = mixed(WATER, EDGE_OF_WATER, 30)
WALL = paint_by("#3a3a3a", "#d0cabb", "#000000")

Side = tuple[Point, Point]


def paint(board: Board, placed: Layout) -> str:
    """The whole layer, its top left corner at 0, 0."""
    form, beside = shape(board), sides(placed)
    parts = [tag("rect", x=0, y=0, width=placed.frame.width, height=placed.frame.height, fill=off_map(board))]
    parts += [*(relief(board) if board.relief else _grounds(board, placed)), _grid(placed, beside)]
    parts += [*textures(board, placed, form), *_levels(placed, form), _contours(board, placed, beside)]
    parts += [*_streams(board, beside), *roads(board, placed), *_walls(board, placed, beside)]
    parts += [*_bridges(board, placed, beside), *_signs(placed, form), _numbers(placed)]
    return tag("g", *parts, class_="board")


# ------------------------------------------------------------------ ground


def off_map(board: Board) -> str:
    """The colour around the hexes; ground with relief goes on there."""
    return level_paint(0) if board.relief else OFF_MAP


def fills(board: Board) -> dict[tuple[str, int], str]:
    """The colour of each terrain at each level that the board has; ground with relief is coloured by its level."""
    if board.relief:
        return {(place.terrain, place.level): level_paint(place.level) for place in board.places}
    paints = {terrain.id: ground_paint(terrain, PAPER) for terrain in board.terrains}
    levels = [place.level for place in board.places]
    low, span = min(levels), max(levels) - min(levels) or 1
    kinds = dict.fromkeys((place.terrain, place.level) for place in board.places)
    return {(terrain, level): mixed(paints.get(terrain, PAPER), HIGH_GROUND, DARKEST * (level - low) // span)
            for terrain, level in kinds}


def _grounds(board: Board, placed: Layout) -> Iterator[str]:
    """One path for each colour; each has a rim of its own colour, so that nothing shines through between two."""
    found: dict[str, list[str]] = {}
    paints = fills(board)
    for spot in placed.spots.values():
        found.setdefault(paints[spot.place.terrain, spot.place.level], []).append(path(spot.ring, True))
    for fill, rings in found.items():
        yield tag("path", d="".join(rings), fill=fill, stroke=fill, stroke_width=0.7, stroke_linejoin="round")


def _grid(placed: Layout, beside: dict[frozenset[str], Side]) -> str:
    """All hexsides, each once, and the rim of the map."""
    shared = {_middle(side) for side in beside.values()}
    d = "".join(steps(spot.ring[:4]) for spot in placed.spots.values())  # the other three are a neighbour's
    d += "".join(steps(side) for spot in placed.spots.values() for side in pairwise((*spot.ring[3:], spot.ring[0]))
                 if not any(near in shared for near in _near(_middle(side))))
    return tag("path", d=d, fill="none", stroke=GRID, stroke_width=GRID_WIDE, stroke_linecap="round",
               stroke_opacity=0.6)


def _levels(placed: Layout, form: Shape) -> Iterator[str]:
    """How high each hex lies, large and pale in its middle; nothing on a map that is level."""
    levels = {spot.place.level for spot in placed.spots.values()}
    if len(levels) > 1:
        size = 1.55 * form.number
        below = 0.36 * size + 0.1 * form.size
        written = ((str(spot.place.level), (spot.meet[0], spot.meet[1] + below)) for spot in placed.spots.values())
        yield digits(written, 0.72 * size, stroke=CONTOUR, stroke_width=0.14 * size, stroke_opacity="0.42")


def sides(placed: Layout) -> dict[frozenset[str], Side]:
    """The side that two hexes have in common, by their ids."""
    found: dict[tuple[int, int], tuple[str, Point, Point]] = {}
    shared: dict[frozenset[str], Side] = {}
    for id, spot in placed.spots.items():
        ring = spot.ring
        for i, p in enumerate(ring):
            q = ring[(i + 1) % len(ring)]
            middle = _middle((p, q))
            other = found.get(middle)
            if other is None:
                for near in _near(middle):
                    found[near] = id, p, q
            else:
                shared[frozenset((id, other[0]))] = other[1], other[2]
    return shared


def _middle(side: Side) -> tuple[int, int]:
    (px, py), (qx, qy) = side
    return round(px + qx), round(py + qy)


def _near(middle: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """The points that rounding may make of one."""
    x, y = middle
    yield from ((x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1))


def _contours(board: Board, placed: Layout, beside: dict[frozenset[str], Side]) -> str:
    """A line between two levels; if they are far apart a stronger one with teeth downhill, on relief that one alone."""
    lines: dict[float, list[str]] = {}
    teeth: list[str] = []
    for ends, side in beside.items():
        a, b = sorted((placed.spots[id].place for id in ends), key=lambda place: (place.level, place.id))
        step = b.level - a.level
        if step >= (TEETH if board.relief else 1):
            lines.setdefault(CONTOURS[min(step, len(CONTOURS) - 1)], []).append(path(side))
        if step >= TEETH:
            teeth += _teeth(side, placed.spots[a.id].meet)
    drawn = [tag("path", d="".join(parts), stroke_width=wide) for wide, parts in sorted(lines.items())]
    drawn.append(tag("path", d="".join(teeth), fill=CONTOUR, stroke="none"))
    return tag("g", *drawn, fill="none", stroke=CONTOUR, stroke_linecap="round")


def _teeth(side: Side, low: Point, many: int = 3) -> Iterator[str]:
    """Small triangles from a side towards the middle of the lower hex."""
    p, q = side
    long = distance(p, q)
    across = (q[0] - p[0]) / long, (q[1] - p[1]) / long
    middle = toward(p, q, 0.5)
    down = distance(middle, low)
    out = (low[0] - middle[0]) / down, (low[1] - middle[1]) / down
    half, deep = long / 11, long / 6.5
    for i in range(many):
        x, y = toward(p, q, (2 * i + 1) / (2 * many))
        yield path([(x - across[0] * half, y - across[1] * half), (x + across[0] * half, y + across[1] * half),
                    (x + out[0] * deep, y + out[1] * deep)], True)


# ------------------------------------------------------------------ hexsides


def is_water(kind: str) -> bool:
    """Whether hexsides of a kind are water, not a bridge over it."""
    return any(word in kind for word in ("stream", "river", "water", "wadi")) and "bridge" not in kind


def _side(edge: Edge, beside: dict[frozenset[str], Side]) -> Side | None:
    return beside.get(frozenset(edge.ends))


def _streams(board: Board, beside: dict[frozenset[str], Side]) -> Iterator[str]:
    for river in (False, True):
        wet = [edge for edge in board.edges if is_water(edge.kind) and ("river" in edge.kind) == river]
        d = "".join(path(side) for edge in wet if (side := _side(edge, beside)))
        for wide, stroke in ((6.6 if river else 4.2, WATER_BANK), (5.0 if river else 2.8, WATER)) if d else ():
            yield tag("path", d=d, fill="none", stroke=stroke, stroke_width=wide, stroke_linecap="round")


def _walls(board: Board, placed: Layout, beside: dict[frozenset[str], Side]) -> Iterator[str]:
    """Ridges, cliffs and walls: all hexsides that are neither water nor bridges; with teeth from the high side down."""
    for edge in board.edges:
        side = _side(edge, beside)
        if side is None or is_water(edge.kind) or "bridge" in edge.kind:
            continue
        yield tag("path", d=path(side), fill="none", stroke=WALL, stroke_width=3.4, stroke_linecap="round")
        low = next((end for end in edge.ends if edge.high and end != edge.high), None)
        if low is not None:
            yield tag("path", d="".join(_teeth(side, placed.spots[low].meet)), fill=WALL)


def _bridges(board: Board, placed: Layout, beside: dict[frozenset[str], Side]) -> Iterator[str]:
    """Two banks across the side; a blown bridge is crossed out."""
    for edge in board.edges:
        side = _side(edge, beside)
        if side is None or "bridge" not in edge.kind:
            continue
        (px, py), (qx, qy) = side
        long, (x, y) = distance(*side), toward(*side, 0.5)
        turn = turned(x, y, (qy - py) / long, (px - qx) / long)
        parts = [tag("path", d="M-6 -5L-4 -3L4 -3L6 -5M-6 5L-4 3L4 3L6 5", fill="none", stroke=INK, stroke_width=1.7)]
        if "blown" in edge.kind:
            parts.append(tag("path", d="M-4 -4L4 4M-4 4L4 -4", stroke="#c62020", stroke_width=2.4, fill="none"))
        yield tag("g", *parts, transform=turn)


# ------------------------------------------------------------------ numbers and signs


def signs_of(place: Place) -> tuple[tuple[str, str], ...]:
    """Kind and code of all that is printed in a hex, what can be held first."""
    built = (place.site, *place.signs) if place.site else place.signs
    return tuple((one.kind, one.code) for one in built)


def _signs(placed: Layout, form: Shape) -> Iterator[str]:
    slots, scale = form.slots(), round(form.sign) / 10
    for spot in placed.spots.values():
        printed = signs_of(spot.place)[:len(slots)]
        for slot, (kind, code) in zip(slots, printed, strict=False):
            x, y = moved(slot, *spot.meet).middle
            yield tag("g", sign(kind, code), transform=f"translate({number(x)} {number(y)}) scale({number(scale)})")


def _numbers(placed: Layout) -> str:
    """Each hex's number; if all are digits as one path, else as words with a light edge."""
    lines = [line for spot in placed.spots.values() for line in spot.lines]
    if all(is_written(line.text) for line in lines):
        size = lines[0].size
        numbers = [(line.text[:8], line.at) for line in lines]
        return digits(numbers, 0.65 * size, stroke=INK, stroke_width=0.12 * size, class_="numbers")
    written = [words(*line.at, line.text[:8], line.size) for line in lines]
    return tag("g", *written, text_anchor="middle", font_weight="bold", fill=INK, stroke=PAPER, stroke_width=1.8,
               stroke_opacity=0.7, stroke_linejoin="round", paint_order="stroke")
