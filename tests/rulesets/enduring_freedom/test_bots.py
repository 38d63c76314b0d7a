"""The sensible bot, the ways to play that leave most alone, and the judgement behind them."""

from __future__ import annotations

import random

import pytest
from enduring_freedom.boards import BATTALION, ENGINEER, SOF, foes, hidden, north, north_hidden, playing, put, quiet
from enduring_freedom.boards_view import watched

from pbem.kit.bots import is_legal
from pbem.play.playout import play_out
from pbem.play.table import Table
from pbem_games.enduring_freedom import RULESET
from pbem_games.enduring_freedom.bots.sensible import SensibleBot
from pbem_games.enduring_freedom.judgement import moves, purchases, reach, worth
from pbem_games.enduring_freedom.judgement.attacks import allocate, rank
from pbem_games.enduring_freedom.judgement.style import AT_HOME, COMBINED, SENSIBLE
from pbem_games.enduring_freedom.plans import Line
from pbem_games.enduring_freedom.prospects import air_gun, islamist_mix
from pbem_games.enduring_freedom.sequence import play
from pbem_games.enduring_freedom.state import new_state

ONE_SIDED = ("at_home", "air_only", "north_only", "infowar_only", "sof_and_air")


def score_of(bot: str, number: int) -> int:
    """What a whole game of a bot comes to."""
    state = new_state("enduring_freedom", {}, RULESET.data_files(None))
    player, rng = RULESET.bots[bot]("coalition"), random.Random(number)
    table = Table(play(state), seats=("coalition",))
    result = play_out(table, {"coalition": lambda r, peek: player.choose(state, r, peek, rng)}, seed=number)
    assert result.score is not None
    return result.score


def test_the_sensible_bot_comes_first_and_all_others_are_there():
    assert list(RULESET.bots) == ["sensible", "random", "combined", *ONE_SIDED]


def test_the_sensible_bot_answers_what_is_legal():
    asked = []

    def watch(state, request):
        answer = SensibleBot("coalition").choose(state, request, lambda _: None, random.Random(1))
        assert request.options().read(request.options().spell(answer), "", "") is not None or answer == 0
        asked.append(request.rule)

    watched("sensible", 5, 1, watch)
    assert {"11.3", "11.1", "16.0", "17.0", "23.3"} <= set(asked)


@pytest.mark.parametrize("bot", ONE_SIDED)
def test_one_sided_ways_leave_alone_what_they_say(bot):
    state = watched(bot, 2, 1, lambda *_: None)
    numbers = state.numbers
    on_map = {id for id in numbers.ground if state.units[id].place in numbers.zones}
    mustered = {id for id in (*numbers.ground, *numbers.air) if state.units[id].place != "mobilization"}
    if bot != "sof_and_air":
        assert not on_map
    if bot in ("north_only", "infowar_only"):
        assert not mustered
    if bot == "air_only":
        assert mustered
        assert mustered <= set(numbers.air)
    if bot == "sof_and_air":
        assert on_map
        assert all(id in numbers.air or numbers.ground[id].sof for id in mustered)


def test_at_home_nobody_leaves_the_bases():
    state = put(hidden(quiet("16.0"), "kandahar"), "pakistan", SOF)
    assert moves.drives(state, AT_HOME) == ()
    assert moves.flights(state, AT_HOME) == ()


# ---------------------------------------------------------------- what it uses


def test_19_5_special_forces_and_aircraft_go_together():
    state = foes(quiet("3c"), "kabul", "tal_inf2_1", "tal_inf2_2")
    put(state, "pakistan", SOF, "uk_22sas", "us_1_75r", "us_sword")
    put(state, "strike", "air_28aew", "air_cvw8")
    plan = moves.flights(state, SENSIBLE)
    assert {line.to for line in plan} == {("kabul",)}
    assert {line.verb for line in plan} == {"assault", "strike"}


def test_8_somebody_stays_where_a_city_is_held():
    state = put(quiet(), "kabul", SOF, "uk_22sas")
    assert reach.stays(state) == {SOF}
    assert reach.stays(north_hidden(state, "kabul")) == set()
    assert reach.stays(put(quiet(), "helmand", SOF)) == set()  # nothing is awarded for it


def test_27_1_an_engineer_flies_to_an_airbase_and_builds_there():
    state = put(put(quiet("3c"), "kabul", "uk_22sas"), "pakistan", ENGINEER)
    assert Line("transfer", (ENGINEER,), ("kabul",)) in moves.flights(state, SENSIBLE)
    built = put(put(quiet("1a"), "kabul", ENGINEER), "kabul", "uk_22sas")
    assert Line("build", ("us_fob_1",), ("kabul",)) in purchases.reinforcements(built, SENSIBLE)


def test_27_1_a_battalion_goes_where_a_base_supplies_it():
    state = put(quiet(), "kandahar", "us_fob_1")
    assert reach.is_supplied(state, BATTALION, "lashkargam")
    assert not reach.is_supplied(state, BATTALION, "herat")
    assert reach.is_supplied(state, SOF, "herat")


def test_17_1_aircraft_without_an_attack_support_the_defence():
    state = put(put(quiet("3a", turn=7), "kabul", SOF), "persian_gulf", "air_28aew", "air_vma")
    plan = moves.missions(state, COMBINED)
    assert plan == (Line("assign", ("air_28aew",), ("strike",)), Line("assign", ("air_vma",), ("cas",)))
    state.turn = 2
    assert moves.missions(state, COMBINED) == (Line("assign", ("air_vma", "air_28aew"), ("strike",)),)


def test_17_1_close_air_support_goes_where_it_saves_most_and_nowhere_else():
    state = put(foes(quiet("6c"), "kabul", "tal_inf2_1", "tal_inf2_2"), "kabul", SOF)
    put(foes(state, "farah", "tal_inf1_1"), "farah", "uk_22sas", "us_1_75r", "us_sword", BATTALION)
    put(state, "cas", "air_28aew")
    assert moves.support(state) == (Line("cas", ("air_28aew",), ("kabul",)),)
    put(state, "cas", "air_28aew", reduced=True)
    put(state, "mobilization", SOF)
    assert moves.support(state) == ()


def test_19_5_special_forces_fly_out_of_a_counterattack_that_costs_more_than_it_brings():
    state = put(foes(quiet("3c"), "tora_bora", "aq_055_1", "aq_055_2", "aq_bin_laden"), "tora_bora", SOF, reduced=True)
    home = Line("assault", (SOF,), ("persian_gulf",))
    assert home in moves.flights(state, SENSIBLE)
    assert home not in moves.flights(state, SENSIBLE._replace(retreats=False))
    weak = put(foes(quiet("3c"), "farah", "tal_inf1_1"), "farah", SOF, "us_sword", "us_1_75r", "us_3_75r")
    assert not any(line.to == ("persian_gulf",) for line in moves.flights(weak, SENSIBLE))


def test_27_1_an_hq_flies_to_an_airbase_and_does_not_attack():
    state = put(put(quiet("3c"), "kabul", "uk_22sas"), "pakistan", "us_cjtf")
    foes(state, "farah", "tal_inf1_1")
    assert Line("transfer", ("us_cjtf",), ("kabul",)) in moves.flights(state, SENSIBLE)


def test_13_1_isr_looks_where_most_lies_concealed_and_nobody_is():
    state = put(hidden(hidden(hidden(quiet("2b"), "kabul", 4), "herat", 2), "farah", 1), "ready", "isr_1", "isr_2")
    put(state, "kabul", SOF)
    assert moves.look(state) == (Line("isr", ("isr_1",), ("herat",)), Line("isr", ("isr_2",), ("farah",)))


def test_who_is_rich_musters_battalions_if_the_style_has_them():
    plan = purchases.reinforcements(quiet("1a", np=70), COMBINED)
    assert any("us_82bct" in line.things for line in plan)
    assert not any("us_82bct" in line.things for line in purchases.reinforcements(quiet("1a", np=55), COMBINED))
    assert not any("us_82bct" in line.things for line in purchases.reinforcements(quiet("1a", np=70), SENSIBLE))


def test_11_2_levies_hold_cities_so_that_special_forces_can_leave():
    state = put(quiet("1a"), "herat", SOF)
    assert Line("levy", ("1",), ("herat",)) in purchases.reinforcements(state, SENSIBLE)


def test_nobody_spends_below_the_reserve():
    state = quiet("1a", np=9)
    assert purchases.reinforcements(state, SENSIBLE) == ()


# ---------------------------------------------------------------- judgement


def test_5_zones_are_worth_more_the_nearer_the_end():
    early, late = quiet(turn=1), quiet(turn=7)
    assert worth.of_zone(late, "kabul") > worth.of_zone(late, "herat") > worth.of_zone(late, "farah")
    assert worth.of_zone(late, "kabul") >= 1000
    assert worth.of_zone(early, "farah") == worth.of_zone(late, "farah")


def test_an_attack_is_worth_more_with_aircraft_over_it_and_with_more_units():
    state = put(foes(quiet(), "kabul", "tal_inf2_1", "tal_inf2_2"), "kabul", SOF, "uk_22sas")
    field = worth.field_of(state, "kabul", islamist_mix(state))
    one = [worth.fighter(state, "kabul", SOF)]
    two = [*one, worth.fighter(state, "kabul", "uk_22sas")]
    air = (air_gun(state, "kabul", "air_28aew"),)
    assert worth.of_attack(field, two, ()) > worth.of_attack(field, one, ())
    assert worth.of_attack(field, two, air) > worth.of_attack(field, two, ())


def test_a_unit_is_sent_to_one_attack_only():
    state = hidden(hidden(quiet("3c"), "kandahar"), "herat")
    put(state, "pakistan", SOF, "uk_22sas", "us_1_75r", "us_sword")
    found = allocate(state, {id: list(zones) for id, zones in reach.all_by_air(state).items()}, [], lambda *_: 0)
    sent = [id for attack in found for id in attack.force]
    assert len(sent) == len(set(sent)) > 0


def test_16_0_weak_units_are_not_driven_among_more_and_stronger_islamists():
    weak = ["na_inf1_1", "na_inf1_2", "na_inf1_3", "na_inf1_4"]
    state = north(quiet("3b"), "ghazni", *weak)
    foes(state, "gardez", "tal_inf2_1", "tal_inf2_2", "tal_inf2_3", "tal_inf2_4", "tal_inf2_5", "tal_inf2_6")
    there = worth.field_of(state, "gardez", islamist_mix(state))
    force = [worth.fighter(state, "gardez", id) for id in weak]
    assert worth.is_outmatched(there, force, ())
    assert not worth.is_outmatched(there, [*force, *force], ())
    assert not worth.is_outmatched(there, force, [air_gun(state, "gardez", "air_28aew")] * 8)
    attacks = allocate(state, {id: ["gardez"] for id in weak}, [], lambda id, zone: -500)  # it would pay otherwise
    assert not any(attack.force for attack in attacks)


def test_25_2_those_whose_loss_costs_little_go_first():
    state = north(put(quiet(), "kabul", SOF, BATTALION, "ir_irgc"), "kabul", "na_inf2_1", "na_fahim")
    order = sorted(["na_fahim", BATTALION, SOF, "na_inf2_1", "ir_irgc"], key=lambda id: rank(state, id))
    assert order == ["na_inf2_1", "ir_irgc", SOF, BATTALION, "na_fahim"]


def test_23_2_an_attack_that_brings_nothing_is_left():
    state = north(foes(quiet("3g"), "khyber", "aq_055_1", "aq_bin_laden"), "khyber", "na_fahim")
    table = playing(state)
    plan = SensibleBot("coalition").choose(state, table.pending, lambda _: None, random.Random(1))
    assert is_legal(table.pending, plan)
    assert plan.zone == ""


@pytest.mark.slow
def test_none_of_the_one_sided_ways_does_better_than_the_sensible_bot():
    games = 12
    found = {bot: sum(score_of(bot, n) for n in range(games)) / games for bot in ("sensible", *ONE_SIDED)}
    assert max(found, key=lambda bot: found[bot]) == "sensible", found
