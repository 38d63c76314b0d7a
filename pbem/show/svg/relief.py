"""Shaded ground: tints by height, contours, what lies in the light of the north-west and what in the shade.

Belongs here: paint for a board's `relief`. Must not be here: how it is made (`examples/relief.py`), ground by terrain.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from pbem.show.scene import Board, Relief
from pbem.show.svg.paint import paint
from pbem.show.svg.scenery import HOME
from pbem.show.svg.xml import mixed, tag

LEVELS = tuple(paint(light, night, "#ffffff") for light, night in (
    ("#e9e3c4", "#23281f"), ("#e6d9b0", "#2c2c22"), ("#dcc99c", "#353026"), ("#cfb588", "#3d3429"),
    ("#c0a178", "#463a2e"), ("#b08d6a", "#504235")))
"""The ground of each level, the highest for all above it."""
SHADE, LIGHT = paint("#16202c", "#000000", "#ffffff"), paint("#fffbe8", "#7f8a86", "#ffffff")
CONTOUR = paint("#6d4019", "#c9a273", "#000000")
HIGH = paint("#7a6a4a", "#5a5f58", "#ffffff")  # what the ground of areas is tinted with
"""Cool, so that brown and red counters are told from the darkest slope by day and from the lightest at night."""
TONES = {"shade": (SHADE, "0.1"), "light": (LIGHT, "0.17")}
THIN = "0.12"  # of a tint over areas
_PATH = re.compile(r"[Mmlhvz0-9 -]*")


def level_paint(level: int) -> str:
    """The colour of level ground so high."""
    return LEVELS[min(max(level, 0), len(LEVELS) - 1)]


def slopes(board: Board, grounds: Iterable[str]) -> Iterator[str]:
    """The colours of such grounds at each height, in each depth of shade and of light that a board has."""
    many = Counter[str](tone for tone, _ in {(one.tone, one.step) for one in board.relief})
    for ground in grounds:
        heights = list(_laid(ground, HIGH, THIN, 0 if board.hexes else many["tint"]))
        for height in heights:
            for tone, (colour, part) in TONES.items():
                yield from _laid(height, colour, part, many[tone])


def _laid(ground: str, colour: str, part: str, many: int) -> Iterator[str]:
    """A ground, and with so many layers of a colour on it one after the other."""
    yield ground
    for _ in range(many):
        ground = mixed(ground, colour, round(100 * float(part)))
        yield ground


def relief(board: Board) -> Iterator[str]:
    """All of it as one layer; a path that is none is left out. Over areas, whose ground is seen, tints are thin."""
    parts = [_drawn(one, board.hexes is None) for one in board.relief
             if one.tone in (*TONES, "tint", "contour") and _PATH.fullmatch(one.d)]
    if parts:
        drawn = tag("g", *parts, transform="scale(0.5)", fill_rule="evenodd")
        yield drawn if board.hexes else tag("g", drawn, clip_path=f"url(#{HOME})")


def traced(board: Board, tone: str, shade: str = "", **style: str | float) -> Iterator[str]:
    """The paths of one tone as they are, each with its shade to the lower right if it has one."""
    for one in board.relief:
        if one.tone == tone and _PATH.fullmatch(one.d):
            id = f"traced-{tone}-{one.step}"
            thrown = [tag("use", href=f"#{id}", x=2.4, y=3.2, fill=shade)] if shade else []
            drawn = tag("path", d=one.d, id=id) if shade else tag("path", d=one.d, **style)
            over = [tag("use", href=f"#{id}", **style)] if shade else []
            kept = tag("defs", drawn) if shade else drawn
            yield tag("g", kept, *thrown, *over, transform="scale(0.5)")


def _drawn(one: Relief, is_thin: bool) -> str:
    if one.tone == "tint":
        fill, opacity = (HIGH, THIN) if is_thin else (level_paint(one.step), "1")
        return tag("path", d=one.d, fill=fill, fill_opacity=opacity)
    if one.tone == "contour":
        return tag("path", d=one.d, fill="none", stroke=CONTOUR, stroke_width=1.3, stroke_opacity="0.4")
    fill, opacity = TONES[one.tone]
    return tag("path", d=one.d, fill=fill, fill_opacity=opacity)
