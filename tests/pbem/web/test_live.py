"""What a page hears of while it is open: nothing that changes after it began to listen is missed."""

from __future__ import annotations

from pbem.web.live import changes
from sat_down import alone, run_aside


def test_what_changes_as_soon_as_one_listens_is_told(tmp_path):
    desks, visitor, game = alone(tmp_path)

    async def heard() -> list[str]:
        told = changes(visitor.room)
        found = [await anext(told)]
        desks.must("eva", "note", "hello")  # before the table has looked again
        return [*found, await anext(told)]

    begun, told = run_aside(heard())
    assert begun == "retry: 2000\n\n"
    assert told.startswith("event: changed\n")
    assert game in told
