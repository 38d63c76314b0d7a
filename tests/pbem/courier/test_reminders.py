"""Reminders: who is awaited gets one mail a day at most, from one courier after the other; who is spared gets none."""

from __future__ import annotations

import email
import email.utils
import random

import msgspec
import pytest

from mailing import SETTINGS, Clock, mail_way, seated
from pbem.courier.settings import Reminders
from pbem.desk.wishes import wish_field
from pbem.home.people import PersonCard
from postal import FakeBox, FakeSender, Hazard, Office
from tiers import tiers
from tiny import TINY

DAY = 86_400


@pytest.fixture(autouse=True)
def installed(monkeypatch):
    monkeypatch.setattr("pbem.ruleset._load", lambda name: TINY)


@pytest.fixture
def table(tmp_path):
    """Three people whose couriers have done all they can: everybody is awaited."""

    def make(settings=SETTINGS):
        clock, office = Clock(), Office()
        sites = seated(tmp_path, TINY, clock, options={"turns": 1})
        for site in sites:
            site.sender = FakeSender(office)
            way = mail_way(lambda s: FakeBox(office, s.address), lambda s: s.sender)
            site.begin(settings, way, Hazard(random.Random(1), 1, 0))
        for _ in range(12):
            looks(sites)
        for site in sites[:2]:  # red and green have answered, blue has not
            site.decide(random.Random(1))
        looks(sites)
        looks(sites)
        return clock, office, sites

    made = []

    def remembered(*args):
        made.append(make(*args))
        return made[-1]

    yield remembered
    for _, _, sites in made:
        for site in sites:
            site.end()


def looks(sites):
    for site in sites:
        assert site.courier.look() == 0


def reminders(office, address="blue@pbem.test"):
    mails = map(email.message_from_bytes, office.boxes[address])
    return [m for m in mails if m["X-Pbem-Kind"] == "reminder"]


def test_who_is_awaited_gets_one_reminder_a_day_from_one_after_the_other(table):
    clock, office, sites = table()
    for day in range(1, 6):
        for _ in range(24):
            clock.now += 3600
            looks(sites)
        assert len(reminders(office)) == day
    assert {m["From"] for m in reminders(office)} == {"red <red@pbem.test>", "green <green@pbem.test>"}
    assert [len(reminders(office, f"{who}@pbem.test")) for who in ("red", "green")] == [0, 0]
    text = reminders(office)[0].get_payload(0).get_payload(decode=True).decode()
    assert text.startswith("A reminder. Awaited: blue, since 2026-")
    assert "awaited: blue: sealed orders" in text


def test_a_round_that_was_begun_under_a_clock_in_the_future_is_reminded_of(table):
    clock, office, sites = table()
    clock.now -= 400 * DAY
    for _ in range(26):
        clock.now += 3600
        looks(sites)
    assert len(reminders(office)) == 1


def test_a_clock_that_jumps_ahead_reminds_nobody(table):
    clock, office, sites = table()
    started = clock.now
    for site in sites:
        site.courier._desk._steady = lambda: clock.now - started
        site.courier.clock = site.courier._desk._clock = lambda: clock.now + 400 * DAY
    for _ in range(23):
        clock.now += 3600
        looks(sites)
    assert reminders(office) == []
    for _ in range(3):
        clock.now += 3600
        looks(sites)
    assert len(reminders(office)) == 1


def test_a_reminder_holds_what_the_awaited_one_may_have_lost(table):
    clock, office, sites = table()
    red, _green, blue = sites
    log = blue.folder / "game.pbem"
    before = log.read_bytes()
    office.boxes[blue.address].clear()
    blue.courier.ways[0].box.now_valid = 8  # the mailbox is a new one, empty
    clock.now += 25 * 3600
    looks(sites)
    assert reminders(office)
    assert log.read_bytes() == before
    assert not any("asks" in line for line in red.said)


@pytest.mark.parametrize("reminding", [Reminders(after_hours=0), Reminders(spare=("blue",))])
def test_reminders_can_be_turned_off(table, reminding):
    clock, office, sites = table(msgspec.structs.replace(SETTINGS, reminders=reminding))
    for _ in range(5):
        clock.now += DAY
        looks(sites)
    assert reminders(office) == []


def restarted(sites, settings):
    """Everybody's courier ends, and begins with these settings of its own."""
    for site in sites:
        site.end()
        site.begin(settings.get(site.name, SETTINGS),
                   mail_way(lambda s: FakeBox(office_of(s), s.address), lambda s: s.sender),
                   Hazard(random.Random(1), 1, 0))


def office_of(site):
    return site.sender.office


def test_who_wants_none_says_so_in_his_own_home_and_gets_none_until_he_does_again(table):
    """Opt out in the home: a letter of his asks for none, the others' couriers obey, also after a restart."""
    clock, office, sites = table()
    red, _, blue = sites
    wants_none = msgspec.structs.replace(SETTINGS, reminders=Reminders(receive=False))
    restarted(sites, {"blue": wants_none})
    with blue.player.desk.game(blue.folder) as game:
        game.match.note(game.match.binding.number("blue"), "busy these weeks")
    looks(sites)
    looks(sites)
    assert [line for line in red.said if "reminders" in line] == ["game: blue wants no reminders"]
    restarted(sites, {"blue": wants_none})
    for _ in range(5):
        clock.now += DAY
        looks(sites)
    assert reminders(office) == []
    restarted(sites, {})
    with blue.player.desk.game(blue.folder) as game:
        game.match.note(game.match.binding.number("blue"), "back again")
    for _ in range(2):
        clock.now += DAY
        looks(sites)
    assert [line for line in red.said if "wants reminders" in line] == ["game: blue wants reminders again"]
    assert reminders(office)


def _with_wish(letter, sender, wish):
    """The same letter, records and all, in the name of somebody, with a wish."""
    false = email.message_from_bytes(letter)
    del false["From"], false["X-Pbem-Reminders"]
    false["From"], false["X-Pbem-Reminders"] = sender, wish
    return false.as_bytes()


@pytest.mark.parametrize("sender", tiers(["green@pbem.test", "stranger@elsewhere.test", "blue@pbem.test"], 1))
@pytest.mark.parametrize("change", ["none", "seat", "word", "n", "cut"])
def test_nobody_else_can_turn_off_somebodys_reminders(table, sender, change):
    """Whatever stands in From, and though the records in the mail are genuine: the wish needs the seat's signature."""
    clock, office, sites = table()
    letter, gid = office.boxes["red@pbem.test"][-1], sites[0].courier.journal.state.games[0]
    with sites[1].player.desk.game(sites[1].folder) as game:
        word, n, seat, signature = wish_field(game.match, wanted=False).split()
    blue = "2"
    wish = {
        "none": "none", "seat": f"{word} {n} {blue} {signature}", "word": f"none 9 {blue} {signature}",
        "n": f"{word} 99999999999999 {seat} {signature}", "cut": f"{word} {n} {blue}",
    }[change]
    for address in ("red@pbem.test", "green@pbem.test"):
        office.put(address, _with_wish(letter, sender, wish))
    looks(sites)
    assert not any(site.courier.journal.state.spared.get(gid, ()) for site in sites)
    clock.now += DAY + 60
    looks(sites)
    assert len(reminders(office)) == 1


def test_who_puts_anothers_address_on_his_card_turns_off_his_own_reminders_alone(table):
    clock, office, sites = table()
    red, green, _ = sites
    letter, id = office.boxes[red.address][-1], green.home.card().id
    red.home.people.put(PersonCard(address="blue@pbem.test", id=id, name="green"))
    with green.player.desk.game(green.folder) as game:
        wish = wish_field(game.match, wanted=False)
    office.put(red.address, _with_wish(letter, "green@pbem.test", wish))
    looks(sites)
    assert [line for line in red.said if " wants " in line] == ["game: green wants no reminders"]
    clock.now += DAY + 60
    looks(sites)
    assert len(reminders(office)) == 1


def test_an_old_wish_that_somebody_sends_again_counts_for_nothing(table):
    clock, office, sites = table()
    red, _, blue = sites
    wants_none = msgspec.structs.replace(SETTINGS, reminders=Reminders(receive=False))
    for settings, text in (({"blue": wants_none}, "busy"), ({}, "back")):
        restarted(sites, settings)
        with blue.player.desk.game(blue.folder) as game:
            game.match.note(game.match.binding.number("blue"), text)
        looks(sites)
        looks(sites)
    old = next(m for m in office.boxes[red.address] if b"X-Pbem-Reminders: none" in m)
    office.put(red.address, old)
    looks(sites)
    assert [line for line in red.said if " wants " in line] == [
        "game: blue wants no reminders", "game: blue wants reminders again"]
    clock.now += DAY + 60
    looks(sites)
    assert reminders(office)


def test_a_restart_does_not_remind_again(table):
    clock, office, sites = table()
    clock.now += DAY + 60
    looks(sites)
    assert len(reminders(office)) == 1
    for site in sites:
        site.end()
        site.begin(SETTINGS, mail_way(lambda s: FakeBox(office, s.address), lambda s: s.sender),
                   Hazard(random.Random(1), 1, 0))
    looks(sites)
    assert len(reminders(office)) == 1


def test_the_hour_has_so_many_mails_and_the_rest_waits(table):
    clock, office, sites = table(msgspec.structs.replace(SETTINGS, most_mails_an_hour=2))
    red = sites[0]
    assert len(red.sender.sent) == 2
    waiting = len(red.courier.journal.state.open)
    assert waiting > 0
    assert [line for line in red.said if "the rest waits" in line] == [
        "red@pbem.test: 2 mails were sent within an hour: the rest waits"]
    clock.now += 3601
    looks(sites)
    assert len(red.sender.sent) == min(4, 2 + waiting)
    assert office.boxes


def test_a_clock_that_was_far_ahead_stops_neither_letters_nor_reminders(table):
    """A machine without a battery wakes up in 2040, and finds out an hour later."""
    clock, office, sites = table(msgspec.structs.replace(SETTINGS, most_mails_an_hour=20))
    red, blue = sites[0], sites[2]
    right = clock.now
    clock.now += 14 * 365 * DAY
    for number in range(25):
        with red.player.desk.game(red.folder) as game:
            game.match.note(game.match.binding.number("red"), f"note {number}")
        looks(sites)
    assert any("the rest waits" in line for line in red.said)
    clock.now = right + 60
    with red.player.desk.game(red.folder) as game:
        game.match.note(game.match.binding.number("red"), "the last one")
    looks(sites)
    assert red.courier.journal.state.open == {}
    before = len(reminders(office, blue.address))
    for _ in range(3):
        clock.now += DAY
        looks(sites)
    assert len(reminders(office, blue.address)) > before


def test_a_clock_that_is_put_back_a_little_reminds_nobody_twice(table):
    clock, office, sites = table()
    clock.now += DAY + 60
    looks(sites)
    for _ in range(3):
        clock.now -= 600
        looks(sites)
    assert len(reminders(office)) == 1


@pytest.mark.parametrize(("field", "value"), [("List-Id", "<war.example.org>"), ("Precedence", "bulk")])
def test_a_reminder_that_a_list_hands_on_is_not_answered(table, field, value):
    clock, office, sites = table()
    red, _green, blue = sites
    clock.now += DAY + 60
    looks(sites)
    asking = email.message_from_bytes(office.boxes[blue.address][-1])
    assert asking["X-Pbem-Kind"] == "reminder"
    by = {"red@pbem.test": sites[1], "green@pbem.test": red}[email.utils.parseaddr(asking["From"])[1]]
    answers = len(by.sender.sent)
    for name, new in (("From", "blue@pbem.test"), ("Message-ID", "<a1@blue.test>"), ("X-Pbem-Round", "0")):
        del asking[name]
        asking[name] = new
    listed = email.message_from_bytes(asking.as_bytes())
    listed[field] = value
    office.put(by.address, listed.as_bytes())
    looks(sites)
    assert len(by.sender.sent) == answers
    office.put(by.address, asking.as_bytes())
    looks(sites)
    assert len(by.sender.sent) == answers + 1
