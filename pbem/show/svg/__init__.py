"""A scene as SVG: `board_svg` is the layer that never changes, `pieces_svg` the one that does, `scene_svg` the page.

Both layers are `<g>` elements over one drawing, `map_size` units wide and high, from 0, 0. The same scene gives the
same bytes. What is in a scene can be read in its picture, nothing else can.
Belongs here: the public functions. Must not be here: a rule, a game's words, an import outside `pbem.show`.
"""

from __future__ import annotations

from pbem.show.scene import Board, Scene, is_hex_map
from pbem.show.svg import ground, pieces
from pbem.show.svg.cluster import LEAST
from pbem.show.svg.counters import LEAST_TYPE
from pbem.show.svg.geometry import WIDTH, frame
from pbem.show.svg.hexes.layout import shape
from pbem.show.svg.hexes.stacks import least_scale
from pbem.show.svg.layout import layout
from pbem.show.svg.page import page
from pbem.show.svg.paint import THEMES, Theme, painted

__all__ = ["THEMES", "WIDTH", "Theme", "board_svg", "least_type", "map_size", "pieces_svg", "scene_svg"]


def map_size(board: Board) -> tuple[float, float]:
    """Width and height of both layers."""
    drawn = frame(board)
    return drawn.width, drawn.height


def least_type(board: Board) -> float:
    """The size of the smallest letters on a board and on its counters, in units of both layers."""
    counters = LEAST_TYPE * (least_scale(shape(board)) if is_hex_map(board) else LEAST)
    labels = (line.size for spot in layout(board).spots.values() for line in spot.lines)
    return round(min(counters, *labels, LEAST_TYPE), 2)


def board_svg(board: Board, theme: Theme = "light") -> str:
    """The board without what lies on it: a `<g class="board">`."""
    return painted(ground.paint(board), theme)


def pieces_svg(scene: Scene, theme: Theme = "light") -> str:
    """What lies on the board, who holds what, what is looked at: a `<g class="pieces">`."""
    return painted(pieces.paint(scene), theme)


def scene_svg(scene: Scene, *, width: int | None = None, theme: Theme = "light") -> str:
    """The whole page as a document: head, map, tracks, lists; `width` in pixels if a fixed one is wanted."""
    return painted(page(scene, width), theme)
