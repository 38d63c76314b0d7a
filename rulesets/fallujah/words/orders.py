"""What people type, as canonical words: which request it answers decides how it is read.

Belongs here: the choice of the reader, errors in words that can be typed back. Must not be here: the readers.
"""

from __future__ import annotations

import re
from typing import Any

from pbem.errors import IllegalMove
from pbem.play.requests import Ask, Peek, Request, Write
from rulesets.fallujah.order_forms import GoOnForm, OrderForm, RecruitForm, StayForm, StrikesForm
from rulesets.fallujah.state import State
from rulesets.fallujah.words.answers import read_choice, read_going_on, read_stay, read_strikes
from rulesets.fallujah.words.operations import read_operation, read_purchase
from rulesets.fallujah.words.suggestions import suggest
from rulesets.fallujah.words.vocabulary import COMMENT, Typed, name_to_type

_IDS = re.compile(r"\b(?:r[0-9]p[0-9]{2}|[a-z]+_[a-z0-9_]+)\b")


def read_orders(state: State, request: Request[Any], seat: str, text: str, peek: Peek) -> list[str]:
    """The canonical words of the answer; IllegalMove says what was not understood, and what is legal."""
    typed = Typed(state, text, request.rule)
    if isinstance(request, Write):
        return [_written(state, request, typed)]
    assert isinstance(request, Ask)
    return [read_choice(typed, request)]


def _written(state: State, request: Write[Any], typed: Typed) -> str:
    try:
        request.options().read(typed.text, typed.text, request.rule)
    except IllegalMove:
        answer = _read(typed, request)
    else:
        return typed.text  # canonical as it stands
    try:
        request.check(answer)
    except IllegalMove as error:
        texts = (_in_words(state, text) for text in (error.tried, error.because))
        raise IllegalMove(next(texts), error.rule, next(texts), [_in_words(state, x) for x in error.legal]) from None
    return request.form.spell(answer)


def _read(typed: Typed, request: Write[Any]) -> Any:
    match request.form:
        case OrderForm():
            return read_operation(typed)
        case RecruitForm():
            typed.take("setup", "j1")
            return read_purchase(typed, list(typed.state.numbers.bases))
        case StrikesForm():
            return read_strikes(typed)
        case GoOnForm():
            return read_going_on(typed)
        case StayForm():
            return read_stay(typed)
    return request.form.parse(typed.text)


def _in_words(state: State, text: str) -> str:
    """A text of the rules with ids as people type them."""
    numbers = state.numbers
    known = [*numbers.spaces, *numbers.units]
    return _IDS.sub(lambda found: name_to_type(state, found[0]) if found[0] in known else found[0], text)


def examples(state: State, request: Request[Any], seat: str, peek: Peek) -> list[str]:
    """What may be typed now, the best guess first; what follows a # is said beside it and not read."""
    return [f"{words}  {COMMENT} {remark}" if remark else words for words, remark in suggest(state, request)]


