"""Which seats were waited for on which digests, from the closed rounds and the claims (protocol 4.7).

Belongs here: from events to waits, leave over a whole match, which claims of lateness hold. Must not be here: how a
wait is reckoned (`clocks`), words for people, any clock of a machine.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate, islice, pairwise
from typing import TYPE_CHECKING, NamedTuple

from pbem.crypto.hashing import b64
from pbem.limits import MAX_NUMBER, MOST_LEAVES
from pbem.match.clocks import DAY, Reckoned, Span, Used, Wait, reckon, start_of
from pbem.match.policy import shown_before
from pbem.record.events import Away, Claim, Clock, Late, Seen
from pbem.record.rounds import Closed

if TYPE_CHECKING:
    from pbem.match.match import Match

NO_CLOCK = Clock(days=90, grace=30)  # for who only asks since when, where the first line names no clock


class Waited(NamedTuple):
    """A seat in a round, and what the clock says of it; `answered` is the time of its event, None while it is owed."""

    round: int
    seat: int
    answered: int | None
    found: Reckoned


class Lateness(NamedTuple):
    """A `late` that somebody claimed: `fault` says why it does not hold, empty if it may."""

    round: int
    by: int
    whom: int
    time: int
    text: str
    fault: str


class Waits:
    """All waits of a match up to now, in the order of the rounds. Linear in the events that are held."""

    def __init__(self, match: Match, now: int) -> None:
        self.match, self.now = match, now
        self.clock = match.clock
        self._judge = [s for s, seat in enumerate(match.binding.seats) if seat.role == "judge"]
        self._claims = [e.msg for e in match.feeds.side_events() if isinstance(e.msg, Claim)]
        self._seen: dict[tuple[int, str], int] = {}  # by seat and base the time of its first `seen`
        for msg in self._claims:
            if isinstance(msg.body, Seen):
                self._seen.setdefault((msg.seat, msg.prev), msg.t)
        self._away = self._leaves()
        self._reached: dict[int, list[int]] = {}  # by seat the last round of each beginning of its feed
        self._used: dict[str, Used] = {}  # by person what leave earlier waits have used
        self._behind = self._first_behind()
        self._judged = self._first_by_judge()
        self.all = [waited for round in self._rounds() for waited in round]

    @property
    def open(self) -> list[Waited]:
        """Those that last."""
        return [waited for waited in self.all if waited.answered is None]

    def leave_left(self, seat: int) -> int:
        """Seconds of leave that the person of a seat has not used yet."""
        used = self._used.get(self.match.binding.seats[seat].id, Used())
        return used.left_of((self.clock.leave if self.clock else 0) * DAY)

    def lateness(self) -> list[Lateness]:
        """4.7 Every `late`, and whether it holds against what stands in the record."""
        places = {(w.round, w.seat): w for w in self.all}
        digests = {b64(digest): r for r, digest in enumerate(self.match.rounds.digests, start=1)}
        found = []
        for msg in self._claims:
            if not isinstance(msg.body, Late):
                continue
            r, waited = digests.get(msg.prev, msg.r), places.get((digests.get(msg.prev, 0), msg.body.whom))
            fault = self._late_fault(msg, r, waited)
            found.append(Lateness(r, msg.seat, msg.body.whom, msg.t, msg.body.text, fault))
        return found

    def _late_fault(self, msg: Claim, r: int, waited: Waited | None) -> str:
        feeds = self.match.feeds
        if msg.seat not in self._reached:
            rounds = (feeds.by_id[id].msg.r for id in feeds.feeds[msg.seat].ids)
            self._reached[msg.seat] = list(accumulate(rounds, max))
        if waited is None or self._reached[msg.seat][msg.n - 1] > r:
            return "false"
        return "early" if self.clock is not None and msg.t <= waited.found.deadline else ""

    # ------------------------------------------------------------------ parts

    def _rounds(self) -> Iterator[list[Waited]]:
        rounds, closed = self.match.rounds, self.match.rounds.closed
        for before, one in pairwise(closed):
            if one.events[0].kind != "disclose":
                answers = {e.seat: e.msg.t for e in one.events}
                elements = {e.seat: e.msg.t for e in one.events if e.kind == "entropy"}
                is_dice = one.events[0].kind == "entropy"
                yield self._round(before, one.r, one.seats, answers, elements if is_dice else None)
        expected = self.match.binding.expected()
        if closed and expected is not None and expected.kinds != ("disclose",):
            given = {seat: e.msg.t for seat, e in rounds.effective.items()}
            is_dice = expected.kinds == ("entropy",)
            yield self._round(closed[-1], rounds.r, expected.seats, given, given if is_dice else None)

    def _round(
        self, before: Closed, r: int, seats: Sequence[int], answers: dict[int, int], elements: dict[int, int] | None,
    ) -> list[Waited]:
        """The waits of one round by seat; nobody waits for an element whose turn has not come. None: no dice."""
        made = []
        closers = [e.msg.t for e in before.events]
        movers = [e.seat for e in before.events]
        for seat in seats:
            first = () if elements is None else shown_before(seat, self.match.binding.seats, movers, seats)
            shown = [elements[s] for s in first if s in elements] if elements is not None else []
            if seat in answers or len(shown) == len(first):
                made.append(self._waited(r, seat, (*closers, *shown), answers))
        return made

    def _waited(self, r: int, seat: int, closed: tuple[int, ...], answers: dict[int, int]) -> Waited:
        base, person = b64(self.match.rounds.digests[r - 1]), self.match.binding.seats[seat].id
        seen = self._seen.get((seat, base))
        judge = self._judged[r - 1] if seat not in self._judge else ()
        behind = tuple((s, t) for s, t in self._behind.get(r, ()) if s != seat) if seat in answers else ()
        wait = Wait(seat, closed, () if seen is None else (seen,), judge, answers.get(seat), behind)
        used = self._used.setdefault(person, Used())
        start, word = start_of(wait, (self.clock or NO_CLOCK).grace)
        wait = wait._replace(away=self._announced(person, start))
        if self.clock is None:
            return Waited(r, seat, wait.answer, Reckoned(start, word, 0, 0, late=False, due=False))
        found = reckon(self.clock, wait, self.now, used)
        used.add(found.spans)
        return Waited(r, seat, wait.answer, found)

    def _leaves(self) -> dict[str, tuple[Span, ...]]:
        """By person what was announced, in the order of the times claimed."""
        seats = self.match.binding.seats
        told: dict[str, list[tuple[int, int, int, int]]] = {}
        for msg in self._claims:
            if isinstance(msg.body, Away):
                told.setdefault(seats[msg.seat].id, []).append((msg.t, msg.seat, msg.n, msg.body.until))
        return {person: tuple((t, until) for t, _, _, until in sorted(one)) for person, one in told.items()}

    def _announced(self, person: str, start: int) -> tuple[Span, ...]:
        """What of leave can matter to a wait: the last announced before it, which replaced others, and later ones."""
        leaves = self._away.get(person, ())
        first = max(0, bisect_right(leaves, (start, MAX_NUMBER)) - 1)
        return tuple(islice(leaves, first, first + MOST_LEAVES))

    def _first_behind(self) -> dict[int, list[tuple[int, int]]]:
        """By round the least times of two seats among the events that stand on it: one of them is another seat's."""
        rounds = {b64(digest): r for r, digest in enumerate(self.match.rounds.digests)}
        least: dict[int, dict[int, int]] = {}
        for event in self.match.feeds.by_id.values():
            r = rounds.get(event.msg.prev)
            if r is not None and self.match.feeds.is_usable(event):
                here = least.setdefault(r, {})
                here[event.seat] = min(event.msg.t, here.get(event.seat, event.msg.t))
        found: dict[int, list[tuple[int, int]]] = {}
        best: dict[int, int] = {}
        for r in range(len(self.match.rounds.digests) - 1, 0, -1):
            for seat, t in least.get(r, {}).items():
                best[seat] = min(t, best.get(seat, t))
            best = dict(sorted(best.items(), key=lambda one: one[1])[:2])
            found[r] = list(best.items())
        return found

    def _first_by_judge(self) -> list[tuple[int, ...]]:
        """By base the time of the judge's first event, in the order of its feed, that stands on it or behind it."""
        feeds, digests = self.match.feeds, self.match.rounds.digests
        found: list[tuple[int, ...]] = [()] * (len(digests) + 1)
        rounds = {b64(digest): r for r, digest in enumerate(digests)}
        for seat in self._judge:
            at = [(rounds[e.msg.prev], e.msg.t) for id in feeds.feeds[seat].ids
                  if (e := feeds.by_id.get(id)) is not None and e.msg.prev in rounds and e.kind != "join"]
            reached = -1
            for base, t in at:
                for r in range(reached + 1, base + 1):
                    found[r] = (t,)
                reached = max(reached, base)
        return found[: len(digests)]
