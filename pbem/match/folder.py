"""A match in a folder of its player: the log on disk, the match in memory, what to send to whom.

Belongs here: the order of writing (protocol 2.13), taking in lines, choosing lines to send.
Must not be here: packets and mail, passphrases, words for people.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from pbem.crypto.hashing import unb64
from pbem.crypto.keys import Held
from pbem.errors import BadRecord, MissingRecords, PbemError, Unsupported, WrongUse
from pbem.match.match import Match
from pbem.match.resumed import PlayKept, ResumedMatch, begin
from pbem.match.start import ruleset_of
from pbem.record.log import LOG_NAME, UNJOINED_NAME, LogChanged, LogFile, Writer
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
        new = list(islice(self.match.feeds.by_id.values(), before, None))  # also those that waited for a join
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
        left = [e for e in self.match.feeds.by_id.values() if e.id in ours and _is_above(e, marks.get(e.seat))]
        return list(dict.fromkeys(e.id for e in (*left, *signed)))

    def _raise_mark(self, seat: int) -> None:
        mark = self._marks.get(self.gid, seat)
        last = tip(_own(self.match, seat), mark, seat=self.match.name(seat), adopt=True)
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
            {e.id for e in feeds.by_id.values() if e.msg.n >= held[e.seat] and e.seat != alone}, seats)

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
        events = self.match.feeds.by_id.values()
        return self._with_last({e.id for e in events if e.msg.n >= heads[e.seat]}, self.others)

    def _with_last(self, wanted: set[str], seats: Collection[int]) -> list[bytes]:
        """These lines, and the last one of each of these seats; none if none is wanted."""
        feeds = self.match.feeds
        last = {feeds.feeds[seat].ids[-1] for seat in seats if feeds.feeds[seat].ids} if wanted else set()
        return [e.line for e in feeds.by_id.values() if e.id in wanted or e.id in last]

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
            tip(_own(match, seat), marks.get(match.genesis.id, seat), seat=match.name(seat), wrote=wrote)
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


def _own(match: Match, seat: int) -> list[FeedMark]:
    return [_mark(e) for e in match.feeds.by_id.values() if e.seat == seat]


def _is_above(event: SeatLine, mark: FeedMark | None) -> bool:
    return mark is None or _mark(event).place > mark.place


def _mark(event: SeatLine) -> FeedMark:
    return FeedMark(epoch=0, id=event.id, n=event.msg.n)


class MatchInMemory:
    """A match that stays in memory between two times its folder is opened: only what came since is read then.

    `masters` gives what is held of the seats held here, by the first line. `checked` gives ids of events whose
    signatures were verified before.
    """

    def __init__(
        self,
        path: Path,
        masters: Masters,
        marks: Marks,
        *,
        overlay: Path | None = None,
        clock: Callable[[], int] = lambda: int(time.time()),
        checked: Callable[[Path, list[Event]], Collection[str]] = lambda _path, _events: (),
        despite_desync: bool = False,
        saved: PlayKept | None = None,
    ) -> None:
        """What was made of it is kept in `saved`, if that is given, and play goes on from there."""
        self.path, self._masters, self._marks, self._overlay, self._saved = path, masters, marks, overlay, saved
        self._clock, self._checked, self._despite_desync = clock, checked, despite_desync
        self.forget()

    def forget(self) -> None:
        """Next time all is read from the start."""
        self._log = LogFile(self.path / LOG_NAME, CODEC.decode)
        self._match: Match | None = None
        self._pending: list[SeatLine] = []
        self._made: set[str] = set()
        self._lines: list[Event] = []
        self.noted = 0  # how many of these were noted as verified, by whoever keeps a cache

    @contextlib.contextmanager
    def opened(self, barred: PbemError | None = None) -> Iterator[GameFolder]:
        """The match, its log locked; on leaving without an error everything new is written, then marked.

        `barred` is why nothing may be signed here, None if it may. What was not written is forgotten.
        """
        with contextlib.ExitStack() as stack:
            try:
                writer = stack.enter_context(self._log.writing())
            except LogChanged:
                self.forget()
                writer = stack.enter_context(self._log.writing())
            try:
                self._lines += writer.fresh
                if self._match is None:
                    self._match = self._begun(writer.fresh)
                elif writer.fresh:
                    self._match.take(writer.fresh)
                game = GameFolder(
                    self.path, self._match, self._marks, writer, self._pending, self._made, self._lines, barred)
                self._take_unjoined(game)
                yield game
                game.flush()
                self._keep_unjoined()
            except BaseException:
                self.forget()
                raise

    def _take_unjoined(self, game: GameFolder) -> None:
        """Takes in what came before the join of its seat and lies beside the log."""
        if (self.path / UNJOINED_NAME).exists():
            from pbem.record.unjoined import read_unjoined

            game.take(Arrival("", number, event) for number, event in enumerate(read_unjoined(self.path), 1))

    def _keep_unjoined(self) -> None:
        unjoined = [] if self._match is None else self._match.feeds.unjoined()
        if unjoined or (self.path / UNJOINED_NAME).exists():
            from pbem.record.unjoined import keep_unjoined

            keep_unjoined(self.path, unjoined)

    def _begun(self, events: list[Event]) -> Match:
        genesis = next((e for e in events if isinstance(e, GenesisLine)), None)
        if genesis is None:
            raise WrongUse(f"{self.path / LOG_NAME} has no first line", "get the whole log from another seat")
        ruleset, files = ruleset_of(genesis, self._overlay)

        def keep(event: SeatLine) -> None:
            self._pending.append(event)
            self._made.add(event.id)

        options: dict[str, Any] = {
            "masters": self._masters(genesis), "keep": keep, "clock": self._clock,
            "despite_desync": self._despite_desync,
        }
        if self._saved is None:
            match = Match(genesis, ruleset, files, **options)
        else:
            match = ResumedMatch(genesis, ruleset, files, saved=self._saved, **options)
        good = self._checked(self.path / LOG_NAME, events)
        begin(match, [e for e in events if e.id in good], [e for e in events if e.id not in good])
        return match


def create(path: Path, events: Iterable[Event]) -> None:
    """A new game folder that begins with these events, the first line among them."""
    chosen = list(events)
    if not any(isinstance(e, GenesisLine) for e in chosen):
        raise Unsupported("a game folder begins with its first line")
    path.mkdir(parents=True, exist_ok=True)
    LogFile(path / LOG_NAME, CODEC.decode).create(chosen)
