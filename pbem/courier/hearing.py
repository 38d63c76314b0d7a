"""What the heads of letters, shared folders and bounces tell a courier about the people of a match.

Belongs here: what of it counts, and noting that. Must not be here: records, answering, sending.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager

import msgspec

from pbem.courier.entries import Bounced, Left, Spares
from pbem.courier.journal import Journal
from pbem.courier.people import heard_of, kept
from pbem.courier.table import OpenMatch
from pbem.courier.telling import Telling
from pbem.courier.ways import FolderWay, Way
from pbem.desk.desk import Receipt
from pbem.desk.heads import read_heads
from pbem.desk.replying import learn
from pbem.desk.wishes import read_wish
from pbem.errors import Transport
from pbem.home import Home
from pbem.home.beside import BesidePacket
from pbem.match.folder import Arrival
from pbem.post.mail.bounces import Bounce
from pbem.post.mail.manners import Head
from pbem.post.names import one_line
from pbem.record.wire import SeatLine


class Hearing:
    """`table` opens a match by its id, `title` names it; `look_again` is told of one that has changed."""

    def __init__(
        self, home: Home, journal: Journal, telling: Telling, table: Callable[[str], AbstractContextManager[OpenMatch]],
        title: Callable[[str], str], clock: Callable[[], int], look_again: Callable[[str], object],
    ) -> None:
        self._journal, self._telling, self._table, self._title, self._clock = journal, telling, table, title, clock
        self._home, self._look_again = home, look_again

    def hear(self, head: Head, receipts: Sequence[Receipt]) -> None:
        """What the writer of a letter says of himself."""
        for receipt in receipts:
            genesis = receipt.match.genesis
            beside = BesidePacket(head.cards, genesis.id, head.title)
            people = [seat.id for seat in receipt.match.binding.seats]
            for line in learn(self._home, beside, genesis.msg.body.host, people, self._clock()):
                self._telling.say("people", one_line(line))
        if head.wish:
            self._hear_wish(head, receipts)
        if head.heads:
            self._hear_heads(head, receipts)

    def hear_bounce(self, way: Way, head: Head, bounce: Bounce | None) -> None:
        """A letter of ours came back. Who names its Message-ID has seen it: nobody else can guess that.

        Everybody who got it has: it tells of those addresses alone that this letter went to.
        """
        journal, by = self._journal, head.sender or "the server"
        posted, told = journal.state.posted, bounce or Bounce((), ())
        came_back = [(id, one) for id in told.ids if id in posted for one in told.addresses if journal.went_to(id, one)]
        lost = Transport.status
        for id, address in came_back:
            self.note_bounced(id, address, told.why)
            self._telling.say(self._title(posted[id]), f"a letter to {address} came back: see what {by} writes", lost)
        if not came_back and head.follows & set(journal.state.last.values()):
            self._telling.say(way.name, f"a mail was not delivered: see what {by} writes")

    def note_bounced(self, id: str, address: str, why: str) -> None:
        """A letter does not reach somebody at an address: until tomorrow what he needs goes through others."""
        gid = self._journal.state.posted.get(id, "")
        if gid not in self._journal.state.games:
            return
        with self._table(gid) as table:
            if (other := table.other_at(address)) is not None:
                self._journal.note(Bounced(address=other.address, who=other.id, time=self._clock(), why=why))
                self._look_again(gid)

    def _hear_wish(self, head: Head, receipts: Sequence[Receipt]) -> None:
        """Whether the writer of a letter wants reminders: heard of a person of the match only, by their signature."""
        for receipt in receipts:
            if (gid := receipt.match.genesis.id) != head.game:
                continue
            if (wish := read_wish(receipt.match, head.wish)) is None:
                continue
            with self._table(gid) as table:
                other = table.other_of(wish.seat)
                if other is None or wish.n <= self._journal.state.wished.get(gid, {}).get(other.id, -1):
                    continue
                if table.spares(other) == wish.wanted:
                    said = "reminders again" if wish.wanted else "no reminders"
                    self._telling.say(self._title(gid), f"{other.name} wants {said}")
                self._journal.note(Spares(game=gid, who=other.id, wanted=wish.wanted, n=wish.n))

    def _hear_heads(self, head: Head, receipts: Sequence[Receipt]) -> None:
        """What the writer of a letter says he has, and whom he wrote to: of a person of the match, signed."""
        for receipt in receipts:
            if (gid := receipt.match.genesis.id) == head.game:
                said = read_heads(receipt.match, head.heads)
                with self._table(gid) as table:
                    heard = None if said is None else heard_of(table.circle, said)
                if heard is not None:
                    is_lost = head.kind == "lost"
                    self._journal.note(msgspec.structs.replace(heard, is_lost=is_lost) if is_lost else heard)

    def note_left(self, way: FolderWay, came: Sequence[Arrival], receipts: Sequence[Receipt]) -> None:
        """What lies in a shared folder need not be left there by us."""
        for receipt in receipts:
            feeds, gid = receipt.match.feeds, receipt.match.genesis.id
            before = self._journal.state.heads.get(way.name, {}).get(gid, {})
            there = [before.get(str(seat), 0) for seat in range(len(feeds.feeds))]
            for event in sorted((a.event for a in came if isinstance(a.event, SeatLine)), key=lambda e: e.msg.n):
                if event.id in feeds.by_id and event.msg.n == there[event.seat]:
                    there[event.seat] += 1
            if kept(there) != before:
                self._journal.note(Left(game=gid, way=way.name, heads=kept(there)))
