"""What a legend has to explain: the factions and the figures that are drawn now, on the map or in a box.

Belongs here: finding them in a scene. Must not be here: how they are drawn.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pbem.show.scene import Faction, Figures, Piece, Scene

_DIGITS = re.compile(r"[0-9½]+")
FLEET = "fleet"


def pieces_of(scene: Scene) -> Iterator[Piece]:
    """All pieces on the map and in boxes, with those that columns are known to hold."""
    left = [piece for stack in scene.stacks for piece in stack.pieces]
    left += [piece for box in scene.boxes for piece in box.pieces]
    while left:
        piece = left.pop()
        yield piece
        left += piece.holds


def told(*parts: tuple[str, bool]) -> list[str]:
    """The parts of a legend that have something to explain."""
    return [text for text, is_there in parts if is_there]


def is_fleet(piece: Piece) -> bool:
    """Whether a piece is known to be ships: counted by themselves and drawn in a shape of their own."""
    return piece.symbol == FLEET and piece.face == "up" and not piece.column


def on_map(scene: Scene) -> list[Piece]:
    """What stands on the map itself, a column as one piece."""
    return [piece for stack in scene.stacks for piece in stack.pieces]


def factions_of(scene: Scene) -> list[Faction]:
    """The factions with a piece, a marker or a box, in the order of the board."""
    seen = {piece.faction for piece in pieces_of(scene)}
    seen |= {marker.faction for marker in scene.markers} | {box.faction for box in scene.boxes}
    return [faction for faction in scene.board.factions if faction.id in seen]


def figures_of(scene: Scene) -> list[Figures]:
    """The explanations of figures that stand on a piece; all of them if none is written like any of the examples."""
    shapes = {_DIGITS.sub("0", piece.strength) for piece in pieces_of(scene) if piece.strength}
    fitting = [figures for figures in scene.board.figures if _DIGITS.sub("0", figures.example) in shapes]
    return fitting or (list(scene.board.figures) if shapes else [])
