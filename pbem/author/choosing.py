"""What must hold of choices: what may follow the beginnings of ready answers, and that it names things of the scene.

Belongs here: those tries. Must not be here: other tries at a request (`trial`), how answers are read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from pbem.kit.following import Follow
from pbem.kit.forms import Forms
from pbem.kit.things import Things
from pbem.play.requests import Request
from pbem.ruleset import Ruleset
from pbem.show.scene import Scene

WHAT = "follow"
MOST_BEGINNINGS = 12  # of the ready answers of one request
_WORD = re.compile(r"\S+\s*")


def check_choices(
    ruleset: Ruleset, request: Request[Any], examples: Sequence[str], follow: Callable[[str], Follow | None],
    scene: Callable[[], Scene | None], note: Callable[[str], None],
) -> None:
    """Each place, unit, column or card that may be named has its id in the scene of whoever is asked."""
    shown = scene()
    if shown is None:
        return
    things = Things(shown)
    for beginning in beginnings(examples):
        found = follow(beginning)
        for choice in found.choices if found is not None else ():
            for id in things.lacking(choice):
                what = f"{choice.words!r:.40} as a {choice.sort} with the id {id!r:.40}"
                note(f"{form_of(ruleset, request)} offers {what}, which nothing in the scene has: give it to a Piece, "
                     "Place or Box, or to something `aside`")


def beginnings(examples: Sequence[str]) -> Iterator[str]:
    """The empty text, then each beginning of the ready answers at a word, so many at most."""
    yield ""
    seen = dict.fromkeys(example[: word.start()] for example in examples for word in _WORD.finditer(example))
    seen.pop("", None)
    yield from list(seen)[:MOST_BEGINNINGS]


def form_of(ruleset: Ruleset, request: Request[Any]) -> str:
    """The form that reads the answer, by its name."""
    forms = getattr(ruleset.follow, "__self__", None)
    return f"the form {type(forms.of(request)).__name__}" if isinstance(forms, Forms) else "the form"
