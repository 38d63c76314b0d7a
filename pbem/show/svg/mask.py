"""A grid of small cells that are free or not: where on the drawing there is room for something.

All cells are the bits of one whole number, row after row with an empty cell at the end of each, so that a question
about all of them costs a few operations.
Belongs here: sets of cells. Must not be here: what is placed, why.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from pbem.show.scene import Point
from pbem.show.svg.geometry import Bounds, around

CELL = 3
Shifts = tuple[int, ...]


def cells(length: float) -> int:
    """So many cells a length needs."""
    return -int(-length // CELL)


class Mask:
    """Cells of a rectangle whose first cell is `column`, `row` of the whole drawing."""

    def __init__(self, column: int, row: int, width: int, height: int, bits: int = 0) -> None:
        self.column, self.row, self.width, self.height, self.bits = column, row, width, height, bits
        self._stride = width + 1

    @classmethod
    def empty(cls, box: Bounds) -> Mask:
        """No cell of a box."""
        left, top = int(box.left // CELL), int(box.top // CELL)
        return cls(left, top, cells(box.right) - left, cells(box.bottom) - top)

    @classmethod
    @lru_cache(maxsize=256)
    def of_ring(cls, ring: tuple[Point, ...]) -> Mask:
        """The cells whose middles lie in a closed ring."""
        mask = cls.empty(around(ring))
        bits = 0
        for i in range(mask.height):
            for start, end in _cuts(ring, (mask.row + i) * CELL + CELL / 2):
                first = max(0, cells(start - CELL / 2) - mask.column)
                last = min(mask.width, cells(end - CELL / 2) - mask.column)
                bits |= _run(first, last) << i * mask._stride
        return mask._like(bits)

    @classmethod
    @lru_cache(maxsize=256)
    def within_ring(cls, ring: tuple[Point, ...]) -> Mask:
        """The cells that lie in a closed ring whole, but for its corners."""
        mask = cls.empty(around(ring))
        rows = [mask._whole(ring, (mask.row + i) * CELL) for i in range(mask.height + 1)]
        bits = 0
        for i, (above, below) in enumerate(pairwise(rows)):
            bits |= (above & below) << i * mask._stride
        return mask._like(bits)

    def _whole(self, ring: Sequence[Point], y: float) -> int:
        """The cells of a row that a line at some height crosses inside of a ring."""
        found = 0
        for start, end in _cuts(ring, y):
            found |= _run(max(0, cells(start) - self.column), min(self.width, int(end // CELL) - self.column))
        return found

    def _like(self, bits: int) -> Mask:
        return Mask(self.column, self.row, self.width, self.height, bits)

    def _of_box(self, box: Bounds) -> int:
        """The cells that a box touches."""
        left, right = int(box.left // CELL) - self.column, -int(-box.right // CELL) - self.column
        first, last = int(box.top // CELL) - self.row, -int(-box.bottom // CELL) - self.row
        left, right = left if left > 0 else 0, right if right < self.width else self.width
        first, last = first if first > 0 else 0, last if last < self.height else self.height
        if right <= left or last <= first:
            return 0
        return ((1 << right - left) - 1) * _every(self._stride, last - first) << first * self._stride + left

    def _of_all(self, boxes: Iterable[Bounds]) -> int:
        found = 0
        for box in boxes:
            found |= self._of_box(box)
        return found

    def plus(self, *boxes: Bounds) -> Mask:
        """These cells and all that any of the boxes touches."""
        return self._like(self.bits | self._of_all(boxes))

    def minus(self, *boxes: Bounds) -> Mask:
        """These cells without those that any of the boxes touches."""
        return self._like(self.bits & ~self._of_all(boxes))

    def covers(self, box: Bounds) -> bool:
        """Whether all that a box touches is on these cells."""
        if box.left < self.column * CELL or box.top < self.row * CELL:
            return False
        if box.right > (self.column + self.width) * CELL or box.bottom > (self.row + self.height) * CELL:
            return False
        wanted = self._of_box(box)
        return self.bits & wanted == wanted

    def shrunk(self) -> Mask:
        """These cells without those at their rim."""
        bits = self.bits & self.bits >> 1 & self.bits << 1
        return self._like(bits & bits >> self._stride & bits << self._stride)

    def with_all(self, other: Mask) -> Mask:
        """These cells and those of another mask."""
        return self._like(self.bits | other.cut_like(self).bits)

    def less(self, other: Mask) -> Mask:
        """These cells without those of another mask."""
        return self._like(self.bits & ~other.cut_like(self).bits)

    def also(self, other: Mask) -> Mask:
        """The cells that are in both."""
        return self._like(self.bits & other.cut_like(self).bits)

    def cut_like(self, other: Mask) -> Mask:
        """The cells of this mask that lie in the rectangle of another."""
        if (self.column, self.row, self.width, self.height) == (other.column, other.row, other.width, other.height):
            return self
        found, whole, inner = 0, _run(0, other.width), _run(0, self.width)
        shift = other.column - self.column
        first, last = max(0, self.row - other.row), min(other.height, self.row + self.height - other.row)
        if first >= last:
            return other._like(0)
        above = (first + other.row - self.row) * self._stride
        wanted = self.bits >> above & _run(0, (last - first) * self._stride)
        for i in range(last - first):
            row = wanted >> i * self._stride & inner
            found |= ((row >> shift if shift >= 0 else row << -shift) & whole) << i * other._stride
        return other._like(found << first * other._stride)

    def spots(self, width: float, height: float) -> Mask:
        """The cells where the top left corner of something may lie so that all of it is on cells of this mask."""
        bits = self.bits
        for shift in (*_doubled(max(1, cells(width)), 1), *_doubled(max(1, cells(height)), self._stride)):
            bits &= bits >> shift
        return self._like(bits)

    def counts(self, sizes: Sequence[tuple[int, int]]) -> list[int]:
        """For each width and height in cells, by rising width, at how many places of this mask so much has room.

        What has no room anywhere is not looked at again in a larger size.
        """
        found: list[int] = []
        across = down = self.bits
        for widened, starts_again, deepened in _growing(tuple(sizes), self._stride):
            for shift in widened:
                across &= across >> shift
            if starts_again:
                down = across
            for shift in deepened:
                down &= down >> shift
            found.append(down.bit_count())
        return found

    def count(self) -> int:
        return self.bits.bit_count()

    def __bool__(self) -> bool:
        return self.bits != 0

    def points(self, step: int = 1) -> Iterator[Point]:
        """The top left corners of these cells, row by row; of every `step`th row and column only."""
        columns = _every(step, -(-self.width // step)) & _run(0, self.width)
        left, rest, down = self.column - 1, self.bits, step * self._stride
        for y in range(self.row * CELL, (self.row + self.height) * CELL, step * CELL):
            if not rest:
                return
            row = rest & columns
            rest >>= down
            while row:
                low = row & -row
                yield (left + low.bit_length()) * CELL, y
                row ^= low

    def ends(self) -> list[Point]:
        """A few cells that lie outermost, in rows spread over all, and the middle ones there."""
        filled = [i for i in range(self.height) if self._row(i)]
        chosen = dict.fromkeys(filled[at * (len(filled) - 1) // 4] for at in range(5)) if filled else {}
        found: dict[Point, None] = {}
        for i in chosen:
            row = self._row(i)
            first, last = (row & -row).bit_length() - 1, row.bit_length() - 1
            for at in (first, last, (first + last) // 2):
                if row >> at & 1:
                    found[((self.column + at) * CELL, (self.row + i) * CELL)] = None
        return list(found)

    def _row(self, i: int) -> int:
        return self.bits >> i * self._stride & _run(0, self.width)


def _cuts(ring: Sequence[Point], y: float) -> list[tuple[float, float]]:
    """From where to where a line at some height lies in a closed ring."""
    sides = zip(ring, [*ring[1:], ring[0]], strict=True)
    cuts = sorted(x1 + (y - y1) * (x2 - x1) / (y2 - y1) for (x1, y1), (x2, y2) in sides if (y1 > y) != (y2 > y))
    return list(zip(cuts[::2], cuts[1::2], strict=True))


def _run(first: int, last: int) -> int:
    return ((1 << last - first) - 1) << first if last > first else 0


@lru_cache(maxsize=4096)
def _every(stride: int, times: int) -> int:
    """So many bits, each a stride from the one before."""
    return ((1 << stride * times) - 1) // ((1 << stride) - 1)


@lru_cache(maxsize=4096)
def _doubled(many: int, step: int) -> tuple[int, ...]:
    """How far bits are shifted, one time after the other, until those are left that start so many in a row."""
    have, shifts = 1, []
    while have < many:
        more = min(have, many - have)
        shifts.append(more * step)
        have += more
    return tuple(shifts)


@lru_cache(maxsize=1024)
def _growing(sizes: tuple[tuple[int, int], ...], stride: int) -> tuple[tuple[Shifts, bool, Shifts], ...]:
    """From each size to the next: the shifts to its width, whether heights begin anew, the shifts to its height."""
    found = []
    wide = tall = 1
    for width, height in sizes:
        starts_again = width != wide or height < tall
        widened = _doubled(width - wide + 1, 1)
        wide, tall = width, 1 if starts_again else tall
        found.append((widened, starts_again, _doubled(height - tall + 1, stride)))
        tall = height
    return tuple(found)
