"""What all agree on and the seat that is asked does: back to an earlier position, or an end (protocol 4.2).

Belongs here: who must have agreed, how far and how often a match goes back. Must not be here: positions (`binding`),
signing, what people are told. Nothing here reads a clock.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice

from pbem.errors import BadRecord, IllegalMove
from pbem.limits import MOST_REMEMBERED, TAKEBACK_LIMIT
from pbem.match.played import Played
from pbem.play.requests import Ask, Seal, SealMany, Write
from pbem.record.events import Act, Agree, Agreed, AgreedResult, Takeback
from pbem.record.wire import Event, SeatLine
from pbem.ruleset import Result

Wanted = Takeback | AgreedResult
RULE = "agreed"


class PositionGone(Exception):
    """All go back to a round whose position is not held any more: it must be played again from the first line.

    Never raised while a round closes; whoever has the closed rounds gives the position to the binding (`remember`).
    """

    def __init__(self, round: int) -> None:
        super().__init__(f"the position after round {round} is not held")
        self.round = round


def can_be_done(binding: Played) -> bool:
    """4.2 Whether an `agreed` may stand in the place of what is asked: while somebody decides or seals."""
    is_asked = isinstance(binding.table.pending, Ask | Write | Seal | SealMany)
    return binding.r > 1 and not binding.has_ended and is_asked


def check_agreed(binding: Played, event: SeatLine, named: Mapping[str, SeatLine]) -> Wanted:
    """What an `agreed` does; raises IllegalMove or BadRecord if it is void. `named` are the side events it names."""
    msg = event.msg
    assert isinstance(msg, Act)
    assert isinstance(msg.body, Agreed)
    tried = f"{binding.names[msg.seat]} does what all agreed to"
    if not can_be_done(binding):
        raise IllegalMove(tried, RULE, "nobody is asked for a decision or a seal now")
    agree = named.get(msg.body.of)
    if agree is None or not isinstance(agree.msg, Agree) or agree.msg.prev != msg.prev:
        raise BadRecord("an `agreed` of no agreement on this round")
    wanted = agree.msg.body
    given = [agree, *(named[i] for i in msg.inc if i in named)]
    if agree.seat in binding.resigned:
        raise IllegalMove(tried, RULE, f"{binding.names[agree.seat]} has resigned")
    missing = still_needed(binding, msg.seat, same_on_base(given, wanted, msg.prev))
    if missing is None:
        raise IllegalMove(tried, RULE, "nobody else plays, so there is nobody to agree with")
    if missing:
        names = ", ".join(binding.names[s] for s in missing)
        raise IllegalMove(tried, RULE, f"{names} {'has' if len(missing) == 1 else 'have'} not agreed")
    if fault := fault_of(binding, wanted):
        raise IllegalMove(tried, RULE, fault)
    return wanted


def same_on_base(events: Iterable[SeatLine], wanted: Wanted, base: str) -> set[int]:
    """The seats of those events that agree to just this on this base."""
    return {e.seat for e in events if isinstance(e.msg, Agree) and e.msg.prev == base and e.msg.body == wanted}


def still_needed(binding: Played, asked: int, agreed: Iterable[int]) -> tuple[int, ...] | None:
    """4.2 For each person whose consent is missing one of its seats, in seat order; None if there is nobody else.

    Every other active player's person must agree, whatever seat it agrees by. If one person plays all, the judge must.
    """
    seats = binding.seats
    me, there = seats[asked].id, {s for s in range(len(seats)) if s not in binding.resigned}
    players = [s for s in sorted(there) if seats[s].role != "judge" and seats[s].id != me]
    judges = [s for s in sorted(there) if seats[s].role == "judge" and seats[s].id != me]
    people = {seats[s].id: s for s in reversed(players or judges)}  # the first seat of each
    if not people:
        return None
    given = {seats[s].id for s in agreed if s in there}
    return tuple(sorted(seat for person, seat in people.items() if person not in given))


def fault_of(binding: Played, wanted: Wanted) -> str:
    """Why all together may not do this, whoever agrees; empty if they may."""
    if isinstance(wanted, Takeback):
        return _takeback_fault(binding, wanted.to)
    players = [s.name for s in binding.seats if s.role != "judge"]
    if list(wanted.winners) != [name for name in players if name in wanted.winners]:
        return "the winners must be seats of players, each once, in the order of the seats"
    return ""


def _takeback_fault(binding: Played, to: int) -> str:
    if not 1 <= to < binding.r - 1:
        return f"the last closed round is {binding.r - 1}" if to > 0 else "nothing was decided yet"
    if to < binding.gone.floor:
        return f"a seat resigned in round {binding.gone.floor}: nobody goes back before that"
    if len(binding.takebacks) >= TAKEBACK_LIMIT:
        return f"{TAKEBACK_LIMIT} takebacks are all that count in one match"
    return ""


def targets_of(events: Iterable[Event]) -> set[int]:
    """The rounds that somebody proposes to go back to, for who keeps positions ahead: not all of very many."""
    named = (e.msg.body.to for e in events if isinstance(e.msg, Agree) and isinstance(e.msg.body, Takeback))
    return set(islice(dict.fromkeys(named), MOST_REMEMBERED))


def result_of(wanted: AgreedResult) -> Result:
    """4.2 How a match ends that all end. The text is others' words, so what no screen should obey is left out."""
    text = "".join(c if c.isprintable() else " " for c in wanted.text).strip()
    return Result(wanted.winners, text or ("won by agreement" if wanted.winners else "a draw by agreement"), RULE)
