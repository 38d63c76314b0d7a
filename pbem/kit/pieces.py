"""Pieces on a map: the three facts that every game's units, columns and chits have, and where they stand.

A game derives its own structs from Piece; they live in `state`, in a dict by id.
Belongs here: what two games share. Must not be here: strength, movement, anything a rulebook defines.
Source: README "Layout".
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

import msgspec


class Piece(msgspec.Struct, kw_only=True):
    """One counter. `place` is an id of the map or of a box beside it; None: out of the game."""

    id: str
    faction: str
    place: str | None = None


P = TypeVar("P", bound=Piece)


def at(pieces: Mapping[str, P], place: str, faction: str | None = None) -> list[P]:
    """The pieces at one place, in order of id; only those of `faction` where one is named."""
    found = (piece for piece in pieces.values() if piece.place == place and faction in (None, piece.faction))
    return sorted(found, key=_id)


def by_place(pieces: Mapping[str, P]) -> dict[str, list[P]]:
    """The stacks of the map: places in order of id, the pieces of each in order of id."""
    stacks: dict[str, list[P]] = {}
    for piece in sorted(pieces.values(), key=_id):
        if piece.place is not None:
            stacks.setdefault(piece.place, []).append(piece)
    return dict(sorted(stacks.items()))


def _id(piece: Piece) -> str:
    return piece.id
