"""Where hexes are on a board: their middles in steps, and the corners of all that they cover.

Belongs here: geometry of a scene's hexes. Must not be here: which hexes neighbour (`pbem.kit.hexes`), paint.
"""

from __future__ import annotations

from pbem.show.scene import HEX_CORNERS, Hexes, Place, Point


def hex_middle(hexes: Hexes, steps: tuple[int, int]) -> Point:
    """The middle of a hex, from whole steps right and down (`pbem.kit.hexes.HexMap.middle` counts them).

    Flat top: steps of half a `size` to the right, of half a hex down. Pointy top: the other way round.
    """
    half = hexes.size * HEX_CORNERS[1][1]
    right, down = (hexes.size / 2, half) if hexes.flat_top else (half, hexes.size / 2)
    return steps[0] * right, steps[1] * down


def hex_steps(hexes: Hexes, at: Point) -> tuple[int, int]:
    """The whole steps to a middle that `hex_middle` made."""
    right, down = hex_middle(hexes, (1, 1))
    return round(at[0] / right), round(at[1] / down)


def hex_bounds(hexes: Hexes, places: tuple[Place, ...]) -> tuple[Point, Point]:
    """The corners of all that hexes cover: `low` and `high` of their board."""
    far, near = hexes.size, hexes.size * HEX_CORNERS[1][1]
    right, down = (far, near) if hexes.flat_top else (near, far)
    xs, ys = [place.at[0] for place in places], [place.at[1] for place in places]
    return (min(xs) - right, min(ys) - down), (max(xs) + right, max(ys) + down)
