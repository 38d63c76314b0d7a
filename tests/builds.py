"""The raiders in several builds of one version, as packages that somebody installs one after the other."""

from __future__ import annotations

import importlib
import random
import sys
from pathlib import Path

import pytest

import tiny
from pbem.audit.verify import verify
from pbem.build import build_of
from pbem.ruleset import Ruleset, find
from people import Person, finish, invite, settle

OURS = Path(tiny.__file__).read_text(encoding="utf-8")
TURN = "while state.turn <= state.turns:"
CARDS = "    for i in range(2):\n        for seat in order:\n", "    for seat in order:\n        for i in range(2):\n"
CHANGES = {  # what another build has in the place of what the one recorded has
    "wording": ("marches to", "has marched to"),
    "modifier": ("scores = {side: bids[side] + die for", "scores = {side: bids[side] + die + 4 * (side == target) for"),
    "legality": ("if len(path) > 3", "if len(path) > 1"),
    "order": CARDS,
    "longer": (TURN, TURN.replace("state.turns:", "state.turns + 1:")),
    "shorter": (TURN, TURN.replace("<=", "<")),
}
PLAY = ("modifier", "legality", "order", "longer", "shorter")  # of these, those that play otherwise
RECORDED = "recorded"
MOST_GAMES = 60


class Builds:
    """A machine on which one build of the game is installed at a time."""

    def __init__(self, root: Path) -> None:
        self.root, self._patch, self._site = root, pytest.MonkeyPatch(), ""

    def undo(self) -> None:
        """Nothing of it is installed any more."""
        self._patch.undo()
        sys.modules.pop("raiders", None)

    def use(self, name: str) -> Ruleset:
        """Installs a build in the place of the one before; gives its ruleset."""
        site = self.root / "sites" / name
        if not site.exists():
            old, new = CHANGES.get(name, ("", ""))
            assert not old or OURS.count(old) == 1
            record = site / "raiders-1.0.dist-info"
            record.mkdir(parents=True)
            (record / "METADATA").write_text("Metadata-Version: 2.1\nName: raiders\nVersion: 1.0\n")
            (record / "entry_points.txt").write_text("[pbem.rulesets]\ntiny = raiders:TINY\n")
            (site / "raiders.py").write_text(OURS.replace(old, new) if old else OURS, encoding="utf-8")
        self._patch.setattr(sys, "path", [str(site), *(p for p in sys.path if p != self._site)])
        self._site = str(site)
        sys.modules.pop("raiders", None)
        importlib.invalidate_caches()
        return find("tiny")

    def name_of(self, name: str) -> str:
        """What a build calls itself."""
        return build_of(self.use(name))

    def record(self, path: Path, seed: int, name: str = RECORDED) -> list[Person]:
        """A match of three people who all have one build, played by bots to its end, written to a file."""
        people = invite(ruleset=self.use(name))
        settle(people)
        finish(people, random.Random(seed))
        path.write_bytes(b"".join(event.line for event in people[0].log))
        return people

    def parted(self, path: Path, change: str) -> None:
        """The first match in which another build plays otherwise than the one recorded, before its last turn."""
        for seed in range(MOST_GAMES):
            self.record(path, seed)
            self.use(change)
            if verify(path, "quick").status:
                return
        raise AssertionError(f"{change} changes nothing in {MOST_GAMES} games")
