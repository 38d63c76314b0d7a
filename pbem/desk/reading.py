"""Reading a log and leaving it as it is: for looking, replaying and asking what is next.

Belongs here: from a file to a match in memory, as far as some keys can see. Must not be here: locks, mending.
Nothing is written but what this home has verified (protocol 2.14), if it can be.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from pbem.errors import BadRecord, Divergence, PbemError, WrongUse
from pbem.match.again import StartOver
from pbem.match.desync import agreed_with, find_otherwise, find_unseen, has_foreign
from pbem.match.match import Match
from pbem.match.resumed import ResumedMatch, begin, opened_at
from pbem.match.start import ruleset_of
from pbem.record.log import LOG_NAME, LogFile
from pbem.record.wire import CODEC, Event, GenesisLine, SeatLine

if TYPE_CHECKING:
    from pbem.desk.saved import SavedPlayFile
    from pbem.match.folder import Masters
    from pbem.reading.cache import Cache

AHEAD = 32  # rounds after the one asked for that are looked at first for digests


def read(
    log: Path,
    masters: Masters = lambda _genesis: {},
    overlay: Path | None = None,
    *,
    at: int | None = None,
    disclosed: Mapping[int, bytes] | None = None,
    checked: bool = False,
    cache: Cache | None = None,
    faults: list[BadRecord] | None = None,
    whole: bool = False,
    seen: Callable[[Match], None] | None = None,
    saved: SavedPlayFile | None = None,
) -> Match:
    """The match of a log; raises for a log that is no sound match. `at` takes only rounds up to that one.

    Signatures are checked as far as links need them: each feed's last one vouches for those before it (protocol 2.14,
    quick); if one does not fit, all are checked and what is not signed is left out. `checked` leaves them to `pbem
    verify`. `cache` is what this home has verified of the log before, used if a seat of the match is held here; what is
    verified now is noted there. Of a match with a seat held here play goes on from what is `saved` of it, and is kept.
    `faults` gets what is wrong with lines that were left out. `seen` is shown the match as it is asked for, perhaps
    twice: the last time counts. The match given may then have gone on, for what comes later is needed, too, to tell
    whether another build plays alike.

    If this build plays otherwise than the one recorded, the match ends with the last round that it tells as it was
    played, unless the `whole` is asked for, and `otherwise` of the match says so; Divergence if there is no such round.
    """
    if saved is not None and at is None and disclosed is None and not checked:
        gone_on = _go_on_from_kept(log, masters, overlay, cache, saved, whole=whole)
        if gone_on is not None:
            if seen is not None:
                seen(gone_on)
            return gone_on
    file = LogFile(log, CODEC.decode)
    reading = file.read()
    genesis = next((e for e in reading.events if isinstance(e, GenesisLine)), None)
    if genesis is None:
        if reading.findings:
            raise reading.findings[0]
        raise BadRecord("no first line of a match in it", source=log.name)
    ruleset, files = ruleset_of(genesis, overlay)
    held = masters(genesis)
    known = cache.checked(reading.events) if cache is not None and held else 0

    def taken(until: int | None) -> tuple[Match, list[BadRecord]]:
        """The match up to a round."""

        def is_early(event: Event) -> bool:
            return until is None or not isinstance(event, SeatLine) or event.msg.r <= until

        def made(trusted: int) -> tuple[Match, list[BadRecord]]:
            if saved is None or not held or until is not None:
                match = Match(genesis, ruleset, files, masters=held, disclosed=disclosed)
            else:
                match = ResumedMatch(genesis, ruleset, files, masters=held, disclosed=disclosed, saved=saved)
            return match, begin(match, wanted[:trusted], wanted[trusted:])

        wanted = [e for e in reading.events if is_early(e)]
        match, refused = made(len(wanted) if checked or not held else sum(map(is_early, reading.events[:known])))
        if not checked and not held and not match.feeds.heads_are_signed():
            return made(0)
        return match, refused

    match, refused = taken(at)
    keeps = log.name == LOG_NAME and at is None and bool(held)
    if keeps and cache is not None and not checked and known < len(reading.events):
        with contextlib.suppress(PbemError):  # a cache may fail
            cache.remember(reading.events, match.feeds.by_id)
    if keeps and isinstance(match, ResumedMatch) and not checked and not reading.findings:
        match.keep(reading.events, file.end)
    last = match.rounds.r - 1
    all_of_it, is_shown = match, False
    if at is not None and has_foreign(match.binding) and seen is not None:
        seen(match)
        is_shown = True
        later = [e for e in reading.events if isinstance(e, SeatLine) and e.msg.r > at]
        _go_on(match, later, at, checked=checked or not held)
        if not checked and not held and not match.feeds.heads_are_signed():
            all_of_it = taken(None)[0]
    elif at is not None and has_foreign(match.binding):
        all_of_it = taken(None)[0]
    found = find_otherwise(all_of_it.binding, all_of_it.rounds)
    if found is None and at is not None and at > last:
        raise WrongUse(f"there is no round {at} yet: the last closed one is {last}")
    if found is None and not whole:
        found = find_unseen(all_of_it.binding, all_of_it.rounds)
    if found is not None and (at is None or at > found.agreed):
        if found.told == 0 and not whole:
            raise Divergence(found.sentence, f"no round of it is known to be the same here: {found.advice}")
        if found.told is not None and last > found.told and not whole:
            match, refused = taken(found.told)
            is_shown = False
        match.otherwise = found
    if seen is not None and not is_shown:
        seen(match)
    if faults is not None:
        faults += [*reading.findings, *refused]
    return match


def _go_on_from_kept(
    log: Path, masters: Masters, overlay: Path | None, cache: Cache | None, saved: SavedPlayFile, *, whole: bool
) -> Match | None:
    """The match as it goes on from what is kept of it; None if anything is odd: then all of it is read."""
    opened = opened_at(log, saved, masters, overlay)
    if opened is None or not opened.held:
        return None
    past = opened.begun.past
    file = LogFile(log, CODEC.decode)
    file.begin_after(past)
    reading = file.read_on()
    if reading.findings:
        return None
    known = cache.checked(reading.events, past) if cache is not None else 0
    try:
        match = opened.match(masters=opened.held)
        if begin(match, reading.events[:known], reading.events[known:]):
            return None
    except StartOver:
        return None
    last = match.rounds.r - 1
    found = find_otherwise(match.binding, match.rounds)
    if found is None and not whole:
        found = find_unseen(match.binding, match.rounds)
    if found is not None and not whole and (found.told == 0 or (found.told is not None and last > found.told)):
        return None
    match.otherwise = found
    if cache is not None and known < len(reading.events):
        with contextlib.suppress(PbemError):  # a cache may fail
            cache.remember(reading.events, match.feeds.by_id, past)
    match.keep(reading.events, file.end)
    return match


def _go_on(match: Match, later: list[SeatLine], at: int, *, checked: bool) -> None:
    """Takes what came later, until the digests of every build that plays show that it was where we are after `at`."""
    binding, until, step = match.binding, at, AHEAD
    while later and not all(agreed_with(binding, seat) >= at for seat in binding.joins):
        until, step = until + step, 2 * step
        match.take([e for e in later if e.msg.r <= until], checked=checked)
        later = [e for e in later if e.msg.r > until]
