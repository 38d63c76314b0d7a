"""8 Speed: what `pbem bench` measures, and the bars (slow: they need a quiet machine)."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest
from cryptography.exceptions import InvalidSignature

from marathon import write_long
from pbem.audit import bench as benches
from pbem.audit.bench import bare_signatures, bench, peak_mb, show_peak
from pbem.disk.meter import Paced
from pbem.errors import BadRecord, PbemError
from pbem.ruleset import find_engine
from records import TINY_ONLY, finished


def test_the_fields_of_a_measurement(tmp_path):
    path = tmp_path / "long.pbem"
    count = write_long(path, 2)
    measured = bench(path, find_ruleset="marathon:find", seconds=0)
    assert measured.events == count
    assert measured.bytes_per_event == round(path.stat().st_size / count, 1)
    assert set(msgspec.to_builtins(measured)) == {
        "events", "bytes_per_event", "bare_signatures_s", "full_s", "ratio_full", "ratio_full_2", "quick_s",
        "ratio_quick", "quick_events_per_s", "peak_mb", "spread", "way",
    }  # fmt: skip
    assert 10 < measured.peak_mb < 100
    assert measured.full_s == pytest.approx(measured.ratio_full * measured.bare_signatures_s, rel=0.05)
    assert measured.quick_s == pytest.approx(measured.ratio_quick * measured.bare_signatures_s, rel=0.05)
    assert measured.quick_events_per_s == pytest.approx(count / measured.quick_s, rel=0.05)
    assert min(measured.ratio_full, measured.ratio_quick) > 0
    assert measured.way == "slices"
    assert measured.ratio_full_2 is None  # it is too short for a second process


def test_where_a_second_process_helps_the_longer_of_the_two_counts(monkeypatch, tmp_path):
    (tmp_path / "game.pbem").write_bytes(b"".join(finished()))
    looks, measured, real = [], [], benches.verify

    def looked(path, level, *, helped=True, **more):
        looks.append((level, helped))
        return real(path, level, find_ruleset=TINY_ONLY, helped=False)

    def measure(look, jobs, *, least, seconds):
        look()
        measured.append((*looks[-1], least, seconds))
        return [Paced(1.0, 2.0, 3.0 if looks[-1][1] else 0.0)] * least

    monkeypatch.setattr(benches, "verify", looked)
    monkeypatch.setattr(benches, "measure", measure)
    monkeypatch.setattr(benches, "peak_mb", lambda path, **more: 1.0)
    found = bench(tmp_path / "game.pbem", find_ruleset="records:TINY_ONLY", seconds=0.5)
    assert (found.ratio_full, found.ratio_full_2, found.ratio_quick) == (0.5, 1.5, 0.5)
    assert measured == [
        ("full", False, 5, 0.5), ("full", True, 1, 0), ("full", True, 4, 0.5), ("quick", False, 15, 0.5)]


def test_a_signature_of_the_unit_for_each_in_the_log(tmp_path):
    path = tmp_path / "finished.pbem"
    path.write_bytes(b"".join(finished()))
    joins = sum(b'"kind":"join"' in line for line in finished())
    jobs = bare_signatures(path)
    assert len(jobs) == len(finished()) + joins > joins > 1  # a join has two
    for job in jobs:
        job()
    path.write_bytes(b"".join((finished()[0], finished()[1][:-89] + b"AAAA" + finished()[1][-85:], *finished()[2:])))
    bad = bare_signatures(path)
    with pytest.raises(InvalidSignature):
        all(job() is None for job in bad)


def test_only_a_sound_log_of_one_match_is_measured(tmp_path):
    path = tmp_path / "broken.pbem"
    for lines in ((*finished()[:20], *finished()[21:]), (*finished(), finished(nonce=1)[9])):
        path.write_bytes(b"".join(lines))
        with pytest.raises(BadRecord, match="only a sound log can be measured: line"):
            bench(path, find_ruleset="records:TINY_ONLY")


def test_a_log_is_measured_with_the_rulesets_that_are_installed(monkeypatch):
    asked = {}

    def verify(path, level, **more):
        asked.update(more, at=(path, level))
        raise BadRecord("enough")

    monkeypatch.setattr("pbem.audit.bench.verify", verify)
    with pytest.raises(BadRecord, match="enough"):
        bench(Path("/a/log"))
    assert asked == {"at": (Path("/a/log"), "full"), "find_ruleset": find_engine, "overlay": None}


def test_the_peak_of_memory_is_told_in_megabytes(monkeypatch, capsys, tmp_path):
    path = tmp_path / "finished.pbem"
    path.write_bytes(b"".join(finished()))
    monkeypatch.setattr("pbem.audit.bench.peak_bytes", lambda: 12_345_678)
    show_peak(str(path), "records:TINY_ONLY")
    assert float(capsys.readouterr().out) == 12.345678


@pytest.mark.parametrize(("given", "used"), [((), None), (("/a/data",), Path("/a/data"))])
def test_the_peak_is_measured_with_the_data_that_the_match_is_played_with(monkeypatch, capsys, given, used):
    asked = {}
    monkeypatch.setattr("pbem.audit.bench.verify", lambda path, level, **more: asked.update(more, at=(path, level)))
    show_peak("/a/log", "records:TINY_ONLY", *given)
    assert float(capsys.readouterr().out) > 1
    assert asked == {"at": (Path("/a/log"), "full"), "find_ruleset": TINY_ONLY, "overlay": used, "helped": False}


@pytest.mark.slow
def test_8_the_memory_for_a_hundred_thousand_events(tmp_path):
    path = tmp_path / "long.pbem"
    assert write_long(path, 4_810) >= 100_000
    assert peak_mb(path, find_ruleset="marathon:find") < 300


def test_a_measurement_is_rounded_and_made_with_the_data_of_the_match(monkeypatch, tmp_path):
    (tmp_path / "game.pbem").write_bytes(b"".join(finished()))
    asked, measured = [], []
    real = benches.verify
    monkeypatch.setattr(
        benches,
        "verify",
        lambda path, level, **more: asked.append((level, more)) or real(path, level, find_ruleset=TINY_ONLY),
    )
    passes = {5: [SimpleNamespace(ratio=1.23456, unit=0.123456)], 15: [SimpleNamespace(ratio=0.98765, unit=0.123456)],
              1: [SimpleNamespace(ratio=0.5, unit=9.0, beside=0.0)]}

    def measure(look, jobs, *, least, seconds):
        look()
        measured.append((least, seconds))
        return passes[least]

    monkeypatch.setattr(benches, "measure", measure)
    monkeypatch.setattr(benches, "spread", lambda passes: 12.345 if passes[0].ratio > 1 else 1.0)
    monkeypatch.setattr(
        benches,
        "peak_mb",
        lambda path, **more: 33.333 if more == {"find_ruleset": "records:TINY_ONLY", "overlay": tmp_path} else 0,
    )
    found = bench(tmp_path / "game.pbem", find_ruleset="records:TINY_ONLY", overlay=tmp_path)
    assert measured == [(5, 3.0), (1, 0), (15, 3.0)]
    assert found.ratio_full_2 is None
    assert [(level, more["overlay"], more.get("helped", True)) for level, more in asked] == [
        ("full", tmp_path, True),
        ("full", tmp_path, False),
        ("full", tmp_path, True),
        ("quick", tmp_path, False),
    ]
    assert (found.ratio_full, found.ratio_quick, found.bare_signatures_s, found.full_s, found.quick_s) == (
        1.235,
        0.988,
        0.1235,
        0.1524,
        0.1219,
    )
    assert (found.peak_mb, found.spread) == (33.3, 12.3)
    assert found.quick_events_per_s == round(found.events / (0.98765 * 0.123456))


def test_a_process_that_fails_to_measure_says_why(monkeypatch, tmp_path):
    monkeypatch.setattr(
        benches.subprocess,
        "run",
        lambda command, **more: SimpleNamespace(returncode=1, stderr="x" * 300 + "the end\n", stdout=""),
    )
    with pytest.raises(PbemError, match=rf"^measuring the memory failed: {'x' * 193}the end$"):
        benches.peak_mb(tmp_path)
    monkeypatch.setattr(
        benches.subprocess,
        "run",
        lambda command, **more: SimpleNamespace(returncode=0, stderr="", stdout=f"{len(command)}"),
    )
    assert (benches.peak_mb(tmp_path), benches.peak_mb(tmp_path, overlay=tmp_path)) == (5.0, 6.0)
