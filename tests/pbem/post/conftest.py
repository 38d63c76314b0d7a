"""Lines that look like records, for everything that carries lines and does not ask what they say."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

import pytest

Lines = Callable[[int], list[bytes]]


def _line(n: int) -> bytes:
    filler = hashlib.sha256(b"%d" % n).hexdigest().encode()
    return b'{"c":{"body":{"say":"' + filler + b'"},"n":%d},"s":"' % n + filler[:43] * 2 + b'"}\n'


@pytest.fixture(scope="session")
def lines() -> Lines:
    """`lines(3)` is three lines."""
    return lambda count: [_line(n) for n in range(count)]
