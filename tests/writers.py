"""Seats that write whatever a test wants: links, numbers and kinds may be wrong, signatures are good."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import people
from pbem.crypto.entropy import Chain
from pbem.crypto.hashing import b64, unb64
from pbem.crypto.keys import SeatKeys, identity_seed, make_pop, public_key
from pbem.record import events as ev
from pbem.record.rounds import first_digest
from pbem.record.wire import CODEC, Event

CHAIN_N = 8


def genesis(seats: int = 2, *, host: int = 0) -> Event:
    """A first line for the persons 0, 1, …, one seat each."""
    body = ev.GenesisBody(
        dice=ev.DicePolicy(by=("mover", "others")),
        engine="little/1",
        engine_hash=b64(bytes(32)),
        host=people.identity(host),
        nonce=b64(bytes(16)),
        options={"scenario": "only"},
        seats=tuple(ev.Seat(id=people.identity(i), name=f"seat{i}") for i in range(seats)),
    )
    return CODEC.make(ev.Genesis(body=body), identity_seed(people.master(host)))


@dataclass
class Writer:
    """One seat's pen. `n` and `head` go on by themselves; any field may be given otherwise."""

    first: Event
    seat: int
    person: int = -1
    n: int = 0
    head: str = ""
    written: list[Event] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.person = self.seat if self.person < 0 else self.person
        self.head = self.head or self.first.id
        self.gid = unb64(self.first.id, 32)
        self.base = b64(first_digest(self.gid))
        self.keys = SeatKeys.derive(people.master(self.person), self.gid, self.seat)
        self.chain = Chain(self.keys.gs, self.gid, self.seat, 0, CHAIN_N)

    def write(self, kind: type[ev.SeatMessage], body: Any, *, seed: bytes | None = None, **fields: Any) -> Event:
        """Signs one event and moves on to the next place."""
        core: dict[str, Any] = {
            "feed": self.head, "game": self.first.id, "n": self.n, "prev": self.base, "r": 1, "seat": self.seat, "t": 0,
        }
        event = CODEC.make(kind(**(core | fields), body=body), seed or self.keys.sign_seed)
        self.n, self.head = event.msg.n + 1, event.id  # type: ignore[union-attr]
        self.written.append(event)
        return event

    def twin_of(self, event: Event) -> Event:
        """Another event for the same place; the pen stands where it stood."""
        n, head = self.n, self.head
        msg = event.msg
        assert isinstance(msg, ev.SeatEvent)
        again = self.note(f"not {event.id}", n=msg.n, feed=msg.feed)
        self.n, self.head = n, head
        return again

    def join(self, *, seed: bytes | None = None, keys: SeatKeys | None = None, **fields: Any) -> Event:
        identity = identity_seed(people.master(self.person))
        k = keys or self.keys
        pop = make_pop(k, public_key(identity), self.chain.anchor, CHAIN_N)
        body = ev.JoinBody(
            anchor=b64(self.chain.anchor), box=b64(k.box_pk), chain_n=CHAIN_N, epoch=0, gsc=b64(k.gsc), pk=b64(k.pk),
            pop=b64(pop),
        )
        return self.write(ev.Join, body, seed=seed or identity, **fields)

    def note(self, text: str = "hello", **fields: Any) -> Event:
        return self.write(ev.Note, ev.NoteBody(text=text), **fields)

    def resign(self, **fields: Any) -> Event:
        return self.write(ev.Resign, ev.ResignBody(), **fields)

    def answer(self, say: str = "go", **fields: Any) -> Event:
        return self.write(ev.Act, ev.Answer(rule="1", say=say), **fields)

    def entropy(self, i: int, *, c: int = 0, e: bytes | None = None, **fields: Any) -> Event:
        return self.write(ev.Entropy, ev.EntropyBody(c=c, e=b64(e or self.chain.element(i)), i=i), **fields)
