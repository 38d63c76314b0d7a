"""A point-to-point board as a grid of characters: spots joined by lines, each with its name and who stands there.

    3-5M[?]====== 4-5u------    the code, its terrain and site, markers in brackets (? is face down)
    |Maadhidi     |Muallimin    its name, if there is room for all of it
    |1/5 2/1      |             who stands there: codes of pieces, `C3` where there is no room for three of C

Lines leave a spot to the right from its label and downwards from its first character, so that they are not hidden.
To scale, but drawn high enough that no spot hides another. Belongs here: layout. Must not be here: lists, rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from pbem.show.ink import InkGrid, Span
from pbem.show.on_board import factions_of, figures_of, is_fleet, on_map, told
from pbem.show.scene import Board, Piece, Place, Point, Scene

GROUND, FLOOD, NAME, LINE, LABEL = 1, 2, 3, 4, 5
ROWS = 3  # of one spot: label, name, pieces
ROOM = 14  # columns that a spot wants for itself
MOST_ROWS = 120
DEEPEST = 4  # rows of pieces under a label
WATER = ("river", "stream")
LINK = {(0, 1): "-", (1, 0): "|", (1, 1): "\\", (1, -1): "/"}
ROAD = {(0, 1): "=", (1, 0): "‖", (1, 1): "\\", (1, -1): "/"}
CROSSINGS = {"river": "~", "bridge": "#", "blown bridge": "x"}
COLOURS = {"link": "dim", "road": "#b08040", "water": "#4080c0"}
Cell = tuple[int, int]


def is_point_to_point(board: Board) -> bool:
    """Whether all places are spots, and lines say how one comes from one to another."""
    return board.hexes is None and any(line.ends for line in board.lines) and not any(p.outline for p in board.places)


def draw_spots(scene: Scene, *, width: int = 100, colour: bool = False, ascii: bool = False) -> list[str]:
    """The lines of the map; its height is what its spots need. The scene's texts must be clean."""
    lines = _Spots(scene, width, ascii).draw().lines(colour)
    while lines and not lines[-1]:
        lines.pop()
    return lines


def legend(scene: Scene, *, ascii: bool = False) -> list[str]:
    """How this map is read, part by part."""
    board = scene.board
    kinds = [line.kind for line in board.lines]
    parts = [f"{t.code} {t.name}" for t in board.terrains]
    parts += dict.fromkeys(f"{p.site.code} {p.site.kind}" for p in board.places if p.site)
    parts += [f"[{m.code}] {m.name}" for m in {m.code: m for m in scene.markers if m.code}.values()]
    factions = factions_of(scene)
    parts += [f"{f.code} {f.name}" for f in factions]
    pieces = on_map(scene)
    parts += told(
        *((f"{f.code}3 three pieces", bool(pieces)) for f in factions[:1]), ("+2 two more", len(pieces) > 1),
        ("~X fleet X", any(map(is_fleet, pieces))), ("- | link", "link" in kinds),
        ("= road", any(k in kinds for k in ("road", "track", "rail"))), ("~ river", any(k in kinds for k in WATER)),
    )
    parts += [f"{CROSSINGS.get(kind, '^')} {kind}" for kind in dict.fromkeys(e.kind for e in board.edges)
              if kind not in WATER]
    signs = {"from": "( ) from", "to": "> < to", "target": "! ! target", "reach": "= = reach"}
    parts += [f"{figures.example} {figures.means}" for figures in figures_of(scene)]
    return [*parts, *(signs[kind] for kind in dict.fromkeys(h.kind for h in scene.highlights))]


class _Spots:
    def __init__(self, scene: Scene, width: int, ascii: bool) -> None:
        self.scene, self.board, board = scene, scene.board, scene.board
        self.road = ROAD | {(1, 0): "="} if ascii else ROAD
        self.terrains = {t.id: t for t in board.terrains}
        self.factions = {f.id: f for f in board.factions}
        self.marks = {p.id: self._marks(p.id) for p in board.places}
        self.spans = {p.id: self._label(p) for p in board.places}
        xs, ys = [p.at[0] for p in board.places], [p.at[1] for p in board.places]
        self.left, self.top = min(xs), min(ys)
        rightmost = max(_width(self.spans[p.id]) for p in board.places if p.at[0] == max(xs))
        self.column_unit = (width - 2 - rightmost) / ((max(xs) - self.left) or 1.0)
        gap = self._least_gap()
        self.row_unit = min(ROWS / gap, MOST_ROWS / ((max(ys) - self.top) or 1.0))
        self.grid = InkGrid(width, round((max(ys) - self.top) * self.row_unit) + ROWS + 1)
        self.at = {p.id: self.cell(p.at) for p in board.places}
        self.flooded: set[Cell] = set()

    def _least_gap(self) -> float:
        """The smallest height between two spots of which one might hide the other."""
        near = ROOM / self.column_unit
        gaps = [abs(p.at[1] - q.at[1]) for p in self.board.places for q in self.board.places
                if abs(p.at[0] - q.at[0]) < near and p.at[1] != q.at[1]]
        return min(gaps, default=1.0)

    def cell(self, point: Point) -> Cell:
        """Row and column of a point of the board."""
        row, column = 1 + (point[1] - self.top) * self.row_unit, 1 + (point[0] - self.left) * self.column_unit
        return max(0, min(self.grid.height - 1, round(row))), max(0, min(self.grid.width - 1, round(column)))

    def draw(self) -> InkGrid:
        for line in self.board.lines:
            if line.kind in WATER:
                self._flood([self.cell(point) for point in line.points])
        for place in self.board.places:
            row, column = self.at[place.id]
            self.grid.write(row, column, self.spans[place.id], LABEL)
        self._draw_lines()
        for stack in self.scene.stacks:
            if stack.place in self.at and stack.pieces:
                self._put_stack(self.at[stack.place], stack.pieces)
        for place in self.board.places:
            self._write_name(place)
        self._draw_highlights()
        return self.grid

    # ------------------------------------------------------------------ labels

    def _marks(self, place: str) -> str:
        codes = [m.code for m in self.scene.markers if m.place == place and m.code]
        return f"[{','.join(codes)}]" if codes else ""

    def _label(self, place: Place) -> list[Span]:
        spans: list[Span] = [(place.code, "bold")]
        if terrain := self.terrains.get(place.terrain):
            spans.append((terrain.code + place.grade, terrain.colour))
        if place.site:
            spans.append((place.site.code, COLOURS["water"]))
        if self.marks[place.id]:
            marker = next(m for m in self.scene.markers if m.place == place.id and m.code)
            faction = self.factions.get(marker.faction)
            spans.append((self.marks[place.id], faction.colour if faction else "bold"))
        return spans

    def _write_name(self, place: Place) -> None:
        """The name, on two lines if it must; none if it cannot stand whole, or the code says as much."""
        row, column = self.at[place.id]
        rooms = [self._room(at, column + 1, NAME) for at in (row + 1, row + 2)]
        if place.name.casefold().startswith(place.code.casefold()):
            return
        parts = place.name.split()
        for i in range(len(parts), 0, -1):
            lines = " ".join(parts[:i]), " ".join(parts[i:])
            if all(len(line) <= room for line, room in zip(lines, rooms, strict=True)):
                for at, line in enumerate(lines, row + 1):
                    self.grid.write(at, column + 1, [(line, "dim")], NAME)
                return

    def _room(self, row: int, column: int, layer: int) -> int:
        """How many cells from here to the right may be written on, one before the next thing left empty."""
        end = column
        while self.grid.free(row, end, 1, layer):
            end += 1
        return max(0, end - column - (end < self.grid.width))

    # ------------------------------------------------------------------ lines

    def _flood(self, points: Sequence[Cell]) -> None:
        for a, b in pairwise(points):
            for cell, _ in _walk(a, b):
                self.grid.write(*cell, [("~", COLOURS["water"])], FLOOD)
                self.flooded.add(cell)

    def _draw_lines(self) -> None:
        dry = [line for line in self.board.lines if line.kind not in WATER]
        drawn: dict[frozenset[str], list[Cell]] = {}
        for line in sorted(dry, key=lambda line: line.kind != "link"):  # roads over links
            if line.points:
                self._draw_points([self.cell(point) for point in line.points])
            elif line.ends and all(end in self.at for end in line.ends):
                drawn[frozenset(line.ends)] = self._join(*line.ends, line.kind)
        for corner in (self.cell(point) for line in dry for point in line.points[1:-1]):
            self.grid.write(*corner, [("+", COLOURS["link"])], LINE)
        for edge in self.board.edges:
            cells = drawn.get(frozenset(edge.ends), [])
            on_water = [cell for cell in cells if cell in self.flooded]
            for row, column in on_water[:1] or cells[len(cells) // 2:][:1]:
                self.grid.write(row, column, [(CROSSINGS.get(edge.kind, "^"), "bold")], LINE)

    def _draw_points(self, points: Sequence[Cell]) -> None:
        for a, b in pairwise(points):
            for cell, step in _walk(a, b):
                self.grid.write(*cell, [(LINK[step], COLOURS["link"])], LINE)

    def _join(self, one: str, other: str, kind: str) -> list[Cell]:
        """The cells of the way between two labels, written."""
        signs, style = (LINK, COLOURS["link"]) if kind == "link" else (self.road, COLOURS["road"])
        left, right = sorted((one, other), key=lambda id: (self.at[id][1], self.at[id][0]))
        cells = []
        for cell, step in self._way(left, right):
            if self.grid.free(*cell, 1, LABEL):
                self.grid.write(*cell, [(signs[step], style)], LINE)
                cells.append(cell)
        return cells

    def _way(self, left: str, right: str) -> Iterator[tuple[Cell, Cell]]:
        """Straight down, or along the row of the left one and then aslant to the right one."""
        (a_row, a), (b_row, b) = self.at[left], self.at[right]
        end = a + _width(self.spans[left])
        between = max(0, abs(a_row - b_row) - 1)
        if a == b or b - between - 1 < end:
            yield from _walk((a_row, a), (b_row, b))
            return
        for column in range(end, b - between):
            yield (a_row, column), (0, 1)
        down = 1 if b_row > a_row else -1
        for i in range(between, 0, -1):
            yield (b_row - down * i, b - i), (1, down)

    # ------------------------------------------------------------------ pieces

    def _put_stack(self, at: Cell, pieces: Sequence[Piece]) -> None:
        """Who stands there: by codes as far as there is room, else how many of each faction, else a `+`.

        Under the name, else in its place too; those of the top row above the label where that shows more.
        """
        row, column = at[0], at[1] + 1
        codes = self._codes(pieces)
        starts = [row + 2, row + 1, *([row - 1] if row == 1 else [])]
        ways = [self._fill(codes, range(start, row + 2 + DEEPEST if start > row else row), column) for start in starts]
        best = max(ways, key=lambda way: (sum(len(spans) for _, spans in way), -len(way)))
        shown = sum(len(spans) for _, spans in best)
        if shown < len(codes) and (not shown or len({piece.faction for piece in pieces}) > 1):
            best = self._fill(self._numbers(pieces), range(row + 2, row + 3), column)
            shown = len(codes)
        if not best:
            self.grid.write(at[0], at[1] - 1, [("+", "bold")], LABEL)
        for line, spans in best:
            if line == best[-1][0] and shown < len(codes):
                spans = self._cut(spans, len(codes) - shown, self._room(line, column, LINE))
            self.grid.write(line, column, [*_spaced(spans), (" ", "")], LINE)

    def _codes(self, pieces: Sequence[Piece]) -> list[Span]:
        """The code of each piece; the first of a second faction says whose it is: `X:Mil`."""
        spans: list[Span] = []
        factions: list[str] = []
        for piece in pieces:
            known = self.factions.get(piece.faction)
            opens = bool(factions) and piece.faction not in factions
            prefix = f"{known.code if known else '?'}:" if opens else ""
            sign = "~" if is_fleet(piece) else ""
            factions.append(piece.faction)
            spans.append((prefix + sign + (piece.code or "?"), known.colour if known else ""))
        return spans

    def _fill(self, spans: Sequence[Span], rows: Iterable[int], column: int) -> list[tuple[int, list[Span]]]:
        """Rows of spans, one after another while something fits."""
        filled: list[tuple[int, list[Span]]] = []
        waiting = list(spans)
        for row in rows:
            room = self._room(row, column, LINE)
            fits = max((n for n in range(len(waiting) + 1) if _width(_spaced(waiting[:n])) <= room), default=0)
            if not fits:
                break
            filled.append((row, waiting[:fits]))
            waiting = waiting[fits:]
        return filled

    def _cut(self, spans: list[Span], more: int, room: int) -> list[Span]:
        """The last row with the number of those that found no room."""
        kept = len(spans)
        while kept and _width(_spaced([*spans[:kept], (f"+{more}", "bold")])) > room:
            kept, more = kept - 1, more + 1
        return [*spans[:kept], (f"+{more}", "bold")]

    def _numbers(self, pieces: Sequence[Piece]) -> list[Span]:
        spans: list[Span] = []
        for faction in dict.fromkeys(piece.faction for piece in pieces):
            mine = [piece.count for piece in pieces if piece.faction == faction]
            known = self.factions.get(faction)
            number = "?" if None in mine else str(sum(count or 0 for count in mine))
            spans.append(((known.code if known else "?") + number, known.colour if known else ""))
        return spans

    def _draw_highlights(self) -> None:
        signs = {"from": ("(", ")"), "to": (">", "<"), "target": ("!", "!"), "reach": ("=", "=")}
        for highlight in self.scene.highlights:
            if highlight.place in self.at:
                row, column = self.at[highlight.place]
                before, after = signs[highlight.kind]
                self.grid.write(row, column - 1, [(before, "bold")], LABEL)
                self.grid.write(row, column + _width(self.spans[highlight.place]), [(after, "bold")], LABEL)


def _walk(a: Cell, b: Cell) -> Iterator[tuple[Cell, Cell]]:
    """The cells from a to b, downwards, each with the step that leads on."""
    if a > b:
        a, b = b, a
    rows, columns = b[0] - a[0], b[1] - a[1]
    length = max(rows, abs(columns), 1)
    for i in range(length + 1):
        cell = a[0] + round(rows * i / length), a[1] + round(columns * i / length)
        after = a[0] + round(rows * (i + 1) / length), a[1] + round(columns * (i + 1) / length)
        step = after[0] - cell[0], after[1] - cell[1]
        yield cell, step if step in LINK else (0, 1)


def _spaced(spans: Sequence[Span]) -> list[Span]:
    """With a blank between them."""
    return [span for i, one in enumerate(spans) for span in ([(" ", ""), one] if i else [one])]


def _width(spans: Iterable[Span]) -> int:
    return sum(len(text) for text, _ in spans)
