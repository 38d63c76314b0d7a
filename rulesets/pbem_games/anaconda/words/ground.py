"""Hexes and lines of fire as people read them.

Belongs here: words for places of the map. Must not be here: who stands there.
"""

from __future__ import annotations

from functools import lru_cache

from pbem.kit.paths import in_points
from pbem.kit.spelling import plural
from pbem_games.anaconda.map import Ground

HALVES = 2  # of a movement point


def points(halves: int) -> str:
    """Movement points: `2.5`."""
    return in_points(halves, HALVES)


def hex_name(ground: Ground, hex: str) -> str:
    """`1808 (Zerki Kale)`, `2003 (BP Amy)`, `0808`; a box off the map by its name. All displays say it so."""
    if hex in ground.bases:
        return ground.bases[hex].name
    name = names_of_ground(ground).get(hex, "")
    return f"{hex} ({name})" if name else hex


@lru_cache(maxsize=4)
def names_of_ground(ground: Ground) -> dict[str, str]:
    """What each hex is called that has a name: the smallest ground in it, an observation point as what it stands on."""
    places = {place.name for place in ground.places.values()}
    found = {hex: named[0].name for hex in ground.hexes.hexes if (named := ground.places_at(hex))}
    plain = {name: name.removeprefix("OP ") for name in found.values()}
    return {hex: plain[name] if plain[name] in places else name.partition(" (")[0] for hex, name in found.items()}


def hex_words(ground: Ground, hex: str) -> str:
    """`1808 (Zerki Kale, clear, town, level 1)`."""
    return hex_with(ground, hex, *ground.terrains(hex), level_words(ground, hex))


def hex_with(ground: Ground, hex: str, *words: str) -> str:
    """`1908 (Lower Shahi-Kot, clear)`: the name, if it has one, before other words."""
    return f"{hex} ({', '.join(word for word in (names_of_ground(ground).get(hex, ''), *words) if word)})"


def level_words(ground: Ground, hex: str) -> str:
    """10.18, 10.19"""
    return "observation point" if hex in ground.observation_points else f"level {ground.level(hex)}"


def line_words(ground: Ground, a: str, b: str) -> str:
    """Whether a line of fire is clear, how long it is, and if not, what blocks it first."""
    far = plural(ground.distance(a, b), "hex", "hexes")
    line = f"{' to '.join(hex_with(ground, hex, level_words(ground, hex)) for hex in (a, b))}, {far}"
    blocked = ground.sight.blocked_by(a, b)
    if not blocked:
        return f"{line}: clear"
    by = " and ".join(hex_words(ground, hex) for hex in blocked)
    return f"{line}: blocked by {by}"
