"""9.3.1 to 9.3.3 The Hit Table."""

from __future__ import annotations

import pytest
from angola.boards_fire import run, skirmish, told, under_way
from angola.boards_resolution import frozen, put

from pbem.errors import IllegalMove
from pbem.play.requests import Write
from pbem.play.table import Table
from pbem_games.angola.combat.battle import defending_units
from pbem_games.angola.combat.hits import (
    Results,
    Target,
    apply_results,
    check_outcome,
    eliminate,
    outcomes,
    results_of,
)
from pbem_games.angola.state import problems
from pbem_games.angola.words.fire import Outcome, outcome_form


def units(ready=(), down=()):
    names = sorted([*ready, *down])
    return Target(tuple(names), dict.fromkeys(ready, 1), dict.fromkeys(down, 1))


def said(target, suppressions, hits):
    form = outcome_form(target.names)
    return sorted({form.spell(o) for o in outcomes(target, Results(suppressions, hits))})


def brute_force(target, suppressions, hits):
    """Every way to apply results one by one, as b4.1 tells it."""
    found = set()

    def go(ready, down, lost, s, h):
        if not s and not h:
            found.add((frozenset(lost), frozenset(down - set(target.down))))
            return
        if s and ready:
            for u in ready:
                go(ready - {u}, down | {u}, lost, s - 1, h)
        elif s:
            go(ready, down, lost, s - 1, h)
        if h:
            for u in ready:
                go(ready - {u}, down, lost | {u}, s, h - 1)
            for d in down:
                for u in ready or {None}:
                    go(ready - {u}, (down - {d}) | ({u} if u else set()), lost | {d}, s, h - 1)
            if not ready and not down:
                go(ready, down, lost, s, h - 1)

    for k in range(suppressions // 2 + 1):
        go(frozenset(target.ready), frozenset(target.down), frozenset(), suppressions - 2 * k, hits + k)
    return found


@pytest.mark.parametrize("ready", range(4))
@pytest.mark.parametrize("down", range(3))
def test_9_3_3_outcomes_are_those_of_applying_results_one_by_one(ready, down):
    target = units([f"r{i}" for i in range(ready)], [f"d{i}" for i in range(down)])
    for suppressions in range(4):
        for hits in range(3):
            made = {(frozenset(o.lost), frozenset(o.suppressed)) for o in outcomes(target, Results(suppressions, hits))}
            assert made == brute_force(target, suppressions, hits), (suppressions, hits)


def test_9_3_1_dice_to_results():
    state = skirmish(1, 1)
    assert results_of(state, (1, 2, 3)) == Results()
    assert results_of(state, (4, 5, 6, 6, 1)) == Results(2, 2)


def test_A80_three_suppressions_on_two_units():
    assert said(units("ab"), 3, 0) == ["lose a suppress b", "lose b suppress a", "suppress a b"]


def test_9_3_2_a_hit_takes_a_suppressed_unit_and_turns_another():
    assert said(units("ab", "c"), 0, 1) == ["lose a", "lose b", "lose c suppress a", "lose c suppress b"]


def test_R58_a_hit_when_all_are_suppressed():
    assert said(units("", "ab"), 0, 1) == ["lose a", "lose b"]
    assert said(units("", "ab"), 2, 3) == ["lose a b"]


@pytest.mark.parametrize("outcome", [
    Outcome(("a",)), Outcome((), ("a", "b")), Outcome(("a", "b")), Outcome(("a",), ("b", "c")), Outcome(("a", "a")),
    Outcome((), ("d",)), Outcome(("a",), ("a",)), Outcome(),
])
def test_9_3_3_wrong_outcomes_are_refused(outcome):
    target = units("abc", "d")
    with pytest.raises(IllegalMove, match=r"9\.3\.3"):
        check_outcome(target, Results(1, 1), outcome)


def test_9_3_3_words_go_both_ways():
    form = outcome_form(["fnla.superiority", "fnla.strike"])
    for say in ("none", "lose fnla.strike", "lose fnla.superiority fnla.strike*2 suppress fnla.strike*3",
                "suppress fnla.superiority*12"):
        assert form.spell(form.parse(say)) == say
    for say in ("fnla.strike", "lose x", "lose fnla.strike*x", "lose fnla.strike*999", "drop fnla.strike"):
        with pytest.raises(IllegalMove):
            form.parse(say)


def test_9_3_3_the_owner_applies_results():
    state = skirmish(3, {"infantry": 2, "tank": 1})
    battle = under_way(state)
    table = Table(apply_results(state, battle, "fnla", defending_units(state, battle), Results(1, 1), rule="9.8"))
    assert isinstance(table.pending, Write)
    assert (table.pending.seat, table.pending.rule, table.pending.about) == ("fnla", "9.3.3", "dondo/9.8")
    before = frozen(state)
    for say in ("none", "lose n.inf1", "suppress n.inf1 n.inf2", "lose n.inf1 n.inf2", "lose f.inf1 suppress n.inf1",
                "suppress n.inf1 lose n.inf2"):
        with pytest.raises(IllegalMove):
            table.answer(say)
    assert frozen(state) == before
    table.answer("lose n.inf2 suppress n.tank1")
    assert battle.suppressed == ["n.tank1"]
    assert sorted(state.factions["fnla"].loose) == ["n.inf1", "n.tank1"]
    assert "n.inf2" in state.factions["fnla"].reserve
    assert problems(state) == []
    assert told(table) == "FNLA loses infantry and has tank suppressed"


def test_9_3_3_nobody_is_asked_where_all_choices_come_to_the_same():
    state = skirmish(3, 3)
    battle = under_way(state)
    hurt = apply_results(state, battle, "fnla", defending_units(state, battle), Results(1, 1), rule="9.8")
    assert Table(hurt).pending is None
    assert battle.suppressed == ["n.inf2"]
    assert Table(apply_results(state, battle, "fnla", [], Results(1, 1), rule="9.8")).pending is None


def test_R56_two_suppressions_may_become_a_hit():
    state = skirmish(3, 3)
    battle = under_way(state)
    table = Table(apply_results(state, battle, "fnla", defending_units(state, battle), Results(2, 0), rule="9.8"))
    assert table.legal() == [Outcome((), ("n.inf1", "n.inf2"))]
    run(table, "lose n.inf3")
    assert (battle.suppressed, len(state.factions["fnla"].loose)) == ([], 2)


def test_R51_the_conductor_decides_for_both():
    state = skirmish(3, 2)
    put(state, "unita", "dondo", 1)
    battle = under_way(state)
    battle.conductor = "unita"
    table = Table(apply_results(state, battle, "fnla", defending_units(state, battle), Results(0, 1), rule="9.7"))
    assert table.pending.seat == "unita"
    run(table, "lose u.inf1")
    assert battle.conductor == "fnla"  # ruling R50: it has no Units left
    assert told(table) == "FNLA and UNITA lose infantry"


def test_9_3_3_major_units_are_lost_for_ever():
    state = skirmish(3, {"n.cdo4": 1, "infantry": 1})
    Table(eliminate(state, under_way(state), ["n.cdo4", "n.inf1"]))
    own = state.factions["fnla"]
    assert own.dead == ["n.cdo4"]
    assert "n.inf1" in own.reserve
    assert not own.loose
