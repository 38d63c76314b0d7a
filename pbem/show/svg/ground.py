"""The board that never changes, painted: ground, borders, roads, rivers, sites, labels.

Belongs here: paint for what `layout` has placed. Must not be here: pieces, holders, the choice of a place's block.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from pbem.show.scene import Board, Edge, Place, Point, Terrain, common_border
from pbem.show.scene import Line as Way
from pbem.show.svg.geometry import Box, around, contains, distance, toward
from pbem.show.svg.layout import Layout, Spot, gate_of, layout
from pbem.show.svg.metrics import width
from pbem.show.svg.xml import INK, PAPER, colour, mixed, number, path, tag, turned, words

OFF_MAP, TABLE = "#dbe4e6", "#e9e4d3"  # what lies around areas; what spots lie on
HALO = "#c3d2d7"
BORDER = "#6f6552"
CLIFF = "#7a4a21"
WATER = "#6fa5c9"
ROADS = {"road": ("#5b3a1e", "#f3cf6b", 4.2), "track": ("#7a6a50", "#efe6d0", 2.8), "rail": ("#333333", "#ffffff", 2.8)}
TICK = 5.5


def paint(board: Board) -> str:
    """The whole layer, its top left corner at 0, 0."""
    placed = layout(board)
    spots = placed.spots.values()
    areas = [spot for spot in spots if not spot.is_spot]
    parts = [tag("rect", x=0, y=0, width=placed.frame.width, height=placed.frame.height,
                 fill=OFF_MAP if areas else TABLE)]
    parts += [tag("path", d=path(s.ring, True), fill=HALO, stroke=HALO, stroke_width=16, stroke_linejoin="round")
              for s in areas]
    parts += [_ground(board, spot) for spot in areas]
    parts += [part for line in board.lines if line.kind in ("river", "stream") for part in _river(placed, line)]
    parts += [part for line in board.lines if line.kind == "link" for part in _link(board, placed, line)]
    parts += list(_roads(board, placed))
    parts += [_ground(board, spot) for spot in spots if spot.is_spot]
    parts += [part for edge in board.edges for part in _edge(board, placed, edge)]
    parts += [_site(spot) for spot in spots]
    parts += [part for spot in spots for part in _label(spot)]
    return tag("g", *parts, class_="board")


def _ground(board: Board, spot: Spot) -> str:
    terrain = terrain_of(board, spot.place)
    fill = colour(terrain.colour) if terrain else PAPER
    if not spot.is_spot:
        return tag("path", d=path(spot.ring, True), fill=fill, stroke=BORDER, stroke_width=1.1, stroke_linejoin="round")
    (left, top), (right, bottom) = spot.ring[0], spot.ring[2]
    return tag("rect", x=left, y=top, width=right - left, height=bottom - top, rx=7, fill=mixed(fill, "#ffffff", 25),
               stroke=mixed(fill, "#000000", 45), stroke_width=1.8)


def terrain_of(board: Board, place: Place) -> Terrain | None:
    return next((t for t in board.terrains if t.id == place.terrain), None)


# ------------------------------------------------------------------ lines


def _course(board: Board, placed: Layout, line: Way) -> list[Point]:
    """The points a line is drawn through: its own, else from meeting point to meeting point by the common border."""
    if line.points:
        return [placed.frame.at(point) for point in line.points]
    if line.ends is None or any(end not in placed.spots for end in line.ends):
        return []
    a, b = (placed.spots[end] for end in line.ends)
    if a.is_spot and b.is_spot:
        return [around(a.ring).middle, around(b.ring).middle]
    rings = {a.place.id: a.ring, b.place.id: b.ring}
    return [a.meet, gate_of(board, placed.frame, rings, a.place, b.place), b.meet]


def _bent(course: Sequence[Point], before: Point | None, after: Point | None) -> str:
    """A smooth way through points; where it goes on at an end, `before` or `after` is the point it comes from there."""
    if len(course) != 3:
        return path(list(course))
    a, m, b = course
    leaving, passing, coming = _unit(before or a, m), _unit(a, b), _unit(m, after or b)
    d = f"M{number(a[0])} {number(a[1])}"
    for (p, out), (q, into) in (((a, leaving), (m, passing)), ((m, passing), (b, coming))):
        reach = distance(p, q) * 0.4
        bends = (p[0] + out[0] * reach, p[1] + out[1] * reach, q[0] - into[0] * reach, q[1] - into[1] * reach, *q)
        d += "C" + " ".join(map(number, bends))
    return d


def _unit(a: Point, b: Point) -> Point:
    length = distance(a, b) or 1.0
    return (b[0] - a[0]) / length, (b[1] - a[1]) / length


def _roads(board: Board, placed: Layout) -> Iterator[str]:
    """All beds first, then all surfaces, so that crossings are open."""
    drawn = [(line, _course(board, placed, line)) for line in board.lines if line.kind in ROADS]
    gates: dict[str, list[Point]] = {}
    for line, course in drawn:
        for end in line.ends or ():
            if len(course) == 3:
                gates.setdefault(end, []).append(course[1])

    def beyond(end: str, gate: Point) -> Point | None:
        """Where a road comes from that only passes through a place."""
        others = [point for point in gates[end] if point != gate]
        return others[0] if len(others) == 1 and placed.spots[end].site is None else None

    for layer in (0, 1):
        for line, course in drawn:
            if course:
                bed, surface, wide = ROADS[line.kind]
                more = {"stroke_dasharray": "5 3"} if layer and line.kind != "road" else {}
                ends = [beyond(end, course[1]) for end in line.ends] if line.ends and len(course) == 3 else [None, None]
                wide = wide * 2 if line.ends and len(course) == 2 else wide
                yield tag("path", d=_bent(course, *ends), fill="none", stroke=(bed, surface)[layer],
                          stroke_linecap="round", stroke_width=wide - 1.8 * layer, **more)


def _link(board: Board, placed: Layout, line: Way) -> Iterator[str]:
    course = _course(board, placed, line)
    if course:
        yield tag("path", d=path(course), fill="none", stroke="#8d8674", stroke_width=2, stroke_linejoin="round")


def _river(placed: Layout, line: Way) -> Iterator[str]:
    points = [placed.frame.at(point) for point in line.points]
    if not points and line.ends and all(end in placed.spots for end in line.ends):
        points = [placed.spots[end].meet for end in line.ends]
    if len(points) < 2:
        return
    wide = 14 if line.kind == "river" else 5
    for extra, paint_of in ((2.5, mixed(WATER, "#000000", 30)), (0.0, WATER)):
        yield tag("path", d=_smooth(points), fill="none", stroke=paint_of, stroke_width=wide + extra,
                  stroke_linecap="round", stroke_linejoin="round")
    if line.name and wide > 10:
        yield _river_name(placed, points, line.name[:40])


def _river_name(placed: Layout, points: Sequence[Point], name: str) -> str:
    """Along the river, where no box of a spot covers it."""
    cards = [around(spot.ring) for spot in placed.spots.values() if spot.is_spot]
    half = (width(name, 9) + 2 * len(name)) / 2
    for a, b in sorted(pairwise(points), key=lambda side: -distance(*side)):
        x, y = toward(a, b, 0.5)
        is_steep = abs(b[1] - a[1]) > abs(b[0] - a[0])
        wide, tall = (6.0, half) if is_steep else (half, 6.0)
        box = Box(x - wide, y - tall, x + wide, y + tall)
        if distance(a, b) > 2 * half and not any(box.meets(card) for card in cards):
            across, down = _unit(a, b) if (b[0] - a[0], a[1] - b[1]) > (0, 0) else _unit(b, a)
            return words(0, 3.2, name, 9, text_anchor="middle", font_style="italic", fill="#ffffff",
                         letter_spacing=2, transform=turned(x, y, across, down))
    return ""


def _smooth(points: Sequence[Point]) -> str:
    """A curve that passes the middles of the sides, as rivers do."""
    parts = [f"M{number(points[0][0])} {number(points[0][1])}"]
    for here, there in pairwise(points[1:]):
        x, y = there if there == points[-1] else toward(here, there, 0.5)
        parts.append(f"Q{number(here[0])} {number(here[1])} {number(x)} {number(y)}")
    if len(points) == 2:
        parts.append(f"L{number(points[1][0])} {number(points[1][1])}")
    return "".join(parts)


# ------------------------------------------------------------------ borders


def _edge(board: Board, placed: Layout, edge: Edge) -> Iterator[str]:
    if any(end not in placed.spots for end in edge.ends):
        return
    a, b = (placed.spots[end] for end in edge.ends)
    sides = [(placed.frame.at(p), placed.frame.at(q)) for p, q in common_border(board, a.place, b.place)]
    if edge.points:
        drawn = [placed.frame.at(point) for point in edge.points]
        sides = list(pairwise(drawn))
    if not sides:
        yield from _crossing(edge.kind, around(a.ring).middle, around(b.ring).middle)
        return
    d = "".join(path([p, q]) for p, q in sides)
    if "river" in edge.kind or "water" in edge.kind:
        yield tag("path", d=d, stroke=WATER, stroke_width=5, stroke_linecap="round", fill="none")
        return
    yield tag("path", d=d, stroke=CLIFF, stroke_width=2.2, stroke_linecap="round", fill="none")
    low = b if edge.high == a.place.id else a if edge.high == b.place.id else None
    if low:
        ticks = "".join(tick for p, q in sides for tick in _ticks(p, q, low.ring))
        yield tag("path", d=ticks, fill=CLIFF, stroke="none")


def _ticks(p: Point, q: Point, low: Sequence[Point]) -> Iterator[str]:
    """Teeth from a side into the lower ring."""
    length = distance(p, q)
    if length < 3:
        return
    across, down = (q[0] - p[0]) / length, (q[1] - p[1]) / length
    middle = toward(p, q, 0.5)
    out = (-down, across)
    if not contains(low, (middle[0] + out[0] * 2, middle[1] + out[1] * 2)):
        out = (down, -across)
    many = max(1, int(length // 7))
    for i in range(many):
        x, y = toward(p, q, (2 * i + 1) / (2 * many))
        tip = x + out[0] * TICK, y + out[1] * TICK
        yield path([(x - across * 2, y - down * 2), (x + across * 2, y + down * 2), tip], True)


def _crossing(kind: str, a: Point, b: Point) -> Iterator[str]:
    """A mark on the line between two spots: a bridge (blown: crossed out), water, or the bare word of another kind."""
    x, y = toward(a, b, 0.5)
    turn = turned(x, y, *_unit(a, b))
    if "bridge" in kind:
        parts = [tag("path", d="M-9 -8L-6 -5L6 -5L9 -8M-9 8L-6 5L6 5L9 8", fill="none", stroke=INK, stroke_width=2.2)]
        if "blown" in kind:
            parts.append(tag("path", d="M-6 -6L6 6M-6 6L6 -6", stroke="#c62020", stroke_width=3.2, fill="none"))
        yield tag("g", *parts, transform=turn)
    elif "river" in kind or "water" in kind:
        waves = "M-2 -7Q-5 -3 -2 0T-2 7M2 -7Q-1 -3 2 0T2 7"
        yield tag("path", d=waves, fill="none", stroke="#2f6f9f", stroke_width=1.8, transform=turn)
    else:
        yield words(x, y + 3, kind[:12], 7, text_anchor="middle", fill=CLIFF)


# ------------------------------------------------------------------ sites and labels


def _site(spot: Spot) -> str:
    site = spot.place.site
    if spot.site is None or site is None:
        return ""
    shape = site_shape(spot.site, site.kind, site.code, "#ffffff", INK)
    return shape + _port(spot.site) if site.note == "port" else shape


def site_shape(box: Box, kind: str, code: str, fill: str, ink: str, letter: str = "") -> str:
    """Something built: a city square, a town round, anything else a rounded square with its sign."""
    (x, y), half = box.middle, box.width / 2 - 1
    if "town" in kind or "village" in kind:
        shape = tag("circle", cx=x, cy=y, r=half - 0.5, fill=fill, stroke=INK, stroke_width=1.4)
    elif "city" in kind:
        shape = tag("rect", x=x - half, y=y - half, width=2 * half, height=2 * half, fill=fill, stroke=INK,
                    stroke_width=2.4)
    else:
        shape = tag("rect", x=x - half, y=y - half, width=2 * half, height=2 * half, rx=4, fill=fill, stroke=INK,
                    stroke_width=1.2)
        letter = letter or code[:2]
    return shape + words(x, y + 3.2, letter, 9, text_anchor="middle", font_weight="bold", fill=ink)


def _port(site: Box) -> str:
    """An anchor at a site."""
    x, y = site.right, site.bottom
    anchor = "M0 -4.2L0 4M-2 -2L2 -2M-3.6 1Q-3 4 0 4.2Q3 4 3.6 1"
    disc = tag("circle", cx=0, cy=0, r=5.2, fill="#e8f1f6", stroke="#22577a", stroke_width=0.8)
    lines = tag("path", d=anchor, fill="none", stroke="#22577a", stroke_width=1.3, stroke_linecap="round")
    return tag("g", disc, lines, transform=f"translate({number(x - 1)} {number(y - 1)}) scale(0.8)")


def _label(spot: Spot) -> Iterator[str]:
    if spot.is_outside:
        yield tag("path", d=path([spot.meet, spot.label.middle]), stroke="#5c5c5c", stroke_width=0.8)
        box = spot.label
        yield tag("rect", x=box.left, y=box.top, width=box.width, height=box.height, rx=2, fill=OFF_MAP)
    for line in spot.lines:
        yield words(line.at[0], line.at[1], line.text, line.size, text_anchor=line.anchor,
                    font_weight="bold" if line.is_name else "normal", fill=INK if line.is_name else "#4d4636",
                    stroke=PAPER, stroke_width=2, stroke_opacity=0.75, stroke_linejoin="round", paint_order="stroke")
