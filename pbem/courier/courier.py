"""One look at everything: take in what came, do what needs no human, write letters, send them, remember.

Belongs here: that order, which no crash upsets, and what is told of it. Must not be here: waiting, signals, sockets.
A letter is written only after what it holds is safe in the log; a way counts as read only after what came by it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from pbem.courier.answering import Answering
from pbem.courier.asking import AskingOnce
from pbem.courier.clocks import sign_seen
from pbem.courier.early import ComeTooEarly
from pbem.courier.entries import Dropped, Handed, Left, LetterAccepted, Read, Serves
from pbem.courier.hearing import Hearing
from pbem.courier.holding import Holding
from pbem.courier.hosting import ABOUT, Entrust, Hosting
from pbem.courier.journal import Journal, is_within
from pbem.courier.noting import Noting
from pbem.courier.people import kept
from pbem.courier.reading import PostReading
from pbem.courier.settings import Settings
from pbem.courier.shelving import Shelving, brings_only_records
from pbem.courier.table import OpenMatch
from pbem.courier.telling import CourierLine, Telling, as_ours, sentence
from pbem.courier.ways import NOWHERE, Batch, Came, FolderWay, MailWay, Way, shelf_of, stamp_of
from pbem.desk.automatic import carry_on, stalled
from pbem.desk.desk import Receipt
from pbem.desk.entrusted import EntrustedDesk
from pbem.desk.patience import MINUTE, steady
from pbem.desk.sifting import Sifting
from pbem.desk.since_look import keep_told
from pbem.desk.summing import keep_summary
from pbem.desk.waiting import stopped
from pbem.errors import MissingRecords, PbemError, Transport
from pbem.home import Home
from pbem.home.entrusted import Trust
from pbem.limits import MAX_WAIT, MAX_WHY
from pbem.match.folder import Arrival, match_of
from pbem.match.match import Match
from pbem.post.names import one_line
from pbem.record.log import LOG_NAME

SLICE = 0.25  # seconds after which whoever waits looks whether to go on waiting: somebody may sit at the other end
NEXT = 300  # seconds after which a match that nothing happened to is looked at again: somebody may be to be reminded


class Courier:
    """A courier at work. `trust` gives what is entrusted to it now, `clock` Unix seconds, `tell` gets each line."""

    def __init__(
        self,
        home: Home,
        settings: Settings,
        journal: Journal,
        ways: Sequence[Way],
        trust: Callable[[], Trust],
        clock: Callable[[], int],
        tell: Callable[[CourierLine], None],
        *,
        steady: Callable[[], int] = steady,
        entrust: Entrust | None = None,
    ) -> None:
        self.home, self.settings, self.journal, self.ways, self.clock = home, settings, journal, ways, clock
        self._trust, self._steady = trust, steady
        self._desk, self._reading = self._desk_of(trust()), PostReading(journal.path.parent)
        for way in ways:
            way.reading = self._reading
        self._telling = Telling(tell, clock, settings.poll_seconds)
        self._seen: dict[str, tuple[tuple[int, int], int]] = {}  # by match: its log as it was, and when that was
        self._hearing = Hearing(
            home, journal, self._telling, self._table, self._title, clock, lambda gid: self._seen.pop(gid, None))
        self._hosting = Hosting(home, settings, journal, self._telling, ways, clock, self._folder_of, entrust)
        self._holding = Holding(settings.hold_seconds, clock)
        self._asking = AskingOnce(journal, settings)
        self._answering = Answering(journal, self._telling, self._table, self._title, clock)
        self._shelving = Shelving(journal, self._telling)
        self._early = ComeTooEarly(journal, self._table, self._read_again)
        self._noting = Noting(journal.path.parent, settings.poll_seconds, clock)
        self._aside: dict[str, int] = {}  # matches that fail in a way nobody foresaw, and since when

    def look(self, *, again: bool = True) -> int:
        """Looks once at everything; gives the status of the first fault, 0 if there is none.

        `again` is whether it is asked to look again: else no fault says when it is tried again.
        """
        self._telling.begin(again=again)
        self._telling.attempt("the courier's keys", self._refresh)
        self._read_ways()
        for gid in self._early.waiting(self._desk.trust.matches):
            self._telling.attempt(self._title(gid), partial(self._early.find, gid))
        self._hosting.tend()
        self._telling.attempt("the courier's keys", self._refresh)  # a match may just have been made
        for gid in list(self._desk.trust.matches):
            self._telling.attempt(self._title(gid), partial(self._tend, gid))
        for way in self.ways:
            if isinstance(way, MailWay):
                self._telling.attempt(f"{way.name}, sending", partial(self._send, way))
        self._noting.looked(self._telling.standing(), self._desk.trust.matches)
        return self._telling.status

    def wait(self, seconds: float, ended: Callable[[], bool], sleep: Callable[[float], None]) -> None:
        """Until it is time to look again: after so many seconds, if a mailbox or a log has news, or `ended`."""
        boxes = [way.box for way in self.ways if isinstance(way, MailWay)]
        if len(boxes) == 1 and boxes[0].can_wait:
            box = boxes[0]
            self._telling.attempt("waiting", lambda: box.wait(seconds, lambda: ended() or self.has_news()))
            return
        while seconds > 0 and not ended() and not self.has_news():
            sleep(min(SLICE, seconds))
            seconds -= SLICE

    def begin(self) -> None:
        """Says that it goes on from now on, and what it watches."""
        titles = ", ".join(sorted(map(self._title, self._desk.trust.matches))) or "none yet (pbem courier add FOLDER)"
        ways = ", ".join(way.where for way in self.ways)
        self._telling.say("courier", f"begins; it watches {one_line(ways, 400)}; matches: {one_line(titles, 400)}")
        self._noting.begin()

    def end(self) -> None:
        """Says that it ends."""
        self._noting.end()
        self._telling.say("courier", "ends")

    def close(self) -> None:
        """Gives up all connections."""
        for way in self.ways:
            if isinstance(way, MailWay):
                way.close()

    def has_news(self) -> bool:
        """Whether a log has changed since it was looked at: a person has given an order here."""
        matches = self._desk.trust.matches
        if self._hosting.has_news() or self._holding.is_over():
            return True
        if any(isinstance(way, FolderWay) and way.has_news() for way in self.ways):
            return True
        return any(gid in matches and _stamp(matches[gid].folder) != seen[0] for gid, seen in self._seen.items())

    # ------------------------------------------------------------------ what is entrusted

    def _refresh(self) -> None:
        trust = self._trust()
        if trust is not self._desk.trust:
            self._desk = self._desk_of(trust)
            self._seen.clear()
        now = self.clock()
        self._aside = {gid: since for gid, since in self._aside.items() if is_within(MAX_WAIT, since, now)}
        there = {gid for gid, match in trust.matches.items() if _stamp(match.folder) != NOWHERE} - set(self._aside)
        if (games := tuple(sorted(there))) != self.journal.state.games:
            self.journal.note(Serves(games=games))  # what came for a match whose folder was away is read once more

    def _desk_of(self, trust: Trust) -> EntrustedDesk:
        wait = self.settings.pass_after_minutes * MINUTE
        return EntrustedDesk(self.home, trust, clock=self.clock, steady=self._steady, wait=wait)

    def _folder_of(self, gid: str) -> str | None:
        return self._desk.trust.matches[gid].folder if gid in self._desk.trust.matches else None

    def _title(self, gid: str) -> str:
        return Path(self._desk.trust.matches[gid].folder).name if gid in self._desk.trust.matches else gid[:8]

    # ------------------------------------------------------------------ taking in

    def _read_ways(self) -> None:
        for way in self.ways:
            self._telling.attempt(way.name, partial(self._read, way))
            if isinstance(way, MailWay):
                self._telling.attempt(f"{way.name}, moving", partial(self._shelving.move, way))

    def _read_again(self, gid: str) -> None:
        self._telling.say(self._title(gid), "a seat has joined: what came of it before is looked for once more")
        self._shelving.must_read_again()
        self._read_ways()

    def _read(self, way: Way) -> None:
        places, people = self.journal.state.places, self._addresses()
        if isinstance(way, MailWay) and self._shelving.must_read(way):
            shelf = shelf_of(way.name)
            self._read_from(way, shelf, way.shelved(places.get(shelf, ""), people))
            self._shelving.has_read(way)
        place = places.get(way.name, "")
        batches = way.batches(place) if isinstance(way, FolderWay) else way.batches(place, people)
        self._read_from(way, way.name, batches)

    def _read_from(self, way: Way, name: str, batches: Iterable[Batch]) -> None:
        place = self.journal.state.places.get(name, "")
        for batch in batches:
            self._take_all(way, batch.came)
            self._reading.end()
            if batch.place != place:
                self.journal.note(Read(way=name, place=batch.place))
                place = batch.place

    def _take_all(self, way: Way, batch: Iterator[Came]) -> None:
        """Takes in what came. What fails as our bug, or for want of memory, is set aside; the rest goes on."""
        try:
            for came in batch:
                try:
                    self._take(way, came)
                except (PbemError, OSError):
                    raise
                except Exception as error:  # our bug in one letter must not stop the others
                    if not self._reading.fail():
                        raise
                    what = f"mail of {came.head.sender or 'nobody'} ({came.head.subject})" if came.head else "a file"
                    fault = as_ours(error)
                    self._telling.say(way.name, f"{one_line(what)}: {fault}: it is set aside and not read again",
                                      fault.status)
        except BaseException as error:
            is_its_fault = isinstance(error, Exception) and not isinstance(error, PbemError | OSError)
            (self._reading.fail if is_its_fault else self._reading.end)()
            raise

    def _addresses(self) -> set[str]:
        """Everybody who may send us something, by the address book."""
        return {person.address.lower() for person in self.home.people.all().values() if person.address}

    def _take(self, way: Way, came: Came) -> None:
        """Takes in one mail or file; what is of no match entrusted here is left alone. A failing disk is raised."""
        sifting = Sifting(way.name, self.journal.state.games, self._hosting.kept())
        taken: dict[str, Receipt] = {}
        for batch in sifting.batches(came.found):
            self._take_batch(way, batch, sifting, taken)
        self._telling.refused(way.name, sifting)
        self._hosting.tell_begun(way, sifting.begun.values(), self._desk.trust.matches)
        self._hosting.keep(way, sifting.beside)
        self._hosting.hear(way, sifting.slips, came.head)
        receipts, head = list(taken.values()), came.head
        for receipt in receipts:
            self._tell_receipt(way.where, receipt)
        if head is not None and isinstance(way, MailWay):
            if head.is_bounce:
                self._hearing.hear_bounce(way, head, came.bounce)
                self._hosting.note_bounced(() if came.bounce is None else came.bounce.ids)
            self._hearing.hear(head, receipts)
            self._answering.answer(way, head, receipts)
            if not sifting.refused and brings_only_records(came, receipts):
                self._shelving.keep(way, came)

    def _take_batch(self, way: Way, came: Sequence[Arrival], sifting: Sifting, taken: dict[str, Receipt]) -> None:
        """Takes records into their matches. A match that fails as no error of ours is put aside, the others go on.

        What came for it is read once more when it is tried again: nothing was written of it.
        """
        for gid in dict.fromkeys(match_of(a.event) for a in came):
            if gid in self._aside:
                continue
            of_match = [a for a in came if match_of(a.event) == gid]
            try:
                receipts, troubles = self._desk.take_arrivals(of_match)
            except (PbemError, OSError, MemoryError):
                raise
            except Exception as error:  # an author's fault in one match must not keep the others waiting
                self._telling.fault(self._title(gid), as_ours(error))
                self._aside[gid] = self.clock()
                self.journal.note(Serves(games=tuple(g for g in self.journal.state.games if g != gid)))
                continue
            for trouble in troubles:
                sifting.refuse(trouble.error)
            for receipt in receipts:
                self._early.note(gid, receipt.unkept)
                stop = str(stopped(receipt.match) or "")
                for fault in receipt.faults:
                    if str(fault) != stop:
                        sifting.refuse(fault, self._title(gid))
                before = taken.setdefault(gid, receipt)
                if before is not receipt:
                    before.new, before.made = before.new + receipt.new, before.made + receipt.made
                    before.told += receipt.told
            if isinstance(way, FolderWay):
                self._hearing.note_left(way, of_match, receipts)

    def _tell_receipt(self, where: str, receipt: Receipt) -> None:
        title = self._title(receipt.match.genesis.id)
        if receipt.new or receipt.made:
            made = f", {receipt.made} made here" if receipt.made else ""
            records = "1 new record" if receipt.new == 1 else f"{receipt.new} new records"
            self._telling.say(title, f"{records} in {where}{made}")
        keep_told(receipt.folder, receipt.match.genesis.id, receipt.told)
        for line in receipt.told:
            self._telling.once_now(title, line)
        self._tell_stop(title, receipt.match)

    def _tell_stop(self, title: str, match: Match) -> None:
        """Why a match has stopped. What others signed and is missing is asked for, and may be on its way."""
        stop = stopped(match)
        is_on_its_way = isinstance(stop, MissingRecords) and not any(map(match.refusal, match.keys))
        if stop is not None and not is_on_its_way:
            self._telling.once(title, sentence(stop), stop.status)

    # ------------------------------------------------------------------ one match

    @contextmanager
    def _table(self, gid: str) -> Iterator[OpenMatch]:
        title = self._title(gid)
        with self._desk.game(Path(self._desk.trust.matches[gid].folder)) as game:
            game.flush()
            yield OpenMatch(
                game, self.home, self.settings, self.journal, self.clock(), self._desk.patience(game).open_for,
                lambda text: self._telling.once(title, text),
                any(isinstance(way, FolderWay) for way in self._ways_of(self._desk.trust.matches[gid].folder)),
            )

    def _tend(self, gid: str) -> None:
        """Does what needs no human, and writes what is to be sent; not if nothing can have changed."""
        folder, now = self._desk.trust.matches[gid].folder, self.clock()
        seen = self._seen.get(gid)
        if seen is not None and seen[0] == _stamp(folder) and is_within(NEXT, seen[1], now):
            return
        title = self._title(gid)
        with self._table(gid) as table:
            before = len(table.match.feeds.by_id)
            done = carry_on(table.game)
            for name in sign_seen(table.match, now):
                self._telling.say(title, f"{name} has not answered within a day: told that it has seen the question")
            table.game.flush()
            tell = self._telling.once_now if len(table.match.feeds.by_id) > before else self._telling.once
            for line in done.told:  # why nothing is answered stays true, and is not said at each look
                tell(title, line)
            if done.drafts > 0:
                self._telling.once(title, stalled(done.drafts))
            self._tell_stop(title, table.match)
            self._asking.tell(table, done.told, self._ways_of(folder))
            is_held = self._holding.holds(gid, table.circle.heads, again=self._telling.looks_again)
            for way in self._ways_of(folder) if not is_held else ():
                self._write(gid, way, table)
            self._noting.note(gid, table)
            keep_summary(self.home, table.match, Path(folder))
        if is_held:
            self._seen.pop(gid, None)
        else:
            self._seen[gid] = (_stamp(folder), now)

    def _ways_of(self, folder: str) -> list[Way]:
        """Those that name the match; if none does, those that name none."""
        named = [way for way in self.ways if any(Path(m).expanduser() == Path(folder) for m in way.matches)]
        return named or [way for way in self.ways if not way.matches]

    def _write(self, gid: str, way: Way, table: OpenMatch) -> None:
        title = self._title(gid)
        if isinstance(way, FolderWay):
            self._hosting.leave_beside(way, gid)
            if table.is_unsent(way.name):
                for name, payload in table.packets(table.in_way(way.name)):
                    way.drop(name, payload)
                    self._telling.say(title, f"left {name} in {way.name}")
                self.journal.note(Left(game=gid, way=way.name, heads=kept(table.circle.heads)))
            return
        if name := table.write_lost(way):
            self._telling.say(title, f"something of {name} was lost on its way: asked for")
        for name in table.write_reminders(way):
            self._telling.say(title, f"a reminder to {name} is written")
        for name in table.write_unheard(way):
            self._telling.say(title, f"nothing was heard of {name}: sent again what may have been lost")
        if names := table.write_turn(way):
            self._telling.say(title, f"a letter to {', '.join(names)} is written")

    # ------------------------------------------------------------------ sending

    def _send(self, way: MailWay) -> None:
        """Hands in every letter of this way, oldest first, as many as the hour allows."""
        for id, letter in list(self.journal.state.open.items()):
            if letter.way != way.name:
                continue
            now, most = self.clock(), self.settings.most_mails_an_hour
            if self.journal.sent_within(now) >= most:
                self._telling.once(way.name, f"{most} mails were sent within an hour: the rest waits")
                return
            mail = self.journal.mail_of(id)
            if mail is None:
                self.journal.note(Dropped(id=id, time=now))
                continue
            title = ABOUT if letter.is_of_invitation else self._title(letter.game)
            if id in self.journal.state.handed:
                self._telling.say(title, f"{id} may have been sent before: sent once more under the same id")
            self.journal.note(Handed(id=id, time=now))
            answer = way.sender.send(mail, letter.to)
            for address, said in answer.never.items():
                self._telling.say(title, f"{address} is refused by the mail server: {said}", Transport.status)
                self._hearing.note_bounced(id, address, one_line(said, MAX_WHY))
                self._hosting.note_bounced([id])
            if answer.later:
                self.journal.note(LetterAccepted(id=id, time=now, left=tuple(answer.later)))
                address, said = next(iter(answer.later.items()))
                raise Transport(f"{address} is not taken now: {said}")
            gone = set(answer.never) >= set(letter.to)
            self.journal.note(Dropped(id=id, time=now) if gone else LetterAccepted(id=id, time=now))
            self.journal.forget_letter(id)
            if not gone:
                self._telling.say(title, f"sent to {', '.join(a for a in letter.to if a not in answer.never)}")


def _stamp(folder: str) -> tuple[int, int]:
    """Size and time of the log in a folder."""
    return stamp_of(Path(folder) / LOG_NAME)
