"""What a letter tells: the same whoever writes it, because all of it is public; and the board."""

from __future__ import annotations

import email
import email.policy
import random

import msgspec
import pytest

from mailing import SETTINGS, Clock, mail_way, play, seated
from pbem.courier.report import report, subject
from postal import FakeBox, FakeSender, Hazard, Office
from tiny import TINY


@pytest.fixture(autouse=True)
def installed(monkeypatch):
    monkeypatch.setattr("pbem.ruleset._load", lambda name: TINY)


def test_a_report_tells_what_happened_and_who_is_awaited(tmp_path):
    clock, office = Clock(), Office()
    sites = seated(tmp_path, TINY, clock, options={"turns": 1})
    play(sites, clock, mail_way(lambda s: FakeBox(office, s.address), lambda s: FakeSender(office)))
    told = set()
    for site in sites:
        with site.player.desk.game(site.folder) as game:
            names = dict.fromkeys(range(3), "")
            told.add((subject(game.match, []), report(game.match, 0, names)))
            assert len(report(game.match, game.match.rounds.r, names)) < len(report(game.match, 0, names))
    ((line, text),) = told  # their secrets differ, their reports do not
    assert line.startswith("[pbem] Raiders, match ")
    assert "turn 1:" in text
    assert "The match has ended: " in text
    bodies = [email.message_from_bytes(m, policy=email.policy.default).get_body(("plain",)).get_content()
              for m in office.boxes["red@pbem.test"]]
    assert any("awaited: " in body and "that is: " in body for body in bodies)
    happened = [line for body in bodies for line in body.splitlines() if line.startswith("- turn 1: ")]
    assert happened
    assert len(happened) <= 2  # each of the other two tells it once


def test_an_invitation_says_how_to_take_the_seat(tmp_path):
    clock, office = Clock(), Office()
    host = seated(tmp_path, TINY, clock)[0]
    settings = msgspec.structs.replace(SETTINGS, picture=False)
    host.begin(settings, mail_way(lambda s: FakeBox(office, s.address), lambda s: FakeSender(office)),
               Hazard(random.Random(1), 1, 0))
    host.courier.look()
    host.end()
    bodies = [email.message_from_bytes(m, policy=email.policy.default).get_body(("plain",)).get_content()
              for m in office.boxes["green@pbem.test"]]
    assert len(bodies) == 1
    assert "awaited: green, blue: to take the seat" in bodies[0]
    assert "To take your seat, save this mail and type: pbem join FILE -C FOLDER" in bodies[0]
    assert "If you have taken it: a courier of pbem reads this mail by itself" in bodies[0]
    assert "\n\n\n" not in bodies[0].partition("[PBEM:")[0].rstrip()  # nothing has happened: no gap for it


def test_a_letter_names_its_writer_too_if_he_is_awaited(tmp_path):
    clock, office = Clock(), Office()
    sites = seated(tmp_path, TINY, clock, options={"turns": 1})
    play(sites, clock, mail_way(lambda s: FakeBox(office, s.address), lambda s: FakeSender(office)))
    bodies = [email.message_from_bytes(m, policy=email.policy.default).get_body(("plain",)).get_content()
              for m in office.boxes["red@pbem.test"]]
    seats = {"green", "blue", "red"}
    for body in bodies:
        lines = [line.removeprefix("awaited: ").partition(":")[0] for line in body.splitlines()
                 if line.startswith("awaited: ")]
        people = [line for line in body.splitlines() if line.startswith("that is: ")]
        if seats == {name.strip() for line in lines for name in line.split(",")}:
            assert people
            assert ", who writes this" in people[0]
    assert any(", who writes this" in body for body in bodies)


def test_the_board_is_in_the_letter_if_it_can_be_drawn(tmp_path):
    pytest.importorskip("resvg_py")
    clock, office = Clock(), Office()
    site, *others = sites = seated(tmp_path, TINY, clock)
    settings = msgspec.structs.replace(SETTINGS, picture=True)
    site.begin(settings, mail_way(lambda s: FakeBox(office, s.address), lambda s: FakeSender(office)),
               Hazard(random.Random(1), 1, 0))
    site.courier.look()
    site.end()
    (mail,) = office.boxes[others[0].address]
    parts = list(email.message_from_bytes(mail, policy=email.policy.default).iter_parts())
    assert parts[1].get_content()[:8] == b"\x89PNG\r\n\x1a\n"
    assert len(sites) == 3


def test_who_has_no_address_is_named_once(tmp_path):
    clock, office = Clock(), Office()
    site, other, _ = seated(tmp_path, TINY, clock)
    site.home.people.remove(other.home.card().id)
    site.begin(SETTINGS, mail_way(lambda s: FakeBox(office, s.address), lambda s: FakeSender(office)),
               Hazard(random.Random(1), 1, 0))
    site.courier.look()
    clock.now += 1000
    site.courier.look()
    site.end()
    assert [line for line in site.said if "no address" in line] == [
        "game: green has no address here: others pass on what they need; "
        "a card with their address is read in with pbem id add FILE"]
    assert list(office.boxes) == ["red@pbem.test", "blue@pbem.test"]
