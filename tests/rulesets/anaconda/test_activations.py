"""Ruling R110: an Operations Phase by plans comes to what the same choices, asked step by step, come to."""

from __future__ import annotations

from collections import Counter

import pytest
from anaconda.activations import Incomparable, Letters, by_plans, by_steps, compared, position
from hypothesis import given, settings
from hypothesis import strategies as st


def same(seed: int) -> Letters | None:
    """Plays both; None if the one difference comes up that (j) allows."""
    ours, marker = position(seed)
    theirs, _ = position(seed)
    planned, letters = by_plans(ours, marker, seed)
    try:
        stepped = by_steps(theirs, marker, seed, letters)
    except Incomparable:
        return None
    assert compared(ours) == compared(theirs), (seed, marker)
    assert planned.incidents == stepped.incidents == []
    return letters


@pytest.mark.parametrize("seed", range(30))
def test_r110_an_activation_by_plans_is_that_step_by_step(seed):
    same(seed)


@pytest.mark.slow
@settings(max_examples=400, deadline=None, derandomize=True)
@given(seed=st.integers(1_000, 10**9))
def test_r110_four_hundred_activations_by_plans_are_those_step_by_step(seed):
    same(seed)


@pytest.mark.slow
def test_the_activations_compared_are_full_of_events():
    """Counted over a hundred: nothing of what the comparison is for stays away, and hardly any is left out."""
    found = [same(seed) for seed in range(100)]
    letters = [one for one in found if one is not None]
    asked = Counter(rule for one in letters for _, rule in one.requests)
    rolled = Counter(rule for one in letters for rule in one.rolls)
    assert len(letters) >= 95
    rules = ("8.1-p", "8.1-c", "12.2-p", "12.2-s", "17.1-s", "19.1-s", "10.2-s")
    assert min(asked[rule] for rule in rules) >= 10, asked
    assert min(rolled[rule] for rule in ("11.2", "12.2", "17.4", "15.2", "20.6")) >= 10, rolled
    parts = [part for one in letters for part in one.moves]
    assert sum(part.conditions.pause != "never" for part in parts) >= 30
    assert sum(bool(part.conditions.stop) for part in parts) >= 10
    assert sum(bool(part.conditions.needs) for part in parts) >= 5
    assert sum(len(one.moves) > 1 for one in letters) >= 20
    attacks = [attack for one in letters for part in one.fires for attack in part.plan.attacks]
    assert sum(attack.when != "always" for attack in attacks) >= 10
    assert sum(bool(attack.advance) for attack in attacks) >= 20
