"""Reading one's own log again without checking signatures again that were checked before (protocol 2.14).

A small file names how many lines of a log were found good, a digest of these lines, signatures included, and a MAC of
both under a key that only this home has. Wrong or missing, it counts for nothing, and everything is checked.
Belongs here: that file. Must not be here: judging events; a cache only repeats what this home has seen for itself.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Annotated

import msgspec

from pbem.crypto.hashing import b64, tm, u64, unb64
from pbem.disk.small import read_strict, write_strict
from pbem.errors import BadRecord
from pbem.limits import MAX_LOG
from pbem.record.events import B32
from pbem.record.lines import Scan
from pbem.record.past import Hash, Past
from pbem.record.wire import CODEC, Event, SeatLine

Size = Annotated[int, msgspec.Meta(ge=0, le=MAX_LOG)]


class Known(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first `events` events of a log, `bytes` long, have this digest and are good; `mac` says who wrote so."""

    bytes: Size
    digest: B32
    events: Size
    mac: B32


class Cache:
    """What this home has verified of one log, in a file of its own; `local_key` has 32 bytes and never leaves it."""

    def __init__(self, path: Path, local_key: bytes) -> None:
        self.path, self._key = path, local_key

    def checked(self, events: Sequence[Event], past: Past | None = None) -> int:
        """How many of these events, from the first on, were verified before. They stand in the order of the file.

        They follow the `past` lines, if any are given.
        """
        known = self._read()
        digest, size, first = _begun(past)
        if known is None or not first <= known.events <= first + len(events):
            return 0
        for line in _lines(events[: known.events - first]):
            digest.update(line)
            size += len(line)
        same = size == known.bytes and hmac.compare_digest(b64(digest.digest()), known.digest)
        return known.events - first if same else 0

    def remember(self, events: Sequence[Event], held: Mapping[str, SeatLine], past: Past | None = None) -> int:
        """Keeps the longest beginning of which all are `held`, taken in with signatures checked; gives its length.

        `held` is by id, as in `match.feeds.by_id`; the first line is checked whenever its ruleset is looked up. The
        events follow the `past` lines, if any are given: all of these are held.
        """
        digest, size, count = _begun(past)
        for event, line in zip(events, _lines(events), strict=True):
            if isinstance(event, SeatLine) and (event.id not in held or held[event.id].sig != event.sig):
                break
            digest.update(line)
            size += len(line)
            count += 1
        fresh = Known(size, b64(digest.digest()), count, self._mac(size, digest.digest(), count))
        if fresh != self._read():
            write_strict(self.path, fresh)
        return count

    def _read(self) -> Known | None:
        """What the file says, None if it is missing or not written by this home."""
        try:
            known = read_strict(self.path, Known)
        except BadRecord:
            return None
        if known is None:
            return None
        mac = self._mac(known.bytes, unb64(known.digest, 32), known.events)
        return known if hmac.compare_digest(mac, known.mac) else None

    def _mac(self, size: int, digest: bytes, count: int) -> str:
        return b64(tm(self._key, "cache", u64(size), digest, u64(count)))


class Loaded:
    """A log as read: `checked` are the events whose signatures this home has verified before, `fresh` all others.

    Both in the order of the file, exact copies left out. `findings` name the lines that are no events.
    """

    def __init__(self, events: list[Event], checked: int, findings: list[BadRecord], cache: Cache) -> None:
        self.checked, self.fresh, self.findings = events[:checked], events[checked:], findings
        self._cache = cache

    def __iter__(self) -> Iterator[tuple[Event, bool]]:
        """Every event, and whether its signature was verified before."""
        yield from ((event, True) for event in self.checked)
        yield from ((event, False) for event in self.fresh)

    def remember(self, held: Mapping[str, SeatLine]) -> None:
        """After taking the events in: next time what is held now need not be checked again."""
        if self.fresh:
            self._cache.remember(self.checked + self.fresh, held)


def load(path: Path, local_key: bytes, cache_path: Path) -> Loaded:
    """Reads a log; WrongUse if there is no such file. A match takes it in like this:

    `match.take(loaded.checked, checked=True); match.take(loaded.fresh); loaded.remember(match.feeds.by_id)`
    """
    scan = Scan(path, CODEC.decode)
    events = list(scan)
    cache = Cache(cache_path, local_key)
    return Loaded(events, cache.checked(events), scan.findings, cache)


def _begun(past: Past | None) -> tuple[Hash, int, int]:
    """The hash of past lines, their size and how many they are."""
    return (sha256(), 0, 0) if past is None else (past.hashed.copy(), past.size, len(past))


def _lines(events: Sequence[Event]) -> Iterator[bytes]:
    return (event.line for event in events)
