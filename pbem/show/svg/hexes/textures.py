"""Textures of ground: a few small marks at the foot of a hex, so that a terrain is known on every level's colour.

A terrain is known by a word in its name; what has none of these words is told by its colour alone.
Belongs here: the marks. Must not be here: colours of ground, signs.
"""

from __future__ import annotations

from collections.abc import Iterator

from pbem.show.scene import Board, Point
from pbem.show.svg.hexes.layout import Shape
from pbem.show.svg.paint import paint
from pbem.show.svg.spot import Layout
from pbem.show.svg.xml import steps, tag

Mark = tuple[Point, ...]
CARET: Mark = ((-0.11, 0.0), (0.0, -0.19), (0.11, 0.0))
HUMP: Mark = ((-0.13, 0.0), (-0.07, -0.09), (0.07, -0.09), (0.13, 0.0))
STONE: Mark = ((-0.045, 0.0), (0.045, 0.0))
TREE: Mark = ((0.0, 0.0), (0.0, -0.07), (-0.09, -0.07), (0.0, -0.24), (0.09, -0.07), (0.0, -0.07))
REED: Mark = ((-0.12, 0.0), (0.12, 0.0))

TEXTURES: dict[str, tuple[tuple[float, float, Mark], ...]] = {
    "mountain": ((-0.42, 0.7, CARET), (-0.24, 0.7, CARET), (0.34, 0.7, CARET)),
    "peak": ((-0.4, 0.72, tuple((1.7 * x, 1.7 * y) for x, y in CARET)), (0.32, 0.7, CARET)),
    "hill": ((-0.36, 0.7, HUMP), (0.34, 0.7, HUMP)),
    "rough": ((-0.44, 0.66, STONE), (-0.3, 0.74, STONE), (-0.32, 0.56, STONE), (0.3, 0.72, STONE), (0.42, 0.62, STONE)),
    "wood": ((-0.4, 0.74, TREE), (-0.2, 0.74, TREE), (0.34, 0.74, TREE)),
    "forest": ((-0.4, 0.74, TREE), (-0.2, 0.74, TREE), (0.34, 0.74, TREE)),
    "jungle": ((-0.4, 0.74, TREE), (-0.2, 0.74, TREE), (0.34, 0.74, TREE)),
    "swamp": ((-0.36, 0.62, REED), (-0.26, 0.74, REED), (0.34, 0.7, REED)),
    "marsh": ((-0.36, 0.62, REED), (-0.26, 0.74, REED), (0.34, 0.7, REED)),
}
"""Marks with the point they stand on, in sizes of a flat-top hex from its middle."""
INK_OF_GROUND = paint("#4a3015", "#cdb892", "#000000")


def texture(terrain: str) -> tuple[tuple[float, float, Mark], ...]:
    """The marks of a terrain by its name; none for most."""
    return next((marks for word, marks in TEXTURES.items() if word in terrain.lower()), ())


def marks(name: str, at: Point, size: float, squeeze: float = 1.0) -> str:
    """The texture of a terrain in a hex of some size, as the `d` of a path."""
    return "".join(
        steps([(at[0] + squeeze * size * x + size * dx, at[1] + size * y + size * dy) for dx, dy in mark])
        for x, y, mark in texture(name)
    )


def textures(board: Board, placed: Layout, form: Shape) -> Iterator[str]:
    """One path for each terrain that has a texture."""
    for terrain in board.terrains:
        d = "".join(marks(terrain.name, spot.meet, form.size, 1.0 if form.flat_top else 0.9)
                    for spot in placed.spots.values() if spot.place.terrain == terrain.id)
        if d:
            yield tag("path", d=d, fill="none", stroke=INK_OF_GROUND, stroke_width=0.9, stroke_opacity=0.6,
                      stroke_linecap="round", stroke_linejoin="round")
