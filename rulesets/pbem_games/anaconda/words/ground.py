"""Hexes and lines of fire as people read them.

Belongs here: words for places of the map. Must not be here: who stands there.
"""

from __future__ import annotations

from pbem.kit.paths import in_points
from pbem.kit.spelling import plural
from pbem_games.anaconda.map import Ground

HALVES = 2  # of a movement point


def points(halves: int) -> str:
    """Movement points: `2.5`."""
    return in_points(halves, HALVES)


def hex_name(ground: Ground, hex: str) -> str:
    """`1808 Zerki Kale`, `2003 BP Amy`, `0808`; a box off the map by its name."""
    if hex in ground.bases:
        return ground.bases[hex].name
    names = [place.name for place in ground.places_at(hex)]
    return f"{hex} {names[0]}" if names else hex


def hex_words(ground: Ground, hex: str) -> str:
    """`1808 Zerki Kale (clear, town, level 1)`."""
    return f"{hex_name(ground, hex)} ({', '.join(ground.terrains(hex))}, {level_words(ground, hex)})"


def level_words(ground: Ground, hex: str) -> str:
    """10.18, 10.19"""
    return "observation point" if hex in ground.observation_points else f"level {ground.level(hex)}"


def line_words(ground: Ground, a: str, b: str) -> str:
    """Whether a line of fire is clear, how long it is, and if not, what blocks it first."""
    far = plural(ground.distance(a, b), "hex", "hexes")
    line = f"{a} ({level_words(ground, a)}) to {b} ({level_words(ground, b)}), {far}"
    blocked = ground.sight.blocked_by(a, b)
    if not blocked:
        return f"{line}: clear"
    by = " and ".join(f"{hex} ({', '.join(ground.terrains(hex))}, {level_words(ground, hex)})" for hex in blocked)
    return f"{line}: blocked by {by}"
