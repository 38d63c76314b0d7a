"""A match with a clock: a courier tells that its player has seen the question, and reminds when the time is over."""

from __future__ import annotations

import email
import random

import pytest

from mailing import SETTINGS, Clock, mail_way, seated
from pbem.courier.clocks import days_late, sign_seen
from pbem.match.clocks import DAY
from pbem.match.waits import Waits
from pbem.record import events as ev
from postal import FakeBox, FakeSender, Hazard, Office
from tiny import TINY


@pytest.fixture(autouse=True)
def installed(monkeypatch):
    monkeypatch.setattr("pbem.ruleset._load", lambda name: TINY)


@pytest.fixture
def timed(tmp_path):
    """Three people with three days to answer and two of grace; red and green have answered, blue has not."""
    clock, office = Clock(), Office()
    sites = seated(tmp_path, TINY, clock, options={"turns": 1}, days=ev.Clock(days=3, grace=2, leave=10))
    for site in sites:
        site.sender = FakeSender(office)
        way = mail_way(lambda s: FakeBox(office, s.address), lambda s: s.sender)
        site.begin(SETTINGS, way, Hazard(random.Random(1), 1, 0))
    for _ in range(12):
        looks(sites)
    for site in sites[:2]:
        site.decide(random.Random(1))
    looks(sites)
    looks(sites)
    yield clock, office, sites
    for site in sites:
        site.end()


def looks(sites):
    for site in sites:
        assert site.courier.look() == 0


def pass_days(clock, sites, days):
    for _ in range(days * 4):
        clock.now += DAY // 4
        looks(sites)


def reminders(office):
    mails = map(email.message_from_bytes, office.boxes["blue@pbem.test"])
    return [m["From"].split()[0] for m in mails if m["X-Pbem-Kind"] == "reminder"]


def test_4_7_one_reminder_at_the_deadline_and_on_each_day_of_grace(timed):
    clock, office, sites = timed
    pass_days(clock, sites, 3)
    assert reminders(office) == []
    pass_days(clock, sites, 8)
    assert len(reminders(office)) == 3
    assert set(reminders(office)) == {"red", "green"}  # one after the other


def test_4_7_a_courier_tells_once_that_its_player_has_seen_the_question(timed):
    clock, _, sites = timed
    pass_days(clock, sites, 1)
    blue = sites[2]
    with blue.player.desk.game(blue.folder) as game:
        assert claims(game.match) == []
    pass_days(clock, sites, 2)
    with blue.player.desk.game(blue.folder) as game:
        (claim,) = claims(game.match)
        assert (claim.seat, claim.body) == (2, ev.Seen())
        (wait,) = Waits(game.match, clock.now).open
        assert (wait.found.word, wait.found.start) == ("own", claim.t)
    with sites[0].player.desk.game(sites[0].folder) as game:  # the others have it
        assert len(claims(game.match)) == 1
    assert any("told that it has seen the question" in said for said in blue.said)


def test_4_7_without_a_clock_nothing_is_told(timed, monkeypatch):
    clock, _, sites = timed
    blue = sites[2]
    with blue.player.desk.game(blue.folder) as game:
        monkeypatch.setattr(type(game.match), "clock", None)
        assert sign_seen(game.match, clock.now + 9 * DAY) == []
        assert days_late(game.match, clock.now + 9 * DAY) == {}


def test_4_7_leave_that_was_announced_keeps_reminders_back(timed):
    clock, office, sites = timed
    blue = sites[2]
    with blue.player.desk.game(blue.folder) as game:
        game.match.claim(2, ev.Away(until=clock.now + 8 * DAY))
        blue.player.desk.send_from(game)
    pass_days(clock, sites, 8)
    assert reminders(office) == []


def test_a_lost_letter_is_sent_again_before_the_deadline_and_once_by_each(timed, monkeypatch):
    """Nobody has heard that blue has the question: what was sent to it may have been lost."""
    clock, office, sites = timed
    monkeypatch.setattr("pbem.courier.courier.sign_seen", lambda match, now: [])  # blue's courier does not run
    sent = len(office.boxes["blue@pbem.test"])
    pass_days(clock, sites[:2], 1)
    assert len(office.boxes["blue@pbem.test"]) == sent
    pass_days(clock, sites[:2], 2)
    again = [email.message_from_bytes(mail) for mail in office.boxes["blue@pbem.test"][sent:]]
    kinds = [(mail["From"].split()[0], mail["X-Pbem-Kind"]) for mail in again if mail["X-Pbem-Kind"] != "reminder"]
    assert sorted(kinds) == [("green", "again"), ("red", "again")]
    for mail in again:
        packet = next(part for part in mail.walk() if part.get_content_type() == "application/octet-stream")
        assert packet.get_payload(decode=True)


def test_whose_courier_has_told_that_the_question_came_gets_nothing_again(timed):
    clock, office, sites = timed
    pass_days(clock, sites, 3)
    kinds = [email.message_from_bytes(mail)["X-Pbem-Kind"] for mail in office.boxes["blue@pbem.test"]]
    assert "again" not in kinds


def claims(match):
    return [e.msg for e in match.feeds.side_events() if isinstance(e.msg, ev.Claim)]
