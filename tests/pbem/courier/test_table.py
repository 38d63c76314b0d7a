"""What a courier writes about one match: packets of many records."""

from __future__ import annotations

import random
from types import SimpleNamespace

import pytest

from pbem.courier import table as rooms
from pbem.courier.entries import Left
from pbem.courier.journal import Journal
from pbem.courier.people import kept
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
        match=match, gid=match.genesis.id, lines_above=lambda heads: [match.genesis.line] if min(heads) < 0 else [])
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
