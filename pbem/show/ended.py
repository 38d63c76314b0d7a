"""What the end of a match says of its scores, whatever rule ended it.

Belongs here: distances from victory once somebody has won or nobody has. Must not be here: what a view counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Set

import msgspec

from pbem.show.scene import Score


def won(winners: Iterable[str]) -> str:
    """`winners: MPLA, FAPLA` by the names of their seats; after a draw, or a win of the game, that nobody has."""
    return f"winners: {told}" if (told := ", ".join(winners)) else "no player has won"


def decided(scores: Iterable[Score], seats: Set[str], winners: Set[str]) -> tuple[Score, ...]:
    """At 0 whoever has won, and nobody else; if nobody has, all sides that somebody plays are equally far.

    A side that no seat plays is as far as it was, at 0 if it was and no seat has won.
    """
    found = tuple(_shown(score, seats, winners) for score in scores)
    far = [score.value for score in found if score.sides]
    if winners or not all(far):
        return found
    most = max((score.value for score in found if seats & set(score.sides)), default=0)
    return tuple(msgspec.structs.replace(s, value=most) if seats & set(s.sides) else s for s in found)


def _shown(score: Score, seats: Set[str], winners: Set[str]) -> Score:
    if not score.sides:
        return score
    if winners & set(score.sides):
        return msgspec.structs.replace(score, value=0)
    if winners or seats & set(score.sides):
        return msgspec.structs.replace(score, value=max(1, score.value))
    return score
