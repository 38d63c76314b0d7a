"""How long a seat has let the others wait, and by whose word (protocol 4.7). Pure: times come in, times go out.

Belongs here: start, leave, deadline, late and due, witnesses and doubts of one wait. Must not be here: which waits
there are (`waits`), words for people, any clock of a machine. All this is advice: no rule reads it.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from typing import Literal, NamedTuple

from pbem.limits import MOST_PIECES
from pbem.record.events import Clock

DAY = 86_400
Word = Literal["sender", "judge", "own"]
Span = tuple[int, int]
"""From a time, up to a time."""


class Wait(NamedTuple):
    """One seat waited for on one digest. All are claimed times, in seconds since 1970.

    `closed` are those of the events that closed it, in a round of dice with the elements that come before the seat's;
    `seen` those of its own `seen` there, `judge` those of the judge's events on or behind it, in the order of their
    feeds; `answer` that of its event, None while it is owed; `behind` those of other seats' events that stand on it.
    `away` are the leaves of its person, each from its announcement to its end, in order.
    """

    seat: int
    closed: tuple[int, ...]
    seen: tuple[int, ...] = ()
    judge: tuple[int, ...] = ()
    answer: int | None = None
    behind: tuple[tuple[int, int], ...] = ()
    away: tuple[Span, ...] = ()


class Reckoned(NamedTuple):
    """What a clock says of a wait. `leave` is in seconds, `spans` when it was; `witnessed` is None if nobody has."""

    start: int
    word: Word
    deadline: int
    leave: int
    late: bool
    due: bool
    witnessed: int | None = None
    doubt: bool = False
    spans: tuple[Span, ...] = ()


def start_of(wait: Wait, grace: int) -> tuple[int, Word]:
    """4.7 Since when a seat is waited for, and by whose word; its own moves that by `grace` days at most."""
    closed = max(wait.closed)
    other: tuple[int, Word] = (wait.judge[0], "judge") if wait.judge else (closed, "sender")
    if not wait.seen:
        return other
    return min(max(wait.seen[0], closed), other[0] + grace * DAY), "own"


def reckon(clock: Clock, wait: Wait, now: int, used: Used | None = None) -> Reckoned:
    """4.7 Where a wait stands; `used` is the leave that earlier waits of this person have used."""
    start, word = start_of(wait, clock.grace)
    used = used or Used()
    most = clock.leave * DAY
    spans: list[Span] = []
    for announced, until in wait.away:
        counted = _within(spans, start, None, used, most)
        if announced <= start + clock.days * DAY + _length(counted):
            spans = [(a, min(b, announced)) for a, b in spans if a < announced]
            spans += [(announced, until)] if until > announced else []
    counted = _within(spans, start, wait.answer, used, most)
    leave = _length(counted)
    deadline = start + clock.days * DAY + leave
    then = now if wait.answer is None else wait.answer
    due = wait.answer is None and now > deadline + clock.grace * DAY
    witnessed, doubt = _doubts(wait, deadline)
    return Reckoned(start, word, deadline, leave, then > deadline, due, witnessed, doubt, tuple(counted))


def _doubts(wait: Wait, deadline: int) -> tuple[int | None, bool]:
    if wait.answer is None:
        return None, False
    witnessed = min((t for _, t in wait.behind), default=None)
    told_late = witnessed is not None and witnessed > max(deadline, wait.answer + DAY)
    return witnessed, (wait.answer <= deadline and told_late) or wait.answer < max(wait.closed)


def _within(spans: Iterable[Span], start: int, end: int | None, used: Used, most: int) -> list[Span]:
    """What of leave lies behind the start, before the end, and within what is left; a day that was used is free."""
    left = used.left_of(most)
    counted: list[Span] = []
    for a, b in sorted(spans):
        for first, last, is_free in used.parted(max(a, start), b if end is None else min(b, end)):
            taken = last - first if is_free else max(0, min(last - first, left))
            left -= 0 if is_free else taken
            if taken:
                counted.append((first, first + taken))
    return counted


def _length(spans: Iterable[Span]) -> int:
    return sum(b - a for a, b in spans)


class Used:
    """The leave of a person that waits have used: spans in order that do not overlap."""

    def __init__(self, spans: Iterable[Span] = ()) -> None:
        self.spans: list[Span] = []
        self.length = 0
        self.add(spans)

    def add(self, spans: Iterable[Span]) -> None:
        """Unites these with what is there."""
        for a, b in spans:
            at = slice(bisect_left(self.spans, a, key=_end), bisect_right(self.spans, b, key=_start))
            touched = self.spans[at]
            whole = min([a, *map(_start, touched[:1])]), max([b, *map(_end, touched[-1:])])
            self.length += _length([whole]) - _length(touched)
            self.spans[at] = [whole]

    def left_of(self, most: int) -> int:
        """What may still be used, in seconds: nothing more once it was used in very many pieces."""
        return max(0, most - self.length) if len(self.spans) < MOST_PIECES else 0

    def parted(self, first: int, last: int) -> Iterable[tuple[int, int, bool]]:
        """A span in parts that were used before, or were not."""
        for a, b in self.spans[bisect_right(self.spans, first, key=_end) : bisect_left(self.spans, last, key=_start)]:
            if a > first:
                yield first, a, False
            yield max(a, first), min(b, last), True
            first = min(b, last)
        if first < last:
            yield first, last, False


def _start(span: Span) -> int:
    return span[0]


def _end(span: Span) -> int:
    return span[1]
