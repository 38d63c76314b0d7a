"""A desk without its person: it holds the keys of the seats that were entrusted to it, and no identity.

It reads and answers as any desk, for these seats only; it makes no match and takes no seat. Its matches stay in memory,
because it opens them again and again. Belongs here: that desk, and what a person hands over to it.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from pbem.crypto.hashing import tm, unb64
from pbem.crypto.keys import SeatKeys, game_root
from pbem.desk.desk import Desk, now
from pbem.desk.patience import steady
from pbem.errors import NotYourTurn
from pbem.home import Home
from pbem.home.entrusted import Entrusted, Trust, entrusted
from pbem.limits import MAX_KEPT
from pbem.match.folder import GameFolder
from pbem.reading.cache import Cache
from pbem.record.wire import GenesisLine

CACHE = "courier.cache"


class EntrustedDesk(Desk):
    """One home with what is entrusted to its courier."""

    def __init__(
        self, home: Home, trust: Trust, *, clock: Callable[[], int] = now, steady: Callable[[], int] = steady,
        wait: int | None = None,
    ) -> None:
        self.trust = trust
        super().__init__(home, None, clock=clock, steady=steady, wait=wait, keeps=MAX_KEPT)

    def masters(self, genesis: GenesisLine) -> Mapping[int, SeatKeys]:
        """The keys of each seat entrusted."""
        return self.trust.keys(genesis.id)

    @contextlib.contextmanager
    def game(self, folder: Path, *, despite_desync: bool = False) -> Iterator[GameFolder]:
        """A match opened for writing; what was made in it is on disk when this ends well."""
        with self._open.game(folder, self.cache(folder), self.home.moved()) as game:
            game.match.may_pass = self.patience(game).may_pass
            yield game

    def cache(self, folder: Path) -> Cache:
        """2.14 What this courier has verified of the log in a folder."""
        return Cache(folder / CACHE, tm(self.trust.local_key, "local cache"))

    def send_from(self, game: GameFolder, *, everything: bool = False) -> list[Path]:
        """Nothing is written beside the log: who holds this desk sends it himself. What was made is on disk."""
        game.flush()
        return []


def hand_over(desk: Desk, folder: Path) -> tuple[str, Entrusted]:
    """What a person's courier needs for a match: its id, and the keys of each seat that he has taken there."""
    with desk.game(folder) as game:
        match = game.match
        held = {s: desk.masters(match.genesis)[s] for s in match.keys if match.feeds.feeds[s].join is not None}
        if not held:
            raise NotYourTurn("no seat of this match is taken with this home", "take yours first: pbem join")
    gid = unb64(game.gid, 32)
    roots = {s: game_root(master, gid, s) for s, master in held.items() if isinstance(master, bytes)}
    return game.gid, entrusted(roots, folder)
