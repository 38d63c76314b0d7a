"""SVG text: elements with escaped texts and attributes, numbers with one decimal at most.

Belongs here: how something is written. Must not be here: what is drawn, where.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from pbem.show.clean import clean
from pbem.show.svg.paint import Paint, each, paint, toward

FAMILY = "'DejaVu Sans Condensed','DejaVu Sans','Noto Sans',Verdana,Arial,Helvetica,sans-serif"
DARK = "#1c1a17"
INK = paint(DARK, "#f2ead8", "#000000")
PAPER = paint("#fbf8ee", "#14171a", "#ffffff")  # the page
TABLE = paint("#e9e4d3", "#1f2123", "#ffffff")  # what spots lie on
CARD, PIECE = paint("#ffffff", "#2a2823", "#ffffff"), "#fffdf5"  # of what is built; behind a sign on a counter

_ESCAPES = {ord(sign): f"&{name};" for sign, name in (("&", "amp"), ("<", "lt"), (">", "gt"), ('"', "quot"))}
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}\Z")
_NO_CHARACTERS = {plane << 16 | low: None for plane in range(17) for low in (0xFFFE, 0xFFFF)}


@lru_cache(maxsize=8192)
def escape(words: str) -> str:
    """A text of others on one line, clean, and without a meaning in XML."""
    return clean(words).translate(_NO_CHARACTERS).translate(_ESCAPES).replace("'", "&#39;")


def number(value: float) -> str:
    """With one decimal, or none if it is whole; never `-0`."""
    tenths = round(value * 10)
    sign = "-" if tenths < 0 else ""
    return str(tenths // 10) if tenths % 10 == 0 else f"{sign}{abs(tenths) // 10}.{abs(tenths) % 10}"


def colour(value: str, otherwise: str = "#808080") -> str:
    """A colour of a scene, if it is one."""
    return value if _COLOUR.match(value) else otherwise


@lru_cache(maxsize=256)
def on(background: str) -> str:
    """The ink with the better contrast on a colour, theme by theme: at least 4.5 on any."""
    return each(_ink, background)


def _ink(background: str) -> str:
    best = max(("#ffffff", "#000000"), key=lambda ink: contrast(ink, background))
    return DARK if best == "#000000" and contrast(DARK, background) >= 4.5 else best


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, from 1 to 21, as WCAG 2.2 counts it."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    levels = [int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in levels)
    return float(0.2126 * red + 0.7152 * green + 0.0722 * blue)


def mixed(one: str, other: str, percent: int) -> str:
    """A colour between two, theme by theme: so many percent of the other."""
    return each(lambda a, b: toward(a, b, percent), one, other)


def tag(name: str, *inside: str, **attributes: str | float) -> str:
    """An element; `fill_opacity=0.5` is written `fill-opacity="0.5"`, `class_` is `class`. `inside` is SVG already."""
    written = "".join(
        f' {key.strip("_").replace("_", "-")}="{_written(value)}"'
        for key, value in attributes.items()
    )
    return f"<{name}{written}>{''.join(inside)}</{name}>" if inside else f"<{name}{written}/>"


def _written(value: str | float) -> str:
    if type(value) is Paint:
        return value
    return escape(value) if isinstance(value, str) else number(value)


def words(x: float, y: float, text: str, size: float, **style: str | float) -> str:
    """A text whose base line starts (or as `text_anchor` says) at a point."""
    return tag("text", escape(text), x=x, y=y, font_size=size, **style) if text else ""


def turned(x: float, y: float, across: float, down: float) -> str:
    """The transform that moves 0, 0 to a point and turns what points right into a direction of length 1."""
    turns = (f"{round(part * 1000) / 1000:g}" for part in (across, down, -down, across))
    return f"matrix({' '.join(turns)} {number(x)} {number(y)})"


def path(points: list[tuple[float, float]] | tuple[tuple[float, float], ...], closed: bool = False) -> str:
    """The `d` of a path through points."""
    corners = "L".join(f"{number(x)} {number(y)}" for x, y in points)
    return f"M{corners}{'Z' if closed else ''}"


def steps(points: Sequence[tuple[float, float]], closed: bool = False) -> str:
    """The same, each point from the one before: shorter where many lie near one another."""
    at = [(round(10 * x), round(10 * y)) for x, y in points]
    moves = "".join(_step(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(at))
    return f"M{number(at[0][0] / 10)} {number(at[0][1] / 10)}{moves}{'z' if closed else ''}"


def _step(across: int, down: int) -> str:
    """In tenths."""
    if down == 0 or across == 0:
        return f"h{number(across / 10)}" if down == 0 else f"v{number(down / 10)}"
    return f"l{number(across / 10)}{'' if down < 0 else ' '}{number(down / 10)}"
