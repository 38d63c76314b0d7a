"""2.18 Events of one seat that came before its join: nobody can tell yet which of them it signed.

Whoever knows a match can write any number of them, so there is room for some. What comes later never finds it full: of
one place the oldest goes, of the seat what stands furthest from its join. What was let go is told, so that it is taken
in again from where it came. Belongs here: that room. Must not be here: files, keys.
"""

from __future__ import annotations

from bisect import insort
from dataclasses import dataclass, field

from pbem.limits import KEYLESS_TWINS, MAX_UNJOINED
from pbem.record.wire import SeatLine

Copy = tuple[str, str]
"""An id and a signature: which signature of an event is good shows with the join."""


@dataclass(slots=True)
class Unproved:
    """What is kept of one seat; `let_go` is how many there was no room for."""

    events: dict[Copy, SeatLine] = field(default_factory=dict)
    let_go: int = 0
    _places: dict[int, list[Copy]] = field(default_factory=dict)  # by number in the feed, the oldest first
    _numbers: list[int] = field(default_factory=list)  # rising
    _size: int = 0

    def add(self, event: SeatLine) -> bool:
        """Keeps an event; False if it was here."""
        copy = (event.id, event.sig)
        if copy in self.events:
            return False
        n = event.msg.n
        if n not in self._places:
            self._places[n] = []
            insort(self._numbers, n)
        self._places[n].append(copy)
        self.events[copy] = event
        self._size += len(event.line)
        if len(self._places[n]) > KEYLESS_TWINS:
            self._drop(n)
        while self._size > MAX_UNJOINED:
            self._drop(self._numbers[-1])
        return True

    def _drop(self, n: int) -> None:
        """Lets the oldest event of a place go."""
        self._size -= len(self.events.pop(self._places[n].pop(0)).line)
        self.let_go += 1
        if not self._places[n]:
            del self._places[n]
            self._numbers.pop()  # only at the last place does the last event of a place go
