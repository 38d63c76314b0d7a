"""Where typed commands lead in a game."""

from __future__ import annotations

import pytest

from pbem.errors import WrongUse
from pbem.replay.films.reel import Reel
from pbem.replay.films.seen import is_marked, last_seen, mark_seen
from pbem.replay.films.walk import Walk
from pbem.show.frame import is_start


@pytest.fixture
def walk(raid):
    return Walk(list(Reel(raid)))


def test_a_step_goes_on_and_back_and_stops_at_the_ends(walk):
    assert walk.go("")
    assert walk.at == 1
    assert walk.go("p")
    with pytest.raises(WrongUse, match="this is the beginning"):
        walk.go("p")
    assert walk.go("last")
    assert walk.at == len(walk.frames) - 1
    with pytest.raises(WrongUse, match="this is the end"):
        walk.go("n")
    assert walk.go("first")
    assert (walk.at, walk.furthest) == (0, len(walk.frames) - 1)


def test_a_turn_on_is_where_the_next_turn_begins_and_a_turn_back_where_this_one_began(walk):
    starts = [i for i, f in enumerate(walk.frames) if is_start(f, walk.frames[i - 1] if i else None, "turn")]
    visited = [walk.at]
    while walk.at < len(walk.frames) - 1:
        walk.go("turn")
        visited.append(walk.at)
    assert visited == [*starts, len(walk.frames) - 1]
    walk.go("-turn")
    assert walk.at == starts[-1]
    walk.go("n")
    walk.go("-t")
    assert walk.at == starts[-1]
    walk.go("-t")
    assert walk.at == starts[-2]


def test_a_plain_step_is_as_large_as_was_asked_for(raid):
    walk = Walk(list(Reel(raid)), by="turn")
    walk.go("n")
    assert walk.here.turn != walk.frames[0].turn
    walk.go("event")
    assert walk.frames[walk.at - 1].turn == walk.here.turn


def test_rounds_and_words_are_found(walk):
    walk.go("r20")
    assert walk.here.round == 20
    with pytest.raises(WrongUse, match="no round 9999 yet"):
        walk.go("r9999")
    walk.go("first")
    walk.go("/MARCHES")
    first = walk.at
    walk.go("/")
    assert walk.at > first
    walk.go("?")
    assert walk.at == first
    with pytest.raises(WrongUse, match="nothing after this step tells of 'dragons'"):
        walk.go("/dragons")
    assert walk.at == first
    with pytest.raises(WrongUse, match="no words to search for"):
        Walk(walk.frames).go("/")
    assert not walk.go("dance")
    assert not walk.go("r12x")


def test_what_was_passed_is_told_on_the_way_forward_only(walk):
    walk.go("r20")
    assert [f.round for f in walk.since(0)][-1] == 20
    assert len(walk.since(0)) == walk.at
    assert walk.since(walk.at + 5) == [walk.here]
    assert walk.since(walk.at) == [walk.here]


def test_the_mark_rises_and_belongs_to_one_match(tmp_path):
    assert not is_marked(tmp_path, "one")
    mark_seen(tmp_path, "one", "fapla", 12)
    mark_seen(tmp_path, "one", "fapla", 5)
    mark_seen(tmp_path, "one", "public", 3)
    assert (last_seen(tmp_path, "one", "fapla"), last_seen(tmp_path, "one", "public")) == (12, 3)
    assert last_seen(tmp_path, "one", "auditor") == 0
    assert last_seen(tmp_path, "another", "fapla") == 0
    (tmp_path / "seen").write_bytes(b"\x00garbage")
    assert not is_marked(tmp_path, "one")
    mark_seen(tmp_path, "one", "fapla", 2)
    assert last_seen(tmp_path, "one", "fapla") == 2


def test_headlines_are_found_both_ways(walk):
    told = [i for i, f in enumerate(walk.frames) if any(" begins, " in s.text for s in f.sentences)]
    visited = []
    for _ in told:
        walk.go("headline")
        visited.append(walk.at)
    assert visited == told
    with pytest.raises(WrongUse, match="no headline after this step"):
        walk.go("headline")
    walk.go("-HEADLINE")
    assert walk.at == told[-2]
    walk.go("first")
    with pytest.raises(WrongUse, match="no headline before this step"):
        walk.go("-headline")
