"""Bots: what they answer is legal and true, and the sensible one takes what it can get."""

from __future__ import annotations

import random

import pytest
from angola.boards_operations import seal_pieces
from angola.boards_recruits import column, empty_map, hold, put

from pbem.kit.bots import is_true, may_answer, may_seal
from pbem.play.requests import Ask, Late, Listed, Seal, Sealed
from pbem.play.table import Table
from pbem_games.angola import RULESET
from pbem_games.angola.aid.covert import deploy
from pbem_games.angola.aid.recruitment import recruit
from pbem_games.angola.bots.judgement import Judgement, airgroups
from pbem_games.angola.bots.odds import Force, expected_level
from pbem_games.angola.bots.players import BOTS
from pbem_games.angola.bots.reach import strikes
from pbem_games.angola.bots.sensible_cards import best_march, command_order, fifth_column_order, garrisons, pack
from pbem_games.angola.bots.sensible_combat import go_on
from pbem_games.angola.bots.sensible_plans import bid, reorganization
from pbem_games.angola.combat.mines import use_minefield
from pbem_games.angola.forms.battle import worth
from pbem_games.angola.operations import column_card
from pbem_games.angola.setup import set_up
from pbem_games.angola.sight import Sight
from pbem_games.angola.state import Battle


def nothing(_handle):
    return None


def see(state, faction):
    return Sight(state, faction, nothing)


def test_bots_are_known_by_name_the_sensible_one_first():
    assert list(BOTS) == ["sensible", "random"]
    assert list(RULESET.bots) == ["sensible", "random"]


def test_a_claim_that_a_bot_cannot_judge_does_not_hinder_it():
    mine, other = Sealed("fapla", "r2/x/0"), Sealed("unita", "r2/x/0")
    peek = {mine: 3}.get
    assert is_true([Late("1", "three", (mine,), lambda n: n == 3)], peek)
    assert not is_true([Late("1", "four", (mine,), lambda n: n == 4)], peek)
    assert is_true([Late("1", "both", (mine, other), lambda a, b: False)], peek)


def test_a_false_or_illegal_answer_is_not_given():
    mine = Sealed("fapla", "r2/x/0")

    def late(answer):
        return [Late("1", "as sealed", (mine,), lambda n: n == answer)]

    request = Ask(rule="1", seat="fapla", legal=lambda: (1, 2, 3), late=late)
    assert [n for n in range(5) if may_answer(request, n, {mine: 3}.get)] == [3]


@pytest.mark.parametrize("name", list(BOTS))
def test_what_secrets_decide_is_answered_as_they_say(name):
    mine = Sealed("fapla", "r2/x/0")
    request = Ask(rule="1", seat="fapla", legal=lambda: (1, 2, 3), truth=lambda peek: peek(mine))
    assert BOTS[name]("fapla").choose(empty_map(), request, {mine: 2}.get, random.Random(1)) == 2


def test_a_seal_is_tried_with_all_its_claims():
    def late(given):
        return [Late("1", "even", (given["fapla"],), lambda n: n % 2 == 0)]

    request = Seal(rule="1", bucket=128, items={"fapla": Listed(range(4)), "unita": Listed((1,))}, late=late)
    assert [n for n in range(5) if may_seal(request, "fapla", [n], nothing)] == [0, 2]


@pytest.mark.parametrize("name", list(BOTS))
@pytest.mark.parametrize("faction", ["fapla", "fnla", "mpla", "unita"])
def test_3_bots_set_up(name, faction):
    state = RULESET.new_state("july_1975", {}, RULESET.data_files(None))
    table = Table(set_up(state))
    table.answer([r for r in state.numbers.marked if state.numbers.regions[r].marker == "pool"][:18])
    values = BOTS[name](faction).choose(state, table.pending, nothing, random.Random(1))
    assert may_seal(table.pending, faction, values, nothing)


# ---------------------------------------------------------------- what the sensible one thinks


def test_a_column_takes_an_empty_enemy_city_by_road():
    state = empty_map()
    hold(state, "unita", "lobito")
    column(state, "fapla", "a", "novo_redondo", "infantry", "infantry")
    value, order = best_march(Judgement(see(state, "fapla")), "a")
    assert order.path == ("lobito",)
    assert value > 500


def test_a_column_does_not_attack_a_much_stronger_force():
    state = empty_map()
    hold(state, "unita", "lobito")
    put(state, "unita", "lobito", *["brigade"] * 2, *["infantry"] * 6)
    column(state, "fapla", "a", "novo_redondo", "infantry")
    _, order = best_march(Judgement(see(state, "fapla")), "a")
    assert order.path[-1:] != ("lobito",)


def test_a_column_attacks_a_weak_garrison():
    state = empty_map()
    hold(state, "unita", "lobito")
    put(state, "unita", "lobito", "infantry")
    column(state, "fapla", "a", "novo_redondo", *["infantry"] * 7)
    table = Table(column_card(state, "fapla", "a"))
    order = BOTS["sensible"]("fapla").choose(state, table.pending, nothing, random.Random(1))
    assert order.path[-1] == "lobito"


def test_a_column_can_leave_the_cheapest_of_its_infantry_in_a_town_of_its_own_side():
    state = empty_map()
    hold(state, "fapla", "cela")
    units = column(state, "fapla", "a", "cela", "infantry", "infantry", "armored_car")
    judgement = Judgement(see(state, "fapla"))
    assert garrisons(judgement, "cela", units) == [[], ["f.inf1"], ["f.inf1", "f.inf2"]]
    assert garrisons(judgement, "cela", units[:1]) == [[]]  # 8.1-1: never the last Unit
    assert garrisons(judgement, "dondo", units) == [[]]


def test_a_column_leaves_no_city_empty_that_enemies_can_reach():
    state = empty_map()
    hold(state, "fapla", "luanda")
    units = column(state, "fapla", "a", "luanda", *["infantry"] * 8)
    _, order = best_march(Judgement(see(state, "fapla")), "a")
    assert order.path
    assert len(order.units) <= 1
    column(state, "unita", "a", "nova_lisboa", *["infantry"] * 6)  # six road steps from Luanda
    _, order = best_march(Judgement(see(state, "fapla")), "a")
    assert 2 <= len(order.units) < len(units)


def test_enemy_columns_strike_as_far_as_roads_go_and_not_through_own_units():
    state = empty_map()
    reached = strikes(state, "unita", "nova_lisboa", set())
    assert {"luanda", "lobito", "silva_porto", "andulo"} <= reached
    assert "ambriz" not in reached
    assert "nova_lisboa" not in reached
    assert {"quibala", "cela"} <= strikes(state, "unita", "nova_lisboa", {"quibala"})
    assert "dondo" not in strikes(state, "unita", "nova_lisboa", {"quibala"})
    assert "zaire_west" not in strikes(state, "fapla", "sao_salvador", set())  # 14.1


def test_a_town_is_in_less_danger_the_more_hold_it():
    state = empty_map()
    hold(state, "fapla", "luanda")
    hold(state, "mpla", "caxito")
    judgement = Judgement(see(state, "fapla"))
    assert judgement.danger("luanda", Force(1)) == 0  # nobody can come
    column(state, "fnla", "a", "ambriz", *["infantry"] * 6)
    judgement = Judgement(see(state, "fapla"))
    dangers = [judgement.danger("luanda", Force(n)) for n in (0, 1, 3, 6, 12)]
    assert dangers == sorted(dangers, reverse=True)
    assert dangers[0] >= 2 * dangers[3] > 3 * dangers[4]
    assert judgement.danger("luanda", Force(3)) > judgement.danger("caxito", Force(3)) > 0
    assert judgement.danger("lobito", Force()) == 0  # no town of its side


def test_what_is_won_counts_only_tokens_that_the_holder_has_left():
    state = empty_map()
    hold(state, "unita", "lobito")
    judgement = Judgement(see(state, "fapla"))
    before = judgement.prize("lobito")
    state.factions["unita"].tokens["unita"], state.factions["fapla"].tokens["unita"] = 0, 5
    assert 0 < judgement.prize("lobito") < before


@pytest.mark.parametrize(("better", "worse"), [
    pytest.param({"attack": Force(8)}, {"attack": Force(6)}, id="strength"),
    pytest.param({"attack": Force(6, dice=2)}, {"attack": Force(6)}, id="dice"),
    pytest.param({"attack": Force(6, pips=2)}, {"attack": Force(6)}, id="guns"),
    pytest.param({"air": 2}, {"air": 0}, id="airgroups"),
    pytest.param({"air": 5}, {"air": 1}, id="two-strikers"),
    pytest.param({}, {"defence": Force(3, dice=2)}, id="the-defenders-dice"),
    pytest.param({}, {"defence": Force(3, pips=4)}, id="the-defenders-guns"),
    pytest.param({"region": "quissama"}, {"region": "dondo"}, id="open-land"),
])
def test_a_combat_is_expected_to_go_by_strength_dice_guns_air_and_land(better, worse):
    def level(given):
        combat = {"attack": Force(6), "defence": Force(3), "region": "dondo", **given}
        return expected_level(empty_map(), faction="fapla", **combat)

    assert level(better) > level(worse)


def test_more_than_two_strikers_of_a_faction_are_of_no_use():
    levels = [expected_level(empty_map(), Force(6), Force(3), "dondo", faction="fapla", air=n) for n in (2, 5)]
    assert levels[0] == levels[1]


@pytest.mark.parametrize(("fnla", "way"), [
    pytest.param(0, {"cabinda": 1, "luanda": 2}, id="quiet"),
    pytest.param(8, {"cabinda": 2}, id="Cabinda-in-danger"),
])
def test_12_3_1_whoever_holds_luanda_recruits_where_the_danger_is(fnla, way):
    state = empty_map()
    hold(state, "fapla", "luanda")
    put(state, "fapla", "luanda", *["infantry"] * 6)
    put(state, "mpla", "cabinda", "infantry")
    if fnla:
        column(state, "fnla", "a", "flec_base", *["infantry"] * fnla)
    table = Table(recruit(state, "fapla"))
    answer = BOTS["sensible"]("fapla").choose(state, table.pending, nothing, random.Random(1))
    assert dict(answer) == way


def test_12_3_2_single_recruits_go_where_they_ease_danger_most_and_join_columns_there():
    state = empty_map()
    hold(state, "unita", "lobito", "benguela", "cela", "gabela", "novo_redondo", "pereira_de_eca")
    column(state, "unita", "a", "cela", "infantry")
    put(state, "unita", "lobito", "infantry", "infantry")
    put(state, "unita", "benguela", "infantry")  # nobody can come there
    column(state, "fapla", "a", "dondo", *["infantry"] * 4)
    table = Table(recruit(state, "unita"))
    answer = BOTS["sensible"]("unita").choose(state, table.pending, nothing, random.Random(1))
    judgement = Judgement(see(state, "unita"))
    assert judgement.danger("novo_redondo", Force()) == judgement.danger("gabela", Force())
    assert dict(answer) == {"cela.a": 1, "lobito": 1, "pereira_de_eca": 1, "gabela": 1, "south_west_africa": 4}


def test_13_three_infantry_of_a_column_become_a_brigade():
    state = empty_map()
    column(state, "fapla", "a", "luanda", *["infantry"] * 3)
    plan, *_ = reorganization(see(state, "fapla"), spare_only=False)
    (change,) = plan
    ((brigade, used),) = change.brigades
    assert state.numbers.counters[brigade].name.endswith("Brigade")
    assert len(used) == state.numbers.limits.brigade_cost == 3


def test_a_town_left_empty_is_dearer_than_another_of_its_size_is_worth():
    """A garrison is not given away for a prize of like size."""
    state = empty_map()
    hold(state, "fapla", "caxito")
    hold(state, "unita", "gabela")
    column(state, "fnla", "a", "ambriz", *["infantry"] * 6)
    judgement = Judgement(see(state, "fapla"))
    assert judgement.danger("caxito", Force()) >= judgement.prize("gabela")


def test_12_4_2_without_luanda_units_land_in_ports():
    state = empty_map()
    hold(state, "mpla", "lobito")
    hold(state, "mpla", "benguela")
    put(state, "mpla", "lobito", "infantry")
    table = Table(deploy(state, "mpla", {"tank": 1, "armored_car": 1, "mine": 2}))
    answer = BOTS["sensible"]("mpla").choose(state, table.pending, nothing, random.Random(1))
    assert ("tank", "lobito", 1) in answer
    assert sum(n for item, _, n in answer if item == "mine") == 2


def test_9_9_2_a_minefield_that_is_there_is_declared():
    state = empty_map()
    column(state, "fapla", "a", "dondo", "infantry", "armored_car")
    column(state, "fnla", "b", "dondo", "infantry")
    secrets = seal_pieces(state, "fnla", {"mine1": "b", "mine2": "field.dondo"})
    state.battle = Battle("fapla", "a", "catete", "dondo", ["fnla"], conductor="fnla")
    table = Table(use_minefield(state, state.battle), secrets=secrets, first_round=50)
    assert BOTS["sensible"]("fnla").choose(state, table.pending, table.peek, random.Random(1)) == "mine2"


@pytest.mark.parametrize(("units", "choice"), [(5, "m.inf1"), (2, "retreat")])
def test_14_3_1_mpla_in_cabinda_fights_on_rather_than_lose_half(units, choice):
    state = empty_map()
    column(state, "fnla", "a", "cabinda", *["infantry"] * 6)
    put(state, "mpla", "cabinda", *["infantry"] * units)
    state.battle = Battle("fnla", "a", "maiombe", "cabinda", ["mpla"], conductor="mpla")
    assert go_on(see(state, "mpla"), ["retreat", *(f"m.inf{i + 1}" for i in range(units))]) == choice


@pytest.mark.parametrize(("ready", "region", "count"), [(1, "lobito", 3), (1, "catete", 2), (0, "lobito", 2)])
def test_9_6_2_no_more_airgroups_fly_than_make_strikers(ready, region, count):
    state = empty_map()
    hold(state, "unita", "lobito")
    state.factions["unita"].air_ready = ready
    state.battle = Battle("fapla", "a", "catete", region, ["unita"], conductor="unita")
    assert airgroups(see(state, "fapla"), 6) == count


def test_loose_units_take_a_free_town_and_leave_one_behind():
    state = empty_map()
    hold(state, "fapla", "luanda")
    put(state, "fapla", "luanda", "infantry", "infantry")
    order = fifth_column_order(see(state, "fapla"), random.Random(1))
    assert len(order.units) == 1
    assert order.path[-1] in state.markers


def test_a_marker_goes_to_a_large_force_without_one():
    state = empty_map()
    column(state, "mpla", "b", "cabinda", "infantry")
    units = put(state, "mpla", "luso", *["infantry"] * 8)
    order = command_order(see(state, "mpla"), random.Random(1))
    assert order.letters == ("b",)
    assert set(order.units) == set(units)


def test_the_pack_holds_cards_for_columns_on_the_map():
    state = empty_map()
    hold(state, "unita", "lobito")
    column(state, "fapla", "a", "novo_redondo", "infantry", "infantry")
    cards = pack(see(state, "fapla"), random.Random(1))
    assert cards[:2] == ["blank", "column_a"]  # the last word is a card that does something
    assert len(cards) == 4


def test_odds_rise_with_strength_and_fall_with_terrain():
    state = empty_map()
    put(state, "unita", "camabatela", "infantry", "infantry")
    put(state, "unita", "quissama", "infantry", "infantry")
    weak = column(state, "fapla", "a", "lucala", "infantry", "infantry")
    strong = column(state, "fapla", "b", "dondo", *["infantry"] * 6)
    judgement = Judgement(see(state, "fapla"))
    assert judgement.attack_value(weak, "lucala", "camabatela") < judgement.attack_value(strong, "lucala", "camabatela")
    assert judgement.attack_value(strong, "lucala", "camabatela") < judgement.attack_value(strong, "dondo", "quissama")


def test_infantry_is_cheaper_than_what_it_fights_beside():
    counters = empty_map().numbers.counters
    order = sorted(["f.inf1", "f.car1", "f.tank1", "f.brig1", "f.special"], key=lambda u: worth(counters[u]))
    assert order == ["f.inf1", "f.car1", "f.brig1", "f.tank1", "f.special"]


def test_12_4_3_bids_are_lower_when_the_enemy_is_ahead_on_the_track_or_near_its_end():
    state = empty_map()
    sight = see(state, "fapla")
    assert {bid(sight, tuple(range(6)), random.Random(i)) for i in range(30)} == {2, 3, 4}
    state.track["western"] = 19  # the enemy is ahead
    assert {bid(sight, tuple(range(6)), random.Random(i)) for i in range(30)} == {1, 2, 3}
    state.track["soviet"], state.track["western"] = 11, 12
    assert {bid(sight, tuple(range(6)), random.Random(i)) for i in range(30)} == {1, 2, 3}
    assert bid(sight, (0,), random.Random(1)) == 0
