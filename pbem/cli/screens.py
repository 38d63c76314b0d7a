"""What is longer than the terminal is high, part by part: nothing runs off its upper edge before it was read.

Belongs here: the parts. Must not be here: what they say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.cli.terminal import COLOUR, height, width

BESIDE = 4  # rows for what stands around a part: a blank one, the headline, the words on what follows, the question
LEAST = 4  # rows of a part, however low the terminal is
GOES_ON = " " * 7  # how what goes on below its choice begins


class Screens:
    """Lines cut into parts that fit; the last of them is remembered, and what follows can be asked for."""

    def __init__(self) -> None:
        self._question: list[str] = []
        self._parts: list[Sequence[str]] = []
        self._at = self._before = 0

    def ask(self, question: Sequence[str], before: Sequence[str] = ()) -> list[str]:
        """The first part of a question, with a word on the others if there are any.

        What stands before it has parts of its own, unless both fit together.
        """
        self._question = list(question)
        is_apart = bool(before) and sum(map(_rows, [*before, *question])) > _room()
        first = list(_parts(before, _room(), is_drawn=True)) if is_apart else []
        tail = before if not is_apart else first.pop() if sum(map(_rows, first[-1])) <= LEAST else []
        self._parts = [*first, *_parts([*tail, *question], _room())]
        self._at, self._before = 0, len(first)
        return self._shown()

    @property
    def has_more(self) -> bool:
        """Whether a part is left that was not shown."""
        return self._at + 1 < len(self._parts)

    @property
    def is_asked(self) -> bool:
        """Whether the question has come up, and not only what stands before it."""
        return self._at >= self._before

    def show(self, lines: Sequence[str]) -> list[str]:
        """The first part of what somebody wants to see before he answers; unless both fit, the question follows."""
        fits = sum(map(_rows, [*lines, *self._question])) <= _room()
        after = [] if fits else _parts(self._question, _room())
        self._parts, self._at, self._before = [*_parts(lines, _room(), is_drawn=True), *after], 0, 0
        return self._shown()

    def next(self) -> list[str]:
        """The part after the one shown last; after the last one the first."""
        self._at = (self._at + 1) % max(1, len(self._parts))
        return self._shown()

    def _shown(self) -> list[str]:
        if len(self._parts) < 2:
            return [line for part in self._parts for line in part]
        then = "Enter shows the next" if self.has_more else "more begins again"
        return [*self._parts[self._at], f"-- part {self._at + 1} of {len(self._parts)}; {then} --"]


def _parts(lines: Sequence[str], rows: int, *, is_drawn: bool = False) -> Iterator[Sequence[str]]:
    """As many lines each as fill so many rows; unless they are drawn, a remark stays with the choice above it."""
    if sum(map(_rows, lines)) <= rows + 1:  # there is nothing to say of other parts
        yield lines
        return
    start = 0
    while start < len(lines):
        end, filled = start, 0
        while end < len(lines) and (end == start or filled + _rows(lines[end]) <= rows):
            filled += _rows(lines[end])
            end += 1
        while not is_drawn and end < len(lines) and end - start > 1 and lines[end].startswith(GOES_ON):
            end -= 1
        yield lines[start:end]
        start = end


def _room() -> int:
    """Rows of a part."""
    return max(LEAST, height() - BESIDE)


def _rows(line: str) -> int:
    """How many rows a terminal needs for a line; colours take no room."""
    return max(1, -(-len(COLOUR.sub("", line)) // width()))
