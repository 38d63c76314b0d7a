"""9.9.2 Minefields in combat."""

from __future__ import annotations

import pytest
from angola.boards_fire import equip, open_field, run, skirmish, told, under_way
from angola.boards_resolution import frozen, put

from pbem.errors import IllegalMove
from pbem.play.requests import Ask, Roll, Write
from pbem.play.table import Table
from pbem_games.angola.combat.battle import attacking_units
from pbem_games.angola.combat.hits import eliminate
from pbem_games.angola.combat.mines import use_minefield
from pbem_games.angola.combat.resolution import extra_dice
from pbem_games.angola.state import problems


def field(attack, defence=3, *, public=True, **more):
    """FNLA has a minefield in Dondo, seen by all or under its Column B."""
    state = skirmish(attack, defence, **more)
    secrets = None
    if public:
        open_field(state, "fnla", "mine1", "dondo")
    else:
        secrets = equip(state, "fnla", None, mine1="field.dondo", mine2="lucala", aa1="b")
    battle = under_way(state)
    return state, battle, Table(use_minefield(state, battle), secrets=secrets)


def test_A72_an_engineer_clears_the_field_and_is_suppressed():
    state, battle, table = field({"infantry": 2, "engineer": 1, "armored_car": 1})
    assert isinstance(table.pending, Ask)
    assert (table.pending.rule, table.pending.seat, table.pending.about) == ("9.9.2", "fnla", "dondo/declare")
    table.answer("mine1")
    assert table.pending is None  # no die for the armored car
    assert battle.suppressed == ["f.eng1"]
    assert battle.minefield == ""
    assert "mine1" in state.equipment_pool
    assert extra_dice(state, battle) == []
    assert problems(state) == []


def test_A73_each_1_costs_an_armored_unit_of_the_attackers_choice():
    state, battle, table = field({"infantry": 2, "armored_car": 2, "tank": 1})
    table.answer("mine1")
    assert isinstance(table.pending, Roll)
    assert table.pending.dice == 3
    table.answer((1, 4, 1))
    assert isinstance(table.pending, Write)
    assert (table.pending.seat, table.pending.about) == ("fapla", "dondo/losses")
    before = frozen(state)
    for say in ("none", "f.tank1", "f.inf1 f.inf2", "f.car1 f.car2 f.tank1"):
        with pytest.raises(IllegalMove):
            table.answer(say)
    assert frozen(state) == before
    table.answer("f.car1 f.tank1")
    assert attacking_units(state, battle) == ["f.inf1", "f.inf2", "f.car2"]
    assert battle.minefield == "mine1"
    assert [d.text for d in extra_dice(state, battle)] == ["die for the minefield"]


def test_A73_three_cars_alike_need_no_choice():
    state, battle, table = field({"infantry": 2, "armored_car": 3})
    run(table, "mine1", dice=[(1, 4, 1)])
    assert table.pending is None
    assert len(attacking_units(state, battle)) == 3


def test_9_9_2_the_attacker_chooses_between_suppressed_and_unsuppressed_units_of_one_kind():
    state, battle, table = field({"infantry": 2, "tank": 2})
    battle.suppressed = ["f.tank2"]
    run(table, "mine1", dice=[(1, 4)])
    assert isinstance(table.pending, Write)
    assert (table.pending.seat, table.pending.about) == ("fapla", "dondo/losses")
    table.answer("f.tank2")
    assert attacking_units(state, battle) == ["f.inf1", "f.inf2", "f.tank1"]
    assert battle.suppressed == []


def test_9_9_2_where_all_of_one_kind_are_suppressed_nobody_is_asked():
    state, battle, table = field({"infantry": 2, "tank": 2})
    battle.suppressed = ["f.tank1", "f.tank2"]
    run(table, "mine1", dice=[(1, 4)])
    assert table.pending is None
    assert len(attacking_units(state, battle)) == 3


def test_R63_a_defender_may_keep_quiet():
    state, battle, table = field({"infantry": 2, "armored_car": 3})
    assert table.legal()[0] == "none"
    table.answer("none")
    assert table.pending is None
    assert battle.minefield == ""
    assert "mine1" in state.factions["fnla"].equipment


def test_R66_in_later_rounds_a_declared_field_is_rolled_for_without_asking():
    state, battle, table = field({"infantry": 2, "armored_car": 1})
    run(table, "mine1", dice=[(5,)])
    battle.combat_round = 2
    battle.suppressed = ["f.car1"]
    again = Table(use_minefield(state, battle))
    assert isinstance(again.pending, Roll)
    assert again.pending.dice == 1  # suppressed or not


@pytest.mark.parametrize(("attack", "suppressed", "clears"), [
    pytest.param({"engineer": 1}, [], False, id="R65-a-lone-engineer-fights"),
    pytest.param({"engineer": 2}, [], True, id="R65-the-second-clears"),
    pytest.param({"engineer": 1, "infantry": 1}, ["f.eng1"], False, id="R64-suppressed"),
    pytest.param({"engineer": 2, "infantry": 1}, ["f.eng1"], True, id="R64-the-other"),
    pytest.param({"engineer": 1, "artillery": 1}, ["f.art1"], True, id="A162-R140-beside-a-battery-that-has-fired"),
    pytest.param({"engineer": 1, "infantry": 1}, ["f.inf1"], True, id="R140-beside-suppressed-infantry"),
    pytest.param({"engineer": 2}, ["f.eng1"], False, id="R140-a-suppressed-engineer-is-no-other-Unit"),
])
def test_9_9_2_which_engineers_clear(attack, suppressed, clears):
    _, battle, table = field(attack)
    battle.suppressed = suppressed
    run(table, "mine1")
    assert table.pending is None
    assert (battle.minefield == "") is clears


def test_9_9_2_a_field_under_a_column_is_declared_out_of_what_could_be():
    state, battle, table = field({"infantry": 2, "armored_car": 1}, public=False, letter="b")
    assert table.legal() == ["none", "mine1", "mine2"]
    assert table.pending.truth(table.peek) is None  # its owner has a choice
    before = frozen(state)
    with pytest.raises(IllegalMove, match="what is sealed says otherwise"):
        table.check_claims("mine2")
    with pytest.raises(IllegalMove):
        table.answer("mine3")
    assert frozen(state) == before
    run(table, "mine1", dice=[(2,)])
    assert state.factions["fnla"].equipment["mine1"].public == "field.dondo"
    assert battle.minefield == "mine1"
    named, declared, *_ = told(table).splitlines()
    assert named == "FNLA says that mine 1 is a minefield in Dondo"
    assert declared == "FNLA declares a minefield in Dondo"


def test_9_9_2_who_has_none_there_passes_by_itself():
    state = skirmish(3, 3, letter="b")
    secrets = equip(state, "fnla", None, mine1="b")
    state.factions["fnla"].field_regions = ["dondo"]
    table = Table(use_minefield(state, under_way(state)), secrets=secrets)
    assert table.pending.truth(table.peek) == "none"


def test_9_9_2_a_mine_in_hand_is_not_asked_about():
    state = skirmish(3, 3, letter="b")
    secrets = equip(state, "fnla", None, mine1="b")
    assert Table(use_minefield(state, under_way(state)), secrets=secrets).pending is None


def test_9_9_2_a_false_declaration_is_found_out_at_once():
    _, battle, table = field({"infantry": 2, "armored_car": 1}, public=False, letter="b", false_claim="flag")
    run(table, "mine2")
    assert table.pending is None
    assert battle.minefield == ""
    assert "FNLA claimed what was not true" in told(table)


def test_R68_the_ally_that_is_left_declares_the_field():
    state = skirmish({"infantry": 3}, 1)
    put(state, "unita", "dondo", 1)
    open_field(state, "fnla", "mine1", "dondo")
    battle = under_way(state)
    battle.defenders = ["fnla", "unita"]
    Table(eliminate(state, battle, ["n.inf1"]))
    table = Table(use_minefield(state, battle))
    assert table.pending.seat == "unita"
    run(table, "mine1")
    assert battle.minefield == "mine1"


@pytest.mark.parametrize(("owner", "defenders", "speaker"), [
    pytest.param("unita", ["fnla", "unita"], "unita", id="D13-the-owner-though-it-has-no-unit-left"),
    pytest.param("unita", ["fnla"], "fnla", id="R68-its-ally-where-it-did-not-defend"),
])
def test_R68_who_speaks_for_a_field_when_fire_has_left_no_defender(owner, defenders, speaker):
    state = skirmish({"infantry": 2, "armored_car": 2}, 1)
    if "unita" in defenders:
        put(state, "unita", "dondo", 1)
    open_field(state, owner, "mine1", "dondo")
    battle = under_way(state)
    assert battle.defenders == defenders
    Table(eliminate(state, battle, ["n.inf1", "u.inf1"][: len(defenders)]))
    table = Table(use_minefield(state, battle))
    assert (table.pending.seat, table.legal()) == (speaker, ["none", "mine1"])
    run(table, "mine1", dice=[(1, 5)])
    assert len(attacking_units(state, battle)) == 3


def two_fields(attack):
    """FNLA and UNITA have each sealed a minefield under a Column in Dondo."""
    state = skirmish(attack, 2, letter="b")
    put(state, "unita", "dondo", 1, "c")
    secrets = equip(state, "fnla", None, mine1="field.dondo")
    secrets = equip(state, "unita", secrets, mine2="field.dondo")
    return state, under_way(state), secrets


def test_A161_R139_the_allys_second_field_does_not_exist():
    state, battle, secrets = two_fields({"infantry": 3, "engineer": 1})
    table = run(Table(use_minefield(state, battle), secrets=secrets), "mine1")
    assert table.pending is None
    assert battle.minefield == ""
    assert {"mine1", "mine2"} <= set(state.equipment_pool)  # the first was cleared, the second is none
    assert "FNLA has a minefield in Dondo, so there is none of UNITA" in told(table)
    assert "not true" not in told(table)  # nobody is accused
    battle.combat_round = 2
    again = Table(use_minefield(state, battle), secrets=table.secrets)
    assert again.pending is None
    assert problems(state) == []


def test_R139_the_second_field_is_the_one_that_comes_to_light_later():
    state, battle, secrets = two_fields({"infantry": 3})
    run(Table(use_minefield(state, battle), secrets=secrets), "none", "mine2")
    assert battle.minefield == "mine2"
    assert "mine1" in state.equipment_pool
    assert state.factions["unita"].equipment["mine2"].public == "field.dondo"


def test_R139_where_the_allys_field_is_seen_no_secret_one_can_be_declared():
    state, battle, secrets = two_fields({"infantry": 3})
    state.factions["fnla"].equipment["mine1"].public = "field.dondo"
    table = Table(use_minefield(state, battle), secrets=secrets)
    table.answer("none")  # FNLA keeps quiet about the one that is there (R63)
    assert table.pending is None
    assert battle.minefield == ""


def test_A146_step_7_is_played_when_fire_has_left_no_defender():
    state = skirmish({"infantry": 2, "armored_car": 2}, 1)
    open_field(state, "fnla", "mine1", "dondo")
    battle = under_way(state)
    Table(eliminate(state, battle, ["n.inf1"]))
    table = Table(use_minefield(state, battle))
    assert table.pending.seat == "fnla"
    run(table, "mine1", dice=[(1, 5)])
    assert len(attacking_units(state, battle)) == 3


def test_R69_a_secret_field_shows_when_fire_kills_the_column_over_it():
    state = skirmish({"infantry": 2, "armored_car": 2}, 1, letter="b")
    secrets = equip(state, "fnla", None, mine1="field.dondo")
    battle = under_way(state)
    table = run(Table(eliminate(state, battle, ["n.inf1"]), secrets=secrets))
    assert table.pending is None
    assert state.factions["fnla"].equipment["mine1"].public == "field.dondo"
