"""The layer that changes, painted: what is looked at, who holds sites, counters.

Belongs here: paint for what `stacks` has placed. Must not be here: the board, the choice of places.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from pbem.show.borders import common_border
from pbem.show.scene import Faction, Hexes, Highlight, Marker, Place, Point, Scene, is_hex_map
from pbem.show.svg.arrows import arrows
from pbem.show.svg.cluster import Cluster
from pbem.show.svg.counters import faces, faction_of, paint_of, placed
from pbem.show.svg.geometry import Bounds, around, distance, outside, reached, toward
from pbem.show.svg.ground import larger_card, site_shape
from pbem.show.svg.hexes.layout import shape
from pbem.show.svg.hexes.names import drawn_names
from pbem.show.svg.layout import layout
from pbem.show.svg.paint import paint as paint_by
from pbem.show.svg.spot import Layout, Spot
from pbem.show.svg.stacks import arrange
from pbem.show.svg.xml import CARD, INK, PAPER, escape, path, tag, words

AROUND = 8.0
"""So far at most paint goes over the places, sites and counters that it belongs to: rims, lines, heads of arrows."""
TEXT = 90.0  # half the length of the words on an arrow, at most
HEX_SHORT = 0.8  # how far from the middle of a hex an arrow to another begins and ends, in sizes of a hex
LOOK = {"from": "#38b6ff", "to": "#18c08f", "target": "#ff4fa3", "reach": "#e39a00"}
RIM = (("#ffffff", 8.0), ("#000000", 4.8))  # under the colour, so that an outline stands out from any ground
TINTED, WASH = 2.8, 0.16
COST = paint_by("#7a3d00", "#ffd28a", "#000000")


class PaintedPart(NamedTuple):
    """Some of the layer: its SVG, and a box that all its paint lies in."""

    drawn: str
    box: Bounds


def paint(scene: Scene) -> str:
    """The whole layer, its top left corner at 0, 0."""
    return tag("g", *(part.drawn for part in parts(scene)), class_="pieces")


def parts(scene: Scene) -> Iterator[PaintedPart]:
    """The layer in parts, in the order in which they are painted: most are the same in the next scene."""
    board = layout(scene.board)
    clusters = arrange(scene)
    yield from (PaintedPart(drawn, box.grown(AROUND)) for drawn, box in grown_cards(scene, board, clusters))
    if drawn := "".join(highlights(scene, board, clusters)):
        yield PaintedPart(drawn, _about(board, [h.place for h in scene.highlights], clusters))
    for id, drawn in holders(scene, board).items():
        yield PaintedPart(drawn, (board.spots[id].site or board.spots[id].label).grown(AROUND))
    if ways := list(arrows(scene, board, clusters)):
        points = [point for _, way in ways for point in way]
        wide = TEXT if any(arrow.text for arrow in scene.arrows) else 0.0
        yield PaintedPart("".join(drawn for drawn, _ in ways), around(points).grown(2 * AROUND + wide))
    yield from (PaintedPart(*one) for one in names(scene, clusters))
    for cluster in clusters:
        if cluster.leads:
            yield PaintedPart(leader(board, cluster), around([*cluster.box.corners, cluster.leads]).grown(AROUND))
    for cluster in clusters:
        yield PaintedPart(pieces_of_cluster(scene, cluster), cluster.box.grown(AROUND))


def _about(board: Layout, places: Sequence[str], clusters: Sequence[Cluster]) -> Bounds:
    """All of these places, with the counters that lie in them."""
    spots = [board.spots[id] for id in places if id in board.spots]
    corners = [corner for spot in spots for corner in (*spot.ring, spot.meet)]
    corners += [corner for cluster in clusters if cluster.place in places for corner in cluster.box.corners]
    return around(corners).grown(2 * AROUND)


def names(scene: Scene, clusters: Sequence[Cluster]) -> tuple[tuple[str, Bounds], ...]:
    """The names of ground over hexes, each with a box of all its paint: they make way for counters."""
    return drawn_names(scene.board, (cluster.box for cluster in clusters)) if is_hex_map(scene.board) else ()


def grown_cards(scene: Scene, board: Layout, clusters: Sequence[Cluster]) -> Iterator[tuple[str, Bounds]]:
    """Cards larger than they are printed, each with its box: below all that changes."""
    for cluster in clusters:
        if cluster.card:
            yield larger_card(scene.board, board.spots[cluster.place], cluster.card), cluster.card


def holders(scene: Scene, board: Layout) -> dict[str, str]:
    """Who holds a site, by place: its sign in their colour with their letter; small and light while it is face down."""
    held: dict[str, str] = {}
    for marker in scene.markers:
        spot = board.spots.get(marker.place)
        if not marker.control or spot is None or spot.site is None or spot.place.site is None:
            continue
        faction = faction_of(scene.board, marker.faction)
        held[marker.place] = held.get(marker.place, "") + _holder(spot.place, spot.site, marker, faction)
    return held


@lru_cache(maxsize=1024)
def _holder(place: Place, box: Bounds, marker: Marker, faction: Faction) -> str:
    assert place.site is not None
    letter = faction.code[:2] if marker.face == "up" else faction.code[:2].lower()
    ground, ink = faces(paint_of(faction), marker.face)
    if not marker.faction:  # a marker that nobody holds: the site as it is printed
        ground, ink, letter = CARD, INK, ""
    shape = site_shape(box, place.site.kind, place.site.code, ground, ink, letter)
    said = f"{place.name}: {faction.name or 'nobody'}, {marker.name}"
    said += " (face down)" if marker.face == "down" else ""
    return tag("g", f"<title>{escape(said)}</title>", shape, data_holder=marker.place)


def pieces_of_cluster(scene: Scene, cluster: Cluster) -> str:
    place = next(place for place in scene.board.places if place.id == cluster.place)
    parts = [f"<title>{escape(place.name)}</title>"]
    if cluster.leads:
        box = cluster.box
        parts.append(tag("rect", x=box.left, y=box.top, width=box.width, height=box.height, rx=4, fill=PAPER,
                         stroke=INK, stroke_width=0.9))
    if cluster.between:
        parts.append(tag("path", d=path(cluster.between), stroke=INK, stroke_width=1.2, stroke_dasharray="3 2.4"))
    parts += [placed(counter, box.left, box.top, cluster.scale) for counter, box in cluster.positions()]
    return tag("g", *parts, data_place=cluster.place)


def leader(board: Layout, cluster: Cluster) -> str:
    """A line from a cluster beside its place into it."""
    spot = board.spots[cluster.place]
    start, end = cluster.box.middle, cluster.leads or spot.meet
    is_site = spot.site is not None and not spot.is_spot  # a card has its sign in a corner
    if is_site and spot.site:  # up to its rim: what is written in it stays free
        length = distance(start, end) or 1.0
        end = toward(start, end, max(0.0, 1 - (spot.site.width / 2 + 1) / length))
    line = tag("path", d=path([start, end]), stroke=INK, stroke_width=1.4, fill="none")
    return line + ("" if is_site else tag("circle", cx=end[0], cy=end[1], r=2.6, fill=INK))


def highlights(scene: Scene, board: Layout, clusters: tuple[Cluster, ...]) -> Iterator[str]:
    """Outlines of the places to look at, and an arrow from where something comes to where it goes."""
    crowded, board = {cluster.place for cluster in clusters}, _with_grown(board, clusters)
    on_board = [h for h in scene.highlights if h.place in board.spots]
    for highlight in on_board:
        if highlight.kind == "reach":
            yield _washed(board.spots[highlight.place], highlight.text, highlight.place in crowded, scene.board.hexes)
    known = sorted((h for h in on_board if h.kind != "reach"), key=lambda h: h.kind == "target")  # its rim on top
    for highlight in known:
        spot = board.spots[highlight.place]
        d = _outline(board, spot)
        yield outlined(d, highlight.kind)
    if is_hex_map(scene.board):
        yield from _lines_to(known, board, HEX_SHORT * shape(scene.board).size)
        return
    boxes = {cluster.place: cluster.box for cluster in clusters if not cluster.leads}
    led_to = {arrow.places[-1] for arrow in scene.arrows if len(arrow.places) > 1}  # the way there is drawn already
    for start in [board.spots[h.place] for h in known if h.kind == "from"]:
        for highlight in known:
            is_seen = common_border(scene.board, start.place, board.spots[highlight.place].place)  # by both outlines
            if highlight.kind != "from" and highlight.place not in {start.place.id, *led_to} and not is_seen:
                yield _from_to(start, board.spots[highlight.place], boxes.get(highlight.place), LOOK[highlight.kind])


def _with_grown(board: Layout, clusters: Sequence[Cluster]) -> Layout:
    """The layout with cards as large as they have grown."""
    larger = {c.place: replace(board.spots[c.place], ring=c.card.corners) for c in clusters if c.card}
    return replace(board, spots=board.spots | larger) if larger else board


def outlined(d: str, kind: str) -> str:
    """Three lines, white, black and of its kind: by that, by dashes and by a wash they differ, whoever looks."""
    wash = {"fill": LOOK[kind], "fill_opacity": WASH} if kind == "target" and d.count("M") == 1 else {"fill": "none"}
    dashes = {"stroke_dasharray": "10 5"} if kind == "from" else {}
    rim = (tag("path", d=d, fill="none", stroke=stroke, stroke_width=wide, stroke_linejoin="round")
           for stroke, wide in RIM)
    return tag("g", *rim, tag("path", d=d, stroke=LOOK[kind], stroke_width=TINTED, stroke_linejoin="round",
                              **wash, **dashes), data_look=kind)


def _outline(board: Layout, spot: Spot) -> str:
    """Around a box; along the outline of an area, but not over the boxes that stand on it."""
    if spot.is_spot:
        return path(around(spot.ring).grown(3.5).corners, True)
    cards = [box for box in (around(s.ring) for s in board.spots.values() if s.is_spot) if box.meets(around(spot.ring))]
    lines = outside(spot.ring, cards) if cards else []
    is_whole = not cards or (len(lines) == 1 and lines[0][0] == lines[0][-1])
    return path(spot.ring, True) if is_whole else "".join(path(line) for line in lines)


def _lines_to(known: Sequence[Highlight], board: Layout, short: float) -> Iterator[str]:
    """Thin arrows between hexes, clear of the counters at both ends; none between hexes side by side."""
    for start in [board.spots[h.place].meet for h in known if h.kind == "from"]:
        for highlight in known:
            end = board.spots[highlight.place].meet
            long = distance(start, end)
            if highlight.kind != "from" and long > 2 * short + 10:
                yield _arrow(toward(start, end, short / long), toward(end, start, short / long),
                             LOOK[highlight.kind], 0.5)


def _washed(spot: Spot, text: str, is_crowded: bool, hexes: Hexes | None) -> str:
    """A place within reach, in a light colour, with what it costs: in the middle, or beside the counters in it.

    That is at their right; in a hex with a flat top, where there is no room, below them.
    """
    ground = tag("path", d=path(spot.ring, True), fill=LOOK["reach"], fill_opacity=0.3, stroke=LOOK["reach"],
                 stroke_width=1.5, stroke_linejoin="round")
    box, size = around(spot.ring), 1.2 * spot.lines[0].size if spot.lines else 9.0  # a little larger than the number
    x, y = box.middle[0], box.middle[1] + 0.45 * size
    if is_crowded and hexes is not None and hexes.flat_top:
        y, size = box.bottom - 0.2, size * 0.85
    elif is_crowded:
        x = box.right - 0.16 * box.width
    return ground + words(x, y, text[:6], size, text_anchor="middle",
                          font_weight="bold", fill=COST, stroke=PAPER, stroke_width=2, paint_order="stroke")


def _from_to(start: Spot, end: Spot, box: Bounds | None, stroke: str) -> str:
    """An arrow up to the counters that are meant, or into the place."""
    a, b = start.meet, box.middle if box else around(end.ring).middle
    if start.site:
        a = toward(a, b, min(1.0, start.site.width / 2 / (distance(a, b) or 1.0)))
    part = reached(box, a, b) if box else None
    return _arrow(a, toward(a, b, part) if part else b, stroke)


def _arrow(a: Point, b: Point, stroke: str, wide: float = 1.0) -> str:
    length = distance(a, b)
    if length < 20 * wide:
        return ""
    across, down = (b[0] - a[0]) / length * wide, (b[1] - a[1]) / length * wide
    neck = toward(a, b, 1 - 15 * wide / length)
    head = [(neck[0] - down * 9, neck[1] + across * 9), b, (neck[0] + down * 9, neck[1] - across * 9)]
    shaft = [(a[0] - down * 2, a[1] + across * 2), (neck[0] - down * 4, neck[1] + across * 4), *head,
             (neck[0] + down * 4, neck[1] - across * 4), (a[0] + down * 2, a[1] - across * 2)]
    return tag("path", d=path(shaft, True), fill=stroke, fill_opacity=0.75, stroke="#ffffff", stroke_width=1.5)
