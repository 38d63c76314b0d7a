"""16, 23, 35 Standing orders of Fallujah: a battle plan by rule, legal and without a change; the figure."""

from __future__ import annotations

import pytest
from fallujah.boards import bytes_of, put
from fallujah.boards_fight import URBAN, battle, go

from pbem.errors import WrongUse
from pbem.kit.forms import Asked
from pbem.kit.policies import named
from pbem.lab import demo
from pbem.lab.figure import figure_of
from pbem.play.sight import peek_of
from pbem.play.table import Table
from pbem_games.fallujah import RULESET
from pbem_games.fallujah.combat.hits import take_hits
from pbem_games.fallujah.combat.sequence import fight, fight_round
from pbem_games.fallujah.combat.support import commit_strikes
from pbem_games.fallujah.combat.withdrawal import answer_stand
from pbem_games.fallujah.policies import POLICIES

FORCE = "usmc_1_5 usmc_2_1 usmc_a_2tk"


def given(state, table, name, choice):
    """What a standing order gives to what is asked; legal, the same twice, and it changes nothing."""
    policy, before = named(POLICIES, name), bytes_of(state)
    seat, peek = table.expected()[0], peek_of(table, table.expected()[0])
    setting = policy.read(choice, state)
    words = policy.given(state, table.pending, seat, setting, peek)
    assert policy.given(state, table.pending, seat, setting, peek) == words
    assert bytes_of(state) == before
    if words is not None:
        Asked(state, table.pending, seat, peek).items()[0].read(words, seat, table.pending.rule)
    return words


def fought(*enemies, **more):
    return battle(URBAN, FORCE, " ".join(enemies or ("mil_a", "mil_b")), **more)


def test_16_1_the_lead_is_the_best_contact_or_the_first_that_is_there():
    state = fought()
    state.available["netwar"] = 1
    table = Table(fight_round(state))
    best = table.legal()[0][0]
    assert given(state, table, "lead", "best") == best
    assert given(state, table, "lead", "netwar") == f"{best} netwar"
    assert given(state, table, "lead", "units 3/5, 2/1, 1/5") == "usmc_2_1"
    assert given(state, table, "lead", "units 3/5") is None
    state.available["netwar"] = 0
    assert given(state, Table(fight_round(state)), "lead", "netwar") == best


def test_23_2_fire_support_goes_by_the_round():
    state = fought()
    kinds = list(state.numbers.strikes)
    state.available |= {kinds[0]: 3, kinds[1]: 1}
    table = Table(commit_strikes(state))
    plan = f"rounds 2 {kinds[0]} {kinds[1]} then {kinds[0]} then none"
    first, second = kinds[:2]
    assert given(state, table, "fire_support", "all") == f"{first}*3,{second}*1"
    assert given(state, table, "fire_support", plan) == f"{first}*2,{second}*1"
    state.operation.combat_round = 2
    assert given(state, table, "fire_support", plan) == f"{first}*1"
    for later in (3, 4):
        state.operation.combat_round = later
        assert given(state, table, "fire_support", plan) == "none"
    state.operation.combat_round, state.available[first] = 1, 1
    assert given(state, table, "fire_support", plan) == f"{first}*1,{second}*1"  # as far as it is at hand
    assert given(state, table, "fire_support", "enough") is not None


def test_16_3_losses_fall_on_the_cheapest_or_on_those_named():
    state = fought()
    table = Table(take_hits(state, 2))
    assert given(state, table, "losses", "cheapest") == ",".join(table.legal()[0])
    assert given(state, table, "losses", "units 2/1 1/5") == "usmc_2_1,usmc_2_1"
    assert given(state, table, "losses", "units 3/5") is None


def test_16_7_all_fight_on_while_the_odds_are_good_else_the_player_is_asked():
    state = fought()
    put(state, state.numbers.graph.neighbours(URBAN)[0], "usmc_3_4")
    table = Table(answer_stand(state))
    assert (table.pending.rule, given(state, table, "hold_on", "always")) == ("16.7", "continue")
    assert given(state, table, "hold_on", "while odds 1:20") == "continue"
    assert given(state, table, "hold_on", "while odds 20:1") is None


@pytest.mark.parametrize(
    "text", ["rounds", "rounds tanks", "rounds none then", "rounds " + " then ".join(["none"] * 7), "enough 3"])
def test_23_2_a_plan_that_makes_no_sense_is_refused(text):
    with pytest.raises(WrongUse, match="standing order fire_support: "):
        named(POLICIES, "fire_support").read(text, fought())


def test_every_choice_reads_back_as_it_is_spelled():
    state = fought()
    for policy in POLICIES:
        for setting in policy.samples(state):
            assert policy.read(setting.text, state) == setting


def test_a_battle_needs_no_typing_with_a_plan():
    state = fought()
    state.morale = "low"
    table, asked = Table(fight(state)), 0
    names = {"16.1": ("lead", "best"), "23.2": ("fire_support", "enough"), "16.3": ("losses", "cheapest"),
             "16.7": ("hold_on", "always")}
    while table.pending is not None and asked < 100:
        asked += 1
        if table.expected():
            go(table, given(state, table, *names[table.pending.rule]))
        else:
            go(table, (6,) * table.pending.dice)
    assert table.pending is None


@pytest.mark.slow
def test_with_a_battle_plan_an_operation_takes_one_answer_and_a_half_at_most(tmp_path):
    report = demo.play(tmp_path, RULESET, policy="mover", seed=2)
    figure = figure_of(report.folders[0] / "game.pbem", seed=2)
    operations = figure.by_rule["10.1"].decisions
    decisions = sum(rule.decisions for rule in figure.by_rule.values())
    assert figure.typed <= 1.5 * operations < decisions
