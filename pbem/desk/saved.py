"""What was made of a log, kept for the next program of this home, in two files that it alone can read.

`game.index` is only ever added to; `game.open` is replaced, and names how far the other one counts. Both are sealed
under keys of the home, and bound to the match, to the keys held and to the code that plays; each part of the index is
bound to the part before it, `game.open` to the last one, and to the bytes of the log. Whatever does not fit counts for
nothing: then all is played from the first round, and kept anew.
Belongs here: the bytes of these files, and when they count. Must not be here: what may be kept (`pbem.match.saving`).
"""

from __future__ import annotations

import contextlib
import os
import zlib
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

import pbem
from pbem.crypto.hashing import kdf, tm
from pbem.disk.lock import locked
from pbem.disk.plain import open_plain, read_small
from pbem.disk.whole import PRIVATE, replace_whole, write_all
from pbem.errors import PbemError
from pbem.limits import MOST_INDEX, MOST_PACKED, MOST_SAVED
from pbem.match.again import unpacked
from pbem.match.begun import STRIDE, Begun, Columns, KeptFacts, KeptSoFar, bound_to
from pbem.match.resumed import ResumedMatch
from pbem.record.wire import Event, GenesisLine
from pbem.ruleset import Ruleset

SHAPE = b"2"  # another when other facts are kept, or in another form
_NONCE, _TAG = 12, 16
_PLAYING = ("crypto", "kit", "match", "play", "record")  # the code whose work is kept, beside the ruleset
_FAULTS = (
    PbemError, OSError, InvalidTag, msgspec.MsgspecError, ArithmeticError, TypeError, ValueError, LookupError,
    RecursionError,
)
_COLUMNS = msgspec.msgpack.Decoder(Columns)


class Indexed(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What `game.open` holds: so many bytes of the index count, whose last part ends with this tag."""

    length: int
    tag: bytes
    kept: KeptFacts


_INDEXED = msgspec.msgpack.Decoder(Indexed)


class SavedStamp(NamedTuple):
    """Which `game.open` it was that counted, by its last bytes, and how far the index counted then."""

    opened: bytes
    length: int
    tag: bytes


class SavedPlayFile:
    """The file `game.open` at one path, and the index beside it; `key` has 32 bytes and never leaves the home."""

    def __init__(self, path: Path, key: bytes) -> None:
        self.path, self.index, self._key = path, path.with_suffix(".index"), key

    def is_there(self) -> bool:
        """Whether anything is kept; then it may count."""
        return os.path.lexists(self.path)

    def load(
        self, genesis: GenesisLine, ruleset: Ruleset, secrets: Mapping[int, bytes], content: bytes
    ) -> Begun | None:
        """What is kept of a log with this content, as it is seen with these secrets and this code; None if nothing
        counts."""
        with contextlib.suppress(*_FAULTS):
            sealed = read_small(self.path, most=MOST_PACKED)
            if sealed is not None:
                bound = self._bound(genesis, ruleset, secrets)
                found = _INDEXED.decode(unpacked(self._open(sealed, bound), MOST_SAVED))
                columns = self._columns(found, bound)
                return Begun(found.kept, columns, content, SavedStamp(sealed[-_TAG:], found.length, found.tag))
        return None

    def keep(self, match: ResumedMatch, later: Sequence[Event], end: int) -> None:
        """Keeps what was played, if much came since that was done last.

        After the past lines of the match its log has these `later` ones, and ends there.
        Nothing new is kept if anything is odd, if somebody else has kept something meanwhile, or if the disk refuses.
        """
        with contextlib.suppress(*_FAULTS):
            rounds, known = match.rounds, match.known or KeptSoFar(0, 0, sha256(), 0, 0, 0, 0)
            if not match.keeps or rounds.r <= known.r + STRIDE or not os.access(self.path.parent, os.W_OK):
                return
            from pbem.match.saving import Numbered, columns_since, kept_of, may_keep  # seldom needed

            stop, lines = may_keep(rounds, known.r), Numbered(match.past, later)
            if stop is None:
                return
            columns = columns_since(known, stop, rounds, match.binding, lines)
            hashed, size = lines.hashed(known)
            if size != end:
                return  # the file holds more than these lines
            kept = kept_of(stop, rounds, match.binding, lines, size, hashed.digest())
            with locked(self.index, patience=0):
                stamp = self._write(match, columns, kept)
            match.keeps = stamp is not None
            if stamp is not None:
                side = known.side + len(columns.side) // 4
                match.stamp = stamp
                match.known = KeptSoFar(kept.lines, size, hashed, stop.r, stop.restart.told, side, stop.alone)

    def _write(self, match: ResumedMatch, columns: Columns, kept: KeptFacts) -> SavedStamp | None:
        """Adds to the index, then replaces `game.open`; None if that is no more what this match began with."""
        bound = self._bound(match.genesis, match.ruleset, match.secrets)
        before = match.stamp
        if isinstance(before, SavedStamp):
            sealed = read_small(self.path, most=MOST_PACKED)
            if sealed is None or sealed[-_TAG:] != before.opened:
                return None
            part = self._seal(_encoded(columns), bound + before.tag)
            self._add(before, part)
            length = before.length + len(part)
        else:
            part = self._seal(_encoded(columns), bound + bytes(_TAG))
            replace_whole(self.index, part, mode=PRIVATE)
            length = len(part)
        sealed = self._seal(_encoded(Indexed(length, part[-_TAG:], kept)), bound, most=MOST_PACKED)
        replace_whole(self.path, sealed[4:], mode=PRIVATE)
        return SavedStamp(sealed[-_TAG:], length, part[-_TAG:])

    def _add(self, before: SavedStamp, part: bytes) -> None:
        descriptor = os.open(self.index, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0))
        try:
            os.lseek(descriptor, before.length - _TAG, os.SEEK_SET)
            if os.read(descriptor, _TAG) != before.tag:
                raise ValueError("another index")
            os.ftruncate(descriptor, before.length)  # what somebody added who was killed before he named it
            write_all(descriptor, part)
        finally:
            os.close(descriptor)

    def _columns(self, found: Indexed, bound: bytes) -> Columns:
        with os.fdopen(open_plain(self.index, most=MOST_INDEX), "rb") as stream:
            content = stream.read(found.length)
        columns, at, tag = Columns(), 0, bytes(_TAG)
        while at < len(content):
            size = int.from_bytes(content[at : at + 4], "big")
            part = content[at + 4 : at + 4 + size]
            columns.add(_COLUMNS.decode(unpacked(self._open(part, bound + tag), MOST_SAVED)))
            at, tag = at + 4 + size, part[-_TAG:]
        if (at, tag) != (found.length, found.tag):
            raise ValueError("another index")
        return columns

    def _bound(self, genesis: GenesisLine, ruleset: Ruleset, secrets: Mapping[int, bytes]) -> bytes:
        return bound_to(genesis, ruleset, secrets, SHAPE + _code())

    def _seal(self, content: bytes, bound: bytes, *, most: int = MOST_INDEX) -> bytes:
        """Its length, then what only `_open` with the same `bound` opens."""
        packed = zlib.compress(content, 1)
        nonce = tm(self._key, "saved play/nonce", bound, packed)[:_NONCE]  # the same only for the same bytes
        sealed = nonce + self._cipher().encrypt(nonce, packed, bound)
        if len(sealed) > most - 64:
            raise ValueError("too much to keep")
        return len(sealed).to_bytes(4, "big") + sealed

    def _open(self, sealed: bytes, bound: bytes) -> bytes:
        return self._cipher().decrypt(sealed[:_NONCE], sealed[_NONCE:], bound)

    def _cipher(self) -> ChaCha20Poly1305:
        return ChaCha20Poly1305(kdf(self._key, "saved play"))


def _encoded(content: Columns | Indexed) -> bytes:
    found = msgspec.msgpack.encode(content)
    if len(found) > MOST_SAVED:
        raise ValueError("too much to keep")
    return found


@cache
def _code() -> bytes:
    """Which code plays, beside the ruleset: the names, sizes and times of its files."""
    digest, root = sha256(), Path(pbem.__file__).parent
    for folder in _PLAYING:
        for entry in sorted(os.scandir(root / folder), key=lambda one: one.name):
            if entry.name.endswith(".py"):
                found = entry.stat()
                digest.update(f"{folder}/{entry.name} {found.st_size} {found.st_mtime_ns}\n".encode())
    return digest.digest()
