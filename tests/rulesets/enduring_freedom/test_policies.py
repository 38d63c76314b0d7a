"""14, 17, 23, 25 Standing orders of Enduring Freedom: a battle plan by rule, legal and without a change; the figure."""

from __future__ import annotations

import msgspec
import pytest
from enduring_freedom.boards import BATTALION, foes, put, quiet, run

from pbem.kit.forms import Asked
from pbem.kit.policies import named
from pbem.lab import demo
from pbem.lab.figure import figure_of
from pbem.play.sight import peek_of
from pbem_games.enduring_freedom import RULESET
from pbem_games.enduring_freedom.combat.phases import counterattacks, ground_combat
from pbem_games.enduring_freedom.infowar import infowar_phase
from pbem_games.enduring_freedom.losses import take_hits
from pbem_games.enduring_freedom.policies import POLICIES
from pbem_games.enduring_freedom.state import READY


def given(state, table, name, choice):
    """What a standing order gives to what is asked; legal, the same twice, and it changes nothing."""
    policy, before = named(POLICIES, name), msgspec.json.encode(state)
    seat, peek = table.expected()[0], peek_of(table, table.expected()[0])
    setting = policy.read(choice, state)
    words = policy.given(state, table.pending, seat, setting, peek)
    assert policy.given(state, table.pending, seat, setting, peek) == words
    assert msgspec.json.encode(state) == before
    if words is not None:
        Asked(state, table.pending, seat, peek).items()[0].read(words, seat, table.pending.rule)
    return words


def two_zones():
    state = put(foes(quiet("3g"), "farah", "tal_inf1_1"), "farah", BATTALION)
    return put(foes(state, "kabul", "tal_inf1_2"), "kabul", "us_lar")


def test_23_3_attacks_are_fought_while_the_odds_are_good():
    state = two_zones()
    table = run(ground_combat(state))
    assert given(state, table, "attacks", "none") == "done"
    assert given(state, table, "attacks", "while odds 1:20").split()[0] in ("farah", "kabul")
    assert given(state, table, "attacks", "while odds 20:1") == "done"
    assert given(state, table, "attacks", "worthwhile") is not None
    assert given(state, table, "counterattacks", "best") is None


def test_23_3_counterattacks_are_met_in_an_order():
    state = two_zones()
    state.phase = "6d"
    table = run(counterattacks(state))
    assert given(state, table, "counterattacks", "no edge") in ("farah", "kabul")
    assert given(state, table, "counterattacks", "best").split()[0] in ("farah", "kabul")
    assert given(state, table, "attacks", "none") is None


def test_25_2_hits_cost_the_fewest_np_or_fall_on_those_named():
    state = put(quiet("3g"), "farah", BATTALION, "us_lar", "us_cjmp")
    table = run(take_hits(state, "farah", 2, [BATTALION, "us_lar", "us_cjmp"], "losses", rule="25.2"))
    assert given(state, table, "losses", "fewest np") == ",".join(table.legal()[0])
    shown = "units lar cjmp"
    assert set(given(state, table, "losses", shown).split(",")) <= {"us_lar", "us_cjmp"}
    assert given(state, table, "losses", "units 26meu") is None


def test_14_1_infowar_takes_all_assets_or_so_many():
    state = quiet("3a")
    assets = [id for id, asset in state.numbers.assets.items() if asset.kind == "infowar"][:3]
    put(state, READY, *assets)
    table = run(infowar_phase(state))
    assert [given(state, table, "infowar", c) for c in ("none", "all", "up to 2", "up to 9")] == ["0", "3", "2", "3"]


def test_every_choice_reads_back_as_it_is_spelled():
    state = quiet()
    for policy in POLICIES:
        for setting in policy.samples(state):
            assert policy.read(setting.text, state) == setting


@pytest.mark.slow
def test_with_a_battle_plan_a_turn_takes_twelve_answers_at_most(tmp_path):
    report = demo.play(tmp_path, RULESET, policy="mover", seed=2)
    figure = figure_of(report.folders[0] / "game.pbem", seed=2)
    assert figure.typed <= 12 * report.turns < sum(rule.decisions for rule in figure.by_rule.values())
    assert figure.by_rule["23.3"].asked == 0
