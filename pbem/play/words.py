"""What an event can carry of a request and of its answer: alphabets, lengths, buckets (protocol 2.12, 3.1).

Belongs here: whether words fit the record. Must not be here: whether an answer is legal.
Where they do not, the ruleset is at fault: it named a rule, or spelled an answer, that nobody could sign.
"""

from __future__ import annotations

import re
from typing import Any

from pbem.errors import IllegalMove
from pbem.limits import MAX_SAY
from pbem.play.requests import Request, Seal, SealMany

_AROUND_SAY = len('{"say":""}')
_SAY = re.compile(r"[a-z0-9_.,:;*+/=-]+(?: [a-z0-9_.,:;*+/=-]+)*")
_STRANGE = re.compile(r"[^a-z0-9_.,:;*+/= -]")
_ADVICE = "answer otherwise, and tell the author of the ruleset: this is its fault, nothing was signed"


class Unsayable(IllegalMove):
    """Words that the rules found legal and the record cannot carry: a fault of the ruleset, not of its player."""


def check_say(say: str, tried: str, rule: str) -> None:
    """Unsayable if no answer and no seal of the record can hold these words, which the rules found legal."""
    if len(say) > MAX_SAY:
        raise Unsayable(tried, rule, f"{len(say):,} characters are too long, the record takes {MAX_SAY:,}; {_ADVICE}")
    if not _SAY.fullmatch(say):
        because = f"the ruleset spells this answer {say[:60]!r}, and no event can say {_strange(say)}; {_ADVICE}"
        raise Unsayable(tried, rule, because)


def check_fits(say: str, bucket: int, tried: str, rule: str) -> None:
    """Unsayable if these words are longer than the bucket that the request gives to their slot."""
    room = bucket - _AROUND_SAY - 1  # the padding takes one byte at least
    if len(say) > room:
        raise Unsayable(tried, rule, f"{len(say):,} characters are too long, its seal takes {room:,}; {_ADVICE}")


def _strange(say: str) -> str:
    """What in these words is outside the alphabet."""
    if strange := _STRANGE.search(say):
        return f"{strange[0]!r} (but a-z, 0-9 and _ . , : ; * + / = -)"
    return "a blank at an end, or two in a row" if say else "nothing at all"


def tried_in(request: Request[Any], seat: str) -> str:
    """What a seat tries with an answer, as a refusal begins."""
    verb = "seals" if isinstance(request, Seal | SealMany) else "answers"
    return f"{seat} {verb} {request.rule} {request.about}".rstrip()
