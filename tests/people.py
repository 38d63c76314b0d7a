"""People with separate tools, for tests: each holds seats and sends what it signs to the others."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import msgspec

from pbem.crypto.hashing import b64
from pbem.crypto.keys import identity_seed, public_key
from pbem.match.match import Duty, Match
from pbem.match.start import new_genesis
from pbem.play.requests import Seal, SealMany
from pbem.record import events as ev
from pbem.record.events import SeatMessage
from pbem.record.wire import CODEC, Event
from pbem.ruleset import Ruleset, Value
from tiny import TINY

JUDGE = 99  # the judge's number as a person


class Person:
    """One player's tool: the seats held, the log as far as it got here."""

    ruleset: Ruleset = TINY

    def __init__(
        self, genesis: Event, masters: dict[int, bytes], ruleset: Ruleset = TINY, *, despite_desync: bool = False
    ) -> None:
        self.ruleset = ruleset
        self.log: list[Event] = [genesis]
        self.match = Match(
            genesis, ruleset, ruleset.data_files(None), masters=masters, keep=self.log.append,
            despite_desync=despite_desync, may_pass=lambda _round: True,
        )

    def receive(self, events: Sequence[Event]) -> None:
        self.match.take(events)
        known = {e.id for e in self.log}
        self.log += [e for e in events if e.id not in known]

    def work(self, rng: random.Random) -> bool:
        """Does all that is owed here now; whether anything was done."""
        done = bool(self.match.run_mechanical())
        for duty in self.match.mine():
            if duty.is_mechanical:
                continue
            done = True
            self.carry_out(duty, rng)
            self.match.run_mechanical()
        return done

    def carry_out(self, duty: Duty, rng: random.Random) -> Event:
        """Joins, or lets the bot answer."""
        if duty.kind == "join":
            return self.match.join(duty.seat)
        request, table = self.match.request, self.match.binding.table
        assert request is not None
        choice = self.ruleset.bots["random"](duty.name).choose(self.match.state, request, table.peek, rng)
        if isinstance(request, Seal | SealMany):
            items = request.per_seat()[duty.name]
            chosen = choice if isinstance(request, SealMany) else [choice]
            return self.match.seal(duty.seat, [i.spell(c) for i, c in zip(items, chosen, strict=True)])
        return self.match.answer(duty.seat, table.options.spell(choice))


def master(i: int) -> bytes:
    return bytes([i + 1]) * 32


def identity(i: int) -> str:
    return b64(public_key(identity_seed(master(i))))


def first_line(
    policy: str = "mover+others",
    *,
    ruleset: Ruleset = TINY,
    holders: Sequence[int] = (),
    judge: int | None = None,
    nonce: bytes = bytes(16),
    clock: ev.Clock | None = None,
    **options: Value,
) -> Event:
    """The first line; `holders` are the persons of the seats (without: one each), `judge` that of the judge's."""
    ids = [identity(i) for i in holders or range(len(ruleset.seats_of(options)))]
    referee = None if judge is None else identity(judge)
    return new_genesis(master(0), ruleset, ids, options, nonce=nonce, policy=policy, judge=referee, clock=clock)


def invite(
    policy: str = "mover+others",
    *,
    ruleset: Ruleset = TINY,
    holders: Sequence[int] = (),
    judge: int | None = None,
    nonce: bytes = bytes(16),
    **options: Value,
) -> list[Person]:
    """The people of a match before their joins, in the order of their first seats, the judge last."""
    genesis = first_line(policy, ruleset=ruleset, holders=holders, judge=judge, nonce=nonce, **options)
    seats = list(holders or range(len(ruleset.seats_of(options)))) + ([] if judge is None else [judge])
    return [
        Person(genesis, {s: master(p) for s, p in enumerate(seats) if p == person}, ruleset)
        for person in dict.fromkeys(seats)
    ]


def exchange(people: Sequence[Person]) -> None:
    """Everybody gets everything."""
    everything = list({e.id: e for p in people for e in p.log}.values())
    for person in people:
        person.receive(everything)


def settle(people: Sequence[Person]) -> None:
    """All join, and everything that needs no human is done."""
    for person in people:
        for duty in person.match.mine():
            if duty.kind == "join":
                person.match.join(duty.seat)
    exchange(people)
    while [e for p in people for e in p.match.run_mechanical()]:
        exchange(people)


def finish(
    people: Sequence[Person], rng: random.Random, *, rounds: int = 2000, until: Callable[[], bool] = lambda: False
) -> None:
    """Plays on until nobody owes anything, or `until`."""
    for _ in range(rounds):
        if until():
            return
        worked = [p.work(rng) for p in people]
        exchange(people)
        if not any(worked):
            return
    raise AssertionError("the match does not end")


def forge(match: Match, seat: int, kind: type[SeatMessage], body: object, **changes: object) -> Event:
    """An event that the tool would not make, signed by the seat all the same; it is taken in nowhere yet."""
    core = match._core(seat) | changes
    return CODEC.make(kind(**core, body=body), match.keys[seat].sign_seed)  # type: ignore[arg-type, call-arg]


def send(people: Sequence[Person], *events: Event) -> None:
    """These events come to everybody, and nothing else happens."""
    for person in people:
        person.receive(events)


def whys(people: Sequence[Person]) -> list[str]:
    """Why events were void; the same at every table."""
    found = [[v.why for v in p.match.rounds.voids] for p in people]
    assert all(f == found[0] for f in found)
    return found[0]


def agree(people: Sequence[Person]) -> None:
    """All tables stand at the same position of the same round."""
    assert len({p.match.rounds.digest for p in people}) == 1
    assert len({msgspec.json.encode(p.match.state) for p in people}) == 1
    assert len({p.match.result for p in people}) == 1


def twins():
    """Two events of green for one place, everybody else's play going on for a while before."""
    people = invite(turns=1)
    finish(people, random.Random(5), until=lambda: people[0].match.rounds.r >= 8)
    match = people[1].match
    core = match._core(1) | {"inc": ()}
    pair = [CODEC.make(ev.Note(**core, body=ev.NoteBody(text=t)), match.keys[1].sign_seed) for t in ("a", "b")]
    return people, pair
