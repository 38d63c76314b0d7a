"""A whole match by couriers, for tests: people whose bots decide at their own desks, and couriers that do the rest."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from pbem.audit.audit import audit
from pbem.audit.findings.finding import SOUND
from pbem.courier.courier import Courier
from pbem.courier.service import alone, trust_file
from pbem.courier.settings import FolderSettings, MailSettings, Reminders, Settings
from pbem.courier.ways import FolderWay, MailWay, Way
from pbem.desk.desk import Desk
from pbem.desk.entrusted import hand_over
from pbem.desk.keeping import MatchInMemory
from pbem.desk.overlay import overlay_of
from pbem.home.people import PersonCard
from pbem.lab import demo
from pbem.match.folder import GameFolder
from pbem.post.mail.server import ImapServer, SmtpServer
from pbem.record.events import Clock as ClockOfMatch
from pbem.ruleset import Ruleset, Value
from postal import Hazard, Killed, RiskyJournal

START = 1_767_225_600
SERVER = {"host": "localhost", "tls": "none"}


class Clock:
    """Seconds that pass only if told so."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> int:
        return self.now


class KeptDesk(Desk):
    """A person's desk that keeps the match in memory, to be quick."""

    kept: MatchInMemory | None = None

    @contextlib.contextmanager
    def game(self, folder: Path, *, despite_desync: bool = False) -> Iterator[GameFolder]:
        if self.kept is None:
            self.home.settle()
            self.kept = MatchInMemory(
                folder, self.masters, self.home.marks, overlay=overlay_of(folder), clock=self._clock)
        with self.kept.opened(self.home.moved()) as game:
            game.match.may_pass = self.patience(game).may_pass
            yield game


class Site:
    """One person: home, game folder, desk, bots, and a courier that may be killed and begun again."""

    def __init__(self, root: Path, name: str, bots: Mapping[str, str], ruleset: Ruleset, clock: Clock) -> None:
        self.player = demo.Player(root / name, name, bots, ruleset, clock)
        self.name, self.clock, self.folder = name, clock, self.player.folder
        self.home = self.player.desk.home
        self.player.desk = KeptDesk(self.home, self.player.desk.identity, clock=clock, steady=clock)
        self.address = f"{name}@pbem.test"
        self.home.change(self.home.load(), name=name, address=self.address, passphrase="")
        self.said: list[str] = []
        self.faults: list[str] = []
        self.courier: Courier | None = None
        self.steady: Callable[[], int] | None = None  # None: the clock is right
        self.killed = 0
        self._stack = contextlib.ExitStack()

    def entrust(self) -> None:
        with trust_file(self.home).changing("", cost=demo.QUICK) as trust:
            gid, match = hand_over(self.player.desk, self.folder)
            trust.matches[gid] = match

    def begin(self, settings: Settings, make_ways: Callable[[Site, Path], Sequence[Way]], hazard: Hazard) -> None:
        """The courier's process starts."""
        file = trust_file(self.home)
        trust = file.load()
        beside = self._stack.enter_context(alone(self.home))

        def tell(said) -> None:
            self.said.append(f"{said.about}: {said.text}")
            if said.status not in (0, 7):
                self.faults.append(self.said[-1])

        self.courier = Courier(
            self.home, settings, RiskyJournal(beside, hazard), make_ways(self, beside), lambda: trust, self.clock, tell,
            steady=self.steady or self.clock)

    def end(self) -> None:
        """It ends, or is killed: nothing of its memory is left."""
        if self.courier is not None:
            self.courier.close()
        self.courier = None
        self._stack.close()

    def decide(self, rng: random.Random) -> None:
        """The person looks at the match and answers what is asked."""
        with self.player.desk.game(self.folder) as game:
            self.player.work(game, rng)

    def stands(self) -> tuple[int, bytes, bool]:
        """The round, its digest, and whether nothing is owed any more, by the log on disk."""
        with self.player.desk.game(self.folder) as game:
            match = game.match
            assert match.twins == []
            return match.rounds.r, match.rounds.digest, match.result is not None and not match.owing()


def seated(
    root: Path, ruleset: Ruleset, clock: Clock, *, options: Mapping[str, Value] | None = None, judge: bool = False,
    holders: Mapping[str, str] | None = None, bot: str = "", days: ClockOfMatch | None = None,
) -> list[Site]:
    """People who have joined a match, know each other's addresses, and have entrusted it to couriers."""
    seats = ruleset.seats_of(options or {})
    holders = dict(holders or {seat: seat for seat in seats})
    names = list(dict.fromkeys(holders[s] for s in seats))
    chosen = bot or next(iter(ruleset.bots))
    sites = [Site(root, n, {s: chosen for s in seats if holders[s] == n}, ruleset, clock) for n in names]
    if judge:
        sites.append(Site(root, "judge", {}, ruleset, clock))
    ids = {site.name: site.home.card().id for site in sites}
    host = sites[0]
    host.player.desk.new_match(
        ruleset, {s: ids[holders[s]] for s in seats}, options or {}, host.folder, nonce=bytes(16),
        policy="mover+judge" if judge else "mover+others", judge=ids["judge"] if judge else None,
        clock=days)
    invitation = host.player.desk.send(host.folder, everything=True)
    for site in sites[1:]:
        site.player.desk.start_folder(site.player.desk.invited_to(demo._came(invitation)), site.folder)
    for site in sites:
        site.player.desk.join(site.folder)
        site.entrust()
        for other in sites:
            site.home.people.put(PersonCard(address=other.address, id=ids[other.name], name=other.name))
    return sites


def mail_settings(site: Site) -> MailSettings:
    return MailSettings(
        address=site.address, imap=ImapServer(**SERVER), smtp=SmtpServer(**SERVER), password_command=("true",))


def folder_way(shared: Path) -> Callable[[Site, Path], list[Way]]:
    return lambda _site, beside: [FolderWay(FolderSettings(path=str(shared)), beside)]


def mail_way(
    make_box: Callable[[Site], object], make_sender: Callable[[Site], object],
    make_shelf: Callable[[Site], object] = lambda _site: None,
) -> Callable:
    """Accounts; without a shelf no letter is moved."""
    return lambda site, _beside: [
        MailWay(mail_settings(site), make_box(site), make_sender(site), make_shelf(site))]


SETTINGS = Settings(
    picture=False, poll_seconds=5, hold_seconds=0, notify="none", most_mails_an_hour=10_000,
    reminders=Reminders(after_hours=24))


def play(
    sites: Sequence[Site], clock: Clock, make_ways: Callable[[Site, Path], Sequence[Way]], *, seed: int = 1,
    hazard: Hazard | None = None, settings: Settings = SETTINGS, passes: int = 20_000,
    each: Callable[[int], None] = lambda _number: None,
    patience: Callable[[int], bool] = lambda _idle: False,
    down: Callable[[Site, int], bool] = lambda _site, _number: False,
) -> int:
    """Plays until everybody stands at the end; gives the number of passes. AssertionError if it stands still.

    In a pass everybody's courier looks once, but those that are `down`, and everybody decides. If nothing happens for
    longer than there is `patience` with so many idle passes, half a day goes by.
    """
    idle, sizes = 0, [0]
    rng = random.Random(seed)
    hazard = hazard or Hazard(rng, 1, 0)
    for number in range(passes):
        each(number)
        for site in sites:
            if down(site, number):
                continue
            if site.courier is None:
                site.begin(settings, make_ways, hazard)
            try:
                hazard.on = True
                site.courier.look()
            except Killed:
                site.killed += 1
                site.end()
            finally:
                hazard.on = False
            site.decide(rng)
        before, sizes = sizes, [(site.folder / "game.pbem").stat().st_size for site in sites]
        idle = 0 if before != sizes else idle + 1
        if idle and all(site.stands()[2] for site in sites) and len({site.stands()[1] for site in sites}) == 1:
            for site in sites:
                site.end()
            return number + 1
        clock.now += 43_200 if idle and not patience(idle) else 60
    raise AssertionError(f"it stands still: {[(s.name, s.stands()[0], s.said[-3:]) for s in sites]}")


def settled(sites: Sequence[Site]) -> None:
    """All logs hold the same records, which are sound and accuse nobody."""
    assert len({site.stands()[1] for site in sites}) == 1
    assert len({frozenset((site.folder / "game.pbem").read_bytes().splitlines()) for site in sites}) == 1
    report = audit(sites[0].folder / "game.pbem")
    assert report.status == SOUND
    assert [f.sentence for f in report.findings if f.severity not in ("note", "info")] == []
    for site in sites:
        assert site.faults == []


def sync_litter(shared: Path, rng: random.Random) -> Callable[[int], None]:
    """What sync programs leave in a folder: half a file under a name of their own, copies, a file that grows."""

    def litter(number: int) -> None:
        files = sorted(path for path in shared.glob("*.pbem") if path.name != "half.pbem")
        if files and number % 3 == 0 and number < 300:
            content = rng.choice(files).read_bytes()
            (shared / f".syncthing.{number}.tmp").write_bytes(content[: len(content) // 2])
            (shared / f"conflicted copy {number}.pbem").write_bytes(content)
            (shared / "half.pbem").write_bytes(content[: rng.randrange(len(content))])

    return litter
