"""29 Leaders: how they appear. How they go with their units stands in forces, what they add to the edge in combat/edge.

Belongs here: the check after a won battle. Must not be here: leaders kept between battles (campaign).
"""

from __future__ import annotations

from functools import partial

from pbem.play.requests import Ask, Roll, Tell
from pbem_games.fallujah.map import name_of, under_way
from pbem_games.fallujah.state import State
from pbem_games.fallujah.words.dice import leader_check


async def check_leader(state: State) -> None:
    """29.1 After a won battle two dice may bring a leader, to any unit of the force that is left (ruling R100).

    Not rolled where none is free (ruling R102); nobody rolls after a capture without a battle (ruling R77). Leaders are
    alike: the first free one comes. He stays with his unit until it is gone (ruling R101).
    """
    operation, printed = under_way(state), state.numbers.tables.leader_check
    free = next((leader for leader, carrier in state.leaders.items() if not carrier), None)
    if free is None:
        return
    reads = partial(leader_check, printed.success)
    dice = await Roll(rule="29.1", about=operation.space, dice=printed.dice, side="coalition", reads=reads)
    if sum(dice) not in printed.success:
        return
    unit = await Ask(rule="29.1", seat=state.seat, about=operation.space, legal=lambda: list(operation.force))
    state.leaders[free] = unit
    name, label = state.numbers.leaders[free].name, state.numbers.units[unit].label
    text = f"{name} comes forward in {name_of(state, operation.space)} and joins {label}"
    await Tell(rule="29.1", text=text, places=(operation.space,))
