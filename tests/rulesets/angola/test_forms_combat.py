"""9 Forms of a combat: what is told, how answers are typed, what is refused in which words, what is offered."""

from __future__ import annotations

import random

import pytest
from angola.boards_fire import equip, fight_table, open_field, run, seal_columns, skirmish, under_way
from angola.boards_forms import Desk
from angola.boards_resolution import cabinda, camabatela, duel, frozen, joint_defence, put

from pbem.play.table import Table
from pbem_games.angola.combat.air import Flights, commit_airgroups, fight_in_the_air, strike
from pbem_games.angola.combat.automatic import announce
from pbem_games.angola.combat.fire import fire_anti_tank, fire_artillery
from pbem_games.angola.combat.going_on import go_on
from pbem_games.angola.combat.hits import Results, apply_results
from pbem_games.angola.combat.mines import use_minefield
from pbem_games.angola.combat.retreat import lose_and_retreat, retreat_defenders
from pbem_games.angola.combat.straggling import straggle
from pbem_games.angola.forms import FORMS


def test_9_the_battle_stands_above_every_question_with_both_forces_and_the_odds():
    state, battle = duel({"infantry": 4, "tank": 1}, 3)
    battle.suppressed = ["n.inf1"]
    desk = Desk(Table(go_on(state, battle)), state)
    first, second, *_ = desk.prompt().splitlines()
    assert first == (
        "Combat in Dondo (savannah), round 1: FAPLA Column A (4 infantry, tank) from Catete against FNLA (3 infantry, "
        "1 suppressed).")
    assert second == "As it stands: 6 against 2, odds 3-1, net bonus +2; the attacker rolls 1 die, the defender 1."


# ---------------------------------------------------------------- 9.4


def test_9_4_the_true_strength_is_told_and_offered():
    state = skirmish({"infantry": 4, "tank": 1}, 3)
    secrets = seal_columns(state)
    state.battle = under_way(state)
    desk = Desk(Table(announce(state, state.battle), secrets=secrets), state, "fapla")
    assert "must be true, and is 6 (4 infantry, tank)" in desk.prompt()
    assert desk.offers() == ["6"]
    assert "is no number from 0 to" in desk.refusal("999")
    assert FORMS.propose(state, desk.request, "fapla", desk.peek, random.Random(1)) == 6


# ---------------------------------------------------------------- 9.6, 9.7


def over_dondo(ours, theirs, **more):
    state = skirmish(10, 5, air=(ours, theirs), **more)
    return state, under_way(state)


def test_9_6_2_airgroups_say_what_is_ready_on_both_sides():
    state, battle = over_dondo(3, 2, letter="b")
    desk = Desk(Table(commit_airgroups(state, battle)), state, "fapla")
    told = desk.prompt()
    assert "up to 3 (in secret, opened together)" in told
    assert "Ready besides: FNLA 2." in told
    assert "used up for this turn" in told
    assert desk.offers() == ["3", "2", "1", "0"]
    assert desk.types("All") == "3"
    assert desk.types("none") == "0"
    assert "4 is no number from 0 to 3" in desk.refusal("4")
    assert desk.next_words("") == ["all", "none", "0", "1", "2", "3"]


def test_9_6_2_the_attacker_is_told_what_the_defence_has_committed():
    state, battle = over_dondo(3, 2)
    table = Table(commit_airgroups(state, battle))
    assert "the attacker answers it" in Desk(table, state).prompt()
    table.answer(2)
    desk = Desk(table, state)
    assert desk.seat == "fapla"
    assert "committed already: FNLA 2" in desk.prompt()
    assert "Ready besides" not in desk.prompt()


@pytest.mark.parametrize(("text", "say"), [("2", "fapla=2"), ("fapla 3", "fapla=3"), ("fapla=2", "fapla=2")])
def test_9_6_3_superiority_is_typed_as_a_number_or_by_faction(text, say):
    state, battle = over_dondo(3, 2)
    battle.air = {"fapla": 3, "fnla": 2}
    desk = Desk(Table(fight_in_the_air(state, battle)), state)
    assert "2 of them at least must fly" in desk.prompt()
    assert desk.offers() == ["2", "3"]
    assert desk.types(text) == say
    assert "is no number from 2 to 3" in desk.refusal("1")


def test_9_7_strikes_and_missiles_against_them():
    state, battle = over_dondo(2, 0)
    battle.air = {"fapla": 2, "fnla": 0}
    secrets = equip(state, "fnla", aa1="dondo", aa2="lucala")
    table = Table(strike(state, battle, {"fapla": Flights(strike=2), "fnla": Flights()}), secrets=secrets)
    desk = Desk(table, state)
    assert desk.seat == "fnla"
    assert "at airgroups that are to strike (2)? You have here: aa1." in desk.prompt()
    assert desk.offers() == ["aa1", "none"]
    assert desk.types("anti-aircraft missile 1") == "aa1"
    assert desk.types("all") == "aa1"
    assert "anti-aircraft missile 2 is not in Dondo" in desk.refusal("aa2")
    assert "aa1 is named twice" in desk.refusal("aa1 aa1")
    table.answer("none")
    desk = Desk(table, state)
    assert "2 at most" in desk.prompt()
    assert desk.offers() == ["2", "1", "0"]


# ---------------------------------------------------------------- 9.8, 9.9.2, 9.10


def test_9_8_a_battery_says_what_its_dice_are_worth():
    state, battle = duel({"infantry": 2, "artillery": 1}, 4)
    desk = Desk(Table(fire_artillery(state, battle)), state)
    told = desk.prompt()
    assert "at FNLA (4 infantry)" in told
    assert "art1 (Artillery Battery): 2 dice, each a hit on 6, a suppression on 4-5: on average 0.3 hits, 0.7 " in told
    assert desk.offers() == ["art1", "none"]
    assert desk.types("ART1") == "f.art1"
    assert desk.types("nothing") == "none"
    assert "inf1 is not among those to be named here" in desk.refusal("inf1")
    assert "legal: none, art1" in " ".join(desk.refusal("").split())


def test_9_9_2_a_minefield_is_declared_by_yes():
    state, battle = duel({"infantry": 3, "tank": 1}, 4)
    open_field(state, "fnla", "mine3", "dondo")
    desk = Desk(Table(use_minefield(state, battle)), state)
    assert desk.seat == "fnla"
    assert "mine 3 is one" in desk.prompt()
    assert "each 1 in 6 destroys one" in desk.prompt()
    assert desk.offers() == ["mine3", "none"]
    assert desk.types("yes") == desk.types("mine 3") == "mine3"


def test_9_9_2_who_dies_in_the_minefield():
    state, battle = duel({"armored_car": 1, "tank": 1, "infantry": 1}, 4)
    open_field(state, "fnla", "mine3", "dondo")
    table = run(Table(use_minefield(state, battle)), "mine3", dice=[(1, 4)])
    desk = Desk(table, state)
    assert "Your side loses 1 Unit of 2 in Dondo" in desk.prompt()
    assert desk.offers() == ["car1"]
    assert "inf1 is not among those" in desk.refusal("inf1")


def test_9_10_no_more_missiles_are_offered_than_there_are_targets():
    state, battle = duel({"infantry": 2, "tank": 1}, 4)
    secrets = equip(state, "fnla", at1="dondo", at2="dondo", at3="lucala")
    desk = Desk(Table(fire_anti_tank(state, battle), secrets=secrets), state)
    assert "at armored Units (1)? You have here: at1, at2." in desk.prompt()
    assert desk.offers() == ["at1", "none", "all"]
    assert desk.types("at2, at1") == "at1 at2"
    assert desk.next_words("at1 ") == ["at2"]


# ---------------------------------------------------------------- 9.3.3


def hit(suppressions, hits, attack, suppressed=()):
    state, battle = duel(attack, 4)
    battle.suppressed = list(suppressed)
    units = list(state.factions["fapla"].columns["a"].known)
    return Desk(Table(apply_results(state, battle, "fapla", units, Results(suppressions, hits), rule="9.8")), state)


def test_9_3_3_what_is_to_be_named_is_told_and_the_cheapest_offered():
    desk = hit(2, 1, {"infantry": 3, "tank": 1})
    told = desk.prompt()
    assert "Your side has taken 1 hit and 2 suppressions" in told
    assert "Unsuppressed: 3inf tank1. Suppressed: none." in told
    assert "To be named: 1 lost and 2 suppressed, or 2 lost." in told
    assert desk.offers() == ["lose inf1 suppress inf2 inf3", "lose inf1 inf2"]


@pytest.mark.parametrize(
    ("text", "say"),
    [
        ("lose inf1 suppress 2inf", "lose f.inf1 suppress f.inf2 f.inf3"),
        ("lose tank1, suppress inf1 inf2", "lose f.tank1 suppress f.inf1 f.inf2"),
        ("suppress f.inf1 f.inf2 lose f.tank1", "lose f.tank1 suppress f.inf1 f.inf2"),
        ("KILL 2 INF", "lose f.inf1 f.inf2"),
    ],
)
def test_9_3_3_results_are_typed_in_any_order(text, say):
    assert hit(2, 1, {"infantry": 3, "tank": 1}).types(text) == say


@pytest.mark.parametrize(
    ("text", "because"),
    [
        ("lose inf1", "1 lost and 0 suppressed are named; to be named: 1 lost and 2 suppressed, or 2 lost"),
        ("inf1", "inf1 is not understood here"),
        ("lose inf1 inf1", "inf1 is named twice"),
        ("lose 4inf", "4 inf: only 3 can be named here"),
        ("lose inff1", "did you mean inf1"),
        ("lose", "say whom you lose"),
    ],
)
def test_9_3_3_wrong_results_are_refused_in_words(text, because):
    assert because in hit(2, 1, {"infantry": 3, "tank": 1}).refusal(text)


def test_9_3_3_only_what_leads_to_an_answer_may_follow():
    desk = hit(2, 1, {"infantry": 3, "tank": 1})
    assert desk.next_words("") == ["lose", "suppress"]
    assert desk.next_words("lose inf1 suppress inf2 inf3 ") == []
    assert desk.is_answer("lose inf1 suppress inf2 inf3")
    for text in ("", "lose ", "lose inf1 ", "lose inf1 suppress "):
        assert desk.dead_ends(text) == []


def test_9_3_3_airgroups_are_typed_by_number_and_group():
    state, battle = over_dondo(3, 1)
    battle.air = {"fapla": 3, "fnla": 1}
    table = run(Table(fight_in_the_air(state, battle)), "fapla=1", dice=[(1, 1), (4, 6)])
    desk = Desk(table, state)
    assert desk.seat == "fapla"
    assert "in the air over Dondo: who suffers?" in desk.prompt()
    assert "Unsuppressed: 1 FAPLA for air superiority, 2 FAPLA to strike." in desk.prompt()
    assert "." not in "".join(desk.offers())
    assert desk.types("lose fapla.strike suppress strike") == "lose fapla.strike suppress fapla.strike"
    assert desk.types("lose superiority, suppress 1 fapla strike").startswith("lose fapla.superiority")
    desk.offers()


# ---------------------------------------------------------------- 9.11.6, 14.3.1, 9.12


def test_9_11_6_so_many_units_are_named():
    state, battle = duel({"infantry": 3, "tank": 1}, 9)
    desk = Desk(Table(lose_and_retreat(state, battle, "1/2")), state)
    assert "Your side loses 2 Units of 4 in Dondo" in desk.prompt()
    assert desk.offers() == ["inf1 inf2"]
    assert desk.types("tank1 inf3") == "f.inf3 f.tank1"
    assert desk.types("2inf") == "f.inf1 f.inf2"
    assert "2 Units are to be named, 1 given" in desk.refusal("tank1")
    assert "2 Units are to be named, 3 given" in desk.refusal("3inf")
    assert desk.next_words("inf1 tank1 ") == []


def test_9_11_6_an_allys_units_are_named_by_their_whole_ids():
    state, battle = joint_defence(3, 3, conductor="fnla")
    table = Table(apply_results(state, battle, "fnla", [*state.factions["fnla"].loose, *state.factions["unita"].loose],
                                Results(0, 1), rule="9.8"))
    desk = Desk(table, state)
    assert desk.types("lose u.inf2") == "lose u.inf2"
    assert desk.types("lose inf2") == "lose n.inf2"


def test_14_3_1_who_holds_cabinda_names_his_losses():
    state, battle = cabinda(12, {"infantry": 4, "armored_car": 1})
    desk = Desk(Table(retreat_defenders(state, battle, "1/3")), state)
    assert desk.request.rule == "14.3.1"
    assert "Your side loses" in desk.prompt()
    assert "As it stands" not in desk.prompt()
    assert desk.offers()


def test_9_12_stragglers_say_what_becomes_of_them():
    state, battle = camabatela({"infantry": 4, "armored_car": 1})
    desk = Desk(Table(straggle(state, battle)), state)
    assert "1 Unit of 5 in your Column must straggle in Camabatela: loose there, and unable to move" in desk.prompt()
    assert desk.offers() == ["inf1"]
    assert desk.types("car1") == "m.car1"


# ---------------------------------------------------------------- 9.11.7, 9.11.8


def beaten():
    """Five FNLA infantry have lost the combat in Dondo, and three of themselves."""
    state, battle = duel(20, 5)
    return Desk(Table(retreat_defenders(state, battle, "1/2")), state)


def test_9_11_7_a_retreat_tells_where_to_and_why_units_die():
    desk = beaten()
    told = desk.prompt()
    assert "must retreat from Dondo (5inf), after it has lost 3 Units in combat" in told
    assert "It may go to: Lucala, Quibala." in told
    assert {c.remark for c in desk.choices("3inf to ")} == {"nobody is lost there"}
    first = desk.offers()[0]
    assert first.startswith("inf1 inf2 inf3 to ")


@pytest.mark.parametrize(
    ("text", "say"),
    [
        ("3inf to luc", "n.inf1 n.inf2 n.inf3 to lucala"),
        ("inf5, inf4, inf1 TO Quibala", "n.inf1 n.inf4 n.inf5 to quibala"),
        ("lucala", "n.inf1 n.inf2 n.inf3 to lucala"),
        ("n.inf1 n.inf2 n.inf3 to lucala", "n.inf1 n.inf2 n.inf3 to lucala"),
    ],
)
def test_9_11_7_a_retreat_is_typed_with_counts_and_beginnings(text, say):
    assert beaten().types(text) == say


@pytest.mark.parametrize(
    ("text", "because"),
    [
        ("2inf to lucala", "3 Units are lost in combat, 2 named"),
        ("3inf to catete", "they may not retreat to Catete"),
        ("3inf to luanda", "they may not retreat to Luanda"),
        ("3inf", "say where they retreat to"),
        ("3inf to lucala less inf4", "costs nobody that is yours to name"),
    ],
)
def test_9_11_7_a_wrong_retreat_is_refused_in_words(text, because):
    desk = beaten()
    before = frozen(desk.state)
    assert because in desk.refusal(text)
    assert frozen(desk.state) == before


def test_9_11_7_losses_of_the_way_are_counted_and_offered():
    state, battle = duel(20, 5)
    put(state, "fapla", "cela", 1)  # next to Quibala
    desk = Desk(Table(retreat_defenders(state, battle, "1/3")), state)
    assert desk.types("2inf to quibala") == "n.inf1 n.inf2 to quibala less n.inf3 n.inf4"
    assert desk.types("2inf to quibala less inf5 inf3") == "n.inf1 n.inf2 to quibala less n.inf3 n.inf5"
    assert "2 Units are lost by the retreat, 1 named" in desk.refusal("2inf to quibala less inf5")
    assert desk.offers()[0] == "inf1 inf2 to lucala"  # where it costs nothing
    follow = {c.id: c.remark for c in desk.choices("2inf to ")}
    assert follow["quibala"] == "lost there: 2 in a retreat zone"
    assert follow["lucala"] == "nobody is lost there"
    for text in ("", "2inf ", "2inf to quibala ", "2inf to quibala less ", "2inf to quibala less inf3 "):
        assert desk.dead_ends(text) == []


@pytest.mark.parametrize(("text", "say"), [("retreat", "retreat"), ("lose inf1", "f.inf1"), ("pay tank1", "f.tank1")])
def test_9_11_8_going_on_costs_a_unit(text, say):
    state, battle = duel({"infantry": 4, "tank": 1}, 4)
    desk = Desk(Table(go_on(state, battle)), state)
    assert "your Column goes back to Catete at no cost" in desk.prompt()
    assert "Or lose one of: inf1, tank1" in desk.prompt()
    assert desk.types(text) == say
    assert desk.offers() == ["retreat", "lose inf1", "lose tank1"]


def test_9_11_8_an_attacker_who_stays_well_ahead_is_offered_to_fight_on_first():
    state, battle = duel(9, 4)
    assert Desk(Table(go_on(state, battle)), state).offers() == ["lose inf1", "retreat"]


def test_9_a_whole_combat_is_answered_by_what_is_offered_first():
    state = skirmish({"infantry": 6, "tank": 1, "artillery": 1}, {"infantry": 4, "artillery": 1}, air=(3, 1))
    table = fight_table(state)
    dice = random.Random(5)
    for _ in range(60):
        if table.pending is None:
            break
        request = table.pending
        if hasattr(request, "sides"):
            table.answer(tuple(dice.randint(1, 6) for _ in range(request.dice)))
        elif type(request).__name__ == "Open":
            table.answer()
        else:
            desk = Desk(table, state)
            table.answer(desk.types(desk.offers()[0]))
    assert table.pending is None
