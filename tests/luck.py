"""Chance and time in the tests: keys, nonces and clocks are the same each time a test runs, and so all dice are.

    PBEM_LUCK=7 pytest tests/pbem/cli   # other keys and so other dice, in all of these tests

A test that holds under one luck only is none: it says what the dice of one game were.
"""

from __future__ import annotations

import os
import random
import secrets
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

SEED = os.environ.get("PBEM_LUCK", "")
NOW = 1_790_000_000.0  # what is signed says when; its digest is in the dice
BY_FILES = "pbem.disk.whole"  # compares with the times of files


class Luck:
    """What `secrets` gives in this process, drawn from the name of what asks for it."""

    def __init__(self) -> None:
        self._drawn = random.Random()

    @contextmanager
    def of(self, name: str) -> Iterator[None]:
        """While this test runs, or this fixture is made, which may be for several tests."""
        before, self._drawn = self._drawn, random.Random(f"{SEED}/{name}")
        try:
            yield
        finally:
            self._drawn = before

    def token_bytes(self, size: int | None = None) -> bytes:
        return self._drawn.randbytes(32 if size is None else size)


def fixed(luck: Luck) -> None:
    """From now on all keys, nonces and signed times of this process are so.

    Names of files are not: processes share folders. Whoever else asks what time it is has the time that it is.
    """
    it_is = time.time

    def now() -> float:
        name = str(sys._getframe(1).f_globals.get("__name__"))
        return NOW if name.startswith("pbem.") and name != BY_FILES else it_is()

    changed: Any = secrets
    changed.token_bytes = luck.token_bytes
    changed = time
    changed.time = now
