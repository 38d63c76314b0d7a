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
from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

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
from pbem.limits import (
    MAX_ADDRESS,
    MAX_ANSWERED,
    MAX_JOURNAL,
    MAX_MAIL,
    MAX_PATH,
    MAX_RECIPIENTS,
    MAX_ROUND,
    MOST_JOURNAL,
)
from pbem.post.mail.letter import Kind
from pbem.record.events import B32
from pbem.record.marks import SeatText

HOUR = 3_600
FILE, OUTBOX = "journal.txt", "outbox"
SUM = 16  # letters of a line's sum
BEGIN = b"pbem courier journal 1"  # instead of the sum before the first line

Time: TypeAlias = Annotated[int, Meta(ge=0)]
Id: TypeAlias = Annotated[str, Meta(max_length=255, pattern=r"\A<[!-;=?-~]+>\Z")]
Place: TypeAlias = Annotated[str, Meta(pattern=r"\A(?:read|[0-9]{1,10}:[0-9]{1,10})?\Z")]
Way: TypeAlias = Annotated[str, Meta(min_length=1, max_length=MAX_PATH)]
Heads: TypeAlias = dict[SeatText, int]
To: TypeAlias = Annotated[tuple[str, ...], Meta(max_length=MAX_RECIPIENTS)]


class _Entry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="what"):
    """One line."""


class Written(_Entry, frozen=True, kw_only=True, tag="written"):
    """A letter is to be sent: its bytes lie in the outbox. `heads` are how far our own seats' events go with it.

    `because` is the Message-ID that it answers, `seats` those it reminds.
    """

    id: Id
    game: B32
    way: Way
    kind: Kind
    to: To
    time: Time
    heads: Heads = {}
    because: str = ""
    seats: tuple[SeatText, ...] = ()
    round: Annotated[int, Meta(ge=0, le=MAX_ROUND)] = 0


class Handed(_Entry, frozen=True, kw_only=True, tag="handed"):
    """From here on the server may have the letter."""

    id: Id
    time: Time


class Accepted(_Entry, frozen=True, kw_only=True, tag="accepted"):
    """The server has taken the letter, but for the addresses `left`, for which it is tried again."""

    id: Id
    time: Time
    left: To = ()


class Dropped(_Entry, frozen=True, kw_only=True, tag="dropped"):
    """The letter will not be sent: everybody in it was refused for good."""

    id: Id
    time: Time


class Left(_Entry, frozen=True, kw_only=True, tag="left"):
    """A packet lies in a shared folder; `heads` as for a letter."""

    game: B32
    way: Way
    heads: Heads


class Read(_Entry, frozen=True, kw_only=True, tag="read"):
    """All up to this place of a way is taken in, and safe in the logs."""

    way: Way
    place: Place


class Serves(_Entry, frozen=True, kw_only=True, tag="serves"):
    """The matches that were looked for from here on; if there is a new one, every way is read from its beginning."""

    games: tuple[B32, ...]


class Round(_Entry, frozen=True, kw_only=True, tag="round"):
    """A match came to this round: noted by older programs, which waited by the wall clock alone."""

    game: B32
    round: Annotated[int, Meta(ge=0, le=MAX_ROUND)]
    time: Time


class Met(_Entry, frozen=True, kw_only=True, tag="met"):
    """The last mail of a match: the next one answers it."""

    game: B32
    id: Id


class Spares(_Entry, frozen=True, kw_only=True, tag="spares"):
    """Somebody's last wish about a match is to have no reminders, or some again; their seat had signed `n` events."""

    game: B32
    address: Annotated[str, Meta(max_length=MAX_ADDRESS)]
    wanted: bool
    n: Annotated[int, Meta(ge=0)]


class State(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, tag_field="what", tag="state"):
    """All that follows from the lines before; the first line of a journal written anew."""

    open: dict[Id, Written] = {}
    handed: dict[Id, Time] = {}
    heads: dict[str, dict[str, Heads]] = {}  # way -> match -> seat -> number
    told: dict[str, dict[str, int]] = {}  # way -> match -> the round that its last letter came to
    sent: tuple[int, ...] = ()  # the times of the last hour
    reminded: dict[str, dict[str, int]] = {}  # match -> seat -> time
    answered: tuple[Id, ...] = ()
    again: dict[str, dict[str, int]] = {}  # match -> address -> time
    places: dict[str, Place] = {}
    games: tuple[str, ...] = ()
    rounds: dict[str, tuple[int, int]] = {}
    last: dict[str, Id] = {}  # match -> Message-ID
    spared: dict[str, tuple[str, ...]] = {}  # match -> addresses that want no reminders
    wished: dict[str, dict[str, int]] = {}  # match -> address -> how many events were signed at the last wish


def is_within(span: int, time: int, now: int) -> bool:
    """Whether `time` lies within `span` seconds of `now`. What lies further ahead was noted by a wrong clock."""
    return abs(now - time) < span


_Line = State | Written | Handed | Accepted | Dropped | Left | Read | Serves | Round | Met | Spares


class Journal:
    """The journal of one courier and its outbox; `state` is what follows from it.

    BadRecord if a line is not what this program writes. A last line that a crash cut off counts for nothing.
    """

    def __init__(self, folder: Path) -> None:
        self.path, self.outbox = folder / FILE, folder / OUTBOX
        self.state = State()
        self._size, self._sum = 0, BEGIN
        make_private_folder(self.outbox)
        for entry in self._lines():
            self._fold(entry)
        self._clear_outbox()

    def note(self, *entries: _Line) -> None:
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

    def keep_letter(self, letter: Written, mail: bytes) -> None:
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

    def _lines(self) -> Iterator[_Line]:
        content = read_small(self.path, most=MOST_JOURNAL) or b""
        whole = content[: content.rfind(b"\n") + 1]
        self._size = len(whole)
        decoder = msgspec.json.Decoder(_Line)
        for number, line in enumerate(whole.splitlines(keepends=True), 1):
            try:
                entry: _Line = decoder.decode(line[SUM + 1 :])
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

    def _fold(self, entry: _Line) -> None:
        state = self.state
        match entry:
            case State():
                self.state = entry
            case Written():
                state.open[entry.id] = entry
                if entry.heads:
                    state.heads.setdefault(entry.way, {})[entry.game] = entry.heads
                    state.told.setdefault(entry.way, {})[entry.game] = entry.round
                for seat in entry.seats if entry.kind == "reminder" else ():
                    state.reminded.setdefault(entry.game, {})[seat] = entry.time
                for address in entry.to if entry.kind == "again" else ():
                    state.again.setdefault(entry.game, {})[address] = entry.time
                if entry.because:
                    state.answered = (*state.answered[-MAX_ANSWERED:], entry.because)
                state.last[entry.game] = entry.id
            case Handed():
                state.handed[entry.id] = entry.time
                state.sent = (*(t for t in state.sent if t > entry.time - HOUR), entry.time)
            case Accepted():
                if entry.left and entry.id in state.open:
                    state.open[entry.id] = msgspec.structs.replace(state.open[entry.id], to=entry.left)
                else:
                    self._close(entry.id)
            case Dropped():
                self._close(entry.id)
            case Left():
                state.heads.setdefault(entry.way, {})[entry.game] = entry.heads
            case Read():
                state.places[entry.way] = entry.place
            case Serves():
                if not set(entry.games) <= set(state.games):
                    state.places.clear()
                state.games = entry.games
            case Round():
                state.rounds[entry.game] = (entry.round, entry.time)
            case Met():
                state.last[entry.game] = entry.id
            case Spares():
                others = {one for one in state.spared.get(entry.game, ()) if one != entry.address}
                state.wished.setdefault(entry.game, {})[entry.address] = entry.n
                state.spared[entry.game] = tuple(sorted(others if entry.wanted else {*others, entry.address}))

    def _close(self, id: str) -> None:
        self.state.open.pop(id, None)
        self.state.handed.pop(id, None)


def _lines_of(entries: Iterable[_Line], before: bytes) -> bytes:
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
