"""Areas of a field of numbers: the closed rings around all that is high enough, with as few points as will do.

Belongs here: rings. Must not be here: what the numbers mean.
"""

from __future__ import annotations

from collections.abc import Iterator

from pbem.show.scene import Point
from pbem.show.svg.geometry import distance, distance_to_line

Field = list[list[float]]
Side = tuple[tuple[int, int], tuple[int, int]]


def loops(field: Field, least: float) -> Iterator[list[Point]]:
    """The rims of all that is at least so high, each a closed ring of points of the grid."""
    rows, columns = len(field), len(field[0])
    low = least - 1000.0
    rim = [[low] * (columns + 2), *([low, *row, low] for row in field), [low] * (columns + 2)]
    follows: dict[Side, Side] = {}  # from where the rim leaves a cell's inside to where it comes back to it
    for j in range(rows + 1):
        for i in range(columns + 1):
            corners = ((i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1))
            inside = [rim[y][x] >= least for x, y in corners]
            out = [k for k in range(4) if inside[k] and not inside[k - 3]]
            back = [k for k in range(4) if not inside[k] and inside[k - 3]]
            is_joined = sum(rim[y][x] for x, y in corners) / 4 >= least
            for k in out:
                other = back[0] if len(back) == 1 else (k + 1 if is_joined else k - 1) % 4
                follows[_side(corners[k], corners[k - 3])] = _side(corners[other], corners[other - 3])

    def cut(side: Side) -> Point:
        (i, j), (u, v) = side
        part = min(0.98, max(0.02, (least - rim[j][i]) / (rim[v][u] - rim[j][i])))
        return i + (u - i) * part - 1, j + (v - j) * part - 1

    while follows:
        start = next(iter(follows))
        ring, at = [cut(start)], follows.pop(start)
        while at != start:
            ring.append(cut(at))
            at = follows.pop(at)
        yield ring


def _side(one: tuple[int, int], other: tuple[int, int]) -> Side:
    return (one, other) if one < other else (other, one)


def thinned(ring: list[Point], most: float) -> list[Point]:
    """Fewer points, none of those left out further than `most` from the line (Douglas and Peucker)."""
    far = max(range(len(ring)), key=lambda k: distance(ring[0], ring[k]))
    return [*_thin(ring[:far + 1], most)[:-1], *_thin([*ring[far:], ring[0]], most)[:-1]]


def _thin(points: list[Point], most: float) -> list[Point]:
    kept, open_ones = {0, len(points) - 1}, [(0, len(points) - 1)]
    while open_ones:
        first, last = open_ones.pop()
        if last - first < 2:
            continue
        a, b = points[first], points[last]
        worst = max(range(first + 1, last), key=lambda k: distance_to_line(points[k], [a, b]))
        if distance_to_line(points[worst], [a, b]) > most:
            kept.add(worst)
            open_ones += [(first, worst), (worst, last)]
    return [points[k] for k in sorted(kept)]


def area(ring: list[Point]) -> float:
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, [*ring[1:], ring[0]], strict=True))) / 2
