"""9.12 Straggling."""

from __future__ import annotations

import pytest
from angola.boards_resolution import duel, frozen

from pbem.errors import IllegalMove
from pbem.play.requests import Ask, Write
from pbem.play.table import Table
from pbem_games.angola.combat.resolution import resolve
from pbem_games.angola.combat.straggling import straggle
from pbem_games.angola.state import problems


@pytest.mark.parametrize(("size", "stragglers"), [(1, 1), (2, 1), (7, 1), (8, 2), (12, 2)])
def test_A103_one_straggles_two_of_eight_or_more(size, stragglers):
    state, battle = duel(size, 1, region="dondo", origin="catete")
    state.factions["fnla"].loose.clear()
    assert Table(straggle(state, battle)).pending is None  # all alike: nobody is asked
    own = state.factions["fapla"]
    assert len(own.loose) == stragglers
    assert all(u.straggler and u.moved and u.region == "dondo" for u in own.loose.values())
    assert ("a" in own.columns) == (size > 1)


def test_9_12_the_owner_chooses_the_straggler():
    state, battle = duel({"infantry": 5, "tank": 1}, 1)
    table = Table(straggle(state, battle))
    assert isinstance(table.pending, Ask | Write)
    assert (table.pending.seat, table.pending.about) == ("fapla", "dondo")
    before = frozen(state)
    for say in ("none", "f.inf1 f.tank1", "n.inf1"):
        with pytest.raises(IllegalMove):
            table.answer(say)
    assert frozen(state) == before
    table.answer("f.tank1")
    assert list(state.factions["fapla"].loose) == ["f.tank1"]
    assert table.story[-1].text == "FAPLA Column A leaves stragglers at Dondo: tank"


def test_R90_the_last_unit_straggles_and_the_marker_comes_off():
    state, battle = duel(1, 1)
    state.factions["fnla"].loose.clear()
    table = Table(straggle(state, battle))
    assert state.factions["fapla"].columns == {}
    assert state.factions["fapla"].loose["f.inf1"].straggler
    assert "its marker comes off" in table.story[-1].text


def test_R71_an_attacker_without_units_does_not_straggle():
    state, battle = duel(1, 1)
    del state.factions["fapla"].columns["a"]
    assert Table(straggle(state, battle)).story == []


def test_A151_fnla_goes_back_to_the_flec_base_and_straggles_there():
    state, battle = duel(3, 5, region="maiombe", origin="flec_base", attacker="fnla", defender="mpla")
    table = Table(resolve(state, battle))
    table.answer((3, 3, 3))
    assert table.result == "attacker_back"
    Table(straggle(state, battle))
    own = state.factions["fnla"]
    assert own.columns["a"].region == "flec_base"
    assert own.loose["n.inf1"].region == "flec_base"
    assert own.loose["n.inf1"].straggler
    assert problems(state) == []
