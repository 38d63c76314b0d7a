"""What a place is, in words: its ground, how high it lies, what is built there.

Belongs here: those words. Must not be here: where they are written.
"""

from __future__ import annotations

from pbem.show.scene import Board, Place


def ground_of(board: Board, place: Place) -> str:
    """What a place is, in brackets: ` (jungle 4, city, port)`; empty if there is nothing to say."""
    names = {terrain.id: terrain.name for terrain in board.terrains}
    words = [f"{names.get(place.terrain, place.terrain)} {place.grade}".strip()]
    words += [f"level {place.level}"] if place.level else []
    words += [sign.kind for sign in place.signs]
    if place.site:
        words += [place.site.kind, place.site.note]
    said = ", ".join(word for word in words if word)
    return f" ({said})" if said else ""
