"""2.14 Incremental reading: what was verified once by this home is not verified again, and nothing else is trusted."""

from __future__ import annotations

import msgspec
import pytest

from pbem.errors import WrongUse
from pbem.match.match import Match
from pbem.reading.cache import Cache, load
from pbem.record import feeds
from records import decoded, finished
from tiny import TINY

KEY = bytes([9]) * 32


@pytest.fixture
def checks(monkeypatch):
    """How many signatures were verified so far."""
    seen = []

    def counting(event, pk):
        seen.append(event.id)
        return original(event, pk)

    original = feeds.verify_event
    monkeypatch.setattr(feeds, "verify_event", counting)
    return seen


def read(path, cache, *, key=KEY):
    """As an owner's tool reads its log; gives the match, and what was loaded."""
    loaded = load(path, key, cache)
    genesis = next(e for e, _ in loaded if e.kind == "genesis")
    match = Match(genesis, TINY, TINY.data_files(None))
    match.take(loaded.checked, checked=True)
    faults = match.take(loaded.fresh)
    loaded.remember(match.feeds.by_id)
    return match, loaded, faults


@pytest.fixture
def log(tmp_path):
    path = tmp_path / "game.pbem"
    path.write_bytes(b"".join(finished()[:40]))
    return path, tmp_path / "game.cache"


def test_a_second_reading_checks_no_signature(log, checks):
    first, loaded, faults = read(*log)
    assert (len(loaded.checked), len(loaded.fresh), faults) == (0, 40, [])
    assert len(checks) == 39
    again, loaded, _ = read(*log)
    assert (len(loaded.checked), len(loaded.fresh)) == (40, 0)
    assert len(checks) == 39
    assert again.rounds.digest == first.rounds.digest


def test_only_what_was_added_is_checked(log, checks):
    read(*log)
    path = log[0]
    path.write_bytes(path.read_bytes() + b"".join(finished()[40:]))
    match, loaded, _ = read(*log)
    assert (len(loaded.checked), len(loaded.fresh)) == (40, len(finished()) - 40)
    assert len(checks) == len(finished()) - 1
    assert match.binding.is_over
    assert [flag for _, flag in loaded] == [True] * 40 + [False] * (len(finished()) - 40)


def test_a_missing_or_foreign_cache_counts_for_nothing(log):
    read(*log)
    assert len(load(*log[:1], bytes(32), log[1]).checked) == 0
    log[1].unlink()
    assert len(load(log[0], KEY, log[1]).checked) == 0


@pytest.mark.parametrize("at", range(0, 190, 13))
def test_a_changed_cache_counts_for_nothing(log, at):
    read(*log)
    content = bytearray(log[1].read_bytes())
    content[at % len(content)] ^= 1
    log[1].write_bytes(bytes(content))
    assert load(log[0], KEY, log[1]).checked == []


def test_a_cache_of_more_than_there_is_counts_for_nothing(log):
    read(*log)
    log[0].write_bytes(b"".join(finished()[:39]))
    assert load(log[0], KEY, log[1]).checked == []


@pytest.mark.parametrize("number", [0, 1, 20, 39])
def test_a_changed_log_is_checked_from_the_start(log, number):
    read(*log)
    lines = list(finished()[:40])
    lines[number] = lines[number][:-20] + b"AAAA" + lines[number][-16:]
    log[0].write_bytes(b"".join(lines))
    assert load(log[0], KEY, log[1]).checked == []


def test_a_forged_line_is_never_remembered(log):
    lines = list(finished()[:40])
    lines[25] = lines[25][:-20] + b"AAAA" + lines[25][-16:]
    log[0].write_bytes(b"".join(lines))
    _, _, faults = read(*log)
    assert len(faults) == 1
    _, loaded, faults = read(*log)
    assert (len(loaded.checked), len(faults)) == (25, 1)


def test_events_that_wait_for_their_join_are_not_remembered(log):
    join = next(i for i, e in enumerate(decoded(finished()[:40])) if e.kind == "join" and e.seat == 1)
    lines = list(finished()[:40])
    lines.append(lines.pop(join))
    log[0].write_bytes(b"".join(lines[:-1]))
    read(*log)
    first = next(i for i, e in enumerate(decoded(lines)) if e.kind != "genesis" and e.seat == 1)
    _, loaded, _ = read(*log)
    assert len(loaded.checked) == first
    log[0].write_bytes(b"".join(lines))
    read(*log)
    assert len(load(log[0], KEY, log[1]).checked) == 40


def test_bad_lines_are_named_every_time_and_do_no_harm(log):
    log[0].write_bytes(b"".join((*finished()[:20], b"junk\n", *finished()[20:40])))
    for checked in (0, 40):
        _, loaded, _ = read(*log)
        assert len(loaded.checked) == checked
        assert [(f.line, f.source) for f in loaded.findings] == [(21, "game.pbem")]


def test_the_file_says_how_much_was_verified(log):
    read(*log)
    known = msgspec.json.decode(log[1].read_bytes())
    assert (known["events"], known["bytes"]) == (40, log[0].stat().st_size)


def test_a_cache_can_be_asked_by_events(log):
    match, *_ = read(*log)
    cache, events = Cache(log[1], KEY), decoded(finished()[:40])
    assert cache.checked(events) == 40
    assert cache.checked(events[1:]) == cache.checked([]) == 0
    assert cache.remember(events[:10], match.feeds.by_id) == 10
    assert cache.checked(events) == 10


def test_a_missing_log_is_wrong_use(tmp_path):
    with pytest.raises(WrongUse, match="there is no file"):
        load(tmp_path / "game.pbem", KEY, tmp_path / "game.cache")
