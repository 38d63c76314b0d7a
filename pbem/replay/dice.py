"""How the dice of some frames fell, seat by seat, counted as an audit counts them.

Belongs here: counting frames. Must not be here: chances (`pbem.audit.luck`), judging anybody by them.
"""

from __future__ import annotations

from collections.abc import Iterable

from pbem.audit.counts import ALL, DiceCount
from pbem.audit.tallies import MOST_SIDES
from pbem.show.frame import Frame


def count_dice(frames: Iterable[Frame]) -> list[DiceCount]:
    """Seats in the order in which they first moved dice, all together last; each kind of die by itself."""
    counted: dict[tuple[str, int], list[int]] = {}
    rolls: dict[tuple[str, int], int] = {}
    for frame in frames:
        for throw in frame.dice:
            if 1 < throw.sides <= MOST_SIDES:
                for key in ((seat, throw.sides) for seat in (*throw.seats, ALL)):
                    faces = counted.setdefault(key, [0] * throw.sides)
                    for value in throw.values:
                        faces[int(value) - 1] += 1
                    rolls[key] = rolls.get(key, 0) + 1
    counts = [
        DiceCount(seat, sides, rolls[seat, sides], sum(faces), _pips(faces), tuple(faces))
        for (seat, sides), faces in counted.items()
    ]
    return [c for c in counts if c.seat != ALL] + [c for c in counts if c.seat == ALL]


def _pips(faces: list[int]) -> int:
    return sum(face * count for face, count in enumerate(faces, 1))
