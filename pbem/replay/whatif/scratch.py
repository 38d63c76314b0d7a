"""A branch tried by hand as a list of lines, so that one can be taken back, kept as plain text and gone through again.

    what-if tried by hand: no record of any match, and nobody has signed it
    game 3KnX...      viewer fapla      after round 300      seed 1       (a line each, then an empty one)
    unita: loose
    bots 3

Belongs here: the list, its text both ways. Must not be here: files, the terminal, how a branch goes on.
"""

from __future__ import annotations

import re

import msgspec

from pbem.errors import BadRecord, PbemError, WrongUse
from pbem.limits import MAX_TRIED, MAX_TRIED_LINES
from pbem.replay.films.reel import Reel
from pbem.replay.whatif.branch import MOST, Branch

FIRST = "what-if tried by hand: no record of any match, and nobody has signed it"
_HEAD = re.compile(
    r"game (?P<game>[A-Za-z0-9_-]{43})\nviewer (?P<viewer>[a-z][a-z0-9_]{0,31})\n"
    r"after round (?P<round>0|[1-9][0-9]{0,5})\nseed (?P<seed>[!-~]{1,64})\n\n"
)
_SEED = re.compile(r"[!-~]{1,64}")
_BOTS = re.compile(r"bots ([1-9][0-9]{0,3})")
_LINE = re.compile(r"end|bots [1-9][0-9]{0,3}|[a-z][a-z0-9_]{0,31}: [ -~]{1,20000}")


def seed_word(seed: str) -> str:
    """The seed; WrongUse if it is no word that can be kept."""
    if not _SEED.fullmatch(seed):
        raise WrongUse("a seed is a word of 64 letters, digits and signs at most", "like: what-if 7")
    return seed


class Tried(msgspec.Struct, frozen=True):
    """What was tried: in which match, seen by whom, from where, and the lines in order."""

    game: str
    viewer: str
    round: int
    seed: str
    lines: tuple[str, ...] = ()


class Scratch:
    """What a person tries from one position on; `branch` is where that has led."""

    def __init__(self, reel: Reel, round: int, seed: str) -> None:
        self._reel, self.round, self.seed = reel, round, seed_word(seed)
        self.lines: list[str] = []
        self.branch = Branch(reel, round, seed)

    @classmethod
    def of(cls, reel: Reel, tried: Tried) -> Scratch:
        """An empty one that begins where something was tried; WrongUse if that was another match or viewer."""
        if tried.game != reel.match.genesis.id:
            raise WrongUse("that was tried in another match")
        if tried.viewer != reel.viewer:
            who = f"--{tried.viewer}" if tried.viewer in ("public", "auditor") else f"--as {tried.viewer}"
            raise WrongUse(f"that was tried as seen by {tried.viewer}, not by {reel.viewer}", f"pbem replay {who}")
        if tried.round > len(reel.match.rounds.closed):
            raise WrongUse(f"there is no round {tried.round} yet")
        return cls(reel, tried.round, tried.seed)

    def take(self, line: str) -> str:
        """Carries out `bots 20`, `end` or orders; gives the line as it was taken. An error has changed nothing."""
        if len(self.lines) >= MAX_TRIED_LINES:
            raise WrongUse(f"{MAX_TRIED_LINES} lines were tried", "take some back, or begin again")
        answers = self.branch.answers
        try:
            taken = self._taken(line.strip())
        except PbemError:
            if self.branch.answers != answers or _left_to_bots(line):  # their dice and choices have gone on
                self._again()
            raise
        self.lines.append(taken)
        return taken

    def undo(self) -> str:
        """Takes the last line back and gives it."""
        if not self.lines:
            raise WrongUse("nothing was tried that could be taken back")
        last = self.lines.pop()
        self._again()
        return last

    def restart(self) -> None:
        """Takes every line back."""
        self.lines.clear()
        self._again()

    def tried(self) -> Tried:
        """What was tried so far."""
        return Tried(self._reel.match.genesis.id, self._reel.viewer, self.round, self.seed, tuple(self.lines))

    def _taken(self, line: str) -> str:
        count = _left_to_bots(line)
        for _ in range(count):
            if self.branch.request is None:
                break
            self.branch.bot_answers()
        return _word(line) if count else self.branch.order(line)

    def _again(self) -> None:
        """Everything that is in the list once more, from the beginning."""
        self.branch = Branch(self._reel, self.round, self.seed)
        for line in self.lines:
            self._taken(line)
        self.branch.told()


def _word(line: str) -> str:
    return " ".join(line.lower().split())


def _left_to_bots(line: str) -> int:
    """How many decisions a line leaves to the bots at most; 0 if it is orders."""
    word = _word(line)
    counted = _BOTS.fullmatch(word)
    return MOST if word == "end" else int(counted[1]) if counted else 0


def encode(tried: Tried) -> str:
    """Plain text, which says in its first line that it is no record."""
    head = f"game {tried.game}\nviewer {tried.viewer}\nafter round {tried.round}\nseed {tried.seed}\n"
    return "\n".join((f"{FIRST}\n{head}", *tried.lines, ""))


def decode(content: bytes, source: str) -> Tried:
    """What `encode` has written; BadRecord with the line for anything else."""
    if len(content) > MAX_TRIED:
        raise BadRecord(f"{len(content):,} bytes, the limit is {MAX_TRIED:,}", source=source)
    if not content.startswith(FIRST.encode() + b"\n"):
        raise BadRecord("not a what-if that was kept: its first line is another", source=source, line=1)
    text = content.decode("ascii", "replace")
    head = _HEAD.match(text, len(FIRST) + 1)
    if head is None:
        raise BadRecord("game, viewer, round, seed and an empty line are to come first", source=source, line=2)
    lines = text[head.end() :].split("\n")
    if lines.pop() != "":
        raise BadRecord("the last line is cut short", source=source, line=6 + len(lines) + 1)
    if len(lines) > MAX_TRIED_LINES:
        raise BadRecord(f"{len(lines):,} lines, the limit is {MAX_TRIED_LINES:,}", source=source)
    for number, line in enumerate(lines, 7):
        if not _LINE.fullmatch(line):
            raise BadRecord("neither orders of a seat nor `bots 3` nor `end`", source=source, line=number)
    return Tried(head["game"], head["viewer"], int(head["round"]), head["seed"], tuple(lines))
