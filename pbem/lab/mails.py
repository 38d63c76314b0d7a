"""What a game by mail puts into inboxes: the letters and notices of couriers that play a record again, in memory.

Each person of the record has a courier, and all are at their machines at once: in a pass each courier looks, then its
person decides what is asked. Who gets a letter is decided by the very function that couriers use
(`pbem.courier.spread`); what they know of each other follows from the record and from letters, as there. A letter
carries the packet with what its receivers lack; what stands beside it, of which the report is the most, is reckoned at
`BESIDE` bytes.

`least` is what no order of letters can go below: whoever makes an event must have all rounds before it, so a baton goes
from each who acts to the next, in the order that was best for what came, which nobody knows beforehand.
Belongs here: that play, counting. Must not be here: printing, reading a log (`finished`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pbem.audit.findings.watch import Watch
from pbem.courier.spread import LOOKED_BACK, CourierView, is_short, lately, spread
from pbem.kit.bots import decided
from pbem.lab.finished import read_finished
from pbem.match.binding import Binding
from pbem.match.policy import shown_before
from pbem.play.sight import peek_of
from pbem.post.packet import pack
from pbem.record import events as ev
from pbem.record.events import Seat
from pbem.record.rounds import Closed

BESIDE = 3_000  # bytes of a letter beside its packet
TWICE = 4_096  # bytes up to which a packet stands in the text besides
Heads = list[int]


@dataclass(frozen=True, slots=True)
class Mails:
    """Mails that came to all players together: letters, their bytes, notices; and the fewest letters there could be.

    `asking` are the letters that ask one of their receivers something: the others leave the inbox. A judge is no
    player: what came to one is `judged`, and nothing else counts it.
    """

    people: int
    letters: int
    asking: int
    bytes: int
    notices: int
    least: int
    judged: int = 0


@dataclass(frozen=True, slots=True)
class MailRound:
    """A closed round: its seats, with the line of each; those whose person decided; whose dice come first."""

    kind: str
    seats: tuple[int, ...]
    lines: tuple[bytes, ...]
    deciding: frozenset[int]
    movers: tuple[int, ...]

    @property
    def is_mechanical(self) -> bool:
        """Whether tools make all of it."""
        return self.kind not in ("act", "seal")


class MailNoting(Watch):
    """The engine of a reading that notes the rounds after the joins."""

    def __init__(self, binding: Binding) -> None:
        super().__init__(binding)
        self.found: list[MailRound] = []

    def close(self, closed: Closed) -> None:
        """Notes a round, as long as the table stands before it."""
        if closed.r > 1:
            self.found.append(self._noted(closed))
        super().close(closed)

    def _noted(self, closed: Closed) -> MailRound:
        binding, kind = self.binding, str(closed.events[0].msg.kind)
        said = [e.seat for e in closed.events if isinstance(e.msg, ev.Seal) or _is_answer(e.msg)]
        if kind == "act" and not said:
            kind = "draw"
        lines = tuple(event.line for event in closed.events)
        deciding = frozenset(seat for seat in said if self._decides(seat))
        return MailRound(kind, closed.seats, lines, deciding, tuple(binding.movers))

    def _decides(self, seat: int) -> bool:
        binding, request = self.binding, self.binding.table.pending
        name = binding.names[seat]
        return request is not None and decided(request, name, peek_of(binding.table, name)) is None


class Office:
    """People, their couriers, and the rounds that they play again; `run` gives what came into their inboxes."""

    def __init__(self, seats: Sequence[Seat], rounds: Sequence[MailRound]) -> None:
        self._seats, self._rounds = seats, rounds
        order = list(dict.fromkeys(seat.id for seat in seats))
        self._holds = [order.index(seat.id) for seat in seats]  # by seat: the number of its person
        self._begun: list[Heads] = [[0] * len(seats)]  # by round: how many events of each seat are older
        self._round_of: list[list[int]] = [[] for _ in seats]
        for number, one in enumerate(rounds):
            heads = list(self._begun[-1])
            for seat in one.seats:
                heads[seat] += 1
                self._round_of[seat].append(number)
            self._begun.append(heads)
        self._people = [_Person(p, len(order), len(seats)) for p in range(len(order))]
        self._players = {self._holds[s] for s, seat in enumerate(seats) if seat.role != "judge"}
        self._letters = self._asking = self._bytes = self._notices = self._judged = 0

    def run(self) -> Mails:
        """Plays until everybody has everything."""
        while any(is_short(person.heads, self._begun[-1]) for person in self._people):
            before = self._letters + self._judged, [list(person.heads) for person in self._people]
            for person in self._people:
                self._look(person)
                self._make(person, decides=True)
            is_idle = before == (self._letters + self._judged, [person.heads for person in self._people])
            assert not is_idle or any(person.inbox for person in self._people), "the couriers stand still"
        return Mails(
            len(self._players), self._letters, self._asking, self._bytes, self._notices, self._least(), self._judged)

    def _least(self) -> int:
        """The fewest letters to players, over every order in which tools and people could act in a round."""
        costs = dict.fromkeys(range(len(self._people)), 0)
        for one in self._rounds:
            acting = {self._holds[seat] for seat in one.seats}
            movers = {self._holds[seat] for seat in one.movers if seat in one.seats} if one.kind == "entropy" else set()
            first, last = movers or acting, (acting - movers) or acting
            costs = {
                end: min(cost + self._to_players(acting, first, start, end) for start, cost in costs.items())
                for end in last
            }
        return min(costs.values(), default=0)

    def _to_players(self, acting: set[int], first: set[int], start: int, end: int) -> int:
        """Letters to players in a round; who has the baton from the one before needs none if he begins."""
        has_it = start in first and (start != end or len(acting) == 1)
        return len((acting - {start} if has_it else acting) & self._players)

    # ------------------------------------------------------------------ one courier

    def _look(self, person: _Person) -> None:
        for sender, heads, alike in person.inbox:
            for who in {sender, *alike} - {person.number}:
                _raise(person.has[who], heads)
            _raise(person.heads, heads)
            for seat, n in enumerate(heads):  # whoever signed in a round has all of those before
                if n and (who := self._holds[seat]) != person.number:
                    _raise(person.has[who], self._begun[self._round_of[seat][n - 1]])
        person.inbox.clear()
        self._make(person)
        number = self._open(person)
        if number < len(self._rounds) and person.noticed < number:
            asked = [seat for seat in self._rounds[number].deciding if self._holds[seat] == person.number]
            if any(self._owes(person, number, seat) for seat in asked):
                person.noticed, self._notices = number, self._notices + 1
        self._write(person, number)

    def _make(self, person: _Person, *, decides: bool = False) -> None:
        """All that tools make by themselves, and what the person decides."""
        is_done = False
        while not is_done and (number := self._open(person)) < len(self._rounds):
            one, is_done = self._rounds[number], True
            for seat in one.seats:
                is_mine = self._holds[seat] == person.number and self._owes(person, number, seat)
                if is_mine and (decides or seat not in one.deciding) and self._may_show(person, number, seat):
                    person.heads[seat] += 1
                    is_done = False

    def _open(self, person: _Person) -> int:
        """The round that is open for somebody."""
        while person.open < len(self._rounds) and not is_short(person.heads, self._begun[person.open + 1]):
            person.open += 1
        return person.open

    def _owes(self, person: _Person, number: int, seat: int) -> bool:
        return person.heads[seat] <= self._begun[number][seat]

    def _may_show(self, person: _Person, number: int, seat: int) -> bool:
        one = self._rounds[number]
        if one.kind != "entropy":
            return True
        before = shown_before(seat, self._seats, one.movers, one.seats)
        return not any(self._owes(person, number, other) for other in before)

    def _write(self, person: _Person, number: int) -> None:
        """The letter that its courier writes now."""
        look = self._look_of(person, number)
        to = spread(look).to
        if not to:
            return
        lacks = [min(person.has[other][seat] for other in to) for seat in range(len(self._seats))]
        alike = (*to, *(other for other, has in person.has.items() if not is_short(has, person.heads)))
        players = len(self._players.intersection(to))
        self._judged += len(to) - players
        self._letters += players
        self._asking += players if not look.by_tools and set(look.owing) & set(to) else 0
        self._bytes += players * self._size(lacks, person.heads)
        for other in to:
            person.has[other] = list(person.heads)
            self._people[other].inbox.append((person.number, list(person.heads), alike))

    def _look_of(self, person: _Person, number: int) -> CourierView:
        owing, ready, by_tools, collector = list[int](), list[int](), False, person.number
        if number < len(self._rounds):
            one = self._rounds[number]
            owing = [seat for seat in one.seats if self._owes(person, number, seat)]
            ready = [seat for seat in owing if self._may_show(person, number, seat)]
            by_tools, collector = one.is_mechanical, self._holds[one.seats[-1]]
        before = reversed(self._rounds[max(0, number - LOOKED_BACK) : number])
        acted = (self._of(one.seats) for one in before if one.kind != "entropy")
        return CourierView(
            me=person.number, heads=tuple(person.heads), has={p: tuple(has) for p, has in person.has.items()}, reach={},
            owing=self._of(owing), ready=self._of(ready), collector=collector, begun=tuple(self._begun[number]),
            by_tools=by_tools, lately=lately(acted, len(self._people)))

    def _of(self, seats: Sequence[int]) -> tuple[int, ...]:
        return tuple(dict.fromkeys(self._holds[seat] for seat in seats))

    def _size(self, lacks: Heads, has: Heads) -> int:
        packet = len(pack(list(self._lines(lacks, has))))
        encoded = packet * 4 // 3
        return BESIDE + encoded + (encoded if packet <= TWICE else 0)

    def _lines(self, lacks: Heads, has: Heads) -> Iterator[bytes]:
        for seat, (low, high) in enumerate(zip(lacks, has, strict=True)):
            for number in self._round_of[seat][low:high]:
                one = self._rounds[number]
                yield one.lines[one.seats.index(seat)]


class _Person:
    """Somebody with a courier: what he has, what he knows that others have, what lies in his inbox."""

    def __init__(self, number: int, people: int, seats: int) -> None:
        self.number, self.open, self.noticed = number, 0, -1
        self.heads: Heads = [0] * seats
        self.has: dict[int, Heads] = {p: [0] * seats for p in range(people) if p != number}
        self.inbox: list[tuple[int, Heads, tuple[int, ...]]] = []


def _raise(heads: Heads, others: Sequence[int]) -> None:
    heads[:] = map(max, heads, others)


def _is_answer(msg: object) -> bool:
    return isinstance(msg, ev.Act) and isinstance(msg.body, ev.Answer)


def mails_of(log: Path) -> Mails:
    """What a finished log in which every seat has disclosed its secret would have put into inboxes."""
    noting = read_finished(log, lambda binding, _shown: MailNoting(binding))
    return Office(noting.binding.seats, noting.found).run()
