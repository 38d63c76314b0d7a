"""What lies side by side in an answer: slots that are filled one after another, rows that are answered each by itself.

    typed.laid.slots("card", 5)          # five cards are named from here on
    typed.laid.fill("5th", "5th Column")  # one of them, as it is typed and as people read it
    typed.laid.rows("window", lambda: [Row("3", "C/1 in 1806", ready=(("fire t1", ""),))])
    typed.laid.row("3")                  # what is said of window 3 begins here

A reader notes them; `following.follow` gives them to whoever shows them. They change nothing of what is read.
Belongs here: these notes. Must not be here: the text (`typed`), any game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import islice

import msgspec

MOST_SLOTS = 16
MOST_ROWS = 48
MOST_ANSWERS = 8  # ready ones of a row
_PART = ";"


class InSlot(msgspec.Struct, frozen=True):
    """What lies in a slot: the words that name it, and what people read."""

    words: str
    label: str


class Slots(msgspec.Struct, frozen=True):
    """So many things are named one after another, between the words before and after them; `least` must be."""

    noun: str
    count: int
    least: int
    filled: tuple[InSlot, ...] = ()
    before: str = ""
    after: str = ""


class Row(msgspec.Struct, frozen=True):
    """One thing of which something is said: its words, then an answer, of which it takes `most`.

    `ready` are answers with a remark each. `says` is what the text says of it now, an answer each. `on` are the ids of
    the places that it concerns.
    """

    words: str
    label: str
    ready: tuple[tuple[str, str], ...] = ()
    most: int = 1
    on: tuple[str, ...] = ()
    says: tuple[str, ...] = ()


class Rows(msgspec.Struct, frozen=True):
    """Things that are answered each by itself in parts of one text, and the parts before and after that are none."""

    noun: str
    rows: tuple[Row, ...]
    before: str = ""
    after: str = ""


class Laid:
    """The notes of one reader. `words` gives the words of its text, `at` how far it is read."""

    def __init__(self, words: Callable[[], Sequence[str]], at: Callable[[], int]) -> None:
        self._words, self._at = words, at
        self._slots: Slots | None = None
        self._span = (0, 0)
        self._filled: list[InSlot] = []
        self._rows: tuple[str, Callable[[], Iterable[Row]], int] | None = None
        self._begun: list[tuple[int, str]] = []  # where a row begins, and its words

    def slots(self, noun: str, count: int, least: int | None = None) -> None:
        """From here on so many things are named; nothing is laid out for one alone, nor for very many."""
        if 1 < count <= MOST_SLOTS:
            self._slots, self._filled = Slots(noun, count, count if least is None else least), []
            self._span = (self._at(), self._at())

    def fill(self, words: str, label: str = "") -> None:
        """The next of them is named, up to here."""
        self._filled.append(InSlot(words, label or words))
        self._span = (self._span[0], self._at())

    def rows(self, noun: str, make: Callable[[], Iterable[Row]]) -> None:
        """From here on each of these may be answered; they are made only if somebody wants to see them."""
        self._rows, self._begun = (noun, make, self._at()), []

    def row(self, words: str, since: int | None = None) -> None:
        """What is said of one of them begins here, or at the word `since`, with its own words."""
        self._begun.append((self._at() if since is None else since, words))

    # ------------------------------------------------------------------ what is shown

    def told_slots(self) -> Slots | None:
        """The slots with what lies in them; None if there are none, or more was named."""
        if self._slots is None or len(self._filled) > self._slots.count:
            return None
        words, (first, last) = self._words(), self._span
        return msgspec.structs.replace(
            self._slots, filled=tuple(self._filled), before=_text(words[:first]), after=_text(words[last:]))

    def told_rows(self) -> Rows | None:
        """The rows with what is said of each; None if there are none."""
        if self._rows is None:
            return None
        noun, make, first = self._rows
        rows = {row.words: row for row in islice(make(), MOST_ROWS)}
        words, says, rest, left = self._words(), dict[str, list[str]](), list[str](), first
        for at, (begin, name) in enumerate(self._begun):
            if name not in rows:
                continue
            ends = self._begun[at + 1][0] if at + 1 < len(self._begun) else len(words)
            end = next((n for n in range(begin, ends) if words[n] == _PART), ends)
            says.setdefault(name, []).append(_text(words[begin + len(name.split()) : end]))
            rest += words[left:begin]
            left = end
        said = {name: tuple(filter(None, answers)) for name, answers in says.items()}
        found = tuple(
            msgspec.structs.replace(row, ready=row.ready[:MOST_ANSWERS], says=said.get(name, ()))
            for name, row in rows.items()
        )
        return Rows(noun, found, _text(words[:first]), _text([*rest, *words[left:]])) if found else None


def _text(words: Sequence[str]) -> str:
    """Words as they are typed again; empty parts are left out."""
    parts = " ".join(words).split(_PART)
    return "; ".join(filter(None, map(str.strip, parts)))
