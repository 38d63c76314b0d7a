"""How high the ground of a board is at any point of its drawing: out of the levels of hexes, or of ridges.

The same on every machine: no chance, but noise out of a seed; nothing but sums, products and roots.
Belongs here: heights. Must not be here: what is drawn of them.
"""

from __future__ import annotations

from collections.abc import Callable

from pbem.show.scene import Board, Place, Point
from pbem.show.svg.geometry import distance, distance_to_line, frame

SEED = 20020301
ROUGHNESS = {"clear": 0.1, "rough": 0.45, "mountain": 1.0, "peak": 1.5}
EVEN = 0.3  # how rough a ground is that has none of these names
NOISE_OF_RIDGES = 0.9
BENT = 46.0  # units by which noise moves a ridge at most to a side, nearly
SMOOTH = 0.8  # of a hex, in which levels run into one another
OCTAVES, COARSEST = 4, 90.0


def _chance(x: int, y: int, octave: int) -> float:
    """A number from 0 to 1 of a point of the lattice."""
    mixed = (x * 374761393 + y * 668265263 + octave * 974711 + SEED * 1442695041) & 0xFFFFFFFF
    mixed = ((mixed ^ (mixed >> 13)) * 1274126177) & 0xFFFFFFFF
    return ((mixed ^ (mixed >> 16)) & 0xFFFFFF) / 0xFFFFFF


def _noise(x: float, y: float, octave: int) -> float:
    left, top = int(x // 1), int(y // 1)
    u, v = x - left, y - top
    u, v = u * u * (3 - 2 * u), v * v * (3 - 2 * v)
    above = _chance(left, top, octave) * (1 - u) + _chance(left + 1, top, octave) * u
    below = _chance(left, top + 1, octave) * (1 - u) + _chance(left + 1, top + 1, octave) * u
    return above * (1 - v) + below * v


def ridged(x: float, y: float) -> float:
    """From -0.5 to 0.5, with sharp crests."""
    total, weight, size = 0.0, 0.0, COARSEST
    for octave in range(OCTAVES):
        strength = 0.5**octave
        total += strength * (1 - abs(2 * _noise(x / size, y / size, octave) - 1))
        weight, size = weight + strength, size / 2
    return total / weight - 0.5


def of_hexes(board: Board) -> Callable[[Point], float]:
    """Heights by the levels of hexes and by how rough their ground is."""
    drawn = frame(board)
    names = {terrain.id: terrain.name for terrain in board.terrains}
    assert board.hexes is not None
    reach = board.hexes.size * drawn.scale * 1.7320508  # from middle to middle
    cells: dict[tuple[int, int], list[tuple[Point, Place]]] = {}
    for place in board.places:
        at = drawn.at(place.at)
        cells.setdefault((int(at[0] // reach), int(at[1] // reach)), []).append((at, place))

    def height(at: Point) -> float:
        column, row = int(at[0] // reach), int(at[1] // reach)
        level = rough = weight = 0.0
        for near in ((column + i, row + j) for i in (-2, -1, 0, 1, 2) for j in (-2, -1, 0, 1, 2)):
            for middle, place in cells.get(near, ()):
                far = distance(at, middle) / (SMOOTH * reach)
                share = max(0.0, 1 - far * far / 4) ** 4
                level, weight = level + share * place.level, weight + share
                rough += share * ROUGHNESS.get(names.get(place.terrain, ""), EVEN)
        if weight == 0:
            return -1.0
        return level / weight + rough / weight * ridged(*at)

    return height


def of_ridges(board: Board) -> Callable[[Point], float]:
    """Heights that fall with the distance from ridges; pictures cut them off at the frontier."""
    drawn = frame(board)
    ridges = [([drawn.at(point) for point in one.points], one.width) for one in board.scenery if one.kind == "ridge"]

    def height(at: Point) -> float:
        bent = at[0] + BENT * ridged(at[0] + 500, at[1]), at[1] + BENT * ridged(at[0], at[1] + 500)
        high: float = max(wide / 22 * max(0.0, 1 - distance_to_line(bent, points) / (wide * 1.15)) ** 1.3
                          for points, wide in ridges)
        return high + NOISE_OF_RIDGES * ridged(*at) * min(1.0, 0.12 + high / 2)

    return height
