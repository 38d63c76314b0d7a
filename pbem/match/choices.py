"""What a secret leaves to a seat: the one honest answer, and that it must not come at once.

Belongs here: reading that off what is asked. Must not be here: signing; how long a round has been open.
"""

from __future__ import annotations

from typing import Any

from pbem.errors import NotYourTurn
from pbem.play.requests import Ask, Request, SealMany, Write
from pbem.play.table import Table


def honest(request: Request[Any] | None, table: Table[Any], seat: str) -> list[str] | None:
    """The words of the one honest answer of a seat, if a secret leaves it no choice; None if it has one."""
    if isinstance(request, Ask | Write):
        answer = request.truth(table.peek)
        return None if answer is None else [table.options.spell(answer)]
    if isinstance(request, SealMany):
        values = request.truth(seat, table.peek)
        items = request.per_seat()[seat]
        return None if values is None else [i.spell(v) for i, v in zip(items, values, strict=True)]
    return None


def too_soon(seat: str, r: int) -> NotYourTurn:
    """The refusal of an answer that is held back."""
    return NotYourTurn(f"{seat} answers round {r} later: it was opened too short a time ago",
                       "only a secret decides it, and an answer at once would tell; draft it, then: pbem send")
