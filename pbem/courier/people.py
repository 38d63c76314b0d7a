"""The people of a match as a courier knows them: where they sit, their addresses, what each has of the record.

Belongs here: that knowledge, from the record, from what they said in letters, from what was sent. Must not be here: who
gets a letter (`spread`), letters.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from pbem.courier.entries import HOUR, Has, Heads, HeardFrom
from pbem.courier.journal import Journal, is_within
from pbem.courier.spread import LOOKED_BACK, CourierView, is_short, lately
from pbem.desk.heads import HeadsSaid, heads_of, known_of
from pbem.errors import WrongUse
from pbem.home import Home
from pbem.match.folder import GameFolder
from pbem.match.match import Match
from pbem.match.policy import may_show
from pbem.post.outgoing import checked_address

DAY = 24 * HOUR
SLOW = HOUR // 2  # a letter may take so long
NEWS = 12 * HOUR  # after so long everybody hears what happened, from whoever is awaited; later from the others


@dataclass(frozen=True, slots=True)
class Other:
    """Another person of a match: the seats, and the address, empty if it is not known."""

    id: str
    name: str
    address: str
    seats: tuple[int, ...]


@dataclass(slots=True)
class Circle:
    """Everybody of an open match. `in_folder`: a shared folder reaches whoever has no address."""

    game: GameFolder
    journal: Journal
    others: Sequence[Other]
    now: int
    in_folder: bool = False
    order: list[str] = field(init=False)  # everybody's identity in the order of their first seats, ours too

    def __post_init__(self) -> None:
        self.order = list(dict.fromkeys(seat.id for seat in self.match.binding.seats))

    @property
    def match(self) -> Match:
        """The match."""
        return self.game.match

    @property
    def me(self) -> int:
        """Our own number."""
        return self.number(min(self.match.keys))

    def number(self, seat: int) -> int:
        """The number of whoever holds a seat."""
        return self.order.index(self.match.binding.seats[seat].id)

    def first_seat(self, person: int) -> int:
        """The first seat of a person."""
        return next(s for s, seat in enumerate(self.match.binding.seats) if seat.id == self.order[person])

    def other(self, person: int) -> Other:
        """Somebody else, by number."""
        return next(one for one in self.others if one.id == self.order[person])

    # ------------------------------------------------------------------ what they have

    @property
    def heads(self) -> tuple[int, ...]:
        """What we have."""
        return tuple(n for n, _ in heads_of(self.match))

    def proven(self, other: Other) -> tuple[int, ...]:
        """What somebody has by what he signed in the record; -1 for each seat if he signed nothing yet."""
        return tuple(self.game.proven_by(other.seats)) or (-1,) * len(self.heads)

    def has(self, other: Other) -> tuple[int, ...]:
        """What somebody has by what he signed, in the record or in a letter, and by what was sent to him."""
        if self.in_folder and not other.address:
            return self.heads
        known, seats = self.known(other), len(self.heads)
        said, assumed = _listed(known.sure, seats), _listed(known.assumed, seats)
        return tuple(map(max, self.proven(other), said, assumed))

    def known(self, other: Other) -> Has:
        """What somebody said in letters, and what was sent to him."""
        return self.journal.state.has.get(self.game.gid, {}).get(other.id, Has())

    # ------------------------------------------------------------------ whom they can write to

    def reached(self) -> frozenset[int]:
        """Whom we can write to."""
        open_to = {one.id for one in self.others if self.in_folder or (one.address and not self.is_bounced(one))}
        return frozenset(person for person, id in enumerate(self.order) if id in open_to)

    def to_ask(self) -> Other | None:
        """Who told us long ago that he has what we lack: it was lost on its way to us. None if nobody did."""
        mine = self.heads
        for other in self.others:
            known = self.known(other)
            if is_short(mine, _listed(known.sure, len(mine))) and not is_within(SLOW, known.said, self.now):
                return other
        return None

    def is_bounced(self, other: Other) -> bool:
        """Whether a letter to somebody came back within a day: tomorrow it is tried again."""
        return is_within(DAY, self.journal.state.bounced.get(other.address, -DAY), self.now)

    def _reach(self) -> dict[int, frozenset[int]]:
        told = {self.order.index(one.id): self.known(one).reach for one in self.others}
        reach = {p: frozenset(self.order.index(id) for id in ids) for p, ids in told.items() if ids is not None}
        return reach | {self.me: self.reached()}

    # ------------------------------------------------------------------ the match as it stands

    def look(self) -> CourierView:
        """The match as we see it."""
        match, heads = self.match, self.heads
        has = {self.order.index(one.id): self.has(one) for one in self.others}
        owing = match.owing()
        expected = match.binding.expected()
        asked = expected.seats if expected is not None and owing else ()
        return CourierView(
            me=self.me, heads=heads, has=has, reach=self._reach(),
            owing=self._people(d.seat for d in owing), ready=self._people(self._ready()),
            collector=self._collector(asked), begun=tuple(self.game.held_after(len(match.rounds.closed))),
            by_tools=bool(owing) and all(d.is_mechanical for d in owing),
            to_tell=frozenset(self._to_tell(has)),
            missed=frozenset(self.order.index(one.id) for one in self.others if self.is_bounced(one)),
            lately=lately(self._acted(), len(self.order)),
        )

    def _acted(self) -> Iterator[tuple[int, ...]]:
        """Who acted in the last rounds that closed, the newest first; dice are no act."""
        for closed in reversed(self.match.rounds.closed[-LOOKED_BACK:]):
            if closed.events[0].msg.kind != "entropy":
                yield self._people(iter(closed.seats))

    def _people(self, seats: Iterator[int]) -> tuple[int, ...]:
        return tuple(dict.fromkeys(self.number(seat) for seat in seats))

    def _ready(self) -> Iterator[int]:
        """The seats whose turn it is among those that owe something."""
        match = self.match
        expected = match.binding.expected()
        for duty in match.owing():
            if duty.kind != "entropy" or expected is None or may_show(
                duty.seat, match.binding.seats, match.binding.movers, list(match.rounds.effective), expected.seats
            ):
                yield duty.seat

    def _collector(self, asked: Sequence[int]) -> int:
        """Whoever sees the open round closed: the last who is asked; while seats are taken, the host."""
        host = self.match.genesis.msg.body.host
        if any(duty.kind == "join" for duty in self.match.owing()) and host in self.order:
            return self.order.index(host)
        return self.number(asked[-1]) if asked else self.me

    def _to_tell(self, has: Mapping[int, Sequence[int]]) -> Iterator[int]:
        """Whoever lacks a remark of ours, or waits for us to pass something on; everybody, if one heard nothing long.

        Whoever tells all others tells it in one letter, and says so, so that nobody tells it again.
        """
        relay = self.journal.state.relay.get(self.game.gid, ())
        everybody = bool(self.match.feeds.twins) or any(map(self._is_late, has.values()))
        for person, heads in has.items():
            if everybody or self.order[person] in relay or self._has_news(heads):
                yield person

    def _has_news(self, heads: Sequence[int]) -> bool:
        """Whether somebody lacks what we said beside the rounds: a remark, a resignation, a proposal."""
        feeds = self.match.feeds
        return any(
            feeds.by_id[id].msg.lane == "side"
            for seat in self.match.keys for id in feeds.feeds[seat].ids[max(0, heads[seat]):])

    def _is_late(self, heads: Sequence[int]) -> bool:
        """Whether somebody lacks something that has been here for long. Who is awaited knows most, and tells first."""
        feeds, me = self.match.feeds, self.me
        is_awaited = any(duty.seat in self.match.keys for duty in self.match.owing())
        wait = NEWS if is_awaited else NEWS + HOUR * (2 + me) // 2
        missing = (feed.ids[max(0, n):][:1] for feed, n in zip(feeds.feeds, heads, strict=True))
        return any(not is_within(wait, feeds.by_id[id].msg.t, self.now) for ids in missing for id in ids)


def heard_of(circle: Circle, said: HeadsSaid) -> HeardFrom | None:
    """What somebody said in a letter, as it is kept; None if it says nothing new: of us, or for a time to come."""
    if said.seat in circle.match.keys or said.time > circle.now + DAY:
        return None
    seats = circle.match.binding.seats
    ids = {seat: seats[seat].id for seat in range(len(seats))}
    me, who = circle.order[circle.me], ids[said.seat]
    supposed = [ids[to] for by, to in said.through if ids[by] != me and ids[to] not in (me, who)]
    alike = dict.fromkeys(ids[s] for s in sorted(said.alike) if ids[s] not in (me, who))
    relay = dict.fromkeys(ids[to] for by, to in said.through if ids[by] == me and ids[to] != me)
    return HeardFrom(
        game=circle.game.gid, who=who, time=said.time, heads=kept(known_of(circle.match, said)),
        reach=tuple(ids[s] for s in sorted(said.reach)), alike=tuple(dict.fromkeys((*alike, *supposed))),
        relay=tuple(relay),
    )


def kept(heads: Sequence[int]) -> Heads:
    """Heads as the journal keeps them."""
    return {str(seat): n for seat, n in enumerate(heads)}


def _listed(heads: Heads, seats: int) -> list[int]:
    return [heads.get(str(seat), -1) for seat in range(seats)]


def others_of(match: Match, home: Home) -> list[Other]:
    """The other people of a match in the order of their seats, with what the address book knows of them."""
    people = home.people.all()
    seats: dict[str, list[int]] = {}
    for number, seat in enumerate(match.binding.seats):
        seats.setdefault(seat.id, []).append(number)
    found = []
    for id, numbers in seats.items():
        if not set(numbers) & set(match.keys):
            person = people.get(id)
            name = person.name if person is not None else match.name(numbers[0])
            found.append(Other(id, name, _usable(person.address) if person is not None else "", tuple(numbers)))
    return found


def _usable(address: str) -> str:
    """An address of a card, if mail can go there; empty if not."""
    try:
        checked_address(address)
    except WrongUse:
        return ""
    return address.lower()
