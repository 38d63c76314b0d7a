"""All signatures of a long log checked by a second process, while the first one plays what they stand under.

The second reads the file itself, and says yes to a plain log alone: each line once, each under its seat's key. Else, or
if anything at all is odd in the first one's own reading, the log is read again thoroughly by one process, so that the
report is the same. Source: protocol 2.3, 2.14.
Belongs here: what the second checks, and when that counts. Must not be here: how processes are made (`disk`).
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import msgspec

from pbem.crypto.hashing import unb64
from pbem.disk.second import Second
from pbem.errors import BadRecord, PbemError, Unsupported
from pbem.reading.reader import LogPass
from pbem.reading.source import Source
from pbem.record.events import Join
from pbem.record.wire import CODEC, Event, GenesisLine, check_join_pop, verify_event

LONG = 1_000  # lines from which a second process is worth its start


class Vouched(msgspec.Struct, frozen=True):
    """What the second process found: so many good signatures in a log of these bytes."""

    signatures: int
    sha256: bytes


class HashedSource(Source):
    """A log in a file; `digest` is the SHA-256 of the lines as they were last read to the end."""

    digest = b""

    def __iter__(self) -> Iterator[tuple[int, bytes | None]]:
        digest = sha256()
        for number, line in super().__iter__():
            digest.update(line or b"")
            yield number, line
        self.digest = digest.digest()


class SecondCheck:
    """A second process that checks the signatures of a log, and the log as the first one reads it."""

    def __init__(self, source: HashedSource, second: Second) -> None:
        self.source, self._second = source, second

    @classmethod
    def begin(cls, source: Source) -> SecondCheck | None:
        """None for a log that is short or in no file, or where no second process can be made."""
        if source.path is None or not _is_long(source):
            return None
        path = source.path
        second = Second.begin(lambda: msgspec.msgpack.encode(checked(path)))
        return cls(HashedSource(path), second) if second is not None else None

    def vouches_for(self, reading: LogPass) -> bool:
        """Whether a hopeful reading of `source` is as good as a thorough one; it then says how many signatures."""
        if not _is_plain(reading):
            return False
        try:
            vouched = msgspec.msgpack.decode(self._second.answer(), type=Vouched | None)
        except msgspec.MsgspecError:  # it died
            return False
        if vouched is None or vouched.sha256 != self.source.digest:
            return False
        reading.signatures = vouched.signatures
        return True

    def end(self) -> None:
        """The second process is gone."""
        self._second.end()


def checked(path: Path) -> Vouched | None:
    """How many signatures a plain log has, all of them good; None for any other, whatever it is."""
    source = HashedSource(path)
    try:
        signatures = sum(_checked(source))
    except (PbemError, OSError, ValueError):
        return None
    return Vouched(signatures, source.digest)


def _checked(source: Source) -> Iterator[int]:
    """How many signatures each line has; ValueError at the first that is not plain and good."""
    lines = iter(source)
    genesis = _event(next(lines, (1, None))[1])
    if not isinstance(genesis, GenesisLine) or not verify_event(genesis, unb64(genesis.msg.body.host, 32)):
        raise ValueError
    yield 1
    gid, seats, seen = unb64(genesis.id, 32), genesis.msg.body.seats, {genesis.id}
    keys: dict[int, bytes] = {}
    for _, line in lines:
        event = _event(line)
        if isinstance(event, GenesisLine) or event.id in seen or event.msg.game != genesis.id:
            raise ValueError
        seen.add(event.id)
        msg, seat = event.msg, event.seat
        if seat >= len(seats) or isinstance(msg, Join) == (seat in keys):
            raise ValueError
        key = unb64(seats[seat].id, 32) if isinstance(msg, Join) else keys[seat]
        if not verify_event(event, key) or (isinstance(msg, Join) and not check_join_pop(gid, seat, key, msg.body)):
            raise ValueError
        if isinstance(msg, Join):
            keys[seat] = unb64(msg.body.pk, 32)
        yield 2 if isinstance(msg, Join) else 1


def _event(line: bytes | None) -> Event:
    if line is None:
        raise ValueError
    try:
        return CODEC.decode(line)
    except (BadRecord, Unsupported):
        raise ValueError from None


def _is_plain(reading: LogPass) -> bool:
    """Whether nothing in a reading needs to be explained by what somebody signed."""
    odd = (reading.bad, reading.repeats, reading.waiting, reading.early, reading.cuts())
    return not any(odd) and not any(feed.parked for feed in reading.feeds.feeds)


def _is_long(source: Source) -> bool:
    try:
        return any(number >= LONG for number, _ in source)
    except (PbemError, OSError):
        return False
