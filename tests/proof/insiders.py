"""Matches with a seat that has its keys and signs what no tool makes, all the time: for readers to be held against.

Belongs here: what such a seat signs, and playing on around it. Must not be here: what readers must say.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from spoiling import HARM

from pbem.crypto.hashing import b64
from pbem.errors import PbemError
from pbem.match.agreements import can_be_done
from pbem.match.match import Match
from pbem.record import events as ev
from pbem.record.rounds import round_digest
from pbem.record.wire import CODEC, Event
from people import JUDGE, Person, exchange, forge, invite, settle
from records import lines_of
from taking_back import consent

Made = tuple[type[Any], object]


def _opening(match: Match, rng: random.Random) -> ev.RevealBody:
    handle, item = rng.choice(list(match.binding.items.items()))
    false = b64(rng.randbytes(32))
    return ev.RevealBody(slot=handle.slot, seed=false) if item.item is None else ev.RevealBody(
        slot=handle.slot, key=false, of=item.event)


def _again(match: Match, kind: str, rng: random.Random) -> object:
    return rng.choice([e.msg.body for c in match.rounds.closed for e in c.events if e.kind == kind])


def _element(match: Match, seat: int, rng: random.Random) -> ev.EntropyBody:
    i = match.feeds.feeds[seat].chain_i + 1
    return ev.EntropyBody(c=0, e=b64(rng.randbytes(32) if rng.random() < 0.5 else match._chain(seat).element(i)), i=i)


WAYS: tuple[Callable[[Match, int, random.Random], Made], ...] = (
    lambda match, seat, rng: (ev.Act, ev.Answer(rule="9", say="go")),
    lambda match, seat, rng: (ev.Act, ev.Undo(to=max(1, match.rounds.r - rng.randrange(1, 4)))),
    lambda match, seat, rng: (ev.Act, ev.Agreed(of=rng.choice(match.feeds.side_events()).id)),
    lambda match, seat, rng: (ev.Act, ev.Priv(com=b64(rng.randbytes(32)), rule="9", slot="r3/9/0")),
    lambda match, seat, rng: (ev.Agree, ev.Takeback(to=rng.randint(1, max(1, match.rounds.r - 2)))),
    lambda match, seat, rng: (ev.Agree, ev.AgreedResult(winners=rng.choice([(), ("red",), ("judge",), ("nobody",)]))),
    lambda match, seat, rng: (ev.Claim, rng.choice([ev.Seen(), ev.Away(until=2**53 - 1), ev.Late(whom=15)])),
    lambda match, seat, rng: (ev.Entropy, _element(match, seat, rng)),
    lambda match, seat, rng: (ev.Reveal, _opening(match, rng)),
    lambda match, seat, rng: (ev.Reveal, _again(match, "reveal", rng)),
    lambda match, seat, rng: (ev.Seal, _again(match, "seal", rng)),
    lambda match, seat, rng: (ev.Disclose, ev.DiscloseBody(epoch=0, gs=b64(rng.randbytes(32)))),
    lambda match, seat, rng: (ev.Resign, ev.ResignBody()),
)  # fmt: skip


def misbehave(person: Person, rng: random.Random) -> None:
    """Signs something that nobody asked for, on the open base or on another, once or as often as 66 times."""
    match, seat = person.match, rng.choice(list(person.match.keys))
    changes: dict[str, Any] = {"inc": ()}
    if rng.random() < 0.3:
        changes["r"] = rng.choice([1, match.rounds.r + 1, 999_999])
    if rng.random() < 0.2:
        changes["prev"] = b64(rng.choice(match.rounds.digests))
    sides = [e.id for e in match.feeds.side_events()]
    if sides and rng.random() < 0.3:
        changes["inc"] = tuple(sorted(set(rng.choices(sides, k=3))))
    try:
        kind, body = rng.choice(WAYS)(match, seat, rng)
    except IndexError:  # there is nothing of that kind yet
        return
    for _ in range(rng.choice([3, 66]) if rng.random() < 0.05 else 1):
        person.receive([forge(match, seat, kind, body, **changes)])


def row(match: Match, seat: int, kind: type[Any], body: object, count: int) -> list[Event]:
    """That many events of one body on the open base, one behind the other."""
    core, made = match._core(seat) | {"inc": ()}, list[Event]()
    for _ in range(count):
        made.append(CODEC.make(kind(**core, body=body), match.keys[seat].sign_seed))
        core |= {"n": core["n"] + 1, "feed": made[-1].id}
    return made


def restless_match(seed: int) -> list[bytes]:
    """The lines of a match of several people and seats, with takebacks, one insider, and an end anywhere."""
    rng = random.Random(seed)
    policy = rng.choice(["mover+others", "mover+next", "mover+judge", "mover+judge+others"])
    judge = rng.choice([JUDGE, JUDGE, 0]) if "judge" in policy else None
    holders = rng.choice([(), (0, 1, 1), (0, 1, 0), (0, 0, 0)])
    people = invite(policy, holders=holders, nonce=rng.randbytes(16), turns=rng.choice([1, 2]), judge=judge)
    settle(people)
    insider, often = rng.choice(people), rng.choice([0, 0.1, 0.3])
    stop, quiet = rng.choice([rng.randrange(5, 60), 10**6]), 0
    while people[0].match.rounds.r < stop and quiet < 6:
        _take_back(people, rng)
        if rng.random() < often:
            misbehave(insider, rng)
        worked = [person.work(rng) for person in rng.sample(people, len(people)) if rng.random() < 0.8]
        quiet = 0 if any(worked) else quiet + 1
        exchange(people)
    lines = lines_of(people)
    return rng.choice(HARM)(lines, rng) if rng.random() < 0.2 else lines


def _take_back(people: Sequence[Person], rng: random.Random) -> None:
    match = people[0].match
    if can_be_done(match.binding) and match.rounds.r > 4 and rng.random() < 0.15:
        try:
            consent(people, ev.Takeback(to=rng.randint(match.binding.gone.floor, match.rounds.r - 2)))
        except (PbemError, ValueError):  # somebody has resigned, or nobody may go back so far
            return


# ---------------------------------------------------------------- how a log may end


def _once_more(match: Match, seat: int, rng: random.Random) -> tuple[Made, dict[str, Any]]:
    """What the seat has signed on the open base, or for the round before it, with its next number."""
    events = [e for e in match.rounds.on_open_base() if e.msg.seat == seat] or [
        e for e in match.rounds.closed[-1].events if e.msg.seat == seat]
    event = rng.choice(events)
    return (type(event.msg), event.msg.body), {"r": event.msg.r, "prev": event.msg.prev}


def _closed_by_some(match: Match, rng: random.Random) -> str:
    """The digest of the open round if some of the events on its base had closed it, those of one seat or more."""
    events = match.rounds.on_open_base()
    there = {e.msg.seat: e for e in rng.sample(events, len(events)) if rng.random() < 0.8}
    return b64(round_digest(match.feeds.gid, match.rounds.r, match.rounds.digest, [there[s].id for s in sorted(there)]))


def _place(match: Match, rng: random.Random) -> dict[str, Any]:
    """A base and a round that do not fit each other, or that no other seat has."""
    open_round = match.rounds.r
    return rng.choice((
        {"prev": b64(rng.randbytes(32)), "r": open_round + rng.choice((-1, 0, 0, 1, 1, 2))},
        {"prev": _closed_by_some(match, rng), "r": open_round + rng.choice((0, 1, 1, 1, 2))},
        {"prev": _closed_by_some(match, rng), "r": open_round + 1},
        {"prev": b64(match.rounds.digests[-2]), "r": open_round - rng.choice((0, 1))},
        {"r": open_round + rng.choice((-1, 1))},
    ))  # fmt: skip


def lie(person: Person, rng: random.Random) -> None:
    """Signs what an honest end of a record has not: a false number, another base, a round too far, the same twice."""
    match, seat = person.match, rng.choice(list(person.match.keys))
    changes: dict[str, Any] = {}
    try:
        if rng.random() < 0.2:
            (kind, body), changes = _once_more(match, seat, rng)
        elif rng.random() < 0.4:
            kind, body = ev.Entropy, _element(match, seat, rng)
        else:
            kind, body = rng.choice(WAYS)(match, seat, rng)
    except IndexError:  # there is nothing of that kind yet
        return
    if rng.random() < 0.6:
        changes |= _place(match, rng)
    person.receive([forge(match, seat, kind, body, **{"inc": (), **changes})])


def lying_end(seed: int, *, goes_on: bool) -> tuple[list[bytes], set[str]]:
    """A match that is honest up to a round, then has lies of one person, and the names of his seats.

    It ends there, in the middle of what others do, or all play on for some rounds.
    """
    rng = random.Random(f"end {seed}")
    policy = rng.choice(["mover+others", "mover+next", "mover+judge", "mover+judge+others"])
    judge = rng.choice([JUDGE, JUDGE, 0]) if "judge" in policy else None
    holders = rng.choice([(), (0, 1, 1), (0, 1, 0), (0, 0, 0)])
    people = invite(policy, holders=holders, nonce=rng.randbytes(16), turns=1, judge=judge)
    settle(people)
    stop = rng.choice([rng.randrange(2, 12), rng.randrange(2, 60)])
    for _ in range(200):
        if people[0].match.rounds.r >= stop:
            break
        for person in rng.sample(people, len(people)):
            person.work(rng)
        exchange(people)
    insider = rng.choice(people)
    for _ in range(rng.choice([1, 1, 2, 4])):
        for person in people:
            if rng.random() < 0.4:
                person.work(rng)
        if rng.random() < 0.5:
            exchange(people)
        lie(insider, rng)
    exchange(people)
    for _ in range(8 if goes_on else 0):
        for person in people:
            person.work(rng)
        exchange(people)
    names = insider.match.binding.names
    return lines_of(people), {names[seat] for seat in insider.match.keys}
