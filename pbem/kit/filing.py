"""Orders that a bot files ahead, as a person would who leaves his desk: words for a moment to come, and when they hold.

Belongs here: that struct. Must not be here: which orders (a game's bots), how people file them (`pbem.desk.early`).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Protocol

from pbem.play.requests import Peek

Condition = Callable[[Any, Peek], bool]
"""Whether an order is still meant, by the position and by what its owner may see."""


@dataclass(frozen=True, slots=True)
class Filed:
    """An order for what a rule will ask about something: canonical words, several sealed items parted by `;`.

    `holds` is its condition; None if it is meant whatever happens until then.
    """

    rule: str
    about: str
    words: str
    holds: Condition | None = None


class FilesAhead(Protocol):
    """A bot that can say beforehand what it will answer."""

    def file_ahead(self, state: Any, peek: Peek, rng: random.Random) -> Iterable[Filed]:
        """What it would file if it left its desk now, at most one order a moment."""
