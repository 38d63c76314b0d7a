"""A club that lives: people with homes and mail accounts on real servers, commands typed, couriers killed, a filter.

What is typed runs in this process as it would in a shell; a courier that is to be killed runs as a process of its own.
Time is the tests' (`luck`): it passes only if told so.
"""

from __future__ import annotations

import contextlib
import email
import email.policy
import email.utils
import imaplib
import os
import random
import re
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import lab
import luck
from desks import Desks, Done
from mailing import KeptDesk
from pbem.home import Home
from pbem.lab import demo
from pbem.match.match import Match
from pbem.post.contents import FoundLines, items
from pbem.ruleset import find

PROCESS = Path(__file__).with_name("living_process.py")
ENTERED = 0.5  # seconds within which a courier that has begun is killed
HELD = "Quarantine"
DAY = 86_400


@dataclass(frozen=True)
class Mail:
    """A letter as it came: who got it, what it is, when it was written and read, how many of its records were new."""

    to: str
    sender: str
    id: str
    kind: str
    written: int
    read: int
    records: frozenset[bytes]
    new: int
    asks: bool
    size: int


@dataclass
class Person:
    """Somebody: an account, what is known of it, how often its courier looked and was killed."""

    name: str
    seat: str
    account: str
    looks: int = 0
    kills: int = 0
    stamp: tuple[int, int] = (0, 0)
    looked: float = 0.0
    seen: dict[str, int] = field(default_factory=dict)  # of the mailbox, by the account: the next UID
    had: dict[bytes, int] = field(default_factory=dict)  # records -> when they came into the log
    boxes: dict[str, imaplib.IMAP4_SSL] = field(default_factory=dict)


def records_of(content: bytes) -> frozenset[bytes]:
    """The records in a mail."""
    found = (one for one in items(content, "x") if isinstance(one, FoundLines))
    return frozenset(line.strip() for one in found for line in one.lines)


class Bots(demo.Player):
    """Somebody's decisions, made by a bot at his own desk."""

    def __init__(self, name: str, seat: str, home: Home, folder: Path, clock, bot: str) -> None:
        self.name, self.seats, self.folder, self.tray = name, [seat], folder, []
        self.desk = KeptDesk(home, home.load(), clock=clock, steady=clock)
        self.bots = {seat: find("angola").bots[bot](seat)}


class Club:
    """All of them, and the servers between them; `bots` names who decides for a seat, if not sensibly."""

    def __init__(
        self, root: Path, servers: lab.Lab, seats: dict[str, str], rng: random.Random, strict: float, *,
        bots: Mapping[str, str] | None = None,
    ) -> None:  # fmt: skip
        self.ways = bots or {}
        self.desks, self.servers, self.rng, self.strict = Desks(root), servers, rng, strict
        self.people = {name: Person(name, seat, name) for name, seat in seats.items()}
        self.bots: dict[str, Bots] = {}
        self.mails: list[Mail] = []
        self.held: dict[str, list[tuple[float, bytes]]] = {}
        self.delayed = 0
        self.said: list[str] = []
        self.spent: dict[str, float] = {}

    def __getitem__(self, name: str) -> Person:
        return self.people[name]

    def close(self) -> None:
        for person in self.people.values():
            for box in person.boxes.values():
                with contextlib.suppress(OSError, imaplib.IMAP4.error):
                    box.logout()

    # ------------------------------------------------------------------ time

    @property
    def now(self) -> int:
        return int(luck.NOW)

    def passes(self, seconds: int) -> None:
        luck.NOW += seconds

    @contextlib.contextmanager
    def timed(self, what: str) -> Iterator[None]:
        """Counts what something takes of this machine's time."""
        begun = time.perf_counter()
        try:
            yield
        finally:
            self.spent[what] = self.spent.get(what, 0.0) + time.perf_counter() - begun

    # ------------------------------------------------------------------ people

    def write_settings(self, name: str) -> None:
        """The account in courier.toml."""
        account = self[name].account
        ca = f'port = %d, ca_file = "{self.servers.ca}"'
        home = self.desks.home(name)
        home.mkdir(parents=True, exist_ok=True)
        (home / "courier.toml").write_text(f"""\
picture = false
hold_seconds = 0
most_mails_an_hour = 10000

[[mail]]
address = "{account}@{lab.DOMAIN}"
password_command = ["printf", "{account}-secret"]
imap = {{ host = "localhost", {ca % self.servers.port("IMAPS_PORT")} }}
smtp = {{ host = "localhost", tls = "starttls", {ca % self.servers.port("SUBMIT_PORT")} }}
""")

    def type(self, name: str, *words: str, at: Path | None = None) -> Done:
        """One command, which goes well."""
        with self.timed(words[0]):
            return self.desks.must(name, *words, at=at, PBEM_PASSPHRASE="", COLUMNS="300")

    def box(self, name: str, account: str = "") -> imaplib.IMAP4_SSL:
        """The mailbox of somebody, as his mail program has it open."""
        person, account = self[name], account or self[name].account
        if account not in person.boxes:
            tls = ssl.create_default_context(cafile=self.servers.ca)
            box = imaplib.IMAP4_SSL("localhost", self.servers.port("IMAPS_PORT"), ssl_context=tls)
            box.login(f"{account}@{lab.DOMAIN}", f"{account}-secret")
            box.create(HELD)
            person.boxes[account] = box
        person.boxes[account].select("INBOX")
        return person.boxes[account]

    def save_mail(self, name: str, subject: str) -> Path:
        """The last mail with these words in its subject, saved as a file."""
        box = self.box(name)
        last = box.uid("SEARCH", "HEADER", "Subject", f'"{subject}"')[1][0].split()[-1]
        file = self.desks.root / f"{name}.eml"
        file.write_bytes(box.uid("FETCH", last.decode(), "(BODY.PEEK[])")[1][0][1])
        return file

    def subjects(self, name: str) -> list[str]:
        """What stands in somebody's inbox now."""
        box = self.box(name)
        found = box.uid("FETCH", "1:*", "(BODY.PEEK[HEADER.FIELDS (SUBJECT)])")[1]
        heads = [email.message_from_bytes(part[1], policy=email.policy.default) for part in found if part is not None
                 and isinstance(part, tuple)]
        return [str(head["Subject"]) for head in heads]

    # ------------------------------------------------------------------ mail

    def delivered(self) -> None:
        """Waits until the servers have delivered all that they have."""
        with self.timed("delivery"):
            for _ in range(1500):
                if not self.servers.waiting():
                    return
                time.sleep(0.01)
        raise AssertionError("the servers keep mail back")

    def sift(self, name: str) -> bool:
        """The filter goes over a mailbox, and what is left of new mail is counted; whether anything is."""
        self.delivered()
        person = self[name]
        with self.timed("filter"):
            box = self.box(name)
            self._release(name, box)
            came = self._new(person, box)
            caught = [uid for uid in came if self.rng.random() < self.strict]
            if caught:
                self.delayed += len(caught)
                ids = self._ids(box, caught)
                box.uid("MOVE", b",".join(caught).decode(), HELD)
                kept = self.held.setdefault(name, [])
                kept += [(self.now + self.rng.choice((60, 120, 300, 900, 3600)), id) for id in ids]
            passed = [uid for uid in came if uid not in caught]
            for uid in passed:
                self._count(name, box.uid("FETCH", uid.decode(), "(BODY.PEEK[])")[1][0][1])
            return bool(passed)

    def _new(self, person: Person, box: imaplib.IMAP4_SSL) -> list[bytes]:
        first = person.seen.get(person.account, 1)
        found = [uid for uid in box.uid("SEARCH", f"UID {first}:*")[1][0].split() if int(uid) >= first]
        person.seen[person.account] = max([first - 1, *map(int, found)]) + 1
        return found

    def _ids(self, box: imaplib.IMAP4_SSL, uids: Sequence[bytes]) -> list[bytes]:
        found = []
        for uid in uids:
            head = box.uid("FETCH", uid.decode(), "(BODY.PEEK[HEADER.FIELDS (MESSAGE-ID)])")[1][0][1]
            found.append(head.partition(b":")[2].strip())
        return found

    def _release(self, name: str, box: imaplib.IMAP4_SSL) -> None:
        """What was held long enough comes into the inbox, in another order, and past the filter."""
        kept = self.held.get(name, [])
        due = [id for until, id in kept if until <= self.now]
        if not due:
            return
        self.held[name] = [one for one in kept if one[0] > self.now]
        self.rng.shuffle(due)
        box.select(HELD)
        for id in due:
            (uids,) = box.uid("SEARCH", "HEADER", "Message-ID", f'"{id.decode()}"')[1]
            box.uid("MOVE", uids.replace(b" ", b",").decode(), "INBOX")
        box.select("INBOX")
        for uid in self._new(self[name], box):
            self._count(name, box.uid("FETCH", uid.decode(), "(BODY.PEEK[])")[1][0][1])
        self[name].looked = 0.0

    def _count(self, name: str, content: bytes) -> None:
        head = email.message_from_bytes(content, policy=email.policy.default)
        person, sender = self[name], email.utils.parseaddr(str(head["From"]))[1].partition("@")[0]
        found = records_of(content)
        self.note_log(name)
        self.mails.append(Mail(
            name, next((p.name for p in self.people.values() if p.account == sender), sender),
            str(head["Message-ID"]), str(head["X-Pbem-Kind"] or "notice"),
            int(email.utils.parsedate_to_datetime(str(head["Date"])).timestamp()), self.now, found,
            len([one for one in found if one not in person.had]), "[pbem records]" not in str(head["Subject"]),
            len(content)))

    # ------------------------------------------------------------------ couriers

    def log(self, name: str) -> Path:
        """The log on somebody's disk."""
        return self.desks.log(name)

    @property
    def progress(self) -> tuple[int, ...]:
        """What grows while something happens: the logs, and the letters that came."""
        logs = [self.log(name) for name in self.people]
        return (len(self.mails), *(log.stat().st_size if log.exists() else 0 for log in logs))

    def note_log(self, name: str) -> None:
        """Remembers when the records of somebody's log came."""
        person, log = self[name], self.log(name)
        if not log.exists() or (stamp := (log.stat().st_size, log.stat().st_mtime_ns)) == person.stamp:
            return
        person.stamp = stamp
        for line in log.read_bytes().splitlines():
            person.had.setdefault(line, self.now)

    def look(self, name: str, *, even_so: bool = False) -> bool:
        """Somebody's courier looks once if there is anything for it: mail, an order, or time; whether it did."""
        person = self[name]
        has_mail = self.sift(name)
        log = self.log(name)
        stamp = (log.stat().st_size, log.stat().st_mtime_ns) if log.exists() else (0, 0)
        if not (has_mail or even_so or stamp != person.stamp or self.now - person.looked >= 1800):
            return False
        with self.timed("courier"):
            done = self.desks.run(name, "courier", "--once", at=self.desks.root, PBEM_PASSPHRASE="", COLUMNS="300")
        self.said += [f"{name} {line}" for line in done.err.splitlines()]
        assert done.status == 0, done.err
        person = self[name]
        person.looks += 1
        person.looked = self.now
        self.note_log(name)
        return True

    def kill(self, name: str) -> None:
        """Somebody's courier begins as a process, and is killed at some moment."""
        person = self[name]
        self.sift(name)
        environ = os.environ | self.desks.environment(name) | {"PBEM_PASSPHRASE": "", "COLUMNS": "300"}
        with self.timed("killed"):
            process = subprocess.Popen(
                [sys.executable, PROCESS, str(luck.NOW), "courier"], env=environ, cwd=self.desks.root,
                stderr=subprocess.PIPE, stdout=subprocess.DEVNULL)
            assert process.stderr is not None
            line = process.stderr.readline().decode()
            assert re.search(r" courier: begins; ", line), line
            time.sleep(self.rng.random() * ENTERED)
            assert process.poll() is None
            process.kill()
            process.wait()
            rest = process.stderr.read().decode()
            process.stderr.close()
        self.said += [f"{name} (killed) {one}" for one in rest.splitlines()]
        person.kills += 1
        person.looked = 0.0  # whoever begins it again has it look
        self.note_log(name)

    def bots_of(self, name: str) -> Bots:
        """Somebody at his desk."""
        if name not in self.bots:
            home = Home(self.desks.home(name))
            seat = self[name].seat
            bot = self.ways.get(seat, "sensible")
            self.bots[name] = Bots(name, seat, home, self.desks.game(name), lambda: self.now, bot)
        return self.bots[name]

    def decide(self, name: str) -> None:
        """Somebody answers what he is asked."""
        bots = self.bots_of(name)
        with self.timed("bots"), bots.desk.game(bots.folder) as game:
            bots.work(game, self.rng)

    def match(self, name: str) -> Match:
        """The match as it stands on somebody's disk."""
        bots = self.bots_of(name)
        with self.timed("matches"), bots.desk.game(bots.folder) as game:
            return game.match

    def forget(self, name: str) -> None:
        """Somebody's disk is lost; his account is not."""
        self.bots.pop(name, None)
        self[name].had.clear()
        self[name].stamp, self[name].looked = (0, 0), 0.0

    # ------------------------------------------------------------------ what letters brought

    def fruitless(self) -> list[Mail]:
        """Letters of which nothing was new to their receivers, and which are none that may be so."""
        seen = set[tuple[str, str]]()
        found = []
        for mail in self.mails:
            is_again = (mail.to, mail.id) in seen
            seen.add((mail.to, mail.id))
            if not mail.new and not is_again and mail.kind == "turn":
                found.append(mail)
        return found

    def knew_better(self, mail: Mail) -> bool:
        """Whether the writer of a fruitless letter had read, before he wrote it, that its receiver has all of it."""
        held = max((self[mail.to].had.get(record, self.now) for record in mail.records), default=self.now)
        return any(one.to == mail.sender and one.sender == mail.to and one.read <= mail.written and one.written > held
                   for one in self.mails)
