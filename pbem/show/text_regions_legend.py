"""How a map of regions is read in text: what is on this board, and nothing else.

Belongs here: the words of that legend. Must not be here: maps of hexes and of spots, which explain themselves.
"""

from __future__ import annotations

from pbem.show.on_board import factions_of, figures_of, is_fleet, on_map, told
from pbem.show.scene import Scene
from pbem.show.text_hexes import grounds
from pbem.show.text_map import WATER


def legend(scene: Scene) -> list[str]:
    """Part by part."""
    board, factions, pieces = scene.board, factions_of(scene), on_map(scene)
    parts = grounds(board)
    parts += dict.fromkeys(f"{place.site.code} {place.site.kind}" for place in board.places if place.site)
    if any(marker.control for marker in scene.markers):
        parts.append("then who holds it (small letter: marker face down)")
    parts += [f"{faction.code} {faction.name}" for faction in factions]
    for f in (faction.code for faction in factions[:1]):
        parts += told(
            (f"[{f}:AB] columns A and B of {f}", any(piece.column for piece in pieces)),
            (f"{f}3 three other pieces", any(not piece.column and not is_fleet(piece) for piece in pieces)),
            (f"{f}~2 two fleets", any(map(is_fleet, pieces))),
            (f"{f}2? two face down", any(piece.face == "down" and not piece.column for piece in pieces)),
        )
    parts += told(("+ or * more below", bool(pieces)))
    kinds = list(dict.fromkeys(line.kind for line in board.lines))
    dry, wet = [kind for kind in kinds if kind not in WATER], [kind for kind in kinds if kind in WATER]
    parts += [f"{sign} {' or '.join(drawn)}" for sign, drawn in (("- | / \\", dry), ("~", wet)) if drawn]
    parts += [f"^ {kind}" for kind in dict.fromkeys(edge.kind for edge in board.edges)]
    parts += [f"{figures.example} {figures.means}" for figures in figures_of(scene)]
    signs = {"from": "( ) from", "to": "> < to", "target": "! ! target", "reach": "= = reach"}
    return [*parts, *(signs[kind] for kind in dict.fromkeys(h.kind for h in scene.highlights))]
