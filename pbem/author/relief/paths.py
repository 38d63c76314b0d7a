"""The relief of a board as paths: tints and contours by height, shade and light by slope.

A map of hexes rises with the levels of its hexes, rougher where their ground is; any other with the ridges of its
scenery.
Belongs here: which areas are drawn. Must not be here: how they are painted (`pbem.show.svg.relief`).
"""

from __future__ import annotations

import json
from itertools import pairwise

from pbem.author.relief.heights import of_hexes, of_ridges
from pbem.author.relief.houses import built
from pbem.author.relief.rings import Field, area, loops, thinned
from pbem.show.scene import Board, Point, is_hex_map
from pbem.show.svg.city import is_city
from pbem.show.svg.geometry import frame

STEP = 7.0  # of the grid, on a drawing 1,200 wide
FINE = {"tint": 0.8, "contour": 0.9, "shade": 1.3, "light": 1.3}  # how far a line may be from where it is
LEAST = {"tint": 90.0, "contour": 160.0, "shade": 220.0, "light": 220.0}  # square units of an area that is drawn
SLOPE = 16.0  # units that one level is high
SHADES, LIGHTS = (0.07, 0.16, 0.27, 0.4), (0.06, 0.13, 0.2)
AT_45 = 0.70710678


def slopes(field: Field) -> Field:
    """How much lighter than level ground each point is, lit from the north-west."""
    rows, columns = len(field), len(field[0])

    def light(i: int, j: int) -> float:
        row = field[j]
        across = row[min(i + 1, columns - 1)] - row[max(i - 1, 0)]
        down = field[min(j + 1, rows - 1)][i] - field[max(j - 1, 0)][i]
        x, y = -across * SLOPE / (2 * STEP), -down * SLOPE / (2 * STEP)
        long: float = (x * x + y * y + 1) ** 0.5
        return (-0.5 * x - 0.5 * y + AT_45) / long - AT_45

    return [[light(i, j) for i in range(columns)] for j in range(rows)]


def relief(board: Board) -> list[dict[str, object]]:
    """All paths, the lowest first, in tenths of a unit of a drawing 1,200 wide."""
    drawn = frame(board)
    height = (of_hexes if is_hex_map(board) else of_ridges)(board)
    columns, rows = int(drawn.width // STEP) + 2, int(drawn.height // STEP) + 2
    field = [[height((i * STEP, j * STEP)) for i in range(columns)] for j in range(rows)]
    light = slopes(field)
    shade = [[-value for value in row] for row in light]
    top = max(map(max, field))
    wanted = [("tint", level, field, level - 0.5) for level in range(1, 6) if level - 0.5 < top]
    wanted += [("contour", half, field, half / 2) for half in range(1, 12, 2) if half / 2 < top]
    wanted += [("shade", k + 1, shade, least) for k, least in enumerate(SHADES)]
    wanted += [("light", k + 1, light, least) for k, least in enumerate(LIGHTS)]
    most = drawn.width, drawn.height
    paths = [{"tone": tone, "step": step, "d": _drawn(over, least, tone, most)}
             for tone, step, over, least in wanted]
    return [one for one in paths if one["d"]]


def _drawn(field: Field, least: float, tone: str, most: Point) -> str:
    """The areas of a field that are at least so high, within the drawing."""
    rings = ([(min(max(x * STEP, 0.0), most[0]), min(max(y * STEP, 0.0), most[1])) for x, y in ring]
             for ring in loops(field, least))
    return "".join(_path(thinned(ring, FINE[tone])) for ring in rings if len(ring) > 2 and area(ring) >= LEAST[tone])


def _path(ring: list[Point]) -> str:
    """Whole half units, each point from the one before."""
    at = [(round(2 * x), round(2 * y)) for x, y in ring]
    steps = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(at)]
    moves = "".join(f"{' ' if x >= 0 else ''}{x}{' ' if y >= 0 else ''}{y}" for x, y in steps if x or y)
    return f"M{at[0][0]} {at[0][1]}l{moves.strip()}z" if moves else ""


def written(board: Board) -> str:
    """The file that a game keeps: its source, and a path a line."""
    made = built(board) if is_city(board) else relief(board)
    paths = ",\n".join(json.dumps(one) for one in made)
    return f'{{"source": "design: made by examples/relief.py", "relief": [\n{paths}\n]}}\n'
