"""Names of ground over hexes: in the free bands between numbers, where they cover no sign and no other name.

Belongs here: the choice of their places. Must not be here: numbers, signs.
"""

from __future__ import annotations

from collections.abc import Iterator

from pbem.show.scene import Board, Label, Point
from pbem.show.svg.geometry import Box, around, distance
from pbem.show.svg.hexes.layout import Shape, moved
from pbem.show.svg.metrics import width
from pbem.show.svg.spot import Layout
from pbem.show.svg.xml import INK, PAPER, tag, words

SIZES = (1.3, 1.15, 1.0, 0.9)  # of the type of a number
LONGEST = 40
COVERS = 1000.0  # what it costs to cover something, in units of distance
SMALLER = 12.0  # what each smaller type costs
HIDDEN, FOOT = 60.0, 18.0  # what it costs to stand where counters will lie, or partly


def names(board: Board, placed: Layout, form: Shape) -> Iterator[str]:
    """All names; those of small ground choose first."""
    taken = list(_printed(placed, form))
    drawn = []
    for label in sorted(board.labels, key=lambda label: (len(label.places), label.text)):
        if any(id in placed.spots for id in label.places):
            box, base, size = _best(label, placed, form, taken)
            taken.append(box)
            drawn.append(words(*base, label.text[:LONGEST], size))
    yield tag("g", *drawn, text_anchor="middle", font_weight="bold", font_style="italic", fill=INK, stroke=PAPER,
              stroke_width=2.2, stroke_opacity=0.8, stroke_linejoin="round", paint_order="stroke")


def _printed(placed: Layout, form: Shape) -> Iterator[Box]:
    slots = form.slots()
    for spot in placed.spots.values():
        count = len(spot.place.signs) + (spot.place.site is not None)
        yield from (moved(slot, *spot.meet) for slot in slots[:count])


def _best(label: Label, placed: Layout, form: Shape, taken: list[Box]) -> tuple[Box, Point, float]:
    """Box, base line and type: near the middle of the ground, in a free band."""
    middles = [placed.spots[id].meet for id in label.places if id in placed.spots]
    goal = around(middles).middle
    best: tuple[float, Box, Point, float] | None = None
    for rank, part in enumerate(SIZES):
        size = round(form.number * part, 1)
        wide, cap = width(label.text[:LONGEST], size, True), 0.73 * size
        for x, base, price in _positions(form, middles, wide, cap):
            left = min(max(x - wide / 2, 4.0), placed.frame.width - wide - 4)
            box = Box(left, base - cap - 1, left + wide, base + 0.25 * size)
            covered = sum(box.meets(other) for other in taken)
            cost = distance((left + wide / 2, base), goal) + COVERS * covered + SMALLER * rank + price
            if best is None or cost < best[0] - 1e-6:
                best = cost, box, (left + wide / 2, base), size
    assert best is not None
    return best[1:]


def _positions(form: Shape, middles: list[Point], wide: float, cap: float) -> Iterator[tuple[float, float, float]]:
    """Middle, base line and price: beside the counters of a hex, at its foot, or on it, where counters will hide it."""
    above, below = _bands(form, cap)
    beside = 0.62 * form.size + wide / 2
    for x, y in middles:
        yield x, y + below, FOOT
        for base, price in ((y + above, 0.0), (y + below, FOOT)):
            yield x + beside, base, price
            yield x - beside, base, price + 4.0
        yield x, y + above, HIDDEN


def _bands(form: Shape, cap: float) -> tuple[float, float]:
    """The base lines of the free bands of a hex, below its middle: above and below the numbers of those beside it."""
    if not form.flat_top:
        return 0.1 * form.size + cap / 2, 0.62 * form.size + cap / 2
    step, number = form.half_height, 0.73 * form.number  # the hexes beside it stand half a hex lower
    return form.base + (step - number + cap) / 2, form.base + 2 * step - number - 0.25 * cap - 1
