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
        for x, y in middles:
            for band in _bands(form):
                left = min(max(x - wide / 2, 4.0), placed.frame.width - wide - 4)
                base = y + band + cap / 2
                box = Box(left, base - cap - 1, left + wide, base + 0.25 * size)
                covered = sum(box.meets(other) for other in taken)
                cost = distance((left + wide / 2, base), goal) + COVERS * covered + SMALLER * rank
                if best is None or cost < best[0] - 1e-6:
                    best = cost, box, (left + wide / 2, base), size
    assert best is not None
    return best[1:]


def _bands(form: Shape) -> tuple[float, ...]:
    """The middles of the free bands of a hex, below its middle: above and below the numbers of those beside it."""
    if not form.flat_top:
        return (0.28 * form.size,)
    step = form.half_height  # the hexes beside it stand half a hex lower
    cap = 0.73 * form.number
    return (form.base + (step - cap) / 2, form.base + step + (step - cap) / 2)
