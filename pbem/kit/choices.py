"""What may be typed at one place: what a reader wants there, as choices.

Belongs here: choices, and those that complete a name of which some words are typed. Must not be here: the text and how
far it is read (`typed`), what may follow a beginning (`following`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Literal

import msgspec
from msgspec.structs import replace

from pbem.kit.spelling import Names, Sort

Kind = Literal["word", "name", "number", "answer"]
Remark = Callable[[str], str]
"""What is said beside a choice, by its id: the price, the odds, what lies there."""


class Choice(msgspec.Struct, frozen=True):
    """What may be typed next: the words, and for a name the id that they stand for; an `answer` is the whole of one.

    `most` is how many may be named at once (`3 inf`); a kind has the ids of all that it may be, parted by blanks, as
    `scene.Piece` has. `sort` is what the id names, `label` what people read if the words are a code, `on` the ids of
    the places where it stands (`things.placed` fills it in); `row`: others like it may be named behind it.
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

    def choices(self) -> Iterator[Choice]:
        """All of them."""
        names = self.names
        if names is None:
            sort: Sort = "word" if self.kind == "word" else "number"
            yield from (Choice(w, self.kind, w if self.kind == "word" else "", self._said(w), sort=sort)
                        for w in self.words)
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
        return Choice(
            names.shown(id), "name", names.thing(id) if isinstance(things, int) else " ".join(things), self._said(id),
            most=min(self.most, many(things)), sort=names.sort(id), label=names.label(id), row=self.row,
        )  # fmt: skip

    def _said(self, id: str) -> str:
        return self.remark(id) if self.remark is not None else ""


def many(things: Collection[str] | int) -> int:
    """How many there are of things, told by their ids or by their number."""
    return things if isinstance(things, int) else len(things)
