"""What a reader wants at one place of a text, as choices; what lies side by side in it: slots and rows.

    typed.laid.slots("card", 5)           # five cards are named from here on
    typed.laid.fill("5th", "5th Column")  # one of them, as it is typed and as people read it
    typed.laid.rows("window", lambda: [Row("3", "C/1 in 1806", ready=(("fire t1", ""),))])
    typed.laid.row("3")                   # what is said of window 3 begins here

A reader notes all of that; `following.follow` gives it to whoever shows it. It changes nothing of what is read.
Belongs here: choices, those that complete a name of which some words are typed, these notes. Must not be here: the text
and how far it is read (`typed`), what may follow a beginning (`following`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Literal

import msgspec
from msgspec.structs import replace

from pbem.kit.spelling import Names, Sort, fold

MOST_SLOTS = 16
MOST_ROWS = 48
MOST_ANSWERS = 8  # ready ones of a row
_PART = ";"
_MARKS = re.compile(r"[\s,:=]+")
Kind = Literal["word", "name", "number", "answer"]
Remark = Callable[[str], str]
"""What is said beside a choice, by its id: the price, the odds, what lies there."""


class Choice(msgspec.Struct, frozen=True):
    """What may be typed next: the words, and for a name the id that they stand for; an `answer` is the whole of one.

    `most` is how many may be named at once (`3 inf`); a kind has the ids of all that it may be, parted by blanks, as
    `scene.Piece` has. `sort` is what the id names, `label` what people read if the words are a code, `on` the ids of
    the places where it stands (`things.placed` fills it in); `row`: others like it may be named behind it. `leads`: any
    of the places in `on` may be named in its stead, by its id.
    """

    words: str
    kind: Kind
    id: str = ""
    remark: str = ""
    most: int = 1
    sort: Sort = "other"
    label: str = ""
    on: tuple[str, ...] = ()
    row: bool = False
    leads: bool = False


class Wanted(msgspec.Struct, frozen=True):
    """What a reader asked for at one place."""

    kind: Kind
    words: tuple[str, ...] = ()
    names: Names | None = None
    among: Collection[str] | None = None
    remark: Remark | None = None
    why: Remark | None = None
    most: int = 1
    of: Mapping[str, Collection[str] | int] | None = None
    row: bool = False
    leads: Mapping[str, Collection[str]] | None = None
    labels: Mapping[str, str] | None = None

    def choices(self) -> Iterator[Choice]:
        """All of them."""
        names = self.names
        if names is None:
            sort: Sort = "word" if self.kind == "word" else "number"
            for word in self.words:
                id, on = word if self.kind == "word" else "", self._led_to(word)
                label = (self.labels or {}).get(word, "")
                yield Choice(word, self.kind, id, self._said(word), sort=sort, label=label, on=on, leads=bool(on))
            return
        for id in names.ids() if self.among is None else self.among:
            yield self._choice(names, id)

    def rests(self, typed: Sequence[str]) -> Iterator[Choice]:
        """Those of which these words are the first, each as the words that complete it."""
        names = self.names
        for id, rest in names.rests(typed).items() if names is not None else ():
            if names is not None and (self.among is None or id in self.among):
                label = names.label(id) or names.shown(id)
                yield replace(self._choice(names, id), words=rest, most=1, label=label, row=False)

    def _choice(self, names: Names, id: str) -> Choice:
        things = self.of.get(id, ()) if self.of is not None else self.most
        on = self._led_to(id)
        return Choice(
            names.shown(id), "name", names.thing(id) if isinstance(things, int) else " ".join(things), self._said(id),
            most=min(self.most, many(things)), sort=names.sort(id), label=names.label(id), row=self.row,
            on=on, leads=bool(on),
        )  # fmt: skip

    def _led_to(self, id: str) -> tuple[str, ...]:
        return tuple(self.leads.get(id, ())) if self.leads is not None else ()

    def _said(self, id: str) -> str:
        return self.remark(id) if self.remark is not None else ""


def many(things: Collection[str] | int) -> int:
    """How many there are of things, told by their ids or by their number."""
    return things if isinstance(things, int) else len(things)


# ---------------------------------------------------------------- side by side


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
        return replace(
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
            replace(row, ready=row.ready[:MOST_ANSWERS], says=tuple(_as_ready(row, said.get(name, ()))))
            for name, row in rows.items()
        )
        return Rows(noun, found, _text(words[:first]), _text([*rest, *words[left:]])) if found else None


def _as_ready(row: Row, says: Iterable[str]) -> Iterator[str]:
    """What is said of a row, each that is a ready answer in the words of that."""
    ready = {" ".join(_MARKS.sub(" ", fold(words)).split()): words for words, _ in row.ready}
    yield from (ready.get(one, one) for one in says)


def _text(words: Sequence[str]) -> str:
    """Words as they are typed again; empty parts are left out."""
    parts = " ".join(words).split(_PART)
    return "; ".join(filter(None, map(str.strip, parts)))
