"""Houses of a city: each quarter halved at seeded places until its parts are as large as a house, alleys between them.

The same on every machine. Belongs here: what is built and what grows in quarters, by words in their names and grounds.
Must not be here: how it is painted (`pbem.show.svg.city`).
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b

from pbem.show.scene import Board, Place
from pbem.show.svg.geometry import Bounds, around
from pbem.show.svg.layout import layout
from pbem.show.svg.spot import Spot

GREEN = ("grove", "farm", "field", "desert", "park", "peninsula", "north")
"""Words in the names of quarters where palms stand; where the ground is built on, few."""
GRAVES = "cemetery"
BARE = "open"
WIDE, HIGH = 30, 25  # half units: what is larger is halved
ALLEYS = (7, 7, 5, 4)  # half units, by how often has been halved; then the last
RIM = 6  # half units between houses and the rim of a quarter
PALM = "l-3 2m3 -2l3 2m-3 -2l-3 -2m3 2l3 -2m-3 2v7"


class Chance:
    """Numbers out of a name, always the same."""

    def __init__(self, name: str) -> None:
        self._name, self._many = name, 0

    def below(self, most: int) -> int:
        self._many += 1
        drawn = blake2b(f"{self._name}/{self._many}".encode(), digest_size=8).digest()
        return int.from_bytes(drawn, "big") % max(1, most)


Part = tuple[int, int, int, int]
"""Left, top, width, height in half units."""


def built(board: Board) -> list[dict[str, object]]:
    """All paths of a city, what lies lowest first."""
    placed = layout(board)
    spots = [spot for spot in placed.spots.values() if spot.place.terrain]
    bare = {terrain.id for terrain in board.terrains if BARE in terrain.name.lower()}
    taken = [box.grown(1) for spot in placed.spots.values() for box in (around(spot.ring), *spot.boxes)]
    drawn = {
        "dune": _strewn("dunes", _halves(Bounds(0, 0, placed.frame.width, placed.frame.height)), 150, taken, "h{}"),
        "house": "".join(_houses(spot) for spot in spots if spot.place.terrain not in bare),
        "grave": "".join(_graves(spot) for spot in spots if GRAVES in spot.place.name.lower()),
        "palm": "".join(_palms(spot, spot.place.terrain in bare) for spot in spots if _is_green(spot.place)),
    }
    return [{"tone": tone, "step": 1, "d": d} for tone, d in drawn.items() if d]


def _is_green(place: Place) -> bool:
    return any(word in place.name.lower() for word in GREEN)


def _halves(box: Bounds) -> Part:
    return round(2 * box.left), round(2 * box.top), round(2 * box.width), round(2 * box.height)


def _meets(part: Part, boxes: list[Bounds]) -> bool:
    left, top, wide, high = part
    box = Bounds(left / 2, top / 2, (left + wide) / 2, (top + high) / 2)
    return any(box.meets(other) for other in boxes)


def _inside(spot: Spot) -> Part:
    left, top, wide, high = _halves(around(spot.ring))
    below = max(0, round(2 * spot.label.bottom) - top - RIM) if spot.label.height > 15 else 0
    return left + RIM, top + RIM + below, wide - 2 * RIM, high - 2 * RIM - below


def _parts(part: Part, chance: Chance, depth: int = 0) -> Iterator[Part]:
    """The lots of a quarter."""
    left, top, wide, high = part
    if wide <= WIDE and high <= HIGH:
        yield part
        return
    alley = ALLEYS[min(depth, len(ALLEYS) - 1)]
    if wide * HIGH >= high * WIDE:
        cut = wide * (36 + chance.below(28)) // 100
        yield from _parts((left, top, cut, high), chance, depth + 1)
        yield from _parts((left + cut + alley, top, wide - cut - alley, high), chance, depth + 1)
    else:
        cut = high * (36 + chance.below(28)) // 100
        yield from _parts((left, top, wide, cut), chance, depth + 1)
        yield from _parts((left, top + cut + alley, wide, high - cut - alley), chance, depth + 1)


def _houses(spot: Spot) -> str:
    """One on each lot but for some courts; some are bent around a yard."""
    chance, boxes = Chance(spot.place.id), [box.grown(0.5) for box in spot.boxes]
    d, (x, y) = "", (0, 0)
    for left, top, wide, high in _parts(_inside(spot), chance):
        kind = chance.below(100)
        if kind < 7 or min(wide, high) < 5 or _meets((left, top, wide, high), boxes):
            continue
        d += f"m{_pair(left - x, top - y)}" if d else f"M{left} {top}"
        if kind < 32 and wide > 12 and high > 12:
            yard, deep = wide * (35 + chance.below(25)) // 100, high * (35 + chance.below(25)) // 100
            d += f"h{wide}v{high - deep}h-{yard}v{deep}h{yard - wide}z"
        else:
            d += f"h{wide}v{high}h-{wide}z"
        x, y = left, top
    return d


def _pair(across: int, down: int) -> str:
    return f"{across}{' ' if down >= 0 else ''}{down}"


def _graves(spot: Spot) -> str:
    """Rows of short strokes."""
    left, top, wide, high = _inside(spot)
    boxes = [box.grown(1) for box in spot.boxes]
    chance = Chance(spot.place.id)
    rows, columns = range(top + 4, top + high - 8, 14), range(left + 4, left + wide - 4, 9)
    return "".join(f"M{x} {y}v6" for y in rows for x in columns
                   if chance.below(100) < 84 and not _meets((x - 1, y - 1, 3, 8), boxes))


def _palms(spot: Spot, is_bare: bool) -> str:
    return _strewn(f"palms of {spot.place.id}", _inside(spot), 26 if is_bare else 8, list(spot.boxes), PALM)


def _strewn(name: str, part: Part, many: int, taken: list[Bounds], mark: str) -> str:
    """So many marks at most, none on what is taken; those of dunes are of several lengths."""
    chance, (left, top, wide, high) = Chance(name), part
    at = [(left + 8 + chance.below(wide - 16), top + 8 + chance.below(high - 16)) for _ in range(many)]
    return "".join(f"M{x} {y}{mark.format(14 + (x * 7 + y) % 26)}" for x, y in at
                   if not _meets((x - 6, y - 5, 44 if "{" in mark else 12, 14), taken))
