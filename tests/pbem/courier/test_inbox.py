"""What a courier took in stands in the inbox of its person, without a log being read for it."""

from __future__ import annotations

import random

import pytest

from mailing import SETTINGS, Clock, mail_way, seated
from many import logs_read
from pbem.desk.desk import Desk
from pbem.desk.inbox import inbox
from pbem.desk.summing import keep_summary
from postal import FakeBox, FakeSender, Hazard, Office
from tiny import TINY


@pytest.fixture(autouse=True)
def installed(monkeypatch):
    monkeypatch.setattr("pbem.ruleset._load", lambda name: TINY)


@pytest.fixture
def begun(tmp_path):
    """Three people, and an office in which their couriers have exchanged what needs nobody."""
    clock, office = Clock(), Office()
    sites = seated(tmp_path, TINY, clock)
    for site in sites:
        site.begin(SETTINGS, mail_way(lambda s: FakeBox(office, s.address), lambda s: FakeSender(office)),
                   Hazard(random.Random(1), 1, 0))
    for _ in range(20):  # the dice of the set-up
        clock.now += 60
        for site in sites:
            assert site.courier.look() == 0
    yield sites
    for site in sites:
        site.end()


@pytest.fixture
def reads(monkeypatch):
    return logs_read(monkeypatch)


def test_what_a_courier_took_in_is_listed_without_reading_the_log(begun, reads):
    for site in begun:
        person = Desk(site.home, site.player.desk.identity)
        (entry,) = inbox(person)
        assert reads == []
        assert [one.seat for one in entry.summary.asked] == [site.name]
        site.home.summaries.drop(entry.game)
        assert inbox(person) == [entry]  # its owner would have found the same
        assert len(reads) == 1
        reads.clear()


def test_a_courier_that_lacks_a_seat_of_its_person_says_nothing_for_them(begun, reads, monkeypatch):
    site = begun[0]
    site.home.summaries.drop(inbox(Desk(site.home, None))[0].game)
    with site.player.desk.game(site.folder) as game:
        kept = dict(game.match.keys)
        monkeypatch.setattr(game.match, "keys", {})
        keep_summary(site.home, game.match, site.folder)
        assert not list(site.home.summaries.folder.glob("*.json"))
        monkeypatch.setattr(game.match, "keys", kept)
        keep_summary(site.home, game.match, site.folder)
        assert len(list(site.home.summaries.folder.glob("*.json"))) == 1
