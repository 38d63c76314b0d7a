"""Lays two logs of one game side by side, turn by turn: python examples/compare_logs.py ONE OTHER"""

from __future__ import annotations

import sys
from itertools import zip_longest

from pbem import library


def held(frame: library.Frame | None) -> str:
    """How many places each side holds at the end of a turn."""
    if frame is None:
        return ""
    sides = list(library.holders(frame.scene).values())
    return ", ".join(f"{side} {sides.count(side)}" for side in sorted(set(sides)))


def main(one: str, other: str) -> None:
    """A line for each turn: where each game stood."""
    games = library.open(one), library.open(other)
    for first, second in zip_longest(*(game.turns() for game in games)):
        turn = next(frame.turn for frame in (first, second) if frame is not None)
        print(f"{turn:<28} | {held(first):<40} | {held(second)}")
    for game in games:
        print(f"{game.log.parent.name}: {game.ending.text if game.ending else 'not ended'}")


if __name__ == "__main__":
    main(*sys.argv[1:3])
