"""A match as its courier sees it, all at once; and handing a match over to it."""

from __future__ import annotations

import os
import random
from types import SimpleNamespace

import pytest

from pbem.courier import service
from pbem.courier.journal import Journal
from pbem.courier.people import Circle, Other
from pbem.courier.spread import CourierView
from pbem.home import Home
from pbem.home.entrusted import Entrusted
from people import exchange, invite, settle

NOW = 1_767_225_600


def circle_of(people, me, folder):
    match = people[me].match
    seats = match.binding.seats
    others = [Other(seat.id, seat.name, f"{seat.name}@x.test", (n,)) for n, seat in enumerate(seats) if n != me]
    game = SimpleNamespace(
        match=match, gid=match.genesis.id, proven_by=lambda seats: [], held_after=lambda r: [r, 0, 0]
    )
    return Circle(game, Journal(folder), others, NOW)


@pytest.fixture(scope="module")
def people():
    """Red and blue have sealed their pace, green is awaited."""
    made = invite(turns=1)
    settle(made)
    for seat in (0, 2):
        made[seat].work(random.Random(1))
    exchange(made)
    return made


@pytest.mark.parametrize(("me", "others"), [(0, {1, 2}), (1, {0, 2}), (2, {0, 1})])
def test_a_match_in_which_somebody_must_decide(people, tmp_path, me, others):
    circle = circle_of(people, me, tmp_path)
    nothing = (-1, -1, -1)
    view = circle.look()
    late = view.to_tell
    assert view == CourierView(
        me=me,
        heads=circle.heads,
        has=dict.fromkeys(sorted(others), nothing),
        reach={me: frozenset(others)},
        owing=(1,),
        ready=(1,),
        collector=2,
        begun=(len(circle.match.rounds.closed), 0, 0),
        by_tools=False,
        to_tell=late,
        missed=frozenset(),
        lately=view.lately,
    )
    assert view.heads == tuple(feed.n for feed in circle.match.feeds.feeds)


def test_while_seats_are_taken_the_host_collects(tmp_path):
    made = invite(turns=1)
    for me in (1, 2):
        view = circle_of(made, me, tmp_path / str(me)).look()
        assert (view.owing, view.collector, view.by_tools) == ((0, 1, 2), 0, False)


def test_a_match_is_handed_over_with_a_signed_card_if_its_person_is_there(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)
    gid, given = "G" * 42 + "A", Entrusted(folder=str(tmp_path / "game"), roots={})
    monkeypatch.setattr(service, "hand_over", lambda desk, folder: (gid, given))
    home, signed = Home(tmp_path / "home"), []
    monkeypatch.setattr(Home, "sign_card", lambda self, identity: signed.append(identity))
    for identity in (None, "eva"):
        assert service.entrust(home, SimpleNamespace(identity=identity), tmp_path / "game", "") == given
    assert signed == ["eva"]
    assert service.trust_file(home).load().matches == {gid: given}
