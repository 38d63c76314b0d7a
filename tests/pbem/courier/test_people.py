"""What a courier makes of what it knows of the others: who hears late news from whom, whom no letter reaches."""

from __future__ import annotations

import random
from types import SimpleNamespace

import pytest

from pbem.courier.entries import HOUR, Bounced, HeardFrom
from pbem.courier.journal import Journal
from pbem.courier.people import DAY, NEWS, SLOW, Circle, Other, kept
from people import exchange, invite, settle

BLUE = 2


@pytest.fixture(scope="module")
def people():
    """Red and blue have sealed their pace, green is awaited; everybody has everything."""
    made = invite(turns=1)
    settle(made)
    for seat in (0, BLUE):
        made[seat].work(random.Random(1))
    exchange(made)
    return made


def circle_of(people, me, folder, now):
    """Somebody's courier, who knows everybody's address."""
    match = people[me].match
    seats = match.binding.seats
    others = [Other(seat.id, seat.name, f"{seat.name}@pbem.test", (n,)) for n, seat in enumerate(seats) if n != me]
    game = SimpleNamespace(match=match, gid=match.genesis.id, proven_by=lambda seats: [], held_after=lambda r: [0] * 3)
    return Circle(game, Journal(folder), others, now)


def hears(circle, who, heads, time):
    circle.journal.note(HeardFrom(game=circle.game.gid, who=circle.order[who], time=time, heads=kept(heads), reach=()))


def lacking_one(circle, seat):
    """What somebody has who lacks the last event of a seat, and when that was signed."""
    heads = list(circle.heads)
    heads[seat] -= 1
    return heads, circle.match.feeds.feeds[seat].tip.msg.t


@pytest.mark.parametrize(("me", "after"), [(1, NEWS), (0, NEWS + HOUR), (BLUE, NEWS + 2 * HOUR)])
def test_what_somebody_lacks_for_long_is_told_by_who_is_awaited_and_later_by_the_others_in_turn(
        people, tmp_path, me, after):
    circle = circle_of(people, me, tmp_path, 0)
    heads, signed = lacking_one(circle, 0)
    for who in {0, 1, BLUE} - {me}:
        hears(circle, who, heads, signed)
    circle.now = signed + after - 1
    assert circle.look().to_tell == set()
    circle.now = signed + after
    assert circle.look().to_tell == {0, 1, BLUE} - {me}


def test_whom_a_letter_did_not_reach_is_missed_for_a_day_and_not_written_to(people, tmp_path):
    circle = circle_of(people, 0, tmp_path, 1_700_000_000)
    assert (circle.look().missed, circle.reached()) == (set(), {1, BLUE})
    circle.journal.note(Bounced(address="blue@pbem.test", who=circle.order[BLUE], time=circle.now))
    assert (circle.look().missed, circle.reached()) == ({BLUE}, {1})
    circle.now += DAY - 1
    assert circle.look().missed == {BLUE}
    circle.now += 1
    assert (circle.look().missed, circle.reached()) == (set(), {1, BLUE})


def test_who_said_long_ago_that_he_has_what_we_lack_is_asked_for_it(people, tmp_path):
    circle = circle_of(people, 0, tmp_path, 1_700_000_000)
    hears(circle, 1, circle.heads, circle.now)
    circle.now += DAY
    assert circle.to_ask() is None  # he has no more than we
    more = [circle.heads[0], circle.heads[1] + 1, circle.heads[2]]
    hears(circle, 1, more, circle.now)
    circle.now += SLOW - 1
    assert circle.to_ask() is None  # it may be on its way
    circle.now += 1
    assert circle.to_ask().name == "green"
