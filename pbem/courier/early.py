"""What came before the join of its seat, and there was no room for it: when that has come all is read once more (2.18).

Mails and shared folders still hold it, so whoever sends a flood of forged records makes nobody lose one.
Belongs here: for which seats that is so. Must not be here: reading, the room (`pbem.record.unproved`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import AbstractContextManager

from pbem.courier.entries import LetGo
from pbem.courier.journal import Journal
from pbem.courier.table import OpenMatch


class ComeTooEarly:
    """`table` opens a match by its id, `read_again` reads every way from its beginning for it."""

    def __init__(
        self, journal: Journal, table: Callable[[str], AbstractContextManager[OpenMatch]],
        read_again: Callable[[str], object],
    ) -> None:
        self._journal, self._table, self._read_again = journal, table, read_again

    def note(self, gid: str, seats: Collection[int]) -> None:
        """Something of these seats was let go."""
        before = self._journal.state.let_go.get(gid, ())
        if new := set(map(str, seats)) - set(before):
            self._journal.note(LetGo(game=gid, seats=tuple(sorted({*before, *new}, key=int))))

    def waiting(self, served: Collection[str]) -> list[str]:
        """The matches of those served of which something was let go."""
        return [gid for gid in self._journal.state.let_go if gid in served]

    def find(self, gid: str) -> None:
        """Reads again if one of these seats has joined by now: no way counts as read then."""
        waits = self._journal.state.let_go[gid]
        with self._table(gid) as table:
            feeds = table.match.feeds.feeds
            still = tuple(seat for seat in waits if feeds[int(seat)].join is None)
        if still != waits:
            self._journal.note(LetGo(game=gid, seats=still))
            self._read_again(gid)
