"""Labels set in type: the lines of a place's name with its codes under them, as one block.

Belongs here: how a label looks. Must not be here: where it stands.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pbem.show.scene import Board, Place
from pbem.show.svg.geometry import Bounds
from pbem.show.svg.metrics import cut, halved, width
from pbem.show.svg.spot import LabelLine

SIZES = (12.0, 11.0, 10.0, 9.0, 8.0)
LEADING = 1.08
SHIFTS = {"start": 0.0, "middle": 0.5, "end": 1.0}


@dataclass(frozen=True)
class LabelBlock:
    """A label without its place. `rows` are its lines: text, size, whether it is the name."""

    rows: tuple[tuple[str, float, bool], ...]
    width: float
    height: float
    size: float

    @property
    def parts(self) -> int:
        """On how many lines the name stands."""
        return sum(is_name for _, _, is_name in self.rows)

    def box(self, left: float, top: float) -> Bounds:
        return Bounds(left, top, left + self.width, top + self.height)

    def lines(self, left: float, top: float, anchor: str = "middle") -> tuple[LabelLine, ...]:
        """Its lines where its top left corner is at a point."""
        x = left + 1 + (self.width - 2) * SHIFTS[anchor]
        found = []
        for text, size, is_name in self.rows:
            found.append(LabelLine(text, (x, top + size * 0.88), size, anchor, is_name))
            top += size * LEADING
        return tuple(found)


def block(names: list[str], codes: str, size: float) -> LabelBlock:
    """The lines of a name and its codes, the name in type of such a size."""
    rows = [(name, size, True) for name in names] + ([(codes, max(7.0, min(8.0, size - 2)), False)] if codes else [])
    wide = max((width(text, s, is_name) for text, s, is_name in rows), default=0) + 2
    return LabelBlock(tuple(rows), wide, sum(s * LEADING for _, s, _ in rows) + 1, size)


def blocks(name: str, codes: str, sizes: tuple[float, ...] = SIZES, most: int = 3) -> Iterator[LabelBlock]:
    """Ways to set a label, the largest type first, on `most` lines at most."""
    for size in sizes:
        seen = -1  # a place without a name has a label, too: one line of codes, or none
        for parts in range(1, most + 1):
            lines = halved(name[:60], parts)
            if len(lines) > seen:
                seen = len(lines)
                yield block(lines, codes, size)


def squeezed(name: str, codes: str, room: float) -> LabelBlock:
    """The smallest label, cut to its room."""
    names = [cut(line, SIZES[-1] - 1, room - 2, True) for line in halved(name[:60], 2)]
    return block(names, cut(codes, 7, room - 2), SIZES[-1] - 1)


def codes_of(board: Board, place: Place) -> str:
    """`LIB h`, `KAN j4`: what may be typed for the place, its terrain with its grade; no code that the name says.

    A terrain whose code is a bare sign, as `.` on a map of letters, is told by its colour alone.
    """
    terrain = next((t.code for t in board.terrains if t.id == place.terrain and t.code.isalnum()), "")
    code = "" if place.code.casefold() in place.name.casefold().split() else place.code[:12]
    return " ".join(part for part in (code, f"{terrain}{place.grade}"[:12]) if part)
