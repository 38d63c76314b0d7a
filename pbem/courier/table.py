"""One match as its courier sees it: who the others are, how to write to them, what is to be sent to whom.

Belongs here: letters and reminders of one open match. Must not be here: sending them, taking in.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from pbem.courier.clocks import days_late, unheard
from pbem.courier.entries import HOUR, LOST, LetterWritten
from pbem.courier.journal import Journal, is_within
from pbem.courier.notice import Notice
from pbem.courier.people import DAY, Circle, Other, kept, others_of
from pbem.courier.report import WRITER, picture, report, subject
from pbem.courier.settings import Settings
from pbem.courier.spread import is_short, spread
from pbem.courier.ways import MailWay
from pbem.desk.heads import HeadsSaid, heads_field, heads_of
from pbem.desk.waiting import since, utc
from pbem.desk.wishes import wish_field
from pbem.home import Home
from pbem.home.beside import write_title
from pbem.home.cards import SignedCard, write_signed
from pbem.limits import MAX_SEATS
from pbem.match.folder import GameFolder
from pbem.match.match import Match
from pbem.post.mail.letter import Kind, Letter, addresses, compose, compose_notice, new_message_id
from pbem.post.names import packet_name
from pbem.post.packet import pack_all


@dataclass(slots=True)
class OpenMatch:
    """An open match, and what its courier needs to write about it."""

    game: GameFolder
    home: Home
    settings: Settings
    journal: Journal
    now: int
    open_for: Callable[[int], int]  # for how many seconds a round has been open here
    tell: Callable[[str], None]
    in_folder: bool = False
    circle: Circle = field(init=False)

    def __post_init__(self) -> None:
        self.circle = Circle(self.game, self.journal, others_of(self.match, self.home), self.now, self.in_folder)

    @property
    def others(self) -> Sequence[Other]:
        """The other people."""
        return self.circle.others

    @property
    def match(self) -> Match:
        """The match."""
        return self.game.match

    @property
    def title(self) -> str:
        """What its host calls the match; empty if nothing."""
        return self.home.titles.of(self.game.gid)

    def is_unsent(self, way: str) -> bool:
        """Whether something that is held here does not lie in this shared folder yet."""
        return bool(self.others) and is_short(self.in_way(way), self.circle.heads)

    def in_way(self, way: str) -> list[int]:
        """By seat how many of its events lie in a shared folder; below 0 if nothing of the match does."""
        there = self.journal.state.heads.get(way, {}).get(self.game.gid, {})
        return [there.get(str(seat), -1) for seat in range(len(self.circle.heads))]

    def packets(self, heads: Sequence[int]) -> list[tuple[str, bytes]]:
        """Names and contents of the packets with what somebody lacks who holds so much."""
        mine = min(self.match.keys)
        match, n = self.match, max(self.match.feeds.feeds[s].n for s in self.match.keys)
        name = packet_name(match.ruleset.name, match.rounds.r, n, match.name(mine))
        stem = name.removesuffix(".pbem")
        lines = self.game.lines_above(heads) or [self.match.genesis.line]
        made = enumerate(pack_all(lines), 1)
        return [(name if i == 1 else f"{stem}-{i}.pbem", payload) for i, payload in made]

    def write_turn(self, way: MailWay) -> list[str]:
        """A letter to whoever must hear from us now, with what they lack; gives their names."""
        plan = spread(self.circle.look())
        for other in self.others:
            self._tell_unreached(other, is_cut_off=self.circle.order.index(other.id) in plan.cut_off)
        to = [self.circle.other(person) for person in plan.to]
        if to:
            has = [min(heads) for heads in zip(*(self.circle.has(one) for one in to), strict=True)]
            self._write(way, "turn", to, has, through=plan.through)
        return [one.name for one in to]

    def _tell_unreached(self, other: Other, *, is_cut_off: bool) -> None:
        if other.address and not self.circle.is_bounced(other):
            return
        why = f"letters to {other.name} come back" if other.address else f"{other.name} has no address here"
        how = "nobody else can write to them" if is_cut_off else "others pass on what they need"
        self.tell(f"{why}: {how}; a card with their address is read in with pbem id add FILE")

    def write_again(self, way: MailWay, other: Other, because: str) -> None:
        """What somebody lacks who said so, in the mail `because`."""
        self._write(way, "again", [other], self.circle.proven(other), because=because)

    def write_lost(self, way: MailWay) -> str:
        """Tells somebody that we lack what he wrote that he has, once in some hours; gives the name, or nothing."""
        other = self.circle.to_ask()
        if other is None or not other.address:
            return ""
        asked = self.journal.state.asked.get(self.game.gid, {})
        if is_within(LOST, asked.get(other.id, -LOST), self.now):
            return ""
        self._write(way, "lost", [other], self.circle.has(other))
        return other.name

    def write_missing(self, way: MailWay, other: Other, because: str) -> bool:
        """What somebody lacks who said so in the mail `because`; whether there is anything."""
        has = self.circle.has(other)
        if is_short(has, self.circle.heads):
            self._write(way, "again", [other], has, because=because)
            return True
        return False

    def write_reminders(self, way: MailWay) -> list[str]:
        """Reminds whoever is awaited, if it is this courier's turn to; gives the names.

        The couriers of a match take turns, one each day, so that nobody gets more than one mail a day and seat. A match
        with a clock has reminders at the deadline and on each day of grace, and no others.
        """
        after = self.settings.reminders.after_hours * HOUR
        if not after or not self.match.can_sign():
            return []
        if self.match.clock is not None:
            return self._remind(way, days_late(self.match, self.now))
        open_for, claimed = self.open_for(self.match.rounds.r), since(self.match)
        if open_for < after:
            return []
        turn = (self.now - claimed if 0 < claimed <= self.now else open_for) // after - 1  # alike for all
        return self._remind(way, dict.fromkeys((d.seat for d in self.match.owing()), turn) if turn >= 0 else {})

    def write_unheard(self, way: MailWay) -> list[str]:
        """In a match with a clock: sends again, once, what somebody may never have got; gives the names.

        Without a clock a reminder does that after a day; here the first one may be weeks away.
        """
        waits, sent = unheard(self.match, self.now), self.journal.state.again.get(self.game.gid, {})
        found = []
        for other in self.others:
            days = max((waits[s] for s in other.seats if s in waits), default=0)
            is_done = is_within((days + 1) * DAY, sent.get(other.address, 0), self.now)  # since it is awaited
            if days and other.address and not is_done and self._is_ours(days - 1, other):
                self._write(way, "again", [other], self.circle.proven(other))
                found.append(other.name)
        return found

    def _remind(self, way: MailWay, turns: Mapping[int, int]) -> list[str]:
        """Reminds the people of these seats, each if it is our turn that day; gives their names."""
        done = self.journal.state.reminded.get(self.game.gid, {})
        reminded = []
        for other in self.others:
            seats = [s for s in other.seats if s in turns and not is_within(DAY, done.get(str(s), -DAY), self.now)]
            spared = not other.address or other.name in self.settings.reminders.spare or self.spares(other)
            if seats and not spared and self._is_ours(turns[seats[0]], other):
                self._write(way, "reminder", [other], self.circle.proven(other), reminds=seats)
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
        return other.id in self.journal.state.spared.get(self.game.gid, ())

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
        self, way: MailWay, kind: Kind, to: Sequence[Other], has: Sequence[int], *,
        through: Sequence[tuple[int, int]] = (), because: str = "", reminds: Sequence[int] = (),
    ) -> None:
        """Writes a letter to people who hold so much."""
        match, gid = self.match, self.game.gid
        packets = self.packets(has)
        awaits = tuple(dict.fromkeys(d.name for d in match.owing()))
        last = self.journal.state.last.get(gid)
        card = self.home.card()
        mine = dict.fromkeys(match.keys, f"{card.name}, {WRITER}")
        names = {s: one.name for one in self.others for s in one.seats} | mine
        told = report(match, self._told_from(to), names)
        text = f"{self._reminder(reminds)}\n\n{told}" if reminds else told
        seats = {seat for one in to for seat in one.seats}
        asked = [duty for duty in match.owing() if duty.seat in seats and not duty.is_mechanical]
        is_news = bool(asked or reminds) or match.result is not None
        drawn = picture(match) if self.settings.picture and packets and is_news else b""
        heads, cards = self._heads_field(to, through), self._cards_for(to)
        known = self.home.titles.all().get(gid)
        title = "" if known is None else write_title(known)
        for number, packet in enumerate(packets, 1):
            letter = Letter(
                message_id=new_message_id(gid, way.settings.address),
                sender=f"{way.settings.name or card.name} <{way.settings.address}>",
                to=addresses([(one.name, one.address) for one in to]), subject=subject(match, asked, self.title),
                date=datetime.fromtimestamp(self.now, UTC), text=text, game=gid, kind=kind, round=match.rounds.r,
                label=(match.ruleset.name, match.name(min(match.keys)), "all" if len(to) > 1 else to[0].name),
                packet=packet, awaits=awaits, follows=(last,) if last else (), picture=drawn,
                wish=wish_field(match, wanted=self.settings.reminders.receive), heads=heads,
                cards=tuple(map(write_signed, cards)) if number == 1 else (), title=title if number == 1 else "",
            )
            is_last = number == len(packets)
            self.journal.keep_letter(
                LetterWritten(
                    id=letter.message_id, game=gid, way=way.name, kind=kind, to=tuple(one.address for one in to),
                    time=self.now, heads=kept(self.circle.heads) if is_last else {}, because=because,
                    seats=tuple(map(str, reminds)), round=match.rounds.r, people=tuple(one.id for one in to),
                    cards={card.id: card.time for card in cards},
                    supposed=tuple(self.circle.order[person] for _, person in through),
                ),
                compose(letter),
            )

    def write_notice(self, way: MailWay, notice: Notice) -> None:
        """A mail to our own person."""
        id, address = new_message_id(self.game.gid, way.settings.address), way.settings.address
        mail = compose_notice(id, address, notice.subject, notice.text, datetime.fromtimestamp(self.now, UTC))
        written = LetterWritten(
            id=id, game=self.game.gid, way=way.name, kind="notice", to=(address,), time=self.now,
            round=self.match.rounds.r)
        self.journal.keep_letter(written, mail)

    def _heads_field(self, to: Sequence[Other], through: Sequence[tuple[int, int]]) -> str:
        """What we say of ourselves and of this letter."""
        circle = self.circle
        have = {min(one.seats) for one in self.others if one in to or not is_short(circle.has(one), circle.heads)}
        return heads_field(
            self.match,
            HeadsSaid(
                self.now, min(self.match.keys), heads_of(self.match), frozenset(have),
                tuple((circle.first_seat(by), circle.first_seat(person)) for by, person in through),
                frozenset(map(circle.first_seat, circle.reached())),
            ),
        )

    def _cards_for(self, to: Sequence[Other]) -> list[SignedCard]:
        """The signed cards of this match, ours too, that one of these people did not get from us."""
        sent = [self.journal.state.cards.get(one.id, {}) for one in to]
        kept = [self.home.signed_card(), *(self.home.cards.get(one.id) for one in self.others)]
        new = [card for card in kept if card is not None and any(one.get(card.id) != card.time for one in sent)]
        return new[:MAX_SEATS]

    def _told_from(self, to: Sequence[Other]) -> int:
        """The round from which on the last letters to these people did not tell."""
        told = self.journal.state.told.get(self.game.gid, {})
        return min(told.get(one.id, 0) for one in to)

    def _reminder(self, seats: Sequence[int]) -> str:
        names, time = ", ".join(map(self.match.name, seats)), since(self.match)
        return f"A reminder. Awaited: {names}" + (f", since {utc(time)}" if time else "")
