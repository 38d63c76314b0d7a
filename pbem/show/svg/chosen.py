"""The colours of sides and grounds in every theme: as the game says, else made from those by day.

Belongs here: what is made for games that name a light colour only. Must not be here: anything drawn.
"""

from __future__ import annotations

from functools import lru_cache

from pbem.show.scene import Faction, Terrain
from pbem.show.svg.paint import paint, toward
from pbem.show.svg.xml import colour, contrast

NIGHT = "#14171a"  # the darkest ground
SEEN = 3.0  # contrast of a counter with it


@lru_cache(maxsize=256)
def side_paint(faction: Faction, otherwise: str) -> str:
    """The colour of a side's counters; at night lighter, until it stands out from the dark."""
    light = colour(faction.colour, otherwise)
    percents = range(0, 100, 10)
    night = next(one for one in (toward(light, "#ffffff", part) for part in percents) if contrast(one, NIGHT) >= SEEN)
    return paint(light, colour(faction.night, night), colour(faction.contrast, light))


@lru_cache(maxsize=256)
def ground_paint(terrain: Terrain | None, otherwise: str) -> str:
    """The colour of a ground; at night as dark as dusk, in high contrast white."""
    if terrain is None:
        return otherwise
    light = colour(terrain.colour)
    return paint(light, colour(terrain.night, toward(light, NIGHT, 78)), colour(terrain.contrast, "#ffffff"))
