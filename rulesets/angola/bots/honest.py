"""What a bot may answer: legal, and true as far as its faction can see. Its own tool would refuse to sign the rest.

Belongs here: trying answers against a request. Must not be here: any choice of the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pbem.errors import IllegalMove
from pbem.play.requests import Ask, Late, Listed, Peek, Request, Seal, Sealed, SealMany, Write


def is_true(lates: Iterable[Late], peek: Peek, mine: Mapping[Sealed[Any], Any] | None = None) -> bool:
    """Whether every claim holds that can be judged with these secrets."""
    given = mine or {}
    for late in lates:
        values = [given[h] if h in given else peek(h) for h in late.needs]
        if all(v is not None for v in values) and not late.holds(*values):
            return False
    return True


def may_answer(request: Ask[Any] | Write[Any], answer: Any, peek: Peek) -> bool:
    """Whether an answer is legal, can be said, and claims nothing false."""
    options = request.options()
    try:
        read = options.read(options.spell(answer), "", request.rule)
    except IllegalMove:
        return False
    return is_true(request.late(read), peek)


def may_seal(request: Seal[Any] | SealMany[Any], seat: str, values: Sequence[Any], peek: Peek) -> bool:
    """Whether these values may be sealed together by this seat."""
    items = request.per_seat()
    if len(values) != len(items[seat]):
        return False
    try:
        read = [item.read(item.spell(v), "", request.rule) for item, v in zip(items[seat], values, strict=True)]
    except IllegalMove:
        return False
    handles: dict[str, tuple[Sealed[Any], ...]] = {
        s: tuple(Sealed(s, f"r0/none/{i}") for i in range(len(own))) for s, own in items.items()}
    mine = dict(zip(handles[seat], read, strict=True))
    lates = request.late(request.give(handles))
    return is_true([late for late in lates if any(h in mine for h in late.needs)], peek, mine)


def decided(request: Request[Any], seat: str, peek: Peek) -> Any:
    """What secrets leave to nobody's choice (`truth`), as a seat's tool answers it; None where there is a choice."""
    match request:
        case Ask() | Write():
            answer = request.truth(peek)
            return answer if answer is not None and may_answer(request, answer, peek) else None
        case SealMany():
            values = request.truth(seat, peek)
            return list(values) if values is not None and may_seal(request, seat, values, peek) else None
    return None


def listed(item: Any) -> tuple[Any, ...]:
    """The legal values of one item of a seal; the default alone where they cannot be listed."""
    return item.legal if isinstance(item, Listed) else (item.default(),)
