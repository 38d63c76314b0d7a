"""Colours in three themes at once: drawn once, painted for light, night or high contrast at the very end.

A `Paint` is three colours, or three widths of a line, in one text. No text of others can hold one: the sign between
them is taken out of all that is escaped.
Belongs here: joining, mixing, taking apart. Must not be here: which colours there are.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Literal, get_args

Theme = Literal["light", "night", "contrast"]
THEMES: tuple[Theme, ...] = get_args(Theme)
_BETWEEN = "\x1f"
_ONE = r"(?:#[0-9a-fA-F]{6}|[0-9]{1,2}(?:\.[0-9])?)"
_PAINT = re.compile(f"{_ONE}{_BETWEEN}{_ONE}{_BETWEEN}{_ONE}")


class Paint(str):
    """Three colours `#rrggbb`, or three widths, one for each theme."""

    __slots__ = ()


def paint(light: str, night: str, contrast: str) -> str:
    """A colour by theme; the plain colour if it is the same in all."""
    return light if light == night == contrast else Paint(_BETWEEN.join((light, night, contrast)))


def apart(value: str) -> tuple[str, ...]:
    """The colour of each theme."""
    return tuple(value.split(_BETWEEN)) if type(value) is Paint else (value,) * len(THEMES)


def each(make: Callable[..., str], *values: str) -> str:
    """A colour made of others, theme by theme."""
    return paint(*(make(*those) for those in zip(*map(apart, values), strict=True)))


def painted(drawn: str, theme: Theme = "light") -> str:
    """A drawing in the colours of one theme."""
    at = THEMES.index(theme)
    return _PAINT.sub(lambda found: found[0].split(_BETWEEN)[at], drawn)


def with_variables(drawn: str, number: Callable[[list[str]], int]) -> str:
    """A drawing whose colours are variables of a page: `var(--p3)` for the paint that `number` gives 3."""
    return _PAINT.sub(lambda found: f"var(--p{number(found[0].split(_BETWEEN))})", drawn)


@lru_cache(maxsize=1024)
def toward(one: str, other: str, percent: int) -> str:
    """A plain colour between two: so many percent of the other."""
    parts = ((int(one[i:i + 2], 16) * (100 - percent) + int(other[i:i + 2], 16) * percent) // 100 for i in (1, 3, 5))
    return "#" + "".join(f"{part:02x}" for part in parts)
