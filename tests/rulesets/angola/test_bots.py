"""Bots: what they answer is legal and true, and the sensible one takes what it can get."""

from __future__ import annotations

import random

import pytest
from boards_recruits import column, empty_map, hold, put

from pbem.kit.bots import is_true, may_answer, may_seal
from pbem.play.requests import Ask, Late, Listed, Seal, Sealed
from pbem.play.table import Table
from rulesets.angola import RULESET
from rulesets.angola.bots import BOTS
from rulesets.angola.bots.judgement import Judgement
from rulesets.angola.bots.sensible_cards import best_march, command_order, fifth_column_order, garrison, pack
from rulesets.angola.bots.sensible_plans import bid
from rulesets.angola.forms.battle import worth
from rulesets.angola.operations import column_card
from rulesets.angola.setup import set_up
from rulesets.angola.sight import Sight


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


def test_a_garrison_stays_in_an_own_town():
    state = empty_map()
    hold(state, "fapla", "cela")
    units = column(state, "fapla", "a", "cela", "infantry", "infantry", "armored_car")
    judgement = Judgement(see(state, "fapla"))
    assert garrison(judgement, "cela", units) == ["f.inf1"]
    assert garrison(judgement, "cela", units[:2]) == []
    put(state, "fapla", "cela", "infantry")
    assert garrison(Judgement(see(state, "fapla")), "cela", units) == []


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
    assert cards[0] == "column_a"
    assert cards[-1] == "blank"
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


def test_12_4_3_bids_are_lower_when_the_enemy_is_near_the_end_of_its_track():
    state = empty_map()
    sight = see(state, "fapla")
    assert {bid(sight, tuple(range(6)), random.Random(i)) for i in range(30)} == {2, 3, 4}
    state.track["western"] = 12
    assert {bid(sight, tuple(range(6)), random.Random(i)) for i in range(30)} == {1, 2, 3}
    assert bid(sight, (0,), random.Random(1)) == 0
