"""A game as people type it: every answer is the first one offered, in words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from enduring_freedom.boards import ENGINEER, SOF, foes, fresh, hidden, north, playing, put, quiet

from pbem.match.binding import Binding
from pbem.play.playout import SeededDice
from pbem.play.requests import Ask, Draw, Roll, Write
from pbem.play.table import Table
from pbem.replay.films.opening import open_reel
from pbem.ruleset import without_remark
from pbem_games.enduring_freedom.forms import FORMS
from pbem_games.enduring_freedom.sequence import play
from pbem_games.enduring_freedom.state import State

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


def at(rule: str) -> State:
    """A position of which the README's words speak."""
    match rule:
        case "6.0" | "11.3":
            return fresh()
        case "11.1":
            return put(quiet("1a"), "kabul", SOF, ENGINEER)
        case "15.0":
            return put(quiet("3a"), "persian_gulf", "air_28aew", "air_cvw8")
        case "16.0":
            return north(put(quiet("3b"), "lashkargam", "us_26meu"), "panjshir", "na_fahim")
        case "17.0":
            state = put(hidden(quiet("3c"), "kabul"), "pakistan", SOF, "uk_22sas")
            return put(state, "strike", "air_28aew")
    state = foes(foes(quiet("3g"), "kabul", "tal_inf1_1"), "herat", "tal_inf1_2")
    return put(put(state, "kabul", SOF), "herat", "uk_22sas")


README = Path(__file__).parents[3] / "rulesets" / "pbem_games" / "enduring_freedom" / "README.md"
SAID = re.findall(r'pbem do "(.+)" -C war', README.read_text(encoding="utf-8"))


@pytest.mark.parametrize(("rule", "words"), list(zip(
    ("6.0", "11.3", "11.1", "15.0", "16.0", "17.0", "23.3"), SAID, strict=True)))
def test_what_the_readme_types_can_be_typed(rule, words):
    state = at(rule)
    table = playing(state)
    while isinstance(table.pending, Roll | Draw) or (table.pending and table.pending.rule != rule):
        if isinstance(table.pending, Roll):
            table.answer((3,))
        else:
            table.answer(SeededDice(1) if isinstance(table.pending, Draw) else table.options.default())
    assert table.pending is not None
    assert table.pending.rule == rule
    (say,) = FORMS.read_orders(state, table.pending, "coalition", words, lambda _: None)
    table.answer(say)


TURN = re.findall(r'pbem do "(.+)" -C turn  # ([0-9.]+)', README.read_text(encoding="utf-8"))
PLAYED = README.parents[3] / "logs" / "enduring_freedom" / "operational_victory" / "game.pbem"


def answers_of(log: Path, turns: int) -> Iterator[tuple[Binding, str]]:
    """The table before each answer of so many turns, and the answer as it was recorded."""
    match = open_reel(log).match
    binding = Binding(match.genesis, match.ruleset, match.files, {})
    for closed in match.rounds.closed:
        if binding.state.turn > turns:
            return
        says = [say for event in closed.events if (say := getattr(event.msg.body, "say", None)) is not None]
        if says:
            yield binding, says[0]
        binding.close(closed)


def one_by_one(say: str) -> list[str]:
    """A plan with a line for each unit: units of one line may be written together."""
    found = []
    for line in say.split(" ; "):
        verb, things, *to = line.split(" ") if " " in line else (line, "")
        found += [" ".join([verb, thing, *to]) for thing in things.split(",")]
    return found


def test_7_2_the_whole_turn_that_the_readme_types_is_the_one_recorded():
    lines = iter(TURN)
    for binding, recorded in answers_of(PLAYED, 1):
        request, (words, rule) = binding.table.pending, next(lines)
        assert request.rule == rule
        (say,) = FORMS.read_orders(binding.state, request, "coalition", words, lambda _: None)
        assert sorted(one_by_one(say)) == sorted(one_by_one(recorded)), words
    assert next(lines, None) is None


@pytest.mark.slow
def test_a_whole_game_is_typed_from_what_is_offered():
    table, typed = typed_through(5, 7)
    assert table.result is not None
    assert "with" in table.result.text or "catastrophe" in table.result.text
    apart = [sum(count for rule, count in typed[turn].items() if rule not in BATTLES) for turn in range(2, max(typed))]
    assert sum(apart) <= MOST_TYPED * len(apart)
