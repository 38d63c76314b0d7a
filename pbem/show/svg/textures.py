"""Textures of areas: small marks strewn over a ground, so that terrain is known without its colour.

A terrain is known by a word in its name; what has none of these words is told by its colour alone.
Belongs here: the marks of areas. Must not be here: those of hexes (`hexes.textures`), colours of ground.
"""

from __future__ import annotations

from collections.abc import Iterator

from pbem.show.scene import Board
from pbem.show.svg.hexes.textures import INK_OF_GROUND
from pbem.show.svg.spot import Layout
from pbem.show.svg.xml import path, tag

CROWNS = 15, 12, "M1.5 4.5a2 2 0 0 1 4 0M9 10.5a2 2 0 0 1 4 0M10 3a1.6 1.6 0 0 1 3.2 0M3 10a1.6 1.6 0 0 1 3.2 0"
BOWS = 26, 18, "M3 7q3.5 -4.5 7 0M16 16q3.5 -4.5 7 0"
TUFTS = 34, 28, "M6 9l-1.6 -3M6 9v-3.6M6 9l1.6 -3M23 23l-1.6 -3M23 23v-3.6M23 23l1.6 -3"
DOTS = 18, 14, "M4 4h.9M13 11h.9"
TEXTURES = {"jungle": CROWNS, "forest": CROWNS, "wood": CROWNS, "hill": BOWS, "mountain": BOWS, "savannah": TUFTS,
            "steppe": TUFTS, "desert": DOTS, "sand": DOTS}
"""Width and height of a tile with its marks, by a word of a terrain's name."""


def texture(terrain: str) -> str:
    """The word by which a terrain has a texture; empty for most."""
    return next((word for word in TEXTURES if word in terrain.lower()), "")


def textures(board: Board, placed: Layout) -> Iterator[str]:
    """One path for each terrain of areas that has one, and the tile that fills it."""
    for terrain in board.terrains:
        word = texture(terrain.name)
        d = "".join(path(spot.ring, True) for spot in placed.spots.values()
                    if spot.place.terrain == terrain.id and not spot.is_spot and not spot.place.foreign)
        if word and d:
            wide, high, marks = TEXTURES[word]
            drawn = tag("path", d=marks, fill="none", stroke=INK_OF_GROUND, stroke_width=0.9, stroke_opacity="0.42",
                        stroke_linecap="round")
            yield tag("pattern", drawn, id=f"ground-{word}", width=wide, height=high, patternUnits="userSpaceOnUse")
            yield tag("path", d=d, fill=f"url(#ground-{word})")
