"""Recorded games, honest and wild, for properties that hold for every log."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import lru_cache

from listening import Stops
from orders import ORDERS
from pbem.crypto.entropy import Dice
from pbem.crypto.hashing import th, u64
from pbem.errors import IllegalMove
from pbem.match.match import Duty
from pbem.play.requests import Ask, Draw, DrawSecret, Open, Roll, Seal, SealMany, Write
from pbem.play.secrets import Secrets
from pbem.play.table import Table
from pbem.record import events as ev
from pbem.record.wire import Event
from pbem.ruleset import Ruleset
from people import Person, exchange, first_line, forge, master
from tiny import SEATS, TINY
from traces import Traced


class Wild(Person):
    """Lies, seals garbage, signs void events, writes notes, takes back; all of it well signed."""

    def carry_out(self, duty: Duty, rng: random.Random) -> Event | None:
        match = self.match
        if duty.kind == "join":
            return match.join(duty.seat)
        table, request = match.binding.table, match.request
        table.secrets.refuse_false = lambda *args: None  # type: ignore[method-assign]
        table.check_seal = lambda *args: None  # type: ignore[method-assign]
        if rng.random() < 0.2:
            match.note(duty.seat, f"note {rng.random()}")
        if rng.random() < 0.2:
            self.sign(forge(match, duty.seat, ev.Act, ev.Answer(rule="9", say="nonsense")))
        if rng.random() < 0.3:
            try:
                return match.undo(duty.seat, rng.randint(match.binding.undo_floor(duty.seat), match.rounds.r))
            except IllegalMove:
                pass
        if isinstance(request, Seal | SealMany):
            chosen = [rng.choice(item.legal) for item in request.per_seat()[duty.name]]
            return match.seal(duty.seat, [str(c) if rng.random() < 0.8 else "garbage" for c in chosen])
        if isinstance(request, Write):  # three steps on: legal in both games if there is room, true or not
            at = match.state.raiders[duty.name].at if self.ruleset is TINY else match.state.at.get(duty.name, 0)
            try:
                return match.answer(duty.seat, request.form.spell(tuple(range(at + 1, at + rng.randint(2, 4)))))
            except IllegalMove:
                return match.answer(duty.seat, table.options.says()[0])
        return match.answer(duty.seat, rng.choice(table.options.says()))

    def sign(self, event: Event) -> None:
        self.log.append(event)
        self.match.take([event])


@dataclass(frozen=True)
class Game:
    """A recorded game: its lines, and the game secret of each seat."""

    ruleset: Ruleset
    events: tuple[Event, ...]
    secrets: dict[int, bytes]

    @property
    def genesis(self) -> Event:
        return self.events[0]


@lru_cache(maxsize=128)
def played(seed: int) -> Game:
    """A game of three people to its end. Of four seeds two are honest; in the others nobody is, and some resign."""
    rng = random.Random(seed)
    ruleset, wild = (TINY, ORDERS)[seed % 2], seed // 2 % 2 == 1
    policy = rng.choice(["mover+others", "mover+next", "mover"])
    genesis = first_line(policy, ruleset=ruleset, nonce=rng.randbytes(16))
    people = [(Wild if wild else Person)(genesis, {i: master(i)}, ruleset) for i in range(3)]
    quits = rng.randint(10, 100) if wild else -1
    for step in range(1000):
        worked = [p.work(rng) for p in people]
        quitter = rng.choice(people).match
        if step == quits and quitter.result is None:
            (seat,) = quitter.keys
            quitter.resign(seat)
        exchange(people)
        if not any(worked):
            break
    assert people[0].match.binding.is_over
    return Game(ruleset, tuple(people[0].log), {i: p.match.keys[i].gs for i, p in enumerate(people)})


class Bench:
    """One table of the raiders, all seats played by bots; each answer is written down."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.state = TINY.new_state("chest", {"turns": 2}, {})
        self.trace: list[tuple] = []
        self.answers: list[object] = []
        self.stops: list[tuple[bytes, Secrets, int, int, int]] = []
        play = Traced(TINY.play(self.state), self.trace.append)
        self.table = Table(play, seats=SEATS, listeners=[Stops(self.stop)])
        while self.table.pending is not None:
            self.answers.append(self.choose())
            self.table.answer(self.answers[-1])

    def stop(self, state: bytes) -> None:
        """A checkpoint: all that a restart may use, and how far answers and trace had come."""
        self.stops.append((state, self.table.secrets.copy(), self.table.round, len(self.answers), len(self.trace)))

    def choose(self) -> object:
        table, request = self.table, self.table.pending
        match request:
            case Roll() | Draw() | DrawSecret():
                return Dice(th("draw", u64(table.round)))
            case Open():
                return None
            case Seal() | SealMany():
                return {s: self.bot(s) for s in table.expected()}
            case Ask(seat=seat) | Write(seat=seat):
                return self.bot(seat)
        raise AssertionError(request)

    def bot(self, seat: str) -> object:
        return TINY.bots["random"](seat).choose(self.state, self.table.pending, self.table.peek, self.rng)
