"""A cluster: the counters of one place, and where each of them lies.

Belongs here: the struct, the shapes that so many counters may lie in. Must not be here: the choice of a place.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pbem.show.scene import Point
from pbem.show.svg.counters import CELL, Counter
from pbem.show.svg.geometry import Bounds

MOST = 30
"""Counters drawn at one place; what is more is counted."""
LEAST = 0.8
"""No counter is drawn smaller than so much of its usual size: 20.8 units of the 1,200 that a board is wide."""


@dataclass(frozen=True)
class Cluster:
    """The counters of one place, in rows of `columns`. `leads` is where a line must lead from them, if one must.

    `fan`: they lie on each other, the first in front at the lower left, the others each so far up, and `lean` times as
    far to the right, as far as the box reaches; 0 if side by side.
    """

    place: str
    counters: tuple[Counter, ...]
    box: Bounds
    columns: int
    scale: float
    leads: Point | None
    fan: float = 0.0
    lean: float = 1.0

    def positions(self) -> Iterator[tuple[Counter, Bounds]]:
        """Each counter with its room, in the order in which they are painted."""
        side = CELL * self.scale
        if self.fan:
            yield from self._fanned(side)
            return
        for i, counter in enumerate(self.counters):
            row, column = divmod(i, self.columns)
            x, y = self.box.left + column * side, self.box.top + row * side
            yield counter, Bounds(x, y, x + side, y + side)

    def _fanned(self, side: float) -> Iterator[tuple[Counter, Bounds]]:
        """The last first: what lies in front is painted over it."""
        most = round((self.box.height - side) / self.fan)
        for i, counter in reversed(list(enumerate(self.counters))):
            off = min(i, most) * self.fan
            x, y = self.box.left + off * self.lean, self.box.bottom - side - off
            yield counter, Bounds(x, y, x + side, y + side)


def shapes(many: int) -> list[int]:
    """Numbers of columns, the nearest to a full square first, wide before tall."""
    columns = [k for k in range(1, many + 1) if k == 1 or -(-many // k) < -(-many // (k - 1))]
    return sorted(columns, key=lambda k: (abs(k - 1.4 * -(-many // k)) + 0.9 * (-many % k), k))[:6]
