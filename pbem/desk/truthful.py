"""What may be typed instead of an answer that a secret of one's own proves false.

Belongs here: finding such words among those that are offered. Must not be here: late checks (`play.secrets`).
"""

from __future__ import annotations

from typing import Any

from pbem.desk.orders import examples_of, eyes, read_words
from pbem.errors import FalseClaim, IllegalMove, WrongUse
from pbem.match.match import Match
from pbem.play.requests import Request, Seal, SealMany
from pbem.ruleset import without_remark

TRIED = 12  # offers
NOTHING_FOUND = "it must be true: pbem next shows what may be typed"


def add_true_words(refusal: IllegalMove, match: Match, request: Request[Any], seat: str) -> None:
    """Gives a refusal for a false claim the hint what is true, as it may be typed; leaves others as they are."""
    if isinstance(refusal, FalseClaim) and refusal.hint is None:
        words = true_words(match, request, seat)
        refusal.hint = f"it must be true, like: {words}" if words else NOTHING_FOUND


def true_words(match: Match, request: Request[Any], seat: str) -> str:
    """The first of the answers offered that may be signed; "" if none of them may."""
    table = match.binding.table
    for example in examples_of(match, request, seat)[:TRIED]:
        words, _ = without_remark(example)
        try:
            says = read_words(match.ruleset, match.state, request, seat, words, eyes(match, seat))
            if isinstance(request, Seal | SealMany):
                table.check_seal(seat, says)
            else:
                table.check_claims(says[0])
        except (IllegalMove, WrongUse):
            continue
        return words
    return ""
