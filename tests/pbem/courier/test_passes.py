"""What only a secret may decide is not answered at once, in whatever way: that would tell what is there."""

from __future__ import annotations

import random
from dataclasses import replace

import msgspec
import pytest

from mailing import SETTINGS, Clock, mail_way, seated
from pbem.cli.drafted import draft_lines
from pbem.desk.drafting import Drafting, take_orders
from pbem.desk.drafts import kept_drafts, kept_sent
from pbem.desk.early import Early, file_early
from pbem.desk.patience import MINUTE, Counted, patience_of
from pbem.desk.redrafting import take_back_draft
from pbem.desk.standing import StandingOrder, set_standing
from pbem.errors import NotYourTurn
from pbem.home import Home
from pbem.kit.policies import Choice, Policy
from pbem.limits import MOST_PATIENCE
from pbem.match.match import Match
from pbem.play.requests import Ask, Listed, Seal, SealMany, hangs_on_secret
from pbem.ruleset import Result
from people import invite, master, settle
from postal import FakeBox, FakeSender, Hazard, Office
from tiny import SEATS, TINY


async def play(_state):
    """Each hides a gun or nothing; who has nothing can only pass, whatever is asked."""
    hidden = await Seal(rule="1", bucket=128, items={seat: Listed(("nothing", "gun")) for seat in SEATS})

    def truth_of(seat):
        return lambda peek: "pass" if peek(hidden[seat]) == "nothing" else None

    for seat in SEATS:
        await Ask(rule="2", about=seat, seat=seat, legal=lambda: ("pass", "fire"), truth=truth_of(seat))
    for seat in SEATS:
        await Ask(rule="3", about=seat, seat=seat, legal=lambda: ("pass", "fire"))
    return Result((), "nobody wins", "4")


HOLD_FIRE = Policy(name="fire", title="what is done when the enemy shows himself", rules=("2",),
                   choices={"hold": Choice("never fires")}, answer=lambda _asked, _setting: "pass")
GUNS = replace(TINY, play=play, policies=(HOLD_FIRE,))
NOTHING = "nothing"


def begun(tmp_path, monkeypatch, minutes, hides=(NOTHING, NOTHING, "gun")):
    """Three couriers before red is asked; and their clock."""
    monkeypatch.setattr("pbem.ruleset._load", lambda name: GUNS)
    clock, office = Clock(), Office()
    sites = seated(tmp_path, GUNS, clock)
    for site in sites:
        (site.home.root / "courier.toml").write_text(f"pass_after_minutes = {minutes}\n")
        begin(site, minutes, office)
    pass_minutes(clock, sites, 5)
    for site, one in zip(sites, hides, strict=True):
        with site.player.desk.game(site.folder) as game:
            take_orders(game, [one], send=True)
    pass_minutes(clock, sites, 2)  # then everybody knows that all have sealed
    return clock, office, sites


def begin(site, minutes, office):
    settings = msgspec.structs.replace(SETTINGS, pass_after_minutes=minutes)
    site.begin(settings, mail_way(lambda s: FakeBox(office, s.address), lambda s: FakeSender(office)),
               Hazard(random.Random(1), 1, 0))


def pass_minutes(clock, sites, minutes):
    for _ in range(minutes):
        clock.now += MINUTE
        for site in sites:
            assert site.courier.look() == 0


def asked(site):
    """The rule and the seat that the match waits for, as this person's tool has it."""
    with site.player.desk.game(site.folder) as game:
        assert game.match.request is not None
        return game.match.request.rule, game.match.request.about


def released(clock, sites, seat, most):
    """After how many minutes a seat is not asked any more."""
    for minute in range(most):
        if asked(sites[SEATS.index(seat)]) != ("2", seat):
            return minute
        pass_minutes(clock, sites, 1)
    raise AssertionError(f"{seat} is asked still")


def ended(sites):
    for site in sites:
        site.end()


@pytest.mark.parametrize(("minutes", "when"), [(0, 0), (30, 30)])
def test_an_answer_that_only_a_secret_decides_waits_as_long_as_its_person_says(tmp_path, monkeypatch, minutes, when):
    clock, _, sites = begun(tmp_path, monkeypatch, minutes)
    if when:
        pass_minutes(clock, sites, when - 5)
        assert asked(sites[2]) == ("2", "red")  # blue cannot tell red, who has nothing, from somebody asleep
        pass_minutes(clock, sites, 15)
        assert asked(sites[1]) == ("2", "green")  # who is not asked hears of it later
        pass_minutes(clock, sites, when + 10)
    else:
        pass_minutes(clock, sites, 5)
    assert asked(sites[2]) == ("2", "blue")  # a person decides that
    pass_minutes(clock, sites, 2 * when)
    assert asked(sites[2]) == ("2", "blue")
    ended(sites)


def test_a_courier_that_has_just_started_holds_back_too(tmp_path, monkeypatch):
    clock, office, sites = begun(tmp_path, monkeypatch, 30)
    for minute in range(30):
        assert asked(sites[0]) == ("2", "red"), f"after {minute} minutes"
        ended(sites)
        clock.now += MINUTE
        for site in sites:  # as `courier --once` does for each look
            begin(site, 30, office)
            assert site.courier.look() == 0
    pass_minutes(clock, sites, 6)
    assert asked(sites[0]) == ("2", "green")
    ended(sites)


def how_filed(site, clock):
    with site.player.desk.game(site.folder) as game:
        file_early(site.folder, game.match, [Early(site.name, "2", "", "pass")])


def how_standing(site, clock):
    with site.player.desk.game(site.folder) as game:
        set_standing(site.folder, game.match, [StandingOrder(site.name, "fire", "hold")])


def how_typed(site, clock):
    with site.player.desk.game(site.folder) as game:
        assert take_orders(game, ["pass"], send=True).signed == 0
        assert kept_sent(site.folder, game.gid) == 1
        drafting = Drafting(game.match, site.folder)
        assert (drafting.sent, [one.text for one in drafting.drafts]) == (1, ["pass"])
        told = " ".join(" ".join(draft_lines(drafting)).split())
        assert told.startswith("draft 1, held back: red: pass (2/red) after that: green: an answer; take the last")
        assert "sent, and held back: 1 draft: a secret may decide what is asked" in told
        drafting.leave()


def how_by_itself(site, clock):
    """Nothing is hidden there."""


WAYS = {"by itself": how_by_itself, "filed": how_filed, "standing": how_standing, "typed": how_typed}


@pytest.mark.parametrize("way", WAYS)
def test_all_answers_to_what_a_secret_may_decide_leave_alike(tmp_path, monkeypatch, way):
    hides = (NOTHING if way == "by itself" else "gun", NOTHING, NOTHING)
    clock, _, sites = begun(tmp_path, monkeypatch, 20, hides)
    assert asked(sites[0]) == ("2", "red")
    WAYS[way](sites[0], clock)
    assert released(clock, sites, "red", 40) == 20
    assert kept_drafts(sites[0].folder, gid(sites[0])) == []
    ended(sites)


def gid(site):
    with site.player.desk.game(site.folder) as game:
        return game.gid


def test_who_takes_a_packet_in_by_hand_holds_back_too(tmp_path, monkeypatch):
    clock, _, sites = begun(tmp_path, monkeypatch, 30)
    pass_minutes(clock, sites, 5)
    red = sites[0]
    with red.player.desk.game(red.folder) as game:
        assert game.match.run_mechanical() == []
        with pytest.raises(NotYourTurn, match=r"red answers round \d+ later: it was opened too short a time ago"):
            game.match.answer(0, "pass")
    clock.now += 30 * MINUTE
    with red.player.desk.game(red.folder) as game:
        assert [event.kind for event in game.match.run_mechanical()] == ["act"]
    ended(sites)


def test_a_held_draft_can_be_taken_back(tmp_path, monkeypatch):
    clock, _, sites = begun(tmp_path, monkeypatch, 20, ("gun", NOTHING, NOTHING))
    how_typed(sites[0], clock)
    with sites[0].player.desk.game(sites[0].folder) as game:
        assert take_back_draft(game).gone.text == "pass"
        assert kept_sent(sites[0].folder, game.gid) == 0
    pass_minutes(clock, sites, 25)
    assert asked(sites[0]) == ("2", "red")
    ended(sites)


def test_a_held_draft_is_told_when_it_is_signed_and_not_before(tmp_path, monkeypatch):
    clock, _, sites = begun(tmp_path, monkeypatch, 20, ("gun", NOTHING, NOTHING))
    red = sites[0]
    how_typed(red, clock)
    pass_minutes(clock, sites, 10)
    assert not any("draft is not sent" in line for line in red.said)
    pass_minutes(clock, sites, 15)
    assert any("sent before, now signed: red: pass" in line for line in red.said)
    ended(sites)


@pytest.mark.parametrize("jump", [-86_400 * 400, 86_400 * 400])
def test_a_clock_that_jumps_lets_nothing_go_sooner(tmp_path, monkeypatch, jump):
    clock, _, sites = begun(tmp_path, monkeypatch, 20)
    started = clock.now
    wrong = {"by": 0}
    for site in sites:
        site.courier._desk._steady = lambda: clock.now - started + 1_000
        site.courier._desk._clock = site.courier.clock = lambda: clock.now + wrong["by"]
    pass_minutes(clock, sites, 5)
    wrong["by"] = jump
    for _ in range(14):
        pass_minutes(clock, sites, 1)
        assert asked(sites[0]) == ("2", "red")
    pass_minutes(clock, sites, 12)  # what lay between two looks may be lost
    assert asked(sites[0]) == ("2", "green")
    ended(sites)


def test_time_is_counted_by_the_clock_that_says_less():
    counted = Counted("g" * 43, 7, 100, steady=1_000, time=50_000)
    assert counted.at(50_060, 1_060) == 160
    assert counted.at(90_000, 1_060) == 160  # the wall clock was set
    assert counted.at(50_060, 900_000) == 160  # another machine
    assert counted.at(10_000, 1_060) == 100
    assert counted.at(50_060, 30) == 130  # started anew
    assert counted.at(50_060, -5) == 100


@pytest.mark.parametrize(("text", "minutes"), [
    (None, 0), ("pass_after_minutes = 60\n", 60), ("picture = false\n", 0), ("no toml", MOST_PATIENCE),
    ("pass_after_minutes = '60'\n", MOST_PATIENCE), ("pass_after_minutes = -1\n", MOST_PATIENCE),
    ("pass_after_minutes = true\n", MOST_PATIENCE),
])
def test_a_wait_that_cannot_be_read_is_the_longest(tmp_path, text, minutes):
    if text is not None:
        (tmp_path / "courier.toml").write_text(text)
    assert patience_of(Home(tmp_path)) == minutes * MINUTE


def test_a_match_that_nobody_gave_patience_holds_back():
    people = invite(ruleset=GUNS)
    settle(people)
    assert not people[0].match.is_held()  # a seal that hangs on no secret
    for number, person in enumerate(people):
        sealed = person.match.seal(number, [NOTHING])
        for other in people:
            other.receive([sealed])
    match = people[0].match
    assert not match.is_held()
    fresh = Match(match.genesis, GUNS, match.files, masters={0: master(0)})
    fresh.take(people[0].log)
    assert fresh.is_held()
    assert fresh.run_mechanical() == []


def test_requests_that_hang_on_no_secret_are_known():
    ask = Ask(rule="1", seat="red", legal=lambda: ("a", "b"))
    assert not hangs_on_secret(ask)
    assert hangs_on_secret(msgspec.structs.replace(ask, truth=lambda _peek: None))
    many = SealMany(rule="1", bucket=128, items={})
    assert not hangs_on_secret(many)
    assert hangs_on_secret(msgspec.structs.replace(many, truth=lambda _seat, _peek: None))
