"""What a courier has done, line by line, so that a crash at any point neither sends twice nor forgets.

A letter's Message-ID and bytes are fixed before it is sent. Its life: written -> handed (the talk with the server may
begin) -> accepted or dropped. After a crash whatever was not accepted is sent again, the same bytes under the same
Message-ID; who gets it twice takes nothing from it. Each line begins with a sum over itself and all lines before it, so
that a damaged journal is told and never believed.
Belongs here: that file and what follows from it. Must not be here: sending, matches.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path

import msgspec

from pbem.courier.entries import (
    HOUR,
    Bounced,
    Called,
    Dropped,
    Handed,
    Has,
    Heads,
    HeardFrom,
    JournalState,
    LastMail,
    Left,
    LetGo,
    LetterAccepted,
    LetterWritten,
    Line,
    Noticed,
    Read,
    Round,
    Serves,
    Spares,
)
from pbem.disk.plain import read_small
from pbem.disk.small import encode_strict
from pbem.disk.whole import (
    BINARY,
    PRIVATE,
    disk_error,
    make_private_folder,
    replace_whole,
    sync,
    sync_folder,
    write_all,
)
from pbem.errors import BadRecord
from pbem.limits import MAX_ANSWERED, MAX_CALLED, MAX_JOURNAL, MAX_MAIL, MAX_POSTED, MOST_JOURNAL

FILE, OUTBOX = "journal.txt", "outbox"
SUM = 16  # letters of a line's sum
BEGIN = b"pbem courier journal 1"  # instead of the sum before the first line

def is_within(span: int, time: int, now: int) -> bool:
    """Whether `time` lies within `span` seconds of `now`. What lies further ahead was noted by a wrong clock."""
    return abs(now - time) < span


class Journal:
    """The journal of one courier and its outbox; `state` is what follows from it.

    BadRecord if a line is not what this program writes. A last line that a crash cut off counts for nothing.
    """

    def __init__(self, folder: Path) -> None:
        self.path, self.outbox = folder / FILE, folder / OUTBOX
        self.state = JournalState()
        self._size, self._sum = 0, BEGIN
        make_private_folder(self.outbox)
        for entry in self._lines():
            self._fold(entry)
        self._clear_outbox()

    def note(self, *entries: Line) -> None:
        """Adds lines; they are safe on disk when this ends. PbemError if the disk refuses: then none of them counts."""
        try:
            if self._size + len(_lines_of(entries, self._sum)) > MAX_JOURNAL:
                self._renew()
            content = _lines_of(entries, self._sum)
            descriptor = os.open(self.path, os.O_WRONLY | os.O_CREAT | BINARY, PRIVATE)
            try:
                os.ftruncate(descriptor, self._size)  # what a crash or a full disk cut off
                os.lseek(descriptor, 0, os.SEEK_END)
                write_all(descriptor, content)
                sync(descriptor)
            finally:
                os.close(descriptor)
            if not self._size:
                sync_folder(self.path.parent)
        except OSError as error:
            raise disk_error(error, self.path.name) from error
        self._size += len(content)
        self._sum = _last_sum(content, self._sum)
        for entry in entries:
            self._fold(entry)

    def keep_letter(self, letter: LetterWritten, mail: bytes) -> None:
        """A letter is to be sent, for good."""
        try:
            replace_whole(self._file_of(letter.id), mail, mode=PRIVATE)
            sync_folder(self.outbox)
        except OSError as error:
            raise disk_error(error, OUTBOX) from error
        self.note(letter)

    def mail_of(self, id: str) -> bytes | None:
        """The bytes of a letter that is to be sent; None if somebody removed them."""
        try:
            with self._file_of(id).open("rb") as file:
                return file.read(MAX_MAIL)
        except FileNotFoundError:
            return None

    def forget_letter(self, id: str) -> None:
        """Removes what is no longer needed of a letter that was accepted or dropped."""
        self._file_of(id).unlink(missing_ok=True)

    def went_to(self, id: str, address: str) -> bool:
        """Whether one of the last letters went to this address; no, if it was noted by a program that kept none."""
        return _address_sum(address) in self.state.recipients.get(id, ())

    def sent_within(self, now: int) -> int:
        """How many letters were handed over within the hour before `now`; none that a wrong clock put far ahead."""
        return sum(is_within(HOUR, one, now) for one in self.state.sent)

    def _file_of(self, id: str) -> Path:
        return self.outbox / f"{sha256(id.encode()).hexdigest()[:32]}.eml"

    def _clear_outbox(self) -> None:
        wanted = {self._file_of(id).name for id in self.state.open}
        for path in self.outbox.iterdir():
            if path.name not in wanted:
                with contextlib.suppress(OSError):  # it is only in the way
                    path.unlink()

    def _lines(self) -> Iterator[Line]:
        content = read_small(self.path, most=MOST_JOURNAL) or b""
        whole = content[: content.rfind(b"\n") + 1]
        self._size = len(whole)
        decoder = msgspec.json.Decoder(Line)
        for number, line in enumerate(whole.splitlines(keepends=True), 1):
            try:
                entry: Line = decoder.decode(line[SUM + 1 :])
            except (msgspec.MsgspecError, ValueError, RecursionError):
                entry = None  # type: ignore[assignment]
            if entry is None or _lines_of([entry], self._sum) != line:
                hint = f"remove {self.path}: the courier then reads all mail again, and may send once more what it sent"
                raise BadRecord(
                    "damaged, or not what this program writes; nothing is sent", source=self.path.name, line=number,
                    hint=hint)
            self._sum = line[:SUM]
            yield entry

    def _renew(self) -> None:
        """The same in one line."""
        content = _lines_of([self.state], BEGIN)
        replace_whole(self.path, content, mode=PRIVATE)
        sync_folder(self.path.parent)
        self._size, self._sum = len(content), content[:SUM]

    def _fold(self, entry: Line) -> None:
        state = self.state
        match entry:
            case JournalState():
                self.state = entry
            case LetterWritten():
                state.open[entry.id] = entry
                state.posted[entry.id] = entry.game
                state.recipients[entry.id] = tuple(_address_sum(address) for address in entry.to)
                if len(state.posted) > MAX_POSTED:
                    oldest = next(iter(state.posted))
                    del state.posted[oldest]
                    state.recipients.pop(oldest, None)
                if entry.kind == "notice":
                    if entry.round:  # else it is about an invitation
                        state.noticed[entry.game] = entry.round
                    return
                if entry.kind in ("invitation", "answer"):
                    state.called = (*state.called[-MAX_CALLED:], entry.game)
                    return
                self._sent(entry.game, (*entry.people, *entry.supposed), entry.heads, entry.time)
                for who in entry.people:
                    state.cards[who] = state.cards.get(who, {}) | entry.cards
                if entry.heads:
                    for who in entry.people:
                        state.told.setdefault(entry.game, {})[who] = entry.round
                    state.relay[entry.game] = tuple(
                        who for who in state.relay.get(entry.game, ()) if who not in entry.people)
                for seat in entry.seats if entry.kind == "reminder" else ():
                    state.reminded.setdefault(entry.game, {})[seat] = entry.time
                for who in entry.people if entry.kind == "lost" else ():
                    state.asked.setdefault(entry.game, {})[who] = entry.time
                for address in entry.to if entry.kind == "again" else ():
                    state.again.setdefault(entry.game, {})[address] = entry.time
                if entry.because:
                    state.answered = (*state.answered[-MAX_ANSWERED:], entry.because)
                state.last[entry.game] = entry.id
            case Handed():
                state.handed[entry.id] = entry.time
                state.sent = (*(t for t in state.sent if t > entry.time - HOUR), entry.time)
            case LetterAccepted():
                if entry.left and entry.id in state.open:
                    state.open[entry.id] = msgspec.structs.replace(state.open[entry.id], to=entry.left)
                else:
                    self._close(entry.id)
            case Dropped():
                self._close(entry.id)
            case Called():
                state.called = (*state.called[-MAX_CALLED:], entry.id)
            case Left():
                state.heads.setdefault(entry.way, {})[entry.game] = entry.heads
            case Read():
                state.places[entry.way] = entry.place
            case Serves():
                if not set(entry.games) <= set(state.games):
                    state.places.clear()
                state.games = entry.games
            case LetGo():
                if set(state.let_go.pop(entry.game, ())) - set(entry.seats):
                    state.places.clear()
                state.let_go |= {entry.game: entry.seats} if entry.seats else {}
            case Round():
                state.rounds[entry.game] = (entry.round, entry.time)
            case LastMail():
                state.last[entry.game] = entry.id
            case Spares():
                who = entry.who or entry.address
                others = {one for one in state.spared.get(entry.game, ()) if one != who}
                state.wished.setdefault(entry.game, {})[who] = entry.n
                state.spared[entry.game] = tuple(sorted(others if entry.wanted else {*others, who}))

            case HeardFrom():
                people = state.has.setdefault(entry.game, {})
                if entry.time > (before := people.get(entry.who, Has())).said:
                    people[entry.who] = before.and_said(entry)
                self._sent(entry.game, entry.alike, entry.heads, entry.time)
                for who in entry.relay:  # what was sent to them did not all come through
                    people[who] = msgspec.structs.replace(people.get(who, Has()), assumed={})
                state.relay[entry.game] = tuple(dict.fromkeys((*state.relay.get(entry.game, ()), *entry.relay)))
            case Noticed():
                state.noticed[entry.game] = entry.round
            case Bounced():
                state.bounced[entry.address], state.whys[entry.address] = entry.time, entry.why
                for people in state.has.values():
                    if entry.who in people:
                        people[entry.who] = msgspec.structs.replace(people[entry.who], assumed={})

    def _sent(self, game: str, people: Iterable[str], heads: Heads, time: int) -> None:
        """Something was sent to these people, by us or by somebody else."""
        known = self.state.has.setdefault(game, {})
        for who in people if heads else ():
            known[who] = known.get(who, Has()).and_sent(heads, time)

    def _close(self, id: str) -> None:
        self.state.open.pop(id, None)
        self.state.handed.pop(id, None)


def _address_sum(address: str) -> str:
    """What is kept of an address: as long for each, and the same in upper and lower case."""
    return sha256(address.lower().encode()).hexdigest()[:SUM]


def _lines_of(entries: Iterable[Line], before: bytes) -> bytes:
    """These lines behind one with the sum `before`: each is its sum, a blank, the entry."""
    lines = []
    for entry in entries:
        text = encode_strict(entry)
        before = sha256(before + text).hexdigest()[:SUM].encode()
        lines.append(before + b" " + text)
    return b"".join(lines)


def _last_sum(content: bytes, before: bytes) -> bytes:
    """The sum of the last of these lines; `before` if there is none."""
    return content.splitlines()[-1][:SUM] if content else before
