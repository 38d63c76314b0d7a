"""A courier from its files: the keys, the settings, the journal; one at a time on a home.

Belongs here: putting it together, the lock, going on until it is told to end. Must not be here: signals, printing.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from pbem.courier.courier import Courier
from pbem.courier.journal import Journal
from pbem.courier.places import FILE, FOLDER, RUNNING, trust_file
from pbem.courier.settings import Settings, expanded, read_settings
from pbem.courier.telling import CourierLine
from pbem.courier.ways import SERVICE, FolderWay, Way, mail_way
from pbem.desk.desk import Desk, now
from pbem.desk.entrusted import hand_over
from pbem.disk.lock import locked
from pbem.disk.small import read_strict, write_strict
from pbem.disk.whole import make_private_folder
from pbem.errors import PbemError, WrongUse
from pbem.home import Home
from pbem.home.entrusted import Entrusted, Trust, TrustFile
from pbem.post.mail.passwords import of_file, of_keyring


def settings_of(home: Home) -> Settings:
    """The settings of the courier of a home."""
    return read_settings(home.root / FILE)


def passphrase_of(settings: Settings, home: Home) -> str:
    """The passphrase of the courier's keys by the settings; empty if they name none."""
    what = "the passphrase of the courier's keys"
    if settings.keys.passphrase_file:
        return of_file(expanded(settings.keys.passphrase_file), what)
    return of_keyring(f"{SERVICE} courier", str(home.root), what) if settings.keys.keyring else ""


def entrust(home: Home, desk: Desk, folder: Path, passphrase: str) -> Entrusted:
    """Hands the seats that somebody has taken in a match over to the courier of his home."""
    with trust_file(home).changing(passphrase) as trust:
        gid, match = hand_over(desk, folder)
        if desk.identity is not None:
            home.sign_card(desk.identity)
        trust.matches[gid] = match
    return match


class Trusting:
    """What is entrusted, read again when its file has changed: the same object while it has not.

    `may_be_empty`: a courier that gathers people for a match has something to do before anything is entrusted.
    """

    def __init__(self, file: TrustFile, passphrase: str, may_be_empty: Callable[[], bool] = lambda: False) -> None:
        self._file, self._passphrase, self._may_be_empty = file, passphrase, may_be_empty
        self._stamp: tuple[int, int] | None = None
        self._trust: Trust | None = None

    def __call__(self) -> Trust:
        """What is entrusted now."""
        try:
            status = os.stat(self._file.path)
            stamp = (status.st_mtime_ns, status.st_ino)
        except OSError:
            stamp = (0, 0)
        if self._trust is None or stamp != self._stamp:
            is_empty = not self._file.exists and self._may_be_empty()
            read = Trust.nothing() if is_empty else self._file.load(self._passphrase or None)
            self._trust, self._stamp = read, stamp
        return self._trust


@contextlib.contextmanager
def alone(home: Home) -> Iterator[Path]:
    """The courier's folder; WrongUse if another courier runs on this home."""
    folder = home.root / FOLDER
    make_private_folder(folder)
    running = folder / RUNNING
    with contextlib.ExitStack() as stack:
        try:
            stack.enter_context(locked(running, patience=0))
        except PbemError as error:
            if error.__cause__ is not None:  # no lock, but a disk that refuses
                raise
            by = _process(running)
            raise WrongUse(f"another courier runs on this home already{f': process {by}' if by else ''}",
                           "end it first, or let it do the work") from None
        write_strict(running, os.getpid())
        yield folder


def _process(running: Path) -> int:
    try:
        return read_strict(running, int) or 0
    except PbemError:
        return 0


@contextlib.contextmanager
def courier_of(
    home: Home,
    tell: Callable[[CourierLine], None],
    *,
    clock: Callable[[], int] = now,
    make_ways: Callable[[Settings, Path], Sequence[Way]] | None = None,
    is_expectant: bool = False,
) -> Iterator[Courier]:
    """The courier of a home, the only one; its connections are given up at the end.

    `is_expectant`: it reads the mail also before anything is entrusted, since an invitation may come by it.
    """
    settings = settings_of(home)
    passphrase = passphrase_of(settings, home)
    expects = is_expectant and bool(settings.mail)
    trusting = Trusting(trust_file(home), passphrase,
                        lambda: expects or bool(home.gatherings.open() or home.accepted.all()))
    trusting()
    with alone(home) as folder:
        ways = (make_ways or ways_of)(settings, folder)
        courier = Courier(home, settings, Journal(folder), ways, trusting, clock, tell,
                          entrust=lambda desk, where: entrust(home, desk, where, passphrase))
        try:
            yield courier
        finally:
            courier.close()


def ways_of(settings: Settings, beside: Path) -> list[Way]:
    """The folders and mail accounts that the settings name."""
    return [*(FolderWay(one, beside) for one in settings.folder), *(mail_way(one) for one in settings.mail)]


def serve(courier: Courier, ended: Callable[[], bool], sleep: Callable[[float], None] = time.sleep) -> None:
    """Looks at everything again and again until `ended`; says that it begins and that it ends."""
    courier.begin()
    try:
        while not ended():
            courier.look()
            courier.wait(courier.settings.poll_seconds, ended, sleep)
    finally:
        courier.end()
