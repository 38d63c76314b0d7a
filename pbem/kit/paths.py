"""The cheapest ways over a map, hexes or areas, with exact costs.

Costs are whole numbers of the smallest part of a point that the game knows: with half points a road at half a point
costs 1 and a clear hex costs 2. `in_points` writes them as players count.
Belongs here: the search. Must not be here: what a step costs or forbids, which the game says by a function.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Protocol

Way = tuple[str, ...]
"""Places in the order they are entered, the start included."""

StepCost = Callable[[str, str], int | None]
"""What it costs to go from a place to one next to it, in parts of a point; None if that is forbidden."""


class Map(Protocol):
    """What has neighbours: a `Graph` or a `HexMap`."""

    def neighbours(self, place: str, /) -> tuple[str, ...]: ...


@dataclass(frozen=True)
class Reach:
    """What can be reached from `start`: the least cost of each place, cheapest first; the start costs 0."""

    start: str
    costs: dict[str, int]
    before: dict[str, str]

    def way(self, goal: str) -> Way:
        """A cheapest way: of several the one with the fewest steps. KeyError if the goal cannot be reached."""
        self.costs[goal]
        way = [goal]
        while way[-1] != self.start:
            way.append(self.before[way[-1]])
        return tuple(reversed(way))


def reach(on: Map, start: str, cost: StepCost, most: int | None = None, *, one_step: bool = False) -> Reach:
    """Everything that can be reached for at most so much; without `most` all there is a way to.

    `one_step`: the first step may be taken whatever it costs, but if it costs more than `most` the move ends there.
    Ties are settled by fewer steps, then by the lower place before, so that all tables find the same way.
    """
    best: dict[str, tuple[int, int, str]] = {start: (0, 0, start)}
    queue: list[tuple[int, int, str]] = [(0, 0, start)]
    costs: dict[str, int] = {}
    while queue:
        spent, steps, at = heappop(queue)
        if at in costs:
            continue
        costs[at] = spent
        if most is not None and spent > most:
            continue  # entered by its only step
        for to in on.neighbours(at):
            price = cost(at, to)
            if price is None or to in costs:
                continue
            if price < 0:
                raise ValueError(f"a step from {at} to {to} costs {price}: a cost is never negative")
            if most is not None and spent + price > most and not (one_step and at == start):
                continue
            found = spent + price, steps + 1, at
            if to not in best or found < best[to]:
                best[to] = found
                heappush(queue, (spent + price, steps + 1, to))
    return Reach(start, costs, {place: best[place][2] for place in costs if place != start})


def cost_of(on: Map, way: Sequence[str], cost: StepCost) -> int | None:
    """What a way costs, step by step; None if two of its places do not touch or a step is forbidden."""
    total = 0
    for i in range(1, len(way)):
        price = cost(way[i - 1], way[i]) if way[i] in on.neighbours(way[i - 1]) else None
        if price is None:
            return None
        total += price
    return total


def in_points(cost: int, parts: int) -> str:
    """A cost as players count it, `parts` to a point (1, 2 or 4): 3 halves are `1.5`, 5 quarters `1.25`."""
    if parts not in (1, 2, 4):
        raise ValueError(f"{parts} parts to a point: 1, 2 or 4 can be written")
    hundredths = cost * (100 // parts)
    return f"{hundredths // 100}.{hundredths % 100:02}".rstrip("0").rstrip(".")
