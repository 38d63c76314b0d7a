"""Data files of games as they were parsed, so that the next command need not parse them again.

A file here is named by the digest of what it was parsed from, and begins with a MAC under a key that only this home
has: what is damaged, or was written by another home, counts for nothing.
Belongs here: these files. Must not be here: parsing, what the data mean (`pbem.kit.data`).
"""

from __future__ import annotations

import contextlib
import hmac
from pathlib import Path
from typing import Any

import msgspec

from pbem.crypto.hashing import KEY_SIZE, tm
from pbem.disk.plain import read_small
from pbem.disk.whole import make_private_folder, write_private
from pbem.errors import PbemError
from pbem.limits import MAX_SMALL, MOST_PARSED

SHAPE = b"1"  # another when files are parsed otherwise: what was kept before then counts for nothing
Parsed = dict[str, dict[str, Any]]
_FAULTS = (PbemError, OSError, msgspec.MsgspecError, ArithmeticError, TypeError, ValueError, RecursionError)
_DECODER = msgspec.msgpack.Decoder(Parsed)


class ParsedFiles:
    """The parsed data in a folder of the home; `key` has 32 bytes and never leaves it."""

    def __init__(self, folder: Path, key: bytes) -> None:
        self.folder, self._key = folder, key

    def parsed(self, digest: bytes) -> Parsed | None:
        """What these files say; None if it is not kept here, whatever lies there."""
        with contextlib.suppress(*_FAULTS):
            content = read_small(self._path(digest))
            if content is not None and hmac.compare_digest(content[:KEY_SIZE], self._mac(digest, content[KEY_SIZE:])):
                return _DECODER.decode(content[KEY_SIZE:])
        return None

    def keep(self, digest: bytes, parsed: Parsed) -> None:
        """Keeps it, unless it cannot be written or would not be the same when it is read."""
        with contextlib.suppress(*_FAULTS):
            content = msgspec.msgpack.encode(parsed)
            if len(content) > MAX_SMALL - KEY_SIZE or _spelled(_DECODER.decode(content)) != _spelled(parsed):
                return
            make_private_folder(self.folder)
            write_private(self._path(digest), self._mac(digest, content) + content)
            self._drop_old()

    def _path(self, digest: bytes) -> Path:
        return self.folder / digest.hex()

    def _mac(self, digest: bytes, content: bytes) -> bytes:
        return tm(self._key, "parsed data", SHAPE, digest, content)

    def _drop_old(self) -> None:
        """Keeps those written last."""
        written = sorted(self.folder.iterdir(), key=lambda path: path.stat().st_mtime_ns, reverse=True)
        for path in written[MOST_PARSED:]:
            path.unlink(missing_ok=True)


def _spelled(parsed: Parsed) -> str:
    """A spelling in which values of different types differ, and so do orders: 1, 1.0 and true are equal in Python."""
    return repr(parsed)
