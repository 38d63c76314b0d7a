"""Who listens to a procedure while a table runs it.

Belongs here: what a listener may be told of. Must not be here: what is made of it. Nothing that one does changes play.
"""

from __future__ import annotations

from typing import Any

from pbem.play.requests import Checkpoint, Draw, Roll, Tell


class Listener:
    """Is told what happens at a table, in order, and does nothing with it; override what you want to hear."""

    def told(self, tell: Tell) -> None:
        """The rules told a sentence of the story."""

    def rolled(self, request: Roll | Draw, values: tuple[Any, ...]) -> None:
        """Dice fell or pieces were drawn, at least one; `values` are what the rules get."""

    def reached(self, checkpoint: Checkpoint, state: bytes) -> None:
        """The rules came to a Checkpoint; `state` is the JSON of its state with sorted keys (protocol 3.4)."""
