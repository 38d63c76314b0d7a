"""Matches that stay in memory between two times they are opened, for what runs longer than one command.

Belongs here: which of them stay, and what of a log was verified before. Must not be here: what is done in one.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path

from pbem.desk.overlay import overlay_of
from pbem.desk.saved import SavedPlayFile
from pbem.errors import PbemError
from pbem.match.folder import GameFolder, Masters, MatchInMemory
from pbem.match.resumed import ResumedMatch
from pbem.reading.cache import Cache
from pbem.record.marks import Marks
from pbem.record.wire import Event


class Keeping:
    """The matches of one desk; so many as it `keeps` stay, those used last."""

    def __init__(self, masters: Masters, marks: Marks, clock: Callable[[], int], keeps: int) -> None:
        self._masters, self._marks, self._clock, self._keeps = masters, marks, clock, keeps
        self._open: dict[Path, MatchInMemory] = {}

    @contextlib.contextmanager
    def game(
        self, folder: Path, cache: Cache | None, barred: PbemError | None, *, despite_desync: bool = False,
        saved: SavedPlayFile | None = None,
    ) -> Iterator[GameFolder]:
        """A match opened for writing, see `MatchInMemory`; what is verified in it is noted in the cache."""
        found = None if despite_desync else self._open.pop(folder, None)
        kept = found or self._made(folder, cache, saved, despite_desync=despite_desync)
        if self._keeps and not despite_desync:
            self._open[folder] = kept  # the last one used stands last
            if len(self._open) > self._keeps:
                self._open.pop(next(iter(self._open)), None)  # at the table in several threads
        with kept.opened(barred) as game:
            _note(kept, game, cache)
            yield game
            game.flush()
            _note(kept, game, cache)

    def _made(
        self, folder: Path, cache: Cache | None, saved: SavedPlayFile | None, *, despite_desync: bool
    ) -> MatchInMemory:
        """A match that is read when it is opened."""

        def checked(_path: Path, events: list[Event]) -> set[str]:
            return {e.id for e in events[: cache.checked(events)]} if cache is not None else set()

        return MatchInMemory(
            folder, self._masters, self._marks, overlay=overlay_of(folder), clock=self._clock, checked=checked,
            despite_desync=despite_desync, saved=None if despite_desync else saved,
        )


def _note(kept: MatchInMemory, game: GameFolder, cache: Cache | None) -> None:
    """What was verified and played since this was noted last need not be done again by the next program."""
    if isinstance(game.match, ResumedMatch):
        game.match.keep()
    if cache is not None and kept.noted < len(game.lines):
        with contextlib.suppress(PbemError):  # a cache may fail
            cache.remember(game.lines, game.match.feeds.by_id)
        kept.noted = len(game.lines)
