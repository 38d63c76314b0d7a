"""What the sensible bot expects of a combat: strength, dice and fire of both sides, on the scale of odds.

All in whole numbers, hundredths where finer. Belongs here: expectations. Must not be here: what is worth fighting for.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from pbem_games.angola.map import neighbours, stands_in
from pbem_games.angola.numbers import Counter
from pbem_games.angola.state import State

BEST_OF = (0, 350, 447, 496, 524, 543)  # hundredths: the mean of the highest of so many dice
GAIN = (-700, -500, -200, -50, 250, 450, 550, 650, 800)  # hundredths: what a combat result is worth, by odds level
CHANCE = (0, 1, 7, 30, 70, 93, 99, 100, 100)  # hundredths: that the defender leaves, by expected odds level
FIRE = 50  # hundredths of strength that a die on the Hit Table costs
STRIKERS = 2  # 9.7: airgroups of a faction that strike


class Force(NamedTuple):
    """What Units bring into a combat: strength, Combat Dice Points, pips of the best battery."""

    strength: int = 0
    dice: int = 0
    pips: int = 0

    def and_also(self, other: Force) -> Force:
        """Both together."""
        return Force(self.strength + other.strength, self.dice + other.dice, max(self.pips, other.pips))


def force_of(counters: Iterable[Counter]) -> Force:
    """These Units; engineers and armored cars count as one where nothing else is said of them."""
    units = list(counters)
    strength = sum(max(c.strength, int(c.kind in ("engineer", "armored_car"))) for c in units)
    return Force(strength, sum(c.dice for c in units), max((c.pips for c in units), default=0))


def expected_level(
    state: State, attack: Force, defence: Force, region: str, *, faction: str, origin: str = "", air: int = 0
) -> int:
    """Hundredths of steps on the scale of odds, the dice on average; the escarpment counts if `origin` is given.

    `faction` attacks; `air` is how many airgroups it has more than the other side.
    """
    numbers = state.numbers
    ours, theirs = 100 * attack.strength, 100 * defence.strength
    ours -= min(ours // 2, FIRE * (defence.pips + _strike(numbers.airgroup_pips, -air)))
    theirs -= min(theirs // 2, FIRE * (attack.pips + _strike(numbers.airgroup_pips, air)))
    ours, theirs = max(ours, 50), max(theirs, 50)
    even = numbers.tables.odds.levels.index("1-1")
    base = 100 * (even - 1) + 100 * ours // theirs if ours >= theirs else 100 * (even + 1) - 100 * theirs // ours
    about, table = numbers.regions[region], numbers.tables.terrain_dice
    rows = {"clear": table.clear, "savannah": table.savannah, "hills": table.hills, "jungle": table.jungle}
    row = rows[about.terrain]
    border = numbers.graph.border(origin, region) if origin else None
    uphill = border is not None and border.up == region
    defence_dice = min(5, row.defender + bool(about.settlement) + uphill)
    support = sum(r != origin and stands_in(state, faction, r) for r in neighbours(state, region)) if origin else 1
    most = table.max_net_bonus
    bonus = max(-most, min(most, attack.dice + support - defence.dice))
    difference = BEST_OF[row.attacker] - BEST_OF[defence_dice] + 100 * bonus
    return max(0, min(100 * (len(numbers.tables.odds.levels) - 1), base + difference // 2))


def _strike(pips: int, more: int) -> int:
    """Dice of the strike for who has so many airgroups more."""
    return pips * max(0, min(STRIKERS, more))


def between(values: tuple[int, ...], level: int) -> int:
    """The value at a level given in hundredths of steps."""
    low = min(level // 100, len(values) - 1)
    high = min(low + 1, len(values) - 1)
    return values[low] + (values[high] - values[low]) * (level - 100 * low) // 100
