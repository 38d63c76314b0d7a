"""Orders that a bot files ahead, as a person would who leaves his desk.

Belongs here: that struct. Must not be here: which orders (a game's bots), what conditions mean (`conditions`), how
people file them (`pbem.desk.early`).
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Protocol

from pbem.play.requests import Peek


@dataclass(frozen=True, slots=True)
class Filed:
    """An order for what a rule will ask about something, in the words of `pbem do --early`: `go luso if no enemy luso`.

    Without `if` it is meant whatever happens until then.
    """

    rule: str
    about: str
    words: str

    @property
    def is_conditional(self) -> bool:
        """Whether it is meant under conditions only."""
        return " if " in self.words


class FilesAhead(Protocol):
    """A bot that can say beforehand what it will answer."""

    def file_ahead(self, state: Any, peek: Peek, rng: random.Random) -> Iterable[Filed]:
        """What it would file if it left its desk now, at most one order a moment."""
