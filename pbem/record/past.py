"""The first lines of a log that were gone through before: where each stands, and what came of it (protocol 2.14).

A line is decoded when somebody asks for its event; feeds begin at their heads, rounds at their digests.
Belongs here: these. Must not be here: files, where what is known of the lines comes from (`pbem.match.begun`), rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, MutableMapping, Sequence
from hashlib import sha256
from itertools import accumulate
from typing import NamedTuple, Protocol, cast, overload

from pbem.crypto.hashing import unb64
from pbem.errors import BadRecord
from pbem.record.events import Join
from pbem.record.feeds import Feed, Feeds
from pbem.record.rounds import Closed, Engine, Rounds, Void, agreed_by
from pbem.record.wire import CODEC, GenesisLine, SeatLine, event_id

ID = 43  # characters of an id


class Hash(Protocol):
    """A hash that takes more bytes."""

    def update(self, content: bytes, /) -> None: ...
    def digest(self) -> bytes: ...
    def copy(self) -> Hash: ...


class Past:
    """Lines of a log from its first one on: `content` begins with them, and `ids` and the rest have one entry each."""

    def __init__(
        self, content: bytes, ids: str, sizes: Sequence[int], seats: bytes, ns: Sequence[int], rs: Sequence[int]
    ) -> None:
        self.content, self.seats, self.ns, self.rs = content, seats, ns, rs
        self.ids = [ids[at : at + ID] for at in range(0, len(ids), ID)]
        self.ends = list(accumulate(sizes))
        self.numbers = dict(zip(self.ids, range(len(self.ids)), strict=True))
        self._made: dict[int, SeatLine] = {}
        if not len(self.ends) == len(seats) == len(ns) == len(rs) == len(self.numbers):
            raise ValueError("not one line an id")
        self.hashed: Hash = sha256(memoryview(content)[: self.size])

    def __len__(self) -> int:
        return len(self.ids)

    @property
    def size(self) -> int:
        """How many bytes they have."""
        return self.ends[-1]

    def line(self, number: int) -> bytes:
        """A line as it stands in the file; the first one has number 0."""
        return self.content[self.ends[number - 1] if number else 0 : self.ends[number]]

    def event(self, number: int) -> SeatLine:
        """The event of a line."""
        found = self._made.get(number)
        if found is None:
            event = CODEC.decode(self.line(number))
            if not isinstance(event, SeatLine):
                raise BadRecord("a second first line")
            found = self._made[number] = event
        return found

    def held_line(self, number: int) -> bytes:
        """The line of an event as it is held now."""
        event = self._made.get(number)
        return self.line(number) if event is None else event.line

    def event_of(self, id: str) -> SeatLine:
        """The event with this id; KeyError if it is none of them."""
        return self.event(self.numbers[id])

    def holds(self, line: bytes) -> bool:
        """Whether exactly this line is one of them."""
        number = self.numbers.get(event_id(line[5:-95]))
        return number is not None and self.line(number) == line


class HeldEvents(MutableMapping[str, SeatLine]):
    """Events by id in the order in which they came, the joins first: those of past lines, then all others.

    What lies `loose` among past lines is not here until it is taken in.
    """

    def __init__(self, past: Past, joins: Sequence[int], loose: Iterable[int]) -> None:
        self._past, self._later = past, dict[str, SeatLine]()
        self._order = dict.fromkeys([past.ids[number] for number in joins])
        self._order.update(dict.fromkeys(past.ids[1:]))
        self._loose = {past.ids[number] for number in loose}

    def __contains__(self, id: object) -> bool:
        return id in self._later or (id in self._order and id not in self._loose)

    def __getitem__(self, id: str) -> SeatLine:
        found = self._later.get(id)
        if found is not None:
            return found
        if id not in self:
            raise KeyError(id)
        return self._past.event(self._past.numbers[id])

    def __setitem__(self, id: str, event: SeatLine) -> None:
        self._loose.discard(id)
        self._later[id] = event
        self._order[id] = None

    def __delitem__(self, id: str) -> None:
        raise AssertionError("past lines stay")

    def later(self) -> Iterable[SeatLine]:
        """Those that were taken in."""
        return self._later.values()

    def __iter__(self) -> Iterator[str]:
        return iter([id for id in self._order if id not in self._loose] if self._loose else list(self._order))

    def __len__(self) -> int:
        return len(self._order) - len(self._loose)


class FeedHead(NamedTuple):
    """How far a feed has come in past lines: how many events, the last element of its dice, what it agreed to."""

    n: int
    chain_i: int
    chain_e: bytes
    consents: tuple[str, ...]


class PastFeeds(Feeds):
    """Feeds that begin at their `heads`. `usable` are numbers of past lines that rounds have still to look at, `side`
    of all side events in them, `bad` of dice that are void. What is `loose` is to be taken in first."""

    def __init__(
        self, genesis: GenesisLine, past: Past, heads: Sequence[FeedHead], usable: Iterable[int], side: Sequence[int],
        bad: Iterable[int],
    ) -> None:
        super().__init__(genesis)
        if len(heads) != len(self.feeds) or past.ids[0] != genesis.id:
            raise ValueError("other seats")
        self._past, self._side_numbers, self._is_side_counted = past, side, False
        placed: list[list[int]] = [[0] * head.n for head in heads]
        loose: list[int] = []
        for number, (seat, n) in enumerate(zip(past.seats, past.ns, strict=True)):
            if number == 0:
                continue
            if n < len(placed[seat]):
                placed[seat][n] = number
            else:
                loose.append(number)
        joins = sorted(numbers[0] for numbers in placed)
        self.by_id = self._held = HeldEvents(past, joins, loose)
        ids = past.ids
        for feed, head, numbers in zip(self.feeds, heads, placed, strict=True):
            if 0 in numbers:
                raise ValueError("an event is missing")
            self._begin(feed, head, numbers, [ids[number] for number in numbers])
        self.usable = [past.event(number) for number in usable]
        self.bad_elements = {ids[number] for number in bad}
        self.loose = [past.event(number) for number in loose]

    def _begin(self, feed: Feed, head: FeedHead, numbers: list[int], ids: list[str]) -> None:
        join = self._past.event(numbers[0]).msg
        if not isinstance(join, Join):
            raise ValueError("no join")
        feed.join, feed.pk = join, unb64(join.body.pk, 32)
        feed.n, feed.head, feed.ids, feed.tip = head.n, ids[-1], ids, self._past.event(numbers[-1])
        feed.chain_i, feed.chain_e, feed.consents = head.chain_i, head.chain_e, set(head.consents)
        self._settled.update(ids)

    def side_events(self) -> list[SeatLine]:
        """Side events that are usable, in order of use."""
        return [*map(self._past.event, self._side_numbers), *self._side_events]

    def side_count(self, seat: int, base: str) -> int:
        """How many side events of a seat stand on a base."""
        if not self._is_side_counted:
            self._is_side_counted = True
            for msg in [self._past.event(number).msg for number in self._side_numbers]:
                self._side[msg.seat, msg.prev] = self._side.get((msg.seat, msg.prev), 0) + 1
        return super().side_count(seat, base)

    def places(self) -> Iterator[tuple[str, int, int, int]]:
        """Of every event held its id, seat, n and round, in order of arrival."""
        past = self._past
        for id in self.by_id:
            number = past.numbers.get(id)
            if number is None:
                msg = self.by_id[id].msg
                yield id, msg.seat, msg.n, msg.r
            else:
                yield id, past.seats[number], past.ns[number], past.rs[number]

    def from_n(self, seat: int, n: int) -> list[tuple[str, int]]:
        """The id and n of every event held of a seat, from its n-th on."""
        found = dict(zip(self.feeds[seat].ids[n:], range(n, self.feeds[seat].n), strict=False))
        found.update((e.id, e.msg.n) for e in self._held.later() if e.seat == seat and e.msg.n >= n)
        return list(found.items())

    def beyond(self, r: int) -> list[tuple[int, int]]:
        """Round and seat of every event held that names a later round than `r`."""
        later = [(e.msg.r, e.seat) for e in self._held.later() if e.msg.r > r]
        past = zip(self._past.rs, self._past.seats, strict=True) if max(self._past.rs) > r else ()
        return [*later, *(one for one in past if one[0] > r)]

    def resignations(self) -> list[SeatLine]:
        """Every resignation that is held: of past ones those that may still count."""
        aside = map(self._past.event, self._side_numbers)
        return [e for e in (*aside, *self._held.later()) if e.kind == "resign"]

    def line(self, id: str) -> bytes:
        """The line of an event that is held, with the signature that counts: another may have come since."""
        number = self._past.numbers.get(id)
        return self._past.held_line(number) if number is not None else self.by_id[id].line


class ClosedRounds(Sequence[Closed]):
    """Closed rounds: those of past lines, made when they are asked for, then those that closed `since`.

    `counts` has two numbers a round, of main and of side events; `events` the numbers of their lines one after another.
    """

    def __init__(
        self, past: Past, digests: Sequence[bytes], counts: Sequence[int], events: Sequence[int], since: list[Closed]
    ) -> None:
        self._past, self._digests, self._counts, self._events, self._since = past, digests, counts, events, since
        self._ends = [0, *accumulate(counts)]
        if len(counts) != 2 * (len(digests) - 1) or len(events) != self._ends[-1]:
            raise ValueError("not one digest a round")
        self._first = len(counts) // 2

    def __len__(self) -> int:
        return self._first + len(self._since)

    @overload
    def __getitem__(self, at: int) -> Closed: ...
    @overload
    def __getitem__(self, at: slice) -> list[Closed]: ...
    def __getitem__(self, at: int | slice) -> Closed | list[Closed]:
        if isinstance(at, slice):
            return [self[i] for i in range(*at.indices(len(self)))]
        at = at + len(self) if at < 0 else at
        if at >= self._first:
            return self._since[at - self._first]
        if at < 0:
            raise IndexError(at)
        start, middle, end = self._ends[2 * at : 2 * at + 3]
        events = tuple(map(self._past.event, self._events[start:middle]))
        side = tuple(map(self._past.event, self._events[middle:end]))
        return Closed(
            at + 1, tuple([e.seat for e in events]), self._digests[at], self._digests[at + 1], events, side,
            agreed_by(events, self._past.event_of))


class PastRounds(Rounds):
    """Rounds that begin after those of past lines; `included` are numbers of side events that count, `voids` what is
    void. Their engine is set before they go on."""

    def __init__(
        self, feeds: Feeds, past: Past, digests: Sequence[bytes], counts: Sequence[int], events: Sequence[int],
        included: Iterable[int], voids: list[Void],
    ) -> None:  # fmt: skip
        super().__init__(feeds, cast("Engine", None))
        made = [self.digest, *digests]
        self.closed = ClosedRounds(past, made, counts, events, self._closed)
        self.voids, self._included = voids, {past.ids[number] for number in included}
        self.first = len(digests)
        self._open(len(made), made)
