"""A whole game of four by mail on real servers: invited, killed, delayed, late, away, moved, robbed, to its last token.

Two seats are played badly, so that it ends early.
"""

from __future__ import annotations

import random

import pytest

import lab
import luck
from living import Club
from living_events import KILLS, SEATS, ended, nobody_is_wronged, play, through_all
from pbem.audit.audit import audit

pytestmark = pytest.mark.slow


@pytest.fixture
def club(tmp_path, monkeypatch):
    monkeypatch.setattr(luck, "NOW", luck.NOW)
    with lab.running(*SEATS, "bobby") as servers:
        made = Club(tmp_path, servers, SEATS, random.Random(24), 0.15, bots={"fapla": "random", "mpla": "random"})
        yield made
        made.close()


def test_four_people_play_a_whole_game_through_all_that_befalls_them(club):
    through_all(club)
    play(club, lambda: ended(club))
    nobody_is_wronged(club)
    assert club["cy"].kills == KILLS
    for name in SEATS:
        assert club.match(name).result.by
        assert club.type(name, "verify").out.startswith("sound (full); dice witnessed (mover+others); ended by ")
        assert audit(club.log(name)).status == 0
