"""14, 13, 22, 23.4, 24.1 What dice bring: exact, in fractions, from small arguments.

Belongs here: distributions of hits, of the Jihad level after InfoWar, of a joint strike, the chance of the edge. Must
not be here: the position (prompts), battles (odds_battle).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from pbem.kit.chances import SIDES, Chances, hit_ways, hits

NEVER = SIDES + 1
"""No die shows it: what collateral damage begins at for who causes none."""
HUNDRED = 100
"""NP on average are counted in hundredths."""
ZERO, ONE = Fraction(0), Fraction(1)


class Gun(NamedTuple):
    """Who fires (24.1, 24.4): hits up to `factor`; collateral damage from `harms_from` on, which costs `harm` NP."""

    factor: int
    harms_from: int = NEVER
    harm: int = 1


def on_faces(faces: Collection[int]) -> Fraction:
    """The chance of any of these faces."""
    return Fraction(len(set(faces)), SIDES)


# ---------------------------------------------------------------- distributions


def hit_counts(guns: Iterable[Gun]) -> tuple[int, ...]:
    """24.1 In how many of all throws none of them hits, one, two, and so on."""
    return hit_ways(gun.factor for gun in guns)


def capped(chances: Chances, most: int) -> Chances:
    """25.3 The same, but no more than `most`."""
    found: Chances = {}
    for n, chance in chances.items():
        found[min(n, most)] = found.get(min(n, most), ZERO) + chance
    return found


# ---------------------------------------------------------------- Jihad


def infowar(
    level: int, assets: int, *, success: Collection[int], blowback: Collection[int], least: int, most: int
) -> Chances:
    """14.1, 14.2 The Jihad level after so many attacks, one after another, never outside its limits (R25)."""
    down, up = on_faces(success), on_faces(blowback)
    found: Chances = {level: ONE}
    for _ in range(assets):
        after: Chances = {}
        for at, chance in found.items():
            for to, part in ((max(least, at - 1), down), (min(most, at + 1), up), (at, 1 - down - up)):
                if part:
                    after[to] = after.get(to, ZERO) + chance * part
        found = after
    return dict(sorted(found.items()))


def two_dice_within(level: int) -> Fraction:
    """28.2 The chance that two dice total no more than a level."""
    faces = range(1, SIDES + 1)
    return Fraction(sum(a + b <= level for a in faces for b in faces), SIDES * SIDES)


# ---------------------------------------------------------------- strikes, the edge


class Strike(NamedTuple):
    """22.2 What a joint strike brings: counters eliminated, NP for them on average, NP lost on average."""

    kills: Chances
    gained: Fraction
    lost: Fraction


def strike(guns: Sequence[Gun], targets: Iterable[tuple[int, int]]) -> Strike:
    """22.2, 22.3 Aircraft and drones against revealed units, each (factor, hundredths of an NP).

    The weakest fall first, of equals the one worth most, as the player chooses.
    """
    order = weakest_first(targets)
    kills = capped(hits(gun.factor for gun in guns), len(order))
    return Strike(kills, worth_of(kills, order), harm(guns))


def weakest_first(targets: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """25.1 The order in which they fall."""
    return tuple(sorted(targets, key=lambda target: (target[0], -target[1])))


def worth_of(kills: Chances, order: Sequence[tuple[int, int]]) -> Fraction:
    """NP on average for so many kills in this order."""
    return sum((chance * Fraction(sum(worth for _, worth in order[:n]), HUNDRED) for n, chance in kills.items()), ZERO)


def harm(guns: Iterable[Gun]) -> Fraction:
    """24.4 NP on average for collateral damage."""
    return Fraction(harmful_faces(guns), SIDES)


def harmful_faces(guns: Iterable[Gun]) -> int:
    """24.4 The faces that do collateral damage, each as often as it costs NP."""
    return sum(gun.harm * max(0, NEVER - gun.harms_from) for gun in guns)


def edge_chance(lead: int, *, wins_ties: bool) -> Fraction:
    """23.4 The chance that the Coalition wins the edge, `lead` its modifiers less those of the Islamists."""
    faces = range(1, SIDES + 1)
    ahead = [lead + ours - theirs for ours in faces for theirs in faces]
    return Fraction(sum(x > 0 or (x == 0 and wins_ties) for x in ahead), SIDES * SIDES)
