"""Where the parts of each hex stand: its number at the top, signs in its corners, counters below the number.

Sizes follow the hex: type and signs grow with it up to a limit. Numbers of all hexes lie in bands, with free bands
between them in which the names of ground are written.
Belongs here: positions within a hex. Must not be here: paint, which counters there are.
"""

from __future__ import annotations

from dataclasses import dataclass

from pbem.show.scene import HEX_CORNERS, Board, Place, Point
from pbem.show.svg.geometry import BoardFrame, Bounds, frame
from pbem.show.svg.mask import Mask
from pbem.show.svg.metrics import width
from pbem.show.svg.spot import NOWHERE, LabelLine, Layout, Spot

HIGH = HEX_CORNERS[1][1]
"""From the middle of a hex to the middle of a side, where its corners are 1 away."""
NUMBER, LARGEST = 0.315, 13.0  # the type of a number, in sizes of a hex and at most
SIGN, LARGEST_SIGN = 0.4, 20.0  # the side of a sign
SLOTS = ((-0.69, 0.0), (0.69, 0.0), (-0.36, 0.62), (0.36, 0.62))
"""Where signs stand, in sizes of a hex from its middle: left and right, then below; flat top, the others turned."""


@dataclass(frozen=True)
class Shape:
    """What all hexes of a board have alike, in units of the drawing: corner from the middle, orientation, type."""

    size: float
    flat_top: bool

    @property
    def number(self) -> float:
        return min(LARGEST, self.size * NUMBER)

    @property
    def sign(self) -> float:
        return min(LARGEST_SIGN, self.size * SIGN)

    @property
    def half_height(self) -> float:
        return self.size * (HIGH if self.flat_top else 1.0)

    @property
    def base(self) -> float:
        """The base line of a number, below the middle."""
        cap = 0.73 * self.number
        top = -self.size * HIGH + 1.4 if self.flat_top else -self.size + 0.95 * self.number
        return top + cap

    def half_width(self, y: float) -> float:
        """How far a hex reaches to both sides at some height."""
        if self.flat_top:
            return self.size - abs(y) / (2 * HIGH)
        return min(self.size * HIGH, (self.size - abs(y)) * 2 * HIGH)

    def slots(self) -> tuple[Bounds, ...]:
        """The rooms of signs around 0, 0."""
        half = self.sign / 2
        middles = SLOTS if self.flat_top else tuple((x * 0.93, y + 0.12 * (y == 0)) for x, y in SLOTS)
        return tuple(Bounds(x * self.size, y * self.size, x * self.size, y * self.size).grown(half) for x, y in middles)

    def corners(self) -> tuple[Point, ...]:
        """Around 0, 0, clockwise; those of neighbours meet exactly once they are rounded."""
        corners = HEX_CORNERS if self.flat_top else tuple((y, x) for x, y in HEX_CORNERS)
        return tuple((x * self.size, y * self.size) for x, y in corners)


def shape(board: Board) -> Shape:
    """The shape of the hexes of a board that has some."""
    assert board.hexes is not None
    return Shape(board.hexes.size * frame(board).scale, board.hexes.flat_top)


def lay_out(board: Board) -> Layout:
    """All hexes by id. There is no free ground: counters never leave their hex."""
    drawn, form = frame(board), shape(board)
    corners, slots = form.corners(), form.slots()
    spots = {place.id: _spot(place, drawn, form, corners, slots) for place in board.places}
    return Layout(drawn, NOWHERE, NOWHERE, Mask.empty(Bounds(0, 0, drawn.width, drawn.height)), spots)


def _spot(
    place: Place, drawn: BoardFrame, form: Shape, corners: tuple[Point, ...], slots: tuple[Bounds, ...]
) -> Spot:
    x, y = drawn.at(place.at)
    wide, cap = width(place.code, form.number, True), 0.73 * form.number
    number = Bounds(x - wide / 2, y + form.base - cap, x + wide / 2, y + form.base)
    left = slots[0]
    return Spot(
        place=place, ring=tuple((x + dx, y + dy) for dx, dy in corners), is_spot=False,
        lines=(LabelLine(place.code, (x, y + form.base), form.number, "middle", True),), label=number,
        site=moved(left, x, y) if place.site else None, meet=(x, y),
    )


def moved(box: Bounds, x: float, y: float) -> Bounds:
    """A box around 0, 0 put around a point."""
    return Bounds(box.left + x, box.top + y, box.right + x, box.bottom + y)
