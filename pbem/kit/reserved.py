"""The words that say nothing, no and yes: the same in every game, at every question.

    typed.word("none")              # `nobody`, `pass` and `no` are read as well
    typed.word("stay", also=NOTHING)
    Names({"decline": ("decline", "no")}).exact("nothing")  # "decline"

A question that one of them answers is answered by all of its kind. None of them is ever read as the beginning of a
name: `no` is not Nova Lisboa, nor North.
Belongs here: these words, and which of some words is meant by one of them. Must not be here: any game, reading a text
(`typed`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

NOTHING = ("none", "nothing", "nobody", "nowhere", "no", "pass", "keep", "hold")
YES = ("yes", "y")
ALONE = ("-", "n")
"""Nothing too, but only if they stand alone: beside other words they may be part of an order."""

RESERVED = frozenset((*NOTHING, *YES))


def kind_of(word: str, *, is_alone: bool = False) -> tuple[str, ...]:
    """All words that say what this one says, itself among them unless it says so only alone; () if it is none."""
    if word in NOTHING or (is_alone and word in ALONE):
        return NOTHING
    return YES if word in YES else ()


def meant(kind: Collection[str], known: Iterable[str]) -> str:
    """The one of these words that is of a kind; "" if none is, or several are."""
    same = list(dict.fromkeys(one for one in known if one in kind))
    return same[0] if len(same) == 1 else ""
