"""A club for tests: people with homes of their own who are invited to a match by address, and their couriers."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from mailing import SETTINGS, Clock, mail_settings
from pbem.courier.courier import Courier
from pbem.courier.journal import Journal
from pbem.courier.service import Trusting, alone, entrust, trust_file
from pbem.courier.settings import FolderSettings, Settings
from pbem.courier.ways import FolderWay, MailWay
from pbem.desk.desk import Desk
from pbem.desk.gathering import Plan, gather
from pbem.desk.replying import reply
from pbem.home import Home
from pbem.lab import demo
from pbem.post.contents import FoundSlip, items
from pbem.ruleset import find
from postal import FakeBox, FakeSender, Office

LATE = 2_000_000_000  # no card of a test is signed later: what is signed tomorrow counts for nothing today
PASSPHRASE = "a long way home"
SEATS = {"ana": ("fapla",), "bo": ("fnla",), "cy": ("mpla",), "dora": ("unita",)}


class Member:
    """One person: a home, a courier that looks once at a time, by mail or by a shared folder."""

    def __init__(self, root: Path, name: str, club: Club, *, locked: bool = False) -> None:
        self.name, self.root, self.club = name, root / name, club
        self.address = f"{name}@pbem.test"
        self.home = Home(self.root / "home")
        self.passphrase = PASSPHRASE if locked else ""
        self.home.create(name, self.address, self.passphrase, no_passphrase=not locked, cost=demo.QUICK)
        self.said: list[str] = []
        self.faults: list[str] = []

    @property
    def desk(self) -> Desk:
        return Desk(self.home, self.home.load(self.passphrase), clock=self.club.clock, steady=self.club.clock)

    def look(self, settings: Settings = SETTINGS) -> None:
        def tell(said) -> None:
            self.said.append(f"{said.about}: {said.text}")
            self.faults += [self.said[-1]] if said.status else []

        trusting = Trusting(trust_file(self.home), "", lambda: True)
        with alone(self.home) as beside:
            courier = Courier(
                self.home, settings, Journal(beside), [self._way(beside)], trusting, self.club.clock, tell,
                steady=self.club.clock, entrust=lambda desk, where: entrust(self.home, desk, where, ""))
            courier.look(again=False)
            courier.close()

    def _way(self, beside: Path):
        if self.club.shared is not None:
            return FolderWay(FolderSettings(path=str(self.club.shared)), beside)
        office = self.club.office
        return MailWay(mail_settings(self), FakeBox(office, self.address), FakeSender(office),
                       FakeBox(office, self.address, folder="pbem"))

    def slips(self, kind: str) -> list[FoundSlip]:
        """What came that is no record, each once."""
        if self.club.shared is not None:
            sources = [path.read_bytes() for path in sorted(self.club.shared.iterdir())]
        else:
            sources = self.club.office.boxes.get(self.address, [])
        found = [one for source in sources for one in items(source, "x")]
        return list({one.content: one for one in found if isinstance(one, FoundSlip) and one.kind == kind}.values())

    def reply(self, *, accepts: bool = True) -> None:
        """Answers the last invitation that is for this person."""
        mine = [one for one in self.slips("invitation") if self.address.encode() in one.content.partition(b"card")[0]]
        reply(self.desk, mine[-1].content, self.root / "game", self.club.clock(), accepts=accepts, by_hand=False)


class Club:
    """Everybody, the time, and the way between them: mailboxes, or a folder that all share."""

    def __init__(self, root: Path, names=tuple(SEATS), *, locked=(), shared: Path | None = None) -> None:
        self.clock, self.office, self.shared = Clock(), Office(), shared
        self.clock.now = LATE
        self.members = {name: Member(root, name, self, locked=name in locked) for name in names}

    def __getitem__(self, name: str) -> Member:
        return self.members[name]

    def invite(self, seats: Mapping[str, tuple[str, ...]] = SEATS, title: str = "Autumn cup", **more) -> str:
        """The first of them invites the others to Angola!; gives the id."""
        host, *guests = seats
        member = self[host]
        me = member.home.card().id
        addresses = {seat: f"{guest}@pbem.test" for guest in guests for seat in seats[guest]}
        plan = Plan(find("angola"), {}, member.root / "game", title, **more)
        return gather(member.desk, plan, dict.fromkeys(seats[host], me), addresses, self.clock())[0]

    def look(self, *names: str, times: int = 1) -> None:
        """The couriers of these look, one after the other; everybody's if none is named."""
        for _ in range(times):
            for name in names or self.members:
                self[name].look()
            self.clock.now += 60
