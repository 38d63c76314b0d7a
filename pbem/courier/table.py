"""One match as its courier sees it: who the others are, how to write to them, what is to be sent to whom.

Belongs here: letters and reminders of one open match. Must not be here: sending them, taking in.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from pbem.courier.journal import HOUR, Journal, Written, is_within
from pbem.courier.report import WRITER, picture, report, subject
from pbem.courier.settings import Settings
from pbem.courier.ways import MailWay
from pbem.desk.waiting import since, utc
from pbem.desk.wishes import wish_field
from pbem.errors import WrongUse
from pbem.home import Home
from pbem.match.folder import GameFolder
from pbem.match.match import Match
from pbem.post.mail.letter import Kind, Letter, addresses, compose, new_message_id
from pbem.post.names import packet_name
from pbem.post.outgoing import checked_address
from pbem.post.packet import pack_all

DAY = 24 * HOUR


@dataclass(frozen=True, slots=True)
class Other:
    """Another person of a match: the seats, and the address, empty if it is not known."""

    id: str
    name: str
    address: str
    seats: tuple[int, ...]


@dataclass(slots=True)
class Table:
    """An open match, and what its courier needs to write about it."""

    game: GameFolder
    home: Home
    settings: Settings
    journal: Journal
    now: int
    open_for: Callable[[int], int]  # for how many seconds a round has been open here
    tell: Callable[[str], None]
    others: list[Other] = field(init=False)

    def __post_init__(self) -> None:
        self.others = others_of(self.match, self.home)

    @property
    def match(self) -> Match:
        """The match."""
        return self.game.match

    @property
    def heads(self) -> dict[str, int]:
        """How many events each of our seats has signed."""
        return {str(s): self.match.feeds.feeds[s].n for s in sorted(self.match.keys)}

    def is_unsent(self, way: str) -> bool:
        """Whether something that was signed here did not go by this way yet."""
        return bool(self.others) and self.journal.state.heads.get(way, {}).get(self.game.gid) != self.heads

    def packets(self, seats: Collection[int]) -> list[tuple[str, bytes]]:
        """Names and contents of the packets with what these seats may lack."""
        mine = min(self.match.keys)
        match, n = self.match, max(self.heads.values())
        name = packet_name(match.ruleset.name, match.rounds.r, n, match.name(mine))
        stem = name.removesuffix(".pbem")
        made = enumerate(pack_all(self.game.lines_for(seats)), 1)
        return [(name if i == 1 else f"{stem}-{i}.pbem", payload) for i, payload in made]

    def write_turn(self, way: MailWay) -> bool:
        """A letter to all others whose address is known with what they may lack; whether there is anybody."""
        known = [one for one in self.others if one.address]
        for one in self.others:
            if not one.address:
                self.tell(f"{one.name} has no address here, so gets no mail: read in their card with pbem id add FILE")
        if not known:
            return False
        self._write(way, "turn", known, self.game.others, heads=self.heads)
        return True

    def write_again(self, way: MailWay, other: Other, because: str) -> None:
        """What somebody lacks who said so, in the mail `because`."""
        self._write(way, "again", [other], other.seats, because=because)

    def write_reminders(self, way: MailWay) -> list[str]:
        """Reminds whoever is awaited, if it is this courier's turn to; gives the names.

        The couriers of a match take turns, one each day, so that nobody gets more than one mail a day and seat.
        """
        after = self.settings.reminders.after_hours * HOUR
        if not after or not self.match.can_sign():
            return []
        turn = self.open_for(self.match.rounds.r) // after - 1
        owing = {d.seat for d in self.match.owing()}
        done = self.journal.state.reminded.get(self.game.gid, {})
        reminded = []
        for other in self.others if turn >= 0 else ():
            seats = [s for s in other.seats if s in owing and not is_within(DAY, done.get(str(s), -DAY), self.now)]
            spared = not other.address or other.name in self.settings.reminders.spare or self.spares(other)
            if seats and not spared and self._is_ours(turn, other):
                self._write(way, "reminder", [other], other.seats, reminds=seats)
                reminded.append(other.name)
        return reminded

    def other_at(self, address: str) -> Other | None:
        """The other person with this address; None if there is none."""
        return next((one for one in self.others if one.address and one.address == address), None)

    def other_of(self, seat: int) -> Other | None:
        """The other person who holds a seat, if there is an address; None if there is none."""
        return next((one for one in self.others if one.address and seat in one.seats), None)

    def spares(self, other: Other) -> bool:
        """Whether somebody's last wish was to have no reminders."""
        return other.address in self.journal.state.spared.get(self.game.gid, ())

    def lacks(self, other: Other, round: int, awaits: Sequence[str]) -> bool:
        """Whether somebody who stands at this round, and waits for these seats, lacks something that we have."""
        match = self.match
        owing = {d.name for d in match.owing()}
        given = {match.name(s) for s in match.keys} - owing
        return round < match.rounds.r or (round == match.rounds.r and bool(given & set(awaits)))

    def _is_ours(self, turn: int, awaited: Other) -> bool:
        """Whether it is our turn to remind: all but the awaited one remind in turn, in the order of their seats."""
        seats = self.match.binding.seats
        me = seats[min(self.match.keys)].id
        circle = [id for id in dict.fromkeys(seat.id for seat in seats) if id != awaited.id]
        return circle[turn % len(circle)] == me

    def _write(
        self, way: MailWay, kind: Kind, to: Sequence[Other], seats: Collection[int], *,
        heads: Mapping[str, int] | None = None, because: str = "", reminds: Sequence[int] = (),
    ) -> None:
        match, gid = self.match, self.game.gid
        packets = self.packets(seats)
        awaits = tuple(dict.fromkeys(d.name for d in match.owing()))
        last = self.journal.state.last.get(gid)
        card = self.home.card()
        mine = dict.fromkeys(match.keys, f"{card.name}, {WRITER}")
        names = {s: one.name for one in self.others for s in one.seats} | mine
        told = report(match, self._told_from(way.name), names)
        text = f"{self._reminder(reminds)}\n\n{told}" if reminds else told
        drawn = picture(match) if self.settings.picture and packets else b""
        for number, packet in enumerate(packets, 1):
            letter = Letter(
                message_id=new_message_id(gid, way.settings.address),
                sender=f"{way.settings.name or card.name} <{way.settings.address}>",
                to=addresses([(one.name, one.address) for one in to]), subject=subject(match),
                date=datetime.fromtimestamp(self.now, UTC), text=text, game=gid, kind=kind, round=match.rounds.r,
                label=(match.ruleset.name, match.name(min(match.keys)), "all" if len(to) > 1 else to[0].name),
                packet=packet, awaits=awaits, follows=(last,) if last else (), picture=drawn,
                wish=wish_field(match, wanted=self.settings.reminders.receive),
            )
            is_last = number == len(packets)
            self.journal.keep_letter(
                Written(
                    id=letter.message_id, game=gid, way=way.name, kind=kind, to=tuple(one.address for one in to),
                    time=self.now, heads=dict(heads or {}) if is_last else {}, because=because,
                    seats=tuple(map(str, reminds)), round=match.rounds.r,
                ),
                compose(letter),
            )

    def _told_from(self, way: str) -> int:
        """The round from which on the last letter did not tell."""
        return self.journal.state.told.get(way, {}).get(self.game.gid, 0)

    def _reminder(self, seats: Sequence[int]) -> str:
        names, time = ", ".join(map(self.match.name, seats)), since(self.match)
        return f"A reminder. Awaited: {names}" + (f", since {utc(time)}" if time else "")


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
