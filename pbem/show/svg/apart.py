"""Colours of a board that some eyes cannot tell apart: enemies, allies, and a counter on what it lies on.

Belongs here: which colours meet on a board, and what is said of them. Must not be here: what an eye sees (`eyes`).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from pbem.show.eyes import ALLIES, ENEMIES, ON_GROUND, least
from pbem.show.scene import Board, Faction, is_hex_map
from pbem.show.svg import city
from pbem.show.svg.chosen import ground_paint
from pbem.show.svg.counters import paint_of
from pbem.show.svg.ground import OFF_MAP, spot_fill, terrain_of
from pbem.show.svg.hexes.ground import fills, off_map
from pbem.show.svg.paint import THEMES, apart
from pbem.show.svg.relief import slopes
from pbem.show.svg.scenery import surroundings
from pbem.show.svg.xml import PAPER, TABLE

EYES_OF = {"all colours": "all eyes", "protanopia": "eyes without red", "deuteranopia": "eyes without green",
           "tritanopia": "eyes without blue"}


def grounds(board: Board) -> dict[str, str]:
    """All that a counter may lie on: what it is called, by its colour."""
    if is_hex_map(board):
        names = {terrain.id: terrain.name for terrain in board.terrains}
        found = {fill: f"{names.get(kind, kind)} of level {level}" for (kind, level), fill in fills(board).items()}
        return {off_map(board): "what lies off the map"} | found
    beyond = surroundings(board) or (OFF_MAP if any(place.outline for place in board.places) else TABLE,)
    in_city = city.is_city(board)
    found = city.grounds(board) if in_city else dict.fromkeys(beyond, "what lies off the map")
    for place in board.places:
        terrain = terrain_of(board, place)
        fill = ground_paint(terrain, PAPER)
        found[fill if place.outline or in_city else spot_fill(fill)] = terrain.name if terrain else place.name
    return found


def shaded(board: Board) -> dict[str, str]:
    """What counters lie on where a board has relief: ground at each height, in the light and in the shade."""
    if is_hex_map(board):
        kinds = {fill: f"level {level}" for (_, level), fill in fills(board).items()}
    else:
        kinds = {ground_paint(terrain, PAPER): terrain.name for place in board.places
                 if place.outline and not place.foreign and (terrain := terrain_of(board, place))}
    return {slope: f"a slope of {name}" for fill, name in kinds.items() for slope in slopes(board, [fill])}


def too_near(board: Board) -> Iterator[str]:
    """A sentence for each two colours that are nearer than they should be, for the eyes that see them nearest."""
    for one, other in combinations(board.factions, 2):
        allied = bool(one.alliance) and one.alliance == other.alliance
        yield from _told(one, other.name, paint_of(other), ALLIES if allied else ENEMIES)
    for faction in board.factions:
        for fill, name in (shaded(board) | grounds(board)).items():
            yield from _told(faction, name, fill, ON_GROUND)


def _told(one: Faction, name: str, fill: str, wanted: float) -> Iterator[str]:
    for theme, mine, its in zip(THEMES, apart(paint_of(one)), apart(fill), strict=True):
        far, eyes = least(mine, its)
        if far < wanted:
            yield (f"{theme}: {one.name} ({mine}) and {name} ({its}) are {far:.1f} apart for {EYES_OF[eyes]}: "
                   f"{wanted:g} or more is told apart at a glance")
