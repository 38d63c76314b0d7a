"""What lies on what in a picture of a board, by the boxes of all that stands there: geometry, no pixels.

Belongs here: counters over names, signs, heads of arrows and each other, call-outs over ground of others. Must not be
here: tests, how anything is placed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from pbem.show.scene import Scene, is_hex_map
from pbem.show.svg.arrows import HEAD, points_of
from pbem.show.svg.cluster import Cluster
from pbem.show.svg.counters import CELL, EDGE
from pbem.show.svg.geometry import Bounds, around, contains, toward
from pbem.show.svg.hexes.ground import signs_of
from pbem.show.svg.hexes.layout import moved, shape
from pbem.show.svg.hexes.names import names
from pbem.show.svg.layout import layout
from pbem.show.svg.spot import Layout

SLIP = 0.75  # how far boxes may meet, in units of a board 1,200 wide: half the width of a rim
GROUND = 0.1  # of a call-out may reach over other ground, as its rim does
LONG = 90.0  # a line of a call-out that is longer is hard to follow


def counter_boxes(clusters: Iterable[Cluster]) -> Iterator[tuple[str, str, Bounds]]:
    """Place, words and box of each counter as it is painted."""
    for cluster in clusters:
        for counter, cell in cluster.positions():
            edge = EDGE * cell.width / CELL
            yield cluster.place, counter.title, cell.grown(-edge)


def on_each_other(clusters: tuple[Cluster, ...]) -> list[str]:
    """Counters that lie on each other and are not of one fan, and call-outs on counters."""
    boxes = list(counter_boxes(clusters))
    fans = {cluster.place for cluster in clusters if cluster.fan}
    found = [f"{a} {b}: {one} / {two}" for i, (a, one, box) in enumerate(boxes) for b, two, other in boxes[i + 1:]
             if (a != b or a not in fans) and box.grown(-SLIP).meets(other)]
    return found + [f"call-out of {cluster.place} / {place}: {title}" for cluster in clusters if cluster.leads
                    for place, title, box in boxes if place != cluster.place and cluster.box.meets(box.grown(-SLIP))]


def on_print(scene: Scene, clusters: tuple[Cluster, ...]) -> list[str]:
    """Counters on names, signs, codes: of any place, but for the number of a hex's own."""
    placed = layout(scene.board)
    printed = dict(_printed_in_hexes(scene, placed, clusters) if is_hex_map(scene.board) else _printed(placed))
    return [f"{place}: {title} / {what}" for place, title, box in counter_boxes(clusters)
            for what, other in printed.items() if box.grown(-SLIP).meets(other)]


def _printed(placed: Layout) -> Iterator[tuple[str, Bounds]]:
    for id, spot in placed.spots.items():
        yield from ((f"{what} of {id}", box) for what, box in (
            ("name", spot.label), ("site", spot.town), ("sign", spot.sign), ("code", spot.number)) if box)


def _printed_in_hexes(scene: Scene, placed: Layout, clusters: tuple[Cluster, ...]) -> Iterator[tuple[str, Bounds]]:
    form = shape(scene.board)
    for id, spot in placed.spots.items():
        slots = form.slots()
        yield from ((f"sign {i} of {id}", moved(slots[i], *spot.meet)) for i, _ in enumerate(signs_of(spot.place)))
        yield f"number of {id}", spot.label
    yield from ((f"name {name.text}", name.box) for name in names(scene.board, [one.box for one in clusters]))


def on_heads(scene: Scene, clusters: tuple[Cluster, ...]) -> list[str]:
    """Counters on the heads of arrows."""
    return [f"{title} in {place} / head of {' - '.join(way)}" for place, title, box in counter_boxes(clusters)
            for way, head in _heads(scene, clusters).items() if box.grown(-SLIP).meets(head)]


def heads_on_print(scene: Scene, clusters: tuple[Cluster, ...]) -> list[str]:
    """Heads of arrows on names and signs, which are written over them; in hexes signs and names give way."""
    printed = [] if is_hex_map(scene.board) or not scene.arrows else list(_printed(layout(scene.board)))
    return [f"head of {' - '.join(way)} / {what}" for way, head in _heads(scene, clusters).items()
            for what, box in printed if box.meets(head)]


def heads_on_cards(scene: Scene, clusters: tuple[Cluster, ...]) -> list[str]:
    """Heads of arrows on the card of a place that they neither come from nor lead to."""
    larger = {one.place: one.card for one in clusters if one.card}
    cards = {id: larger.get(id) or around(spot.ring) for id, spot in layout(scene.board).spots.items() if spot.is_spot}
    return [f"head of {' - '.join(way)} / card of {id}" for way, head in _heads(scene, clusters).items()
            for id, card in cards.items() if id not in (way[0], way[-1]) and head.meets(card)]


def _heads(scene: Scene, clusters: tuple[Cluster, ...]) -> dict[tuple[str, ...], Bounds]:
    placed, heads = layout(scene.board), {}
    for arrow in scene.arrows:
        points = points_of(scene.board, placed, clusters, arrow.places, arrow.kind)
        if len(points) > 1:
            end, before = points[-1], points[-2]
            length = sum((a - b) ** 2 for a, b in zip(end, before, strict=True)) ** 0.5 or 1.0
            heads[arrow.places] = around([end, toward(end, before, min(1.0, HEAD / length))]).grown(0.5)
    return heads


def far_away(clusters: tuple[Cluster, ...]) -> list[str]:
    """Call-outs whose line from their rim to where they belong is long."""
    found = []
    for cluster in clusters:
        if cluster.leads:
            (x, y), box = cluster.leads, cluster.box
            across, down = max(box.left - x, x - box.right, 0.0), max(box.top - y, y - box.bottom, 0.0)
            if (across ** 2 + down ** 2) ** 0.5 > LONG:
                found.append(cluster.place)
    return found


def on_others_ground(scene: Scene, clusters: tuple[Cluster, ...]) -> list[str]:
    """Call-outs over a place of the country that is not their own."""
    placed = layout(scene.board)
    if is_hex_map(scene.board):
        return []
    return [f"{cluster.place} over {id}" for cluster in clusters if cluster.leads
            for id in _below(cluster.box, placed, cluster.place) if not placed.spots[id].place.foreign]


def _below(box: Bounds, placed: Layout, own: str) -> list[str]:
    """The places under a box, each with more of it than a rim."""
    points = [(box.left + box.width * (i + .5) / 12, box.top + box.height * (j + .5) / 12)
              for i in range(12) for j in range(12)]
    cards = {id: spot for id, spot in placed.spots.items() if spot.is_spot and around(spot.ring).meets(box)}
    areas = {id: spot for id, spot in placed.spots.items() if not spot.is_spot and around(spot.ring).meets(box)}
    counts: dict[str, int] = {}
    for point in points:
        for spots in (cards, areas):
            under = [id for id, spot in spots.items() if contains(spot.ring, point)]
            if under:
                counts[under[0]] = counts.get(under[0], 0) + 1
                break
    return [id for id, many in counts.items() if id != own and many > GROUND * len(points)]


def on_cards(scene: Scene, clusters: tuple[Cluster, ...]) -> list[str]:
    """Cards that have grown over another card, a name, a sign, or counters of another place."""
    placed = layout(scene.board)
    printed = [] if is_hex_map(scene.board) else list(_printed(placed))
    printed += [(f"card of {id}", around(spot.ring)) for id, spot in placed.spots.items() if spot.is_spot]
    printed += [(f"counters of {one.place}", one.held) for one in clusters]
    return [f"{one.place}: {what}" for one in clusters if one.card for what, box in printed
            if not what.endswith(f" of {one.place}") and box.meets(one.card)]


def left_cards(scene: Scene, clusters: tuple[Cluster, ...]) -> list[str]:
    """Cards whose counters lie beside them."""
    spots = layout(scene.board).spots
    return [cluster.place for cluster in clusters if spots[cluster.place].is_spot
            and not cluster.box.inside((cluster.card or around(spots[cluster.place].ring)).grown(SLIP))]


def faults(scene: Scene, clusters: tuple[Cluster, ...]) -> Mapping[str, list[str]]:
    """All that is covered in a picture of a scene, by kind."""
    return {
        "counters on each other": on_each_other(clusters), "counters on print": on_print(scene, clusters),
        "counters on heads": on_heads(scene, clusters), "heads on print": heads_on_print(scene, clusters),
        "heads on cards": heads_on_cards(scene, clusters),
        "call-outs on ground": on_others_ground(scene, clusters),
        "cards on others": on_cards(scene, clusters), "counters beside their card": left_cards(scene, clusters),
    }
