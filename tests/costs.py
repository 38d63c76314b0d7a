"""What something costs the processor, for tests that hostile input costs no more than its length."""

from __future__ import annotations

import time
from collections.abc import Callable

TRIES = 3


def spent(work: Callable[[], object]) -> float:
    """Seconds of a processor that this process takes for it."""
    began = time.process_time()
    work()
    return time.process_time() - began


def takes(work: Callable[[], object], most: float) -> bool:
    """Whether it can be done in less than `most` seconds: a crowded machine makes work slower, never faster."""
    return any(spent(work) < most for _ in range(TRIES))
