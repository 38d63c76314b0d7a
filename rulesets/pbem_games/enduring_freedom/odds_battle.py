"""23.4, 24, 25, 26 One exchange of fire in a zone: the exact distribution of losses on both sides.

Belongs here: a battle from the factors of both sides and the chance of the edge. Must not be here: the position.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from pbem.kit.chances import SIDES, Chances
from pbem_games.enduring_freedom.odds import HUNDRED, NEVER, ONE, Gun, harmful_faces, hit_counts


class Own(NamedTuple):
    """A Coalition ground unit: its factor, and what it loses, at each step it still has, the present one first.

    Losses are in hundredths of an NP.
    """

    factors: tuple[int, ...]
    losses: tuple[int, ...]
    harms_from: int = NEVER


class Foe(NamedTuple):
    """A revealed Islamist unit; `worth` in hundredths of an NP, on average, when it is eliminated."""

    factor: int
    worth: int
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


@lru_cache(maxsize=65536)
def _battle(
    ours: tuple[Own, ...], theirs: tuple[Foe, ...], edge: Fraction, cas: tuple[Gun, ...], order: tuple[int, ...]
) -> Outcome:
    """All in whole numbers, out of `whole` equally likely throws; fractions come last."""
    guns, back = guns_after(ours, ()) + cas, _their_guns(theirs)
    dice = len(guns) + len(back)
    whole = SIDES**dice * edge.denominator
    tally = _Tally(ours, theirs, order)
    if edge.numerator:
        for kills, ways in _capped(hit_counts(guns), len(theirs)):
            answer = _their_guns(theirs[kills:])
            scale = edge.numerator * ways * SIDES ** (dice - len(guns) - len(answer))
            tally.add_harm(scale * SIDES ** len(answer), guns, answer)
            for hit, more in _capped(hit_counts(answer), len(order)):
                tally.add(scale * more, kills, hit)
    if edge != ONE:
        for hit, ways in _capped(hit_counts(back), len(order)):
            reply = guns_after(ours, order[:hit]) + cas
            scale = (edge.denominator - edge.numerator) * ways * SIDES ** (dice - len(back) - len(reply))
            tally.add_harm(scale * SIDES ** len(reply), reply, back)
            for kills, more in _capped(hit_counts(reply), len(theirs)):
                tally.add(scale * more, kills, hit)
    return tally.outcome(whole)


class _Tally:
    """Throws counted by what they come to."""

    def __init__(self, ours: tuple[Own, ...], theirs: tuple[Foe, ...], order: tuple[int, ...]) -> None:
        self.ours, self.theirs, self.order = ours, theirs, order
        self.kills, self.hits = [0] * (len(theirs) + 1), [0] * (len(order) + 1)
        self.won = self.our_harm = self.their_harm = 0
        self.doomed = [all(foe.dies_anyway for foe in theirs[n:]) for n in range(len(theirs) + 1)]

    def add(self, ways: int, kills: int, hit: int) -> None:
        """So many throws end with these losses."""
        self.kills[kills] += ways
        self.hits[hit] += ways
        if hit < len(self.order) and self.doomed[kills]:
            self.won += ways

    def add_harm(self, ways: int, ours: Sequence[Gun], theirs: Sequence[Gun]) -> None:
        """In so many throws these have fired."""
        self.our_harm += ways * harmful_faces(ours)
        self.their_harm += ways * harmful_faces(theirs)

    def outcome(self, whole: int) -> Outcome:
        """What it comes to on average."""
        gained = sum(ways * self._worth(n) for n, ways in enumerate(self.kills) if ways)
        lost = sum(ways * np_of_hits(self.ours, self.order[:n]) for n, ways in enumerate(self.hits) if ways)
        cost = lost * SIDES + self.our_harm * HUNDRED
        balance = gained * SIDES + self.their_harm * HUNDRED - cost
        kills, hits = ({n: Fraction(ways, whole) for n, ways in enumerate(found) if ways}
                       for found in (self.kills, self.hits))
        beaten, part = Fraction(self.hits[len(self.order)], whole), whole * SIDES * HUNDRED
        return Outcome(kills, hits, Fraction(self.won, whole), beaten, Fraction(balance, part), Fraction(cost, part))

    def _worth(self, kills: int) -> int:
        """For the weakest so many, and for terrorists among the rest."""
        fallen = (*self.theirs[:kills], *(foe for foe in self.theirs[kills:] if foe.dies_anyway))
        return sum(foe.worth for foe in fallen)


def _capped(counts: Sequence[int], most: int) -> Iterator[tuple[int, int]]:
    """25.3 How many, and in how many throws; never more than there are."""
    for n, ways in enumerate(counts[:most]):
        if ways:
            yield n, ways
    if rest := sum(counts[most:]):
        yield most, rest


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


def np_of_hits(ours: Sequence[Own], hit: Sequence[int]) -> int:
    """25.2 What these hits cost, in hundredths of an NP."""
    return sum(sum(own.losses[:hit.count(i)]) for i, own in enumerate(ours))
