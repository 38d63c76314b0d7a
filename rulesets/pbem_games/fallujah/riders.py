"""25.2, 24.5, 24.6, 16.9 Who may carry whom.

Belongs here: pairs of carrier and rider, however they move. Must not be here: where they may go.
"""

from __future__ import annotations

from collections.abc import Iterable

from pbem.errors import IllegalMove
from pbem_games.fallujah.map import AMPHIBIOUS, is_ground, is_iraqi, is_light, labels, type_of
from pbem_games.fallujah.orders import Riders, Units
from pbem_games.fallujah.state import State

_RULES = {"transport": "24.5", "sof_helicopter": "24.6", "gunship": "24.5"}


def may_carry(state: State, carrier: str, rider: str) -> bool:
    """25.2, 24.5, 24.6, 16.9 Whether a unit has room for another at all, wherever both are.

    An Amtrac takes any light unit, Iraqi ones too (ruling R29), SOF too (R106); a transport helicopter any light unit,
    a special operations helicopter SOF only, neither an Iraqi one (R34). Nobody else carries.
    """
    match type_of(state, carrier):
        case "amtrac":
            return is_light(state, rider)
        case "transport":
            return is_light(state, rider) and not is_iraqi(state, rider)
        case "sof_helicopter":
            return type_of(state, rider) == "sof" and not is_iraqi(state, rider)
    return False


def candidates(state: State, carrier: str) -> list[str]:
    """25.2, 24.5 Whom a carrier could pick up where it is, in the order of lists."""
    place = state.units[carrier].place
    return [u for u, unit in state.units.items() if unit.place == place and may_carry(state, carrier, u)]


def on_dry_ground(state: State, units: Iterable[str]) -> list[str]:
    """25.2, ruling R81 Who of the ground units that go together cannot cross water, in the order given.

    Amtracs and SOF swim, and each Amtrac takes one light unit aboard, so what is left has no way over a river.
    """
    together = list(units)
    room = sum(type_of(state, u) == "amtrac" for u in together)
    others = [u for u in together if is_ground(state, u) and type_of(state, u) not in AMPHIBIOUS]
    aboard = [u for u in others if is_light(state, u)][:room]
    return [u for u in others if u not in aboard]


def check_riders(state: State, force: Units, riders: Riders, tried: str) -> None:
    """25.2, 24.5, 24.6 Each carrier moves with the force and takes one unit; IllegalMove says what is wrong."""
    taken: list[str] = []
    for carrier, rider in riders:
        rule = _RULES.get(type_of(state, carrier), "25.2")
        who, whom = labels(state, [carrier]), labels(state, [rider])
        if carrier not in force:
            raise IllegalMove(tried, rule, f"{who} carries {whom} and is not in the force", legal=force)
        if carrier in taken:
            raise IllegalMove(tried, rule, f"{who} carries one unit only")
        if not may_carry(state, carrier, rider):
            raise IllegalMove(tried, rule, f"{who} cannot carry {whom}", legal=candidates(state, carrier))
        taken.append(carrier)
