"""Four people at their own machines, for tests of the command line: a home and a game folder each, files carried."""

from __future__ import annotations

import contextlib
import io
import os
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pbem.cli.main import status_of
from pbem.home import Cost, Home

NAMES = ("ana", "bo", "carl", "dee")  # they play fapla, fnla, mpla, unita
SEATS = dict(zip(NAMES, ("fapla", "fnla", "mpla", "unita"), strict=True))
LOCKED, PASSPHRASE = "dee", "a long way home"  # the others' keys lie open
CHEAP = Cost(iterations=1, lanes=1, memory_kib=32)


@dataclass(frozen=True)
class Done:
    """What a command gave."""

    status: int
    out: str
    err: str

    @property
    def complaint(self) -> str:
        """The line of the first error."""
        return next((line for line in self.err.splitlines() if line.startswith("pbem: error: ")), "")


class Desks:
    """A folder with a folder for each of the four."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def home(self, who: str) -> Path:
        return self.root / who / "home"

    def game(self, who: str) -> Path:
        return self.root / who / "game"

    def log(self, who: str) -> Path:
        return self.game(who) / "game.pbem"

    def bytes_of(self, who: str) -> bytes:
        return self.log(who).read_bytes()

    def environment(self, who: str) -> dict[str, str]:
        return {"PBEM_HOME": str(self.home(who)), "PBEM_PASSPHRASE": PASSPHRASE, "COLUMNS": "100"}

    def run(self, who: str, *arguments: object, at: Path | None = None, stdin: str = "", **environ: str) -> Done:
        """One command of `who`, standing in the game folder unless `at` is given."""
        there = at or (self.game(who) if self.game(who).exists() else self.root)
        out, err = io.StringIO(), io.StringIO()
        given = io.TextIOWrapper(io.BytesIO(stdin.encode()))
        here = standing(there, self.environment(who) | environ, given)
        with here, contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = status_of([str(a) for a in arguments])
        return Done(status, out.getvalue(), err.getvalue())

    def must(self, who: str, *arguments: object, at: Path | None = None, stdin: str = "", **environ: str) -> Done:
        """The same, and it went well."""
        done = self.run(who, *arguments, at=at, stdin=stdin, **environ)
        assert done.status == 0, done.err
        return done

    def carry(self, sender: str) -> None:
        """All packets of one reach the others' trays."""
        for other in NAMES:
            if other != sender:
                tray = self.root / other / "came"
                tray.mkdir(exist_ok=True)
                for packet in (self.game(sender) / "out").glob("*.pbem"):
                    shutil.copy(packet, tray)

    def exchange(self, times: int = 1) -> None:
        """Everybody reads what came and sends on what that made."""
        for _ in range(times):
            for who in NAMES:
                self.carry(who)
            for who in NAMES:
                self.must(who, "in", self.root / who / "came")
                self.carry(who)


@contextlib.contextmanager
def standing(there: Path, environ: dict[str, str], stdin: io.TextIOWrapper) -> Iterator[None]:
    """In that folder, with that environment and standard input."""
    folder, before, given = Path.cwd(), dict(os.environ), sys.stdin
    try:
        os.chdir(there)
        os.environ.update(environ)
        sys.stdin = stdin
        yield
    finally:
        os.chdir(folder)
        os.environ.clear()
        os.environ.update(before)
        sys.stdin = given


def people_of(root: Path, *names: str) -> Desks:
    """People with an identity each, and their cards in the folder."""
    desks = Desks(root)
    for who in names:
        home = Home(desks.home(who))
        passphrase = PASSPHRASE if who == LOCKED else ""
        home.create(who, f"{who}@example.org", passphrase, no_passphrase=not passphrase, cost=CHEAP)
        (root / f"{who}.card").write_text(desks.must(who, "id", "card", at=root).out)
    return desks


def set_up(root: Path, *more: str) -> Desks:
    """A match of Angola! to the sealed set-up of all four; `more` is said to `pbem new`."""
    desks = people_of(root, *NAMES)
    players = [f"fnla={root / 'bo.card'}", f"mpla={root / 'carl.card'}", f"unita={root / 'dee.card'}"]
    desks.must("ana", "new", "angola", "fapla=me", *players, *more, "--folder", desks.game("ana"), at=root)
    desks.carry("ana")
    for who in NAMES[1:]:
        desks.must(who, "join", root / who / "came", "--folder", desks.game(who), at=root)
    desks.exchange(2)
    return desks


def copied(template: Desks, target: Path) -> Desks:
    """The same people in another folder; their homes know their matches there."""
    shutil.copytree(template.root, target, dirs_exist_ok=True)
    for games in target.glob("*/home/games.json"):
        for file in (games, games.with_name("machine.json")):  # nobody plays on in the other folder
            file.write_text(file.read_text().replace(str(template.root), str(target)))
    return Desks(target)
