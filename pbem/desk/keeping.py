"""Matches that stay in memory between two times they are opened, for what runs longer than one command.

Belongs here: which of them stay, and what of a log was verified before. Must not be here: what is done in one.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

from pbem.crypto.keys import Held
from pbem.desk.overlay import overlay_of
from pbem.desk.saved import SavedPlayFile
from pbem.errors import PbemError, WrongUse
from pbem.match.again import StartOver
from pbem.match.folder import Arrival, GameFolder, Masters
from pbem.match.match import Match
from pbem.match.resumed import OpenedLog, PlayKept, ResumedMatch, begin, opened_at
from pbem.match.start import ruleset_of
from pbem.reading.cache import Cache
from pbem.record.log import LOG_NAME, UNJOINED_NAME, LogChanged, LogFile, Writer
from pbem.record.marks import Marks
from pbem.record.past import Past
from pbem.record.wire import CODEC, Event, GenesisLine, SeatLine


class MatchInMemory:
    """A match that stays in memory between two times its folder is opened: only what came since is read then.

    `masters` gives what is held of the seats held here, by the first line. `checked` gives ids of events whose
    signatures were verified before.
    """

    def __init__(
        self,
        path: Path,
        masters: Masters,
        marks: Marks,
        *,
        overlay: Path | None = None,
        clock: Callable[[], int] = lambda: int(time.time()),
        checked: Callable[[Path, list[Event], Past | None], Collection[str]] = lambda _path, _events, _past: (),
        despite_desync: bool = False,
        saved: PlayKept | None = None,
    ) -> None:
        """What was made of it is kept in `saved`, if that is given, and play goes on from there."""
        self.path, self._masters, self._marks, self._overlay, self._saved = path, masters, marks, overlay, saved
        self._clock, self._checked, self._despite_desync = clock, checked, despite_desync
        self.forget()

    def forget(self) -> None:
        """Next time all is read from the start."""
        self._log = LogFile(self.path / LOG_NAME, CODEC.decode)
        self._match: Match | None = None
        self._pending: list[SeatLine] = []
        self._made: set[str] = set()
        self._lines: list[Event] = []  # after the past ones
        self._opened: OpenedLog | None = None
        self._is_clean = True  # all lines are good ones
        self.noted = 0  # how many of these were noted as verified, by whoever keeps a cache

    @contextlib.contextmanager
    def opened(self, barred: PbemError | None = None) -> Iterator[GameFolder]:
        """The match, its log locked; on leaving without an error everything new is written, then marked.

        `barred` is why nothing may be signed here, None if it may. What was not written is forgotten.
        """
        with contextlib.ExitStack() as stack:
            writer = self._writer(stack)
            try:
                if self._opened is not None:
                    writer = self._go_on(self._opened, writer, stack)
                self._lines += writer.fresh
                self._is_clean = self._is_clean and not writer.findings
                if self._match is None:
                    self._match = self._begun(writer.fresh)
                elif writer.fresh:
                    self._match.take(writer.fresh)
                game = GameFolder(
                    self.path, self._match, self._marks, writer, self._pending, self._made, self._lines, barred)
                self._take_unjoined(game)
                yield game
                game.flush()
                self._keep_unjoined()
            except BaseException:
                self.forget()
                raise

    def _writer(self, stack: contextlib.ExitStack) -> Writer[Event]:
        """The log, locked; read on after what is kept of it, if it was not read yet."""
        if self._match is None and self._saved is not None:
            self._opened = opened_at(self.path / LOG_NAME, self._saved, self._masters, self._overlay)
            if self._opened is not None:
                self._log.begin_after(self._opened.begun.past)
        try:
            return stack.enter_context(self._log.writing())
        except LogChanged:
            self.forget()
            return stack.enter_context(self._log.writing())

    def _go_on(self, opened: OpenedLog, writer: Writer[Event], stack: contextlib.ExitStack) -> Writer[Event]:
        """The match goes on from what is kept of it; if it cannot, its log is read from the start."""
        self._opened = None
        try:
            if writer.findings:
                raise StartOver
            good = self._checked(self.path / LOG_NAME, writer.fresh, opened.begun.past)
            self._match = opened.match(**self._options(opened.held))
            trusted = [e for e in writer.fresh if e.id in good]
            begin(self._match, trusted, [e for e in writer.fresh if e.id not in good])
        except StartOver:
            stack.close()
            self.forget()
            return stack.enter_context(self._log.writing())
        self._lines += writer.fresh
        writer.fresh.clear()
        return writer

    def keep(self) -> None:
        """Keeps what was made of the match, if that is asked for and may be."""
        if isinstance(self._match, ResumedMatch) and self._is_clean:
            self._match.keep(self._lines, self._log.end)

    @property
    def past(self) -> Past | None:
        """The lines that were gone through before, which `lines` follow."""
        return self._match.past if isinstance(self._match, ResumedMatch) else None

    def _take_unjoined(self, game: GameFolder) -> None:
        """Takes in what came before the join of its seat and lies beside the log."""
        if (self.path / UNJOINED_NAME).exists():
            from pbem.record.unjoined import read_unjoined

            game.take(Arrival("", number, event) for number, event in enumerate(read_unjoined(self.path), 1))

    def _keep_unjoined(self) -> None:
        unjoined = [] if self._match is None else self._match.feeds.unjoined()
        if unjoined or (self.path / UNJOINED_NAME).exists():
            from pbem.record.unjoined import keep_unjoined

            keep_unjoined(self.path, unjoined)

    def _options(self, held: Mapping[int, Held]) -> dict[str, Any]:
        def keep(event: SeatLine) -> None:
            self._pending.append(event)
            self._made.add(event.id)

        return {"masters": held, "keep": keep, "clock": self._clock, "despite_desync": self._despite_desync}

    def _begun(self, events: list[Event]) -> Match:
        genesis = next((e for e in events if isinstance(e, GenesisLine)), None)
        if genesis is None:
            raise WrongUse(f"{self.path / LOG_NAME} has no first line", "get the whole log from another seat")
        ruleset, files = ruleset_of(genesis, self._overlay)

        options = self._options(self._masters(genesis))
        if self._saved is None:
            match = Match(genesis, ruleset, files, **options)
        else:
            match = ResumedMatch(genesis, ruleset, files, saved=self._saved, **options)
        good = self._checked(self.path / LOG_NAME, events, None)
        begin(match, [e for e in events if e.id in good], [e for e in events if e.id not in good])
        return match


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

        def checked(_path: Path, events: list[Event], past: Past | None) -> set[str]:
            return {e.id for e in events[: cache.checked(events, past)]} if cache is not None else set()

        return MatchInMemory(
            folder, self._masters, self._marks, overlay=overlay_of(folder), clock=self._clock, checked=checked,
            despite_desync=despite_desync, saved=None if despite_desync else saved,
        )


def _note(kept: MatchInMemory, game: GameFolder, cache: Cache | None) -> None:
    """What was verified and played since this was noted last need not be done again by the next program."""
    kept.keep()
    if cache is not None and kept.noted < len(game.lines):
        with contextlib.suppress(PbemError):  # a cache may fail
            cache.remember(game.lines, game.match.feeds.by_id, kept.past)
        kept.noted = len(game.lines)
