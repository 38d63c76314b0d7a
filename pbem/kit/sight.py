"""Line of fire over hexes, exact: which hexes a straight line meets, and whether any of them blocks it.

The line runs from the middle of one hex to the middle of another. A hex is met if a stretch of the line lies in it; to
touch a corner is not to meet. A line along a hexside grazes the hexes on both sides of it: they are met together, and
block only if both do; one beside the edge of the map decides alone. All arithmetic is in whole numbers, so the answer
is the same from both ends.
Belongs here: the line and what blocks it. Must not be here: range, who may fire, what a terrain is.
Source: Operation Anaconda 10.16-10.21 as its dossier reads them, section g; walls are an addition of ours.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby
from math import lcm
from typing import NamedTuple

from pbem.kit.hexes import HexMap, Offset

Cube = tuple[int, int, int]


class MetHex(NamedTuple):
    """A hex that a line meets: where it is from the start, and the stretch of the line in it.

    `enter` and `leave` count equal parts of the line from its start, as many as `parts_of` says. `grazed`: the line
    runs along one of its sides. `by_side`: the line leaves it through a side and not by a corner.
    """

    enter: int
    leave: int
    offset: Offset
    grazed: bool
    by_side: bool


def _cube(offset: Offset) -> Cube:
    across, along = offset[0], (offset[1] - offset[0]) // 2
    return across, -across - along, along


def _slopes(to: Offset) -> tuple[int, int, int]:
    x, y, z = _cube(to)
    return x - y, y - z, z - x


def parts_of(to: Offset) -> int:
    """Into how many parts the line to an offset is cut, so that it enters and leaves every hex at a whole one."""
    return lcm(*(slope for slope in _slopes(to) if slope))


@cache
def line(to: Offset) -> tuple[MetHex, ...]:
    """All hexes that the line from a hex to the one at an offset meets, both included, in the order it enters them.

    It knows no map: what it meets may lie off it.
    """
    slopes, parts = _slopes(to), parts_of(to)
    strips = [(slope, parts // slope if slope else 0) for slope in slopes]  # whole: a slope divides the parts
    met = (_meets(at, strips, parts) for at in _near(to))
    return tuple(sorted(one for one in met if one is not None))


def _near(to: Offset) -> Iterator[Offset]:
    """The hexes whose box the line touches: of each column from its start to its end the few about its height there.

    A hex reaches two thirds of a column to either side of its middle, and a half step of two above and below it.
    """
    across, along = to
    if not across:
        yield from ((0, row) for row in range(min(0, along), max(0, along) + 1, 2))
        return
    sign = 1 if across > 0 else -1
    rise, unit = sign * along, 3 * abs(across)  # the line is at rise * 3 * column / unit
    for column in range(0, across + sign, sign):
        low, high = sorted((rise * (3 * column - 2), rise * (3 * column + 2)))
        first, last = low // unit - 1, -(-high // unit) + 1
        yield from ((column, row) for row in range(first + (first - column) % 2, last + 1, 2))


def _meets(at: Offset, strips: Sequence[tuple[int, int]], parts: int) -> MetHex | None:
    """The stretch of the line in a hex: the points whose three differences to its middle are at most 1 either way.

    A strip is how fast the line crosses one pair of sides, and how many parts it takes for one difference.
    """
    x, y, z = _cube(at)
    starts = y - x, z - y, x - z  # the start of the line as seen from the middle of the hex
    low, high, grazed = 0, parts, False
    for start, (slope, share) in zip(starts, strips, strict=True):
        if slope == 0:
            if not -1 <= start <= 1:
                return None
            grazed = grazed or start != 0
            continue
        middle, half = -start * share, abs(share)
        low, high = max(low, middle - half), min(high, middle + half)
        if low >= high:
            return None
    at_rim = sum(abs(start * parts + slope * high) == parts for start, (slope, _) in zip(starts, strips, strict=True))
    return MetHex(low, high, at, grazed, at_rim == 1)


class Sight:
    """What can be seen from where on one map; build it once for a game, it remembers what it was asked.

    levels     the level of each hex; a place that sees over all others has the highest
    blocking   hexes that block between two ends of their own level: woods, towns, mountains
    along      hexsides that a road or the like crosses: a line that follows it through a hex passes that hex's terrain
    walls      hexsides that block a line across or along them if neither end is higher than the higher hex beside them
               nor lies beside them
    """

    def __init__(
        self,
        on: HexMap,
        levels: Mapping[str, int],
        blocking: frozenset[str] = frozenset(),
        along: frozenset[str] = frozenset(),
        walls: frozenset[str] = frozenset(),
    ) -> None:
        self.on, self.levels, self.blocking, self.along, self.walls = on, levels, blocking, along, walls
        self._known: dict[tuple[str, str], tuple[str, ...]] = {}

    def is_clear(self, a: str, b: str) -> bool:
        """Whether nothing blocks the line between two hexes; the same from both ends. Neighbours always see."""
        return not self.blocked_by(a, b)

    def blocked_by(self, a: str, b: str) -> tuple[str, ...]:
        """What blocks the line first, seen from the lower number: a hex, two that it runs between; empty if clear."""
        ends = (a, b) if a < b else (b, a)
        if ends not in self._known:
            self._known[ends] = self._search(*ends)
        return self._known[ends]

    def seen_from(self, hex: str, radius: int) -> tuple[str, ...]:
        """All hexes within a radius to which the line is clear, this one included."""
        return tuple(other for other in self.on.within(hex, radius) if self.is_clear(hex, other))

    def met(self, a: str, b: str) -> dict[str, MetHex]:
        """The hexes of the map that the line meets, both ends included, in its order."""
        crossed = ((self.on.moved(a, met.offset), met) for met in line(self.on.offset(a, b)))
        return {hex: met for hex, met in crossed if hex is not None}

    def _search(self, a: str, b: str) -> tuple[str, ...]:
        if self.on.distance(a, b) <= 1:
            return ()
        met = self.met(a, b)
        for group in _groups(met):
            if group[0] in (a, b):
                continue
            if all(self._blocks(hex, met, a, b, is_alone=len(group) == 1) for hex in group):
                return tuple(group)
        for side in self._sides(met):
            if self._walls_off(side, a, b):
                return side
        return ()

    def _blocks(self, hex: str, met: Mapping[str, MetHex], a: str, b: str, *, is_alone: bool) -> bool:
        one, other, level = self.levels[a], self.levels[b], self.levels[hex]
        if level > max(one, other):
            return True
        if not one == other == level or hex not in self.blocking:
            return False
        return not (is_alone and self._follows(hex, met))

    def _follows(self, hex: str, met: Mapping[str, MetHex]) -> bool:
        """Whether the line comes into a hex and goes on from it along a road."""
        here = met[hex]
        near = [(other, met[other]) for other in self.on.neighbours(hex) if other in met]
        comes = [other for other, stretch in near if stretch.leave == here.enter]
        goes = [other for other, stretch in near if stretch.enter == here.leave]
        return all(any(self.on.side(hex, other) in self.along for other in ways) for ways in (comes, goes))

    def _sides(self, met: Mapping[str, MetHex]) -> Iterator[tuple[str, str]]:
        """The hexsides that the line crosses or runs along."""
        for hex, here in met.items() if self.walls else ():
            for other in self.on.neighbours(hex):
                there = met.get(other)
                if there is None:
                    continue
                is_crossed = here.by_side and here.leave == there.enter
                is_followed = here.grazed and there.grazed and here[:2] == there[:2] and hex < other
                if is_crossed or is_followed:
                    yield hex, other

    def _walls_off(self, side: tuple[str, str], a: str, b: str) -> bool:
        if self.on.side(*side) not in self.walls or {a, b} & set(side):
            return False
        return max(self.levels[a], self.levels[b]) <= max(self.levels[hex] for hex in side)


def _groups(met: Mapping[str, MetHex]) -> Iterator[list[str]]:
    """Hexes that decide together: two that the line runs between, any other by itself."""
    def stretch(hex: str) -> tuple[int, int, str]:
        one = met[hex]
        return one.enter, one.leave, "" if one.grazed else hex

    for _, group in groupby(sorted(met, key=stretch), key=stretch):
        yield list(group)
