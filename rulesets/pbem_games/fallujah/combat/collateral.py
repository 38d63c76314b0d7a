"""23.5 Collateral Damage: what a 6 costs.

Belongs here: the loss. Must not be here: whose sixes count (23.4, Civilians: who fires says it).
"""

from __future__ import annotations

from pbem_games.fallujah.indexes import lose_ops
from pbem_games.fallujah.map import name_of
from pbem_games.fallujah.state import State


async def collateral(state: State, sixes: int, space: str, *, rule: str) -> None:
    """23.5, ruling R138 One OP for each 6, added up and lost at once, where the chart says so for the scenario."""
    terrain = state.numbers.terrain[state.numbers.spaces[space].terrain]
    if terrain.collateral[state.scenario]:
        await lose_ops(state, sixes, f"Collateral Damage in {name_of(state, space)}", rule=rule)
