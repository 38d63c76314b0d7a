"""A post office for tests: mailboxes in memory, bad weather on the way, and couriers that are killed at any moment."""

from __future__ import annotations

import email
import email.policy
import random
import textwrap
from collections.abc import Callable, Sequence
from email.message import EmailMessage

from pbem.courier.journal import Journal
from pbem.errors import Transport
from pbem.post.mail.manners import Head, read_head
from pbem.post.mail.smtp import SmtpAnswer


class Killed(BaseException):
    """The process of a courier is gone."""


class Hazard:
    """Kills a courier at some of the moments at which it could be killed; `kills` is how often it did."""

    def __init__(self, rng: random.Random, every: int, most: int) -> None:
        self.rng, self.every, self.left, self.kills, self.on = rng, every, most, 0, False

    def moment(self) -> None:
        if self.on and self.left and self.rng.randrange(self.every) == 0:
            self.left -= 1
            self.kills += 1
            raise Killed

    def around(self, function: Callable) -> Callable:
        """The function, with a moment before and one behind."""

        def wrapped(*args, **kwargs):
            self.moment()
            result = function(*args, **kwargs)
            self.moment()
            return result

        return wrapped

    def everywhere(self, monkeypatch) -> None:
        """Before and behind each write that counts: the log, the marks, the letters, the marks of a folder."""
        for name in (
            "pbem.record.log.LogFile._add", "pbem.record.marks.Marks.advance", "pbem.record.marks.Marks.intend",
            "pbem.courier.journal.replace_whole", "pbem.courier.journal.Journal.forget_letter",
            "pbem.courier.ways.write_seen", "pbem.post.folder.write_packet",
        ):
            owner, _, last = name.rpartition(".")
            module, _, kind = owner.rpartition(".")
            holder = __import__(owner, fromlist=["x"]) if kind.islower() else getattr(
                __import__(module, fromlist=["x"]), kind)
            monkeypatch.setattr(holder, last, self.around(getattr(holder, last)))


class RiskyJournal(Journal):
    """May be killed before a line is written, in the midst of it, and behind it."""

    def __init__(self, folder, hazard: Hazard) -> None:
        self.hazard = hazard
        super().__init__(folder)

    def note(self, *entries) -> None:
        self.hazard.moment()
        try:
            self.hazard.moment()
        except Killed:
            with self.path.open("ab") as file:
                file.write(b'{"game":"cut off in the mid')
            raise
        super().note(*entries)
        self.hazard.moment()


GONE = b""  # where a mail lay that was moved


class Office:
    """The mailboxes of everybody, by address; a UID is the number of a mail from 1."""

    def __init__(self) -> None:
        self.boxes: dict[str, list[bytes]] = {}
        self.fetched: list[tuple[str, int]] = []  # whole mails: the box, the bytes
        self.heads_fetched = 0
        self.down = False
        self.folders: dict[tuple[str, str], list[bytes]] = {}  # of an address, by name: what was moved there

    def put(self, address: str, mail: bytes) -> None:
        self.boxes.setdefault(address, []).append(mail)


class FakeBox:
    """One mailbox of the office."""

    can_wait = False

    def __init__(self, office: Office, address: str, hazard: Hazard | None = None, folder: str = "") -> None:
        self.office, self.address, self.hazard, self.folder = office, address, hazard, folder
        self.now_valid = 7
        self.can_move, self.closed = True, False

    def validity(self) -> int:
        if self.office.down:
            raise Transport("the mailbox does not answer")
        return self.now_valid

    def after(self, uid: int) -> list[int]:
        return [n for n, mail in enumerate(self._mails, 1) if n > uid and mail != GONE]

    def heads(self, uids: Sequence[int]) -> list[Head]:
        found = []
        for uid in uids:
            mail = self._mails[uid - 1]
            self.office.heads_fetched += 1
            head = mail.replace(b"\r\n", b"\n").partition(b"\n\n")[0] + b"\n\n"
            found.append(read_head(head, place=uid, size=len(mail), has_packet=b'.pbem"' in mail))
        return found

    def whole(self, uid: int) -> bytes:
        if self.hazard is not None:
            self.hazard.moment()
        mail = self._mails[uid - 1]
        self.office.fetched.append((self.address, len(mail)))
        return mail

    def wait(self, seconds, ended) -> None: ...

    def close(self) -> None:
        self.closed = True

    def place_in(self, folder: str) -> str:
        mails = self.office.folders.get((self.address, folder))
        return "" if mails is None else f"7:{len(mails)}"

    def move(self, uids: Sequence[int], folder: str) -> bool:
        if self.hazard is not None:
            self.hazard.moment()
        if not self.can_move:
            return False
        there = self.office.folders.setdefault((self.address, folder), [])
        for uid in uids:
            there.append(self._mails[uid - 1])
            self._mails[uid - 1] = GONE
            if self.hazard is not None:
                self.hazard.moment()
        return True

    @property
    def _mails(self) -> list[bytes]:
        if self.folder:
            return self.office.folders.setdefault((self.address, self.folder), [])
        return self.office.boxes.setdefault(self.address, [])


class FakeSender:
    """Delivers at once."""

    def __init__(self, office: Office) -> None:
        self.office = office
        self.sent: list[bytes] = []

    def send(self, mail: bytes, to: Sequence[str]) -> SmtpAnswer:
        if self.office.down:
            raise Transport("the mail server does not answer", "what waits is sent later")
        self.sent.append(mail)
        for address in to:
            self.office.put(address, mail)
        return SmtpAnswer()


def mail(sender, subject="hello", *, attach=b"", name="x.bin", text="hello\n", to="red@pbem.test", **fields) -> bytes:
    """A mail that somebody typed, or a robot."""
    made = EmailMessage(policy=email.policy.SMTP)
    made["From"], made["To"], made["Subject"] = sender, to, subject
    made["Message-ID"] = fields.pop("id", f"<{random.random()}@elsewhere.test>")
    for field, value in fields.items():
        made[field.replace("_", "-")] = value
    made.set_content(text)
    if attach:
        made.add_attachment(attach, maintype="application", subtype="octet-stream", filename=name)
    return made.as_bytes()


def bounce(id, address="gone@pbem.test"):
    report = f"Final-Recipient: rfc822; {address}\nAction: failed\nStatus: 5.1.1\n"
    return mail("mailer-daemon@pbem.test", "Undelivered Mail Returned to Sender",
                text=f"{report}\nMessage-ID: {id}\n", Return_Path="<>")


class Weather:
    """What happens to mails: lost, doubled, delayed, re-wrapped, re-encoded. It outlives the couriers."""

    def __init__(self, rng: random.Random, clock: Callable[[], int]) -> None:
        self.rng, self.clock = rng, clock
        self.counts: dict[str, int] = {}
        self._held: list[tuple[int, Callable[[], object]]] = []
        self.ids: dict[str, bytes] = {}  # by Message-ID: what was handed in under it
        self.fair = False

    def release(self) -> None:
        """Delivers what was delayed long enough."""
        due = [one for one in self._held if one[0] <= self.clock()]
        self._held = [one for one in self._held if one[0] > self.clock()]
        for _, deliver in due:
            deliver()

    def _count(self, what: str) -> None:
        self.counts[what] = self.counts.get(what, 0) + 1

    def over(self, inner: object, hazard: Hazard | None = None) -> Weather.Sender:
        return Weather.Sender(self, inner, hazard)

    class Sender:
        """A sender under this weather; the courier may be killed before the server has the mail, and behind that."""

        def __init__(self, weather: Weather, inner, hazard: Hazard | None) -> None:
            self.weather, self.inner, self.hazard = weather, inner, hazard

        def send(self, mail: bytes, to: Sequence[str]) -> SmtpAnswer:
            weather = self.weather
            id = email.message_from_bytes(mail)["Message-ID"]
            assert weather.ids.setdefault(id, mail) == mail  # never other bytes under one id
            if self.hazard is not None:
                self.hazard.moment()
            fair = [address for address in to if not self._is_changed(mail, address)]
            if fair:
                self.inner.send(mail, fair)
            if self.hazard is not None:
                self.hazard.moment()
            return SmtpAnswer()

        def _is_changed(self, mail: bytes, address: str) -> bool:
            """Whether the weather has had its way with this copy; it is then as delivered as it will ever be."""
            weather, rng = self.weather, self.weather.rng
            luck = 1.0 if weather.fair else rng.random()
            if luck < 0.05:
                weather._count("lost")
            elif luck < 0.10:
                weather._count("doubled")
                self.inner.send(mail, [address])
                self.inner.send(mail, [address])
            elif luck < 0.16:
                weather._count("delayed")
                until = weather.clock() + rng.randint(60, 7200)
                weather._held.append((until, lambda: self.inner.send(mail, [address])))
            elif luck < 0.40:
                how = rng.choice(sorted(MANGLERS))
                weather._count(how)
                self.inner.send(remade(mail, *MANGLERS[how]), [address])
            else:
                weather._count("fair")
                return False
            return True


def _wrapped(text: str) -> str:
    return "\n".join(line[i:i + 50] for line in text.splitlines() for i in range(0, max(len(line), 1), 50))


def _html(text: str) -> str:
    return "<html><body>" + "".join(f"<p>{line}</p>\r\n" for line in text.splitlines()) + "</body></html>"


# name -> what is done to the text, its subtype, its encoding, whether the attachments stay, whether our fields stay
MANGLERS: dict[str, tuple[Callable[[str], str], str, str, bool, bool]] = {
    "re-wrapped": (_wrapped, "plain", "7bit", False, True),
    "quoted": (lambda t: textwrap.indent(t, "> "), "plain", "7bit", False, True),
    "base64": (lambda t: t, "plain", "base64", False, True),
    "quoted-printable": (lambda t: t, "plain", "quoted-printable", False, False),
    "as a page": (_html, "html", "quoted-printable", False, True),
    "text lost": (lambda t: "see attachment", "plain", "7bit", True, True),
    "fields lost": (lambda t: t, "plain", "7bit", True, False),
}


def remade(mail: bytes, change: Callable[[str], str], subtype: str, cte: str, attached: bool, fields: bool) -> bytes:
    """The mail as some program on its way makes it anew."""
    old = email.message_from_bytes(mail, policy=email.policy.default)
    body = old.get_body(("plain",))
    assert body is not None
    new = EmailMessage(policy=email.policy.SMTP)
    for name, value in old.items():
        if not name.lower().startswith(("content-", "mime-")) and (fields or not name.lower().startswith("x-pbem")):
            new[name] = value
    text = change(body.get_content()).encode("ascii", "replace").decode()
    new.set_content(text, subtype=subtype, cte=cte)
    for part in old.iter_attachments() if attached else ():
        if part.get_content_maintype() == "application":
            new.add_attachment(part.get_content(), maintype="application", subtype="octet-stream",
                               filename=part.get_filename())
    return new.as_bytes()
