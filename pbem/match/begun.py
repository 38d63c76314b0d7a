"""What is kept of a log: columns of its lines and rounds, which only grow, and what the rules made of them (2.14, 3.5).

Belongs here: the shape of that, and how feeds, rounds and rules begin with it. Must not be here: files, when and what
of a match may be kept (`saving`).
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import sha256
from itertools import chain
from typing import NamedTuple

import msgspec

from pbem.build import build_of
from pbem.crypto.hashing import th, u8
from pbem.match.again import SavedPlay
from pbem.match.remade import PlayedBefore
from pbem.match.trail import KeptTrail, KeptWaypoint, LastKept
from pbem.play.plain_parts import NOTHING_KEPT, SecretsKept, SecretsPart, put_together
from pbem.play.restart import ToldSentence
from pbem.record.past import FeedHead, Hash, Past, PastFeeds, PastRounds
from pbem.record.rounds import Void
from pbem.record.wire import GenesisLine
from pbem.ruleset import Ruleset

DIGEST = 32


class Columns(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    """Of lines: `ids` joined, `sizes`, `seats`, `ns`, `rs`, one each; of rounds: `digests` joined, `counts` (two each),
    `events`, the numbers of their lines; `included` side events; `alone`, the rounds of dice that one person knew;
    `slots`, each with the number of its line in `sealed`; `side`, side events in order of use; sentences of the story;
    `secrets`, of which one comes with each part; waypoints.

    Numbers are packed, four bytes each.
    """

    ids: str = ""
    sizes: bytes = b""
    seats: bytes = b""
    ns: bytes = b""
    rs: bytes = b""
    digests: bytes = b""
    counts: bytes = b""
    events: bytes = b""
    included: bytes = b""
    alone: bytes = b""
    slots: tuple[str, ...] = ()
    sealed: bytes = b""
    side: bytes = b""
    story: tuple[ToldSentence, ...] = ()
    secrets: tuple[SecretsPart, ...] = ()
    ways: tuple[KeptWaypoint, ...] = ()

    @classmethod
    def joined(cls, parts: Sequence[Columns]) -> Columns:
        """What came one after the other, as one."""
        made = cls()
        for name in cls.__struct_fields__:
            columns, empty = [getattr(part, name) for part in parts], getattr(made, name)
            whole = tuple(chain.from_iterable(columns)) if isinstance(empty, tuple) else type(empty)().join(columns)
            setattr(made, name, whole)
        return made


def packed(numbers: Iterable[int]) -> bytes:
    """Numbers, four bytes each."""
    found = array("I", numbers)
    if sys.byteorder == "big":
        found.byteswap()
    return found.tobytes()


def numbers(content: bytes) -> array[int]:
    """The same back; ValueError if it is cut."""
    found = array("I")
    found.frombytes(content)
    if sys.byteorder == "big":
        found.byteswap()
    return found


class KeptFacts(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What is replaced each time: of which lines it is, where feeds stand, what is void, what the rules made.

    The first `lines` lines of the log have so many `size` bytes and this `digest`. `usable` are numbers of lines at
    which rounds have still to look, `bad` of dice that are void, `voids` of what is void, and why.
    """

    lines: int
    size: int
    digest: bytes
    heads: tuple[FeedHead, ...]
    usable: tuple[int, ...]
    bad: tuple[int, ...]
    voids: tuple[tuple[int, str, bool], ...]
    saved: SavedPlay


class KeptSoFar(NamedTuple):
    """How much of a match is kept already: lines, their bytes and hash, rounds, sentences, side events, rounds alone,
    secrets, the last waypoint.
    """

    lines: int
    size: int
    hashed: Hash
    r: int
    told: int
    side: int
    alone: int
    secrets: SecretsKept
    way: Callable[[], LastKept | None]


def nothing_kept() -> KeptSoFar:
    """How much is kept of a match at first."""
    return KeptSoFar(0, 0, sha256(), 0, 0, 0, 0, NOTHING_KEPT, lambda: None)


class Begun:
    """A log that begins with lines that were gone through before; ValueError if columns and facts do not fit it.

    `stamp` is where these facts lie, for whoever keeps more of them.
    """

    def __init__(self, kept: KeptFacts, columns: Columns, content: bytes, stamp: object) -> None:
        self.kept, self.columns, self.stamp = kept, columns, stamp
        self.past = Past(
            content, columns.ids, numbers(columns.sizes), columns.seats, numbers(columns.ns), numbers(columns.rs))
        if (len(self.past), self.past.size, self.past.hashed.digest()) != (kept.lines, kept.size, kept.digest):
            raise ValueError("other lines")
        digests = columns.digests
        self._digests = [digests[at : at + DIGEST] for at in range(0, len(digests), DIGEST)]
        saved = kept.saved
        if len(self._digests) != saved.r:
            raise ValueError("other rounds")
        self._secrets, self._secrets_kept = put_together(columns.secrets, saved.made, saved.claimed)
        self._trail = KeptTrail(columns.ways)

    def so_far(self) -> KeptSoFar:
        """How much is kept."""
        columns, kept = self.columns, self.kept
        return KeptSoFar(
            kept.lines, kept.size, self.past.hashed, kept.saved.r, len(columns.story), len(columns.side) // 4,
            len(columns.alone) // 4, self._secrets_kept, self._trail.last)

    def feeds(self, genesis: GenesisLine) -> PastFeeds:
        """Feeds that begin at their heads."""
        kept = self.kept
        return PastFeeds(genesis, self.past, kept.heads, kept.usable, numbers(self.columns.side), kept.bad)

    def rounds(self, feeds: PastFeeds) -> PastRounds:
        """Rounds that begin after the last one that was kept; they still lack their engine."""
        columns = self.columns
        voids = [Void(self.past.event(number), why, is_broken) for number, why, is_broken in self.kept.voids]
        return PastRounds(
            feeds, self.past, self._digests, numbers(columns.counts), numbers(columns.events),
            numbers(columns.included), voids)

    def played(self, rounds: PastRounds, names: Sequence[str]) -> PlayedBefore:
        """What a binding begins with."""
        columns, past = self.columns, self.past
        sealed = numbers(columns.sealed)
        seats = [names[past.seats[number]] for number in sealed]
        slots = dict(zip(zip(seats, columns.slots, strict=True), sealed, strict=True))
        return PlayedBefore(
            self.kept.saved, self._secrets, self._trail, columns.story, past, rounds.closed, rounds.digests, slots,
            tuple(numbers(columns.alone)))


def bound_to(genesis: GenesisLine, ruleset: Ruleset, secrets: Mapping[int, bytes], code: bytes) -> bytes:
    """All that must be as it was for what is kept to count, in 32 bytes; the log itself is bound by its hash.

    `code` says which code plays beside the ruleset. ValueError if nobody can tell that of the ruleset.
    """
    build = build_of(ruleset)
    if not build:
        raise ValueError("nobody can tell which code plays here")
    held = [u8(seat) + secrets[seat] for seat in sorted(secrets)]
    return th("saved play/bound", genesis.id.encode("ascii"), build.encode(), code, *held)
