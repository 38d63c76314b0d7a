"""A finished game read once more by an engine that counts.

Belongs here: that reading, and what is refused. Must not be here: counting.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar

from pbem.audit.findings.watch import Watch
from pbem.crypto.hashing import unb64
from pbem.errors import WrongUse
from pbem.match.agreements import targets_of
from pbem.match.binding import Binding
from pbem.match.start import ruleset_of
from pbem.record import events as ev
from pbem.record.feeds import Feeds
from pbem.record.log import LogFile
from pbem.record.rounds import Rounds
from pbem.record.wire import CODEC, GenesisLine, SeatLine

Engine = TypeVar("Engine", bound=Watch)


def read_finished(log: Path, make: Callable[[Binding, Mapping[int, bytes]], Engine]) -> Engine:
    """The engine that `make` gives for a table and the secrets of all seats, after all rounds of a log.

    WrongUse if not every seat has disclosed its secret.
    """
    events = LogFile(log, CODEC.decode).read().events
    genesis = next((e for e in events if isinstance(e, GenesisLine)), None)
    disclosed = [e.msg for e in events if isinstance(e.msg, ev.Disclose)]
    shown = {msg.seat: unb64(msg.body.gs, 32) for msg in disclosed}
    if genesis is None or len(shown) < len(genesis.msg.body.seats):
        raise WrongUse("hand-overs are counted when a game is over and every seat has disclosed its secret")
    ruleset, files = ruleset_of(genesis)
    engine = make(Binding(genesis, ruleset, files, shown, remember=targets_of(events)), shown)
    feeds = Feeds(genesis)
    for event in events:
        if isinstance(event, SeatLine):
            feeds.add(event, checked=True)
    Rounds(feeds, engine).advance()
    return engine
