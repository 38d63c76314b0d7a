"""Lines that count for nothing, and events that are not here: one finding for each cause.

A damaged line leaves a gap, the gap stops its feed, the feed a round, the round everybody's later events: that is one
finding, not four. Nobody signed any of this, so no finding here accuses a seat; it says whose event it concerns.
Belongs here: which bad line was which lost event. Source: protocol 2.6, 2.13.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

import msgspec

from pbem.audit.findings.case import JudgedCase, place_of, short
from pbem.audit.findings.finding import BAD, MISSING, SOUND, UNKNOWN, Evidence, Finding
from pbem.audit.findings.report import Gap
from pbem.limits import MOST_SIGNERS
from pbem.reading.reader import BadLine, PlaceClaim
from pbem.record.feeds import Feeds
from pbem.record.wire import SeatLine, verify_event


@dataclass(slots=True, eq=False)
class Lost:
    """A place in a feed whose event is not here; `shown_by` shows that it exists, None if nothing does."""

    seat: int
    n: int
    shown_by: SeatLine | None
    is_explained: bool = False


class Places:
    """Lost events by what a bad line may say of its place; each question gives one that is not explained yet, or None.

    A claim is compared with few of them: those of one seat, or of one number.
    """

    def __init__(self, lost: list[Lost], feeds: Feeds) -> None:
        self._lost = lost
        self._next: dict[str, Lost] = {}
        self._by_seat: dict[int | None, list[Lost]] = {}
        self._by_n: dict[int | None, list[Lost]] = {}
        for one in lost:
            feed = feeds.feeds[one.seat]
            if one.n == feed.n > 0:
                self._next[feed.head] = one
            self._by_seat.setdefault(one.seat, []).append(one)
            self._by_n.setdefault(one.n, []).append(one)

    def following(self, claim: PlaceClaim) -> Lost | None:
        """It names as its predecessor the last event of the feed."""
        return _first([self._next[claim.feed]]) if claim.feed in self._next else None

    def exactly(self, claim: PlaceClaim) -> Lost | None:
        """Seat and number."""
        return _first(x for x in self._by_seat.get(claim.seat, ()) if x.n == claim.n)

    def in_part(self, claim: PlaceClaim) -> Lost | None:
        """Half of the place fits, and something shows that the event exists."""
        half = [*self._by_seat.get(claim.seat, ()), *self._by_n.get(claim.n, ())]
        return _first(x for x in sorted(half, key=_seat_and_n) if x.shown_by is not None)

    def at_all(self, claim: PlaceClaim) -> Lost | None:
        """The place cannot be read, and something shows that the event exists."""
        can_be_read = claim.seat is not None or claim.n is not None
        return None if can_be_read else _first(x for x in self._lost if x.shown_by is not None)

    def perhaps(self, claim: PlaceClaim) -> Lost | None:
        """Half of the place can be read and fits the next of one feed alone."""
        of_n = self._by_n.get(claim.n, []) if claim.seat is None else []
        of_seat = self._by_seat.get(claim.seat, []) if claim.n is None else []
        free = [x for x in (*of_n, *of_seat) if not x.is_explained]
        return free[0] if len(free) == 1 else None


def _first(fitting: Iterable[Lost]) -> Lost | None:
    return next((x for x in fitting if not x.is_explained), None)


def _seat_and_n(lost: Lost) -> tuple[int, int]:
    return lost.seat, lost.n


class Losses:
    """What a record lacks, and the bad lines that explain it."""

    def __init__(self, case: JudgedCase) -> None:
        self.case = case
        self.lost = sorted(self._find(), key=_seat_and_n)
        self._strays = {bad.number for bad in case.reading.bad if self._is_stray(bad)}
        self._signers = self._find_signers()
        self._damaged = [b for b in case.reading.bad if b.number not in self._strays and b.number not in self._signers]
        self._pairs = self._pair()

    def gaps(self) -> tuple[Gap, ...]:
        """What to ask for, whatever the reason that it is not here."""
        shown = [x for x in self.lost if x.shown_by is not None]
        return tuple(Gap(self.case.names[x.seat], x.n, self._known(x)) for x in shown)

    def findings(self) -> Iterator[Finding]:
        """One for each bad line, then for each run of lost events that none of them explains."""
        for bad in self.case.reading.bad:
            is_stray = bad.number in self._strays
            pairs = self._pairs.get(bad.number, [])
            is_forged = bad.number in self._signers or (not pairs and self._is_beside(bad))
            yield self._stray(bad) if is_stray else self._forged(bad) if is_forged else self._bad_line(bad, pairs)
        if self.case.reading.is_cut_short:
            text = f"{self.case.reading.bad_lines:,} lines count for nothing: the rest was not read"
            last = self.case.reading.bad[-1]
            yield Finding(
                "fault", "line", text, BAD, last.number, claimed="it is the log of a match",
                truth="too many of its lines are no events of it",
                evidence=(Evidence("line digest", last.digest, last.number),),
            )
        rest = [x for x in self.lost if x.shown_by is not None and not x.is_explained]
        while rest:
            run = [rest.pop(0)]
            while rest and (rest[0].seat, rest[0].n) == (run[-1].seat, run[-1].n + 1):
                run.append(rest.pop(0))
            yield self._missing(run[0], run[-1])
        yield from self._unmet()

    # ------------------------------------------------------------------ what is not here

    def _find(self) -> Iterator[Lost]:
        """Places that others show to be taken; and the next of every other feed, which a bad line may have been."""
        case, feeds = self.case, self.case.feeds
        stopped = {place_of(e)[0] for e in case.reading.broken_links()} | set(case.cuts)
        for seat, n in feeds.gaps():
            stopped.add(seat)
            numbers = self._parked[seat]
            yield Lost(seat, n, feeds.feeds[seat].parked[numbers[bisect(numbers, n)]])
        for seat, held in case.reading.waiting.items():
            stopped.add(seat)
            yield Lost(seat, 0, held[0][1])
        later = self._built_later()
        owing = case.rounds.owing() if case.rounds is not None else ()
        for feed in feeds.feeds:
            if feed.seat not in stopped and feed.n not in feed.parked:
                yield Lost(feed.seat, feed.n, later if feed.seat in owing else None)

    def _built_later(self) -> SeatLine | None:
        """The first event that builds on a round which has not closed here."""
        case, rounds = self.case, self.case.rounds
        found = case.otherwise
        if rounds is None or (found is not None and (found.how != "digest" or found.told is not None)):
            return None  # if at all: it may have closed there, another build did not wait
        later = [e for e in case.unused if place_of(e)[2] > rounds.r and case.round_on(e.msg.prev) is None]
        return min(later, key=case.line, default=None)

    def _known(self, lost: Lost) -> tuple[int, ...]:
        """The neighbours of a lost event that are here."""
        next_n, numbers = self.case.feeds.feeds[lost.seat].n, self._parked[lost.seat]
        at = bisect(numbers, lost.n)
        before = numbers[at - 1 : at] if at else [next_n - 1] if next_n else []
        return (*before, *numbers[at : at + 1])

    @cached_property
    def _parked(self) -> list[list[int]]:
        """By seat the numbers of its events that do not link up, in order."""
        return [sorted(feed.parked) for feed in self.case.feeds.feeds]

    def _round(self, lost: Lost) -> int:
        """The round of an event that is not here, as far as can be told."""
        if self.case.rounds is not None:
            return self.case.rounds.r
        return place_of(lost.shown_by)[2] if lost.shown_by is not None else 1

    def _missing(self, first: Lost, last: Lost) -> Finding:
        event = first.shown_by
        assert event is not None
        name, r = self.case.names[first.seat], self._round(first)
        what = f"event {first.n}" if first is last else f"events {first.n} to {last.n}"
        lacks = what
        if place_of(event)[0] != first.seat:
            text = f"this event builds on a round that waits for {name} here"
        elif first.n == 0:
            text, lacks = f"the join of {name} is not here, this event needs it", "its join"
        else:
            text = f"{name} sent event {place_of(event)[1]}, but {what} {'is' if first is last else 'are'} not here"
        line = self.case.line(event)
        return Finding(
            "fault", "missing", f"{text}: ask {name} for {lacks}", MISSING, line, r, rule=self.case.rule_asked(r),
            claimed=f"the event of line {line} says that {what} of {name} was written",
            truth="it is not in this record",
            evidence=(Evidence("event", event.id, line),),
            concerns=name,
            lacks=lacks,
            owner=name,
        )

    def _unmet(self) -> Iterator[Finding]:
        """Events that somebody included and that are not here, and that neither a gap nor a bad line explains."""
        feeds = self.case.feeds
        if self._damaged:
            return
        held = [e for _, e in chain.from_iterable(self.case.reading.waiting.values())]
        stopped = [*held, *(e for f in feeds.feeds for e in f.parked.values())]
        elsewhere = {e.id for e in held} | {e.msg.feed for e in stopped}
        for lost_id, seats in sorted(feeds.unmet().items()):
            feed = feeds.feeds[min(seats)]
            event = feed.parked.get(feed.n)
            if event is not None and lost_id not in elsewhere and feed.seat not in self.case.cuts:
                what = f"event {lost_id[:12]}"
                text = f"it includes another seat's {what}, which is not here: ask all for {what}"
                claimed, evidence = f"it includes the event {lost_id}", (Evidence("event", lost_id),)
                truth = "that event is not in this record"
                found = self.case.about(
                    event, "fault", "missing", text, MISSING, claimed=claimed, truth=truth, evidence=evidence
                )
                yield msgspec.structs.replace(found, seat="", concerns=found.seat, lacks=what)

    # ------------------------------------------------------------------ lines that do not count

    def _is_stray(self, bad: BadLine) -> bool:
        """Whether an event that does not belong here holds nothing of this match: no id and no digest of it.

        What is one of ours but for a damaged byte still names the event before it, or the round it builds on.
        """
        known = self.case.reading.line_of
        ours = (claim.feed in known or self.case.round_on(claim.prev) is not None for claim in bad.claims)
        return bad.kind == "place" and not any(ours)

    def _stray(self, bad: BadLine) -> Finding:
        """2.4 It changes nothing here, and the seats that it names are not those of this match."""
        return Finding(
            "note", bad.kind, short(f"{bad.why}: it counts for nothing"), SOUND, bad.number,
            claimed=f"it names the match {bad.game}", truth=f"this match is {self.case.feeds.genesis.id}",
            evidence=(Evidence("event", bad.id, bad.number), Evidence("line digest", bad.digest, bad.number)),
        )

    def _is_beside(self, bad: BadLine) -> bool:
        """Whether what it claims to be is here, signed by its seat: nothing was damaged."""
        claim = bad.claims[0]
        if bad.kind != "signature" or claim.seat is None or claim.n is None:
            return False
        return self.case.feeds.at(claim.seat, claim.n) is not None

    def _find_signers(self) -> dict[int, int]:
        """2.3 By line the seat whose key fits an event in the name of another: who else can have signed it?"""
        claimed = {b.number: b.claims[0].seat for b in self.case.reading.bad if b.kind == "signature" and b.id}
        asked = list(claimed)[:MOST_SIGNERS]
        found = {}
        for number, event in sorted(self.case.reading.source.fetch(asked).items()):
            others = (feed for feed in self.case.feeds.feeds if feed.pk and feed.seat != claimed[number])
            signer = next((feed.seat for feed in others if verify_event(event, feed.pk)), None)
            if signer is not None:
                found[number] = signer
        return found

    def _forged(self, bad: BadLine) -> Finding:
        """2.3 A line that names a seat which did not sign it. It counts for nothing; whose key fits answers for it."""
        claim, names = bad.claims[0], self.case.names
        name = names[claim.seat] if claim.seat is not None else "a seat of this match"
        signer = names[self._signers[bad.number]] if bad.number in self._signers else ""
        truth = f"the key of {signer} signed it" if signer else "no key of this match signed it"
        text = f"it claims to be event {claim.n} of {name} and is not: {truth}; {bad.why}"
        text += "" if signer else "; nobody is accused: anybody can write such a line"
        return Finding(
            "fault", "forged", short(text), BAD, bad.number, self._round_claimed(None, claim), signer,
            claimed=short(_words(claim, names)), truth=truth,
            evidence=(Evidence("event", bad.id, bad.number), Evidence("line digest", bad.digest, bad.number)),
            concerns=name,
        )

    def _pair(self) -> dict[int, list[tuple[Lost, PlaceClaim]]]:
        """Which lost events the bad lines were: by the places they claim, then by what is left over."""
        pairs: dict[int, list[tuple[Lost, PlaceClaim]]] = {}
        open_claims = [(bad, claim) for bad in self._damaged for claim in bad.claims]
        places = Places(self.lost, self.case.feeds)
        for fitting in (places.following, places.exactly, places.in_part, places.at_all, places.perhaps):
            still_open = []
            for bad, claim in open_claims:
                is_whole = bad.kind != "signature" and bool(bad.id) and claim.seat is not None  # it says what it is
                lost = fitting(claim) if not is_whole or fitting in (places.following, places.exactly) else None
                if lost is None:
                    still_open.append((bad, claim))
                    continue
                lost.is_explained = True
                pairs.setdefault(bad.number, []).append((lost, claim))
            open_claims = still_open
        return pairs

    def _bad_line(self, bad: BadLine, pairs: list[tuple[Lost, PlaceClaim]]) -> Finding:
        lost, claim = pairs[0] if pairs else (None, bad.claims[0])
        names = self.case.names
        seat = lost.seat if lost is not None else claim.seat
        name = names[seat] if seat is not None and seat < len(names) else ""
        why = bad.why
        if bad.kind == "place" and bad.game != self.case.feeds.genesis.id:
            why = "the match id in it is not that of this match, all else is"
        text = why if bad.last == bad.number else f"{why} (lines {bad.number} to {bad.last} were one)"
        if bad.kind == "signature":
            text += "; nobody is accused: anybody can write such a line"
        if pairs:
            text += "; ask again for " + " and ".join(f"event {x.n} of {names[x.seat]}" for x, _ in pairs)
        r = self._round_claimed(lost, claim)
        status = UNKNOWN if bad.kind == "ruleset" else BAD
        events = (Evidence("event", bad.id, bad.number),) if bad.id else ()
        return Finding(
            "fault", bad.kind, short(text), status, bad.number, r, rule=self.case.rule_asked(r),
            claimed=short("; ".join(_words(c, names) for c in bad.claims)),
            truth=short(bad.why),
            evidence=(*events, Evidence("line digest", bad.digest, bad.number)),
            concerns=name,
        )

    def _round_claimed(self, lost: Lost | None, claim: PlaceClaim) -> int | None:
        """The round of a bad line: by the base that it names, else what it claims, if that can be."""
        known = self.case.round_on(claim.prev)
        if known is not None:
            return known
        if lost is None or self.case.rounds is None:
            return claim.r
        tip = self.case.feeds.feeds[lost.seat].tip
        lowest = place_of(tip)[2] if tip is not None else 1
        can_be = claim.r is not None and lowest <= claim.r <= self.case.rounds.r
        return claim.r if can_be else self._round(lost)


def _words(claim: PlaceClaim, names: list[str]) -> str:
    """What a bad line says of its own place."""
    seat = names[claim.seat] if claim.seat is not None and claim.seat < len(names) else "no seat that can be read"
    n = f"event {claim.n}" if claim.n is not None else "no number"
    r = f"round {claim.r}" if claim.r is not None else "no round"
    return f"it says {seat}, {n}, {r}"
