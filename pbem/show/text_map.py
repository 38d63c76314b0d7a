"""The board as a grid of characters: places by short code where they lie, roads as lines, stacks beside their place.

A place is a label (`NLIh#U`: code, terrain with its grade, site, who holds it - small letter: not usable yet); under it
stands who is there (`[U:AB]U3`: columns A and B and three loose pieces of U). Crowded parts of the map are drawn larger
than empty ones, so nothing is to scale, but left stays left and above stays above. Labels keep their place whatever
lies on the board. If there is no room for a stack the label gets a `+`: the list below the map has it.
Belongs here: layout. Must not be here: lists, rules, a game's words. Source: README "The scene".
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pbem.show.borders import common_border
from pbem.show.ink import InkGrid, Span
from pbem.show.on_board import is_fleet
from pbem.show.scene import Board, Edge, Piece, Place, Point, Scene, outline

GROUND, RESERVED, LINE, LABEL = 1, 2, 3, 4
STACK_WIDTH = 7
ROOT_3 = 1.7320508
EVEN = 0.55  # how much of the drawing serves crowded parts: 0 to scale, 1 every row and column alike filled

WATER = ("river", "stream")
ROAD = {(0, 1): "-", (1, 0): "|", (1, 1): "\\", (1, -1): "/"}


@dataclass(frozen=True)
class _Label:
    row: int
    column: int
    spans: tuple[Span, ...]

    @property
    def width(self) -> int:
        return _width(self.spans)

    @property
    def middle(self) -> tuple[int, int]:
        return self.row, self.column + self.width // 2


def draw_map(scene: Scene, *, width: int = 100, colour: bool = False, ascii: bool = False) -> list[str]:
    """The lines of the map; its height is what suits the board's shape. The scene's texts must be clean."""
    return _Map(scene, width, "." if ascii else "·").draw().lines(colour)


class _Map:
    def __init__(self, scene: Scene, width: int, dot: str) -> None:
        board = scene.board
        self.scene, self.board, self.dot = scene, board, dot
        wide, tall = (board.high[i] - board.low[i] or 1.0 for i in (0, 1))
        lines = width * tall / wide / 2  # a character is twice as high as wide
        if board.hexes is not None:
            lines = 2 * tall / board.hexes.size / (ROOT_3 if board.hexes.flat_top else 1.5) + 1
        self.grid = InkGrid(width, max(8, min(70, round(lines))))
        even = 0.0 if board.hexes else EVEN
        self._x = _warp([p.at[0] for p in board.places], board.low[0], board.high[0], self.grid.width - 1, even)
        self._y = _warp([p.at[1] for p in board.places], board.low[1], board.high[1], self.grid.height - 1, even)
        self.terrains = {t.id: t for t in board.terrains}
        self.factions = {f.id: f for f in board.factions}
        self.holders = {m.place: m for m in scene.markers if m.control}
        self.labels: dict[str, _Label] = {}

    def draw(self) -> InkGrid:
        self._place_labels()
        self._draw_ground()
        self._draw_lines()
        for label in self.labels.values():
            self.grid.write(label.row, label.column - 1, [(" ", ""), *label.spans, (" ", "")], GROUND)
            self.grid.write(label.row, label.column, label.spans, LABEL)
        self._place_stacks()
        self._draw_highlights()
        return self.grid

    def cell(self, point: Point) -> tuple[int, int]:
        """Row and column of a point of the board."""
        return round(self._y(point[1])), round(self._x(point[0]))

    # ------------------------------------------------------------------ labels

    def _place_labels(self) -> None:
        """Puts every label as near to its centre as there is room for it and for a stack under it."""
        full = {place.id: self._spell(place) for place in self.board.places}
        room = self.grid.width * self.grid.height / max(1, len(full))
        if room < 2.2 * max(map(_width, full.values()), default=0):  # a board of many hexes: no codes, nothing moves
            for place in self.board.places:
                row, column = self.cell(place.at)
                self.labels[place.id] = _Label(row, column, full[place.id][1:] or full[place.id])
            return
        crowded = sorted(self.board.places, key=lambda p: (_nearest(p, self.board.places), p.id))
        for place in crowded:
            spans = full[place.id]
            row, column = self._room(self.cell(place.at), _width(spans))
            self.labels[place.id] = _Label(row, column, spans)
            self.grid.claim(row, column, _width(spans), LABEL)
            self.grid.claim(row + 1, column, max(_width(spans), STACK_WIDTH), RESERVED)

    def _spell(self, place: Place) -> tuple[Span, ...]:
        terrain = self.terrains.get(place.terrain)
        spans = [(place.code, "bold")]
        if terrain:
            spans.append((terrain.code + place.grade, terrain.colour))
        if place.site:
            holder = self.holders.get(place.id)
            faction = self.factions.get(holder.faction) if holder else None
            sign = (faction.code.lower() if holder and holder.face == "down" else faction.code) if faction else ""
            spans.append((place.site.code + sign, faction.colour if faction else ""))
        return tuple(spans)

    def _room(self, centre: tuple[int, int], width: int) -> tuple[int, int]:
        """Row and column of the nearest room for a label; with room for a stack if there is any near."""
        row, column = centre[0], centre[1] - width // 2
        column = max(0, min(column, self.grid.width - width))
        offsets = sorted((2 * abs(r) + abs(c), r, c) for r in range(-2, 3) for c in range(-6, 7))
        for stack, layer in ((True, RESERVED), (False, RESERVED), (False, LABEL)):
            for _, r, c in offsets:
                at = row + r, column + c
                if self._is_room(*at, width, stack, layer):
                    return at
        return row, column

    def _is_room(self, row: int, column: int, width: int, stack: bool, layer: int) -> bool:
        before = 1 if column else 0
        after = 1 if column + width < self.grid.width else 0
        below = min(max(width, STACK_WIDTH), self.grid.width - column)
        return (self.grid.inside(row, column, width)
                and self.grid.free(row, column - before, width + before + after, layer)
                and (not stack or self.grid.free(row + 1, column, below, RESERVED)))

    # ------------------------------------------------------------------ ground and lines

    def _draw_ground(self) -> None:
        """Dotted borders of areas; marked ones (escarpments) by their own sign."""
        if self.board.hexes is not None:
            return
        marked = {tuple(sorted(edge.ends)): edge for edge in self.board.edges}
        places = {place.id: place for place in self.board.places}
        for place in self.board.places:
            ring = outline(self.board, place)
            for a, b in zip(ring, ring[1:] + ring[:1], strict=True):
                for row, column, _ in self._walk(self.cell(a), self.cell(b)):
                    self.grid.write(row, column, [(self.dot, "dim")], GROUND)
        for edge in marked.values():
            one, other = (places[end] for end in edge.ends)
            for a, b in _edge_sides(self.board, edge, one, other):
                for row, column, _ in self._walk(self.cell(a), self.cell(b)):
                    self.grid.write(row, column, [("^", "dim")], GROUND)

    def _draw_lines(self) -> None:
        for line in self.board.lines:
            if line.points:
                points = [self.cell(point) for point in line.points]
            elif line.ends and all(end in self.labels for end in line.ends):
                points = [self.labels[end].middle for end in line.ends]
            else:
                continue
            for a, b in pairwise(points):
                for row, column, step in self._walk(a, b):
                    sign = "~" if line.kind in WATER else ROAD[step]
                    self.grid.write(row, column, [(sign, "#b08040" if sign != "~" else "#4080c0")], LINE)

    def _walk(self, a: tuple[int, int], b: tuple[int, int]) -> Iterator[tuple[int, int, tuple[int, int]]]:
        """The cells from a to b, downwards, each with the step that leads on."""
        if a > b:
            a, b = b, a
        rows, columns = b[0] - a[0], b[1] - a[1]
        length = max(rows, abs(columns), 1)
        for i in range(length + 1):
            row, column = a[0] + _round(rows * i, length), a[1] + _round(columns * i, length)
            after = a[0] + _round(rows * (i + 1), length), a[1] + _round(columns * (i + 1), length)
            step = after[0] - row, after[1] - column
            yield row, column, step if step in ROAD else (0, 1)

    # ------------------------------------------------------------------ stacks

    def _place_stacks(self) -> None:
        """Who is where: under the label, else above or beside it, else in letters, else a `+` at the label."""
        extras: dict[str, str] = {}
        for marker in self.scene.markers:
            if not marker.control and marker.code:
                extras[marker.place] = extras.get(marker.place, "") + marker.code
        stacks = {stack.place: stack.pieces for stack in self.scene.stacks if stack.pieces}
        for id in sorted(stacks.keys() | extras.keys()):
            if id in self.labels:
                groups = self._groups(stacks.get(id, ()))
                if id in extras:
                    groups.append((f"+{extras[id]}", ""))
                self._put_stack(self.labels[id], groups)

    def _groups(self, pieces: Sequence[Piece]) -> list[Span]:
        groups: list[Span] = []
        for faction in dict.fromkeys(piece.faction for piece in pieces):
            mine = [piece for piece in pieces if piece.faction == faction]
            known = self.factions.get(faction)
            code = known.code if known else "?"
            columns = [piece.code for piece in mine if piece.column]
            loose = _number([p for p in mine if not p.column and p.face == "up" and not is_fleet(p)])
            fleets = _number([p for p in mine if is_fleet(p)])
            hidden = _number([p for p in mine if not p.column and p.face != "up"])
            text = f"[{code}:{('' if max(map(len, columns)) == 1 else ',').join(columns)}]" if columns else ""
            if loose or hidden or fleets:
                text += code + "+".join(number for number in (loose, hidden and hidden.rstrip("?") + "?") if number)
                text += f"~{fleets}" if fleets else ""
            groups.append((text, known.colour if known else ""))
        return groups

    def _put_stack(self, label: _Label, groups: list[Span]) -> None:
        short = [(text.strip("[").partition(":")[0][:1] + "*", style) for text, style in groups]
        for spans in (groups, short):
            if at := self._beside(label, _width(spans)):
                self._write_stack(*at, spans)
                return
        half = len(groups) // 2
        if half and (at := self._beside(label, _width(groups[:half]))):
            self._write_stack(*at, groups[:half])
            if at := self._beside(label, _width(groups[half:])):
                self._write_stack(*at, groups[half:])
                return
        self.grid.write(label.row, label.column + label.width, [("+", "bold")], LABEL)

    def _write_stack(self, row: int, column: int, spans: Sequence[Span]) -> None:
        """A stack with a blank on both sides, so that no road seems to be part of it."""
        self.grid.write(row, column - 1, [(" ", ""), *spans, (" ", "")], LINE)
        self.grid.claim(row, column, _width(spans), LABEL)

    def _beside(self, label: _Label, width: int) -> tuple[int, int] | None:
        row, left = label.row, label.column
        shifts = sorted(range(1 - width, label.width), key=lambda s: (abs(s + (width - label.width) // 2), s))
        below, above = ([(r, left + s) for s in [0, *shifts]] for r in (row + 1, row - 1))
        for at in [*below, *above, (row, left + label.width), (row, left - width)]:
            near = at[0] == row  # beside the label only a stack that touches it can be told from its neighbour's
            if self.grid.free(*at, width, LABEL) and (near or self._apart(*at, width)):
                return at
        return None

    def _apart(self, row: int, column: int, width: int) -> bool:
        left, right = self.grid.free(row, column - 1, 1, LABEL), self.grid.free(row, column + width, 1, LABEL)
        return (left or column == 0) and (right or column + width == self.grid.width)

    def _draw_highlights(self) -> None:
        signs = {"from": ("(", ")"), "to": (">", "<"), "target": ("!", "!"), "reach": ("=", "=")}
        for highlight in self.scene.highlights:
            if label := self.labels.get(highlight.place):
                before, after = signs[highlight.kind]
                for column, sign in ((label.column - 1, before), (label.column + label.width, after)):
                    if self.grid.free(label.row, column, 1, LABEL):
                        self.grid.write(label.row, column, [(sign, "bold")], LABEL)


def _warp(values: Iterable[float], low: float, high: float, cells: int, even: float) -> Callable[[float], float]:
    """From a coordinate to a cell: partly to scale, partly by rank, so that crowded parts get more room."""
    marks = sorted({low, *values, high})
    span = (high - low) or 1.0

    def cell(value: float) -> float:
        i = min(max(bisect_right(marks, value) - 1, 0), len(marks) - 2)
        step = (marks[i + 1] - marks[i]) or 1.0
        rank = (i + (value - marks[i]) / step) / (len(marks) - 1)
        return cells * ((1 - even) * (value - low) / span + even * rank)

    return cell


def _edge_sides(board: Board, edge: Edge, a: Place, b: Place) -> Iterable[tuple[Point, Point]]:
    return pairwise(edge.points) if edge.points else common_border(board, a, b)


def _nearest(place: Place, places: Sequence[Place]) -> float:
    (x, y), others = place.at, (p.at for p in places if p.id != place.id)
    return min(((x - other[0]) ** 2 + (y - other[1]) ** 2 for other in others), default=0.0)


def _number(pieces: Sequence[Piece]) -> str:
    if any(piece.count is None for piece in pieces):
        return "?"
    return str(sum(piece.count or 0 for piece in pieces)) if pieces else ""


def _width(spans: Iterable[Span]) -> int:
    return sum(len(text) for text, _ in spans)


def _round(a: int, b: int) -> int:
    return (2 * a + b) // (2 * b)
