"""A home with many matches in the middle of play, for tests: bots play each between two people, or alone, and stop."""

from __future__ import annotations

import contextlib
from pathlib import Path

from pbem.desk import inbox as inboxes
from pbem.desk.desk import Desk
from pbem.home import Home
from pbem.lab import demo
from pbem.match.folder import GameFolder
from pbem.ruleset import find

ME = "me"
KINDS = (  # the game, who holds its seats, how many matches, and how many rounds each plays more than the last
    ("angola", {"fapla": ME, "mpla": ME, "fnla": "bo", "unita": "bo"}, 12, 60),
    ("anaconda", {"coalition": ME, "al_qaeda": "bo"}, 12, 60),
    ("fallujah", {"coalition": ME}, 13, 20),
    ("enduring_freedom", {"coalition": ME}, 13, 15),
)
STEPS = 6  # so many lengths


class Enough(Exception):
    """A match has come as far as it should."""


class Sitting(demo.Player):
    """A player; `ME` plays every match from one home. Who is `last` leaves when asked in round `until` or later."""

    mine: Desk
    last, until = ME, 0

    def __init__(self, root: Path, name: str, *rest) -> None:
        super().__init__(root, name, *rest)
        if name == ME:
            self.desk, self.folder = self.mine, root.parent

    def _decide(self, game: GameFolder, *rest) -> str:
        if self.name == self.last and game.match.rounds.r >= self.until:
            game.flush()
            raise Enough
        return super()._decide(game, *rest)


def home_of_fifty(root: Path, monkeypatch) -> Home:
    """Fifty matches of all games; each was last opened by its player's own desk, which so knows how it stands."""
    home, ticks = Home(root / "home"), iter(range(1_767_225_600, 2**40, 30))
    identity = home.create(ME, f"{ME}@example.org", "", no_passphrase=True, cost=demo.QUICK)
    monkeypatch.setattr(Sitting, "mine", Desk(home, identity, clock=ticks.__next__), raising=False)
    monkeypatch.setattr(demo, "Player", Sitting)
    for game, holders, count, step in KINDS:
        for number in range(count):
            folder = root / f"{game}-{number:02}"
            Sitting.last = list(holders.values())[-1 if number % 3 == 0 else 0]
            Sitting.until = step * (number % STEPS + 1)
            _play(find(game), folder, holders, number)
            with Sitting.mine.game(folder):
                pass
    return home


def _play(ruleset, folder: Path, holders: dict[str, str], seed: int) -> None:
    alone = len(set(holders.values())) == 1
    with contextlib.suppress(Enough):
        demo.play(folder, ruleset, options=ruleset.demo_options, holders=holders, seed=seed,
                  policy="mover" if alone else "mover+others")


def logs_read(monkeypatch) -> list[Path]:
    """The logs that an inbox reads from now on."""
    told: list[Path] = []
    real = inboxes.read
    monkeypatch.setattr(inboxes, "read", lambda log, *given, **named: (told.append(log), real(log, *given, **named))[1])
    return told
