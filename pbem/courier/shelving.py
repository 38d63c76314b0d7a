"""Letters that bring only records leave the inbox: they go to a folder of their own, once all in them is safe.

A crash before that leaves a letter where it is, and it is not read again for that. What lies in the folder is read when
a courier begins that has not read it: after a loss here it holds what others sent.
Belongs here: which mails go, and when. Must not be here: the server's commands (`pbem.post.mail.imap`).
"""

from __future__ import annotations

from collections.abc import Sequence

from pbem.courier.entries import Read
from pbem.courier.journal import Journal
from pbem.courier.report import RECORDS, TAKE_SEAT
from pbem.courier.telling import Telling
from pbem.courier.ways import Came, MailWay, shelf_of
from pbem.desk.desk import Receipt
from pbem.match.match import Match

KINDS = ("turn", "again")


def brings_only_records(came: Came, receipts: Sequence[Receipt]) -> bool:
    """Whether a mail is a letter of a courier that asks nothing and held sound records of a match that we carry.

    What its head says anybody may have written; that it held records of this match is certain. What asks to take a seat
    asks nothing any more when that is taken: all mail is read again then.
    """
    head = came.head
    if head is None or not came.place or head.is_bounce or head.is_list or head.kind not in KINDS:
        return False
    match = next((one.match for one in receipts if one.match.genesis.id == head.game), None)
    if match is None or not head.is_robot:
        return False
    return head.subject.startswith(RECORDS) or (head.subject.endswith(f": {TAKE_SEAT}") and _is_seated(match))


def _is_seated(match: Match) -> bool:
    """Whether whoever holds seats here has taken all that are his."""
    mine = {match.binding.seats[seat].id for seat in match.keys}
    return all(match.feeds.feeds[number].join is not None
               for number, seat in enumerate(match.binding.seats) if seat.id in mine)


class Shelving:
    """What is to be moved, by account."""

    def __init__(self, journal: Journal, telling: Telling) -> None:
        self._journal, self._telling = journal, telling
        self._waiting: dict[str, list[str]] = {}
        self._cannot: set[str] = set()
        self._looked: dict[str, tuple[str, ...]] = {}  # by account: for which matches its folder was read

    def must_read(self, way: MailWay) -> bool:
        """Whether the folder may hold what was not read: when the courier begins, and when there is a new match."""
        return bool(way.shelf) and self._looked.get(way.name) != self._journal.state.games

    def has_read(self, way: MailWay) -> None:
        """All in the folder is taken in."""
        self._looked[way.name] = self._journal.state.games

    def must_read_again(self) -> None:
        """What was read before counts no longer."""
        self._looked.clear()

    def keep(self, way: MailWay, came: Came) -> None:
        """A letter is to go when all that came with it is safe."""
        if way.shelf and way.name not in self._cannot:
            self._waiting.setdefault(way.name, []).append(came.place)

    def move(self, way: MailWay) -> None:
        """Moves what waits; what a server cannot move stays, and that is told once."""
        waiting = self._waiting.get(way.name, [])
        if not waiting:
            return
        validity = str(way.box.validity())
        uids = sorted({int(uid) for v, _, uid in (place.partition(":") for place in waiting) if v == validity})
        before = way.box.place_in(way.shelf)
        if uids and not way.box.move(uids, way.shelf):
            self._cannot.add(way.name)
            self._telling.once(way.name, f"letters that bring only records stay in the mailbox: its server moves none "
                                         f"to {way.shelf} (records in courier.toml names the folder)")
        elif uids:
            self._advance(way, before, len(uids))
        self._waiting.pop(way.name, None)

    def _advance(self, way: MailWay, before: str, count: int) -> None:
        """What we put into the folder need not be read again; but only if nothing else came there meanwhile."""
        name, after = shelf_of(way.name), way.box.place_in(way.shelf)
        validity, _, last = after.partition(":")
        empty = f"{validity}:0"
        has_read_all = before in ("", empty, self._journal.state.places.get(name, ""))
        if has_read_all and (before or empty) == f"{validity}:{int(last or 0) - count}":
            self._journal.note(Read(way=name, place=after))
