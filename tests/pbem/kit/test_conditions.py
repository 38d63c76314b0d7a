"""Conditions of orders filed ahead: reading them takes no longer than they are long."""

from __future__ import annotations

import pytest

from pbem.errors import IllegalMove
from pbem.kit.conditions import Case, Condition, read_conditions, read_level


class Counted(dict):
    """Conditions that count how often one is looked for by its name."""

    asked = 0

    def __contains__(self, name):
        self.asked += 1
        return super().__contains__(name)


@pytest.mark.parametrize(("text", "hint"), [
    ("no enemi", ": did you mean no enemy?"), ("if no enemies there", ": did you mean no enemy?"),
    ("no " + "soldier " * 9, ": did you mean no enemy?"), ("turn twelve", ""),
])  # fmt: skip
def test_what_is_no_condition_is_told_what_was_meant(text, hint):
    """A name that is spelled almost so, or that begins with the same word."""
    nobody = Condition("no enemy PLACE: nobody stands there", lambda state, typed: typed.name, bool)
    with pytest.raises(IllegalMove) as refused:
        read_conditions({"no enemy": nobody}, None, text, rule="5.2")
    assert refused.value.because == f"that is no condition here{hint}"
    assert list(refused.value.legal) == ["no enemy PLACE: nobody stands there"]


def test_a_level_that_is_none_is_refused_with_those_there_are():
    morale = Condition("morale BOUND: it is so", read_level(lambda _: ("low", "medium", "high")), bool)
    for text in ("morale <= never", "morale >="):
        with pytest.raises(IllegalMove) as refused:
            read_conditions({"morale": morale}, None, text, rule="5.2")
        assert "low, medium, high" in str(refused.value)
    (asked,) = read_conditions({"morale": morale}, None, "morale <= medium", rule="5.2")
    assert asked.arguments == ("<", 1)


@pytest.mark.parametrize(("text", "is_wanted"), [("paid", True), ("not paid", False), ("not  PAID", False)])
def test_a_condition_may_be_one_word_and_what_is_not_so_too(text, is_wanted):
    paid = Condition("paid: it is", lambda state, typed: None, lambda case, _: case.state)
    (asked,) = read_conditions({"paid": paid}, None, text, rule="5.2")
    for state in (True, False):
        assert asked.holds(Case(state, "red", lambda sealed: None)) is (state is is_wanted)


@pytest.mark.parametrize("words", ["no enemy " * 2_000, "no " * 2_000, "not " * 2_000])
def test_no_name_longer_than_the_longest_is_looked_for(words):
    nobody = Condition("no enemy PLACE: nobody stands there", lambda state, typed: typed.name, bool)
    known = Counted({"no enemy": nobody})
    with pytest.raises(IllegalMove):
        read_conditions(known, None, words, rule="5.2")
    assert known.asked <= 2
