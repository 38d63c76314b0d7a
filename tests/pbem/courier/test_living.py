"""A club by mail as it lives: four on real servers, with all that befalls people in four months."""

from __future__ import annotations

import random

import pytest

import lab
import luck
from living import Club
from living_events import KILLS, SEATS, days_pass, nobody_is_wronged, play, round_of, through_all

pytestmark = pytest.mark.slow


@pytest.fixture
def club(tmp_path, monkeypatch):
    monkeypatch.setattr(luck, "NOW", luck.NOW)
    with lab.running(*SEATS, "bobby") as servers:
        made = Club(tmp_path, servers, SEATS, random.Random(24), 0.15)
        yield made
        made.close()


def test_four_people_play_on_through_all_that_befalls_them(club):
    through_all(club)
    play(club, lambda: round_of(club) > 80 and club["cy"].kills == KILLS)
    days_pass(club, 2)  # who is not awaited hears of it within a day
    nobody_is_wronged(club)
    for name in SEATS:
        told = club.type(name, "verify").out
        assert told.startswith("sound (full); dice witnessed (mover+others); unfinished: round "), told
