"""Work measured in a unit that slows with it: slices of bare signatures, between slices of the work itself.

What disturbs a busy machine comes in bursts as long as one run, so runs that take turns do not compare. Here a timer
on the processor's time interrupts the work every few milliseconds for a slice of the unit, and each burst hits both.
Belongs here: how something is measured. Must not be here: what (`bench`).
"""

from __future__ import annotations

import gc
import signal
import statistics
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Literal, NamedTuple

Jobs = Sequence[Callable[[], object]]

EVERY = 0.004  # seconds of work between two slices
SLICE = 24  # jobs in one

Way = Literal["slices", "turns"]


class Paced(NamedTuple):
    """Seconds of the processor: of the work, and what all jobs of the unit would have taken meanwhile.

    `beside` are those of processes that the work began and waited for: they have another core.
    """

    work: float
    unit: float
    beside: float = 0.0

    @property
    def ratio(self) -> float:
        """How many times the unit the work took; it ends when the longer of those that go side by side does."""
        return max(self.work, self.beside) / self.unit


def way_here() -> Way:
    """By slices where there is such a timer and it can be used; else by turns."""
    is_first = threading.current_thread() is threading.main_thread()
    return "slices" if hasattr(signal, "setitimer") and is_first else "turns"


def measure(work: Callable[[], object], jobs: Jobs, *, least: int, seconds: float = 0, most: int = 200) -> list[Paced]:
    """At least so many passes, more until they took so many seconds together."""
    one = _by_slices if way_here() == "slices" else _by_turns
    passes: list[Paced] = []
    while len(passes) < least or (sum(p.work for p in passes) < seconds and len(passes) < most):
        passes.append(one(work, jobs))
    return passes


def ratio(passes: Sequence[Paced]) -> float:
    """The median of all."""
    return statistics.median(one.ratio for one in passes)


def spread(passes: Sequence[Paced]) -> float:
    """How far apart the middle half of the passes lies, in per cent of the median."""
    if len(passes) < 2:
        return 0.0
    low, middle, high = statistics.quantiles((one.ratio for one in passes), n=4, method="inclusive")
    return 100 * (high - low) / middle


def _by_slices(work: Callable[[], object], jobs: Jobs) -> Paced:
    slices = _Slices(jobs)
    slices.take()
    with _interrupted(slices.take):
        start, before, others = time.thread_time(), slices.seconds, seconds_of_others()
        work()
        whole, inside = time.thread_time() - start, slices.seconds - before
    slices.take()
    return Paced(whole - inside, slices.seconds / slices.count * len(jobs), seconds_of_others() - others)


def _by_turns(work: Callable[[], object], jobs: Jobs) -> Paced:
    start = time.thread_time()
    for job in jobs:
        job()
    middle, others = time.thread_time(), seconds_of_others()
    work()
    return Paced(time.thread_time() - middle, middle - start, seconds_of_others() - others)


def seconds_of_others() -> float:
    """Seconds of the processor of processes that this one began and waited for; 0 where no system tells them."""
    if sys.platform == "win32":
        return 0.0
    import resource

    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class _Slices:
    """A slice at a time of the unit, going round; what they took."""

    def __init__(self, jobs: Jobs) -> None:
        self._jobs, self._at = jobs, 0
        self.seconds, self.count = 0.0, 0

    def take(self) -> None:
        """One slice. It starts no look for unused memory: that belongs to the work."""
        was_enabled = gc.isenabled()
        gc.disable()
        start = time.thread_time()
        for _ in range(SLICE):
            self._jobs[self._at]()
            self._at = (self._at + 1) % len(self._jobs)
        self.seconds += time.thread_time() - start
        self.count += SLICE
        if was_enabled:
            gc.enable()


@contextmanager
def _interrupted(take: Callable[[], None]) -> Iterator[None]:
    """Within it a slice is taken every few milliseconds of work; the timer stands still meanwhile."""

    is_over = False

    def on_time(number: int, frame: Any) -> None:
        if not is_over:  # it may still come while the timer is stopped, and must not start it again
            take()
            signal.setitimer(signal.ITIMER_PROF, EVERY)

    former = signal.signal(signal.SIGPROF, on_time)
    signal.setitimer(signal.ITIMER_PROF, EVERY)
    try:
        yield
    finally:
        is_over = True
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, former)
