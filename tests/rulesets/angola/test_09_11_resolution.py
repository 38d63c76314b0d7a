"""9.11.1 to 9.11.5 Odds, dice and results of a combat."""

from __future__ import annotations

from fractions import Fraction

import pytest
from angola.boards_resolution import camabatela, combat, duel, empty_map, frozen, put

from pbem.kit.tables import total
from pbem.play.requests import Roll
from pbem.play.table import Table
from pbem_games.angola.combat.resolution import (
    combat_odds,
    dice_points,
    extra_dice,
    has_assault_engineers,
    net_bonus,
    resolve,
    strength,
    supporting_regions,
    terrain_dice,
)
from pbem_games.angola.state import Battle, State

FORTY = {"infantry": 21, "brigade": 3, "f.special": 1, "f.motor": 1, "engineer": 1}


def defence_dice(state: State, battle: Battle) -> int:
    return terrain_dice(state, battle)[1] + total(extra_dice(state, battle))


# ---------------------------------------------------------------- 9.11.1


@pytest.mark.parametrize(
    ("attack", "defence", "odds"),
    [
        pytest.param(5, 3, "1-1", id="A81-5-against-3"),
        pytest.param(8, 3, "2-1", id="A81-8-against-3"),
        pytest.param(3, 5, "1-2", id="A81-3-against-5"),
        pytest.param(1, 9, "1-4", id="A81-1-against-9"),
        pytest.param(FORTY, 1, "6-1", id="A81-40-against-1"),
        pytest.param(4, 4, "1-1", id="even"),
        pytest.param(2, 7, "1-4", id="rounded-for-the-defender"),
        pytest.param({"artillery": 1}, 1, "1-2", id="R72-artillery-counts-a-half"),
        pytest.param(2, {"artillery": 2}, "4-1", id="R72-defending-artillery"),
        pytest.param({"artillery": 1}, {"artillery": 1}, "1-1", id="R72-a-half-each"),
    ],
)
def test_9_11_1_odds_are_rounded_in_the_defenders_favour(attack, defence, odds):
    state, battle = duel(attack, defence)
    assert combat_odds(state, battle) == odds


def test_9_3_3_a_fully_suppressed_side_has_strength_one_half():
    state, battle = duel(5, 3)
    battle.suppressed = list(state.factions["fnla"].loose)
    assert strength(state, battle, "fnla") == Fraction(1, 2)
    assert combat_odds(state, battle) == "6-1"


def test_9_11_1_suppressed_units_have_no_strength():
    state, battle = duel(5, 3)
    battle.suppressed = ["f.inf1", "f.inf2", "n.inf1"]
    assert (strength(state, battle, "fapla"), strength(state, battle, "fnla")) == (3, 2)


@pytest.mark.parametrize(
    ("units", "points", "dice"),
    [
        pytest.param({"armored_car": 2}, 2, 0, id="R47-lone-cars"),
        pytest.param({"armored_car": 2, "infantry": 1}, 1, 2, id="17.2.2-cars-with-infantry"),
        pytest.param({"armored_car": 1, "n.panhard": 1}, 2, 3, id="R47-a-major-car-is-another-type"),
        pytest.param({"n.panhard": 1}, 2, 2, id="17.2.2-a-major-car-alone"),
        pytest.param({"tank": 1, "mercenary": 2}, 4, 4, id="17.2.1-17.6-tank-and-mercenaries"),
    ],
)
def test_17_2_2_minor_armored_cars_fight_for_strength_only_alone(units, points, dice):
    for faction, other in (("fnla", "fapla"), ("fapla", "fnla")):  # attacking and defending alike
        state, battle = duel(units, 1, attacker="fnla", defender="fapla")
        if faction == "fapla":
            state, battle = duel(1, units, attacker=faction, defender=other)
        assert strength(state, battle, "fnla") == points
        assert total(dice_points(state, battle, "fnla")) == dice


def test_R47_cars_are_alone_when_all_others_are_suppressed():
    state, battle = duel({"armored_car": 2, "infantry": 3}, 3)
    battle.suppressed = ["f.inf1", "f.inf2", "f.inf3"]
    assert strength(state, battle, "fapla") == 2
    assert dice_points(state, battle, "fapla") == []


# ---------------------------------------------------------------- 17.3


@pytest.mark.parametrize(
    ("units", "points", "town_die"),
    [
        pytest.param({"infantry": 4, "engineer": 1}, 4, 0, id="A88-one-engineer-assaults"),
        pytest.param({"infantry": 4, "engineer": 2}, 5, 0, id="A88-the-second-fights"),
        pytest.param({"engineer": 1}, 1, 1, id="A89-one-engineer-alone-fights"),
        pytest.param({"engineer": 2}, 1, 0, id="R65-of-two-alone-one-fights-one-assaults"),
        pytest.param({"artillery": 1, "engineer": 1}, Fraction(1, 2), 0, id="17.3-with-a-battery-it-assaults"),
        pytest.param({"infantry": 4}, 4, 1, id="no-engineer"),
    ],
)
def test_17_3_2_engineers_assault_a_town_before_they_fight(units, points, town_die):
    state, battle = duel(units, 1, region="lucala", origin="malange")
    assert strength(state, battle, "fapla") == points
    assert total(extra_dice(state, battle)) == town_die


@pytest.mark.parametrize(
    ("units", "suppressed", "points", "town_die"),
    [
        pytest.param({"infantry": 2, "engineer": 1}, ["f.inf1", "f.inf2"], Fraction(1, 2), 0, id="A163-R140-infantry"),
        pytest.param({"artillery": 1, "engineer": 1}, ["f.art1"], Fraction(1, 2), 0, id="R140-a-fired-battery"),
        pytest.param({"engineer": 2}, ["f.eng1"], 1, 1, id="R140-a-suppressed-engineer-is-no-other-Unit"),
        pytest.param({"engineer": 3}, ["f.eng1"], 1, 0, id="R65-of-two-that-are-ready-one-fights"),
    ],
)
def test_17_3_suppressed_units_are_attackers_too(units, suppressed, points, town_die):
    state, battle = duel(units, 1, region="lucala", origin="malange")
    battle.suppressed = suppressed
    assert strength(state, battle, "fapla") == points
    assert total(extra_dice(state, battle)) == town_die


def test_17_3_3_without_a_town_all_engineers_fight():
    state, battle = duel({"infantry": 1, "engineer": 2}, 1)
    assert not has_assault_engineers(state, battle)
    assert strength(state, battle, "fapla") == 3


def test_17_3_2_a_suppressed_engineer_does_not_assault():
    state, battle = duel({"infantry": 1, "engineer": 1}, 1, region="lucala", origin="malange")
    battle.suppressed = ["f.eng1"]
    assert not has_assault_engineers(state, battle)


@pytest.mark.parametrize("region", ["dondo", "lucala"])
def test_A90_a_defending_engineer_has_strength_one(region):
    state, battle = duel(5, {"infantry": 1, "engineer": 1}, region=region, origin="cazengo")
    assert strength(state, battle, "fnla") == 2


# ---------------------------------------------------------------- 9.11.2


def test_A87_supporting_regions_are_counted_for_the_attackers_faction_only():
    state, battle = duel(5, 3)
    put(state, "fapla", "catete", 2)  # the Attacker's Region
    put(state, "fapla", "lucala", 3)
    put(state, "fapla", "quissama", 1, "b")
    put(state, "mpla", "cazengo", 1)
    assert supporting_regions(state, battle) == ["lucala", "quissama"]
    assert total(net_bonus(state, battle)) == 2


def test_R74_the_flec_base_supports_in_maiombe_alone():
    state, battle = duel(2, 1, region="maiombe", origin="cabinda", attacker="fnla", defender="mpla")
    put(state, "fnla", "flec_base", 1)
    assert supporting_regions(state, battle) == ["flec_base"]
    put(state, "fnla", "zaire_west", 1)  # no border before the fall of Cabinda
    assert supporting_regions(state, battle) == ["flec_base"]


def test_R73_a_fully_suppressed_attacker_has_no_points_the_defender_keeps_his():
    state, battle = duel({"infantry": 1, "tank": 1}, {"infantry": 1, "armored_car": 1})
    put(state, "fapla", "lucala", 1)
    battle.suppressed = ["f.inf1", "f.tank1"]
    assert dice_points(state, battle, "fapla") == []
    assert total(net_bonus(state, battle)) == -1


@pytest.mark.parametrize(
    ("attack", "defence", "bonus"),
    [
        pytest.param({"infantry": 1, "tank": 3}, 1, 5, id="6-to-0"),
        pytest.param({"infantry": 1, "tank": 3}, {"infantry": 1, "armored_car": 3}, 3, id="6-to-3"),
        pytest.param(1, {"infantry": 1, "tank": 2, "armored_car": 4}, -5, id="0-to-8"),
        pytest.param({"infantry": 1, "tank": 3, "armored_car": 2}, {"infantry": 1, "armored_car": 4}, 4, id="8-to-4"),
    ],
)
def test_9_11_2_the_net_bonus_is_five_at_most(attack, defence, bonus):
    state, battle = duel(attack, defence)
    assert total(net_bonus(state, battle)) == bonus


# ---------------------------------------------------------------- 9.11.3


@pytest.mark.parametrize(
    ("region", "origin", "dice"),
    [
        pytest.param("camabatela", "lucala", (1, 4), id="A83-up-the-escarpment"),
        pytest.param("camabatela", "carmona", (1, 3), id="A83-from-carmona"),
        pytest.param("mocamedes", "sa_da_bandeira", (2, 2), id="A84-down-the-escarpment"),
        pytest.param("catete", "caxito", (2, 1), id="A85-clear-without-settlement"),
        pytest.param("dondo", "catete", (1, 1), id="savannah"),
        pytest.param("balombo", "cela", (1, 2), id="hills"),
        pytest.param("carmona", "damba", (1, 3), id="hills-and-city"),
        pytest.param("cabinda", "maiombe", (1, 2), id="R77-cabinda"),
    ],
)
def test_9_11_3_number_of_combat_dice(region, origin, dice):
    state, battle = duel(4, 2, region=region, origin=origin, attacker="fnla", defender="mpla")
    assert (terrain_dice(state, battle)[0], defence_dice(state, battle)) == dice


def test_9_11_3_five_dice_for_a_jungle_town_above_an_escarpment_behind_a_minefield():
    state, battle = camabatela()
    battle.minefield = "mine1"
    assert defence_dice(state, battle) == 5


def test_9_11_3_one_roll_for_both_sides_the_attackers_dice_first():
    state, battle = camabatela()
    table = Table(resolve(state, battle))
    assert isinstance(table.pending, Roll)
    assert (table.pending.dice, table.pending.about) == (5, "camabatela")
    table.answer((2, 6, 3, 1, 1))
    texts = [told.text for told in table.story]
    assert texts[0] == "MPLA fights with 5 against 3 of FNLA: odds 1-1"
    assert texts[1] == (
        "MPLA rolls 2, FNLA 6 3 1 1 (+1 die for the town (9.11.3), +1 die for the escarpment (9.11.3)): difference -4"
    )
    assert texts[2] == "The odds shift by -2 to 1-3: 1/3 of the attacker is lost, the rest retreats"


# ---------------------------------------------------------------- 9.11.4, 9.11.5


@pytest.mark.parametrize(
    ("bonus", "dice", "told"),
    [
        pytest.param(0, (6, 6), "The odds stay at 2-1: the defender retreats", id="0"),
        pytest.param(0, (1, 2), "The odds stay at 2-1: the defender retreats", id="-1"),
        pytest.param(0, (3, 1), "The odds shift by +1 to 3-1: 1/3 of the defender is lost, the rest retreats", id="+2"),
        pytest.param(0, (4, 1), "The odds shift by +1 to 3-1: 1/3 of the defender is lost, the rest retreats", id="+3"),
        pytest.param(0, (5, 1), "The odds shift by +2 to 4-1: 1/2 of the defender is lost, the rest retreats", id="+4"),
        pytest.param(1, (5, 1), "The odds shift by +2 to 4-1: 1/2 of the defender is lost, the rest retreats", id="+5"),
        pytest.param(2, (5, 1), "The odds shift by +3 to 5-1: 2/3 of the defender is lost, the rest retreats", id="+6"),
        pytest.param(0, (1, 3), "The odds shift by -1 to 1-1: combat continues if both sides want it", id="-2"),
        pytest.param(0, (1, 5), "The odds shift by -2 to 1-2: the attacker retreats", id="-4"),
        pytest.param(-1, (1, 6), "The odds shift by -3 to 1-3: 1/3 of the attacker is lost, the rest retreats",
                     id="-6"),
    ],
)
def test_9_11_4_adjustment_of_two_to_one(bonus, dice, told):
    attack = {"infantry": 8, "armored_car": max(bonus, 0)}
    state, battle = duel(attack, {"infantry": 4, "armored_car": max(-bonus, 0)})
    table = Table(resolve(state, battle))
    table.answer(dice)
    assert told in [t.text for t in table.story]


def test_A93_odds_do_not_rise_above_six_to_one():
    state, battle = duel({"infantry": 12, "tank": 3}, 1)
    table = Table(resolve(state, battle))
    table.answer((6, 1))
    assert table.result == "defenders_gone"
    assert "The odds shift by +3 to 6-1: the defender is eliminated" in [t.text for t in table.story]
    assert state.factions["fnla"].loose == {}
    assert state.factions["fapla"].columns["a"].region == "dondo"


def test_R78_odds_do_not_fall_below_one_to_four():
    state, battle = duel(2, {"infantry": 9, "armored_car": 3})
    table = Table(resolve(state, battle))
    table.answer((1, 6))
    assert table.result == "attacker_back"
    assert state.factions["fapla"].columns["a"].region == "catete"
    assert len(state.factions["fapla"].columns["a"].known) == 1


def test_9_11_5_one_to_three_eliminates_a_lone_attacker():
    state, battle = duel(1, 3)
    table = Table(resolve(state, battle))
    table.answer((3, 3))
    assert table.result == "attacker_gone"
    assert state.factions["fapla"].columns == {}
    assert "f.inf1" in state.factions["fapla"].reserve


def test_9_11_questions_change_nothing():
    state = empty_map()
    put(state, "fapla", "dondo", {"infantry": 3, "engineer": 2, "tank": 1}, "a")
    put(state, "fnla", "dondo", {"infantry": 3, "engineer": 1})
    battle = combat(state, "fapla", "catete", "dondo")
    before = frozen(state)
    combat_odds(state, battle)
    net_bonus(state, battle)
    extra_dice(state, battle)
    assert frozen(state) == before
