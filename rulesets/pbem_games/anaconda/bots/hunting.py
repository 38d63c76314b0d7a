"""20.5 Who may be a leader that gets out by the east, and where the Coalition waits for him.

Belongs here: what was laid far from the fight and one move from the way out; from where its way is under fire.
Must not be here: orders (coalition), what counters are worth (estimates).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from pbem_games.anaconda.bots.fields import to_sanctuary
from pbem_games.anaconda.bots.laying import NEAR, ONE_MOVE, sites
from pbem_games.anaconda.map import Ground
from pbem_games.anaconda.state import State

LEADER = 250  # hundredths of a point: every second one of these is a leader
ODDS = (60, 40, 25, 12)  # percent: a team stops who passes it, by the modifier of the hex that he enters


def suspects(state: State) -> list[str]:
    """Counters on the map that lie face down and were laid where only a leader is of use."""
    hexes = state.numbers.ground.hexes.every
    return [id for id, token in state.tokens.items() if token.place in hexes and is_suspect(state, id)]


def is_suspect(state: State, id: str) -> bool:
    """Whether a counter that nobody has seen may be a leader, by where it was laid."""
    token = state.tokens.get(id)
    return token is not None and not token.face and token.origin in _hideouts(state.numbers.ground)


@lru_cache(maxsize=8)
def _hideouts(ground: Ground) -> frozenset[str]:
    """Hexes one move from the Sanctuary from which no landing zone, pass or objective is within reach of arms."""
    at, out = sites(ground), to_sanctuary(ground)
    goals = (*at.landing, *at.passes, *ground.objectives)
    near = {hex for goal in goals for hex in ground.hexes.within(goal, NEAR)}
    return frozenset(h for h in ground.hexes.hexes if h not in near and not ground.is_edge(h) and out[h] <= ONE_MOVE)


@lru_cache(maxsize=1024)
def way_out(ground: Ground, hex: str) -> tuple[str, ...]:
    """The hexes that are entered on the cheapest way from a hex to the Sanctuary, in order."""
    return tuple(_steps_out(ground, hex))


def _steps_out(ground: Ground, hex: str) -> Iterator[str]:
    out = to_sanctuary(ground)
    while True:
        steps = [(out[n] + cost, n) for n in ground.hexes.neighbours(hex)
                 if n in out and (cost := ground.step(hex, n, False)) is not None]
        cost, near = min(steps, default=(out[hex], hex))
        if cost > out[hex] or near == hex:
            return
        yield near
        hex = near


def ambush(state: State, hex: str) -> int:
    """Hundredths of a point: what a team in a hex may win of leaders that pass it."""
    ground, radius = state.numbers.ground, state.numbers.limits.defensive_radius
    found = 0
    for id in suspects(state):
        way = [at for at in way_out(ground, state.tokens[id].place) if ground.distance(hex, at) <= radius]
        odds = [ODDS[min(ground.defence(at).drm, len(ODDS) - 1)] for at in way if ground.in_line(hex, at)]
        found += LEADER * max(odds, default=0) // 100
    return found
