"""What a courier says of its work, one line each; and how it goes on after a fault.

Belongs here: saying a fault once while it stands, trying again later and later. Must not be here: where the lines go.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from pbem.courier.journal import is_within
from pbem.desk.sifting import Sifting
from pbem.errors import PbemError
from pbem.limits import MAX_TOLD_LINE, MAX_WAIT
from pbem.post.names import one_line


@dataclass(frozen=True, slots=True)
class CourierLine:
    """One line: what it is about (a way, a match), one sentence, and the status if it is a fault, else 0."""

    about: str
    text: str
    status: int = 0


@dataclass(frozen=True, slots=True)
class _Standing:
    text: str
    status: int
    times: int
    since: int
    wait: int
    first: int = 0


class Telling:
    """`tell` gets each line, `clock` gives Unix seconds, `pause` is how long a fault is let alone at first.

    `status` is that of the first fault since `begin`, 0 if there is none.
    """

    def __init__(self, tell: Callable[[CourierLine], None], clock: Callable[[], int], pause: int) -> None:
        self._tell, self._clock, self._pause = tell, clock, pause
        self._standing: dict[str, _Standing] = {}
        self._once: set[tuple[str, str]] = set()
        self._now: set[tuple[str, str]] = set()
        self._again = True
        self.status = 0

    def begin(self, *, again: bool = True) -> None:
        """A new look at everything; `again` is whether another one follows."""
        self.status, self._again = 0, again
        self._now.clear()

    @property
    def looks_again(self) -> bool:
        """Whether another look follows."""
        return self._again

    def standing(self) -> list[tuple[str, str, int]]:
        """The faults that stand: what each is about, its text, since when."""
        return [(about, one.text, one.first) for about, one in self._standing.items()]

    def once_now(self, about: str, text: str) -> None:
        """One line that is not said again in this look: why a match is not answered is found at each of its records."""
        if (about, text) not in self._now | self._once:
            self._now.add((about, text))
            self.say(about, text)

    def say(self, about: str, text: str, status: int = 0) -> None:
        """One line."""
        self.status = self.status or status
        if len(text) > MAX_TOLD_LINE:  # others have a hand in what is told
            text = f"{text[:MAX_TOLD_LINE]} ..."
        self._tell(CourierLine(about, text, status))

    def once(self, about: str, text: str, status: int = 0) -> None:
        """One line that is not said again while this courier runs."""
        if (about, text) not in self._once:
            self._once.add((about, text))
            if (about, text) not in self._now:
                self.say(about, text, status)

    def fault(self, about: str, error: PbemError) -> None:
        """A fault of what came, which nobody tries again."""
        self.say(about, sentence(error), error.status)

    def refused(self, name: str, sifting: Sifting) -> None:
        """The first faults of what came, and how many more there are."""
        for about, fault in sifting.told:
            self.fault(about, fault)
        if (more := sifting.refused - len(sifting.told)) > 0:
            rest = ", and the rest of it was not read" if sifting.is_cut else ""
            self.say(name, f"{more} more such faults there{rest}", sifting.told[-1][1].status)

    def attempt(self, about: str, work: Callable[[], None]) -> None:
        """Does some work; a fault is said and stops nothing else. While it stands it is tried again later and later.

        An error that is none of ours is our bug: it is said with its place in the code, and stops nothing else either.
        """
        now, before = self._clock(), self._standing.get(about)
        if before is not None and is_within(before.wait, before.since, now):  # a clock may go back
            self.status = self.status or before.status
            return
        try:
            work()
        except Exception as error:  # our bug in one task must not stop the others
            self._failed(about, as_ours(error), before)
        else:
            if self._standing.pop(about, None) is not None:
                self.say(about, "all is well again")

    def _failed(self, about: str, error: PbemError, before: _Standing | None) -> None:
        text, times = sentence(error), 1 if before is None else before.times + 1
        wait = min(MAX_WAIT, self._pause * 2 ** min(times - 1, 12))
        if before is None or before.text != text:
            self.say(about, f"{text}; tried again in {wait} seconds" if self._again else text, error.status)
        self.status = self.status or error.status
        self._standing[about] = _Standing(
            text, error.status, times, self._clock(), wait, self._clock() if before is None else before.first)


def sentence(error: PbemError) -> str:
    """A fault on one line, its hint in brackets."""
    line = "; ".join(part.strip() for part in str(error).splitlines() if part.strip())
    return f"{line} ({error.hint})" if error.hint else line


def as_ours(error: Exception) -> PbemError:
    """An error as one of ours: what the system says, or for a bug of ours its kind and its place in the code."""
    if isinstance(error, PbemError):
        return error
    if isinstance(error, OSError):
        return PbemError(f"the system refuses: {(error.strerror or str(error)).lower()}")
    frames = traceback.extract_tb(error.__traceback__)
    where = f" in {Path(frames[-1].filename).name}, line {frames[-1].lineno}" if frames else ""
    said = one_line(str(error))
    return PbemError(f"our bug: {type(error).__name__}{where}{f': {said}' if said else ''}", "please report this line")
