"""What the rules made of a match, kept for the next program of this home, in a file that it alone can read.

The file is sealed under a key of the home, and bound to the match, to the keys held and to the code that plays; the
rounds of the log bind the rest. Whatever does not fit counts for nothing: then all is played from the first round.
Belongs here: the bytes of that file, and when they count. Must not be here: what may be kept (`pbem.match.saving`).
"""

from __future__ import annotations

import contextlib
import os
import zlib
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

import pbem
from pbem.crypto.hashing import kdf, tm
from pbem.disk.plain import read_small
from pbem.disk.whole import write_private
from pbem.errors import PbemError
from pbem.limits import MOST_PACKED, MOST_SAVED
from pbem.match.again import SavedPlay, unpacked
from pbem.match.saving import bound_to, saved_play
from pbem.record.rounds import Rounds
from pbem.record.wire import GenesisLine
from pbem.ruleset import Ruleset

SHAPE = b"1"  # another when other facts are kept, or in another form
_NONCE = 12
_PLAYING = ("crypto", "kit", "match", "play", "record")  # the code whose work is kept, beside the ruleset
_FAULTS = (
    PbemError, OSError, InvalidTag, msgspec.MsgspecError, ArithmeticError, TypeError, ValueError, LookupError,
    RecursionError,
)
_DECODER = msgspec.msgpack.Decoder(SavedPlay)


class SavedPlayFile:
    """The file at one path; `key` has 32 bytes and never leaves the home."""

    def __init__(self, path: Path, key: bytes) -> None:
        self.path, self._key = path, key

    def load(self, genesis: GenesisLine, ruleset: Ruleset, secrets: Mapping[int, bytes]) -> SavedPlay | None:
        """What is kept of this match, as it is seen with these secrets and this code; None if nothing counts."""
        with contextlib.suppress(*_FAULTS):
            content = read_small(self.path, most=MOST_PACKED)
            if content is not None:
                bound = bound_to(genesis, ruleset, secrets, SHAPE + _code())
                packed = self._cipher().decrypt(content[:_NONCE], content[_NONCE:], bound)
                return _DECODER.decode(unpacked(packed, MOST_SAVED))
        return None

    def keep(
        self, genesis: GenesisLine, ruleset: Ruleset, secrets: Mapping[int, bytes], rounds: Rounds, known: int
    ) -> int:
        """Keeps what was played, if much came since round `known`; gives the round up to which it is kept now.

        Nothing new is kept if anything is odd, or if the disk refuses.
        """
        with contextlib.suppress(*_FAULTS):
            can_write = os.access(self.path.parent, os.W_OK)
            saved = saved_play(rounds, since=known) if can_write else None
            if saved is not None:
                bound, packed = bound_to(genesis, ruleset, secrets, SHAPE + _code()), zlib.compress(_encoded(saved), 1)
                nonce = tm(self._key, "saved play/nonce", bound, packed)[:_NONCE]  # the same only for the same bytes
                if len(packed) < MOST_PACKED - 64:
                    write_private(self.path, nonce + self._cipher().encrypt(nonce, packed, bound))
                return saved.r
        return known

    def _cipher(self) -> ChaCha20Poly1305:
        return ChaCha20Poly1305(kdf(self._key, "saved play"))


def _encoded(saved: SavedPlay) -> bytes:
    content = msgspec.msgpack.encode(saved)
    if len(content) > MOST_SAVED:
        raise ValueError("too much to keep")
    return content


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
