"""Where the parts of a board that never change stand: outlines, labels, sites, where roads meet.

Every place gets one block of its site and its label, where it leaves the most room for pieces. A place without outline
becomes a box of its own, so that there is always ground to stand on.
Belongs here: the choice of a place's block. Must not be here: painting, pieces.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from pbem.show.scene import Board, Place, Point, common_border, outline
from pbem.show.svg.geometry import Box, Frame, around, contains, crosses, distance, frame, toward
from pbem.show.svg.mask import CELL, Mask
from pbem.show.svg.metrics import cut, halved, width

SITE = 15.0
RIM = 2.0  # between a label and the border of its place
CLUSTERS = ((32, 32), (64, 32), (32, 64), (96, 32), (64, 64), (96, 64))
"""Room that is wanted for pieces: one counter, two, three, four, six."""
GAINS = (16, 7, 4, 5, 5, 4)
"""What such room is worth, beside three for each unit of the type's size."""
SIZES = (12.0, 11.0, 10.0, 9.0, 8.0, 7.0)
SMALL = 8.0  # the line of codes under a name
SPOT = (0.72, 0.76)  # how much of the way to its neighbours the box of a spot takes, across and down


@dataclass(frozen=True)
class Line:
    """A line of a label: its base line starts or has its middle at `at`."""

    text: str
    at: Point
    size: float
    anchor: str
    is_name: bool


@dataclass(frozen=True)
class Spot:
    """A place on the drawing. `label` and `site` are boxes that nothing else may cover; `meet` is where roads meet."""

    place: Place
    ring: tuple[Point, ...]
    is_spot: bool
    lines: tuple[Line, ...]
    label: Box
    site: Box | None
    meet: Point
    is_outside: bool = False

    @property
    def boxes(self) -> tuple[Box, ...]:
        return (self.label, self.site) if self.site else (self.label,)


@dataclass(frozen=True)
class Layout:
    """All places of a board by id."""

    frame: Frame
    spots: dict[str, Spot]


@dataclass(frozen=True)
class _Block:
    """A label and a site as one, its top left corner at 0, 0."""

    width: float
    height: float
    label: Box
    site: Box | None
    lines: tuple[Line, ...]
    size: float

    def moved(self, x: float, y: float) -> _Block:
        def shifted(box: Box) -> Box:
            return Box(box.left + x, box.top + y, box.right + x, box.bottom + y)

        lines = tuple(Line(n.text, (n.at[0] + x, n.at[1] + y), n.size, n.anchor, n.is_name) for n in self.lines)
        site = shifted(self.site) if self.site else None
        return _Block(self.width, self.height, shifted(self.label), site, lines, self.size)


@lru_cache(maxsize=16)
def layout(board: Board) -> Layout:
    """The same for the same board, whoever asks."""
    drawn = frame(board)
    rings = _rings(board, drawn)
    ways = _ways(board, rings)
    taken: list[Box] = []
    spots: dict[str, Spot] = {}
    free = Mask.empty(Box(0, 0, drawn.width, drawn.height))
    free = free.plus(Box(CELL, CELL, drawn.width - CELL, drawn.height - CELL))
    for ring in rings.values():
        free = free.less(Mask.of_ring(ring))
    for place in sorted(board.places, key=lambda p: (around(rings[p.id]).width * around(rings[p.id]).height, p.id)):
        spot = _spot(board, place, rings[place.id], ways[place.id], free, taken)
        spots[place.id] = spot
        taken += spot.boxes
    return Layout(drawn, {place.id: spots[place.id] for place in board.places})


# ------------------------------------------------------------------ outlines


def _rings(board: Board, drawn: Frame) -> dict[str, tuple[Point, ...]]:
    rings = {p.id: tuple(drawn.at(point) for point in outline(board, p)) for p in board.places}
    middles = {p.id: drawn.at(p.at) for p in board.places if not rings[p.id]}
    if middles:
        rings |= {id: box.corners for id, box in _boxes(middles, drawn).items()}
    return rings


def _boxes(middles: dict[str, Point], drawn: Frame) -> dict[str, Box]:
    """A box for each spot; those too near to another are made smaller until none meet."""
    across, down = _usual_steps(list(middles.values()))
    sizes = {id: [across * SPOT[0] / 2, down * SPOT[1] / 2] for id in middles}
    for id, (x, y) in middles.items():  # nothing leaves the drawing
        sizes[id][0] = max(8.0, min(sizes[id][0], x - 4, drawn.width - 4 - x))
        sizes[id][1] = max(8.0, min(sizes[id][1], y - 4, drawn.height - 4 - y))
    ids = list(middles)
    for i, one in enumerate(ids):
        for two in ids[i + 1:]:
            gaps = [abs(middles[one][k] - middles[two][k]) for k in (0, 1)]
            over = [sizes[one][k] + sizes[two][k] + 6 - gaps[k] for k in (0, 1)]
            if min(over) > 0:
                axis = 0 if gaps[0] * SPOT[1] > gaps[1] * SPOT[0] else 1
                for id in (one, two):
                    sizes[id][axis] = max(4.0, sizes[id][axis] - over[axis] / 2)
    return {id: Box(x - sizes[id][0], y - sizes[id][1], x + sizes[id][0], y + sizes[id][1])
            for id, (x, y) in middles.items()}


def _usual_steps(middles: list[Point]) -> tuple[float, float]:
    """How far it usually is to the next spot beside and below, at most what suits a label and four counters."""
    beside: list[float] = []
    below: list[float] = []
    for x, y in middles:
        near = [(abs(x - u), abs(y - v)) for u, v in middles if (x, y) != (u, v)]
        beside += sorted(dx for dx, dy in near if dx > dy)[:1]
        below += sorted(dy for dx, dy in near if dy >= dx)[:1]
    usual = [sorted(steps)[len(steps) // 2] if steps else 150.0 for steps in (beside, below)]
    return min(usual[0], 180.0), min(usual[1], 150.0)


def _ways(board: Board, rings: dict[str, tuple[Point, ...]]) -> dict[str, list[Point]]:
    """For each place the points where roads leave it."""
    places = {place.id: place for place in board.places}
    drawn = frame(board)
    ways: dict[str, list[Point]] = {id: [] for id in places}
    for line in board.lines:
        if line.ends and not line.points and all(end in places for end in line.ends):
            gate = gate_of(board, drawn, rings, *(places[end] for end in line.ends))
            for end in line.ends:
                ways[end].append(gate)
    return ways


def gate_of(board: Board, drawn: Frame, rings: dict[str, tuple[Point, ...]], a: Place, b: Place) -> Point:
    """Where a road crosses from one place to another: the middle of their longest common side, else half way."""
    sides = common_border(board, a, b)
    if not sides:
        (x1, y1), (x2, y2) = around(rings[a.id]).middle, around(rings[b.id]).middle
        return (x1 + x2) / 2, (y1 + y2) / 2
    whole = [(drawn.at(p), drawn.at(q)) for p, q in sides]
    half = sum(distance(p, q) for p, q in whole) / 2
    for p, q in whole:
        if half <= distance(p, q):
            part = half / (distance(p, q) or 1)
            return p[0] + (q[0] - p[0]) * part, p[1] + (q[1] - p[1]) * part
        half -= distance(p, q)
    return whole[-1][1]


# ------------------------------------------------------------------ blocks


def _spot(
    board: Board, place: Place, ring: tuple[Point, ...], ways: list[Point], free: Mask, taken: list[Box],
) -> Spot:
    inner = Mask.of_ring(ring)
    for box in taken:
        inner = inner.minus(box.grown(1))
    if not outline(board, place):
        return _on_card(board, place, ring)
    best: tuple[float, _Block] | None = None
    for block in _blocks(board, place):
        if best and best[0] > block.size * 3 + sum(GAINS):
            break  # no smaller type can be worth more
        for x, y in inner.spots(block.width + 2 * RIM, block.height + 2 * RIM).ends():
            moved = block.moved(x + RIM, y + RIM)
            worth = _worth(moved, inner, ring, ways)
            if best is None or worth > best[0] + 1e-6:
                best = worth, moved
    if best is None:
        return _outside(board, place, ring, ways, free, taken, inner)
    chosen = best[1]
    meet = chosen.site.middle if chosen.site else _meeting(chosen.label, inner, ring, ways)
    return Spot(place, ring, False, chosen.lines, chosen.label, chosen.site, meet)


def _on_card(board: Board, place: Place, ring: tuple[Point, ...]) -> Spot:
    """The label of a spot stands at the top of its box, in the middle, its site in the upper left corner."""
    card = around(ring)
    site = Box(card.left + 3, card.top + 3, card.left + 3 + SITE, card.top + 3 + SITE) if place.site else None
    left = site.right + 1 if site else card.left + 2
    room = card.right - 2 - left
    blocks = [block for size in SIZES[1:] for parts in (1, 2)
              for block in _set(halved(place.name[:60], parts), codes_of(board, place), size, False)]
    fitting = [block for block in blocks if block.width <= room]
    best = max(fitting, key=lambda b: (b.size * 3 - b.height, -b.width), default=None)
    if best is None:
        names = [cut(line, SIZES[-1], room - 2, True) for line in halved(place.name[:60], 2)]
        best = next(_set(names, cut(codes_of(board, place), 5.5, room - 2), SIZES[-1], False))
    placed = best.moved(left + (room - best.width) / 2, card.top + 2)
    return Spot(place, ring, True, placed.lines, placed.label, site, card.middle)


def _worth(block: _Block, inner: Mask, ring: tuple[Point, ...], ways: list[Point]) -> float:
    """Type that can be read, room for pieces, no road through the label, at the upper side if all else is alike."""
    rest = inner.minus(block.label.grown(1))
    rest = rest.minus(block.site.grown(1)) if block.site else rest
    worth = block.size * 3
    for clusters, gain in zip(CLUSTERS, GAINS, strict=True):
        found = rest.spots(*clusters).count()
        worth += gain * (0.75 + 0.25 * min(1.0, found / 60)) if found else 0
    middle = block.site.middle if block.site else around(ring).middle
    worth -= sum(2.5 for gate in ways if crosses(block.label, middle, gate))
    whole = around(ring)
    if block.site is None:
        worth -= 0.04 * abs(block.label.middle[0] - whole.middle[0])
    worth -= 4 * (sum(line.is_name for line in block.lines) > 2)
    return worth - (block.label.top - whole.top) / whole.height


def _blocks(board: Board, place: Place) -> Iterator[_Block]:
    """Ways to set a label with its site, the largest type first."""
    for size in SIZES:
        for parts in (1, 2, 3):
            lines = halved(place.name[:60], parts)
            if parts > 1 and len(lines) < parts:
                continue
            yield from _set(lines, codes_of(board, place), size, place.site is not None)


def codes_of(board: Board, place: Place) -> str:
    """`LIB h`, `KAN j4`: what may be typed for the place, its terrain with its grade."""
    terrain = next((t.code for t in board.terrains if t.id == place.terrain), "")
    code = "" if place.code == place.name else place.code[:12]
    return " ".join(part for part in (code, f"{terrain}{place.grade}"[:12]) if part)


def _set(names: list[str], codes: str, size: float, has_site: bool) -> Iterator[_Block]:
    rows = [(name, size, True) for name in names] + ([(codes, min(SMALL, size - 1.5), False)] if codes else [])
    wide = max((width(text, s, is_name) for text, s, is_name in rows), default=0) + 2
    tall = sum(_row(s) for _, s, _ in rows) + 1
    if not has_site:
        yield _Block(wide, tall, Box(0, 0, wide, tall), None, _lines(rows, wide / 2, 0, "middle"), size)
        return
    for side in ("left", "right"):
        x = SITE + 2 if side == "left" else 0
        high = max(SITE, tall)
        box = Box(x, (high - tall) / 2, x + wide, (high + tall) / 2)
        where = 0.0 if side == "left" else wide + 2
        site = Box(where, (high - SITE) / 2, where + SITE, (high + SITE) / 2)
        anchor, at = ("start", x + 1) if side == "left" else ("end", x + wide - 1)
        yield _Block(wide + SITE + 2, high, box, site, _lines(rows, at, box.top, anchor), size)
    for side in ("above", "below"):
        whole = max(wide, SITE)
        y = SITE + 1 if side == "above" else 0.0
        box = Box((whole - wide) / 2, y, (whole + wide) / 2, y + tall)
        where = 0.0 if side == "above" else tall + 1
        site = Box((whole - SITE) / 2, where, (whole + SITE) / 2, where + SITE)
        yield _Block(whole, tall + SITE + 1, box, site, _lines(rows, whole / 2, y, "middle"), size)


def _row(size: float) -> float:
    return size * 1.08


def _lines(rows: list[tuple[str, float, bool]], x: float, top: float, anchor: str) -> tuple[Line, ...]:
    found = []
    for text, size, is_name in rows:
        found.append(Line(text, (x, top + size * 0.88), size, anchor, is_name))
        top += _row(size)
    return tuple(found)


def _meeting(label: Box, inner: Mask, ring: tuple[Point, ...], ways: list[Point]) -> Point:
    """Where the roads of a place without a site meet: off the label, in the middle of the way."""
    rest = inner.minus(label.grown(2)).spots(2 * CELL, 2 * CELL)
    if not ways or not rest:
        return around(ring).middle
    middle = sum(x for x, _ in ways) / len(ways), sum(y for _, y in ways) / len(ways)
    if len(ways) == 1:  # a road that ends here leads well into the place
        middle = toward(ways[0], around(ring).middle, 0.5)

    def cost(point: Point) -> float:
        return sum(crosses(label, point, gate) for gate in ways) * 200 + distance(point, middle)

    return min(rest.points(3), key=cost, default=around(ring).middle)


def _outside(
    board: Board, place: Place, ring: tuple[Point, ...], ways: list[Point], free: Mask, taken: list[Box], inner: Mask,
) -> Spot:
    """No room: the site stays inside, the label stands beside the place, on no place at all if there is room."""
    (x, y) = around(ring).middle
    site = None
    if place.site:
        here = inner.spots(SITE, SITE)
        left, top = min(here.points(), key=lambda p: distance(p, (x - SITE / 2, y - SITE / 2)),
                        default=(x - SITE / 2, y - SITE / 2))
        site = Box(left, top, left + SITE, top + SITE)
        x, y = site.middle
    block = min(_set(halved(place.name[:60], 1), codes_of(board, place), 8.0, False), key=lambda b: b.width)
    for open_ground in (free, Mask.of_ring(ring), free):
        for box in taken:
            open_ground = open_ground.minus(box.grown(1))
        near = min(open_ground.spots(block.width, block.height).points(2), default=None,
                   key=lambda p: distance((p[0] + block.width / 2, p[1] + block.height / 2), (x, y)))
        if near is not None:
            break
    at = near or (max(0.0, min(x - block.width / 2, free.width * CELL - block.width)), max(0.0, y))
    moved = block.moved(*at)
    is_out = not contains(ring, moved.label.middle)
    return Spot(place, ring, False, moved.lines, moved.label, site, (x, y), is_out)
