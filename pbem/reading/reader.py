"""One pass over the lines of a log: every check that needs no secret, in memory that content does not fill.

Belongs here: which lines count, whose signature was checked, what is odd about the others, and playing what counts.
Must not be here: words for people (`explain`), secrets (`audit`). Source: protocol 2.3, 2.6, 2.7, 2.9, 2.14.

A pass is thorough, with every signature checked as its line comes, or hopeful: it trusts the links of each feed and
checks the signature of its last event, and of all that is not linked up. Where anything does not fit it raises Hopeless
and the pass is made again thoroughly, so that nobody is accused on a line that was not checked.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Mapping
from hashlib import sha256
from itertools import islice
from typing import Literal

import msgspec

from pbem.crypto.hashing import unb64
from pbem.errors import BadRecord, Unsupported
from pbem.limits import KEYLESS_LIMIT, MAX_LINE, MOST_BAD, MOST_CLAIMS, MOST_JOINED, MOST_NOTES
from pbem.reading.source import Source
from pbem.record.feeds import Feeds, Twins
from pbem.record.rounds import Engine, Rounds
from pbem.record.wire import CODEC, Event, GenesisLine, SeatLine, verify_event

STRIDE = 512  # lines between two looks at what can be closed

_PLACE = re.compile(rb'"n":([0-9]{1,15}),"prev":"([^"]{0,99})","r":([0-9]{1,6}),"seat":([0-9]{1,2})[,}]')
_N, _R, _SEAT = (re.compile(rb'"%b":([0-9]{1,15})[,}]' % name) for name in (b"n", b"r", b"seat"))
_PREV, _FEED = (re.compile(rb'"%b":"([A-Za-z0-9_-]{43})' % name) for name in (b"prev", b"feed"))

BadKind = Literal["line", "signature", "place", "ruleset"]


class Hopeless(Exception):
    """A hopeful pass met something that only signatures can sort out."""


class PlaceClaim(msgspec.Struct, frozen=True):
    """What a bad line says of its own place; None if it cannot be made out."""

    seat: int | None
    n: int | None
    r: int | None
    prev: str | None = None
    feed: str | None = None


class BadLine(msgspec.Struct):
    """A line that counts for nothing, why, and what it claims to be.

    `last` is the last of several lines that were one; `digest` is that of the first. `id` is that of its event, `game`
    the match that it names, both empty if it is no event.
    """

    number: int
    why: str
    kind: BadKind
    claims: tuple[PlaceClaim, ...]
    last: int
    digest: str
    id: str = ""
    game: str = ""


class LogPass:
    """What a pass found.

    `engine` is None if the rules are not here: then only lines and feeds are judged. `cuts` are the places of twins
    known from an earlier pass: nothing of these feeds is used from there on. `repeats` is how many lines repeat an
    earlier one, `again` the first of them, each with that one; `waiting` are the events whose seat has no join.
    One that hopes for a `plain` log gives up at the first line that does not count, or repeats another.
    `bad_lines` counts the lines of all `bad`, which may be several each. `early` says by seat how many of its lines
    stand before one that they follow, and the first of them.
    """

    def __init__(
        self,
        source: Source,
        genesis: GenesisLine,
        engine: Engine | None,
        *,
        hopeful: bool,
        cuts: Mapping[int, int],
        plain: bool = False,
    ) -> None:
        self.source, self.genesis, self.hopeful, self.plain = source, genesis, hopeful, plain
        self.feeds = Feeds(genesis)
        for seat, n in cuts.items():
            self.feeds.feeds[seat].cut = n
        self.rounds = Rounds(self.feeds, engine, keep=False) if engine is not None else None
        self.line_of: dict[str, int] = {}
        self.bad: list[BadLine] = []
        self.again: list[tuple[int, int]] = []
        self.early: dict[int, tuple[int, int]] = {}
        self.joins: dict[int, SeatLine] = {}
        self.waiting: dict[int, list[tuple[int, SeatLine]]] = {}
        self.events = self.signatures = self.repeats = self.bad_lines = 0
        self.is_cut_short = False
        self._signed: set[int] = set()  # of the lines at work, those whose signature was found good
        self._last_bad: BadLine | None = None  # a line that was no event and may go on in the next
        self._joined = bytearray()  # that line and those that were one with it, not all of a long one
        self._twins: dict[int, tuple[int, list[str]]] = {}  # by seat the first place with twins, and two ids there
        self._sums = array("q", (0,))  # one a line, to tell a repeated line from one with another signature

    # ------------------------------------------------------------------ the pass

    def run(self) -> None:
        """Reads every line; Hopeless if a hopeful pass must be made again."""
        decode, sums = CODEC.decode, self._sums
        batch: list[tuple[int, Event]] = []
        for number, line in self.source:
            content = line or b""
            sums.append(hash(content))
            try:
                batch.append((number, decode(content)))
            except (BadRecord, Unsupported) as fault:
                self._bad_line(number, line, fault)
            if not number % STRIDE:
                self._work_off(batch)
            if self.is_cut_short:
                break
        self._work_off(batch)
        self._end_joined()
        if self.hopeful:
            self._check_ends()

    def _work_off(self, batch: list[tuple[int, Event]]) -> None:
        """Signatures first, in one go: each kind of work finds the processor's caches as it left them."""
        if not self.hopeful:
            self._signed = {number for number, event in batch if self._is_signed_by_known_key(event)}
        for number, event in batch:
            self._take(number, event)
        batch.clear()
        if self.rounds is not None:
            self.rounds.advance()
        else:
            self.feeds.usable.clear()

    def _is_signed_by_known_key(self, event: Event) -> bool:
        if isinstance(event, GenesisLine) or event.kind == "join" or event.seat >= len(self.feeds.feeds):
            return False
        pk = self.feeds.feeds[event.seat].pk
        return bool(pk) and verify_event(event, pk)

    def _check_ends(self) -> None:
        """2.14 The signatures of each feed's last event, which carries those before it, and of what is not linked."""
        for feed in self.feeds.feeds:
            ends = [*([feed.tip] if feed.tip else []), *feed.parked.values()]
            if not all(e.kind == "join" or self._is_signed(e) for e in ends):
                raise Hopeless
        if self.broken_links():
            raise Hopeless

    def _is_signed(self, event: Event) -> bool:
        self.signatures += 1
        if isinstance(event, GenesisLine):
            return verify_event(event, unb64(event.msg.body.host, 32))
        return self.feeds.is_signed(event)

    # ------------------------------------------------------------------ one event

    def _take(self, number: int, event: Event) -> None:
        if event.id in self.line_of:
            self._take_again(number, event)
        elif isinstance(event, GenesisLine):
            self._take_genesis(number, event)
        else:
            self._take_of_seat(number, event)

    def _take_of_seat(self, number: int, event: SeatLine) -> None:
        msg = event.msg
        if msg.game != self.genesis.id:
            self._refuse(number, event, "this event belongs to another match", "place")
        elif msg.seat >= len(self.feeds.feeds):
            self._refuse(number, event, f"there is no seat {msg.seat} in this match", "place")
        elif msg.kind == "join":
            self._take_join(number, event, msg.seat)
        elif not self.feeds.feeds[msg.seat].pk:
            self._wait_for_join(number, event, self.waiting.setdefault(msg.seat, []))
        elif self.feeds.at(msg.seat, msg.n) is not None:
            self._take_twin(number, event, checked=number in self._signed)
        else:
            self._add(number, event, checked=self.hopeful or number in self._signed)

    def _add(self, number: int, event: SeatLine, *, checked: bool) -> None:
        try:
            self.feeds.add(event, checked=checked)
        except BadRecord as fault:
            self._refuse(number, event, fault.why, "signature")
            return
        self.signatures += not self.hopeful or not checked
        self.line_of[event.id] = number
        self.events += 1
        if event.msg.n in self.feeds.feeds[event.seat].parked:
            count, first = self.early.get(event.seat, (0, number))
            self.early[event.seat] = count + 1, first

    def _take_genesis(self, number: int, event: GenesisLine) -> None:
        if event.id != self.genesis.id:
            self._refuse(number, event, "this is the first line of another match", "place")
            return
        self.line_of[event.id] = number
        self.events += 1
        self.signatures += 1  # whoever made this reading has checked it

    def _take_join(self, number: int, event: SeatLine, seat: int) -> None:
        if self.feeds.at(seat, 0) is not None:
            self._take_twin(number, event, checked=False)
            return
        self._add(number, event, checked=False)
        if self.feeds.feeds[seat].pk:
            self.signatures += 1  # a join has two: by the person, by the key of the seat
            self.joins[seat] = event
            for held, late in self.waiting.pop(seat, ()):
                self._take(held, late)

    def _wait_for_join(self, number: int, event: SeatLine, held: list[tuple[int, SeatLine]]) -> None:
        """2.18 Nobody's key vouches for these, so there must not be many."""
        if len(held) < KEYLESS_LIMIT:
            held.append((number, event))
        else:
            self._refuse(number, event, f"more than {KEYLESS_LIMIT:,} events of its seat stand before its join", "line")

    def _take_again(self, number: int, event: Event) -> None:
        """2.3 A line with a known id: the same line, or another signature of the event."""
        first = self.line_of[event.id]
        if self.plain:
            raise Hopeless
        if self._sums[number] != self._sums[first]:
            if not self._is_signed(event):
                why = f"it repeats line {first} with a signature that is not that of its seat"
                self._refuse(number, event, why, "signature")
                return
            if self.hopeful:
                raise Hopeless
        self.repeats += 1
        if len(self.again) < MOST_NOTES:
            self.again.append((number, first))

    def _take_twin(self, number: int, event: SeatLine, *, checked: bool) -> None:
        """2.9 Another event at a taken place: a forgery, or proof that the seat signed twice."""
        msg = event.msg
        if checked:
            self.signatures += 1
        elif not self._is_signed(event):
            why = "it is not signed by its seat, which has another event at this place"
            self._refuse(number, event, why, "signature")
            return
        if self.hopeful:
            raise Hopeless
        self.line_of[event.id] = number
        self.events += 1
        self.feeds.pass_over(event.id)
        other = self.feeds.at(msg.seat, msg.n)
        assert other is not None
        n, ids = self._twins.get(msg.seat, (msg.n, []))
        if msg.n < n:
            n, ids = msg.n, []
        if msg.n == n:  # the two smallest prove it, whatever came first
            self._twins[msg.seat] = (n, sorted({*ids, other, event.id})[:2])

    # ------------------------------------------------------------------ what does not count

    def _refuse(self, number: int, event: Event, why: str, kind: BadKind) -> None:
        if isinstance(event, GenesisLine):
            claim, game = PlaceClaim(None, None, 0), event.id
        else:
            msg = event.msg
            seat = msg.seat if msg.seat < len(self.feeds.feeds) else None
            claim, game = PlaceClaim(seat, msg.n, msg.r, msg.prev, msg.feed), msg.game
        self._note_bad(BadLine(number, why, kind, (claim,), number, _digest(event.line), event.id, game))

    def _bad_line(self, number: int, line: bytes | None, fault: BadRecord | Unsupported) -> None:
        content = line or b""
        before = self._last_bad
        if before is not None and before.last == number - 1 and not content.startswith(b'{"c":'):
            before.last = number  # the rest of a line that was broken in two
            self._joined += content[: MOST_JOINED - len(self._joined)]
            self._count_bad()
            return
        self._end_joined()
        if isinstance(fault, Unsupported):
            self._note_bad(BadLine(number, str(fault), "ruleset", read_claims(content), number, _digest(content)))
            return
        why = fault.why
        if line is None:
            why = f"more than {MAX_LINE:,} bytes in one line"
        elif not content.endswith(b"\n"):
            why = f"the line breaks off after {len(content):,} bytes"
        self._last_bad = BadLine(number, why, "line", (), number, _digest(content))
        self._joined += content
        self._note_bad(self._last_bad)

    def _end_joined(self) -> None:
        """Reads what lines that were one say of their place: once, when it is known how far they go (2.18)."""
        if self._last_bad is not None:
            self._last_bad.claims = read_claims(bytes(self._joined))
        self._last_bad = None
        self._joined.clear()

    def _note_bad(self, bad: BadLine) -> None:
        if self.plain:
            raise Hopeless
        self.bad.append(bad)
        self._count_bad()

    def _count_bad(self) -> None:
        self.bad_lines += 1
        self.is_cut_short = self.bad_lines >= MOST_BAD

    # ------------------------------------------------------------------ questions

    def twins(self) -> dict[int, Twins]:
        """2.9 For each seat that signed twice the two events, by one more look at their lines."""
        numbers = {self.line_of[i] for _, ids in self._twins.values() for i in ids}
        events = {e.id: e for e in self.source.fetch(numbers).values() if isinstance(e, SeatLine)} if numbers else {}
        found = {}
        for seat, (n, ids) in sorted(self._twins.items()):
            one, two = (events[i] for i in ids)
            found[seat] = Twins(seat, n, one, two)
        return found

    def cuts(self) -> dict[int, int]:
        """Where the feeds of seats that signed twice end."""
        return {seat: n for seat, (n, _) in self._twins.items()}

    def broken_links(self) -> list[SeatLine]:
        """Events that stand next in their feed and name another predecessor than the one that is here."""
        broken = []
        for feed in self.feeds.feeds:
            event = feed.parked.get(feed.n)
            if event is not None and feed.n != feed.cut and event.msg.feed != feed.head:
                broken.append(event)
        return broken


def read_claims(content: bytes) -> tuple[PlaceClaim, ...]:
    """What bytes that are no event seem to say of the places of the events they were: one claim at least."""
    feeds = [found[1].decode("ascii") for found in islice(_FEED.finditer(content), MOST_CLAIMS)]
    places = [found.groups() for found in islice(_PLACE.finditer(content), MOST_CLAIMS)]
    feed = feeds[0] if len(feeds) == 1 else None
    if places:
        feed = feed if len(places) == 1 else None
        return tuple(PlaceClaim(int(seat), int(n), int(r), prev.decode("latin-1"), feed) for n, prev, r, seat in places)
    seat, n, r, base = (pattern.search(content) for pattern in (_SEAT, _N, _R, _PREV))
    prev = base[1].decode("ascii") if base is not None else None
    return (PlaceClaim(_number(seat), _number(n), _number(r), prev, feed),)


def _digest(content: bytes) -> str:
    """The plain SHA-256 of a line, in hex as `sha256sum` gives it."""
    return sha256(content).hexdigest()


def _number(found: re.Match[bytes] | None) -> int | None:
    return int(found[1]) if found is not None else None
