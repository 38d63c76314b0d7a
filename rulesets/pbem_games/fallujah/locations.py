"""7.2 Random locations: where a marker comes down.

Belongs here: the dice that name a space. Must not be here: what is laid there (events).
"""

from __future__ import annotations

from functools import partial

from pbem.play.requests import Roll, Tell
from pbem_games.fallujah.map import has_node, name_of
from pbem_games.fallujah.state import State
from pbem_games.fallujah.words import dice as words


async def random_location(state: State) -> str:
    """7.2 One die for the route, then two added for the phase line; every space may come up (ruling R137)."""
    how = state.numbers.random_location
    route = sum(await Roll(rule="7.2", dice=how.route_dice, sides=how.die_sides, reads=words.route))
    reads = partial(words.phase_line, state.numbers, route)
    phase_line = sum(await Roll(rule="7.2", dice=how.phase_line_dice, sides=how.die_sides, reads=reads))
    return state.numbers.grid[route, phase_line]


async def random_location_without_node(state: State) -> str:
    """7.2 For a node, rolled again while one lies there, the Downed Helicopter included (ruling R49)."""
    while has_node(state, space := await random_location(state)):
        text = f"A node lies in {name_of(state, space)} already: the location is rolled again"
        await Tell(rule="7.2", text=text, places=(space,))
    return space
