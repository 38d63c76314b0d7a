"""16.3 Losses of both sides.

Belongs here: which OPFOR counters fall, which ways the player has to spread hits, carrying them out.
Must not be here: dice. Losses beyond the last counter or step are nothing (16.6).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.play.requests import Ask, Tell
from pbem_games.fallujah.combat.battle import battlefield, enemy_names, return_enemy
from pbem_games.fallujah.forces import lose_step, steps
from pbem_games.fallujah.indexes import count_killed
from pbem_games.fallujah.map import under_way
from pbem_games.fallujah.orders import Units
from pbem_games.fallujah.state import Enemy, State


async def eliminate_weakest(state: State, losses: int) -> None:
    """16.3, 16.6, 21.1 So many OPFOR counters fall, weakest first (ruling R71); surplus is lost."""
    operation = under_way(state)
    fallen, operation.enemies = operation.enemies[:losses], operation.enemies[losses:]
    for enemy in fallen:
        eliminate(state, enemy)
    if fallen:
        text = f"OPFOR loses {enemy_names(state, fallen)} in {battlefield(state)}"
        is_hvt = any(state.numbers.is_hvt(enemy.kind) for enemy in fallen)
        await Tell(rule="16.3", text=text, places=(operation.space,), headline=is_hvt)


def eliminate(state: State, enemy: Enemy) -> None:
    """16.3, 14.6, 21.1 KIA +1 (ruling R90); an HVT is out for good, all others come back in time (ruling R57)."""
    count_killed(state)
    if state.numbers.is_hvt(enemy.kind):
        state.eliminated_hvt.append(enemy.kind)
    else:
        return_enemy(state, enemy)


async def take_hits(state: State, hits: int) -> None:
    """16.3, 16.6, 23.3 The player spreads the hits over the force, never over strikes (ruling R72); steps are lost."""
    if not hits:
        return
    operation = under_way(state)
    chosen = await Ask(
        rule="16.3", seat=state.seat, about=operation.space, legal=lambda: assignments(state, hits), spell=",".join
    )
    for unit in chosen:
        await lose_step(state, unit, rule="16.3")


def assignments(state: State, hits: int) -> list[Units]:
    """16.2, 16.3 Every way to spread hits over the steps of the force: each unit as often as it is hit.

    First the ways that eliminate fewest, then those that eliminate the cheapest, then those that hit the cheapest.
    """
    force = under_way(state).force
    capacity = [steps(state, unit) for unit in force]
    ways = spread(capacity, min(hits, sum(capacity)))
    return sorted(
        (tuple(unit for unit, n in zip(force, way, strict=True) for _ in range(n)) for way in ways),
        key=lambda units: _weight(state, units),
    )


def spread(capacity: Sequence[int], hits: int) -> Iterator[tuple[int, ...]]:
    """All ways to put hits on places that hold so many each, as many as can be on the first ones first."""
    if not capacity:
        yield ()
        return
    for here in range(min(capacity[0], hits), max(0, hits - sum(capacity[1:])) - 1, -1):
        for rest in spread(capacity[1:], hits - here):
            yield (here, *rest)


def _weight(state: State, hit: Units) -> tuple[int, int, int]:
    prices = state.numbers.units
    dead = [unit for unit in dict.fromkeys(hit) if hit.count(unit) == steps(state, unit)]
    return len(dead), sum(prices[unit].price for unit in dead), sum(prices[unit].price for unit in hit)
