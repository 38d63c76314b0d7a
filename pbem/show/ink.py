"""Text with colours that can be left away: spans of text and style, laid on a grid or joined to lines.

A style is empty, `dim`, `bold` or a colour `#rrggbb`. Belongs here: how styles become ANSI codes, and a grid of
characters. Must not be here: what is drawn.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

Span = tuple[str, str]
"""Text and its style."""

_CUBE = (0, 95, 135, 175, 215, 255)  # the levels of the 216 colours that every terminal has
_ASCII = {ord(sign): like for sign, like in zip("·×–—‘’“”→", ".x--''\"\">", strict=True)}


def ansi(spans: Iterable[Span], colour: bool) -> str:
    """One line; without `colour` the bare text. No blanks are left at its end."""
    line = list(spans)
    if not colour:
        return "".join(text for text, _ in line).rstrip()
    while line and not line[-1][0].strip():
        line.pop()
    coded = (f"\x1b[{_code(style)}m{text}\x1b[0m" if style and text.strip() else text for text, style in line)
    return "".join(coded).rstrip()


def _code(style: str) -> str:
    if style in ("dim", "bold"):
        return "2" if style == "dim" else "1"
    levels = (int(style[i:i + 2], 16) for i in (1, 3, 5))
    r, g, b = (min(range(6), key=lambda i: abs(_CUBE[i] - level)) for level in levels)
    return f"38;5;{16 + 36 * r + 6 * g + b}"


def to_ascii(text: str) -> str:
    """The same in ASCII: accents fall off, what has no like becomes `?`."""
    plain = unicodedata.normalize("NFKD", text.translate(_ASCII))
    return "".join(c if c.isascii() else "?" for c in plain if not unicodedata.combining(c))


class InkGrid:
    """A grid of characters in layers: a higher layer is never written over by a lower one, nor by its own like."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._cells: list[list[Span]] = [[(" ", "")] * width for _ in range(height)]
        self._layers: list[list[int]] = [[0] * width for _ in range(height)]

    def inside(self, row: int, column: int, length: int = 1) -> bool:
        """Whether a text of this length lies on the grid."""
        return 0 <= row < self.height and 0 <= column <= self.width - length

    def free(self, row: int, column: int, length: int, layer: int) -> bool:
        """Whether all these cells lie on the grid and below `layer`."""
        return self.inside(row, column, length) and all(x < layer for x in self._layers[row][column:column + length])

    def claim(self, row: int, column: int, length: int, layer: int) -> None:
        """Raises cells to a layer without writing; what is off the grid is ignored."""
        for at in range(max(0, column), min(self.width, column + length)):
            if 0 <= row < self.height:
                self._layers[row][at] = max(layer, self._layers[row][at])

    def write(self, row: int, column: int, spans: Iterable[Span], layer: int) -> None:
        """Writes on the cells that are not above `layer`, and raises them to it."""
        for text, style in spans:
            for sign in text:
                if self.inside(row, column) and self._layers[row][column] <= layer:
                    self._cells[row][column] = (sign, style)
                    self._layers[row][column] = layer
                column += 1

    def lines(self, colour: bool) -> list[str]:
        """The rows as text; runs of one style share their codes."""
        return [ansi(_runs(row), colour) for row in self._cells]


def _runs(row: list[Span]) -> list[Span]:
    runs: list[Span] = []
    for sign, style in row:
        if runs and (runs[-1][1] == style or sign == " "):
            runs[-1] = (runs[-1][0] + sign, runs[-1][1])
        else:
            runs.append((sign, style))
    return runs
