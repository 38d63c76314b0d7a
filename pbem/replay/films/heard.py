"""Keeps what happens at a table, step by step: what is told, what is rolled, where a turn could restart.

Belongs here: keeping it in order. Must not be here: what is made of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pbem.play.listener import Listener
from pbem.play.requests import Checkpoint, Draw, Roll, Tell


@dataclass(frozen=True, slots=True)
class Reached:
    """A place where a turn could restart, with the state as it was there."""

    state: bytes


One = Tell | Reached | tuple[Roll | Draw, tuple[Any, ...]]


class Heard(Listener):
    """What was told, rolled and reached, in order, since `take` was last called."""

    def __init__(self) -> None:
        """Nothing was heard yet."""
        self._heard: list[One] = []

    def take(self) -> list[One]:
        """What was heard; it is forgotten."""
        heard, self._heard = self._heard, []
        return heard

    def told(self, tell: Tell) -> None:
        """Keeps the sentence."""
        self._heard.append(tell)

    def rolled(self, request: Roll | Draw, values: tuple[Any, ...]) -> None:
        """Keeps the dice with their request."""
        self._heard.append((request, values))

    def reached(self, checkpoint: Checkpoint, state: bytes) -> None:
        """Keeps the place with its state: play changes the one of the checkpoint itself."""
        self._heard.append(Reached(state))
