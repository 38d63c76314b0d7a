"""Listeners for tests."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pbem.play.listener import Listener
from pbem.play.requests import Checkpoint, Draw, Roll


class Stops(Listener):
    """Gives each Checkpoint's state, as sorted JSON, to `keep`."""

    def __init__(self, keep: Callable[[bytes], object]) -> None:
        self._keep = keep

    def reached(self, checkpoint: Checkpoint, state: bytes) -> None:
        self._keep(state)


class Rolls(Listener):
    """Gives each roll and draw, with what came, to `keep`."""

    def __init__(self, keep: Callable[[Roll | Draw, tuple[Any, ...]], object]) -> None:
        self._keep = keep

    def rolled(self, request: Roll | Draw, values: tuple[Any, ...]) -> None:
        self._keep(request, values)
