"""Maps of hexes: numbers such as 1710, who is next to whom, how far, rings, hexsides, edges of the map.

A hex is known by its printed number: two digits of column from west to east, two of row from north to south (CCRR).
Flat-top hexes stand in straight columns, and every other column sits half a hex lower; pointy-top hexes stand in
straight rows, and every other row sits half a hex further right. A hexside is written `1710-1711`, lower number first.
Everything is a whole number. Lists come in order of number, so that all tables list alike.
Belongs here: questions that any hex map can answer. Must not be here: terrain, costs (`paths`), sight (`sight`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from pbem.errors import WrongUse
from pbem.kit.data import Entry

Offset = tuple[int, int]
"""From one hex to another: steps across the straight columns (rows), then half steps along them."""

FLAT: dict[str, Offset] = {"N": (0, -2), "NE": (1, -1), "SE": (1, 1), "S": (0, 2), "SW": (-1, 1), "NW": (-1, -1)}
POINTY: dict[str, Offset] = {"NE": (-1, 1), "E": (0, 2), "SE": (1, 1), "SW": (1, -1), "W": (0, -2), "NW": (-1, -1)}
LARGEST = 99


class Grid(Entry, frozen=True):
    """A hex map as its data say it: `columns` by `rows` hexes; the north-western one has the numbers `first`.

    `shifted` says which columns (flat top) sit half a hex lower, or which rows (pointy top) half a hex further right,
    by their printed number. `missing` are hexes that were left out of the rectangle.
    """

    columns: int
    rows: int
    orientation: Literal["flat_top", "pointy_top"] = "flat_top"
    shifted: Literal["odd", "even"] = "even"
    first: tuple[int, int] = (1, 1)
    missing: tuple[str, ...] = ()


class HexMap:
    """A grid made ready for questions; build it once for a game. KeyError wherever a hex is not on it.

    `every` are all its hexes as a set: where one asks of many places whether they are on the map.
    """

    __slots__ = ("_at", "_discs", "_hexes", "_neighbours", "directions", "every", "grid", "hexes")

    def __init__(self, grid: Grid) -> None:
        """WrongUse if the grid is empty, has numbers of more than two digits, or lacks a hex that it never had."""
        (column, row), flat = grid.first, grid.orientation == "flat_top"
        last = column + grid.columns - 1, row + grid.rows - 1
        if grid.columns < 1 or grid.rows < 1 or min(column, row) < 0 or max(last) > LARGEST:
            size = f"{grid.columns} by {grid.rows} hexes from {column}, {row} on"
            raise WrongUse(f"{size}: numbers go from 0 to {LARGEST}")
        numbers = {f"{c:02}{r:02}": (c, r) for c in range(column, last[0] + 1) for r in range(row, last[1] + 1)}
        for missing in grid.missing:
            if numbers.pop(missing, None) is None:
                raise WrongUse(f"missing hex {missing}: there is no such hex, or it is named twice")
        self.grid = grid
        self.directions: dict[str, Offset] = FLAT if flat else POINTY
        self._hexes: dict[str, Offset] = {}
        for hex, (c, r) in numbers.items():
            across, along = (c, r) if flat else (r, c)
            is_shifted = (across % 2 == 1) == (grid.shifted == "odd")
            self._hexes[hex] = across, 2 * along + is_shifted
        self.hexes: tuple[str, ...] = tuple(self._hexes)
        self.every = frozenset(self._hexes)
        self._at = {at: hex for hex, at in self._hexes.items()}
        self._neighbours = {hex: tuple(sorted(self._around(hex))) for hex in self.hexes}
        self._discs: dict[tuple[str, int], frozenset[str]] = {}  # those that were asked for

    def __contains__(self, hex: object) -> bool:
        return hex in self._hexes

    def _around(self, hex: str) -> Iterator[str]:
        return (found for step in self.directions.values() if (found := self.moved(hex, step)) is not None)

    # ------------------------------------------------------------------ from hex to hex

    def neighbours(self, hex: str) -> tuple[str, ...]:
        """The hexes next to this one."""
        return self._neighbours[hex]

    def neighbour(self, hex: str, direction: str) -> str | None:
        """The next hex in a direction (`directions` has their names); None off the map."""
        return self.moved(hex, self.directions[direction])

    def offset(self, a: str, b: str) -> Offset:
        """How one comes from a to b."""
        (across, along), (to_across, to_along) = self._hexes[a], self._hexes[b]
        return to_across - across, to_along - along

    def moved(self, hex: str, by: Offset) -> str | None:
        """The hex at an offset from another; None off the map."""
        across, along = self._hexes[hex]
        return self._at.get((across + by[0], along + by[1]))

    def distance(self, a: str, b: str) -> int:
        """How many hexes from a to b, the last one counted, the first not: 0 to itself, 1 to a neighbour."""
        (across, along), (to_across, to_along) = self._hexes[a], self._hexes[b]
        across, along = abs(to_across - across), abs(to_along - along)
        return across if along <= across else (across + along) // 2

    def within(self, hex: str, radius: int) -> tuple[str, ...]:
        """All hexes at most so far away, this one included."""
        return tuple(sorted(self.disc(hex, radius)))

    def disc(self, hex: str, radius: int) -> frozenset[str]:
        """The same as a set, which is remembered: where one asks of many places whether they are near."""
        known = self._discs.get((hex, radius))
        if known is None:
            known = self._discs[hex, radius] = frozenset(self._around_by(hex, radius))
        return known

    def ring(self, hex: str, radius: int) -> tuple[str, ...]:
        """All hexes exactly so far away."""
        return tuple(other for other in self.within(hex, radius) if self.distance(hex, other) == radius)

    def bands(self, hex: str, radius: int) -> tuple[tuple[str, ...], ...]:
        """The rings at distance 0, 1, 2 and so on up to `radius`."""
        found: list[list[str]] = [[] for _ in range(radius + 1)]
        for other in self.within(hex, radius):
            found[self.distance(hex, other)].append(other)
        return tuple(map(tuple, found))

    def _around_by(self, hex: str, radius: int) -> Iterator[str]:
        for across in range(-radius, radius + 1):
            most = 2 * radius - abs(across)
            for along in range(-most, most + 1, 2):
                if (found := self.moved(hex, (across, along))) is not None:
                    yield found

    # ------------------------------------------------------------------ hexsides, edges, drawing

    def side(self, a: str, b: str) -> str:
        """The hexside between two neighbours, asked from either; WrongUse if they are not neighbours."""
        if b not in self._neighbours[a]:
            raise WrongUse(f"hexside {a}-{b}: these two hexes do not touch")
        return f"{a}-{b}" if a < b else f"{b}-{a}"

    def sides(self, written: Iterable[str]) -> frozenset[str]:
        """Hexsides as data write them, checked; WrongUse names the first that is none or comes twice."""
        found: set[str] = set()
        for words in written:
            a, dash, b = words.partition("-")
            if not dash or a not in self._hexes or b not in self._hexes:
                raise WrongUse(f"hexside {words}: write two hexes of this map, as in 1710-1711")
            side = self.side(a, b)
            if side in found:
                raise WrongUse(f"hexside {words}: is given twice")
            found.add(side)
        return frozenset(found)

    def edges(self, hex: str) -> tuple[str, ...]:
        """The edges of the map that a hex lies on, of `north east south west` in this order; none inside it."""
        self._hexes[hex]
        (first_column, first_row), column, row = self.grid.first, int(hex[:2]), int(hex[2:])
        touched = {"north": row == first_row, "east": column == first_column + self.grid.columns - 1,
                   "south": row == first_row + self.grid.rows - 1, "west": column == first_column}
        return tuple(edge for edge, is_touched in touched.items() if is_touched)

    def middle(self, hex: str) -> tuple[int, int]:
        """Where the middle of a hex is, for drawings: `hexagons.hex_middle` makes a point of it.

        Flat top: three for each column to the right, one for each half hex down. Pointy top: one for each half hex to
        the right, three for each row down.
        """
        across, along = self._hexes[hex]
        return (3 * across, along) if self.grid.orientation == "flat_top" else (along, 3 * across)
