"""An event that its owner signed once more, which nothing asks him to: what is kept never shows it (2.3)."""

from __future__ import annotations

import pytest

from kept_files import FILES, as_it_was, counts, files_of, from_start, play_on, put, same
from pbem.desk.desk import Desk
from pbem.desk.reading import read
from pbem.lab.long import _Played
from pbem.lab.march import installed
from pbem.record.log import LOG_NAME
from pbem.record.wire import SeatLine
from signing_again import signed_again


@pytest.fixture(autouse=True)
def march():
    with installed():
        yield


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A match of one person."""
    root = tmp_path_factory.mktemp("twice")
    with installed():
        return _Played(root / "one", 120)


@pytest.fixture
def mine(played):
    """The same, as it was; afterwards, too."""
    with as_it_was(played):
        yield played


def kept(mine):
    return {name: (mine.folder / name).read_bytes() for name in FILES}


def with_another(mine, at, *, is_less, before_it=False):
    """The log with another signature of one of its events, at its end or before the event."""
    match, log = from_start(mine), (mine.folder / LOG_NAME).read_bytes()
    lines = log.splitlines(keepends=True)
    event = match.feeds.by_id[[e.id for e in match.feeds.by_id.values()][at]]
    assert isinstance(event, SeatLine)
    other = signed_again(event, match.keys[event.seat].sign_seed, is_less=is_less).line
    assert other not in lines
    where = lines.index(event.line) if before_it else len(lines)
    return b"".join([*lines[:where], other, *lines[where:]])


@pytest.mark.parametrize("is_less", [True, False], ids=["less", "greater"])
def test_a_past_line_signed_once_more_comes_late(mine, is_less):
    """2.3 The lesser signature of an event is held, whichever came first."""
    before = files_of(mine)
    put(mine, before, game_pbem=with_another(mine, 20, is_less=is_less))
    assert counts(mine), "what is kept fits the beginning of the log"
    same(mine)
    play_on(mine)
    same(mine)
    assert kept(mine) == {name: before[name] for name in FILES}


@pytest.mark.parametrize("is_kept", [True, False], ids=["kept", "not kept"])
@pytest.mark.parametrize("before_it", [True, False], ids=["before", "behind"])
@pytest.mark.parametrize("is_less", [True, False], ids=["less", "greater"])
def test_nothing_is_kept_of_a_log_in_which_a_line_is_signed_twice(mine, is_less, before_it, is_kept):
    before = files_of(mine)
    play_on(mine)
    log = with_another(mine, -5, is_less=is_less, before_it=before_it)
    files = before if is_kept else before | dict.fromkeys(FILES, b"")
    put(mine, files, game_pbem=log)
    same(mine)
    play_on(mine)
    same(mine)
    assert kept(mine) == {name: files[name] for name in FILES}
    put(mine, before, game_pbem=log)
    assert counts(mine), "what was kept before it counts on"


@pytest.mark.parametrize("is_less", [True, False], ids=["less", "greater"])
def test_it_comes_by_another_program_while_the_match_is_open(mine, is_less):
    """As at the table, which keeps the match in memory between two clicks."""
    desk = Desk(mine.desk.home, mine.desk.identity, clock=lambda: 1_800_000_000, keeps=2)
    with desk.game(mine.folder) as game:
        before, past = kept(mine), game.match.past
        assert past is not None, "it goes on from what is kept"
    (mine.folder / LOG_NAME).write_bytes(with_another(mine, 20, is_less=is_less))
    with desk.game(mine.folder) as game:
        assert game.match.past is past, "it was in memory"
        here = list(game.match.feeds.lines())
    play_on(mine)
    same(mine)
    assert kept(mine) == before
    later = read(mine.folder / LOG_NAME, mine.desk.masters, whole=True)
    assert here == list(later.feeds.lines())[: len(here)]
