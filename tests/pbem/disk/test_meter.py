"""What work costs beside a unit that slows with it."""

from __future__ import annotations

import hashlib
import signal
import subprocess
import sys
import threading
import time
from functools import partial

import pytest

from pbem.disk import meter
from pbem.disk.meter import EVERY, SLICE, Paced, measure, ratio, spread, way_here

BLOCK = bytes(60_000)
JOBS = [partial(hashlib.sha256, BLOCK) for _ in range(400)]  # some 40 microseconds each


def all_jobs():
    for job in JOBS:
        job()


def burn(seconds):
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


def test_the_unit_beside_itself_is_one():
    found = [ratio(measure(all_jobs, JOBS, least=9)) for _ in range(3)]
    assert any(0.93 < one < 1.07 for one in found), found


def test_twice_the_unit_is_two():
    found = [ratio(measure(lambda: (all_jobs(), all_jobs()), JOBS, least=9)) for _ in range(3)]
    assert any(1.86 < one < 2.14 for one in found), found


def test_work_is_interrupted_for_slices_that_do_not_count_as_work():
    done = []
    jobs = [lambda: (done.append(1), burn(0.0002))] * 10
    (one,) = measure(lambda: burn(0.2), jobs, least=1)  # `burn` counts slices as work, so that it does less of its own
    slices = len(done) / SLICE
    assert slices == int(slices)
    assert slices > 4  # before, after, and every few milliseconds between
    assert one.work < 0.2
    assert 0 < one.unit < 0.02
    assert EVERY < 0.2


def test_the_timer_is_gone_after_it_even_if_work_fails():
    former = signal.getsignal(signal.SIGPROF)
    with pytest.raises(ZeroDivisionError):
        measure(lambda: 1 // 0, JOBS, least=1)
    assert signal.getitimer(signal.ITIMER_PROF) == (0.0, 0.0)
    assert signal.getsignal(signal.SIGPROF) is former


def test_by_turns_where_there_is_no_such_timer(monkeypatch):
    ways = []
    thread = threading.Thread(target=lambda: ways.append((way_here(), measure(all_jobs, JOBS, least=2))))
    thread.start()
    thread.join()
    (way, passes), = ways
    assert way == "turns"
    assert len(passes) == 2
    assert all(0.3 < one.ratio < 3 for one in passes)
    assert way_here() == "slices"
    monkeypatch.delattr(meter.signal, "setitimer")
    assert way_here() == "turns"


@pytest.mark.skipif(sys.platform == "win32", reason="its time is not told there")
@pytest.mark.parametrize("way", [meter._by_slices, meter._by_turns])
def test_a_process_beside_the_work_counts_if_it_takes_longer(way):
    program = "import time\nwhile time.process_time() < 0.1: pass"
    one = way(lambda: subprocess.run([sys.executable, "-S", "-c", program], check=True), JOBS)
    assert one.work < 0.1 <= one.beside < 0.5
    assert one.ratio == one.beside / one.unit
    assert way(all_jobs, JOBS).beside == 0
    assert [Paced(work, 2.0, beside).ratio for work, beside in ((3.0, 2.9), (2.9, 3.0))] == [1.5, 1.5]


def test_passes_go_on_until_they_took_long_enough():
    assert len(measure(all_jobs, JOBS, least=2)) == 2
    assert len(measure(lambda: None, JOBS, least=2, seconds=9, most=5)) == 5
    assert len(measure(lambda: burn(0.02), JOBS, least=1, seconds=0.03)) >= 2


def test_median_and_spread():
    passes = [Paced(work, 2.0) for work in (2.0, 4.0, 4.2, 4.4, 40.0)]
    assert ratio(passes) == 2.1
    assert spread(passes) == pytest.approx(100 * (2.2 - 2.0) / 2.1)
    assert spread(passes[:1]) == 0
