"""Cards that grow: a card without an outline whose counters need more room gets it to the left, the right and below.

Its name stays where it is. What it grows over is ground and roads, never a name, a sign, a card or a counter.
Belongs here: how far a card grows, where its counters then lie. Must not be here: cards as they are printed (`cards`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pbem.show.svg.cluster import GAP, LEAST, shapes
from pbem.show.svg.counters import CELL
from pbem.show.svg.geometry import Bounds, around
from pbem.show.svg.spot import Layout, Spot

FARTHEST = 60.0  # to any side
SCALES = (1.0, 0.9, LEAST)
RIM = 3.0  # between counters and the rim of their card
AIR = 3.0  # between a card and all that it must not cover
SHARES = (0.5, 0.0, 1.0)
"""How much of the width that is wanted a card takes at its left."""
LARGER = 1500.0  # square units that a step to larger counters may cost


class GrownCard(NamedTuple):
    """A card with its counters: their box, columns of the first side, scale."""

    card: Bounds
    box: Bounds
    columns: int
    scale: float


def grown(placed: Layout, spot: Spot, parts: tuple[int, ...], held: tuple[Bounds, ...]) -> GrownCard | None:
    """The card of a spot with room for so many counters of each side, among what is held; None if it cannot grow so."""
    card = around(spot.ring)
    near = card.grown(FARTHEST + AIR)
    blocks = [box for other in placed.spots.values() if other is not spot
              for box in (*other.boxes, *((around(other.ring),) if other.is_spot else ()))]
    blocks = [box for box in (*(box.grown(AIR) for box in blocks), *held) if box.meets(near)]
    whole = Bounds(AIR, AIR, placed.frame.width - AIR, placed.frame.height - AIR)
    best: tuple[float, GrownCard] | None = None
    for rank, scale in enumerate(SCALES):
        for found in _ways(card, _top(spot), parts, scale):
            large = found.card.width * found.card.height + LARGER * rank
            if best is not None and large >= best[0] - 1e-6:
                continue
            gained = _gained(card, found.card)
            if found.card.inside(whole) and not any(strip.meets(box) for box in blocks for strip in gained):
                best = large, found
    return best and best[1]


def _gained(card: Bounds, larger: Bounds) -> tuple[Bounds, ...]:
    """What a larger card has more: at the left, at the right, below."""
    left, top, right, bottom = larger
    return (Bounds(left, top, card.left, bottom), Bounds(card.right, top, right, bottom),
            Bounds(left, card.bottom, right, bottom))


def _top(spot: Spot) -> float:
    """From where counters may lie: below its name and its sign."""
    return max(box.bottom for box in spot.boxes) + 1


def _ways(card: Bounds, top: float, parts: tuple[int, ...], scale: float) -> Iterator[GrownCard]:
    for columns, across, down in shapes(parts):
        wide, high = (across * CELL + (len(parts) - 1) * GAP) * scale, down * CELL * scale
        more, below = max(0.0, wide + 2 * RIM - card.width), max(0.0, top + high + RIM - card.bottom)
        for share in SHARES if more else SHARES[:1]:
            left, right = more * share, more * (1 - share)
            if max(left, right, below) > FARTHEST:
                continue
            wider = Bounds(card.left - left, card.top, card.right + right, card.bottom + below)
            x = wider.middle[0] - wide / 2
            y = (top + wider.bottom - RIM - high) / 2 if not below else top
            yield GrownCard(wider, Bounds(x, y, x + wide, y + high), columns, scale)
