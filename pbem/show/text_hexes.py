"""A map of hexes as a grid of characters, or the part of it where something happens.

Each hex is two lines: its ground (`m3c`: terrain, level, what is printed there), and under it who is there (`C:A/1` one
piece of C, `C3` three, `Q?17` one face down with its number, `Q2?` two face down), or if it is empty what is said of it
(the cost of going there). Hexes beside each other stand half a hex lower or further right, as on the board. The numbers
of the outermost hexes stand around it. If it does not all fit, a last line says what part it is and how much lies
outside.
Belongs here: the part that is shown, and how. Must not be here: lists, rules, a game's words.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from pbem.errors import WrongUse
from pbem.show.hexagons import hex_steps
from pbem.show.ink import InkGrid, Span, ansi
from pbem.show.on_board import factions_of, is_fleet, on_map, told
from pbem.show.scene import Board, Piece, Place, Scene, Site

NUMBER = 5  # the room of a number at either edge
CELL, LARGEST_CELL = 6, 10
HEIGHT = 46  # lines if nobody says how many
LAST_LINE = 80  # how long the line below a part is at most
MARKS = {"from": ("(", ")"), "to": (">", "<"), "target": ("!", "!"), "reach": ("=", "=")}
ROADS = ("road", "track", "rail", "link")


@dataclass(frozen=True)
class _Cell:
    """A hex with its first character, in characters of the whole map."""

    place: Place
    x: int
    y: int


def draw_hexes(
    scene: Scene, *, width: int = 100, height: int = HEIGHT, around: str = "", colour: bool = False
) -> list[str]:
    """The lines of the map; the scene's texts must be clean.

    The part shown lies around the hex named, else around the highlights, else where most pieces stand. It is at most
    `width` by `height` large, but never smaller than a few hexes. WrongUse if there is no hex of that name.
    """
    board = scene.board
    cell = _cell_width(board, width)
    cells = _laid_out(board, cell)
    wide, tall = max(2 * cell, (width - 2 * NUMBER) // cell * cell), max(4, height - 2 - -(-LAST_LINE // width))
    x, y = _corner(scene, cells, wide, tall, around, cell)
    shown = [c for c in cells if x <= c.x <= x + wide - cell and y <= c.y <= y + tall - 2]
    grid = _painted(scene, shown, cell)
    lines = grid.lines(colour)
    if len(shown) < len(cells):
        lines += [ansi([(line, "dim")], colour) for line in textwrap.wrap(_outside(scene, shown), width)]
    return lines


def find_hex(board: Board, name: str) -> Place:
    """The hex of a number or id; WrongUse if there is none."""
    for place in board.places:
        if name in (place.id, place.code):
            return place
    ends = f"{board.places[0].code} to {board.places[-1].code}"
    raise WrongUse(f"there is no hex {name[:20]}", f"this map has {ends}")


def legend(scene: Scene) -> list[str]:
    """How the map is read."""
    board = scene.board
    parts = grounds(board)
    if _has_levels(board):
        parts.append("then the level")
    printed = dict.fromkeys((one.code, one.kind) for place in board.places for one in _printed(place))
    parts += [f"{code} {kind}" for code, kind in printed]
    if any(line.kind in ROADS for line in board.lines):
        parts.append("- " + " or ".join(dict.fromkeys(line.kind for line in board.lines if line.kind in ROADS)))
    factions, pieces = factions_of(scene), on_map(scene)
    parts += [f"{faction.code} {faction.name}" for faction in factions]
    for code in (faction.code for faction in factions[:1]):
        are_open = any(piece.face == "up" and not is_fleet(piece) for piece in pieces)
        are_closed, are_fleets = any(piece.face != "up" for piece in pieces), any(map(is_fleet, pieces))
        parts += told(
            (f"{code}:X piece X of {code}", are_open), (f"{code}3 three pieces", are_open),
            (f"{code}?7 face down, number 7", are_closed), (f"{code}2? two face down", are_closed),
            (f"{code}~F fleet F", are_fleets), (f"{code}~2 two fleets", are_fleets),
        )
    parts += told(("+ or * more below", bool(pieces)))
    parts += [f"{MARKS[kind][0]} {MARKS[kind][1]} {kind}" for kind in dict.fromkeys(h.kind for h in scene.highlights)]
    return parts


# ------------------------------------------------------------------ where


def grounds(board: Board) -> list[str]:
    """The terrains that are on the board, for a legend: code and name."""
    found = {place.terrain for place in board.places}
    return [f"{terrain.code} {terrain.name}" for terrain in board.terrains if terrain.id in found]


def _cell_width(board: Board, width: int) -> int:
    assert board.hexes is not None
    steps = {hex_steps(board.hexes, place.at)[0] for place in board.places}
    across = (max(steps) - min(steps)) // (3 if board.hexes.flat_top else 2) + 1
    fits = (width - 2 * NUMBER) // across
    return max(CELL, min(LARGEST_CELL, fits - fits % 2))


def _laid_out(board: Board, cell: int) -> list[_Cell]:
    assert board.hexes is not None
    flat = board.hexes.flat_top
    steps = [hex_steps(board.hexes, place.at) for place in board.places]
    left, top = min(x for x, _ in steps), min(y for _, y in steps)
    found = []
    for place, (x, y) in zip(board.places, steps, strict=True):
        right, down = x - left, y - top
        found.append(_Cell(place, right // 3 * cell if flat else right * cell // 2, down if flat else down // 3 * 2))
    return found


def _corner(scene: Scene, cells: Sequence[_Cell], wide: int, tall: int, around: str, cell: int) -> tuple[int, int]:
    """The top left corner of the part that is shown."""
    goal = _focus(scene, cells, wide, tall, around)
    right, low = max(c.x for c in cells) + cell, max(c.y for c in cells) + 2
    x = min(max(0, goal[0] + cell // 2 - wide // 2), max(0, right - wide))
    y = min(max(0, goal[1] + 1 - tall // 2), max(0, low - tall))
    return -(-x // cell) * cell if x else 0, y


def _focus(scene: Scene, cells: Sequence[_Cell], wide: int, tall: int, around: str) -> tuple[int, int]:
    """The first character of the hex in the middle."""
    at = {c.place.id: (c.x, c.y) for c in cells}
    if around:
        return at[find_hex(scene.board, around).id]
    looked_at = [at[h.place] for h in scene.highlights if h.place in at]
    main = [at[h.place] for h in scene.highlights if h.place in at and h.kind != "reach"] or looked_at
    if main:
        xs, ys = [x for x, _ in main], [y for _, y in main]
        if max(xs) - min(xs) < wide and max(ys) - min(ys) < tall:
            return (min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2
        return main[-1]
    stood = [at[stack.place] for stack in scene.stacks if stack.place in at] or list(at.values())
    return sorted(x for x, _ in stood)[len(stood) // 2], sorted(y for _, y in stood)[len(stood) // 2]


def _outside(scene: Scene, shown: Sequence[_Cell]) -> str:
    """What part of the map is shown, and what is not."""
    inside = {c.place.id for c in shown}
    known = {place.id for place in scene.board.places}
    beyond = sum(stack.place in known - inside for stack in scene.stacks if stack.pieces)
    part = f"{shown[0].place.code} to {shown[-1].place.code}" if shown else "nothing"
    whole = f"{scene.board.places[0].code} to {scene.board.places[-1].code}"
    stacks = "1 stack lies" if beyond == 1 else f"{beyond or 'no'} stacks lie"
    return f"this part: {part}; the map: {whole}; {stacks} outside"


# ------------------------------------------------------------------ what


def _painted(scene: Scene, shown: Sequence[_Cell], cell: int) -> InkGrid:
    left, top = min(c.x for c in shown), min(c.y for c in shown)
    right, low = max(c.x for c in shown), max(c.y for c in shown)
    grid = InkGrid(NUMBER + right - left + cell + NUMBER, low - top + 4)
    pieces = {stack.place: stack.pieces for stack in scene.stacks if stack.pieces}
    said = {highlight.place: highlight.text for highlight in reversed(scene.highlights)}
    ground = _Ground(scene)
    for c in shown:
        row, column = c.y - top + 1, NUMBER + c.x - left
        grid.write(row, column, ground.spans(c.place, cell), 1)
        units = _units(scene, c.place, pieces.get(c.place.id, ()), cell - 1)
        if not _width(units) and len(text := said.get(c.place.id, "")) < cell:
            units = [(text, "dim")]
        grid.write(row + 1, column + 1, units, 1)
        number = [(c.place.code[:NUMBER - 1], "dim")]
        if c.x < left + cell:
            grid.write(row, 0, number, 1)
        if c.x > right - cell:
            grid.write(row, column + cell + 1, number, 1)
        if c.y < top + 2:
            grid.write(0, column + 1, [(c.place.code[:cell - 1], "dim")], 1)
        if c.y > low - 2:
            grid.write(low - top + 3, column + 1, [(c.place.code[:cell - 1], "dim")], 1)
    return grid


class _Ground:
    """The first line of hexes: terrain, level, signs, between marks."""

    def __init__(self, scene: Scene) -> None:
        board = scene.board
        self._terrains = {terrain.id: terrain for terrain in board.terrains}
        self._factions = {faction.id: faction for faction in board.factions}
        self._holders = {marker.place: marker for marker in scene.markers if marker.control}
        self._marks = {highlight.place: MARKS[highlight.kind] for highlight in reversed(scene.highlights)}
        self._has_levels = _has_levels(board)
        self._on_road = {end for line in board.lines if line.kind in ROADS for end in line.ends or ()}

    def spans(self, place: Place, cell: int) -> list[Span]:
        terrain = self._terrains.get(place.terrain)
        grade = place.grade or (str(place.level) if self._has_levels else "")
        ground = f"{terrain.code if terrain else '?'}{grade}"
        ground = ground if len(ground) <= cell - 3 else ground[:1]
        signs = self._signs(place, cell - 2 - len(ground))
        before, after = self._marks.get(place.id, ("", ""))
        return [(before or " ", "bold"), (ground, terrain.colour if terrain else ""), (signs, "bold"), (after, "bold")]

    def _signs(self, place: Place, room: int) -> str:
        """What is printed there, who holds it (small letter: marker face down), whether a road runs through."""
        codes = [one.code[:1] for one in _printed(place)]
        if place.site and (holder := self._holders.get(place.id)) and holder.faction in self._factions:
            letter = self._factions[holder.faction].code[:1]
            codes.insert(1, letter.lower() if holder.face == "down" else letter)
        if place.id in self._on_road and len(codes) != room:  # signs tell more than a road that runs by them
            codes.append("-")
        return "".join(codes) if len(codes) <= room else "".join(codes[:room - 1]) + "+"


def _printed(place: Place) -> Iterator[Site]:
    if place.site:
        yield place.site
    yield from place.signs


def _has_levels(board: Board) -> bool:
    return any(place.level != board.places[0].level for place in board.places)


def _units(scene: Scene, place: Place, pieces: Sequence[Piece], room: int) -> list[Span]:
    """Who is there, as exactly as there is room for: `C:A/1`, `C3Q2?`, `C*Q*`; never cut off."""
    factions = {faction.id: faction for faction in scene.board.factions}
    present = list(dict.fromkeys(piece.faction for piece in pieces))
    sides = [(factions[id].code if id in factions else "?", [p for p in pieces if p.faction == id],
              factions[id].colour if id in factions else "") for id in present]
    extra = "".join(f"+{m.code}" for m in scene.markers if m.place == place.id and not m.control and m.code)
    alone = len(sides) == 1 and len(pieces) == 1
    spellings = [
        [*((_one(code, mine[0]) if alone else _many(code, mine), style) for code, mine, style in sides), (extra, "")],
        [*((_many(code, mine), style) for code, mine, style in sides), (extra, "")],
        [*((_many(code, mine), style) for code, mine, style in sides), ("+" if extra else "", "")],
        [*((f"{code[:1]}*", style) for code, _, style in sides), ("+" if extra else "", "")],
        [("*", "")],
    ]
    return next(spans for spans in spellings if _width(spans) <= room)


def _one(code: str, piece: Piece) -> str:
    if piece.count != 1 or not piece.code:
        return _many(code, [piece])
    sign = "~" if is_fleet(piece) else ":" if piece.face == "up" or piece.column else "?"
    return f"{code}{sign}{piece.code}"


def _many(code: str, pieces: Sequence[Piece]) -> str:
    fleets = [piece for piece in pieces if is_fleet(piece)]
    known = [piece for piece in pieces if (piece.face == "up" or piece.column) and not is_fleet(piece)]
    hidden = [piece for piece in pieces if piece.face != "up" and not piece.column]
    parts = [_count(known)] if known else []
    parts += [_count(hidden).rstrip("?") + "?"] if hidden else []
    return code + "+".join(parts) + (f"~{_count(fleets)}" if fleets else "")


def _count(pieces: Iterable[Piece]) -> str:
    counts = [piece.count for piece in pieces]
    return "?" if None in counts else str(sum(count or 0 for count in counts))


def _width(spans: Iterable[Span]) -> int:
    return sum(len(text) for text, _ in spans)
