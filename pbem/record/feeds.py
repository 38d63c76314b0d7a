"""Each seat's own chain of events: what links, what is missing, who has signed twice.

Belongs here: identity, signatures, links, hash-chain elements. Must not be here: rounds, rules, files.
Source: protocol 2.5, 2.6, 2.9, 2.10.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, MutableMapping
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING

from pbem.crypto.entropy import chain_step
from pbem.crypto.hashing import unb64
from pbem.errors import BadRecord, Fork
from pbem.limits import GAP_LIMIT, SIDE_LIMIT
from pbem.record.events import Act, Agree, Agreed, Claim, Entropy, Join, Note, Resign, SeatMessage
from pbem.record.wire import Event, GenesisLine, SeatLine, check_join_pop, verify_event

if TYPE_CHECKING:
    from pbem.record.unproved import Unproved


@dataclass(frozen=True, slots=True)
class Twins:
    """Two events that one seat signed for one place in its feed: the proof that it equivocated (2.9)."""

    seat: int
    n: int
    first: SeatLine
    second: SeatLine

    def error(self, name: str) -> Fork:
        """Why play has stopped; `name` is the seat's."""
        return Fork(
            f"{name} signed two events as its event {self.n}: play has stopped",
            "`pbem verify` names the proof; agree with the others how to go on",
        )


@dataclass(slots=True)
class Feed:
    """One seat's chain. `n` and `head` say what its next event must carry.

    `ids` are those of its usable events by their n, `tip` is the last of them.
    """

    seat: int
    head: str
    n: int = 0
    join: Join | None = None
    pk: bytes = b""
    chain_i: int = 0
    chain_e: bytes = b""
    ids: list[str] = field(default_factory=list)
    tip: SeatLine | None = None
    parked: dict[int, SeatLine] = field(default_factory=dict)
    consents: set[str] = field(default_factory=set)  # ids of the `agree`s that its events include
    cut: int | None = None  # the place of the first twins: nothing from here on is used


def named_by(msg: SeatMessage) -> tuple[str, ...]:
    """2.6, 4.2 The ids of other events that must be here before this one is used: what it includes, what it does."""
    if isinstance(msg, Act) and isinstance(msg.body, Agreed):
        return (*msg.inc, msg.body.of)
    return msg.inc


class Feeds:
    """All feeds of one match. Arrival order never changes what comes out."""

    def __init__(self, genesis: GenesisLine) -> None:
        self.genesis = genesis
        self.gid = unb64(genesis.id, 32)
        self.seats = genesis.msg.body.seats
        self.feeds = [Feed(seat, genesis.id) for seat in range(len(self.seats))]
        self.by_id: MutableMapping[str, SeatLine] = {}
        self.twins: dict[int, Twins] = {}
        self.bad_elements: set[str] = set()
        self.excess: set[str] = set()  # side events beyond the limit of their round: void
        self.usable: list[SeatLine] = []
        self._side_events: list[SeatLine] = []
        self._settled: set[str] = set()  # ids that an event may include
        self._blocked: dict[str, set[int]] = {}  # by id of what is not settled the seats whose next event includes it
        self._missing: dict[int, set[str]] = {}  # the same by seat
        self._keyless: dict[int, Unproved] = {}  # by seat
        self._side: dict[tuple[int, str], int] = {}

    # ------------------------------------------------------------------ questions

    def gaps(self) -> list[tuple[int, int]]:
        """(seat, n) of the events that later ones of their feed show to exist and that are not here.

        Only the first of a feed are named: whoever signs a huge n makes no huge list.
        """
        missing = [(seat, 0) for seat in self._keyless]
        for feed in self.feeds:
            if feed.parked and feed.cut is None:
                gap = (n for n in range(feed.n, max(feed.parked)) if n not in feed.parked)
                missing += [(feed.seat, n) for n in islice(gap, GAP_LIMIT)]
        return sorted(missing)

    def is_whole(self, seat: int, pk: bytes) -> bool:
        """Whether all events held of a seat are used: else signing its next n would make twins (2.13)."""
        keyless = self._keyless[seat].events.values() if seat in self._keyless else ()
        return not self.feeds[seat].parked and not any(verify_event(e, pk) for e in keyless)

    def at(self, seat: int, n: int) -> str | None:
        """The id of the event that has this place in its seat's feed; None if the place is free."""
        feed = self.feeds[seat]
        if n < len(feed.ids):
            return feed.ids[n]
        return feed.parked[n].id if n in feed.parked else None

    def unmet(self) -> dict[str, set[int]]:
        """Ids that events include or name and that are not here, each with the seats whose feeds wait for it."""
        return {i: set(seats) for i, seats in self._blocked.items() if i not in self.by_id}

    def is_usable(self, event: SeatLine) -> bool:
        """2.6 Whether an event is linked up in its feed; if its seat signed twice, nothing is from there on."""
        ids = self.feeds[event.msg.seat].ids
        return event.msg.n < len(ids) and ids[event.msg.n] == event.id

    def is_signed(self, event: SeatLine) -> bool:
        """Whether the signature of a seat's event is that of its seat, which must have joined."""
        if isinstance(event.msg, Join):
            identity = unb64(self.seats[event.msg.seat].id, 32)
            return verify_event(event, identity) and check_join_pop(self.gid, event.msg.seat, identity, event.msg.body)
        return verify_event(event, self.feeds[event.seat].pk)

    def side_count(self, seat: int, base: str) -> int:
        """How many side events of a seat stand on a base."""
        return self._side.get((seat, base), 0)

    def lines(self) -> Iterator[bytes]:
        """Every line held that is proven, the first line first, in order of arrival."""
        yield self.genesis.line
        yield from map(self.line, self.by_id)

    def places(self) -> Iterator[tuple[str, int, int, int]]:
        """Of every event held its id, seat, n and round, in order of arrival."""
        for id, event in self.by_id.items():
            yield id, event.msg.seat, event.msg.n, event.msg.r

    def from_n(self, seat: int, n: int) -> list[tuple[str, int]]:
        """The id and n of every event held of a seat, from its n-th on."""
        return [(e.id, e.msg.n) for e in self.by_id.values() if e.seat == seat and e.msg.n >= n]

    def beyond(self, r: int) -> list[tuple[int, int]]:
        """Round and seat of every event held that names a later round than `r`."""
        return [(e.msg.r, e.seat) for e in self.by_id.values() if e.msg.r > r]

    def resignations(self) -> list[SeatLine]:
        """Every resignation that is held."""
        return [e for e in self.by_id.values() if e.kind == "resign"]

    def line(self, id: str) -> bytes:
        """The line of an event that is held."""
        return self.by_id[id].line

    def unjoined(self) -> list[SeatLine]:
        """What is held of seats whose join is missing: no part of `by_id`, and never passed on: nothing proves it yet.
        """
        return [event for kept in self._keyless.values() for event in kept.events.values()]

    def let_go(self) -> dict[int, int]:
        """By seat whose join is missing how many of its events were let go for want of room: to be read in again."""
        return {seat: kept.let_go for seat, kept in self._keyless.items() if kept.let_go}

    def side_events(self) -> list[SeatLine]:
        """Side events that are usable, in order of use."""
        return list(self._side_events)

    def heads_are_signed(self) -> bool:
        """2.14 quick: whether each feed's join and last event carry their seat's signature, and nothing hangs loose."""
        for feed in self.feeds:
            ends = {self.by_id[i].id: self.by_id[i] for i in (*feed.ids[:1], *feed.ids[-1:])}
            if feed.parked or feed.cut is not None or not all(self.is_signed(e) for e in ends.values()):
                return False
        return True

    # ------------------------------------------------------------------ taking in

    def add(self, event: Event, *, checked: bool = False) -> bool:
        """Takes an event in; False if it was here. `checked`: its signature needs no check here.

        Raises BadRecord if it cannot belong: another match, no such seat, a bad signature.
        """
        if isinstance(event, GenesisLine):
            if event.id != self.genesis.id:
                raise BadRecord("this is the first line of another match")
            return False
        msg = event.msg
        if msg.game != self.genesis.id:
            raise BadRecord("this event belongs to another match")
        if msg.seat >= len(self.feeds):
            raise BadRecord(f"there is no seat {msg.seat} in this match")
        known = self.by_id.get(event.id)
        if known is not None:
            if event.sig < known.sig and self.is_signed(event):
                known.sig = event.sig
            return False
        feed = self.feeds[msg.seat]
        if msg.kind == "join":
            self._check_join(event, msg, checked)
        elif not feed.pk:
            return self._keep_for_join(event)
        elif not checked and not verify_event(event, feed.pk):
            raise BadRecord(f"the signature of {self._place(event)} is not that of its seat")
        self._take(event, feed)
        return True

    def forget(self, event: SeatLine) -> None:
        """Keeps nothing of a closed round's event but its id, for whoever reads a long log once.

        Twins of it can then no longer be taken in: ask `at` first.
        """
        self.by_id.pop(event.id, None)

    def _take(self, event: SeatLine, feed: Feed) -> None:
        msg = event.msg
        self.by_id[event.id] = event
        other = self.at(msg.seat, msg.n)
        if other is not None:
            self._found_twins(feed, msg.n, self.by_id[other], event)
            for id in (event.id, *filter(self._is_cut_off, list(self._blocked))):
                self._push(*self._settle(id))
            return
        if msg.kind == "join" and not feed.pk:
            feed.join, feed.pk = msg, unb64(msg.body.pk, 32)
            feed.chain_e = unb64(msg.body.anchor, 32)
        feed.parked[msg.n] = event
        if msg.n == feed.n:  # else what waits here waits on: a flood of later events does not make it look again
            self._push(feed)
        if feed.cut is not None and msg.n >= feed.cut:
            self._push(*self._settle(event.id))  # nothing of it is used, and whoever has included it need not wait
        waited = self._keyless.pop(msg.seat, None) if msg.kind == "join" else None
        for late in waited.events.values() if waited is not None else ():
            with contextlib.suppress(BadRecord):  # forged before its key was known here
                self.add(late)

    def _found_twins(self, feed: Feed, n: int, one: SeatLine, two: SeatLine) -> None:
        known = self.twins.get(feed.seat)
        found = {one.id: one, two.id: two}
        if known is not None:
            if n > known.n:
                return
            if n == known.n:  # three of one place: the two smallest prove it, whatever came first
                found |= {known.first.id: known.first, known.second.id: known.second}
        first, second = (found[i] for i in sorted(found)[:2])
        feed.cut = n
        self.twins[feed.seat] = Twins(feed.seat, n, first, second)

    def without_twins(self) -> Feeds:
        """The same events with every feed cut before its first twins, as if they had always been known."""
        again = Feeds(self.genesis)
        again.twins = dict(self.twins)
        for old, new in zip(self.feeds, again.feeds, strict=True):
            new.cut = old.cut
        for event in self.by_id.values():
            again.add(event, checked=True)
        again._keyless = self._keyless
        return again

    def _push(self, *feeds: Feed) -> None:
        """Makes usable what now links up, and what waited for that (2.6)."""
        waiting = list(feeds)
        while waiting:
            for event in self._link_up(waiting.pop()):
                waiting += self._settle(event.id)

    def pass_over(self, id: str) -> None:
        """2.9 An event at a place that is taken, which whoever reads a log once keeps elsewhere: no included one waits
        for it."""
        self._push(*self._settle(id))

    def _settle(self, id: str) -> list[Feed]:
        """From now on events may include this one; gives the feeds that waited for nothing else."""
        self._settled.add(id)
        free = []
        for seat in self._blocked.pop(id, ()) if self._blocked else ():
            self._missing[seat].discard(id)
            if not self._missing[seat]:
                free.append(self.feeds[seat])
        return free

    def _link_up(self, feed: Feed) -> Iterator[SeatLine]:
        """The events of a feed that become usable, each when it has."""
        while feed.n in feed.parked and (feed.cut is None or feed.n < feed.cut):
            event = feed.parked[feed.n]
            msg = event.msg
            named = named_by(msg)
            if msg.feed != feed.head or (named and self._waits_for_named(named, feed.seat)):
                return
            del feed.parked[feed.n]
            feed.n += 1
            feed.head, feed.tip = event.id, event
            feed.ids.append(event.id)
            if msg.kind == "entropy":
                self._check_element(event, msg, feed)
            if msg.inc:
                feed.consents.update(i for i in msg.inc if i in self.by_id and self.by_id[i].kind == "agree")
            self.usable.append(event)
            if msg.lane == "side":
                self._count_side(event, msg)
            yield event

    def _waits_for_named(self, named: Iterable[str], seat: int) -> bool:
        """2.6 Held is not enough: what does not link up yet might still prove to be one too many."""
        missing = self._missing[seat] = {i for i in named if i not in self._settled and not self._is_cut_off(i)}
        for i in missing:
            self._blocked.setdefault(i, set()).add(seat)
        return bool(missing)

    def _is_cut_off(self, id: str) -> bool:
        """2.9 Whether an event is here and stands where its seat signed twice, or behind: it is used by nobody, so who
        has included it waits for no more, whatever came first."""
        event = self.by_id.get(id)
        cut = None if event is None else self.feeds[event.msg.seat].cut
        return event is not None and cut is not None and event.msg.n >= cut

    def _count_side(self, event: SeatLine, msg: Resign | Note | Agree | Claim) -> None:
        """2.7 Counted along the feed, so that arrival order never changes which of them are too many."""
        count = self._side[msg.seat, msg.prev] = self.side_count(msg.seat, msg.prev) + 1
        if count > SIDE_LIMIT:
            self.excess.add(event.id)
        else:
            self._side_events.append(event)

    def _check_element(self, event: SeatLine, msg: Entropy, feed: Feed) -> None:
        """2.10 The next element of the seat's hash chain, or a void event."""
        element = unb64(msg.body.e, 32)
        fits = msg.body.c == 0 and msg.body.i == feed.chain_i + 1 and feed.join is not None
        if fits and chain_step(self.gid, feed.seat, 0, msg.body.i, element) == feed.chain_e:
            feed.chain_i, feed.chain_e = msg.body.i, element
        else:
            self.bad_elements.add(event.id)

    def _check_join(self, event: SeatLine, join: Join, checked: bool) -> None:
        body = join.body
        identity = unb64(self.seats[join.seat].id, 32)
        place = self._place(event)
        if join.n != 0 or body.epoch != 0:
            raise BadRecord(f"{place} is not the first of its feed")
        if checked:
            return
        if not verify_event(event, identity):
            raise BadRecord(f"the signature of {place} is not that of the person invited to its seat")
        if not check_join_pop(self.gid, join.seat, identity, body):
            raise BadRecord(f"{place} does not prove that its keys are its own")

    def _keep_for_join(self, event: SeatLine) -> bool:
        from pbem.record.unproved import Unproved  # seldom needed

        return self._keyless.setdefault(event.msg.seat, Unproved()).add(event)

    def _place(self, event: SeatLine) -> str:
        return f"event {event.msg.n} of seat {event.seat} ({self.seats[event.seat].name})"
