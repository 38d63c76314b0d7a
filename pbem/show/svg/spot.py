"""What a layout consists of: a place on the drawing with its label, its site, its roads.

Belongs here: structs. Must not be here: how they are chosen (`layout`, `siting`, `cards`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from pbem.show.scene import Place, Point
from pbem.show.svg.courses import Bend
from pbem.show.svg.geometry import BoardFrame, Bounds, around
from pbem.show.svg.mask import Mask

NOWHERE = Mask.empty(Bounds(0, 0, 0, 0))
SITE = 15.0
"""The side of a site's box."""


@dataclass(frozen=True)
class LabelLine:
    """A line of a label: its base line starts, ends or has its middle at `at`, as `anchor` says."""

    text: str
    at: Point
    size: float
    anchor: str
    is_name: bool


@dataclass(frozen=True, eq=False)
class Spot:
    """A place on the drawing. Nothing else may cover its `boxes`.

    `meet` is where roads meet; `roads` are the bends from there, each with the place it leads to. `is_outside`: the
    label stands beside the place and a line leads to it. `free` is where its counters may lie, `quiet`
    where they are on no road either. `laid` is how it was chosen, for `Place.laid`; empty if nothing was. `sign`
    stands before its name, `number` is its code in a corner.
    """

    place: Place
    ring: tuple[Point, ...]
    is_spot: bool
    lines: tuple[LabelLine, ...]
    label: Bounds
    site: Bounds | None
    meet: Point
    port: Bounds | None = None
    roads: tuple[tuple[str, Bend], ...] = ()
    is_outside: bool = False
    free: Mask = NOWHERE
    quiet: Mask = NOWHERE
    laid: tuple[int, ...] = ()
    sign: Bounds | None = None
    number: Bounds | None = None

    @cached_property
    def town(self) -> Bounds | None:
        """The site with the anchor of its port."""
        return around([*self.site.corners, *(self.port or self.site).corners]) if self.site else None

    @cached_property
    def boxes(self) -> tuple[Bounds, ...]:
        """All that stands there from the beginning."""
        return tuple(box for box in (self.label, self.town, self.sign, self.number) if box)


@dataclass(frozen=True, eq=False)
class Layout:
    """All places of a board by id. Call-outs may lie where no label, no site and no box of a spot is: `sea` is
    the ground of no place and of foreign ones, `large` the sea and large places off the roads, `free` all.
    """

    frame: BoardFrame
    sea: Mask
    large: Mask
    free: Mask
    spots: dict[str, Spot]
