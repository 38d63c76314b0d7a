"""23.4, 24, 25, 26 One exchange of fire in a zone: the exact distribution of losses on both sides.

Belongs here: a battle from the factors of both sides and the chance of the edge. Must not be here: the position.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from rulesets.enduring_freedom.odds import NEVER, ONE, ZERO, Chances, Gun, capped, harm, hits


class Own(NamedTuple):
    """A Coalition ground unit: its factor and the NP it loses at each step it still has, the present one first."""

    factors: tuple[int, ...]
    losses: tuple[Fraction, ...]
    harms_from: int = NEVER


class Foe(NamedTuple):
    """A revealed Islamist unit; `worth` in NP on average when it is eliminated."""

    factor: int
    worth: Fraction
    harms_from: int = NEVER
    dies_anyway: bool = False  # 10.2 terrorists, at the end of the battle (R34)


class Outcome(NamedTuple):
    """What a battle brings. `kills` counts Islamist units hit, `hits` steps that the Coalition loses.

    `won`, `lost`: how likely the battle ends so (26.0); `np`: NP gained less NP lost, on average, collateral damage
    included; `np_lost`: what the losses of the Coalition and its collateral damage alone cost.
    """

    kills: Chances
    hits: Chances
    won: Fraction
    lost: Fraction
    np: Fraction
    np_lost: Fraction


def battle(
    ours: Sequence[Own], theirs: Sequence[Foe], edge: Fraction, cas: Sequence[Gun] = (), *,
    order: Sequence[int] | None = None,
) -> Outcome:
    """23.4 The exchange: with chance `edge` the Coalition fires first.

    `order` says for each hit whom of `ours` it takes, by its place there; without it each is hit until it is gone. CAS
    fires with them and cannot be hit (R63, R64).
    """
    one_by_one = [i for i, own in enumerate(ours) for _ in own.factors]
    taken = tuple(one_by_one if order is None else order)
    assert sorted(taken) == one_by_one, "every step is hit once"
    weakest_first = tuple(sorted(theirs, key=lambda foe: (foe.factor, -foe.worth)))
    return _battle(tuple(ours), weakest_first, edge, tuple(cas), taken)


@lru_cache(maxsize=4096)
def _battle(
    ours: tuple[Own, ...], theirs: tuple[Foe, ...], edge: Fraction, cas: tuple[Gun, ...], order: tuple[int, ...]
) -> Outcome:
    kills: Chances = {}
    hit: Chances = {}
    won = lost = np = np_lost = ZERO
    steps = len(order)
    for chance, k, h, collateral, theirs_harm in _cases(ours, theirs, edge, cas, order):
        kills[k] = kills.get(k, ZERO) + chance
        hit[h] = hit.get(h, ZERO) + chance
        left = theirs[k:]
        if h >= steps:
            lost += chance
        elif all(foe.dies_anyway for foe in left):
            won += chance
        gained = sum((foe.worth for foe in (*theirs[:k], *(f for f in left if f.dies_anyway))), ZERO)
        cost = np_of_hits(ours, order[:h]) + collateral
        np += chance * (gained + theirs_harm - cost)
        np_lost += chance * cost
    return Outcome(dict(sorted(kills.items())), dict(sorted(hit.items())), won, lost, np, np_lost)


def _cases(
    ours: tuple[Own, ...], theirs: tuple[Foe, ...], edge: Fraction, cas: tuple[Gun, ...], order: tuple[int, ...]
) -> Iterator[tuple[Fraction, int, int, Fraction, Fraction]]:
    """Each pair of losses: its chance, kills, hits, collateral damage of the Coalition and of the Islamists."""
    steps = len(order)
    if edge:
        first = guns_after(ours, ()) + cas
        for k, chance in capped(hits(g.factor for g in first), len(theirs)).items():
            back = _their_guns(theirs[k:])
            for h, part in capped(hits(g.factor for g in back), steps).items():
                yield edge * chance * part, k, h, harm(first), harm(back)
    if edge != ONE:
        first = _their_guns(theirs)
        for h, chance in capped(hits(g.factor for g in first), steps).items():
            answer = guns_after(ours, order[:h]) + cas
            for k, part in capped(hits(g.factor for g in answer), len(theirs)).items():
                yield (1 - edge) * chance * part, k, h, harm(answer), harm(first)


def _their_guns(foes: Sequence[Foe]) -> tuple[Gun, ...]:
    return tuple(Gun(foe.factor, foe.harms_from) for foe in foes if foe.factor)


def guns_after(ours: Sequence[Own], hit: Sequence[int]) -> tuple[Gun, ...]:
    """25.2, 24.5 Who of the Coalition still fires after these hits; factors of 0 do not."""
    guns = []
    for i, own in enumerate(ours):
        taken = hit.count(i)
        if taken < len(own.factors) and own.factors[taken]:
            guns.append(Gun(own.factors[taken], own.harms_from))
    return tuple(guns)


def np_of_hits(ours: Sequence[Own], hit: Sequence[int]) -> Fraction:
    """25.2 What these hits cost in NP."""
    return sum((sum(own.losses[:hit.count(i)], ZERO) for i, own in enumerate(ours)), ZERO)
