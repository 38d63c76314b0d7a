"""A match in a folder of its player: the log on disk, the match in memory, what to send to whom.

Belongs here: the order of writing (protocol 2.13), taking in lines, choosing lines to send.
Must not be here: packets and mail, passphrases, words for people.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from pbem.crypto.hashing import unb64
from pbem.crypto.keys import Held
from pbem.errors import BadRecord, MissingRecords, PbemError, Unsupported
from pbem.match.match import Match
from pbem.record.log import LOG_NAME, LogFile, Writer
from pbem.record.marks import FeedMark, Marks, tip
from pbem.record.wire import CODEC, Event, GenesisLine, SeatLine

Masters = Callable[[GenesisLine], Mapping[int, Held]]


class Arrival(NamedTuple):
    """A record that came, decoded, and where it stood: line `line` of `source`, counted from 1."""

    source: str
    line: int
    event: Event


def match_of(event: Event) -> str:
    """The id of the match that a record says it belongs to."""
    return event.msg.game if isinstance(event, SeatLine) else event.id


@dataclass(slots=True)
class RecordsTaken:
    """What came of records that arrived: how many were new, how many were known, and the faults of the rest."""

    new: int = 0
    known: int = 0
    faults: list[BadRecord] = field(default_factory=list)


class GameFolder:
    """One match of one player, its log locked. What is signed is kept back until `flush` has it safe on disk.

    `pending` is what is new since then, `made` the ids of what was signed here, `lines` what stands in the log, in its
    order. While there is a reason to be `barred`, nothing is signed for any seat.
    """

    def __init__(
        self, path: Path, match: Match, marks: Marks, writer: Writer[Event], pending: list[SeatLine], made: set[str],
        lines: list[Event], barred: PbemError | None = None,
    ) -> None:
        self.path, self.match, self.lines = path, match, lines
        self._marks, self._writer, self._pending, self._made, self._barred = marks, writer, pending, made, barred
        self.check_marks()

    @property
    def gid(self) -> str:
        """The id of the match."""
        return self.match.genesis.id

    @property
    def others(self) -> list[int]:
        """The seats of other people, a judge's too: those to send to."""
        return [s for s in range(len(self.match.binding.seats)) if s not in self.match.keys]

    def take(self, arrivals: Iterable[Arrival]) -> RecordsTaken:
        """Takes in records of this match, in any order; each that is refused becomes a fault that names its place."""
        taken = RecordsTaken()
        fresh: dict[int, Arrival] = {}  # by the object: two copies of one record may differ in their signatures
        for arrival in arrivals:
            event = arrival.event
            if not self._belongs(event):
                taken.faults.append(BadRecord("a line of another match").at(arrival.source, arrival.line))
            elif isinstance(event, GenesisLine) or event.id in self.match.feeds.by_id:
                taken.known += 1
            else:
                fresh[id(event)] = arrival
        before, unkept = len(self.match.feeds.by_id), self.unkept()
        for fault in self.match.take(arrival.event for arrival in fresh.values()):
            refused = fresh[id(fault.refused)]
            taken.faults.append(fault.at(refused.source, refused.line))
        held = self.match.feeds.by_id
        new = [held[id] for id in islice(held, before, None)]  # also those that waited for a join
        taken.new = len(new)
        self._pending += new
        taken.faults += [
            BadRecord(f"too much came of {self.match.name(seat)} before its join: {n - unkept.get(seat, 0)} let go",
                      hint="when the seat has joined, take in once more what came before")
            for seat, n in self.unkept().items() if n > unkept.get(seat, 0)
        ]
        self.check_marks()
        return taken

    def unkept(self) -> dict[int, int]:
        """2.18 By seat whose join is missing how many of its events that came will not be here when that comes."""
        feeds = self.match.feeds
        gone = feeds.let_go()
        if waiting := feeds.unjoined():
            from pbem.record.unjoined import can_keep

            for event in waiting if not can_keep(self.path) else ():  # they go with this program
                gone[event.seat] = gone.get(event.seat, 0) + 1
        return gone

    def _belongs(self, event: Event) -> bool:
        return event.id == self.gid or (isinstance(event, SeatLine) and event.msg.game == self.gid)

    def check_marks(self) -> None:
        """2.13 A seat that signed more than this log holds, or elsewhere, may not sign before it has caught up."""
        self.match.held_back = held_back(self.match, self._marks, self._made, self._barred)

    def adopt(self) -> None:
        """The owner says that nothing newer was signed elsewhere: this home signs on from this log."""
        if self._barred is not None:
            raise self._barred
        for seat in self.match.keys:
            self._raise_mark(seat)
        self.check_marks()

    def flush(self) -> None:
        """2.13 What is new goes into the log, then the marks rise; only then may bytes leave.

        What was signed here is first noted in the home, so that whatever stops us then, it is known as ours later.
        """
        waiting, self._pending[:] = list(self._pending), []
        signed = [event for event in waiting if event.id in self._made]
        if signed:
            self._marks.intend(self.gid, self._above_marks(signed))
        self.lines += self._writer.append(waiting)
        try:
            for seat in self.match.keys:
                if seat not in self.match.held_back:
                    self._raise_mark(seat)
        except PbemError as error:
            raise (_unmarked(error, len(signed)) if error.status == PbemError.status else error) from error

    def _above_marks(self, signed: Iterable[SeatLine]) -> list[str]:
        """The ids of our events that no mark vouches for yet: those about to be written, and any left by a crash."""
        ours, marks = self._marks.intended(self.gid), self._marks.of_match(self.gid)
        left = [
            id for id, seat, n, _ in (self.match.feeds.places() if ours else ())
            if id in ours and _is_above(FeedMark(epoch=0, id=id, n=n), marks.get(seat))
        ]
        return list(dict.fromkeys((*left, *(e.id for e in signed))))

    def _raise_mark(self, seat: int) -> None:
        mark = self._marks.get(self.gid, seat)
        last = tip(_own(self.match, seat, mark), mark, seat=self.match.name(seat), adopt=True)
        if last is not None and (mark is None or last.place > mark.place):
            self._marks.advance(self.gid, seat, last)

    def lines_for(self, seats: Collection[int], *, everything: bool = False) -> list[bytes]:
        """2.13 The lines after the last round that every one of these seats has proven to hold.

        And the newest event of each of these seats that is held here: a home that was put back learns by it that it
        signed more than it knows.
        """
        feeds = self.match.feeds
        held = [] if everything else self.proven_by(seats)
        if not held:
            return list(feeds.lines())
        alone = next(iter(seats)) if len(set(seats)) == 1 else -1
        return self._with_last(
            {id for id, seat, n, _ in feeds.places() if n >= held[seat] and seat != alone}, seats)

    def proven_by(self, seats: Iterable[int]) -> list[int]:
        """By seat how many of its events all of these seats have proven to hold; empty if one has proven nothing."""
        proven = min((self._proven(s) for s in seats), default=-1)
        return self.held_after(proven) if proven >= 0 else []

    def held_after(self, round: int) -> list[int]:
        """By seat how many of its events whoever has seen this round close holds: usable, so all before them too."""
        held = [0] * len(self.match.feeds.feeds)
        for closed in self.match.rounds.closed[:round]:
            for event in closed.events:
                held[event.seat] = max(held[event.seat], event.msg.n + 1)
        return held

    def lines_above(self, heads: Sequence[int]) -> list[bytes]:
        """The lines that somebody lacks who holds so many events of each seat; all of them if that is below 0.

        With the newest event of each seat of others, as in `lines_for`.
        """
        if min(heads) < 0:
            return list(self.match.feeds.lines())
        places = self.match.feeds.places()
        return self._with_last({id for id, seat, n, _ in places if n >= heads[seat]}, self.others)

    def _with_last(self, wanted: set[str], seats: Collection[int]) -> list[bytes]:
        """These lines, and the last one of each of these seats; none if none is wanted."""
        feeds = self.match.feeds
        last = {feeds.feeds[seat].ids[-1] for seat in seats if feeds.feeds[seat].ids} if wanted else set()
        return [feeds.line(id) for id in feeds.by_id if id in wanted or id in last]

    def _proven(self, seat: int) -> int:
        """The last round on whose digest a seat has built, -1 for none.

        Not the number that its events name: if somebody has signed twice, its round of that number may be another.
        """
        feeds = self.match.feeds
        rounds = {digest: r for r, digest in enumerate(self.match.rounds.digests)}
        for i in reversed(feeds.feeds[seat].ids):
            base = unb64(feeds.by_id[i].msg.prev, 32)
            if base in rounds:
                return rounds[base]
        return -1


def held_back(
    match: Match, marks: Marks, made: Collection[str] = (), barred: PbemError | None = None
) -> dict[int, PbemError]:
    """2.13 The seats held here that may not sign now, each with why; `made` are ids of what was just signed here."""
    if barred is not None:
        return dict.fromkeys(match.keys, barred)
    held: dict[int, PbemError] = {}
    wrote = marks.intended(match.genesis.id).union(made)
    for seat in match.keys:
        try:
            mark = marks.get(match.genesis.id, seat)
            tip(_own(match, seat, mark), mark, seat=match.name(seat), wrote=wrote)
        except PbemError as fault:
            held[seat] = fault
    return held


def caught_up(
    held: Mapping[int, PbemError], match: Match, marks: Marks, log: Path
) -> dict[int, PbemError]:
    """What remains of `held` if the log that a match was read from has grown since: our marks rose with it.

    Who only reads holds no lock, so somebody who writes, our own courier perhaps, may have signed after the log was
    read and before the marks were: that is no lack. The log is read again after the marks, and so holds what they name.
    """
    behind = {
        seat: mark.id for seat, fault in held.items()
        if isinstance(fault, MissingRecords) and (mark := marks.get(match.genesis.id, seat)) is not None
        and mark.id not in match.feeds.by_id
    }
    if not behind:
        return dict(held)
    there = {event.id for event in LogFile(log, CODEC.decode).read().events}
    return {seat: fault for seat, fault in held.items() if behind.get(seat) not in there}


def _unmarked(error: PbemError, signed: int) -> PbemError:
    """The log has it, the home does not: say so, and not that nothing happened."""
    what = "what was signed is in the log, and is not sent" if signed else "what came is in the log"
    return PbemError(f"{error}: {what}", "when the disk is well, go on with: pbem out")


def _own(match: Match, seat: int, mark: FeedMark | None) -> list[FeedMark]:
    """A seat's events, from the marked one on."""
    first = 0 if mark is None or mark.epoch else mark.n
    return [FeedMark(epoch=0, id=id, n=n) for id, n in match.feeds.from_n(seat, first)]


def _is_above(own: FeedMark, mark: FeedMark | None) -> bool:
    return mark is None or own.place > mark.place


def create(path: Path, events: Iterable[Event]) -> None:
    """A new game folder that begins with these events, the first line among them."""
    chosen = list(events)
    if not any(isinstance(e, GenesisLine) for e in chosen):
        raise Unsupported("a game folder begins with its first line")
    path.mkdir(parents=True, exist_ok=True)
    LogFile(path / LOG_NAME, CODEC.decode).create(chosen)
