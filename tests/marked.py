"""A tool with a high-water mark: what a home does for a match, without files (protocol 2.13)."""

from __future__ import annotations

import random

from pbem.errors import Fork, MissingRecords, PbemError
from pbem.match.match import Match
from pbem.play.requests import Seal, SealMany
from pbem.record.events import SeatEvent
from pbem.record.marks import FeedMark, tip
from pbem.record.wire import Event, SeatLine
from people import first_line, master
from tiny import SEATS, TINY

GENESIS = first_line(turns=1)


def mark_of(event: Event) -> FeedMark:
    assert isinstance(event.msg, SeatEvent)
    return FeedMark(epoch=0, id=event.id, n=event.msg.n)


class Desk:
    """One seat's tool: its log in order of arrival, and its high-water mark, which is kept somewhere else."""

    def __init__(
        self, seat: int, *, clock: int = 0, log: tuple[Event, ...] = (GENESIS,), mark: FeedMark | None = None
    ) -> None:
        self.seat, self.clock, self.mark = seat, clock, mark
        self.signed: list[Event] = []
        self.put_back(log)

    def put_back(self, log: tuple[Event, ...]) -> None:
        """The tool starts over from a log; the mark stays what it was."""
        self.log = list(log)
        self.match = Match(
            GENESIS, TINY, TINY.data_files(None), masters={self.seat: master(self.seat)}, keep=self.keep,
            clock=lambda: self.clock,
        )
        assert self.match.take(log) == []
        self.check_mark()

    def keep(self, event: Event) -> None:
        """2.13 First the log, then the mark."""
        self.log.append(event)
        self.signed.append(event)
        self.mark = mark_of(event)

    def check_mark(self) -> None:
        """2.13 Sign from max(log, mark)."""
        own = [mark_of(e) for e in self.log if isinstance(e, SeatLine) and e.seat == self.seat]
        try:
            tip(own, self.mark, seat=SEATS[self.seat])
            self.match.held_back = {}
        except (MissingRecords, Fork) as fault:
            self.match.held_back = {self.seat: fault}

    def receive(self, events: list[Event]) -> None:
        self.match.take(events)
        known = {e.id for e in self.log}
        self.log += [e for i, e in self.match.feeds.by_id.items() if i not in known]
        self.check_mark()

    def refusal(self) -> PbemError | None:
        return self.match.refusal(self.seat)

    def act(self, rng: random.Random) -> bool:
        """Whatever is owed here now, one decision at most; whether anything was signed."""
        before = len(self.signed)
        self.match.run_mechanical()
        for duty in self.match.mine():
            if duty.is_mechanical:
                continue
            if duty.kind == "join":
                self.match.join(self.seat)
                continue
            request, table = self.match.request, self.match.binding.table
            choice = TINY.bots["random"](duty.name).choose(self.match.state, request, table.peek, rng)
            if isinstance(request, Seal | SealMany):
                items = request.per_seat()[duty.name]
                chosen = choice if isinstance(request, SealMany) else [choice]
                self.match.seal(self.seat, [i.spell(c) for i, c in zip(items, chosen, strict=True)])
            else:
                self.match.answer(self.seat, table.options.spell(choice))
            self.match.run_mechanical()
        return len(self.signed) > before

    def digests(self) -> list[bytes]:
        return [c.digest for c in self.match.rounds.closed]
