"""What is wrong with the carrying of a match, as `next`, `status` and `send` say it; not a word while all is well."""

from __future__ import annotations

import random

import msgspec
import pytest

from mailing import SETTINGS, Clock, folder_way, mail_way, seated
from pbem.courier.condition import FOLDER, condition_of, keep_condition
from pbem.courier.service import serve
from pbem.courier.wrong import DAY, HOUR, MINUTE, ago, wrong
from pbem.home.people import PersonCard
from postal import FakeBox, FakeSender, Hazard, Office, bounce
from tiny import TINY


@pytest.fixture(autouse=True)
def installed(monkeypatch):
    monkeypatch.setattr("pbem.ruleset._load", lambda name: TINY)


class People:
    """Three with couriers that have looked some times: all are asked for their first sealed orders."""

    def __init__(self, root, make=None, before=lambda sites: None):
        self.clock, self.office = Clock(), Office()
        self.sites = seated(root, TINY, self.clock, options={"turns": 1})
        before(self.sites)
        self.make = make or mail_way(lambda s: FakeBox(self.office, s.address), lambda s: FakeSender(self.office))
        self.begin(*self.sites)
        self.look(*self.sites, times=6)

    def begin(self, *sites):
        for site in sites:
            site.begin(SETTINGS, self.make, Hazard(random.Random(1), 1, 0))

    def look(self, *sites, times=1):
        for _ in range(times):
            self.clock.now += 60
            for site in sites:
                site.courier.look()

    def owing(self, site):
        with site.player.desk.game(site.folder) as game:
            return [(duty.name, duty.is_mechanical) for duty in game.match.owing()]

    def wrong(self, site, **also):
        with site.player.desk.game(site.folder) as game:
            return wrong(site.home, game.gid, game.match.rounds.r, self.clock.now, **also)

    def end(self):
        for site in self.sites:
            site.end()


@pytest.fixture
def people(tmp_path):
    made = People(tmp_path)
    yield made
    made.end()


def test_nothing_is_wrong_while_couriers_look(people):
    assert [people.wrong(site) for site in people.sites] == [[], [], []]


def test_who_has_no_courier_is_not_asked_for_one(tmp_path):
    clock = Clock()
    red = seated(tmp_path, TINY, clock, options={"turns": 1})[0]
    with red.player.desk.game(red.folder) as game:
        assert wrong(red.home, "A" * 43, 1, clock.now) == []
        assert wrong(red.home, game.gid, 1, clock.now) == []  # entrusted, but courier.toml names no way
        (red.home.root / "courier.toml").write_text('[[folder]]\npath = "/x"\n')
        (told,) = wrong(red.home, game.gid, 1, clock.now)
    assert told.startswith("your courier never ran: ")
    assert told.endswith("start it with pbem courier")


@pytest.mark.parametrize(("later", "is_told"), [(10 * MINUTE, False), (10 * MINUTE + 1, True)])
def test_a_courier_that_was_killed_is_missed_after_ten_minutes(people, later, is_told):
    red = people.sites[0]
    red.courier.begin()
    people.look(red)
    red.end()
    people.clock.now += later
    found = people.wrong(red)
    assert bool(found) == is_told
    assert not found or "does not run: its last look was 2026-01-01 00:" in found[0]


def test_a_courier_that_was_ended_says_so_and_is_missed_at_once(people):
    red = people.sites[0]
    serve(red.courier, iter([False, True, True]).__next__, lambda _seconds: None)
    assert red.said[-1] == "courier: ends"
    assert "courier: begins; it watches the mail of red@pbem.test; matches: game" in red.said
    (told,) = people.wrong(red)
    assert told.startswith("your courier does not run: it ended 2026-01-01 ")


@pytest.mark.parametrize(("later", "is_told"), [(DAY, False), (DAY + 1, True)])
def test_a_courier_that_looks_once_now_and_then_is_missed_after_a_day(people, later, is_told):
    people.clock.now += later
    assert bool(people.wrong(people.sites[0])) == is_told


def test_a_courier_that_fails_says_since_when_until_it_does_not(people):
    red = people.sites[0]
    people.office.down = True
    people.look(red)
    people.clock.now += 3 * HOUR
    (told,) = people.wrong(red)
    assert told.startswith("your courier fails since 2026-01-01 00:")
    assert told.endswith("UTC (3 hours): red@pbem.test: the mailbox does not answer")
    red.courier.look()
    assert "(3 hours)" in people.wrong(red)[0]  # it still fails, since then
    people.office.down = False
    people.clock.now += HOUR
    people.look(red)
    assert people.wrong(red) == []


def test_whose_courier_is_silent_though_it_should_answer_is_named_after_a_day(people):
    red = people.sites[0]
    people.clock.now += DAY
    people.look(red)
    ((name, is_mechanical),) = people.owing(red)  # dice, or a draw: a tool makes them
    assert is_mechanical
    assert people.wrong(red)[0].startswith(f"nothing heard from {name} since 2026-01-01 00:")
    assert "(1 day): what is awaited their courier gives by itself" in people.wrong(red)[0]
    people.look(*people.sites, times=2)
    assert people.wrong(red) == []


def test_who_must_decide_and_is_silent_for_days_is_named_unless_a_clock_tells(people):
    red, rng = people.sites[0], random.Random(1)
    while [is_mechanical for _, is_mechanical in people.owing(red)] != [False, False, False]:
        people.look(*people.sites)
        for site in people.sites:
            if len(people.owing(red)) == 1:
                site.decide(rng)
    people.clock.now += 3 * DAY - HOUR
    people.look(red)
    assert people.wrong(red) == []
    people.clock.now += 2 * HOUR
    people.look(red)
    found = people.wrong(red)
    assert [one.partition(" since")[0] for one in found] == ["nothing heard from green", "nothing heard from blue"]
    assert found[0].endswith("(3 days), who must decide: ask them yourself")
    assert people.wrong(red, has_clock=True) == []


def test_a_letter_that_came_back_is_told_with_its_reason_until_the_address_is_another(people):
    red, green, _ = people.sites
    posted = next(iter(red.courier.journal.state.posted))
    said = b"Diagnostic-Code: smtp; 550 5.1.1 <green@pbem.test>:\r\n    no such user\r\n"
    came = bounce(posted, green.address).replace(b"Action: failed\r\n", b"Action: failed\r\n" + said)
    people.office.put(red.address, came)
    people.look(red)
    (told,) = people.wrong(red)
    assert told.startswith("green: a letter to green@pbem.test came back 2026-01-01 00:")
    assert "550 5.1.1 <green@pbem.test>: no such user; " in told
    red.home.people.put(PersonCard(address="new@pbem.test", id=green.home.card().id, name="green"))
    assert people.wrong(red) == []


def test_whom_nobody_can_write_to_is_named_until_there_is_an_address(tmp_path):
    def forget(sites):
        for site in sites[:2]:
            site.home.people.put(PersonCard(address="", id=sites[2].home.card().id, name="blue"))
        for site in sites:
            site.home.own_card.path.unlink()  # nobody learns it from letters

    people = People(tmp_path, before=forget)
    red, _, blue = people.sites
    (told,) = people.wrong(red)
    assert told.startswith("blue: no address here, and nobody known can write to them: ")
    red.home.people.put(PersonCard(address=blue.address, id=blue.home.card().id, name="blue"))
    assert people.wrong(red) == []
    people.end()


def test_in_a_shared_folder_nobody_needs_an_address(tmp_path):
    shared = tmp_path / "shared"
    shared.mkdir()
    people = People(tmp_path / "people", folder_way(shared))
    for site in people.sites:
        for other in people.sites:
            site.home.people.put(PersonCard(address="", id=other.home.card().id, name=other.name))
    people.look(*people.sites, times=2)
    assert [people.wrong(site) for site in people.sites] == [[], [], []]
    people.end()


def test_a_look_writes_its_condition_only_if_something_has_changed(people):
    red = people.sites[0]
    path = red.home.root / FOLDER / "condition.json"
    people.look(red)
    before = path.stat().st_ino
    people.clock.now += 30
    red.courier.look()
    assert path.stat().st_ino == before
    people.clock.now += 31
    red.courier.look()
    assert path.stat().st_ino != before


def test_a_spoiled_condition_counts_as_none(people):
    red = people.sites[0]
    known = condition_of(red.home)
    assert len(known.matches) == 1
    (red.home.root / FOLDER / "condition.json").write_text("rubbish")
    assert condition_of(red.home) is None
    keep_condition(red.home.root / FOLDER, msgspec.structs.replace(known, poll=7))
    assert condition_of(red.home).poll == 7


def test_how_long_ago_in_words():
    assert [ago(s) for s in (0, 59, 60, 3_600, 2 * DAY + 5)] == ["just now", "just now", "1 minute", "1 hour", "2 days"]
