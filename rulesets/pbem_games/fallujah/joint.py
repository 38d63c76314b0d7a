"""31 Joint operations, an option that restricts Iraqi units in the first battle.

Belongs here: the two questions it asks. Must not be here: anything where the option is off.
"""

from __future__ import annotations

from collections.abc import Iterable

from pbem_games.fallujah.map import is_iraqi, units_at
from pbem_games.fallujah.state import State


def _is_on(state: State) -> bool:
    return state.options.joint_operations and state.printed.restricts_joint


def may_join(state: State, force: Iterable[str]) -> bool:
    """31, ruling R114 A J-3 force, riders included, is all Iraqi or has no Iraqi unit; stacking stays free (R116)."""
    return not _is_on(state) or len({is_iraqi(state, u) for u in force}) < 2


def is_support_barred(state: State, space: str) -> bool:
    """31, ruling R115 No strike, NetWar or Intel may be used where an Iraqi unit stands, whether it fights or not."""
    return _is_on(state) and any(is_iraqi(state, u) for u in units_at(state, space))
