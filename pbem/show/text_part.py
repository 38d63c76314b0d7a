"""A part of a text map that is higher than there is room for: the lines around what is to be seen.

Belongs here: which lines. Must not be here: how a map is drawn.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pbem.show.scene import Scene


def rows_of(lines: Sequence[str], scene: Scene, around: str) -> list[int]:
    """The lines in which the labels stand of what is to be seen."""
    wanted = {around} if around else {highlight.place for highlight in scene.highlights}
    grounds = {terrain.id: terrain.code for terrain in scene.board.terrains}
    labels = [
        re.escape(place.code + grounds.get(place.terrain, "") + place.grade + (place.site.code if place.site else ""))
        for place in scene.board.places if place.id in wanted and place.code
    ]  # fmt: skip
    label = re.compile(rf"(?<![0-9A-Za-z])(?:{'|'.join(labels)})(?![0-9])") if labels else None
    return [i for i, line in enumerate(lines) if label and label.search(line)]


def part(lines: list[str], rows: Sequence[int], height: int) -> list[str]:
    """So many lines with the rows wanted in their middle; dots where the map goes on."""
    middle = (rows[0] + rows[-1]) // 2 if rows else len(lines) // 2
    first = max(0, min(middle - height // 2, len(lines) - height))
    shown = lines[first:first + height]
    shown[:1] = shown[:1] if first == 0 else ["   . . ."]
    shown[-1:] = shown[-1:] if first + height == len(lines) else ["   . . ."]
    return shown
