"""People with separate tools, for tests: each holds one seat and sends what it signs to the others."""

from __future__ import annotations

import random
from collections.abc import Sequence

from tiny import SEATS, TINY

from pbem.crypto.hashing import b64
from pbem.crypto.keys import identity_seed, public_key
from pbem.match.match import Match
from pbem.match.start import new_genesis
from pbem.play.requests import Seal, SealMany
from pbem.record.wire import Event


class Person:
    """One player's tool: the seats held, the log as far as it got here."""

    def __init__(self, genesis: Event, masters: dict[int, bytes]) -> None:
        self.log: list[Event] = [genesis]
        self.match = Match(genesis, TINY, TINY.data_files(None), masters=masters, keep=self.log.append)

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
            if duty.kind == "join":
                self.match.join(duty.seat)
                continue
            request, table = self.match.request, self.match.binding.table
            assert request is not None
            choice = TINY.bots["random"](duty.name).choose(self.match.state, request, table.peek, rng)
            if isinstance(request, Seal | SealMany):
                items = request.per_seat()[duty.name]
                chosen = choice if isinstance(request, SealMany) else [choice]
                self.match.seal(duty.seat, [i.spell(c) for i, c in zip(items, chosen, strict=True)])
            else:
                self.match.answer(duty.seat, table.options.spell(choice))
            self.match.run_mechanical()
        return done


def master(i: int) -> bytes:
    return bytes([i + 1]) * 32


def identity(i: int) -> str:
    return b64(public_key(identity_seed(master(i))))


def invite(policy: str = "mover+others", *, turns: int = 2, nonce: bytes = bytes(16)) -> list[Person]:
    """Three people, one seat each, before their joins."""
    ids = [identity(i) for i in range(len(SEATS))]
    genesis = new_genesis(master(0), TINY, ids, {"turns": turns}, nonce=nonce, policy=policy)
    return [Person(genesis, {i: master(i)}) for i in range(len(SEATS))]


def exchange(people: Sequence[Person]) -> None:
    """Everybody gets everything."""
    everything = list({e.id: e for p in people for e in p.log}.values())
    for person in people:
        person.receive(everything)


def finish(people: Sequence[Person], rng: random.Random, *, rounds: int = 2000) -> None:
    """Plays on until nobody owes anything."""
    for _ in range(rounds):
        worked = [p.work(rng) for p in people]
        exchange(people)
        if not any(worked):
            return
    raise AssertionError("the match does not end")
