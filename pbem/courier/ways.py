"""The ways between a courier and the others: shared folders and mail accounts.

Belongs here: what came by a way, in batches with the place behind them; the sender of an account. Must not be here:
what is done with it. Nothing of others is changed: no mail is flagged, no file is removed, and no mail moved that the
courier does not name.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Protocol

from pbem.courier.reading import PostReading, set_aside
from pbem.courier.settings import FolderSettings, MailSettings, expanded
from pbem.errors import BadRecord
from pbem.limits import MAX_BATCH, MAX_MAIL, MAX_UNMARKED, MIB
from pbem.post.contents import Item, Trouble, items
from pbem.post.folder import SharedFolder, read_seen, write_seen
from pbem.post.mail.bounces import Bounce, read_bounce
from pbem.post.mail.imap import ImapBox
from pbem.post.mail.manners import Head
from pbem.post.mail.passwords import of_command, of_file, of_keyring
from pbem.post.mail.smtp import SmtpAnswer, SmtpSender
from pbem.post.names import one_line

SERVICE = "pbem"  # in the keyring
NOWHERE = (0, 0)


@dataclass(frozen=True, slots=True)
class Came:
    """What was found in one file or mail; `head` is that of the mail, None for a file.

    `bounce` is what it tells of a letter that was not delivered, `place` where the mail lies, if it may be moved.
    """

    found: Iterable[Item]
    head: Head | None = None
    bounce: Bounce | None = None
    place: str = ""


@dataclass(frozen=True, slots=True)
class Batch:
    """Some of what came, and the place behind it: to be kept once all of it is safe."""

    came: Iterator[Came]
    place: str


class Mailbox(Protocol):
    """A mailbox (`pbem.post.mail.imap`)."""

    @property
    def can_wait(self) -> bool:
        """Whether the server tells of news."""

    def validity(self) -> int:
        """UIDVALIDITY."""

    def after(self, uid: int) -> list[int]:
        """The UIDs above this one, rising."""

    def heads(self, uids: Sequence[int]) -> list[Head]:
        """The heads of these mails."""

    def whole(self, uid: int) -> bytes:
        """A whole mail; empty if it is gone."""

    def place_in(self, folder: str) -> str:
        """The place of the last mail of a folder; empty if there is no such folder."""

    def move(self, uids: Sequence[int], folder: str) -> bool:
        """Moves mails to a folder; whether the server can."""

    def wait(self, seconds: float, ended: Callable[[], bool]) -> None:
        """Until there is news."""

    def close(self) -> None:
        """Gives up the connection."""


class Sender(Protocol):
    """Hands mails in (`pbem.post.mail.smtp`)."""

    def send(self, mail: bytes, to: Sequence[str]) -> SmtpAnswer:
        """Hands a mail in for these addresses."""


class FolderWay:
    """One shared folder; what was read in it is kept in a file beside the journal."""

    def __init__(self, settings: FolderSettings, beside: Path) -> None:
        self.path = expanded(settings.path)
        self.name = self.where = str(self.path)
        self.matches, self.by_hand = settings.matches, f"type: pbem {{}} {self.path}"
        self._seen = beside / f"seen-{sha256(self.name.encode()).hexdigest()[:16]}.json"
        self._folder: SharedFolder | None = None
        self._changed = stamp_of(self.path)
        self.reading: PostReading | None = None

    def batches(self, place: str) -> Iterator[Batch]:
        """What is in files that are new or have changed; all of it if `place` is empty."""
        if self._folder is None or not place:
            self._folder = SharedFolder(self.path, read_seen(self._seen) if place else {})
        self._changed = stamp_of(self.path)
        folder, before = self._folder, dict(self._folder.seen)
        if self.reading is not None:
            folder.begin = partial(self.reading.begin, self.name)
        self._folder = None  # if something stops us, all of it is read again
        yield Batch((Came([item]) for item in folder.pick_up()), "read")
        if before != folder.seen:
            write_seen(self._seen, folder.seen)
        self._folder = folder

    def has_news(self) -> bool:
        """Whether something came into the folder since it was read."""
        return stamp_of(self.path) != self._changed

    def drop(self, name: str, payload: bytes) -> None:
        """Leaves a packet there; the same one again is no second file."""
        if self._folder is None:
            self._folder = SharedFolder(self.path, read_seen(self._seen))
        self._folder.drop(name, payload)


class MailWay:
    """One mail account; `records` is the box opened at the folder to which letters go that bring only records."""

    def __init__(self, settings: MailSettings, box: Mailbox, sender: Sender, records: Mailbox | None = None) -> None:
        self.settings, self.box, self.sender, self.records = settings, box, sender, records
        self.name, self.matches = settings.address, settings.matches
        self.where, self.by_hand = f"the mail of {settings.address}", "save that mail and type: pbem {} FILE"
        self.reading: PostReading | None = None

    def batches(self, place: str, people: Collection[str]) -> Iterator[Batch]:
        """The mails behind `place` that may hold a packet: by their heads, fetched in batches, or sent by `people`.

        Only those are fetched as a whole, one by one, and none that is too large.
        """
        return self._batches(self.box, place, people)

    @property
    def shelf(self) -> str:
        """The folder for letters that bring only records; empty if there is none."""
        return self.settings.imap.records if self.records is not None else ""

    def shelved(self, place: str, people: Collection[str]) -> Iterator[Batch]:
        """The same of the folder for records: what lies there that this courier has not read, as after a loss here."""
        last = self.box.place_in(self.shelf) if self.shelf else ""
        if self.records is not None and last not in ("", place):
            try:
                yield from self._batches(self.records, place, people)
            finally:
                self.records.close()

    def close(self) -> None:
        """Gives up the connections."""
        self.box.close()
        if self.records is not None:
            self.records.close()

    def _batches(self, box: Mailbox, place: str, people: Collection[str]) -> Iterator[Batch]:
        validity, _, last = place.partition(":")
        now = box.validity()
        uids = box.after(int(last) if validity == str(now) else 0)
        for at in range(0, len(uids), MAX_BATCH):
            some = uids[at : at + MAX_BATCH]
            ours = [head for head in box.heads(some) if head.may_be_ours(people)]
            yield Batch(self._fetched(box, ours, now), f"{now}:{some[-1]}")

    def _fetched(self, box: Mailbox, heads: Sequence[Head], validity: int) -> Iterator[Came]:
        for head in heads:
            source = f"mail of {head.sender or 'nobody'}"
            most = MAX_MAIL if head.is_marked else MAX_UNMARKED
            if head.size > most:
                if head.is_marked:
                    why = f"{head.size // MIB} MiB, the limit is {most // MIB}: it was not fetched"
                    where, hint = f"{source} ({one_line(head.subject)})", "ask the sender for the packet alone"
                    yield Came([Trouble(source, BadRecord(why, source=where, hint=hint))])
                continue
            place = f"{validity}:{head.place}"
            about = self.name if box is self.box else shelf_of(self.name)
            turn = "read" if self.reading is None else self.reading.begin(about, place)
            if turn == "tell":
                yield Came([Trouble(source, set_aside(f"{source} ({one_line(head.subject)})"))])
            if turn == "read":
                content = box.whole(head.place)
                bounce = read_bounce(content) if head.is_bounce else None
                yield Came(items(content, source), head, bounce, place if box is self.box else "")


Way = FolderWay | MailWay


def shelf_of(name: str) -> str:
    """What the folder for records of an account is called in the journal."""
    return f"{name}, records"


def stamp_of(path: Path) -> tuple[int, int]:
    """Size and time of a file or folder; another one means that somebody wrote there. NOWHERE if it is not there."""
    try:
        status = path.stat()
    except OSError:
        return NOWHERE
    return (status.st_size, status.st_mtime_ns)


def mail_way(settings: MailSettings) -> MailWay:
    """An account with its real servers."""
    what = f"the password of {settings.address}"

    def secret() -> str:
        if settings.xoauth2_command:
            return of_command(settings.xoauth2_command, f"the token of {settings.address}")
        if settings.password_command:
            return of_command(settings.password_command, what)
        if settings.password_file:
            return of_file(expanded(settings.password_file), what)
        return of_keyring(SERVICE, settings.address, what)

    oauth = bool(settings.xoauth2_command)
    box = ImapBox(settings.imap, settings.address, secret, oauth=oauth)
    sender = SmtpSender(settings.smtp, settings.address, secret, oauth=oauth)
    if not settings.imap.records:
        return MailWay(settings, box, sender)
    return MailWay(settings, box, sender, ImapBox(settings.imap.of_records(), settings.address, secret, oauth=oauth))
