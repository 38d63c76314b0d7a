"""Where the parts of a board that never change stand: outlines, labels, sites, roads.

Belongs here: the order in which places are laid out. Must not be here: how each is (`siting`, `cards`), paint, pieces.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from pbem.show.scene import Board, Place, Point, is_hex_map, outline
from pbem.show.svg.blocks import codes_of
from pbem.show.svg.cards import ALONE, AMONG_AREAS, QUARTER, SHARE, cards, on_card
from pbem.show.svg.city import is_city
from pbem.show.svg.courses import gates
from pbem.show.svg.geometry import BoardFrame, Bounds, around, frame
from pbem.show.svg.hexes.layout import lay_out
from pbem.show.svg.mask import CELL, Mask
from pbem.show.svg.siting import sited
from pbem.show.svg.spot import Layout, Spot

SMALL = 900  # cells of a place that no call-out of another should hide


@lru_cache(maxsize=16)
def layout(board: Board) -> Layout:
    """The same for the same board, whoever asks; small places choose first."""
    if is_hex_map(board):
        return lay_out(board)
    drawn = frame(board)
    rings = _rings(board, drawn)
    ways = gates(board, drawn, rings)
    whole = Mask.empty(Bounds(0, 0, drawn.width, drawn.height))
    sea = whole = whole.plus(Bounds(CELL, CELL, drawn.width - CELL, drawn.height - CELL))
    for ring in rings.values():
        sea = sea.less(Mask.of_ring(ring))
    taken: list[Bounds] = []
    spots: dict[str, Spot] = {}
    for place in sorted(board.places, key=lambda p: _turn(board, p, rings[p.id])):
        ring, codes = rings[place.id], codes_of(board, place)
        if outline(board, place):
            spot = sited(place, codes, ring, ways[place.id], sea, taken)
        else:
            spot = on_card(board, place, codes, around(ring))
        spots[place.id] = spot
        taken += [around(ring)] if spot.is_spot else spot.boxes  # nothing of an area stands under a card
    cards = (around(spot.ring).grown(3) for spot in spots.values() if spot.is_spot)
    whole = whole.minus(*(box.grown(0.5) for box in (*taken, *cards)))
    large = whole
    for inside in map(Mask.of_ring, rings.values()):
        large = large.less(inside) if inside.count() < SMALL else large
    large = large.minus(*(box for spot in spots.values() for _, bend in spot.roads for box in bend.boxes()))
    for id, spot in spots.items():
        sea = sea.with_all(Mask.of_ring(rings[id])) if spot.place.foreign else sea
    return Layout(drawn, sea.also(whole), large, whole, {p.id: _with_grounds(spots[p.id], taken) for p in board.places})


def _turn(board: Board, place: Place, ring: tuple[Point, ...]) -> tuple[bool, float, str]:
    """Cards choose before areas, what is small before what is large."""
    whole = around(ring)
    return bool(outline(board, place)), whole.width * whole.height, place.id


def _with_grounds(spot: Spot, taken: list[Bounds]) -> Spot:
    """With the room that is left for its counters."""
    free = Mask.within_ring(spot.ring).minus(*(box.grown(0.5) for box in (spot.boxes if spot.is_spot else taken)))
    quiet = free.minus(*(box for _, bend in spot.roads for box in bend.boxes()))
    return replace(spot, free=free, quiet=quiet)


def _rings(board: Board, drawn: BoardFrame) -> dict[str, tuple[Point, ...]]:
    rings = {p.id: tuple(drawn.at(point) for point in outline(board, p)) for p in board.places}
    middles = {p.id: drawn.at(p.at) for p in board.places if not rings[p.id]}
    if middles:
        most = AMONG_AREAS if any(rings.values()) else ALONE
        share = QUARTER if is_city(board) else SHARE
        rings |= {id: box.corners for id, box in cards(middles, drawn, most, share).items()}
    return rings
