"""The turning points of a game: the battles that changed the distance to victory most.

Belongs here: which steps they are, what changed there. Must not be here: how a report tells them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from pbem.show.frame import Fight, Frame, valid
from pbem.show.scene import Scene

POINTS = 3


@dataclass(frozen=True, slots=True)
class Swing:
    """How far a side was from victory before and after, in its unit."""

    name: str
    unit: str
    before: int
    after: int
    goal: str = "victory"


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """From `before` to `after`, in which `fight` was fought, if one was; what it changed.

    `told` are the frames between, the last with it.
    """

    before: Frame
    told: tuple[Frame, ...]
    fight: Fight | None
    swings: tuple[Swing, ...]

    @property
    def after(self) -> Frame:
        return self.told[-1]

    @property
    def weight(self) -> int:
        """By how much all distances changed, together."""
        return sum(abs(one.after - one.before) for one in self.swings)


def turning_points(frames: Sequence[Frame], most: int = POINTS) -> tuple[TurningPoint, ...]:
    """The battles that changed most, in the order of play; other steps only if too few battles changed anything.

    If too few steps did, battles that changed nothing follow. Of equal ones that comes first in which somebody was
    nearer to victory, then that in which more was lost, then the earlier. What was taken back has not happened; a
    resignation and what comes after the end are no turning points. If a game knows no distances, losses alone count.
    """
    parts = list(_parts(valid(frames)))
    moved = [point for point in parts if point.weight]
    battles = [point for point in parts if point.fight is not None]
    chosen = sorted((point for point in battles if point.weight or not moved), key=_rank)[:most]
    chosen += sorted(_quiet(moved), key=_rank)[: most - len(chosen)]
    chosen += sorted((point for point in battles if moved and not point.weight), key=_rank)[: most - len(chosen)]
    return tuple(sorted(chosen, key=_place))


def without_battle(frames: Sequence[Frame], points: Sequence[TurningPoint]) -> tuple[TurningPoint, ...]:
    """The steps without a battle that changed more than the least of these points: as many at most, in order."""
    least = min((point.weight for point in points), default=0)
    told = {point.after.number for point in points}
    found = [p for p in _quiet(_parts(valid(frames))) if p.weight > least and p.after.number not in told]
    return tuple(sorted(sorted(found, key=_rank)[: len(points)], key=_place))


def _quiet(points: Iterable[TurningPoint]) -> Iterator[TurningPoint]:
    """Those without a battle; how a game ends is told at its end."""
    return (point for point in points if point.fight is None and point.after.ending is None)


def _rank(point: TurningPoint) -> tuple[int, int, int, int]:
    nearest = min((min(one.before, one.after) for one in point.swings), default=0)
    return -point.weight, nearest, -_lost(point.fight), point.after.number


def _place(point: TurningPoint) -> int:
    return point.after.number


def _lost(fight: Fight | None) -> int:
    """How many counters both sides lost."""
    pieces = [] if fight is None else [piece for side in fight.battle.sides for piece in side.lost]
    return sum(1 if piece.count is None else piece.count for piece in pieces)


def _parts(frames: Sequence[Frame]) -> Iterator[TurningPoint]:
    """The game cut into battles and other steps, so that each step is in one part."""
    last = 0  # of the part before
    for i, frame in enumerate(frames):
        if i and frame.fights:
            first = max(last + 1, _begun(frames, i))
            yield from (_part(frames, j - 1, j) for j in range(last + 1, first))
            yield _part(frames, first - 1, i, max(frame.fights, key=_lost))
            last = i
    yield from (_part(frames, j - 1, j) for j in range(last + 1, len(frames)))


def _part(frames: Sequence[Frame], before: int, after: int, fight: Fight | None = None) -> TurningPoint:
    told = tuple(frames[before + 1 : after + 1])
    is_play = frames[after].kind not in ("resign", "agreed", "undo")
    changed = swings(frames[before].scene, frames[after].scene) if is_play else ()
    return TurningPoint(frames[before], told, fight, changed)


def _begun(frames: Sequence[Frame], i: int) -> int:
    """Where the first of the battles began that ended in a frame."""
    round = min(fight.begun for fight in frames[i].fights)
    return next((j for j in range(i, 0, -1) if frames[j - 1].round < round), 1)


def swings(before: Scene, after: Scene) -> tuple[Swing, ...]:
    """What differs in the distances of two positions."""
    was = {score.name: score.value for score in before.scores if score.sides}
    return tuple(
        Swing(score.name, score.unit, was[score.name], score.value, score.goal)
        for score in after.scores
        if score.sides and score.name in was and was[score.name] != score.value
    )
