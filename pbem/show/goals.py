"""How far a side is from what it is after, in words: from victory; of a side that nobody plays, who must not fall.

Belongs here: words for a `Score` with sides. Must not be here: what counts, who is nearer, pages.
"""

from __future__ import annotations

import re

DEFEAT_OF = "the defeat of "
"""How the goal of a side begins that nobody plays; who plays against it follows."""


def beaten(goal: str) -> str:
    """Who would be defeated if a side reaches its goal; "" if that is a victory, or a draw, of its own."""
    return goal.removeprefix(DEFEAT_OF) if goal.startswith(DEFEAT_OF) else ""


def units(value: int, unit: str) -> str:
    """`2 Victory Tokens`, `1 Victory Token`, `1 objective hex`, `3 VP`."""
    return f"{value} {re.sub('(?<=x)es$|s$', '', unit) if value == 1 else unit}"


def standing_words(name: str, value: int, unit: str, goal: str) -> str:
    """`OPFOR 12 VP from victory`, `the Coalition is 9 VP above defeat`, `MPLA would win if it ended now`."""
    if not value and goal == "victory":
        return f"{name} would win if it ended now"
    if other := beaten(goal):
        return f"{other} {f'is {units(value, unit)} above defeat' if value else 'would be defeated if it ended now'}"
    return f"{name} {units(value, unit)} from {goal}"


def swing_words(name: str, before: int, after: int, unit: str, goal: str) -> str:
    """`Coalition: 12 VP nearer to victory (24 before, 12 after).`"""
    other, by = beaten(goal), units(abs(after - before), unit)
    end = f"; it would {'be defeated' if other else 'win'} if it ended here" if after == 0 else ""
    way = f"{'nearer to' if after < before else 'farther from'} {'defeat' if other else 'victory'}"
    side = other[:1].upper() + other[1:] or name
    return f"{side}: {by} {way} ({before} before, {after} after{end})."
