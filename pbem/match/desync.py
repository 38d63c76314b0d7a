"""Two builds that play one match otherwise: where it shows, from which round on, and whose builds these are.

If builds differ nobody is accused, whatever a seat signed; if they are one, a seat lied or its machine is broken.
Belongs here: comparing state digests, and what a record proves of a round that this build cannot close.
Must not be here: what is told or refused because of it. Source: protocol 2.5, 2.7, 3.4.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice, product
from typing import Literal

from pbem.build import build_of, plays_alike, same_build
from pbem.crypto.hashing import b64
from pbem.errors import Divergence
from pbem.limits import MOST_ROUNDS_ON, MOST_TRIED
from pbem.match.played import Disagreement, Played
from pbem.record.events import Answer
from pbem.record.rounds import Closed, Rounds, round_digest
from pbem.record.wire import SeatLine

How = Literal["digest", "round", "event", "unseen"]



@dataclass(frozen=True, slots=True, kw_only=True)
class Otherwise:
    """Another build plays otherwise than ours, or a seat of this very build gives another digest.

    The builds `theirs` and `ours` are empty if unknown. They play alike up to the round `agreed`, 0 for none; `round`
    is where it shows, and `how`: by a digest that `seat` gave (`by`); by the `events` with which its build closed that
    round, if two people speak for it; by events for which one person speaks alone; or not at all: the builds differ,
    and what follows `agreed` was never compared. `told` is the last round that this build tells as it was played, None
    if that is all of them.
    """

    agreed: int
    round: int
    seat: str
    theirs: str
    ours: str
    how: How
    by: Disagreement | None = None
    events: tuple[SeatLine, ...] = ()
    told: int | None = None

    @property
    def is_one_build(self) -> bool:
        """Whether it is no matter of builds: then the seat has to answer for it."""
        return same_build(self.theirs, self.ours)

    @property
    def is_seen(self) -> bool:
        """Whether play differs, not builds alone."""
        return self.how != "unseen"

    @property
    def sentence(self) -> str:
        """What differs, since when, and which builds these are."""
        if self.is_one_build:
            return f"DESYNC in round {self.round}: {self.seat} has another position, with the same build {self.ours}"
        if self.how == "unseen":
            return f"no difference is known: another build played this, and {self._fits}"
        return (
            f"this build plays otherwise than the one recorded, from round {self.agreed + 1} on (it shows in round "
            f"{self.round}): {self.builds}: nobody is accused"
        )

    @property
    def _fits(self) -> str:
        """What shows that it played as ours does: digests first, then that every round since is one of ours as well."""
        if self.agreed == 0:
            return f"every round up to the last, {self.round}, is good here too; no digest compares positions yet"
        since = f"the rounds since are good here too, up to the last, {self.round}"
        return f"its digests agree with ours up to round {self.agreed}; {since}"

    @property
    def builds(self) -> str:
        """Whose build is which."""
        return _whose(self.seat, self.theirs, self.ours)

    @property
    def advice(self) -> str:
        """What to do about it."""
        if self.is_one_build:
            return "pbem verify names the line; compare with the others before you go on"
        theirs = f"build {self.theirs}" if self.theirs else "the build that it was played with"
        return f"read this match with {theirs}, or agree with the others on one build; pbem games shows yours"

    def error(self) -> Divergence:
        """Why nothing is signed while this stands."""
        if self.by is None:
            return Divergence(self.sentence, self.advice)
        where = f"DESYNC in round {self.round} at {' > '.join(self.by.path)}"
        theirs, ours = self.by.theirs or "none", self.by.ours or "none"
        if self.is_one_build:
            text = f"{where}: {self.seat} has state {theirs}, we have {ours}"
            return Divergence(text, "compare versions with the others before you go on")
        text = (
            f"{where}: {self.seat}'s build {self.theirs or 'unknown'} says {theirs}, "
            f"ours {self.ours or 'unknown'} says {ours}: nobody is accused"
        )
        return Divergence(text, self.advice)


def compare_digests(binding: Played, closed: Closed) -> None:
    """3.4 Answers and seals of the first such round after a checkpoint carry its digest, no other event any."""
    for event in closed.events:
        msg = event.msg
        carries = msg.kind == "seal" or (msg.kind == "act" and isinstance(msg.body, Answer))
        ours, theirs = binding.checkpoint if carries else "", msg.st or ""
        if ours != theirs:
            path, name, agreed = tuple(binding.table.where()), binding.names[msg.seat], agreed_with(binding, msg.seat)
            binding.disagreements.append(Disagreement(closed.r, path, name, ours, theirs, agreed))
        elif ours:
            binding.agreed[msg.seat] = max(binding.agreed.get(msg.seat, 0), binding.before_checkpoint)


def agreed_with(binding: Played, seat: int) -> int:
    """The last round up to which the build of a seat is known to play as ours does, 0 for none."""
    build = build_at(binding, seat)
    return max((r for other, r in binding.agreed.items() if build_at(binding, other) == build), default=0)


def build_at(binding: Played, seat: int) -> str:
    """The build that a seat joined with; empty if unknown."""
    return binding.joins[seat].body.build if seat in binding.joins else ""


def is_foreign(binding: Played, seat: int) -> bool:
    """Whether a seat has another build than ours, or perhaps has: then what it signed may be right there."""
    return not same_build(build_at(binding, seat), build_of(binding.ruleset))


def whose_builds(binding: Played, seat: int) -> str:
    """Which build a seat has and which we have, in words."""
    return _whose(binding.names[seat], build_at(binding, seat), build_of(binding.ruleset))


def _whose(seat: str, theirs: str, ours: str) -> str:
    return f"{seat}'s build is {theirs or 'unknown'}, ours is {ours or 'unknown'}"


def has_foreign(binding: Played) -> bool:
    """Whether any seat that has joined has another build than ours, or perhaps has."""
    return any(is_foreign(binding, seat) for seat in binding.joins)


def find_otherwise(binding: Played, rounds: Rounds) -> Otherwise | None:
    """Where play here and play as recorded part; None if they do not, as far as the record shows.

    What follows from builds that differ comes before what a seat of this very build has to answer for.
    """
    if binding.r == 1:
        return None  # nobody plays before all have joined
    foreign = next((d for d in binding.disagreements if is_foreign(binding, binding.number(d.seat))), None)
    if foreign is not None:
        return _made(binding, binding.number(foreign.seat), foreign.round, foreign.agreed, "digest", by=foreign)
    stuck = _closed_there(binding, rounds) or _unfit(binding, rounds)
    if stuck is not None:
        return stuck
    for d in binding.disagreements[:1]:
        return _made(binding, binding.number(d.seat), d.round, d.agreed, "digest", by=d)
    return None


def what_stops(binding: Played, rounds: Rounds) -> Otherwise | None:
    """The same, None while it only may be so: whoever signs what does not fit must not stop the others."""
    found = find_otherwise(binding, rounds)
    return found if found is not None and found.how != "event" else None


def find_unseen(binding: Played, rounds: Rounds) -> Otherwise | None:
    """Rounds that no digest vouches for, if every seat has another build than ours: they may be told otherwise here.

    None too if a seat has a build of which the ruleset says that it plays alike.
    """
    seat, agreed = next(iter(binding.joins), None), max(binding.agreed.values(), default=0)
    if seat is None or rounds.r <= 2 or _is_ours_here(binding) or agreed >= rounds.r - 1:
        return None
    if any(plays_alike(binding.ruleset, build_at(binding, other)) for other in binding.joins):
        return None
    return replace(_made(binding, seat, rounds.r - 1, agreed, "unseen"), told=None)


def _is_ours_here(binding: Played) -> bool:
    """Whether a seat joined with this very build: then what is told here is what that seat saw."""
    return not all(is_foreign(binding, seat) for seat in binding.joins)


def _made(
    binding: Played, seat: int, round: int, agreed: int, how: How, *, by: Disagreement | None = None,
    events: tuple[SeatLine, ...] = (),
) -> Otherwise:  # fmt: skip
    return Otherwise(
        agreed=agreed, round=round, seat=binding.names[seat], theirs=build_at(binding, seat),
        ours=build_of(binding.ruleset), how=how, by=by, events=events,
        told=None if _is_ours_here(binding) else max(binding.agreed.values(), default=0),
    )


def _closed_there(binding: Played, rounds: Rounds) -> Otherwise | None:
    """2.7 The open round, if events of another build go on from it: their base is the digest of what closed it.

    Two people must speak for it, each by an event of another build that ours cannot have: one that does not fit here,
    or one built on this. A build is a word in a join, so one person alone may have invented it, so as to stop everybody
    or to be spared an answer. Events that count here too speak for nothing: who signed them may know of no other build.
    """
    later: dict[int, dict[str, list[SeatLine]]] = {}
    for event in rounds.unused():
        if event.msg.r > rounds.r and is_foreign(binding, event.seat):
            later.setdefault(event.msg.r, {}).setdefault(event.msg.prev, []).append(event)
    next_bases, one_alone = later.get(rounds.r + 1, {}), None
    for events in islice(_choices(rounds.on_open_base()), MOST_TRIED) if next_bases else ():
        base = _digest(binding, rounds.r, rounds.digest, events)
        if b64(base) in next_bases:
            unfit = [e for e in events if rounds.effective.get(e.seat) is not e]
            going_on = _going_on(binding, later, rounds.r + 1, base)
            speaking = {*going_on, *(e.seat for e in unfit if is_foreign(binding, e.seat))}
            how: How = "round" if len({binding.seats[seat].id for seat in speaking}) > 1 else "event"
            authors = {binding.seats[e.seat].id for e in unfit or events}
            seat = next((s for s in going_on if binding.seats[s].id not in authors), going_on[0])
            found = _made(binding, seat, rounds.r, agreed_with(binding, seat), how, events=events)
            if how == "round":
                return found
            one_alone = one_alone or found
    return one_alone


def _going_on(binding: Played, later: dict[int, dict[str, list[SeatLine]]], first: int, base: bytes) -> list[int]:
    """The seats, each once, whose events of another build go on from this base or from what closed on it."""
    seats: dict[int, None] = {}
    for r in range(first, first + MOST_ROUNDS_ON):
        here = later.get(r, {}).get(b64(base), [])
        seats.update(dict.fromkeys(e.seat for e in here))
        next_bases = later.get(r + 1, {})
        bases = (_digest(binding, r, base, e) for e in islice(_choices(here), MOST_TRIED)) if next_bases else ()
        found = next((b for b in bases if b64(b) in next_bases), None)
        if found is None:
            break
        base = found
    return list(seats)


def _digest(binding: Played, r: int, base: bytes, events: Iterable[SeatLine]) -> bytes:
    return round_digest(binding.gid, r, base, [e.id for e in events])


def _choices(events: Iterable[SeatLine]) -> Iterator[tuple[SeatLine, ...]]:
    """What of these may have closed a round, at most one a seat, in seat order; the fullest first."""
    here: dict[int, list[SeatLine | None]] = {}
    for event in events:
        here.setdefault(event.seat, []).append(event)
    for chosen in product(*([*here[seat], None] for seat in sorted(here))):
        fitting = tuple(e for e in chosen if e is not None)
        if fitting:
            yield fitting


def _unfit(binding: Played, rounds: Rounds) -> Otherwise | None:
    """An event on the open round that fits no request of ours, and may fit one of its own build."""
    fits = {e.id for e in rounds.effective.values()}
    broken = {v.event.id for v in rounds.voids if v.is_broken}
    for event in rounds.on_open_base():
        msg = event.msg
        unfit = event.id not in fits | broken and msg.r == rounds.r and msg.lane == "main"
        if unfit and is_foreign(binding, msg.seat):
            agreed = agreed_with(binding, msg.seat)
            return _made(binding, msg.seat, rounds.r, agreed, "event", events=(event,))
    return None
