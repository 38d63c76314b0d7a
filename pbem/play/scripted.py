"""Dice and draws given by hand, so that a test or a playout can say what falls.

Belongs here: that roller. Must not be here: chance.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


class Scripted:
    """Gives these values to the one roll or draw that asks for as many."""

    def __init__(self, values: Sequence[Any]) -> None:
        self._values = tuple(values)

    def roll(self, label: str, dice: int, sides: int) -> tuple[int, ...]:
        assert len(self._values) == dice, f"{label} wants {dice} dice"
        assert all(1 <= v <= sides for v in self._values)
        return self._values

    def sample(self, label: str, pool: Sequence[str], count: int) -> tuple[str, ...]:
        assert len(self._values) == count, f"{label} wants {count}"
        assert set(self._values) <= set(pool), f"{label} draws from {pool}"
        return self._values
