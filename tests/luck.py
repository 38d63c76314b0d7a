"""Chance in the tests: keys, nonces and names are drawn the same way each time a test runs, whatever ran before it.

    PBEM_LUCK=7 pytest tests/pbem/cli   # other keys and so other dice, in all of these tests

A test that holds under one luck only is none: it says what the dice of one game were.
"""

from __future__ import annotations

import os
import random
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

SEED = os.environ.get("PBEM_LUCK", "")


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
    """From now on all keys and nonces of this process are drawn so. Names of files are not: processes share folders."""
    changed: Any = secrets
    changed.token_bytes = luck.token_bytes
