"""A cluster: the counters of one place, and where each of them lies.

Belongs here: the struct, the shapes that so many counters may lie in. Must not be here: the choice of a place.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pbem.show.scene import Point
from pbem.show.svg.counters import CELL, EDGE, Counter
from pbem.show.svg.geometry import Bounds

MOST = 30
"""Counters drawn at one place; what is more is counted."""
GAP = 5.0  # between the rows of enemies, in units of a counter
SEEN = 3  # counters of a fan behind the first that can be seen
LEAST = 0.8
"""No counter is drawn smaller than so much of its usual size: 20.8 units of the 1,200 that a board is wide."""


@dataclass(frozen=True)
class Cluster:
    """The counters of one place, in rows of `columns`. Enemies share no row: the first `split` counters, if that is not
    0, lie in such rows at the left, those of the other side at the right, a line between. `leads` is where a line must
    lead from them, if one must.

    `fan`: they lie on each other, the first in front at the lower left, the others each so far up, and `lean` times as
    far to the right, `SEEN` steps at most; 0 if side by side. Enemies lie in two fans. `card`: their card as it has
    grown to hold them; None if it has not.
    """

    place: str
    counters: tuple[Counter, ...]
    box: Bounds
    columns: int
    scale: float
    leads: Point | None
    fan: float = 0.0
    lean: float = 1.0
    split: int = 0
    card: Bounds | None = None

    @property
    def held(self) -> Bounds:
        """The ground it takes: its own, or that of its card."""
        return self.card or self.box

    @property
    def between(self) -> tuple[Point, Point] | None:
        """The ends of the line between enemies."""
        if not self.split:
            return None
        side, air = CELL * self.scale, EDGE * self.scale
        first = side + min(self.split - 1, SEEN) * self.fan * self.lean if self.fan else self.columns * side
        x = self.box.left + first + GAP / 2 * self.scale
        return (x, self.box.top + air), (x, self.box.bottom - air)

    def positions(self) -> Iterator[tuple[Counter, Bounds]]:
        """Each counter with its room, in the order in which they are painted."""
        side = CELL * self.scale
        if self.fan:
            yield from self._fanned(side)
            return
        rows = max(1, round(self.box.height / side))
        beside = -(-(len(self.counters) - self.split) // rows)  # columns of the other side
        for i, counter in enumerate(self.counters):
            is_second = 0 < self.split <= i
            row, column = divmod(i - self.split, beside) if is_second else divmod(i, self.columns)
            over = self.columns * side + GAP * self.scale if is_second else 0.0
            x, y = self.box.left + over + column * side, self.box.top + row * side
            yield counter, Bounds(x, y, x + side, y + side)

    def _fanned(self, side: float) -> Iterator[tuple[Counter, Bounds]]:
        """The last first: what lies in front is painted over it."""
        left = self.box.left
        for group in (self.counters[:self.split], self.counters[self.split:]):
            for i, counter in reversed(list(enumerate(group))):
                off = min(i, SEEN) * self.fan
                x, y = left + off * self.lean, self.box.bottom - side - off
                yield counter, Bounds(x, y, x + side, y + side)
            if group:
                left += side + min(len(group) - 1, SEEN) * self.fan * self.lean + GAP * self.scale


def shapes(parts: tuple[int, ...]) -> list[tuple[int, int, int]]:
    """Columns of the first side, columns of all, rows, for so many counters of each side.

    The nearest to a full square first, wide before tall.
    """
    found = {}
    for rows in range(1, max(parts) + 1):
        columns = [-(-part // rows) for part in parts]
        high = max(-(-part // wide) for part, wide in zip(parts, columns, strict=True))
        found[columns[0], sum(columns)] = columns[0], sum(columns), high

    def odd(shape: tuple[int, int, int]) -> tuple[float, int]:
        _, wide, high = shape
        return abs(wide - 1.4 * high) + 0.9 * (wide * high - sum(parts)), wide

    return sorted(found.values(), key=odd)[:6]
