"""What is proposed on the open round, and who has agreed to it (protocol 4.2).

Belongs here: reading the agreements that are held, and whether one may be signed. Must not be here: signing, words of
a screen. Nobody agrees here by himself.
"""

from __future__ import annotations

from dataclasses import dataclass

from pbem.errors import IllegalMove, NotYourTurn
from pbem.match.agreements import RULE, Wanted, can_be_done, fault_of, still_needed
from pbem.match.binding import Binding
from pbem.record.events import Agree, Takeback
from pbem.record.feeds import Feeds
from pbem.record.rounds import Rounds
from pbem.record.wire import SeatLine


@dataclass(frozen=True, slots=True)
class Proposal:
    """What some seats agree to on the open round: `ids` are their events, `seats` these seats, the first to sign first.

    `number` is its own in this record: of everything that was ever proposed in it, in the order in which it came here.
    Nothing that comes later, whatever time it names, has a number that somebody has read of something else.
    `needed` says for every seat that is asked who else must agree before it can do this: one seat of each person.
    """

    number: int
    wanted: Wanted
    ids: tuple[str, ...]
    seats: tuple[int, ...]
    needed: dict[int, tuple[int, ...]]

    def is_by(self, seat: int) -> bool:
        """Whether this seat agrees to it."""
        return seat in self.seats

    def is_complete(self, asked: int) -> bool:
        """Whether this seat, which is asked, may do it now."""
        return self.needed.get(asked) == ()

    @property
    def lacking(self) -> tuple[int, ...]:
        """Who must still agree, the seat that is asked not counted: of several that are asked, where fewest lack."""
        return min(self.needed.values(), key=len, default=())


def proposals(binding: Binding, feeds: Feeds, rounds: Rounds) -> list[Proposal]:
    """4.2 All that counts on the open round and can be done, in the order in which it came here."""
    if not can_be_done(binding):
        return []
    numbers: dict[tuple[str, Wanted], int] = {}
    found: dict[Wanted, list[SeatLine]] = {}
    for event in feeds.side_events():
        msg = event.msg
        if not isinstance(msg, Agree):
            continue
        numbers.setdefault((msg.prev, msg.body), len(numbers) + 1)
        is_here = msg.prev == rounds.base and msg.r == rounds.r
        if is_here and feeds.is_usable(event) and event.seat not in binding.resigned:
            found.setdefault(msg.body, []).append(event)
    asked = rounds.owing()
    made = []
    for wanted, events in found.items():
        if fault_of(binding, wanted):
            continue
        given = [(e.seat, e.id) for e in sorted(events, key=lambda e: (e.msg.t, e.seat, e.msg.n))]
        first = dict(reversed(given))
        seats = tuple(dict.fromkeys(seat for seat, _ in given))
        lacking = {seat: still_needed(binding, seat, seats) for seat in asked}
        needed = {seat: lack for seat, lack in lacking.items() if lack is not None}
        number = numbers[rounds.base, wanted]
        made.append(Proposal(number, wanted, tuple(first[s] for s in seats), seats, needed))
    return sorted(made, key=lambda one: one.number)


def check_proposal(binding: Binding, feeds: Feeds, rounds: Rounds, seat: int, wanted: Wanted) -> None:
    """Raises if a seat cannot propose this now, or consent to it."""
    what = f"back to round {wanted.to}" if isinstance(wanted, Takeback) else "an agreed end"
    tried = f"{binding.names[seat]} agrees to {what}"
    if binding.result is not None:
        raise IllegalMove(tried, RULE, "the match has ended")
    if not can_be_done(binding):
        raise NotYourTurn("agreements wait until somebody is asked for a decision or a seal", "try again then")
    if seat in binding.resigned:
        raise IllegalMove(tried, RULE, f"{binding.names[seat]} has resigned")
    if fault := fault_of(binding, wanted):
        raise IllegalMove(tried, RULE, fault)
    if all(still_needed(binding, asked, ()) is None for asked in rounds.owing()):
        raise IllegalMove(tried, RULE, "nobody else plays, so there is nobody to agree with")
    if any(p.wanted == wanted and p.is_by(seat) for p in proposals(binding, feeds, rounds)):
        raise IllegalMove(tried, RULE, "it has agreed to this already")
