"""Waypoints: Checkpoints from which a stretch of play can be played again, to make anew what is no plain fact.

What is kept of one is packed on the state of the one before it: two positions that follow one another differ little.
Belongs here: these. Must not be here: files, what is played again (`again`).
"""

from __future__ import annotations

import zlib
from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from pbem.limits import MOST_PACKED
from pbem.match.steps import Waypoint

IN_ROW = 32  # waypoints packed one on the other
WINDOW = 2**15  # bytes back to which zlib looks


class KeptWaypoint(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """The same as it is kept; `is_on` the state of the one before it, if it is packed on that."""

    round: int
    packed: bytes
    is_on: bool
    roller: bytes | None
    labels: dict[str, int]
    slots: int
    claims: int
    gone: tuple[str, ...]


class LastKept(NamedTuple):
    """The last waypoint that was kept: its round and state, and how many stand in its row."""

    round: int
    state: bytes
    in_row: int


class KeptTrail:
    """Waypoints that were kept, in order; ValueError when a state is asked for that does not unpack."""

    def __init__(self, kept: Sequence[KeptWaypoint]) -> None:
        self._kept, self.rounds = kept, [way.round for way in kept]
        self._states: dict[int, bytes] = {}

    def last(self) -> LastKept | None:
        """The last one; None if none was kept."""
        if not self._kept:
            return None
        at = len(self._kept) - 1
        return LastKept(self.rounds[at], self._state(at), at - self._first(at) + 1)

    def before(self, round: int) -> Waypoint | None:
        """The last one before a round."""
        at = bisect_left(self.rounds, round) - 1
        if at < 0:
            return None
        way = self._kept[at]
        return Waypoint(way.round, self._state(at), way.roller, way.labels, way.slots, way.claims, way.gone)

    def next(self, round: int) -> int | None:
        """The round of the first one that is not before a round."""
        at = bisect_left(self.rounds, round)
        return self.rounds[at] if at < len(self.rounds) else None

    def _first(self, at: int) -> int:
        while self._kept[at].is_on and at:
            at -= 1
        return at

    def _state(self, at: int) -> bytes:
        first = at
        while first not in self._states and self._kept[first].is_on and first:
            first -= 1
        for i in range(first, at + 1):
            if i not in self._states:
                way = self._kept[i]
                self._states[i] = unpacked(way.packed, MOST_PACKED, self._states[i - 1] if way.is_on else b"")
        return self._states[at]


def kept_after(last: LastKept | None, ways: Sequence[Waypoint]) -> tuple[tuple[KeptWaypoint, ...], LastKept | None]:
    """Waypoints as they are kept after the last that was, and which is the last then."""
    made = []
    for way in ways:
        is_on = last is not None and last.in_row < IN_ROW
        base = last.state if last is not None and is_on else b""
        packed = _packed(way.state, base)
        made.append(KeptWaypoint(way.round, packed, is_on, way.roller, way.labels, way.slots, way.claims, way.gone))
        last = LastKept(way.round, way.state, last.in_row + 1 if last is not None and is_on else 1)
    return tuple(made), last


def _packed(content: bytes, base: bytes) -> bytes:
    packing = zlib.compressobj(zdict=base[-WINDOW:]) if base else zlib.compressobj()
    return packing.compress(content) + packing.flush()


def unpacked(content: bytes, most: int, base: bytes = b"") -> bytes:
    """What was packed, on a base if one is given; ValueError if it is more than `most` bytes, or was not packed so."""
    unpacking = zlib.decompressobj(zdict=base[-WINDOW:]) if base else zlib.decompressobj()
    try:
        found = unpacking.decompress(content, most)
    except zlib.error:
        raise ValueError("not packed") from None
    if not unpacking.eof:
        raise ValueError("too much is packed")
    return found
