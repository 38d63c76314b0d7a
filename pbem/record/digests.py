"""The digest of a round: everything that counted, in one hash (protocol 2.7, 2.8).

Belongs here: the three formulas. Must not be here: when a round closes, which events count.
Digests and the match's id are 32 bytes; event ids are strings of 43 characters, as events carry them.
"""

from __future__ import annotations

from collections.abc import Iterable

from pbem.crypto.hashing import th, u64, unb64


def first_digest(gid: bytes) -> bytes:
    """2.7 D_0, on which the joins build."""
    return th("round", gid, u64(0), bytes(32), gid)


def round_digest(gid: bytes, r: int, prev: bytes, ids: Iterable[str]) -> bytes:
    """2.7 D_r of a round that closed normally; `ids` are the effective events in seat order."""
    return th("round", gid, u64(r), prev, *[unb64(one, 32) for one in ids])
