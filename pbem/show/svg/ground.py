"""The board that never changes, painted: ground, borders, sites, labels, with the lines of `lines` between them.

Belongs here: paint for what `layout` has placed. Must not be here: pieces, holders, the choice of a place's label.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

from pbem.show.borders import common_border
from pbem.show.scene import Board, Edge, Place, Point, Terrain, is_hex_map
from pbem.show.svg import city, scenery
from pbem.show.svg.chosen import ground_paint
from pbem.show.svg.geometry import Bounds, around, contains, distance, reached, toward, unit
from pbem.show.svg.hexes import ground as hexes
from pbem.show.svg.layout import layout
from pbem.show.svg.lines import WATER, links, names, rivers, roads
from pbem.show.svg.paint import paint as paint_by
from pbem.show.svg.relief import relief
from pbem.show.svg.spot import Layout, Spot
from pbem.show.svg.textures import textures
from pbem.show.svg.xml import CARD, INK, PAPER, TABLE, mixed, number, path, tag, turned, words

OFF_MAP = paint_by("#dbe4e6", "#16222c", "#ffffff")  # what lies around areas
HALO = paint_by("#c3d2d7", "#1d2d39", "#dddddd")
BORDER = paint_by("#6f6552", "#6f6a5c", "#000000")
BORDER_WIDE, CARD_WIDE, QUARTER_WIDE = (paint_by(wide, wide, "2") for wide in ("1.1", "1.8", "1"))
CLIFF = paint_by("#7a4a21", "#c79a63", "#000000")
SMALL, POINTER = paint_by("#37311f", "#d8cfba", "#000000"), paint_by("#5c5c5c", "#a8a294", "#000000")
LIGHTER, EDGE = paint_by("#ffffff", "#3a3833", "#ffffff"), paint_by("#000000", "#8b8474", "#000000")
"""What the ground of a spot is mixed with, and its rim."""
SHADE = paint_by("#000000", "#000000", "#ffffff")
RIM, RIM_DENSE = paint_by("2.4", "2.4", "4"), paint_by("0.8", "0.8", "1")
"""Of paper around the letters of a name: where black runs under black, so wide that no letter touches a line."""
TICK = 5.5
SHADES = (26, 18, 10)


@lru_cache(maxsize=4)
def paint(board: Board) -> str:
    """The whole layer, its top left corner at 0, 0; the same for the same board, whoever asks."""
    placed = layout(board)
    if is_hex_map(board):
        return hexes.paint(board, placed)
    if city.is_city(board):
        return tag("g", *_city(board, placed), class_="board")
    spots = placed.spots.values()
    areas = [spot for spot in spots if not spot.is_spot]
    parts = [*(scenery.below if board.scenery else _below)(board, placed)]
    parts += [_ground(board, spot) for spot in areas]
    parts += [*relief(board), *textures(board, placed), *scenery.waters(board, placed), *_shade(board, placed)]
    parts += [*rivers(board, placed), *links(board, placed), *roads(board, placed),
              *scenery.names(board, placed)]
    parts += [_ground(board, spot) for spot in spots if spot.is_spot]
    parts += [part for edge in board.edges for part in _edge(board, placed, edge)]
    parts += names(board, placed)
    parts += [_site(spot) for spot in spots]
    parts += [part for spot in spots for part in _label(spot)]
    return tag("g", *parts, class_="board")


def in_pieces(board: Board) -> tuple[str, ...]:
    """The same layer in pieces, of which large ones stay when what is drawn over them changes (a blown bridge)."""
    if not city.is_city(board):
        return (paint(board),)
    return tuple(tag("g", piece, class_="board") for piece in _city(board, layout(board)))


def _city(board: Board, placed: Layout) -> tuple[str, ...]:
    quarters = (_ground(board, spot) for spot in placed.spots.values())
    return ("".join((*city.below(board, placed), *quarters)), "".join(city.quarters(board, placed)),
            "".join(_over(board, placed)))


def _over(board: Board, placed: Layout) -> Iterator[str]:
    """Over a map of quarters, in whose streets the river runs: bridges, signs, names."""
    spots = placed.spots.values()
    for edge in board.edges:
        if "bridge" in edge.kind and all(end in placed.spots for end in edge.ends):
            a, b = (around(placed.spots[end].ring).middle for end in edge.ends)
            yield city.bridge(a, b, "blown" in edge.kind)
    yield from city.signs(board, placed)
    yield from (_site(spot) for spot in spots)
    yield from (part for spot in spots for part in _label(spot))


def _below(board: Board, placed: Layout) -> Iterator[str]:
    """The table under a map that has no scenery, and a rim around its areas."""
    areas = [spot.ring for spot in placed.spots.values() if not spot.is_spot]
    yield tag("rect", x=0, y=0, width=placed.frame.width, height=placed.frame.height, fill=OFF_MAP if areas else TABLE)
    for ring in areas:
        yield tag("path", d=path(ring, True), fill=HALO, stroke=HALO, stroke_width=16, stroke_linejoin="round")


def _ground(board: Board, spot: Spot) -> str:
    terrain = terrain_of(board, spot.place)
    fill = ground_paint(terrain, PAPER)
    if not spot.is_spot:
        rim = {"stroke_dasharray": "7 4"} if spot.place.foreign else {}
        return tag("path", d=path(spot.ring, True), fill=scenery.LAND if spot.place.foreign else fill, stroke=BORDER,
                   stroke_width=BORDER_WIDE, stroke_linejoin="round", data_ground=spot.place.id, **rim)
    (left, top), (right, bottom) = spot.ring[0], spot.ring[2]
    if city.is_city(board):
        rim = {} if spot.place.terrain else {"stroke_dasharray": "9 5"}
        return tag("rect", x=left, y=top, width=right - left, height=bottom - top, rx=2, fill=fill,
                   stroke=mixed(fill, EDGE, 45) if spot.place.terrain else INK,
                   stroke_width=QUARTER_WIDE if spot.place.terrain else 2.2, **rim)
    return tag("rect", x=left, y=top, width=right - left, height=bottom - top, rx=7, fill=spot_fill(fill),
               stroke=mixed(fill, EDGE, 45), stroke_width=CARD_WIDE)


def larger_card(board: Board, spot: Spot, card: Bounds) -> str:
    """A card that has grown, with its sign and its name where they were."""
    return _ground(board, replace(spot, ring=card.corners)) + _site(spot) + "".join(_label(spot))


def spot_fill(fill: str) -> str:
    """A spot is a shade lighter than an area of the same ground."""
    return mixed(fill, LIGHTER, 25)


def terrain_of(board: Board, place: Place) -> Terrain | None:
    return next((t for t in board.terrains if t.id == place.terrain), None)


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


def _shade(board: Board, placed: Layout) -> Iterator[str]:
    """What an escarpment throws to its low side."""
    drawn = dict.fromkeys(SHADES, "")
    for edge in board.edges:
        low = next((end for end in edge.ends if edge.high and end != edge.high), "")
        if low in placed.spots and edge.high in placed.spots:
            there = placed.spots[low]
            for p, q in common_border(board, placed.spots[edge.high].place, there.place):
                side = placed.frame.at(p), placed.frame.at(q)
                out = _downhill(*side, there.ring)
                for wide in SHADES:
                    far = wide / 2
                    drawn[wide] += path([(x + out[0] * far, y + out[1] * far) for x, y in side])
    for wide, d in drawn.items():
        if d:
            yield tag("path", d=d, fill="none", stroke=SHADE, stroke_width=wide, stroke_opacity="0.07")


def _downhill(p: Point, q: Point, low: Sequence[Point]) -> Point:
    """The direction from a side into the lower ring."""
    across, down = unit(p, q)
    x, y = toward(p, q, 0.5)
    return (-down, across) if contains(low, (x - down * 2, y + across * 2)) else (down, -across)


def _ticks(p: Point, q: Point, low: Sequence[Point]) -> Iterator[str]:
    """Teeth from a side into the lower ring."""
    length = distance(p, q)
    if length < 3:
        return
    (across, down), out = unit(p, q), _downhill(p, q, low)
    many = max(1, int(length // 7))
    for i in range(many):
        x, y = toward(p, q, (2 * i + 1) / (2 * many))
        tip = x + out[0] * TICK, y + out[1] * TICK
        yield path([(x - across * 2, y - down * 2), (x + across * 2, y + down * 2), tip], True)


def _crossing(kind: str, a: Point, b: Point) -> Iterator[str]:
    """A mark on the line between two spots: a bridge (blown: crossed out), water, or the bare word of another kind."""
    x, y = toward(a, b, 0.5)
    turn = turned(x, y, *unit(a, b))
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
    shape = site_shape(spot.site, site.kind, site.code, CARD, INK)
    return shape + _port(spot.port) if spot.port else shape


@lru_cache(maxsize=1024)
def site_shape(box: Bounds, kind: str, code: str, fill: str, ink: str, letter: str = "") -> str:
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


def _port(box: Bounds) -> str:
    """An anchor at a site."""
    (x, y), anchor = box.middle, "M0 -4.2L0 4M-2 -2L2 -2M-3.6 1Q-3 4 0 4.2Q3 4 3.6 1"
    disc = tag("circle", cx=0, cy=0, r=5.2, fill="#e8f1f6", stroke="#22577a", stroke_width=0.8)
    lines = tag("path", d=anchor, fill="none", stroke="#22577a", stroke_width=1.3, stroke_linecap="round")
    return tag("g", disc, lines, transform=f"translate({number(x)} {number(y)}) scale(0.75)")


def _pointer(spot: Spot) -> str:
    """From the rim of a label beside its place to its site, or into it."""
    a, b = spot.meet, spot.label.middle
    part = reached(spot.label, a, b)
    if part is None:
        return ""
    start = (spot.site.width / 2 / (distance(a, b) or 1.0)) if spot.site else 0.0
    return path([toward(a, b, min(start, part)), toward(a, b, part)])


def _label(spot: Spot) -> Iterator[str]:
    if spot.is_outside and (d := _pointer(spot)):
        yield tag("path", d=d, stroke=POINTER, stroke_width=0.8)
    yield from written(spot)


def written(spot: Spot) -> Iterator[str]:
    """The lines of a label, in type with a light edge."""
    for line in spot.lines:
        yield words(line.at[0], line.at[1], line.text, line.size, text_anchor=line.anchor,
                    font_weight="bold" if line.is_name else "normal", fill=INK if line.is_name else SMALL,
                    stroke=PAPER, stroke_width=RIM, stroke_opacity=RIM_DENSE, stroke_linejoin="round",
                    paint_order="stroke")
