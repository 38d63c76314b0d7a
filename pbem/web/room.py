"""All matches of one home, as the table serves them: the list, the open ones, what is dropped on the page.

Belongs here: which match is meant, what somebody handed over. Must not be here: one match (`sitting`), routes (`app`).
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from pbem.courier.inviting_folders import InvitingFolders
from pbem.desk.desk import Desk, Receipt
from pbem.desk.door import arrivals
from pbem.desk.inbox import InboxEntry as Listed
from pbem.desk.inbox import inbox
from pbem.desk.waiting import utc
from pbem.disk.lock import BeingWritten
from pbem.errors import BadRecord, MissingRecords, PbemError, Transport, WrongUse, ground
from pbem.home import Identity, read_card
from pbem.kit.spelling import plural
from pbem.limits import MAX_TABLES
from pbem.match.folder import Arrival
from pbem.post.intake import take_bytes
from pbem.record.wire import GenesisLine
from pbem.show.clean import clean
from pbem.web.carrying import Carrying
from pbem.web.means import here
from pbem.web.shapes import Entry, Fault, Got
from pbem.web.sitting import Busy, Moved, Sitting, told_to
from pbem.web.trying import Trying

DROPPED = "what was dropped"
CARD = b'{"'  # how a card begins, and a log


class NoMatch(PbemError):
    """This home plays in no such match."""

    status = 2


class LockedOut(PbemError):
    """The identity of this home is locked: the page asks for its passphrase."""

    status = 2


STATUS: tuple[tuple[type[PbemError], int], ...] = (  # what gets 503 is asked once more
    (NoMatch, 404), (Moved, 409), (LockedOut, 423), (Transport, 502), (Busy, 503), (BeingWritten, 503),
)  # fmt: skip


class Room:
    """The matches of a home; the desk keeps those open that were used last."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self._sittings: dict[str, Sitting] = {}
        self._lock = threading.Lock()
        self.beginning = threading.Lock()  # one match begins after another
        self.shared = InvitingFolders(desk.home)
        self.carrying = Carrying(lambda: self.desk.home)
        self.trying = Trying()

    def sit(self, identity: Identity | None) -> None:
        """From now on this person sits here; None: the key is forgotten, and nobody does until it is unlocked."""
        self.trying.end()
        with self._lock:
            self.desk = Desk(self.desk.home, identity, keeps=MAX_TABLES)
            self._sittings.clear()

    @property
    def is_locked(self) -> bool:
        """Whether there is an identity, and nobody has unlocked it here."""
        return self.desk.identity is None and self.desk.home.exists

    def enter(self) -> None:
        """LockedOut if nobody has unlocked the identity."""
        if self.is_locked:
            name = clean(self.desk.home.card().name)
            raise LockedOut(f"the identity of {name} is locked", "give its passphrase; it stays in memory alone")

    def sitting(self, game: str) -> Sitting:
        """The match of this id, open; NoMatch if this home knows of none, LockedOut if nobody has unlocked it."""
        self.enter()
        known = self.desk.home.games.get(game)
        if known is None or known.elsewhere:
            raise NoMatch("this home plays in no such match", "go back to the list of matches")
        with self._lock:
            found = self._sittings.pop(game, None)
            if found is None or found.folder != Path(known.folder):
                found = Sitting(self.desk, Path(known.folder))
            self._sittings[game] = found  # the last one used stands last
            idle = [known for known, one in self._sittings.items() if known != game and not one.is_busy]
            if len(self._sittings) > MAX_TABLES and idle:
                del self._sittings[idle[0]]
        return found

    @contextlib.contextmanager
    def aside(self, game: str) -> Iterator[None]:
        """Nobody is at this match meanwhile, and it stands where its record stands; Busy if that takes too long."""
        known = self.desk.home.games.get(game)
        with contextlib.nullcontext() if known is None or known.elsewhere else self.sitting(game).aside():
            yield

    def open_ones(self) -> dict[str, Path]:
        """The folders of the matches that are open."""
        with self._lock:
            return {game: one.folder for game, one in self._sittings.items()}

    def others(self) -> dict[str, Path]:
        """The folders of the matches of this home that are not open."""
        known = self.desk.home.games.all()
        with self._lock:
            return {game: Path(one.folder) for game, one in known.items()
                    if not one.elsewhere and game not in self._sittings}

    def matches(self) -> tuple[Entry, ...]:
        """Every match of the home, as the command line lists them."""
        self.enter()
        home = self.desk.home
        known = home.games.all()
        return tuple(_entry(one, home.title_of(one.game), len(known[one.game].seats) > 1) for one in inbox(self.desk))

    def take_in(self, content: bytes) -> Got:
        """Whatever was dropped on the page: a card, or anything that `pbem in` takes."""
        self.enter()
        if not self.desk.home.exists:
            raise WrongUse("you are nobody here yet", "say your name first, then bring it again")
        spoiled: BadRecord | None = None
        if content.lstrip().startswith(CARD):
            try:
                return self._card(content)
            except BadRecord as fault:
                spoiled = fault
        came, troubles = arrivals(take_bytes(content, DROPPED))
        if spoiled is not None and not came and all(isinstance(one.error, WrongUse) for one in troubles):
            return Got((), faults=(fault_of(spoiled),))
        receipts, more = self.desk.take_arrivals(came, around=self.aside)
        troubles += more
        for receipt in receipts:
            self.sitting(receipt.match.genesis.id).answered = tuple(map(clean, receipt.told))
        faults = [t.error for t in troubles] + [f for one in receipts for f in one.faults]
        games = tuple(one.match.genesis.id for one in receipts)
        shown = tuple(fault_of(self._for_page(fault, came)) for fault in faults)
        return Got(tuple(line for one in receipts for line in _told(one)), games, shown)

    def _for_page(self, fault: PbemError, came: Iterable[Arrival]) -> PbemError:
        """The same with what to do on the page about a match that is not known here."""
        if not isinstance(fault, MissingRecords):
            return fault
        begins = [one.event for one in came if isinstance(one.event, GenesisLine)]
        if begins and not any(self.desk.masters(one) for one in begins):
            return WrongUse("that match is not known here, and no seat of it is yours", "its host made it without your "
                            "card: send it (People and me), and ask for another match")
        return MissingRecords(str(fault), "drop the invitation to it first: whoever made the match has it")

    def _card(self, content: bytes) -> Got:
        """What came of a card."""
        try:
            card = read_card(content)
        except BadRecord as fault:
            hint = "it may be cut or changed: ask its owner for it again"
            raise BadRecord(f"no card: {fault.why}", hint=hint) from None
        home = self.desk.home
        if home.exists and home.card().id == card.id:
            return Got(("this is your own card: it is for the others",))
        before = home.people.put(card)
        return Got((f"{'knew' if before else 'added'} {clean(card.name)}, {clean(card.address) or 'no address'}",))


def _told(receipt: Receipt) -> Iterable[str]:
    yield f"{receipt.match.ruleset.title}: {plural(receipt.new, 'new record')}, {receipt.known} known"
    yield from told_to(receipt.match, map(clean, receipt.told), "")


def _entry(one: Listed, title: str, has_several: bool) -> Entry:
    """A match in the list, in words; `title` is what its people call it, "" for as the game is called.

    What a seat is asked may tell what it alone sees: of several seats of one person only what everybody knows is told.
    """
    known = one.summary
    if known is None:
        return Entry(one.game, clean(one.folder), "fault", clean(one.fault))
    since, title = utc(known.since) if known.since else "", clean(title or known.title)
    if known.result:
        return Entry(one.game, title, "ended", clean(known.result), since)
    titles = {seat: clean(called) for seat, called in known.titles.items()}
    decided: dict[str, list[str]] = {}
    for it in known.asked:
        what = it.decides or "decides" if has_several else it.what
        line = f"{what} ({ground(it.rule)})" if it.rule else what
        decided.setdefault(line, []).append(titles.get(it.seat, it.seat))
    asked = "; ".join(f"{', '.join(seats)}: {what}" for what, seats in decided.items())
    state = "move" if known.asked or known.drafts else "waits"
    awaited = ", ".join(_called(line, titles) for line in known.awaited)
    line = asked or (f"awaited: {awaited}" if awaited else known.where)
    return Entry(one.game, title, state, here(known.stopped or line), since, len(known.drafts))


def _called(line: str, titles: Mapping[str, str]) -> str:
    """`mpla, al_qaeda: dice` with the names that the board has."""
    names, _, what = line.partition(": ")
    return f"{', '.join(titles.get(name, name) for name in names.split(', '))}: {what}"


def fault_of(error: PbemError) -> Fault:
    """An error as the page shows it."""
    legal = tuple(map(clean, getattr(error, "legal", ())))[:40]
    lines = "\n".join(here(line) for line in str(error).splitlines())
    return Fault(lines, here(error.hint or ""), clean(getattr(error, "rule", "")), legal, error.status)


def http_status(error: PbemError) -> int:
    """What `STATUS` says; 400 for wrong use, 409 for all else that was refused."""
    otherwise = 400 if error.status == WrongUse.status else 409
    return next((status for kind, status in STATUS if isinstance(error, kind)), otherwise)
