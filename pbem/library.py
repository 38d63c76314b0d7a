"""The library: a game read from its log, for scripts and notebooks, without a home and without the command line.

    from pbem import library

    game = library.open("logs/angola/turn_ten")
    for frame in game:
        print(frame.round, frame.turn, [sentence.text for sentence in frame.sentences])

Belongs here: what a script wants of a game, in as few names as possible; docs/library.md documents each, and each
stays (`tests/test_library.py` holds their signatures). Must not be here: how any of it is found out.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from pbem.show.frame import By, Ending, Frame, Throw, whole_steps
from pbem.show.scene import Scene, Sentence

if TYPE_CHECKING:
    from pbem.audit.findings.report import Report
    from pbem.replay.films.reel import Reel

__all__ = ["By", "Ending", "Frame", "Game", "Level", "Scene", "Sentence", "Throw", "check", "holders", "open"]
Level = Literal["quick", "full", "audit"]
LOG = "game.pbem"


class Game:
    """One match as one viewer saw it. Iterating gives its frames from the beginning, each made as it is asked for.

    `title` is the game's, `id` the match's, `engine` the ruleset and its version, `seats` those that play,
    `options` all options with their values, `viewer` whose eyes these are; `log` is the file that was read.
    """

    def __init__(self, reel: Reel, log: Path, overlay: Path | None) -> None:
        match = reel.match
        self._reel, self._overlay = reel, overlay
        self.log = log
        self.viewer = reel.viewer
        self.title, self.id, self.engine = match.ruleset.title, match.genesis.id, match.ruleset.engine
        self.seats = tuple(seat.name for seat in match.binding.seats if seat.role != "judge")
        self.options = match.ruleset.full_options(match.genesis.msg.body.options)

    def __iter__(self) -> Iterator[Frame]:
        """Every step: the position after it (`frame.scene`) and what led to it: deeds, dice, sentences, remarks."""
        return iter(self._reel)

    def __len__(self) -> int:
        """How many frames there are at most."""
        return len(self._reel)

    @property
    def rounds(self) -> int:
        """How many rounds of the record have closed."""
        return len(self._reel.match.rounds.closed)

    @property
    def ending(self) -> Ending | None:
        """Who has won and by what section; None while the game goes on."""
        result = self._reel.match.result
        return None if result is None else Ending(result.winners, result.text, result.by, result.why)

    @property
    def awaited(self) -> tuple[str, ...]:
        """The seats that owe something now; empty when all is done."""
        return tuple(duty.name for duty in self._reel.match.owing())

    @property
    def doubt(self) -> str:
        """How this build of the rules differs from the one that played, in a sentence; empty if nothing shows it."""
        otherwise = self._reel.match.otherwise
        return otherwise.sentence if otherwise is not None and otherwise.is_seen else ""

    def turns(self, by: By = "turn") -> Iterator[Frame]:
        """The last frame of each turn (or phase), with all that happened in it."""
        return whole_steps(self, by)

    def story(self) -> Iterator[tuple[int, Sentence]]:
        """Each sentence with its round."""
        for frame in self:
            for sentence in frame.sentences:
                yield frame.round, sentence

    def dice(self) -> Iterator[tuple[Frame, Throw]]:
        """Each throw of dice with the frame in which it fell; draws from a pool are not among them."""
        for frame in self:
            for throw in frame.dice:
                if throw.sides:
                    yield frame, throw

    def verdict(self, level: Level = "full") -> Report:
        """What `check` says of the log."""
        return check(self.log, level, data=self._overlay)


def open(path: str | Path, viewer: str = "public", *, data: str | Path | None = None) -> Game:
    """A game from its log, a folder with one in it, or a bundle of evidence.

    `viewer` is `public`; a seat or `auditor` once their secrets are disclosed in the log. `data` is a folder of
    corrected data files, if the match was played with some. Raises PbemError with a sentence of what is wrong: no log,
    no such viewer, rules that are not here.
    """
    from pbem.replay.films.opening import open_reel

    log = _log(Path(path))
    overlay = None if data is None else Path(data)
    return Game(open_reel(log, viewer, overlay=overlay), log, overlay)


def check(path: str | Path, level: Level = "full", *, data: str | Path | None = None) -> Report:
    """Whether a record is sound; with `audit` whether everything in it was honest, as far as is disclosed.

    Damage of any kind is in the report, whose `status` is that of `pbem verify`; PbemError if there is no file.
    """
    from pbem.audit.audit import audit
    from pbem.audit.verify import verify

    log, overlay = _log(Path(path)), None if data is None else Path(data)
    return audit(log, overlay=overlay) if level == "audit" else verify(log, level, overlay=overlay)


def holders(scene: Scene) -> dict[str, str]:
    """Who holds which places: the id of the faction by that of the place, as control markers say."""
    return {marker.place: marker.faction for marker in scene.markers if marker.control and marker.faction}


def _log(path: Path) -> Path:
    """The log itself; that of a bundle is put into a folder of its own."""
    from pbem.audit.bundle.archive import LOG as IN_BUNDLE
    from pbem.audit.bundle.archive import is_bundle, read_bundle

    if path.is_dir():
        return path / LOG
    if not is_bundle(path):
        return path
    log = Path(tempfile.mkdtemp(prefix="pbem-")) / LOG
    log.write_bytes(read_bundle(path)[IN_BUNDLE])
    return log
