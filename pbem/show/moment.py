"""When a scene is: its turn and phase, as they stand in a line of text and in headings.

Belongs here: those words. Must not be here: how it is drawn.
"""

from __future__ import annotations

from pbem.show.scene import Scene


def when(scene: Scene) -> str:
    """Turn and phase in a line of text: `turn 3 of 10, September 1975, Planning Phase`; empty if neither has a name."""
    turn = f"turn {scene.turn}" if scene.turn[:1].isdecimal() else scene.turn
    return ", ".join(part for part in (turn, scene.phase) if part)


def turn_title(turn: str) -> str:
    """A turn as it stands in a heading: `Turn 3 of 10, September 1975`; empty if it has no name."""
    return f"Turn {turn}" if turn[:1].isdecimal() else turn[:1].upper() + turn[1:]
