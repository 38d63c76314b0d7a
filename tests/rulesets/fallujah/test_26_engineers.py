"""26 Engineers in a battle."""

from __future__ import annotations

import pytest
from fallujah.boards import put, run
from fallujah.boards_fight import MOSQUE, URBAN, battle, go

from pbem_games.fallujah.combat.battle import has_engineer
from pbem_games.fallujah.combat.fire import coalition_fire, ignored_hits
from pbem_games.fallujah.combat.sequence import fight


@pytest.mark.parametrize(("unit", "ignored"), [
    ("usmc_1ceb", 0), ("usmc_2ceb", 0), ("usn_cb4", 0), ("usn_cb23", 0), ("usa_82e", 0), ("usmc_a_2aa", 1),
])
def test_26_combat_assault_by_every_kind_of_engineer(unit, ignored):
    assert ignored_hits(battle(URBAN, unit, "mil_b", type="strongpoint")) == ignored


def test_R70_an_engineer_beside_the_force_does_not_help():
    state = battle(URBAN, "usmc_1_5", "mil_b", type="strongpoint")
    put(state, URBAN, "usmc_1ceb")
    assert not has_engineer(state)
    assert ignored_hits(state) == 1


def test_R70_he_must_be_alive_when_the_coalition_fires():
    state = battle(MOSQUE, "usmc_1_5 usn_cb4", "jih_a", type="strongpoint")
    table = go(run(fight(state)), "usmc_1_5", (1,), (6,), (1,), "usn_cb4", (1,))
    assert state.kia == -1  # the one hit was ignored
    assert state.operation.combat_round == 2
    assert table.pending is not None


def test_26_a_reduced_engineer_is_one():
    state = battle(URBAN, "usmc_1ceb", "mil_b", type="strongpoint")
    put(state, URBAN, "usmc_1ceb", reduced=True)
    go(run(coalition_fire(state, ())), (1,))
    assert state.kia == 1
