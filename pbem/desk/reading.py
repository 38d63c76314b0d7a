"""Reading a log without writing anything: for looking, replaying and asking what is next.

Belongs here: from a file to a match in memory, as far as some keys can see. Must not be here: locks, mending.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from pbem.audit.cache import Cache
from pbem.errors import BadRecord, WrongUse
from pbem.match.match import Match
from pbem.match.start import ruleset_of
from pbem.record.events import Genesis, SeatEvent
from pbem.record.log import LogFile
from pbem.record.wire import CODEC, Event


def read(
    log: Path,
    masters: Callable[[Event], Mapping[int, bytes]] = lambda _genesis: {},
    overlay: Path | None = None,
    *,
    at: int | None = None,
    disclosed: Mapping[int, bytes] | None = None,
    checked: bool = False,
    cache: Cache | None = None,
    faults: list[BadRecord] | None = None,
) -> Match:
    """The match of a log; raises for a log that is no sound match. `at` takes only rounds up to that one.

    Signatures are checked as far as links need them: each feed's last one vouches for those before it (protocol 2.14,
    quick); where one does not fit, all are checked and what is not signed is left out. `checked` leaves them to `pbem
    verify`. `cache` is what this home has verified of the log before, used where a seat of the match is held here.
    `faults` gets what is wrong with lines that were left out.
    """
    reading = LogFile(log, CODEC.decode).read()
    genesis = next((e for e in reading.events if isinstance(e.msg, Genesis)), None)
    if genesis is None:
        if reading.findings:
            raise reading.findings[0]
        raise BadRecord("no first line of a match in it", source=log.name)
    ruleset, files = ruleset_of(genesis, overlay)
    held = masters(genesis)
    known = cache.checked(reading.events) if cache is not None and held else 0

    def is_early(event: Event) -> bool:
        return at is None or not isinstance(event.msg, SeatEvent) or event.msg.r <= at

    wanted = [e for e in reading.events if is_early(e)]
    known = sum(map(is_early, reading.events[:known]))

    def taken(trusted: int) -> tuple[Match, list[BadRecord]]:
        made = Match(genesis, ruleset, files, masters=held, disclosed=disclosed)
        refused = made.take(wanted[:trusted], checked=True)
        return made, [*refused, *made.take(wanted[trusted:])]

    match, refused = taken(len(wanted) if checked or not held else known)
    if not checked and not held and not match.feeds.heads_are_signed():
        match, refused = taken(0)
    if faults is not None:
        faults += [*reading.findings, *refused]
    if at is not None and at > match.rounds.r - 1:
        raise WrongUse(f"there is no round {at} yet: the last closed one is {match.rounds.r - 1}")
    return match
