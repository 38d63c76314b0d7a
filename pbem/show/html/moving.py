"""What lies on the board from frame to frame: only the places that changed, counters by number.

Clusters stay where they are as long as they can, and are put in order anew at the start of each turn.
Belongs here: the layer of pieces as changes. Must not be here: how anything looks (`pbem.show.svg`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pbem.show.grounds import ground_of
from pbem.show.html.tables import Tables
from pbem.show.scene import Arrow, Board, Scene, is_hex_map
from pbem.show.svg import ground, least_type, map_size
from pbem.show.svg.arrows import points_of
from pbem.show.svg.cluster import Cluster
from pbem.show.svg.counters import paint_of
from pbem.show.svg.geometry import around
from pbem.show.svg.layout import layout
from pbem.show.svg.pieces import grown_cards, highlights, holders, leader, names
from pbem.show.svg.spot import Spot
from pbem.show.svg.stacks import arrange
from pbem.show.svg.xml import number, on, path

NOTHING = -1
ROW = 60.0  # of two places whose middles are in one such strip, the left is read first


class Moving:
    """The board and what lies on it, scene by scene."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._scene: Scene | None = None
        self._clusters: dict[str, Cluster] = {}
        self._shown: dict[str, dict[str, int]] = {"clusters": {}, "holders": {}}
        self._board: int | None = None
        self._looks: list[int] = []
        self._names: list[int] = []
        self._ways: list[int] = []

    def changes(self, scene: Scene) -> dict[str, Any]:
        """What differs from the scene before: places with the number of what is there now, or `NOTHING`."""
        before, self._scene = self._scene, scene
        found: dict[str, Any] = {}
        if before is None or before.board is not scene.board:
            self._see_board(scene.board, found)
        is_alike = before is not None and before.stacks is scene.stacks and before.markers is scene.markers
        if not is_alike or "board" in found:
            is_fresh = before is None or before.turn != scene.turn or "board" in found
            placed = arrange(scene, {} if is_fresh else self._clusters)
            known, self._clusters = self._clusters, {cluster.place: cluster for cluster in placed}
            shown = {} if "board" in found else self._shown["clusters"]
            self._replace(found, "clusters", {
                id: shown[id] if id in shown and known.get(id) == c else self._cluster(scene, c)
                for id, c in self._clusters.items()
            })  # fmt: skip
            drawn = holders(scene, layout(scene.board))
            self._replace(found, "holders", {id: self._tables.drawing(svg) for id, svg in drawn.items()})
            written = [self._tables.drawing(svg) for svg, _ in names(scene, placed)]
            if written != self._names or "board" in found:
                found["names"] = self._names = written
        ways = [self._arrow(scene.board, arrow) for arrow in scene.arrows]  # round the counters as they lie now
        if ways != self._ways:
            found["arrows"] = self._ways = ways
        looks = self._highlights(scene)
        if looks != self._looks:
            found["looks"] = self._looks = looks
        return found

    def _see_board(self, board: Board, found: dict[str, Any]) -> None:
        text, painted = self._tables.text, self._tables.painted
        factions = [
            [text(f.id), text(f.name), painted(paint_of(f)), painted(on(paint_of(f))),
             *map(text, (f.code, f.alliance or f.id, f.wants))]
            for f in board.factions
        ]
        value = {
            "size": list(map_size(board)),
            "svg": [self._tables.drawing(piece) for piece in ground.in_pieces(board)],
            "least": least_type(board),
            "hexes": is_hex_map(board),
            "title": self._tables.text(board.title),
            "factions": factions,
            "places": [self._place(board, spot) for spot in in_reading_order(layout(board).spots.values())],
        }
        seen = self._tables.boards.number(value)
        if seen != self._board:
            self._board = found["board"] = seen

    def _arrow(self, board: Board, arrow: Arrow) -> int:
        """The number of its row: kind, faction, text, places; the page draws it as `pbem.show.svg.arrows` does.

        Then its points, if they are not just where roads meet in these places.
        """
        text, placed = self._tables.text, layout(board)
        value: list[Any] = [arrow.kind, text(arrow.faction), text(arrow.text), [text(id) for id in arrow.places]]
        points = points_of(board, placed, tuple(self._clusters.values()), arrow.places, arrow.kind)
        if points != [placed.spots[id].meet for id in arrow.places if id in placed.spots]:
            value.append([[round(part) for part in point] for point in points])
        return self._tables.row(value)

    def _place(self, board: Board, spot: Spot) -> list[Any]:
        """Id, name, its ground in brackets, left, top, right, bottom, where roads meet, the `d` of its outline.

        That is empty if the board has it, or it is a box.
        """
        words = (spot.place.id, spot.place.name, ground_of(board, spot.place))
        corners = [float(number(side)) for side in around(spot.ring)]
        ring = path(spot.ring, True) if is_hex_map(board) else ""  # areas are drawn one by one, spots are boxes
        meet = [float(number(part)) for part in spot.meet]
        return [*map(self._tables.text, words), *corners, *meet, ring]

    def _cluster(self, scene: Scene, cluster: Cluster) -> int:
        """Place, left, top, columns, scale, its line (or `NOTHING`), counters; the height and the steps of a fan.

        Between enemies, the height, two zeros (or the steps of fans), how many are of the first side, the width. Else
        the step of a fan to the right is left out if it is the step up.
        """
        tables = self._tables
        counters = [tables.counter(c.title, c.drawn) for c in cluster.counters]
        line = tables.drawing(leader(layout(scene.board), cluster)) if cluster.leads else NOTHING
        left, top = float(number(cluster.box.left)), float(number(cluster.box.top))
        place = tables.text(cluster.place)
        value: list[Any] = [place, left, top, cluster.columns, cluster.scale, line, counters]
        if cluster.fan:
            value += [float(number(cluster.box.height)), float(number(cluster.fan))]
            value += [float(number(cluster.fan * cluster.lean))] if cluster.lean != 1 or cluster.split else []
            value += [cluster.split, float(number(cluster.box.width))] if cluster.split else []
        elif cluster.split:
            value += [float(number(cluster.box.height)), 0, 0, cluster.split, float(number(cluster.box.width))]
        return tables.clusters.number(value)

    def _replace(self, found: dict[str, Any], name: str, now: Mapping[str, int]) -> None:
        before = self._shown[name]
        changed = [[self._tables.text(id), number] for id, number in now.items() if before.get(id) != number]
        changed += [[self._tables.text(id), NOTHING] for id in before if id not in now]
        if changed:
            found[name] = changed
        self._shown[name] = dict(now)

    def _highlights(self, scene: Scene) -> list[int]:
        board = layout(scene.board)
        clusters = tuple(self._clusters.values())
        cards = [svg for svg, _ in grown_cards(scene, board, clusters)]
        drawn = highlights(scene, board, clusters) if scene.highlights else ()
        return [self._tables.drawing(svg) for svg in (*cards, *drawn) if svg]


def in_reading_order(spots: Iterable[Spot]) -> list[Spot]:
    """From row to row, each from left to right."""
    return sorted(spots, key=lambda spot: (around(spot.ring).middle[1] // ROW, around(spot.ring).middle[0]))
