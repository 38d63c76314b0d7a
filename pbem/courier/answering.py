"""What a courier sends again to whoever says that he lacks it (RFC 3834).

Belongs here: who is answered, and how often. Must not be here: what is in the answer (`table`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager

from pbem.courier.entries import HOUR, LastMail
from pbem.courier.journal import Journal, is_within
from pbem.courier.table import OpenMatch
from pbem.courier.telling import Telling
from pbem.courier.ways import MailWay
from pbem.desk.desk import Receipt
from pbem.post.mail.manners import Head


class Answering:
    """`table` opens a match by its id, `title` names it."""

    def __init__(
        self, journal: Journal, telling: Telling, table: Callable[[str], AbstractContextManager[OpenMatch]],
        title: Callable[[str], str], clock: Callable[[], int],
    ) -> None:
        self._journal, self._telling, self._table, self._title, self._clock = journal, telling, table, title, clock

    def answer(self, way: MailWay, head: Head, receipts: Sequence[Receipt]) -> None:
        """Sends again what the writer of a mail lacks, to the address in their card; RFC 3834.

        Asked by a reminder of another courier, or by a person whose mail brought nothing new. Never by bounces, lists
        and other robots, once for a Message-ID, and once an hour for a person and match.
        """
        asked = head.kind in ("reminder", "lost") or (not head.is_robot and not head.kind)
        if not asked or head.is_bounce or head.is_list:
            return
        if not head.message_id or head.message_id in self._journal.state.answered:
            return
        for receipt in receipts:
            if head.kind in ("reminder", "lost") or not receipt.new:
                self._answer_about(receipt.match.genesis.id, way, head)

    def _answer_about(self, gid: str, way: MailWay, head: Head) -> None:
        now, state = self._clock(), self._journal.state
        with self._table(gid) as table:
            if (other := table.other_at(head.sender)) is None:
                return
            if head.message_id != state.last.get(gid):
                self._journal.note(LastMail(game=gid, id=head.message_id))
            if is_within(HOUR, state.again.get(gid, {}).get(other.address, -HOUR), now):
                return
            if head.kind == "lost":
                if head.game == gid and table.write_missing(way, other, head.message_id):
                    self._telling.say(self._title(gid), f"{other.name} lacks something that was sent: sent again")
                return
            if head.kind == "reminder" and (head.game != gid or not table.lacks(other, head.round, head.awaits)):
                return
            table.write_again(way, other, head.message_id)
            self._telling.say(self._title(gid), f"{other.name} asks: sent again what they may lack")
