"""A part of the board around one place, for a text beside it.

Belongs here: which part. Must not be here: what is drawn.
"""

from __future__ import annotations

import msgspec

from pbem.show.scene import Highlight, Scene, is_hex_map
from pbem.show.svg import ground, pieces
from pbem.show.svg.geometry import frame
from pbem.show.svg.paint import Theme, painted
from pbem.show.svg.xml import FAMILY, PAPER, number, tag

WIDE, HIGH = 640.0, 420.0  # units of the drawing
CLOSE = 0.75  # of that, on a map of hexes


def around_svg(scene: Scene, place: str, *, theme: Theme = "light") -> str:
    """The board around a place, which is marked as the target; the whole board if it has no such place."""
    drawn = frame(scene.board)
    found = next((one for one in scene.board.places if one.id == place), None)
    close = CLOSE if is_hex_map(scene.board) else 1.0
    wide, high = (WIDE * close, HIGH * close) if found is not None else (drawn.width, drawn.height)
    wide, high = min(wide, drawn.width), min(high, drawn.height)
    x, y = drawn.at(found.at) if found is not None else (drawn.width / 2, drawn.height / 2)
    left = min(max(0.0, x - wide / 2), drawn.width - wide)
    top = min(max(0.0, y - high / 2), drawn.height - high)
    marks = (Highlight(kind="target", place=place),) if found is not None else ()
    shown = msgspec.structs.replace(scene, highlights=marks, arrows=(), awaited=())
    svg = tag(
        "svg",
        tag("rect", x=left, y=top, width=wide, height=high, fill=PAPER),
        ground.paint(scene.board),
        pieces.paint(shown),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(map(number, (left, top, wide, high))),
        font_family=FAMILY,
        font_stretch="condensed",
    )
    return painted(svg, theme) + "\n"
