"""What lies in the shared folders of a home: matches that somebody asks us into, seats taken there, people's cards.

The courier lays invitations that come by mail into a folder of its own, which is read with them. Belongs here: finding
these within bounds. Must not be here: taking a seat, telling anybody, mail. Anybody may write into such a folder:
nothing is begun before its person says so.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from pbem.courier.invitations import is_of_ours
from pbem.courier.kept_invitations import folder_of
from pbem.courier.places import FILE
from pbem.courier.service import settings_of
from pbem.courier.settings import expanded
from pbem.courier.ways import stamp_of
from pbem.desk.door import arrivals
from pbem.errors import PbemError, WrongUse
from pbem.home import Home
from pbem.home.people import PersonCard, read_card
from pbem.limits import (
    MAX_CARD,
    MAX_INVITED,
    MAX_OF_HOST,
    MOST_SHARED_BYTES,
    MOST_SHARED_FILES,
    MOST_SHARED_FOLDERS,
    MOST_SHARED_READ,
)
from pbem.match.folder import Arrival, match_of
from pbem.post.contents import items
from pbem.post.files import is_unfinished, load
from pbem.record.wire import GenesisLine, SeatLine

Stamp = tuple[int, int]


@dataclass(slots=True)
class FileLooked:
    """What was found in a file as it lay there then: of which matches, those that ask us in, seats taken; a card."""

    stamp: Stamp
    games: tuple[str, ...] = ()
    begins: tuple[GenesisLine, ...] = ()
    taken: frozenset[tuple[str, int]] = frozenset()
    card: PersonCard | None = None


@dataclass(slots=True)
class InvitingFolders:
    """The shared folders of a home; what was read in a file is kept until the file changes."""

    home: Home
    _settings: Stamp = (-1, -1)
    _folders: tuple[Path, ...] = ()
    _files: dict[Path, FileLooked] = field(default_factory=dict)

    def folders(self) -> tuple[Path, ...]:
        """Those that are set up, none if the settings cannot be read; before them that of what came by mail."""
        now = stamp_of(self.home.root / FILE)
        if now != self._settings:
            try:
                given = settings_of(self.home).folder if now[0] else ()
            except PbemError:
                given = ()
            shared = (expanded(one.path) for one in given[:MOST_SHARED_FOLDERS])
            self._settings, self._folders = now, (folder_of(self.home), *shared)
        return self._folders

    def stamps(self) -> tuple[Stamp, ...]:
        """Other ones: something came into a folder, or there is another folder."""
        return tuple(stamp_of(path) for path in self.folders())

    def look(self) -> dict[Path, FileLooked]:
        """The files that hold records or a card, each read once as long as it stays as it is."""
        now, left = dict[Path, FileLooked](), MOST_SHARED_READ
        for folder in self.folders():
            for path, stamp in _newest(folder):
                known = self._files.get(path)
                if known is None or known.stamp != stamp:
                    if stamp[0] > left:
                        continue
                    left -= stamp[0]
                    known = _read(self.home, path, stamp)
                now[path] = known
        self._files = now
        return {path: one for path, one in now.items() if one.games or one.card is not None}

    def begun(self) -> dict[str, GenesisLine]:
        """The first lines of matches that we do not know, in which a seat is ours; of one host a few alone."""
        known, people, left = self.home.games.all(), self.home.people.all(), self.home.invited.left()
        found, of_host = dict[str, GenesisLine](), dict[str, int]()
        every = {one.id: one for looked in self.look().values() for one in looked.begins}
        for genesis in sorted(every.values(), key=lambda one: one.msg.body.host not in people):
            host = genesis.msg.body.host
            if genesis.id in known or not left.isdisjoint((genesis.id, host)):
                continue
            of_host[host] = of_host.get(host, 0) + 1
            if of_host[host] <= MAX_OF_HOST and len(found) < MAX_INVITED:
                found[genesis.id] = genesis
        return found

    def records(self, game: str) -> list[Arrival]:
        """All that lies in the folders of one match; WrongUse if it does not begin there."""
        came = self.lying(game)
        if not any(isinstance(one.event, GenesisLine) for one in came):
            raise WrongUse("that invitation is not there any more", "ask its host for the file, and drop it here")
        return came

    def lying(self, game: str) -> list[Arrival]:
        """All that lies in the folders of one match, if anything does."""
        return [one for path, looked in self.look().items() if game in looked.games
                for one in _records(path) if match_of(one.event) == game]

    def taken(self, game: str) -> frozenset[int]:
        """The seats of a match of which events lie there."""
        return frozenset(seat for looked in self.look().values() for gid, seat in looked.taken if gid == game)

    def cards(self) -> dict[str, PersonCard]:
        """Cards of people who are not known here, by id."""
        known = {self.home.card().id, *self.home.people.all()}
        found = {one.card.id: one.card for one in self.look().values() if one.card is not None}
        return {id: card for id, card in found.items() if id not in known}


def _newest(folder: Path) -> Iterator[tuple[Path, Stamp]]:
    try:
        with os.scandir(folder) as listing:
            names = [entry.name for entry in islice(listing, MOST_SHARED_FILES * 10) if not is_unfinished(entry.name)]
    except OSError:
        return
    stamped = sorted(((folder / name, stamp_of(folder / name)) for name in names), key=lambda one: (-one[1][1], one[0]))
    for path, stamp in stamped[:MOST_SHARED_FILES]:
        if 0 < stamp[0] <= MOST_SHARED_BYTES:
            yield path, stamp


def _read(home: Home, path: Path, stamp: Stamp) -> FileLooked:
    content = _content(path)
    if len(content) <= MAX_CARD and (card := _card(content)) is not None:
        return FileLooked(stamp, card=card)
    came = _in(content, path.name)
    games = dict.fromkeys(match_of(one.event) for one in came)
    begins = {one.id: one for one in _begins(came, home.card().id)}
    asked = tuple(one for one in islice(begins.values(), MAX_INVITED) if is_of_ours(home, one))
    taken = frozenset((one.event.msg.game, one.event.seat) for one in came if isinstance(one.event, SeatLine))
    return FileLooked(stamp, tuple(games), asked, taken)


def _card(content: bytes) -> PersonCard | None:
    """A card; None if it is something else."""
    try:
        return read_card(content) if content else None
    except PbemError:
        return None


def _records(path: Path) -> list[Arrival]:
    """The records in a file; none if it cannot be read, or holds none."""
    return _in(_content(path), path.name)


def _content(path: Path) -> bytes:
    """What is in a file; nothing if it cannot be read."""
    try:
        return load(path, MOST_SHARED_BYTES, streamed=lambda _head: False) or b"" if path.is_file() else b""
    except PbemError:
        return b""


def _in(content: bytes, name: str) -> list[Arrival]:
    try:
        return arrivals(items(content, name))[0] if content else []
    except PbemError:
        return []


def _begins(came: Iterable[Arrival], me: str) -> Iterator[GenesisLine]:
    """The first lines in which a seat is ours, whoever wrote that."""
    for one in came:
        if isinstance(one.event, GenesisLine) and any(seat.id == me for seat in one.event.msg.body.seats):
            yield one.event
