"""Gathers what a battle is made of, from the sentence that begins it to the one that ends it.

Belongs here: which dice and tables are of which battle. Must not be here: what they mean (rulesets), painting.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from pbem.kit.battles import TellBattle
from pbem.play.requests import Roll
from pbem.replay.films.heard import One
from pbem.show.battle import TableRow
from pbem.show.frame import Fight, Throw


class Fights:
    """The battle under way, step by step."""

    def __init__(self) -> None:
        """Nobody fights."""
        self._steps: list[tuple[int, Throw | TableRow]] = []
        self._begun = 0

    def hear(self, round: int, heard: Iterable[One], movers: tuple[str, ...]) -> tuple[Fight, ...]:
        """The battles that ended in a round of the record."""
        ended = []
        for one in heard:
            if isinstance(one, tuple):
                throw = throw_of(one, movers)
                self._steps += [(round, throw)] if throw.sides else []
            elif isinstance(one, TellBattle):
                if one.begins:
                    self._steps, self._begun = [], round
                self._steps += [(round, one.row)] if one.row is not None else []
                if one.battle is not None:
                    ended.append(self._fight(one, round))
        return tuple(ended)

    def forget(self, round: int) -> None:
        """What came after a round was taken back."""
        self._steps = [(when, step) for when, step in self._steps if when <= round]

    def _fight(self, told: TellBattle, round: int) -> Fight:
        assert told.battle is not None
        begun, steps, left = self._begun, self._steps, told.throws
        self._steps, self._begun = [], 0
        first = 0
        if left:
            dice = [i for i, (_, step) in enumerate(steps) if isinstance(step, Throw)]
            first = dice[-left]
            begun = steps[first][0]
        return Fight(battle=told.battle, begun=begun or round, steps=tuple(step for _, step in steps[first:]))


def throw_of(heard: tuple[Any, tuple[Any, ...]], movers: tuple[str, ...]) -> Throw:
    """Dice, or things drawn, as frames have them."""
    request, values = heard
    thrown = Throw(
        rule=request.rule, about=request.about, values=values, seats=movers, side=request.side,
        reading=request.reads(values),
    )  # fmt: skip
    if not isinstance(request, Roll):
        return thrown
    faces = tuple(tuple(those) for those in request.hits)
    return replace(thrown, sides=request.sides, hits=faces, decides=request.decides)
