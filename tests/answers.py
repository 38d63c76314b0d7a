"""What tests of rules ask of a table whatever the game: its sentences, and that an illegal answer changes nothing."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from pbem.errors import IllegalMove
from pbem.play.table import Table


def told(table: Table[Any]) -> list[str]:
    """The sentences so far."""
    return [t.text for t in table.story]


def bytes_of(state: msgspec.Struct) -> bytes:
    """To compare: an illegal answer changes nothing."""
    return msgspec.json.encode(state, order="sorted")


def refused(table: Table[Any], say: str, state: msgspec.Struct, *, rule: str = "", because: str = ".") -> None:
    """The words are illegal here, for this reason, and nothing has changed."""
    before, pending = bytes_of(state), table.pending
    with pytest.raises(IllegalMove, match=because) as error:
        table.answer(say)
    assert rule in ("", error.value.rule), error.value
    assert bytes_of(state) == before
    assert table.pending is pending
