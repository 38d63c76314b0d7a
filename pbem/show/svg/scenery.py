"""Land and water around a map and under it: sea, foreign land, rivers, frontiers, names, a grid, a scale.

Belongs here: paint for a board's `scenery`. Must not be here: places anybody plays on, roads (`lines`).
"""

from __future__ import annotations

from collections.abc import Iterator

from pbem.show.scene import Board, Point, Scenery
from pbem.show.svg.geometry import contains, distance, toward, unit
from pbem.show.svg.lines import WATER, smooth
from pbem.show.svg.metrics import width
from pbem.show.svg.paint import paint
from pbem.show.svg.spot import Layout
from pbem.show.svg.xml import INK, tag, turned, words
from pbem.show.svg.xml import path as line

SEA = paint("#c9dde6", "#16222c", "#ffffff")
LAND = paint("#e9e4d8", "#1f2123", "#ffffff")
SHALLOW = paint("#dbe9ee", "#1c2c38", "#ffffff")  # the water lines, the nearer the lighter
COAST = paint("#7f9dab", "#3d5668", "#000000")
FRONTIER = paint("#8a6d8f", "#a98bb0", "#000000")
FAINT, FAR = paint("#d2ccbc", "#2b2e31", "#dddddd"), paint("#8f897a", "#8b8474", "#000000")
WATER_LINES = (44, 30, 18)
GLOW, FRONT = 13, 4.5  # the frontier of what is played on
RIVER, NAME = 2.4, 20.0
RIM = 4.0  # of the ground around the letters of a name: lines stop there
CLIP, HOME = "board-frame", "board-home"
"""What nothing around the map leaves, and what relief does not leave."""


def surroundings(board: Board) -> tuple[str, ...]:
    """The colours of what lies around a map with scenery."""
    return (LAND, SEA) if board.scenery else ()


def below(board: Board, placed: Layout) -> Iterator[str]:
    """What lies under the map: sea with water lines along every coast, land, the frontier of the map itself."""
    wide, high = placed.frame.width, placed.frame.height
    clip = tag("clipPath", tag("rect", x=0, y=0, width=wide, height=high), id=CLIP)
    areas = [spot for spot in placed.spots.values() if not spot.is_spot]
    home = "".join(line(spot.ring, True) for spot in areas if not spot.place.foreign)
    lands = "".join(line(_drawn(placed, one), True) for one in board.scenery if one.kind == "land")
    parts = [tag("rect", x=0, y=0, width=wide, height=high, fill=SEA)]
    parts += [tag("path", d=lands + home, fill="none", stroke=SHALLOW, stroke_width=far, stroke_opacity="0.5",
                  stroke_linejoin="round") for far in WATER_LINES]
    parts += [tag("path", d=lands, fill=LAND, stroke=COAST, stroke_width=1.2, stroke_linejoin="round")]
    parts += _lines(board, placed, "grid", stroke=FAINT, stroke_width=0.8)
    parts += [tag("path", d=home, fill="none", stroke=FRONTIER, stroke_width=GLOW, stroke_opacity="0.28",
                  stroke_linejoin="round"),
              tag("path", d=home, fill="none", stroke=FRONTIER, stroke_width=FRONT, stroke_linejoin="round")]
    cut = [tag("clipPath", tag("path", d=home), id=HOME)] if board.relief else []
    yield tag("g", clip, *cut, *parts, *frontiers(board, placed), clip_path=f"url(#{CLIP})")


def waters(board: Board, placed: Layout) -> Iterator[str]:
    """Rivers and lakes, over the ground of areas."""
    parts = [tag("path", d=line(_drawn(placed, one), True), fill=SEA, stroke=WATER, stroke_width=1.4)
             for one in board.scenery if one.kind == "water"]
    streams: dict[float, str] = {}
    for one in board.scenery:
        if one.kind == "river" and len(one.points) > 1:
            streams[one.width or RIVER] = streams.get(one.width or RIVER, "") + smooth(_drawn(placed, one))
    parts += [tag("path", d=d, fill="none", stroke=WATER, stroke_width=wide, stroke_linecap="round",
                  stroke_linejoin="round") for wide, d in streams.items()]
    if parts:
        yield tag("g", *parts, clip_path=f"url(#{CLIP})")


def frontiers(board: Board, placed: Layout) -> Iterator[str]:
    """Of other countries."""
    yield from _lines(board, placed, "frontier", stroke=FAR, stroke_width=1.6, stroke_dasharray="9 4 2 4")


def names(board: Board, placed: Layout, ground: str = "") -> Iterator[str]:
    """The names of countries and waters, the scale: over all lines, each in a rim of the ground it stands on.

    `ground` is what lies there if it is neither land nor sea.
    """
    lands = [_drawn(placed, one) for one in board.scenery if one.kind == "land"]
    for one in board.scenery:
        points = _drawn(placed, one)
        if one.kind not in ("name", "scale") or len(points) < 2:
            continue
        on_land = any(contains(land, toward(points[0], points[-1], 0.5)) for land in lands)
        rim = ground or (LAND if on_land else SEA)
        if one.kind == "name":
            yield _name(points[0], points[-1], one.name[:40], one.width or NAME, rim)
        else:
            yield _scale(points[0], points[-1], one.name[:40], rim)


def _drawn(placed: Layout, one: Scenery) -> list[Point]:
    return [placed.frame.at(point) for point in one.points]


def _lines(board: Board, placed: Layout, kind: str, **style: str | float) -> Iterator[str]:
    """All lines of a kind as one path."""
    d = "".join(line(_drawn(placed, one)) for one in board.scenery if one.kind == kind and len(one.points) > 1)
    if d:
        yield tag("path", d=d, fill="none", stroke_linejoin="round", **style)


def _name(a: Point, b: Point, name: str, size: float, rim: str) -> str:
    """Spread from one point to another."""
    x, y = toward(a, b, 0.5)
    apart = max(0.0, (distance(a, b) - width(name, size)) / max(1, len(name) - 1))
    return words(apart / 2, size * 0.35, name, size, text_anchor="middle", fill=FAR, letter_spacing=apart,
                 stroke=rim, stroke_width=RIM, stroke_linejoin="round", paint_order="stroke",
                 transform=turned(x, y, *unit(a, b)))


def _scale(a: Point, b: Point, name: str, rim: str) -> str:
    bar = tag("path", d=f"{line([(a[0], a[1] - 4), (a[0], a[1] + 4)])}{line([a, b])}"
                        f"{line([(b[0], b[1] - 4), (b[0], b[1] + 4)])}", fill="none", stroke=FAR, stroke_width=1.4)
    x, y = toward(a, b, 0.5)
    return bar + words(x, y + 14, name, 10, text_anchor="middle", fill=INK, stroke=rim, stroke_width=RIM,
                       stroke_linejoin="round", paint_order="stroke")
