"""One match of the person at the table, kept open: its record, its drafts played on over it, what lay in its files.

Belongs here: when it is read anew, what position the page may believe in. Must not be here: what the page is told
(`asking`, `seeing`), what it changes (`giving`).
"""

from __future__ import annotations

import contextlib
import os
import re
import threading
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path

from pbem.desk import drafts, early, standing
from pbem.desk.desk import Desk
from pbem.desk.drafting import Drafting, drafting_of
from pbem.desk.overlay import overlay_of
from pbem.desk.reading import read
from pbem.disk.lock import BeingWritten, locked
from pbem.errors import PbemError, WrongUse, quoted
from pbem.limits import MAX_PAGES
from pbem.match.folder import GameFolder
from pbem.match.match import Match
from pbem.record.log import LOG_NAME
from pbem.show.html.parts import Reader
from pbem.web.means import here

FILES = (LOG_NAME, drafts.FILE, early.FILE, standing.FILE)
PATIENCE = 3.0  # seconds for which a request waits for the one before it

Lying = tuple[tuple[int, int, int], ...]
"""Of each file its size, when it was changed in nanoseconds, its number; zeros if there is none."""


class Busy(PbemError):
    """Something else is done in this match, and takes long."""

    status = 7


class Moved(PbemError):
    """The position is another than the one the page believes in; nothing was done."""

    status = 3


def moved() -> Moved:
    """What somebody is told who believes in another position."""
    return Moved("the position has changed meanwhile", "look at it again: what you had begun is kept")


def lying(folder: Path) -> Lying:
    """How the files of a match lie there now."""
    found = []
    for name in FILES:
        try:
            stat = os.stat(folder / name)
            found.append((stat.st_size, stat.st_mtime_ns, stat.st_ino))
        except OSError:
            found.append((0, 0, 0))
    return tuple(found)


class Sitting:
    """A match in a folder, for one desk; one request after another. Its `Drafting` is played on over the drafts."""

    def __init__(self, desk: Desk, folder: Path) -> None:
        self.desk, self.folder = desk, folder
        self.readers: dict[str, Reader] = {}  # by page: what of the board it has been told
        self._lock = threading.Lock()
        self._drafting: Drafting | None = None
        self._lying: Lying = ()
        self.looking: object = None  # the places that were looked at, in the position and by the seat as last time
        self.answered: tuple[str, ...] = ()  # what was answered for the person last

    @contextlib.contextmanager
    def alone(self) -> Iterator[Sitting]:
        """Nothing else is done in this match meanwhile; Busy if what is done there takes too long."""
        if not self._lock.acquire(timeout=PATIENCE):
            raise Busy("this match is busy: another request takes long", "try again")
        try:
            yield self
        except PbemError:
            raise  # whatever is refused has left the match as it was
        except BaseException:
            self._forget()
            raise
        finally:
            self._lock.release()

    @contextlib.contextmanager
    def aside(self) -> Iterator[None]:
        """Alone, and the match stands where its record stands: somebody else changes it now."""
        with self.alone():
            self._leave()
            yield

    @property
    def is_busy(self) -> bool:
        """Whether something is done in this match now."""
        return self._lock.locked()

    def look(self) -> Drafting:
        """The match with its drafts, read anew if a file has changed."""
        now = lying(self.folder)
        if self._drafting is None or now != self._lying:
            try:
                with self.write():
                    pass
            except PbemError as fault:
                raise fault if isinstance(fault, Busy) else self._as_read(fault) from fault
        assert self._drafting is not None
        return self._drafting

    @contextlib.contextmanager
    def write(self, at: str | None = None) -> Iterator[GameFolder]:
        """The match opened for writing; what was made in it is on disk when this ends well, and the drafts stand.

        Moved if it stands otherwise than at the position `at`: its folder is locked then, so that nobody comes between.
        """
        if at is not None:
            self.believe(at)
        believed = self._lying
        self._await_others()
        self._leave()
        with self.desk.game(self.folder) as game:
            if at is not None and lying(self.folder) != believed:
                raise moved()
            yield game
            game.flush()
            match, now = game.match, lying(self.folder)
        self._lying = now
        self._drafting = Drafting(match, self.folder)

    def _as_read(self, fault: PbemError) -> PbemError:
        """What a command says that only reads a log which cannot be written to."""
        try:
            read(self.folder / LOG_NAME, self.desk.masters, overlay_of(self.folder))
        except PbemError as same:
            return same
        return fault

    def _await_others(self) -> None:
        """Busy if another program writes here for longer than a page waits; commands are more patient."""
        if self.folder.is_dir():
            try:
                with locked(self.folder / LOG_NAME, PATIENCE):
                    pass
            except BeingWritten:
                raise Busy("the courier or a command is writing in this match", "try again") from None

    def again(self) -> Drafting:
        """The drafts played on anew, after something was tried over them."""
        match = self.look().match
        self._leave()
        self._drafting = Drafting(match, self.folder)
        return self._drafting

    @contextlib.contextmanager
    def recorded(self) -> Iterator[Match]:
        """The match where its record stands, for a look that changes nothing; after that the drafts stand again."""
        match = self.look().match
        self._leave()
        try:
            yield match
        finally:
            self._drafting = drafting_of(match, self.folder)

    @property
    def at(self) -> str:
        """The position that was looked at last, as the page names it: the same as long as nothing changes."""
        drafting = self._drafting or self.look()
        seen = repr((drafting.match.rounds.r, len(drafting.drafts), self._lying))
        return f"{drafting.match.rounds.r}.{len(drafting.drafts)}.{sha256(seen.encode()).hexdigest()[:12]}"

    def believe(self, at: str) -> Drafting:
        """The match with its drafts at the position that the page believes in; Moved if it stands otherwise."""
        drafting = self.look()
        if at != self.at:
            raise moved()
        return drafting

    def reader(self, page: str, *, fresh: bool) -> tuple[Reader, bool]:
        """What a page has been told of the board, and whether it begins anew."""
        found = None if fresh else self.readers.pop(page, None)
        reader = found or Reader()
        self.readers[page] = reader  # the last one used stands last
        if len(self.readers) > MAX_PAGES:
            del self.readers[next(iter(self.readers))]
        return reader, found is None

    def _leave(self) -> None:
        """The match stands where its record stands."""
        if self._drafting is not None:
            self._drafting.leave()
            self._drafting = None

    def _forget(self) -> None:
        """Whatever went wrong may have left the match anywhere: next time it is read from its files."""
        with contextlib.suppress(Exception):  # it is dropped in any case
            self._leave()
        self._drafting = None


_OF_SEAT = re.compile(
    r"(?:standing order \S+ \(.*?\)|filed early, now given|filed early, not legal now|sent before, now signed): (\w+)"
)


def told_to(match: Match, told: Iterable[str], seat: str) -> tuple[str, ...]:
    """What was answered for a person, as one of his seats may read it: of another one only that there is something."""
    mine = {match.name(number) for number in match.keys}
    others = mine - {seat} if len(mine) > 1 else set[str]()

    def seen(line: str) -> str:
        found = _OF_SEAT.match(line)
        if found is None or found[1] not in others:
            return line
        return f"{found[1]}: something was decided beforehand; look through {found[1]} to read what came of it"

    return tuple(dict.fromkeys(here(seen(line)) for line in told))


def seat_of(drafting: Drafting, wanted: str) -> str:
    """The seat that is looked through: the one wanted, if it is held here; else who is asked, or was drafted for last.

    "" if none is held here.
    """
    match = drafting.match
    mine = [match.name(seat) for seat in match.keys]
    if wanted and wanted not in mine:
        raise WrongUse(f"the seat {quoted(wanted)} is not yours", f"yours: {', '.join(mine) or 'none'}")
    if wanted:
        return wanted
    asked = [duty.name for duty in drafting.ahead.asked()]
    return next(iter([*asked, *(draft.seat for draft in reversed(drafting.drafts)), *mine]), "")


def titles_of(match: Match) -> dict[str, str]:
    """What people call each seat, as the board names it."""
    return {side.id: side.name for side in match.ruleset.seen(match.state, match.binding.table).board.factions}


def with_titles(line: str, titles: Mapping[str, str]) -> str:
    """A line with the names of seats in it that nobody would write so: `al_qaeda` is called Al Qaeda."""
    for id, title in titles.items():
        line = line.replace(id, title) if "_" in id else line
    return line
