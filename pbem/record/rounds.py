"""Who owes an event, and when a round closes.

Belongs here: effective events, the digest chain, inclusion of side events. Must not be here: rules, keys, files.
Closing is derived and never written. Source: protocol 2.7, 2.8, 2.16.
Digests and the match's id are 32 bytes; event ids are strings of 43 characters, as events carry them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Protocol

import msgspec

from pbem.crypto.hashing import b64, th, u64, unb64
from pbem.errors import BadRecord, BrokenSeal, IllegalMove
from pbem.limits import INCLUDE_LIMIT
from pbem.record.events import Act, Agree, Agreed, AgreedResult, Resign, SeatMessage, Takeback
from pbem.record.feeds import Feeds, named_by
from pbem.record.wire import SeatLine

FALSE_NUMBER = "its number for the dice is not the next of those that its seat fixed"


def first_digest(gid: bytes) -> bytes:
    """2.7 D_0, on which the joins build."""
    return th("round", gid, u64(0), bytes(32), gid)


def round_digest(gid: bytes, r: int, prev: bytes, ids: Iterable[str]) -> bytes:
    """2.7 D_r of a round that closed normally; `ids` are the effective events in seat order."""
    return th("round", gid, u64(r), prev, *[unb64(one, 32) for one in ids])


class Expected(msgspec.Struct, frozen=True):
    """What the next round waits for: one of these kinds, from each of these seats."""

    kinds: tuple[str, ...]
    seats: tuple[int, ...]


class Closed(msgspec.Struct, frozen=True):
    """A closed round: `events` in seat order, `side` the side events it included first, by (seat, n).

    `agreed` is what the first of its events that does what all agreed to does, None if there is none (4.2).
    """

    r: int
    seats: tuple[int, ...]
    base: bytes
    digest: bytes
    events: tuple[SeatLine, ...]
    side: tuple[SeatLine, ...]
    agreed: Takeback | AgreedResult | None = None


@dataclass(frozen=True, slots=True)
class Void:
    """An event that was signed and has no effect, and why; `is_broken` if a hash or a commitment does not fit."""

    event: SeatLine
    why: str
    is_broken: bool = False


class Engine(Protocol):
    """What the record asks of whoever knows the rules; a pure function of the closed rounds (2.16)."""

    def expected(self) -> Expected | None:
        """What the next round waits for; None after the last."""

    def legal(self, event: SeatLine) -> None:
        """Raises IllegalMove or BadRecord if an event of the expected kind and seat is void."""

    def legal_agreed(self, event: SeatLine, named: Mapping[str, SeatLine]) -> None:
        """As `legal`, for an `agreed` (4.2); `named` are the side events that it names and that take effect, by id."""

    def close(self, closed: Closed) -> None:
        """Takes a closed round in; after this line nothing may fail."""


class Rounds:
    """The chain of closed rounds over some feeds, as far as they reach.

    `digests` are D_0, D_1, … Without `keep` a closed round is handed to the engine and forgotten, its events too:
    for whoever reads a long log once.
    """

    def __init__(self, feeds: Feeds, engine: Engine, *, keep: bool = True) -> None:
        self.feeds = feeds
        self._keep = keep
        self.engine = engine
        self._open(1, [first_digest(feeds.gid)])
        self.first = 0  # how many rounds were closed before this began
        self._closed: list[Closed] = []
        self.closed: Sequence[Closed] = self._closed
        self.voids: list[Void] = []
        self.effective: dict[int, SeatLine] = {}
        self._by_base: dict[str, dict[int, list[SeatLine]]] = {}
        self._tried: dict[int, int] = {}
        self._taken = 0
        self._unused: list[SeatLine] = []
        self._included: set[str] = set()

    def _open(self, r: int, digests: list[bytes]) -> None:
        """Round `r` is open, on the last of these."""
        self.r, self.digests, self.digest = r, digests, digests[-1]
        self.base = b64(self.digest)

    def advance(self) -> None:
        """Closes every round that can be closed."""
        self._index()
        while (expected := self.engine.expected()) is not None:
            waiting = self._by_base.get(self.base, {})
            complete = True
            for seat in expected.seats:
                if seat not in self.effective and not self._find(seat, expected, waiting.get(seat, ())):
                    complete = False
            if not complete:
                return
            self._close(expected)

    def owing(self) -> tuple[int, ...]:
        """Seats that owe an event to the open round."""
        expected = self.engine.expected()
        return tuple(s for s in expected.seats if s not in self.effective) if expected else ()

    def to_include(self, seat: int) -> list[str]:
        """Ids of side events that are held, would take effect and wait to be included by this seat, sorted (2.4).

        Every feed includes what others agree to for itself, and these first; all else is included once in a chain.
        """
        held, consents = self.feeds.side_events(), self.feeds.feeds[seat].consents
        agrees = [e for e in held if e.kind == "agree" and e.seat != seat and e.id not in consents]
        rest = (e for e in held if e.kind != "agree" and e.id not in self._included)
        waiting = (e.id for group in (agrees, rest) for e in group if self._takes_effect(e))
        return sorted(islice(waiting, INCLUDE_LIMIT))

    def named_by(self, msg: SeatMessage) -> dict[str, SeatLine]:
        """The side events that an event includes or does, by id, as far as they take effect."""
        held = (self.feeds.by_id.get(i) for i in named_by(msg))
        return {e.id: e for e in held if e is not None and self._takes_effect(e)}

    def unused(self) -> list[SeatLine]:
        """Usable events of the main lane that no round ever looked at: surplus, uncalled for, or on another base."""
        rest = list(self._unused)
        for base, seats in self._by_base.items():
            for seat, events in seats.items():
                tried = self._tried.get(seat, 0) if base == self.base else 0
                rest += [e for e in events[tried:] if not isinstance(e.msg, Resign)]
        return rest

    def on_open_base(self) -> list[SeatLine]:
        """What is usable on the base of the open round, by seat: main events that count or not, and resignations."""
        return [event for events in self._by_base.get(self.base, {}).values() for event in events]

    def _index(self) -> None:
        usable = self.feeds.usable
        for event in usable[self._taken :]:
            msg = event.msg
            if msg.kind in ("note", "claim", "agree"):
                continue
            seats = self._by_base.get(msg.prev)
            if seats is None:
                self._by_base[msg.prev] = {msg.seat: [event]}
            else:
                seats.setdefault(msg.seat, []).append(event)
        self._taken = len(usable)
        if not self._keep:
            usable.clear()
            self._taken = 0

    def _find(self, seat: int, expected: Expected, events: list[SeatLine] | tuple[SeatLine, ...]) -> bool:
        """2.7 The seat's effective event: the lowest n on this base that is of the kind, and legal."""
        for at in range(self._tried.get(seat, 0), len(events)):
            event = events[at]
            void = self._fault(event, expected)  # if this is broken off, the event will be looked at again
            self._tried[seat] = at + 1
            if void is None:
                self.effective[seat] = event
                return True
            self.voids.append(void)
        return False

    def _fault(self, event: SeatLine, expected: Expected) -> Void | None:
        msg = event.msg
        if msg.r != self.r:
            return Void(event, f"it names round {msg.r} on the base of round {self.r}")
        if msg.kind == "resign" and expected.kinds not in (("join",), ("disclose",)):
            return Void(event, "one side event too many for its round") if event.id in self.feeds.excess else None
        if msg.kind not in expected.kinds:
            return Void(event, f"round {self.r} waits for {expected.kinds[0]}, not {msg.kind}")
        if event.id in self.feeds.bad_elements:
            return Void(event, FALSE_NUMBER, is_broken=True)
        try:
            if isinstance(msg, Act) and isinstance(msg.body, Agreed):
                self.engine.legal_agreed(event, self.named_by(msg))
            else:
                self.engine.legal(event)
        except (IllegalMove, BadRecord) as fault:
            return Void(event, str(fault), is_broken=isinstance(fault, BrokenSeal))
        return None

    def _close(self, expected: Expected) -> None:
        events = tuple([self.effective[seat] for seat in expected.seats])
        base = self.digest
        self.digest = round_digest(self.feeds.gid, self.r, base, [e.id for e in events])
        agreed = agreed_by(events, self.feeds.by_id.__getitem__)
        closed = Closed(self.r, expected.seats, base, self.digest, events, self._side_of(events), agreed)
        self._set_aside(self._by_base.pop(self.base))
        self.digests.append(self.digest)
        self.base = b64(self.digest)
        self.r += 1
        self.effective = {}
        self._tried = {}
        self.engine.close(closed)
        if self._keep:
            self._closed.append(closed)
        else:
            for event in (*closed.events, *closed.side):
                self.feeds.forget(event)

    def _set_aside(self, waiting: dict[int, list[SeatLine]]) -> None:
        for seat, events in waiting.items():
            if len(events) > self._tried.get(seat, 0):
                rest = events[self._tried.get(seat, 0) :]
                self._unused += [e for e in rest if not isinstance(e.msg, Resign)]

    def _side_of(self, events: tuple[SeatLine, ...]) -> tuple[SeatLine, ...]:
        """2.7 What the main events include first and what takes effect, by (seat, n).

        Not a `resign` that is itself a main event.
        """
        ids: set[str] = set()
        for event in events:
            if event.msg.kind == "resign":
                self._included.add(event.id)
            if event.msg.inc:
                ids.update(event.msg.inc)
        ids -= self._included
        if not ids:
            return ()
        self._included |= ids
        side = [self.feeds.by_id[i] for i in ids if i in self.feeds.by_id]
        return tuple(sorted([e for e in side if self._takes_effect(e)], key=_seat_and_n))

    def _takes_effect(self, event: SeatLine) -> bool:
        """2.4, 2.7 A side event on the base of the round that it names, one of the first 64 of its seat there.

        On bases of its own making a seat could write any number of them.
        """
        msg = event.msg
        if msg.lane != "side" or event.id in self.feeds.excess or not self.feeds.is_usable(event):
            return False
        return msg.r <= self.r and msg.prev == b64(self.digests[msg.r - 1])


def agreed_by(
    events: Iterable[SeatLine], event_of: Callable[[str], SeatLine]
) -> Takeback | AgreedResult | None:
    """4.2 What all agreed to and one of these does; of several that of the lowest seat. `event_of` finds by id."""
    for event in events:
        if isinstance(event.msg, Act) and isinstance(event.msg.body, Agreed):
            agree = event_of(event.msg.body.of).msg
            assert isinstance(agree, Agree)
            return agree.body
    return None


def _seat_and_n(event: SeatLine) -> tuple[int, int]:
    return event.msg.seat, event.msg.n
