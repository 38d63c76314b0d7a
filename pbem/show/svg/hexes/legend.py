"""How a map of hexes is read: levels and the lines between them, what runs along hexsides, what is printed in hexes.

Belongs here: samples, 26 wide and 16 high from 0, 0, with their words. Must not be here: terrains, roads, counters,
which all boards have.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from pbem.show.scene import Board, Scene
from pbem.show.svg.chosen import ground_paint
from pbem.show.svg.counters import SIDE, of_piece, placed
from pbem.show.svg.hexes.ground import (
    CONTOUR,
    CONTOURS,
    DARKEST,
    HIGH_GROUND,
    TEETH,
    WALL,
    WATER_BANK,
    is_water,
    signs_of,
)
from pbem.show.svg.hexes.signs import sign
from pbem.show.svg.hexes.textures import INK_OF_GROUND, marks
from pbem.show.svg.lines import WATER
from pbem.show.svg.relief import level_paint
from pbem.show.svg.xml import CARD, INK, mixed, number, tag, words

Sample = tuple[str, str]


def terrain_marks(name: str) -> str:
    """The texture of a terrain in its field of the legend."""
    d = marks(name, (13.0, 0.5), 17.0)
    return tag("path", d=d, fill="none", stroke=INK_OF_GROUND, stroke_width=0.9, stroke_opacity=0.6) if d else ""


def samples(scene: Scene) -> Iterator[Sample]:
    """In the order of a printed legend; only what the board has."""
    board = scene.board
    yield from _printed(board)
    hidden = next((p for s in scene.stacks for p in s.pieces if p.face != "up" and not p.column), None)
    if hidden is not None:
        drawn = placed(of_piece(board, hidden), 0, 0)
        said = "face down, its number" if hidden.code else "face down"
        yield tag("g", drawn, transform=f"translate(2 -4) scale({number(18 / SIDE)})"), said


@lru_cache(maxsize=16)
def _printed(board: Board) -> tuple[Sample, ...]:
    """What the board itself has to explain, the same all game long."""
    hexsides = [(_hexside(kind), kind) for kind in dict.fromkeys(edge.kind for edge in board.edges)]
    signs = dict.fromkeys(one for place in board.places for one in signs_of(place))
    return *_levels(board), *hexsides, *(
        (tag("g", sign(kind, code), transform="translate(13 8) scale(1.2)"), kind) for kind, code in signs)


def _levels(board: Board) -> Iterator[Sample]:
    """The colours of the lowest and the highest ground, and the line between two levels."""
    levels = sorted({place.level for place in board.places})
    if len(levels) < 2:
        return
    ground = ground_paint(board.terrains[0] if board.terrains else None, CARD)
    fields = []
    for i in range(4):
        fill = mixed(ground, HIGH_GROUND, DARKEST * i // 3)
        if board.relief:
            fill = level_paint(levels[0] + (levels[-1] - levels[0]) * i // 3)
        fields.append(tag("rect", x=1 + 6 * i, y=1, width=6, height=14, fill=fill))
    frame = tag("rect", x=1, y=1, width=24, height=14, fill="none", stroke=CONTOUR, stroke_width=0.8)
    digit = words(13, 12, str(levels[0]), 9, text_anchor="middle", font_weight="bold", fill=CONTOUR)
    yield "".join(fields) + frame + digit, f"level, {levels[0]} to {levels[-1]}: the browner the higher"
    if not board.relief:
        line = tag("path", d="M1 5L25 5", stroke=CONTOUR, stroke_width=CONTOURS[1], stroke_linecap="round")
        yield line, "one level apart"
    if levels[-1] - levels[0] >= TEETH:
        teeth = tag("path", d="M2 5L6 5L4 11ZM9 5L13 5L11 11ZM16 5L20 5L18 11Z", fill=CONTOUR)
        steep = tag("path", d="M1 5L25 5", stroke=CONTOUR, stroke_width=CONTOURS[2], stroke_linecap="round")
        yield steep + teeth, f"{TEETH} levels or more, teeth downhill"


def _hexside(kind: str) -> str:
    if "bridge" in kind:
        bank = tag("path", d="M6 2L9 5L17 5L20 2M6 14L9 11L17 11L20 14", fill="none", stroke=INK, stroke_width=1.7)
        cross = tag("path", d="M9 4L17 12M9 12L17 4", stroke="#c62020", stroke_width=2.2, fill="none")
        return bank + cross if "blown" in kind else bank
    zigzag = "M2 11L9 11L13 4L20 4L24 11"
    both = ((4.2, WATER_BANK), (2.8, WATER)) if is_water(kind) else ((3.4, WALL),)
    return "".join(tag("path", d=zigzag, fill="none", stroke=stroke, stroke_width=wide, stroke_linecap="round")
                   for wide, stroke in both)
