"""9.4, 9.5 Strength announced, automatic victory, Units revealed."""

from __future__ import annotations

import pytest
from angola.boards_fire import equip, fight_table, open_field, run, seal_columns, skirmish, told, under_way
from angola.boards_resolution import frozen, put

from pbem.errors import IllegalMove
from pbem.play.requests import Ask, Listed, Open, Seal, Write
from pbem.play.table import Table
from pbem_games.angola.columns import is_known, open_all
from pbem_games.angola.combat.automatic import announce, figure_of, is_automatic, reveal_units
from pbem_games.angola.ending import GameEnds
from pbem_games.angola.state import Claim, Marker, problems


def with_reserves(state):
    """Columns elsewhere, whose Units could be those of this combat as far as others know."""
    put(state, "fapla", "luanda", {"infantry": 6, "engineer": 2, "armored_car": 2}, "d")
    put(state, "fnla", "maquela", 6, "e")
    return state


def is_won_at_once(state):
    """Whether Step 1 ends the combat, with everything announced in truth."""
    secrets = seal_columns(state)
    battle = under_way(state)
    table = run(Table(announce(state, battle), secrets=secrets))
    assert table.pending is None
    return is_automatic(state, battle)


@pytest.mark.parametrize(("attack", "defence", "won"), [
    pytest.param(12, 2, True, id="A55-12-against-2"),
    pytest.param(11, 2, False, id="A55-11-against-2"),
    pytest.param({"tank": 3, "engineer": 3, "infantry": 3, "artillery": 1}, 2, True, id="9.4-engineers-1-each"),
    pytest.param(1, {"artillery": 1}, True, id="A153-battery-alone"),
    pytest.param({"artillery": 1}, {"artillery": 1}, False, id="R46-0-against-0"),
    pytest.param(12, {"armored_car": 2}, True, id="A60-12-against-two-cars"),
    pytest.param(11, {"armored_car": 2}, False, id="A60-11-against-two-cars"),
    pytest.param(6, {"armored_car": 2, "infantry": 1}, True, id="R47-cars-beside-infantry"),
    pytest.param({"armored_car": 5, "infantry": 5}, 1, False, id="R47-attacking-cars-beside-infantry"),
])
def test_9_4_six_times_the_strength(attack, defence, won):
    assert is_won_at_once(skirmish(attack, defence)) is won


def test_A56_no_automatic_victory_over_a_column():
    state = skirmish(12, 1)
    put(state, "fnla", "dondo", 1, "b")
    assert not is_won_at_once(state)


def test_R47_a_car_of_one_ally_is_not_alone_beside_infantry_of_the_other():
    state = skirmish(6, {"armored_car": 2})
    put(state, "unita", "dondo", 1)
    assert is_won_at_once(state)


def test_R45_the_owners_tool_announces_the_truth_and_no_other_figure_passes():
    state = with_reserves(skirmish({"infantry": 3, "engineer": 1, "artillery": 1}, 5))
    secrets = seal_columns(state)
    table = Table(announce(state, under_way(state)), secrets=secrets)
    request = table.pending
    assert isinstance(request, Ask)
    assert (request.rule, request.seat, request.about) == ("9.4", "fapla", "dondo")
    assert request.truth(table.peek) == 4
    assert request.truth(lambda _: None) is None  # who cannot see does not know
    before = frozen(state)
    with pytest.raises(IllegalMove, match="what is sealed says otherwise"):
        table.check_claims("5")
    with pytest.raises(IllegalMove):
        table.answer("500")
    assert frozen(state) == before
    table.answer("4")
    assert state.factions["fapla"].columns["a"].claims == [Claim("9.4", "strength", [], [], 4)]
    assert told(table) == "Strength announced in Dondo: FAPLA 4; the defenders have 5"


def test_R45_known_columns_are_not_asked():
    state = skirmish(3, 5)
    battle = under_way(state)
    table = Table(announce(state, battle))
    assert table.pending is None
    assert battle.announced == {"fapla": 3}
    assert state.factions["fapla"].columns["a"].claims == []


def test_R45_a_defender_with_a_column_announces_all_its_units():
    state = skirmish(3, 2, letter="b")
    put(state, "fnla", "dondo", {"tank": 1})
    secrets = seal_columns(state)
    battle = under_way(state)
    table = run(Table(announce(state, battle), secrets=secrets))
    assert battle.announced == {"fapla": 3, "fnla": 4}
    assert told(table).splitlines() == [
        "FAPLA announces strength 3 in Dondo", "Strength announced in Dondo: FAPLA 3, FNLA 4",
    ]  # fmt: skip


def test_A142_a_false_figure_comes_out_in_step_3():
    state = with_reserves(skirmish(3, 5, false_claim="flag"))
    secrets = seal_columns(state)
    table = Table(announce_and_reveal(state), secrets=secrets)
    table.answer("7")
    run(table)
    assert "FAPLA claimed what was not true: Column A has strength 7" in told(table)
    assert [i.text for i in table.incidents] == ["false claim: FAPLA Column A has strength 7"]
    assert len(state.factions["fapla"].columns["a"].known) == 3


def test_A142_with_forfeit_the_liar_loses():
    state = with_reserves(skirmish(3, 5))
    secrets = seal_columns(state)
    table = Table(announce_and_reveal(state), secrets=secrets)
    table.answer("7")
    with pytest.raises(GameEnds) as ends:
        run(table)
    assert ends.value.result.winners == ("fnla", "unita")


def test_A142_a_defender_that_lies_is_found_out():
    state = with_reserves(skirmish(3, 5, letter="b", false_claim="flag"))
    secrets = seal_columns(state)
    table = Table(announce_and_reveal(state), secrets=secrets)
    table.answer("3")
    table.answer("9")
    run(table)
    assert "FNLA claimed what was not true: strength 9 in Dondo, it was 5" in told(table)


async def announce_and_reveal(state):
    battle = under_way(state)
    battle.conductor = ""
    await announce(state, battle)
    await reveal_units(state, battle)


def test_9_5_all_units_are_shown_and_the_conductor_is_fixed():
    state = skirmish(3, 2, letter="b")
    put(state, "unita", "dondo", 2, "a")
    secrets = seal_columns(state)
    table = run(Table(announce_and_reveal(state), secrets=secrets))
    assert table.pending is None
    assert is_known(state, "fapla", "a")
    assert is_known(state, "fnla", "b")
    assert is_known(state, "unita", "a")


@pytest.mark.parametrize(("fnla", "unita", "conductor"), [
    pytest.param(2, 2, "fnla", id="A104-2-2"), pytest.param(2, 3, "unita", id="A104-2-3"),
    pytest.param(3, 2, "fnla", id="A104-3-2"),
])
def test_9_2_who_conducts_the_defence(fnla, unita, conductor):
    state = skirmish(3, fnla)
    put(state, "unita", "dondo", unita)
    battle = under_way(state)
    battle.conductor = ""
    Table(reveal_units(state, battle))
    assert battle.conductor == conductor


def test_R126_a_column_of_garbage_is_empty_and_the_combat_goes_on():
    state = skirmish(3, 5, letter="b", false_claim="flag")
    secrets = seal_columns(state, fnla=["n.inf24"])
    state.factions["fnla"].loose.clear()
    state.factions["fnla"].reserve.append("n.inf24")  # it is in the reserve for all to see
    table = run(fight_table(state, secrets))
    assert table.pending is None
    assert "FNLA claimed what was not true: Column B has a Unit" in told(table)
    assert state.battle is None
    assert state.factions["fnla"].columns == {}


# ---------------------------------------------------------------- what an automatic victory does


def test_A59_nobody_straggles_and_the_marker_is_captured():
    state = skirmish(12, 2, region="camabatela", origin="lucala")
    state.markers["camabatela"] = Marker("fnla")
    secrets = seal_columns(state)
    table = run(fight_table(state, secrets, region="camabatela", origin="lucala"))
    assert table.pending is None
    own = state.factions["fapla"]
    assert own.loose == {}
    assert own.columns["a"].region == "camabatela"
    assert not is_known(state, "fapla", "a")
    assert state.markers["camabatela"] == Marker("fapla", up=False)
    assert own.tokens["fnla"] == 1
    assert state.factions["fnla"].loose == {}
    assert problems(state) == []
    assert state.battle is None
    assert "Automatic victory of FAPLA in Camabatela: 2 infantry eliminated" in told(table)


def test_9_4_missiles_of_the_defenders_go_to_the_pool():
    state = skirmish(12, 2)
    secrets = equip(state, "fnla", seal_columns(state), aa1="dondo", at1="lucala")
    run(fight_table(state, secrets))
    assert "aa1" in state.equipment_pool
    assert list(state.factions["fnla"].equipment) == ["at1"]


def test_A57_all_three_engineers_count_behind_a_minefield():
    state = skirmish({"engineer": 3, "infantry": 3}, 1, region="camabatela", origin="lucala")
    secrets = seal_columns(state)
    open_field(state, "fnla", "mine1", "camabatela")
    table = run(fight_table(state, secrets, region="camabatela", origin="lucala"), "mine1")
    assert table.pending is None
    assert "Automatic victory" in told(table)
    assert "mine1" in state.equipment_pool
    assert "FAPLA shows engineer of its Column" in told(table)
    assert sorted(state.factions["fapla"].columns["a"].known) == ["f.eng1"]


def test_9_4_a_minefield_that_nobody_declares_goes_to_the_pool_unused():
    state = skirmish({"armored_car": 2, "infantry": 6}, 1)
    secrets = seal_columns(state)
    open_field(state, "fnla", "mine1", "dondo")
    table = run(fight_table(state, secrets), "none")
    assert table.pending is None
    assert "mine1" in state.equipment_pool
    assert state.factions["fapla"].columns["a"].known == []


def test_A58_one_die_for_each_armored_unit_then_the_field_is_gone():
    state = skirmish({"armored_car": 3, "infantry": 6}, 1)
    open_field(state, "fnla", "mine1", "dondo")
    table = run(fight_table(state), "mine1", dice=[(2, 1, 6)])
    assert table.pending is None
    assert len(state.factions["fapla"].columns["a"].known) == 8  # known to all, so nobody was asked
    assert "mine1" in state.equipment_pool
    assert problems(state) == []


def test_A155_exactly_the_armored_cars_are_shown():
    state = skirmish({"armored_car": 2, "infantry": 12}, 1)
    secrets = seal_columns(state)
    open_field(state, "fnla", "mine1", "dondo")
    table = run(fight_table(state, secrets), "mine1", dice=[(1, 2)])
    own = state.factions["fapla"]
    assert table.pending is None
    assert len(own.columns["a"].known) == 1
    assert own.columns["a"].sealed is not None
    assert len([u for u in own.reserve if u.startswith("f.car")]) == 4
    assert problems(state) == []
    assert "FAPLA shows 2 armored car of its Column" in told(table)


def test_R134_what_is_shown_is_checked():
    state = with_reserves(skirmish({"armored_car": 2, "infantry": 12, "engineer": 1}, 1))
    secrets = seal_columns(state)
    open_field(state, "fnla", "mine1", "dondo")
    table = run(fight_table(state, secrets))
    table.answer("mine1")
    assert isinstance(table.pending, Write)
    assert (table.pending.rule, table.pending.seat, table.pending.about) == ("9.9.2", "fapla", "dondo/show")
    before = frozen(state)
    for say in ("none", "f.car1", "f.car1 f.car2", "f.eng2"):
        with pytest.raises(IllegalMove, match="what is sealed says otherwise"):
            table.check_claims(say)
    for say in ("f.eng1 f.car1", "f.inf1", "n.car1"):
        with pytest.raises(IllegalMove):
            table.answer(say)
    assert frozen(state) == before
    assert table.pending.truth(table.peek) == ("f.eng1",)


def test_R134_a_false_claim_is_judged_when_the_column_is_opened():
    state = with_reserves(skirmish({"armored_car": 2, "infantry": 12}, 1, false_claim="flag"))
    secrets = seal_columns(state)
    open_field(state, "fnla", "mine1", "dondo")
    table = run(fight_table(state, secrets))
    table.answer("mine1")
    table.answer("f.car1")
    table.answer((1,))
    assert table.pending is None
    put(state, "fnla", "catete", 10)
    state.factions["fapla"].columns["a"].region = "catete"
    again = run(Table(reveal_units(state, under_way(state, "catete")), secrets=table.secrets))
    assert "FAPLA claimed what was not true: Column A holds 1 armored Units" in told(again)


def test_R134_mines_can_destroy_a_whole_hidden_column():
    state = skirmish({"tank": 3}, 1, region="camabatela", origin="lucala")
    state.markers["camabatela"] = Marker("fnla")
    secrets = seal_columns(state)
    open_field(state, "fnla", "mine1", "camabatela")
    table = run(fight_table(state, secrets, region="camabatela", origin="lucala"), "mine1", dice=[(1, 1, 1)])
    assert table.pending is None
    assert state.factions["fapla"].columns == {}
    assert state.markers["camabatela"].holder == "fnla"  # R71, R93
    assert "claimed" not in told(table)
    assert problems(state) == []


def test_R134_a_battery_that_nobody_has_seen_is_left():
    state = skirmish({"tank": 3, "artillery": 1}, 1)
    secrets = seal_columns(state)
    open_field(state, "fnla", "mine1", "dondo")
    table = run(fight_table(state, secrets), "mine1", dice=[(1, 1, 1)])
    assert table.pending is None
    assert list(state.factions["fapla"].columns) == ["a"]
    assert "claimed" not in told(table)


async def hide_major(state):
    own = state.factions["fapla"]
    own.hidden |= {"f.h1": (await Seal(rule="12.1.1", bucket=128, items={"fapla": Listed(own.major_pool)}))["fapla"]}


def test_R134_a_hidden_major_tank_is_named_shown_and_lost():
    state = skirmish(12, 1)
    open_field(state, "fnla", "mine1", "dondo")
    hiding = Table(hide_major(state))
    hiding.answer({"fapla": "f.armour"})
    infantry = list(state.factions["fapla"].columns["a"].known)
    secrets = seal_columns(state, hiding.secrets, fapla=["f.h1", *infantry])
    table = run(fight_table(state, secrets), "mine1", dice=[(1,)])
    own = state.factions["fapla"]
    assert table.pending is None
    assert own.dead == ["f.armour"]
    assert own.hidden == {}
    assert own.columns["a"].known == []
    assert "FAPLA shows Cuban Tank Battalion of its Column" in told(table)
    assert "Strength announced in Dondo: FAPLA 16" in told(table)
    later = run(Table(open_all(state, [("fapla", "a")], rule="9.5"), secrets=table.secrets))
    assert own.columns["a"].known == infantry
    assert "claimed" not in told(later)


def test_R49_airgroups_are_not_committed():
    state = skirmish(12, 2, air=(3, 3))
    table = run(fight_table(state))
    assert table.pending is None
    assert state.factions["fapla"].air_ready == 3


def test_R45_later_rounds_count_what_is_unsuppressed():
    state = skirmish({"infantry": 12, "engineer": 1}, 4)
    battle = under_way(state)
    battle.combat_round = 2
    battle.suppressed = ["n.inf1", "n.inf2"]
    assert (figure_of(state, battle, "fapla"), figure_of(state, battle, "fnla")) == (13, 2)
    assert is_automatic(state, battle)
    battle.suppressed = ["f.inf1", "f.inf2", *(f"n.inf{i}" for i in range(1, 5))]
    assert float(figure_of(state, battle, "fnla")) == 0.5


def test_9_4_the_first_opening_is_step_3():
    state = skirmish(3, 2)
    table = run(Table(announce_and_reveal(state), secrets=seal_columns(state)))
    assert table.pending is None
    table = Table(announce_and_reveal(skirmish(3, 2)))
    assert not isinstance(table.pending, Open)
