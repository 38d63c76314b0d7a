"""One reading and the play in it, as those who explain it need them.

Belongs here: what events and rounds are called, and where they stand. Must not be here: what is wrong with them.
"""

from __future__ import annotations

from functools import cached_property

from pbem.audit.findings.finding import SOUND, Evidence, Finding, Kind, Severity
from pbem.audit.findings.watch import Watch
from pbem.crypto.hashing import b64
from pbem.errors import BrokenSeal
from pbem.limits import MOST_TEXT
from pbem.match.desync import Otherwise, find_otherwise, is_foreign, whose_builds
from pbem.match.fitting import check_promises
from pbem.reading.reader import LogPass
from pbem.record.events import Answer, Priv, Reveal, Seal
from pbem.record.rounds import FALSE_NUMBER
from pbem.record.wire import SeatLine


class JudgedCase:
    """A reading with the names of its seats; `watch` is None if the rules are not here."""

    def __init__(self, reading: LogPass, watch: Watch | None) -> None:
        self.reading, self.watch = reading, watch
        self.feeds, self.rounds = reading.feeds, reading.rounds
        self.names = [s.name for s in reading.feeds.seats]
        self.cuts = reading.cuts()

    @cached_property
    def unused(self) -> list[SeatLine]:
        """Events that no round looked at."""
        return self.rounds.unused() if self.rounds is not None else []

    @cached_property
    def otherwise(self) -> Otherwise | None:
        """3.4 How this build differs from the one recorded, None if it does not, as far as the record shows."""
        if self.watch is None or self.rounds is None:
            return None
        found = find_otherwise(self.watch.binding, self.rounds)
        return found if found is not None and not found.is_one_build else None

    def is_foreign(self, seat: int) -> bool:
        """2.5 Whether a seat has another build than ours, or perhaps has."""
        return self.watch is not None and is_foreign(self.watch.binding, seat)

    def is_excused(self, seat: int, r: int) -> bool:
        """3.4 Whether what a seat signed for a round may be legal by its own build, which plays otherwise than ours."""
        return self.otherwise is not None and r > self.otherwise.agreed and self.is_foreign(seat)

    def is_told(self, r: int) -> bool:
        """3.4 Whether what happened in a round by the rules here happened so by those of any seat."""
        return self.otherwise is None or self.otherwise.told is None or r <= self.otherwise.told

    def builds(self, seat: int) -> str:
        """Which build a seat has, and which judges here."""
        assert self.watch is not None
        return whose_builds(self.watch.binding, seat)

    def why_void(self, event: SeatLine) -> str:
        """Why an event has no effect here; empty if it has, or if nobody looked at it."""
        voids = self.rounds.voids if self.rounds is not None else []
        return next((v.why for v in voids if v.event.id == event.id), "")

    @cached_property
    def _round_on(self) -> dict[str, int]:
        return {b64(d): r for r, d in enumerate(self.rounds.digests, start=1)} if self.rounds is not None else {}

    def round_on(self, base: str | None) -> int | None:
        """The number of the round that builds on a base; None if this record does not give it."""
        return self._round_on.get(base) if base is not None else None

    def is_on_open_base(self, event: SeatLine) -> bool:
        """2.7 Whether an event builds on the last closed round, and says so: all others have no effect any more."""
        rounds, msg = self.rounds, event.msg
        return rounds is not None and (msg.r, msg.prev) == (rounds.r, rounds.base)

    def why_false(self, event: SeatLine) -> str:
        """2.10, 3.2 Which promise an event on the open base breaks that may have been asked for; "" if it does not.

        Not if the round has another person's event for something else: then nobody asked for it. Until then a reader
        without the rules cannot know what was asked.
        """
        if self.rounds is None or not self.is_on_open_base(event):
            return ""
        seats, here = self.feeds.seats, self.rounds.effective.values()
        others = (e for e in here if seats[e.seat].id != seats[event.seat].id)
        return self._broken_promise(event) if all(e.kind in (event.kind, "resign") for e in others) else ""

    def _broken_promise(self, event: SeatLine) -> str:
        if event.id in self.feeds.bad_elements:
            return FALSE_NUMBER
        if self.watch is not None:
            try:
                check_promises(self.watch.binding, event)
            except BrokenSeal as broken:
                return str(broken)
        return ""

    def line(self, event: SeatLine) -> int:
        """Where an event stands."""
        if event.id in self.reading.line_of:
            return self.reading.line_of[event.id]
        return self._line_of_waiting[event.id]

    @cached_property
    def _line_of_waiting(self) -> dict[str, int]:
        """By event; the first line of each."""
        found: dict[str, int] = {}
        for held in self.reading.waiting.values():
            for number, event in held:
                found.setdefault(event.id, number)
        return found

    def rule_asked(self, r: int | None) -> str:
        """The rule of the pending request, if `r` is the open round."""
        is_open = self.rounds is not None and r == self.rounds.r
        return self.watch.rule() if self.watch is not None and is_open else ""

    def about(
        self,
        event: SeatLine,
        severity: Severity,
        kind: Kind,
        text: str,
        status: int = SOUND,
        *,
        claimed: str = "",
        truth: str = "",
        evidence: tuple[Evidence, ...] = (),
    ) -> Finding:
        """A finding about one event that its seat answers for, whose id is its first evidence."""
        seat, _, r = place_of(event)
        rule = rule_of(event) or self.rule_asked(r)
        line = self.line(event)
        return Finding(
            severity, kind, short(text), status, line, r, self.names[seat], rule, short(claimed), short(truth),
            (Evidence("event", event.id, line), *evidence),
        )


def place_of(event: SeatLine) -> tuple[int, int, int]:
    """Seat, number in its feed, and round of a seat's event."""
    return event.msg.seat, event.msg.n, event.msg.r


def rule_of(event: SeatLine) -> str:
    """The rule that an event itself names; empty if it names none."""
    msg = event.msg
    if isinstance(msg.body, Answer | Priv):
        return msg.body.rule
    if isinstance(msg, Seal | Reveal):
        slot = msg.body.items[0].slot if isinstance(msg, Seal) else msg.body.slot
        return slot_rule(slot)
    return ""


def slot_rule(slot: str) -> str:
    """3.1 The rule in `r<round>/<rule>/<about>/<i>`; empty if it is no such slot."""
    parts = slot.split("/")
    return parts[1] if len(parts) > 2 else ""


def short(text: str) -> str:
    """One line, not too long."""
    words = " ".join(text.split())
    return words if len(words) <= MOST_TEXT else words[: MOST_TEXT - 4] + " ..."
