"""How the dice of some frames fell, seat by seat: plain counts, and the exact chance of a sum as far off.

Belongs here: counting and whole-number arithmetic. Must not be here: judging anybody by it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from pbem.show.frame import Frame

MOST_SIDES = 100  # what has more is a number, no die


@dataclass(frozen=True, slots=True)
class DiceCount:
    """The dice of one kind that a seat moved; an empty `seat` stands for all. `faces` counts 1, 2, 3, ..."""

    seat: str
    sides: int
    faces: tuple[int, ...]

    @property
    def dice(self) -> int:
        return sum(self.faces)

    @property
    def sum(self) -> int:
        return sum(face * count for face, count in enumerate(self.faces, 1))

    @property
    def mean(self) -> Fraction:
        return Fraction(self.sum, self.dice)

    @property
    def expected(self) -> Fraction:
        """The mean of a fair die."""
        return Fraction(self.sides + 1, 2)

    @property
    def chance(self) -> Fraction:
        """Of a sum at least as far from the mean, on either side, with fair dice."""
        low = min(self.sum, self.dice * (self.sides + 1) - self.sum)
        if 2 * low >= self.dice * (self.sides + 1):
            return Fraction(1)
        return Fraction(2 * _ways_at_most(low, self.dice, self.sides), self.sides**self.dice)


def count_dice(frames: Iterable[Frame]) -> list[DiceCount]:
    """Seats in the order in which they first moved dice, all together last; each kind of die by itself."""
    counted: dict[tuple[str, int], list[int]] = {}
    for frame in frames:
        for throw in frame.dice:
            if 1 < throw.sides <= MOST_SIDES:
                for seat in (*throw.seats, ""):
                    faces = counted.setdefault((seat, throw.sides), [0] * throw.sides)
                    for value in throw.values:
                        faces[int(value) - 1] += 1
    counts = [DiceCount(seat, sides, tuple(faces)) for (seat, sides), faces in counted.items()]
    return [c for c in counts if c.seat] + [c for c in counts if not c.seat]


def _ways_at_most(total: int, dice: int, sides: int) -> int:
    """How many of the throws of so many dice show at most `total`: inclusion and exclusion over those too high."""
    spare = total - dice
    if spare < 0:
        return 0
    return sum((-1) ** j * comb(dice, j) * comb(spare - sides * j + dice, dice) for j in range(spare // sides + 1))


def decimal(value: Fraction, places: int) -> str:
    """Written with that many digits after the point."""
    whole, rest = divmod(round(value * 10**places), 10**places)
    return f"{whole}.{rest:0{places}d}"
