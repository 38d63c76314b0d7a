"""Ruling R110 Hexes that standing orders name: any of the map may be typed, those that may matter are offered.

Belongs here: what is offered. Must not be here: the orders (standing).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pbem.kit.spelling import Names
from pbem.kit.typed import Typed
from pbem_games.anaconda.forces import on_map, piece
from pbem_games.anaconda.forms.nearby import MOST
from pbem_games.anaconda.numbers import COALITION
from pbem_games.anaconda.state import State


@dataclass(frozen=True, slots=True)
class HexOffer:
    """All hexes by their names, and those that are offered unasked; None: all of them."""

    names: Names
    near: Sequence[str] | None = None

    def name(self, typed: Typed) -> str:
        """The hex that is named next, "" if none is; a beginning is not enough."""
        return typed.name(self.names, self.near, also=self.names.ids(), whole=True)

    def unasked(self, typed: Typed) -> str:
        """The same, and none is offered."""
        return typed.name(self.names, (), also=self.names.ids(), whole=True)


def around(state: State, ids: Iterable[str]) -> list[str]:
    """The hexes in which these counters stand, then those next to them."""
    there = _hexes(state, ids)
    beside = (near for hex in there for near in sorted(state.numbers.ground.hexes.neighbours(hex)))
    return list(dict.fromkeys([*there, *beside]))[:MOST]


def targets(state: State) -> list[str]:
    """14.9 The hexes with counters of the Coalition: Friendly Fire hits one of them."""
    return _hexes(state, on_map(state, COALITION))[:MOST]


def _hexes(state: State, ids: Iterable[str]) -> list[str]:
    return sorted({place for id in ids if (place := piece(state, id).place) in state.numbers.ground.hexes.every})
