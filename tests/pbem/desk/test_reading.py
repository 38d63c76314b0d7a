"""A log that is only looked at: how far it is believed without keys, and up to which round it is read."""

from __future__ import annotations

import pytest

from pbem.desk.reading import read
from pbem.errors import BadRecord, WrongUse
from records import finished
from tiny import TINY


@pytest.fixture
def log(tmp_path, monkeypatch):
    """Writes a log and gives its path."""
    monkeypatch.setattr("pbem.ruleset._load", lambda name: TINY)

    def write(lines):
        path = tmp_path / "game.pbem"
        path.write_bytes(b"".join(lines))
        return path

    return write


def test_the_last_word_of_a_seat_that_did_not_sign_it_is_left_out_and_told(log):
    """Nothing follows it that would vouch for it."""
    whole = read(log(finished()))
    last = finished()[-1]
    faults = []
    match = read(log([*finished()[:-1], last[:-20] + b"AAAA" + last[-16:]]), faults=faults)
    assert whole.feeds.heads_are_signed()
    assert match.feeds.heads_are_signed()
    assert len(match.feeds.by_id) == len(whole.feeds.by_id) - 1
    assert len(faults) == 1
    faults.clear()
    read(log(finished()), faults=faults)
    assert faults == []


def test_a_round_is_shown_as_it_stood_then_and_one_that_is_not_closed_is_refused(log):
    path, shown = log(finished()), []
    match = read(path, at=14, seen=shown.append)
    assert (match.rounds.r, shown) == (15, [match])
    assert max(e.msg.r for e in match.feeds.by_id.values() if e.kind != "genesis") <= 14
    last = read(path).rounds.r - 1
    assert read(path, at=last).rounds.r == last + 1
    with pytest.raises(WrongUse, match=f"there is no round {last + 1} yet: the last closed one is {last}"):
        read(path, at=last + 1)


def test_what_is_no_log_says_so(log):
    with pytest.raises(BadRecord, match="no first line of a match in it"):
        read(log(finished()[1:]))
    with pytest.raises(BadRecord):
        read(log([b"hello\n"]))
