"""What a courier writes about one match: packets of many records, and once more what may never have come."""

from __future__ import annotations

import random
from types import SimpleNamespace

import pytest

from pbem.courier import table as rooms
from pbem.courier.entries import Left, LetterWritten
from pbem.courier.journal import Journal
from pbem.courier.people import DAY, Other, kept
from pbem.courier.settings import Settings
from pbem.courier.table import OpenMatch
from people import invite, settle

WAY = "a folder"


@pytest.fixture
def table(tmp_path):
    """Red's, who knows nobody's address; her own seal is the last event."""
    people = invite(turns=1)
    settle(people)
    people[0].work(random.Random(1))
    match = people[0].match
    game = SimpleNamespace(
        match=match, gid=match.genesis.id, proven_by=lambda seats: [],
        lines_above=lambda heads: [match.genesis.line] if min(heads) < 0 else [])
    home = SimpleNamespace(people=SimpleNamespace(all=dict))
    return OpenMatch(game, home, Settings(), Journal(tmp_path), 0, lambda _: 0, lambda _: None, in_folder=True)


def test_what_takes_several_packets_lies_in_files_of_several_names(table, monkeypatch):
    monkeypatch.setattr(rooms, "pack_all", lambda lines: [b"one", b"two", b"three"])
    names, contents = zip(*table.packets([-1, -1, -1]), strict=True)
    stem = names[0].removesuffix(".pbem")
    assert names == (f"{stem}.pbem", f"{stem}-2.pbem", f"{stem}-3.pbem")
    assert contents == (b"one", b"two", b"three")


def test_a_shared_folder_lacks_the_whole_match_then_what_came_since_then_nothing(table):
    heads = list(table.circle.heads)
    assert (table.in_way(WAY), table.is_unsent(WAY)) == ([-1, -1, -1], True)
    before = [heads[0] - 1, *heads[1:]]
    table.journal.note(Left(game=table.game.gid, way=WAY, heads=kept(before)))
    assert (table.in_way(WAY), table.is_unsent(WAY)) == (before, True)
    table.journal.note(Left(game=table.game.gid, way=WAY, heads=kept(heads)))
    assert (table.in_way(WAY), table.is_unsent(WAY)) == (heads, False)
    assert table.is_unsent("another folder")


@pytest.mark.parametrize(("days", "is_ours"), [(0, False), (1, True), (2, False), (3, True)])
def test_who_was_not_heard_of_since_days_gets_all_once_more_from_one_after_the_other(table, monkeypatch, days, is_ours):
    """Blue is awaited: red, then green, then red writes to him, and each of them once since he is awaited."""
    blue = Other(table.match.binding.seats[2].id, "blue", "blue@pbem.test", (2,))
    table.circle.others = [blue]
    table.now = 1_700_000_000
    wrote = []
    monkeypatch.setattr(rooms, "unheard", lambda match, now: {2: days})
    monkeypatch.setattr(OpenMatch, "_write", lambda self, way, kind, to, has: wrote.append((kind, to, has)))
    assert table.write_unheard(None) == (["blue"] if is_ours else [])
    assert wrote == [("again", [blue], (-1, -1, -1))] * is_ours
    letter = LetterWritten(id="<a.pbem@x.test>", game=table.game.gid, way="red@pbem.test", kind="again",
                           to=(blue.address,), time=table.now, heads={}, round=1, people=(blue.id,))
    table.journal.note(letter)
    table.now += (days + 1) * DAY - 1
    assert table.write_unheard(None) == []
    table.now += 1
    assert table.write_unheard(None) == (["blue"] if is_ours else [])
