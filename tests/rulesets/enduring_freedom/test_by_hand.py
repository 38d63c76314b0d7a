"""A game as people type it: every answer is the first one offered, in words."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from enduring_freedom.boards import fresh

from pbem.play.playout import SeededDice
from pbem.play.requests import Ask, Write
from pbem.play.table import Table
from pbem.ruleset import without_remark
from rulesets.enduring_freedom.forms import FORMS
from rulesets.enduring_freedom.sequence import play

BATTLES = ("21.1", "23.3", "23.4", "24.4", "25.2")
MOST_TYPED = 12


def typed_through(seed: int, turns: int) -> tuple[Table[Any], dict[int, Counter[str]]]:
    """A table after so many turns; what was typed in each, by rule."""
    state = fresh()
    table, dice = Table(play(state), seats=("coalition",)), SeededDice(seed)
    typed: dict[int, Counter[str]] = {}
    while table.pending is not None and state.turn <= turns:
        request = table.pending
        if not isinstance(request, Ask | Write):
            table.answer(dice)
            continue
        words, _ = without_remark(FORMS.examples(state, request, "coalition", lambda _: None)[0])
        (say,) = FORMS.read_orders(state, request, "coalition", words, lambda _: None)
        typed.setdefault(state.turn, Counter())[request.rule] += 1
        table.answer(say)
    return table, typed


def test_a_turn_is_typed_in_few_answers_and_battles_in_two():
    _, typed = typed_through(4, 1)
    counts = typed[1] - Counter({"6.0": 2, "11.3": 1})
    assert sum(count for rule, count in counts.items() if rule not in BATTLES) <= MOST_TYPED
    assert counts["23.3"] <= 2  # all attacks in one answer, all counterattacks in another


@pytest.mark.slow
def test_a_whole_game_is_typed_from_what_is_offered():
    table, typed = typed_through(5, 7)
    assert table.result is not None
    assert "with" in table.result.text or "catastrophe" in table.result.text
    apart = [sum(count for rule, count in typed[turn].items() if rule not in BATTLES) for turn in range(2, max(typed))]
    assert sum(apart) <= MOST_TYPED * len(apart)
