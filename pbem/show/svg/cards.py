"""Places without an outline: a box for each, so that there is ground to stand on, with the label at its top.

Belongs here: how large such a box is, what stands in it from the beginning. Must not be here: places with outlines.
"""

from __future__ import annotations

from pbem.show.scene import Board, Place, Point
from pbem.show.svg.blocks import LEADING, SIZES, blocks, squeezed
from pbem.show.svg.city import SIGN_WIDE, is_city, sign_box, sign_of
from pbem.show.svg.geometry import BoardFrame, Bounds
from pbem.show.svg.metrics import width
from pbem.show.svg.spot import SITE, LabelLine, Spot

SHARE, QUARTER = (0.76, 0.82), (0.844, 0.802)
"""How much of the way to its neighbours a box takes, across and down; in a city, where streets lie between."""
READ = 9.0  # the smallest type of a quarter's name that is read on a small screen
NUMBER = 7.5  # the type of a quarter's code, in its corner
ALONE, AMONG_AREAS = (180.0, 150.0), (132.0, 98.0)
"""The longest way to a neighbour that counts: a label and six counters; among areas, which hold counters too, less."""


def cards(
    middles: dict[str, Point], drawn: BoardFrame, most: Point = ALONE, share: Point = SHARE,
) -> dict[str, Bounds]:
    """A box for each spot; those too near to another are made smaller until none meet."""
    across, down = _usual_steps(list(middles.values()), most)
    sizes = {id: [across * share[0] / 2, down * share[1] / 2] for id in middles}
    for id, (x, y) in middles.items():  # nothing leaves the drawing
        sizes[id][0] = max(8.0, min(sizes[id][0], x - 4, drawn.width - 4 - x))
        sizes[id][1] = max(8.0, min(sizes[id][1], y - 4, drawn.height - 4 - y))
    ids = list(middles)
    for i, one in enumerate(ids):
        for two in ids[i + 1:]:
            gaps = [abs(middles[one][k] - middles[two][k]) for k in (0, 1)]
            over = [sizes[one][k] + sizes[two][k] + 6 - gaps[k] for k in (0, 1)]
            if min(over) > 0:
                axis = 0 if gaps[0] * SHARE[1] > gaps[1] * SHARE[0] else 1
                for id in (one, two):
                    sizes[id][axis] = max(4.0, sizes[id][axis] - over[axis] / 2)
    boxes = {id: Bounds(x - sizes[id][0], y - sizes[id][1], x + sizes[id][0], y + sizes[id][1])
             for id, (x, y) in middles.items()}
    if most != ALONE:
        return boxes
    return {id: _widened(box, [other for two, other in boxes.items() if two != id], drawn) for id, box in boxes.items()}


def _widened(box: Bounds, others: list[Bounds], drawn: BoardFrame) -> Bounds:
    """Twice as wide if nothing else stands in its row, as at a base off the map."""
    wider = Bounds(box.left - box.width / 2, box.top, box.right + box.width / 2, box.bottom)
    row = Bounds(4, box.top, drawn.width - 4, box.bottom)
    return wider if wider.inside(row) and not any(other.meets(row) for other in others) else box


def _usual_steps(middles: list[Point], most: Point) -> tuple[float, float]:
    """How far it usually is to the next spot beside and below, at most so much."""
    beside: list[float] = []
    below: list[float] = []
    for x, y in middles:
        near = [(abs(x - u), abs(y - v)) for u, v in middles if (x, y) != (u, v)]
        beside += sorted(dx for dx, dy in near if dx > dy)[:1]
        below += sorted(dy for dx, dy in near if dy >= dx)[:1]
    usual = [sorted(steps)[len(steps) // 2] if steps else 150.0 for steps in (beside, below)]
    return min(usual[0], most[0]), min(usual[1], most[1])


def on_card(board: Board, place: Place, codes: str, card: Bounds) -> Spot:
    """The label of a spot stands at the top of its box, in the middle, its site in the upper left corner."""
    if is_city(board):
        return _quarter(board, place, codes, card)
    site = Bounds(card.left + 3, card.top + 3, card.left + 3 + SITE, card.top + 3 + SITE) if place.site else None
    left = site.right + 1 if site else card.left + 2
    room = card.right - 2 - left
    fitting = [block for block in blocks(place.name, codes, SIZES[1:], 2) if block.width <= room]
    best = max(fitting, key=lambda b: (b.size * 3 - b.height, -b.width), default=squeezed(place.name, codes, room))
    at = left + (room - best.width) / 2, card.top + 2
    return Spot(place, card.corners, True, best.lines(*at), best.box(*at), site, card.middle)


def _quarter(board: Board, place: Place, codes: str, card: Bounds) -> Spot:
    """Its site, its sign and its name from the left, its code in the lower right corner: the middle is for counters."""
    site = Bounds(card.left + 3, card.top + 3, card.left + 3 + SITE, card.top + 3 + SITE) if place.site else None
    left = site.right + 2 if site else card.left + 4
    ahead = SIGN_WIDE + 2 if sign_of(board, place.terrain) else 0.0
    room = card.right - 3 - left - ahead
    fitting = [block for block in blocks(place.name, "", SIZES[1:], 2) if block.width <= room]
    read = [block for block in fitting if block.size >= READ]  # on two lines rather than too small to be read
    best = max(read or fitting, key=lambda b: (b.size * 3 - b.height, -b.width), default=squeezed(place.name, "", room))
    sign = sign_box(card, left, best.size) if ahead else None
    start = sign.right + 1 if sign else left
    lines = best.lines(start, card.top + 2, "start")
    wide = width(codes, NUMBER)
    number = Bounds(card.right - 4 - wide, card.bottom - 3 - NUMBER * LEADING, card.right - 3, card.bottom - 3)
    code = LabelLine(codes, (card.right - 3.5, card.bottom - 4.6), NUMBER, "end", False)
    return Spot(place, card.corners, True, (*lines, code), best.box(start, card.top + 2), site, card.middle, sign=sign,
                number=number)
