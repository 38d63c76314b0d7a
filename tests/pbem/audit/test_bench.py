"""8 Speed: what `pbem bench` measures, and the bars (slow: they need a quiet machine)."""

from __future__ import annotations

from types import SimpleNamespace

import msgspec
import pytest

from marathon import write_long
from pbem.audit.bench import bench, peak_mb
from pbem.errors import BadRecord
from records import finished


def test_the_fields_of_a_measurement(tmp_path, monkeypatch):
    path = tmp_path / "long.pbem"
    count = write_long(path, 2)
    clock = iter((0.0, 2.0, 10.0, 13.0, 20.0, 21.0))  # before and after the bare signatures, all, and a quick look
    monkeypatch.setattr("pbem.audit.bench.time", SimpleNamespace(perf_counter=lambda: next(clock)))
    measured = bench(path, find_ruleset="marathon:find", repeats=1)
    assert measured.events == count
    assert measured.bytes_per_event == round(path.stat().st_size / count, 1)
    assert set(msgspec.to_builtins(measured)) == {
        "events", "bytes_per_event", "bare_signatures_s", "full_s", "ratio_full", "quick_s", "ratio_quick",
        "quick_events_per_s", "peak_mb",
    }  # fmt: skip
    assert 10 < measured.peak_mb < 100
    assert (measured.bare_signatures_s, measured.full_s, measured.quick_s) == (2, 3, 1)
    assert (measured.ratio_full, measured.ratio_quick, measured.quick_events_per_s) == (1.5, 0.5, count)


def test_only_a_sound_log_of_one_match_is_measured(tmp_path):
    path = tmp_path / "broken.pbem"
    for lines in ((*finished()[:20], *finished()[21:]), (*finished(), finished(nonce=1)[9])):
        path.write_bytes(b"".join(lines))
        with pytest.raises(BadRecord, match="only a sound log can be measured: line"):
            bench(path, find_ruleset="records:TINY_ONLY")


@pytest.mark.slow
def test_8_the_memory_for_a_hundred_thousand_events(tmp_path):
    path = tmp_path / "long.pbem"
    assert write_long(path, 4_810) >= 100_000
    assert peak_mb(path, find_ruleset="marathon:find") < 300
