"""What may follow the beginning of an answer, told by the reader that reads whole ones.

Belongs here: choices for the end of a text; answers of games without a reader, which are typed as they stand.
Must not be here: reading (`typed`), what an answer needs (`forms`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from pbem.errors import IllegalMove
from pbem.kit.choices import Rows, Slots
from pbem.kit.spelling import Names, fold
from pbem.kit.typed import AGAIN, PART, Choice, Typed
from pbem.play.requests import Ask, Peek, Request, Seal, SealMany, Write

REMARK = "  # "  # between what may be typed and what is said of it


class Follow(msgspec.Struct, frozen=True):
    """What may follow a beginning, whether it is an answer as it stands, and if not, why.

    `begun`: the end of the text that the choices complete, and stand in place of; "" if they are put behind it.
    `more`: behind a `;` another part may follow, which may begin with `then`.
    `parts` are whole ones that may be said next, behind a `;` if there is a `then` (`typed.offer`).
    `slots` and `rows`: what lies side by side in it (`typed.laid`), if anything does.
    """

    choices: tuple[Choice, ...]
    is_answer: bool
    why: str = ""
    begun: str = ""
    more: bool = False
    then: tuple[Choice, ...] = ()
    parts: tuple[Choice, ...] = ()
    slots: Slots | None = None
    rows: Rows | None = None


Read = Callable[[Typed], object]


def follow(read: Read, text: str, make: Callable[[str, bool], Typed]) -> Follow:
    """What may follow the beginning of an answer. `read` reads a whole answer; `make` makes a text of words.

    A last word that no blank follows may be unfinished: then the choices are those that begin so.
    """
    whole = make(text, False)
    why = _why_not(read, whole)
    slots, rows = whole.laid.told_slots(), whole.laid.told_rows()
    then, parts = _of_next(read, make(f"{text}{PART} ", True)) if whole.asks_on else ((), ())
    for begun in _endings(text):
        typed = make(text[: len(text) - len(begun)], True)
        _why_not(read, typed)
        choices = [c for c in typed.following() if not begun or _begins(c, begun)]
        if choices:
            offered = parts or typed.offered()
            return Follow(tuple(choices), why is None, why or "", begun, bool(then), then, offered, slots, rows)
    return Follow((), why is None, why or "", more=bool(then), then=then, parts=parts, slots=slots, rows=rows)


def begins_again(text: str) -> bool:
    """Whether a text may go on to be `as last time`, or is that; blanks at its beginning count for nothing."""
    words = " ".join(text.lower().split())
    is_word_over = bool(words) and text[-1:].isspace() and words != AGAIN
    return AGAIN.startswith(f"{words} " if is_word_over else words)


def _why_not(read: Read, typed: Typed) -> str | None:
    try:
        read(typed)
        typed.end()
    except IllegalMove as error:
        return error.because
    return None


def _of_next(read: Read, typed: Typed) -> tuple[tuple[Choice, ...], tuple[Choice, ...]]:
    """What an empty part may begin with, and what it may be as a whole."""
    _why_not(read, typed)
    return typed.following(), typed.offered()


def _endings(text: str) -> Iterator[str]:
    """The last words of a text that may be the beginning of one choice, the longest first; "" if it ends in a gap."""
    if not text or text[-1] in " ,;:=\n":
        yield ""
        return
    starts = [m.end() for m in re.finditer(r"[\s,;:=]+", text)]
    for start in [0, *starts][-3:]:
        yield text[start:]


def _begins(choice: Choice, begun: str) -> bool:
    names = Names({choice.id or choice.words: (choice.words, choice.id or choice.words)}, inner=True)
    return bool(names.begun(begun)) or bool(names.exact(begun)) or fold(choice.words).startswith(fold(begun))


# ---------------------------------------------------------------- without a reader


def plain_orders(state: Any, request: Request[Any], seat: str, text: str, peek: Peek) -> list[str]:
    """Typed words as canonical words, for games whose answers are typed as they stand; `;` parts sealed items."""
    parts = text.split(";") if isinstance(request, SealMany) else [text]
    return [" ".join(part.lower().split()) for part in parts]


def plain_examples(state: Any, request: Request[Any], seat: str, peek: Peek) -> list[str]:
    """What may be typed: the legal answers of a list, the draft of what is written."""
    if isinstance(request, Seal | SealMany):
        items = request.per_seat()[seat]
        if len(items) == 1:
            return list(items[0].says())
        return ["; ".join(item.says()[0] for item in items)]
    return list(request.options().says()) if isinstance(request, Ask | Write) else []


def without_remark(example: str) -> tuple[str, str]:
    """An example parted into the words to type and the remark after its `#`; "" if there is none."""
    words, sign, remark = example.partition(REMARK)
    return (words.rstrip(), remark.strip()) if sign else (example, "")
