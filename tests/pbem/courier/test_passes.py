"""What only a secret decides is answered without its person, but not at once: that would tell what is there."""

from __future__ import annotations

import random
from dataclasses import replace

import msgspec
import pytest

from mailing import SETTINGS, Clock, mail_way, seated
from pbem.desk.drafting import take_orders
from pbem.play.requests import Ask, Listed, Seal
from pbem.ruleset import Result
from postal import FakeBox, FakeSender, Hazard, Office
from tiny import SEATS, TINY

MINUTE = 60


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


GUNS = replace(TINY, play=play)


def begun(tmp_path, monkeypatch, minutes):
    """Three couriers before red is asked, who has nothing, as has green; and their clock."""
    monkeypatch.setattr("pbem.ruleset._load", lambda name: GUNS)
    clock, office = Clock(), Office()
    sites = seated(tmp_path, GUNS, clock)
    settings = msgspec.structs.replace(SETTINGS, pass_after_minutes=minutes)
    for site in sites:
        site.begin(settings, mail_way(lambda s: FakeBox(office, s.address), lambda s: FakeSender(office)),
                   Hazard(random.Random(1), 1, 0))
    pass_minutes(clock, sites, 5)
    for site, hides in zip(sites, ("nothing", "nothing", "gun"), strict=True):
        with site.player.desk.game(site.folder) as game:
            take_orders(game, [hides], send=True)
    return clock, sites


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


@pytest.mark.parametrize(("minutes", "when"), [(0, 0), (30, 30)])
def test_an_answer_that_only_a_secret_decides_waits_as_long_as_its_person_says(tmp_path, monkeypatch, minutes, when):
    clock, sites = begun(tmp_path, monkeypatch, minutes)
    if when:
        pass_minutes(clock, sites, when - 5)
        assert asked(sites[2]) == ("2", "red")  # blue cannot tell red, who has nothing, from somebody asleep
        pass_minutes(clock, sites, 15)
        assert asked(sites[2]) == ("2", "green")
        pass_minutes(clock, sites, when + 10)
    else:
        pass_minutes(clock, sites, 5)
    assert asked(sites[2]) == ("2", "blue")  # a person decides that
    pass_minutes(clock, sites, 2 * when)
    assert asked(sites[2]) == ("2", "blue")
    for site in sites:
        site.end()


def test_who_takes_a_packet_in_passes_at_once(tmp_path, monkeypatch):
    clock, sites = begun(tmp_path, monkeypatch, 30)
    pass_minutes(clock, sites, 5)
    red = sites[0]
    assert asked(red) == ("2", "red")
    with red.player.desk.game(red.folder) as game:
        game.match.run_mechanical()
    assert asked(red) == ("2", "green")
    for site in sites:
        site.end()
