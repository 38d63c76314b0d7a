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
from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

import pbem
from pbem.crypto.hashing import kdf, tm
from pbem.disk.lock import locked
from pbem.disk.plain import open_plain, read_small
from pbem.disk.whole import PRIVATE, replace_whole, write_all
from pbem.errors import PbemError
from pbem.limits import MOST_INDEX, MOST_PACKED
from pbem.match.again import STRIDE
from pbem.match.resumed import ResumedMatch
from pbem.record.wire import Event, GenesisLine
from pbem.ruleset import Ruleset

if TYPE_CHECKING:
    from pbem.match.begun import Begun, Columns, KeptFacts
    from pbem.match.kept_bytes import Indexed

SHAPE = b"4"  # another when other facts are kept, or in another form
_NONCE, _TAG = 12, 16
_PLAYING = (".", "crypto", "kit", "match", "play", "record", "show")  # whose work is kept, beside the ruleset's
_FAULTS = (
    PbemError, OSError, InvalidTag, msgspec.MsgspecError, ArithmeticError, TypeError, ValueError, LookupError,
    RecursionError,
)


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
                from pbem.match.begun import Begun  # of a match of which something is kept
                from pbem.match.kept_bytes import indexed

                bound = self._bound(genesis, ruleset, secrets)
                found = indexed(self._open(sealed, bound))
                columns = self._columns(found, bound)
                return Begun(found.kept, columns, content, SavedStamp(sealed[-_TAG:], found.length, found.tag))
        return None

    def keep(self, match: ResumedMatch, later: Sequence[Event], end: int) -> None:
        """Keeps what was played, if much came since that was done last.

        After the past lines of the match its log has these `later` ones, and ends there.
        Nothing new is kept if anything is odd, if somebody else has kept something meanwhile, or if the disk refuses.
        """
        with contextlib.suppress(*_FAULTS):
            rounds, known = match.rounds, match.known
            since = 0 if known is None else known.r
            if not match.keeps or rounds.r <= since + STRIDE or not os.access(self.path.parent, os.W_OK):
                return
            from pbem.match.begun import KeptSoFar, nothing_kept  # seldom needed
            from pbem.match.saving import Numbered, columns_since, kept_of, may_keep

            if known is None or any(to < known.r < r for r, to in match.binding.undone):
                known = nothing_kept()
            stop, lines = may_keep(rounds, known.r), Numbered(match.past, later)
            if stop is None:
                return
            added = columns_since(known, stop, rounds, match.binding, lines)
            hashed, size = lines.hashed(known)
            if size != end:
                return  # the file holds more than these lines
            kept = kept_of(stop, rounds, match.binding, lines, size, hashed.digest())
            with locked(self.index, patience=0):
                stamp = self._write(match, added.columns, kept, anew=known.r == 0)
            match.keeps = stamp is not None
            if stamp is not None:
                side = known.side + len(added.columns.side) // 4
                match.stamp = stamp
                match.known = KeptSoFar(kept.lines, size, hashed, stop.r, stop.restart.told, side, stop.alone,
                                        added.secrets, lambda: added.way)

    def _write(self, match: ResumedMatch, columns: Columns, kept: KeptFacts, *, anew: bool) -> SavedStamp | None:
        """Adds to the index, then replaces `game.open`; None if that is no more what this match began with.

        `anew`: the index is replaced, too."""
        from pbem.match.kept_bytes import Indexed, packed, packed_columns

        bound = self._bound(match.genesis, match.ruleset, match.secrets)
        before = match.stamp
        if isinstance(before, SavedStamp):
            sealed = read_small(self.path, most=MOST_PACKED)
            if sealed is None or sealed[-_TAG:] != before.opened:
                return None
        if isinstance(before, SavedStamp) and not anew:
            part = self._seal(packed_columns(columns), bound + before.tag)
            self._add(before, part)
            length = before.length + len(part)
        else:
            part = self._seal(packed_columns(columns), bound + bytes(_TAG))
            replace_whole(self.index, part, mode=PRIVATE)
            length = len(part)
        sealed = self._seal(packed(Indexed(length, part[-_TAG:], kept)), bound, most=MOST_PACKED)
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
        from pbem.match.begun import Columns
        from pbem.match.kept_bytes import columns_in

        with os.fdopen(open_plain(self.index, most=MOST_INDEX), "rb") as stream:
            content = stream.read(found.length)
        parts, at, tag = list[Columns](), 0, bytes(_TAG)
        while at < len(content):
            size = int.from_bytes(content[at : at + 4], "big")
            part = content[at + 4 : at + 4 + size]
            parts.append(columns_in(self._open(part, bound + tag)))
            at, tag = at + 4 + size, part[-_TAG:]
        if (at, tag) != (found.length, found.tag):
            raise ValueError("another index")
        return Columns.joined(parts)

    def _bound(self, genesis: GenesisLine, ruleset: Ruleset, secrets: Mapping[int, bytes]) -> bytes:
        from pbem.match.begun import bound_to

        return bound_to(genesis, ruleset, secrets, SHAPE + _code())

    def _seal(self, packed: bytes, bound: bytes, *, most: int = MOST_INDEX) -> bytes:
        """Its length, then what only `_open` with the same `bound` opens."""
        nonce = tm(self._key, "saved play/nonce", bound, packed)[:_NONCE]  # the same only for the same bytes
        sealed = nonce + self._cipher.encrypt(nonce, packed, bound)
        if len(sealed) > most - 64:
            raise ValueError("too much to keep")
        return len(sealed).to_bytes(4, "big") + sealed

    def _open(self, sealed: bytes, bound: bytes) -> bytes:
        return self._cipher.decrypt(sealed[:_NONCE], sealed[_NONCE:], bound)

    @cached_property
    def _cipher(self) -> ChaCha20Poly1305:
        return ChaCha20Poly1305(kdf(self._key, "saved play"))


@cache
def _code() -> bytes:
    """Which code plays, beside the ruleset: the names, sizes and times of its files.

    Whoever installs may set the time of writing, and all files to the same; not that of the last change.
    """
    digest, root = sha256(), Path(pbem.__file__).parent
    for folder in _PLAYING:
        for entry in sorted(os.scandir(root / folder), key=lambda one: one.name):
            if entry.name.endswith(".py"):
                found = entry.stat()
                times = f"{found.st_mtime_ns} {found.st_ctime_ns}"
                digest.update(f"{folder}/{entry.name} {found.st_size} {times}\n".encode())
    return digest.digest()
