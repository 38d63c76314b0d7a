"""Being told to end: SIGTERM and SIGINT, on any system. Whoever works on files finishes what it does first."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager

SIGNALS = (signal.SIGTERM, signal.SIGINT)


@contextmanager
def ending() -> Iterator[Callable[[], bool]]:
    """Whether this process was told to end; what it is doing then is done to its end first."""
    told: list[int] = []
    before = {one: signal.signal(one, lambda number, _frame: told.append(number)) for one in SIGNALS}
    try:
        yield lambda: bool(told)
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)
