"""9.8, 9.10 Artillery and anti-tank missiles."""

from __future__ import annotations

import pytest
from angola.boards_fire import equip, run, skirmish, told, under_way
from angola.boards_resolution import frozen, put

from pbem.errors import IllegalMove
from pbem.play.requests import Roll, Write
from pbem.play.table import Table
from pbem_games.angola.combat.battle import attacking_units
from pbem_games.angola.combat.fire import batteries_of, fire_anti_tank, fire_artillery
from pbem_games.angola.state import problems


def guns(attack, defence, **more):
    state = skirmish(attack, defence, **more)
    return state, under_way(state)


def test_9_8_one_battery_of_the_attacker_then_one_of_the_defender():
    state, battle = guns({"infantry": 5, "artillery": 2}, {"infantry": 5, "artillery": 1})
    table = Table(fire_artillery(state, battle))
    assert (table.pending.rule, table.pending.seat) == ("9.8", "fapla")
    assert table.legal() == ["none", "f.art1", "f.art2"]
    before = frozen(state)
    with pytest.raises(IllegalMove):
        table.answer("n.art1")
    assert frozen(state) == before
    table.answer("f.art2")
    assert isinstance(table.pending, Roll)
    assert table.pending.dice == 2
    table.answer((1, 6))
    run(table, "lose n.inf1", "n.art1", dice=[(1, 3)])
    assert table.pending is None
    assert battle.suppressed == ["f.art2", "n.art1"]
    assert battle.fired == ["f.art2", "n.art1"]
    assert len(state.factions["fnla"].loose) == 5


def test_A69_a_suppressed_battery_does_not_fire():
    state, battle = guns({"infantry": 5, "artillery": 1}, {"infantry": 5, "artillery": 1})
    table = run(Table(fire_artillery(state, battle)), "f.art1", "suppress n.art1", dice=[(4, 1)])
    assert table.pending is None
    assert batteries_of(state, battle, "fnla") == []


def test_A70_a_battery_fires_once_a_combat():
    state, battle = guns({"infantry": 5, "artillery": 1}, 5)
    run(Table(fire_artillery(state, battle)), "f.art1", dice=[(1, 1)])
    battle.combat_round = 2
    assert Table(fire_artillery(state, battle)).pending is None


def test_A71_each_allied_faction_fires_one_the_conductor_first():
    state, battle = guns(10, {"infantry": 3, "artillery": 2})
    put(state, "unita", "dondo", {"infantry": 4, "artillery": 1})
    battle.defenders, battle.conductor = ["fnla", "unita"], "unita"
    table = Table(fire_artillery(state, battle))
    assert table.pending.seat == "unita"
    table = run(table, "u.art1", "n.art2", dice=[(6, 1), (4, 1)])
    assert table.pending is None  # R57: a hit and a suppression, all infantry of one Column
    assert len(attacking_units(state, battle)) == 9
    assert battle.suppressed == ["u.art1", "n.art2", "f.inf2"]


def test_9_8_firing_is_optional():
    state, battle = guns({"infantry": 5, "artillery": 1}, 5)
    assert run(Table(fire_artillery(state, battle)), "none").pending is None
    assert battle.suppressed == []


def test_9_8_a_major_battery_rolls_its_own_pips():
    state, battle = guns({"infantry": 5, "f.rocket": 1}, 5)
    table = run(Table(fire_artillery(state, battle)), "f.rocket", dice=[(1, 1, 1, 1)])
    assert table.pending is None


def test_9_8_nobody_is_left_to_fire_back():
    state, battle = guns({"infantry": 5, "artillery": 1}, {"artillery": 1})
    table = run(Table(fire_artillery(state, battle)), "f.art1", dice=[(6, 1)])
    assert table.pending is None
    assert state.factions["fnla"].loose == {}
    assert "FAPLA fires: artillery" in told(table)


# ---------------------------------------------------------------- anti-tank missiles


def test_A77_a_tank_cancels_one_suppression_and_only_armored_units_suffer():
    state, battle = guns(5, {"infantry": 3, "tank": 1, "armored_car": 2})
    secrets = equip(state, "fapla", None, at1="a")
    table = run(Table(fire_anti_tank(state, battle), secrets=secrets), "at1", dice=[(6, 4)])
    assert isinstance(table.pending, Write)
    before = frozen(state)
    for say in ("lose n.inf1", "lose n.tank1 suppress n.car1", "suppress n.car1"):
        with pytest.raises(IllegalMove):
            table.answer(say)
    assert frozen(state) == before
    table.answer("lose n.car2")
    assert battle.suppressed == []
    assert "n.car2" not in state.factions["fnla"].loose
    assert "at1" in state.equipment_pool
    assert problems(state) == []
    assert "FNLA has a tank and ignores one suppression" in told(table)


def test_A78_no_armored_units_no_missiles():
    state, battle = guns(5, {"infantry": 3})
    secrets = equip(state, "fapla", None, at1="a")
    assert Table(fire_anti_tank(state, battle), secrets=secrets).pending is None


def test_A79_a_side_suppressed_as_a_whole_fires_none():
    state, battle = guns(2, {"tank": 1})
    secrets = equip(state, "fapla", None, at1="a")
    battle.suppressed = ["f.inf1", "f.inf2"]
    assert Table(fire_anti_tank(state, battle), secrets=secrets).pending is None


def test_9_10_the_defenders_fire_second_and_only_if_they_have_a_target_left():
    state, battle = guns({"infantry": 4, "tank": 1}, {"infantry": 1, "armored_car": 1})
    secrets = equip(state, "fapla", equip(state, "fnla", None, at2="dondo"), at1="a")
    table = Table(fire_anti_tank(state, battle), secrets=secrets)
    assert (table.pending.rule, table.pending.seat, table.pending.about) == ("9.10", "fapla", "dondo/missiles")
    run(table, "at1", "at2", dice=[(6, 1), (4, 6)])
    assert table.pending is None
    assert sorted(state.factions["fnla"].loose) == ["n.inf1"]
    assert attacking_units(state, battle) == [f"f.inf{i}" for i in range(1, 5)]
    assert {"at1", "at2"} <= set(state.equipment_pool)


def test_9_10_two_missiles_roll_four_dice():
    state, battle = guns(4, {"armored_car": 3, "infantry": 1})
    secrets = equip(state, "fapla", None, at1="a", at2="a", at3="catete")
    table = run(Table(fire_anti_tank(state, battle), secrets=secrets), "at1 at2", dice=[(1, 1, 1, 5)])
    assert table.pending is None
    assert battle.suppressed == ["n.car1"]


def test_9_10_firing_is_optional():
    state, battle = guns(4, {"armored_car": 3})
    secrets = equip(state, "fapla", None, at1="a")
    table = run(Table(fire_anti_tank(state, battle), secrets=secrets), "none")
    assert table.pending is None
    assert "at1" in state.factions["fapla"].equipment


def test_2_4_2_missiles_of_a_wiped_out_force_go_to_the_pool():
    """A107 in Step 6: UNITA has none left beside its ally."""
    state, battle = guns({"infantry": 4, "artillery": 1}, 4)
    put(state, "unita", "dondo", {"infantry": 1})
    battle.defenders = ["fnla", "unita"]
    secrets = equip(state, "unita", None, aa1="dondo", aa2="luso")
    table = run(Table(fire_artillery(state, battle), secrets=secrets), "f.art1", "lose u.inf1", dice=[(6, 1)])
    assert table.pending is None
    assert "aa1" in state.equipment_pool
    assert list(state.factions["unita"].equipment) == ["aa2"]
