"""Letters wait a few seconds, so that one carries several rounds.

Belongs here: which matches have letters that wait, and until when. Must not be here: letters.
"""

from __future__ import annotations

from collections.abc import Callable

from pbem.courier.journal import is_within


class Holding:
    """`seconds` is how long nothing new must have come or been signed before a letter is written."""

    def __init__(self, seconds: int, clock: Callable[[], int]) -> None:
        self._seconds, self._clock = seconds, clock
        self._had: dict[str, tuple[tuple[int, ...], int]] = {}  # by match: what we had, and since when
        self._waits: set[str] = set()

    def holds(self, gid: str, heads: tuple[int, ...], *, again: bool) -> bool:
        """Whether the letters of a match wait; nothing waits if nobody looks `again`."""
        if self._had.get(gid, ((), 0))[0] != heads:
            self._had[gid] = (heads, self._clock())
        self._waits.discard(gid)
        if again and is_within(self._seconds, self._had[gid][1], self._clock()):
            self._waits.add(gid)
        return gid in self._waits

    def is_over(self) -> bool:
        """Whether a letter has waited long enough."""
        return any(not is_within(self._seconds, self._had[gid][1], self._clock()) for gid in self._waits)
