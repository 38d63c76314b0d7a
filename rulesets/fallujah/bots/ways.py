"""The ways a force can go on the ground, one to each place it can reach.

Belongs here: that search, for bots. Must not be here: legality, which the rules judge once more.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulesets.fallujah.map import has_node, is_open_to, movement, neighbours
from rulesets.fallujah.state import State


def ways(state: State, start: str, force: Sequence[str], points: int = 0) -> list[tuple[str, ...]]:
    """13 A shortest way to each space in reach, in order of distance; from a base to each of its entry spaces.

    `points` are movement points left; 0 takes those of the slowest unit.
    """
    numbers = state.numbers
    if start in numbers.bases:
        return [(entry,) for entry in numbers.bases[start].entry]
    found: dict[str, tuple[str, ...]] = {start: ()}
    edge = [start]
    for _ in range(points or min(movement(state, u) for u in force)):
        following = []
        for at in edge:
            for to in neighbours(state, at):
                if to not in found and is_open_to(state, at, to, force):
                    found[to] = (*found[at], to)
                    if not has_node(state, to):
                        following.append(to)
        edge = following
    return [path for path in found.values() if path]
