"""How some dice fell: their faces by whose they are, and what hit, counted as an audit counts.

Belongs here: counting throws. Must not be here: chances (`pbem.audit.counting.luck`), judging anybody by them.
"""

from __future__ import annotations

from collections.abc import Iterable

from pbem.audit.counting.counts import DiceCount, HitCount
from pbem.audit.counting.tallies import FaceTallies, HitTallies
from pbem.show.frame import Throw


def count_dice(throws: Iterable[Throw]) -> tuple[DiceCount, ...]:
    """Owners in the order in which they first had dice, all together last; each kind of die by itself."""
    tallies, owners = FaceTallies(), dict[str, None]()
    for throw in throws:
        owners |= dict.fromkeys(throw.owners)
        tallies.count(throw.owners, throw.sides, throw.values)
    return tallies.counts(owners)


def count_hits(throws: Iterable[Throw]) -> tuple[HitCount, ...]:
    """Dice that hit or miss, by side, then by rule, then by what they decide."""
    tallies = HitTallies()
    for throw in throws:
        tallies.count(throw.side, throw.rule, throw.sides, throw.hits, throw.values, throw.decides)
    return tallies.counts()
