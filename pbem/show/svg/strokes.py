"""Digits of single strokes: many numbers are one path, which is laid and painted as one thing.

Belongs here: how digits are written. Must not be here: where numbers stand.
"""

from __future__ import annotations

from collections.abc import Iterable

from pbem.show.scene import Point
from pbem.show.svg.xml import steps, tag

DIGITS = {
    "0": ((0, 2, 1, 0, 3, 0, 4, 2, 4, 6, 3, 8, 1, 8, 0, 6, 0, 2),), "1": ((1, 2, 2, 0, 2, 8),),
    "2": ((0, 2, 1, 0, 3, 0, 4, 2, 4, 3, 0, 8, 4, 8),),
    "3": ((0, 1, 1, 0, 3, 0, 4, 1, 4, 3, 3, 4, 4, 5, 4, 7, 3, 8, 1, 8, 0, 7), (2, 4, 3, 4)),
    "4": ((3, 8, 3, 0, 0, 5, 4, 5),), "5": ((4, 0, 0, 0, 0, 3, 3, 3, 4, 5, 4, 6, 3, 8, 1, 8, 0, 7),),
    "6": ((4, 1, 3, 0, 1, 0, 0, 2, 0, 6, 1, 8, 3, 8, 4, 6, 4, 5, 3, 3, 1, 3, 0, 5),), "7": ((0, 0, 4, 0, 1, 8),),
    "8": ((1, 4, 0, 3, 0, 1, 1, 0, 3, 0, 4, 1, 4, 3, 3, 4, 1, 4, 0, 5, 0, 7, 1, 8, 3, 8, 4, 7, 4, 5, 3, 4),),
    "9": ((4, 3, 3, 5, 1, 5, 0, 3, 0, 2, 1, 0, 3, 0, 4, 2, 4, 6, 3, 8, 1, 8, 0, 7),),
}
"""Each of strokes on a field 4 wide and 8 high: across and down, in turn."""
NEXT = 6
"""From the left of a digit to that of the next."""


def is_written(text: str) -> bool:
    """Whether there are strokes for each of its signs."""
    return all(sign in DIGITS for sign in text)


def digits(numbers: Iterable[tuple[str, Point]], high: float, **style: str | float) -> str:
    """Numbers so high as one element, each by the middle of its base line; `stroke_width` in units of the drawing."""
    part = round(high / 8, 3)
    d = "".join(_written(text, x / part, y / part) for text, (x, y) in numbers)
    wide = float(style.pop("stroke_width", 1.0)) / part
    return tag("path", d=d, fill="none", stroke_width=wide, stroke_linecap="round", stroke_linejoin="round",
               transform=f"scale({part:g})", **style)


def _written(text: str, x: float, y: float) -> str:
    """Whole steps of the field from point to point."""
    left, top = round(x - (NEXT * len(text) - NEXT + 4) / 2), round(y - 8)
    strokes = ((left + i * NEXT, stroke) for i, sign in enumerate(text) for stroke in DIGITS[sign])
    return "".join(_stroke(at, top, list(zip(stroke[::2], stroke[1::2], strict=True))) for at, stroke in strokes)


def _stroke(left: int, top: int, points: list[tuple[int, int]]) -> str:
    is_ring = points[0] == points[-1]
    return steps([(left + across, top + down) for across, down in points[:-1 if is_ring else None]], is_ring)
