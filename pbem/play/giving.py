"""One answer of any kind to whatever a table waits for, all secrets seen: for tests and playouts.

Belongs here: from values to what a closed round would bring, dice and draws given by hand.
Must not be here: what is legal (the table says that), chance.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from pbem.play.requests import (
    AnySeal,
    Ask,
    Draw,
    DrawSecret,
    Handle,
    Open,
    Options,
    Roll,
    Roller,
    Seal,
    Sealed,
    SealMany,
    Write,
)
from pbem.play.secrets import Secrets
from pbem.play.words import check_say, tried_in


class Scripted:
    """Gives these values to the one roll or draw that asks for as many."""

    def __init__(self, values: Sequence[Any]) -> None:
        self._values = tuple(values)

    def roll(self, label: str, dice: int, sides: int) -> tuple[int, ...]:
        assert len(self._values) == dice, f"{label} wants {dice} dice"
        assert all(1 <= v <= sides for v in self._values)
        return self._values

    def sample(self, label: str, pool: Sequence[str], count: int) -> tuple[str, ...]:
        assert len(self._values) == count, f"{label} wants {count}"
        assert set(self._values) <= set(pool), f"{label} draws from {pool}"
        return self._values


class Waiting(Protocol):
    """A table, as far as it is answered here."""

    secrets: Secrets

    @property
    def pending(self) -> Any: ...
    @property
    def options(self) -> Options[Any]: ...
    def expected(self) -> tuple[str, ...]: ...
    def handles(self, seat: str) -> tuple[Handle, ...]: ...
    def check_seal(self, seat: str, says: Sequence[str]) -> None: ...
    def answered(self, say: str) -> None: ...
    def sealed(self, seen: Mapping[Handle, str | None] | None = None) -> None: ...
    def drawn(self, roller: Roller | None, seen: Roller | None = None) -> Handle: ...
    def rolled(self, roller: Roller, *, once: bool = False) -> None: ...
    def opened(self, contents: Mapping[Handle, str | Roller | None]) -> None: ...


def give(table: Waiting, answer: Any) -> None:
    """Answers the pending request as `Table.answer` says."""
    request = table.pending
    match request:
        case Ask() | Write():
            say = answer if isinstance(answer, str) else table.options.spell(answer)
            check_say(say, tried_in(request, request.seat), request.rule)
            table.answered(say)
        case Seal() | SealMany():
            table.sealed(_texts(table, request, answer))
        case Open():
            secrets = table.secrets
            table.opened({h: _content(table, h) for h in request.sealed.values() if not secrets.is_public(h)})
        case Roll() | Draw() if hasattr(answer, "roll"):
            table.rolled(answer)
        case Roll() | Draw():
            table.rolled(Scripted(answer), once=True)
        case DrawSecret():
            table.drawn(None, answer if hasattr(answer, "roll") else Scripted(answer))
        case _:
            raise AssertionError(f"nothing is pending: {request}")


def _texts(table: Waiting, request: AnySeal, answer: Mapping[str, Any]) -> dict[Sealed[Any], str | None]:
    texts: dict[Sealed[Any], str | None] = {}
    for seat in table.expected():
        items = request.per_seat()[seat]
        given = answer[seat] if isinstance(request, SealMany) else [answer[seat]]
        says = [x if isinstance(x, str) else i.spell(x) for i, x in zip(items, given, strict=True)]
        table.check_seal(seat, says)
        texts.update(zip(table.handles(seat), says, strict=True))
    return texts


def _content(table: Waiting, handle: Sealed[Any]) -> Any:
    if table.secrets.is_draw(handle):
        return Scripted(table.secrets.dealt(handle))
    return table.secrets.spelled(handle)
