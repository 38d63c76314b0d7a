"""Walking through frames, forwards and backwards: what a typed command means, and where it leads.

Belongs here: the place in a game, the commands. Must not be here: a terminal, painting.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from pbem.errors import WrongUse
from pbem.show.frame import By, Frame, at_round, find_text, is_headline, is_start

HELP = (
    "n, or nothing      next step (--by says how far)    p        back",
    "turn, phase        to the next one                  -turn, -phase  back",
    "headline           to the next that decides a game  -headline  back",
    "first, last        the ends                         r123     to round 123",
    "/words  ?words     the next or last step that tells of them; / and ? again",
    "map                the map on or off                all      what is beside it",
    "what-if bots 5     how five games go on from here",
    "what-if            play on from here by hand",
    "what-if from FILE  what was tried so before, and kept",
    "q                  leave",
)
WORDS: dict[str, tuple[By | None, Literal[1, -1]]] = {
    "": (None, 1), "n": (None, 1), "next": (None, 1), "p": (None, -1), "back": (None, -1), "previous": (None, -1),
    "event": ("event", 1), "e": ("event", 1), "-event": ("event", -1), "-e": ("event", -1),
    "phase": ("phase", 1), "ph": ("phase", 1), "-phase": ("phase", -1), "-ph": ("phase", -1),
    "turn": ("turn", 1), "t": ("turn", 1), "-turn": ("turn", -1), "-t": ("turn", -1),
}  # fmt: skip


class Walk:
    """A place in a game; `by` is how far a step without a word goes. There is at least one frame."""

    def __init__(self, frames: Sequence[Frame], *, by: By = "event", at: int = 0) -> None:
        self.frames, self.by, self.at = frames, by, at
        self.furthest = at
        self._searched = ""

    @property
    def here(self) -> Frame:
        """The frame that is shown."""
        return self.frames[self.at]

    @property
    def looked_at(self) -> str:
        """The place that was looked at last, if this step looks at none; empty if it does, or none ever was."""
        for frame in reversed(self.frames[: self.at + 1]):
            on_board = {place.id for place in frame.scene.board.places} if frame.scene.highlights else set()
            seen = [highlight.place for highlight in frame.scene.highlights if highlight.place in on_board]
            if seen:
                return "" if frame is self.here else seen[-1]
        return ""

    def since(self, before: int) -> Sequence[Frame]:
        """The frames passed on the way forward from another place, with this one; this one alone on the way back."""
        return self.frames[before + 1 : self.at + 1] if before < self.at else [self.here]

    def go(self, command: str) -> bool:
        """Carries out a command; False if it is none. WrongUse says why it leads nowhere."""
        word = command.strip()
        if word[:1] in ("/", "?"):
            self._search(word[1:].strip(), 1 if word[0] == "/" else -1)
        elif word.lower() in WORDS:
            by, step = WORDS[word.lower()]
            self._step(by or self.by, step)
        elif word.lower() in ("headline", "-headline"):
            self._to_headline(-1 if word[0] == "-" else 1)
        elif word.lower() in ("first", "last"):
            self.at = 0 if word.lower() == "first" else len(self.frames) - 1
        elif word[:1].lower() == "r" and word[1:].strip().isdecimal():
            self.to_round(int(word[1:].strip()[:9]))
        else:
            return False
        self.furthest = max(self.furthest, self.at)
        return True

    def to_round(self, round: int) -> None:
        """To the step of a round; WrongUse if there is none yet."""
        last = self.frames[-1].round
        if round > last:
            raise WrongUse(f"there is no round {round} yet: the last closed one is {last}")
        self.at = at_round(self.frames, round)
        self.furthest = max(self.furthest, self.at)

    def _step(self, by: By, step: Literal[1, -1]) -> None:
        """To the next beginning of a step, phase or turn, or the one before; the last of all is the end."""
        goal = self.at + step
        while 0 < goal < len(self.frames) and not is_start(self.frames[goal], self.frames[goal - 1], by):
            goal += step
        if self.at == goal or not 0 <= self.at + step < len(self.frames):
            raise WrongUse("this is the end" if step == 1 else "this is the beginning")
        self.at = min(max(goal, 0), len(self.frames) - 1)

    def _to_headline(self, step: Literal[1, -1]) -> None:
        goal = self.at + step
        while 0 <= goal < len(self.frames) and not is_headline(self.frames[goal]):
            goal += step
        if not 0 <= goal < len(self.frames):
            raise WrongUse(f"no headline {'after' if step == 1 else 'before'} this step")
        self.at = goal

    def _search(self, words: str, step: Literal[1, -1]) -> None:
        self._searched = words or self._searched
        if not self._searched:
            raise WrongUse("no words to search for", "type them after the stroke: /Huambo")
        found = find_text(self.frames, self._searched, self.at, step)
        if found is None:
            where = "after" if step == 1 else "before"
            raise WrongUse(f"nothing {where} this step tells of {self._searched!r}")
        self.at = found
