"""Ruling R110: an Operations Phase by plans comes to what the same choices, asked step by step, come to."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from anaconda.activations import Incomparable, Letters, by_plans, by_steps, compared, position
from anaconda.boards import fresh
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.kit.bots import decided
from pbem.play.playout import SeededDice, answer_once
from pbem.play.requests import Draw, DrawSecret, Open, Roll
from pbem.play.table import Table
from pbem_games.anaconda.bots.players import BOTS
from pbem_games.anaconda.numbers import SEATS
from pbem_games.anaconda.sequence import play


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
@settings(max_examples=400)
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


@pytest.mark.parametrize(("reaction", "most"), [("written", {"coalition": (3, 3), "al_qaeda": (3, 2)}),
                                                ("standing", {"coalition": (3, 0), "al_qaeda": (3, 0)})])
def test_j9_an_activation_takes_no_more_letters_than_a_sub_phase_has(reaction, most):
    """Sensible players over four turns: a letter is what one seat answers before anybody else has to do anything.

    Of Al Qaeda's three one is its flak at gunships that answered; of the two answers to it one is for a split plan.
    """
    letters = activations(reaction, turns=4)
    assert len(letters) >= 15
    for owner, count in letters:
        other = "al_qaeda" if owner == "coalition" else "coalition"
        assert (count[owner] <= most[owner][0], count[other] <= most[owner][1]) == (True, True), (owner, count)


def activations(reaction: str, turns: int) -> list[tuple[str, Counter[str]]]:
    """Of each Operations Phase whose it was, and how many letters either seat typed in it."""
    state = fresh(mode="plan", reaction=reaction)
    table, dice, found = Table(play(state), seats=SEATS), SeededDice(7), list[tuple[str, Counter[str]]]()
    bots, last, key = {seat: BOTS["sensible"](seat) for seat in SEATS}, "", None
    rng = random.Random(7)
    while (asked := table.pending) is not None and state.turn <= turns:
        now = state.operations and (state.turn, state.drawn, state.operations.marker)
        if now and now != key and state.operations is not None:
            key = now
            found.append((state.operations.seat, Counter()))
        seat = "" if isinstance(asked, Roll | Draw | DrawSecret | Open) else table.expected()[0]
        is_typed = bool(seat) and decided(asked, seat, table.peek) is None and asked.rule != "14.9"
        if now and is_typed and seat != last:
            found[-1][1][seat] += 1
        last = seat if is_typed or seat == last else ""
        if isinstance(asked, DrawSecret):
            table.answer(dice)
        else:
            answer_once(table, {s: lambda r, p, s=s: bots[s].choose(state, r, p, rng) for s in SEATS}, dice)
    return found
