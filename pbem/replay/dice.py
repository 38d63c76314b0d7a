"""How the dice of some frames fell: their faces by whose they are, and what hit, counted as an audit counts.

Belongs here: counting frames. Must not be here: chances (`pbem.audit.luck`), judging anybody by them.
"""

from __future__ import annotations

from collections.abc import Iterable

from pbem.audit.counts import DiceCount, HitCount
from pbem.audit.tallies import FaceTallies, HitTallies
from pbem.show.frame import Frame


def count_dice(frames: Iterable[Frame]) -> tuple[DiceCount, ...]:
    """Owners in the order in which they first had dice, all together last; each kind of die by itself."""
    tallies, owners = FaceTallies(), dict[str, None]()
    for frame in frames:
        for throw in frame.dice:
            owners |= dict.fromkeys(throw.owners)
            tallies.count(throw.owners, throw.sides, throw.values)
    return tallies.counts(owners)


def count_hits(frames: Iterable[Frame], *, by_rule: bool = True) -> tuple[HitCount, ...]:
    """Dice that hit or miss, by side, then by rule; without that each side's in one, its rule empty."""
    tallies = HitTallies()
    for frame in frames:
        for throw in frame.dice:
            tallies.count(throw.side, throw.rule if by_rule else "", throw.sides, throw.hits, throw.values)
    return tallies.counts()
