"""What other commands may ask of a courier without loading it."""

from __future__ import annotations

import pytest

from mailing import Clock, seated
from pbem.courier.places import FILE, carries, trust_file
from tiny import TINY


@pytest.fixture
def red(tmp_path, monkeypatch):
    """Red, who has entrusted a match to her courier."""
    monkeypatch.setattr("pbem.ruleset._load", lambda name: TINY)
    return seated(tmp_path, TINY, Clock(), options={"turns": 1}, holders=dict.fromkeys(TINY.seats, "red"))[0]


def test_a_courier_carries_the_matches_that_it_was_entrusted_with_and_no_other(red):
    with red.player.desk.game(red.folder) as game:
        gid = game.gid
    assert carries(red.home, gid) == "no"  # it has no settings
    (red.home.root / FILE).write_text("")
    assert carries(red.home, gid) == "yes"
    assert carries(red.home, "A" * 43) == "no"
    trust_file(red.home).path.write_bytes(b"damaged")
    assert carries(red.home, gid) == "no"
    trust_file(red.home).path.unlink()
    assert carries(red.home, gid) == "no"
