"""Where the outlines of two places meet.

Belongs here: shared sides. Must not be here: how they are drawn.
"""

from __future__ import annotations

from pbem.show.scene import Board, Place, Point, outline


def common_border(board: Board, a: Place, b: Place) -> tuple[tuple[Point, Point], ...]:
    """The sides that two outlines share, each from point to point as `a` runs; they must share their points exactly."""
    other = set(_sides(outline(board, b)))
    return tuple(side for side in _sides(outline(board, a)) if side in other or (side[1], side[0]) in other)


def _sides(ring: tuple[Point, ...]) -> tuple[tuple[Point, Point], ...]:
    return tuple(zip(ring, ring[1:] + ring[:1], strict=True))
