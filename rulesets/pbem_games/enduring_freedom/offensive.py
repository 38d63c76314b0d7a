"""31.2 An Islamist offensive: whoever is next to the Coalition goes there.

Belongs here: who moves and where to. Must not be here: the battles that follow (combat).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from pbem.kit.spelling import plural
from pbem.play.requests import Draw, Tell
from pbem_games.enduring_freedom.state import Counter, State
from pbem_games.enduring_freedom.words.dice import goal_in_words
from pbem_games.enduring_freedom.zones import coalition_zones, is_marker

Moves = list[tuple[str, Counter, str]]
"""(from, counter, to)."""


async def offensive(state: State) -> None:
    """31.2, 31.3, ruling R78 All moves are settled on the position before any is made; each keeps its face."""
    held, moves = coalition_zones(state), Moves()
    for zone, there in state.islamists.items():
        goals = goals_from(state, zone, held)
        for counter in there:
            if goals and not is_marker(state, counter):
                moves.append((zone, counter, await _goal(state, zone, goals)))
    for zone, counter, to in moves:
        state.islamists[zone] = [other for other in state.islamists[zone] if other is not counter]
        state.islamists[to].append(counter)
    if not moves:
        await Tell(rule="31.2", text="Offensive: nobody is next to the Coalition")
    for start, to in dict.fromkeys((start, to) for start, _, to in moves):
        count = sum((a, b) == (start, to) for a, _, b in moves)
        numbers = state.numbers.zones
        text = f"Offensive: {plural(count, 'Islamist counter')} from {numbers[start].name} to {numbers[to].name}"
        await Tell(rule="31.2", text=text, places=(start, to), is_way=True, faction="islamist")


def goals_from(state: State, zone: str, held: Sequence[str]) -> list[str]:
    """31.2, 31.3 Neighbours with Coalition units; none from a stronghold, nor from beside Coalition units."""
    if zone in held or state.numbers.zones[zone].kind == "stronghold":
        return []
    return [near for near in state.numbers.graph.neighbours(zone) if near in held]


async def _goal(state: State, zone: str, goals: Sequence[str]) -> str:
    """31.3, 3.9, ruling R4 One of them at random, for each counter separately."""
    if len(goals) == 1:
        return goals[0]
    (goal,) = await Draw(rule="31.3", about=zone, pool=tuple(goals), reads=partial(goal_in_words, state.numbers))
    return goal
