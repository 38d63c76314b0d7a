"""Which battles are worth fighting, and with which edge.

Belongs here: judgement of battles where both sides are. Must not be here: who goes there (attacks).
"""

from __future__ import annotations

from collections.abc import Sequence

from pbem_games.enduring_freedom.combat.edge import edges_to_buy
from pbem_games.enduring_freedom.combat.plan import BattlePlan
from pbem_games.enduring_freedom.judgement.worth import NP, of_zone
from pbem_games.enduring_freedom.prospects import Attacker, outlook, worth
from pbem_games.enduring_freedom.state import State
from pbem_games.enduring_freedom.zones import islamist, revealed


def of_battle(state: State, zone: str, attacker: Attacker, edge: tuple[str, ...]) -> int:
    """What a battle brings, in hundredths of an NP."""
    found = outlook(state, zone, attacker, bought=len(edge))
    return int(NP * (found.np - len(edge)) + of_zone(state, zone) * (found.won - found.lost))


def best_edge(state: State, zone: str, attacker: Attacker) -> tuple[str, ...]:
    """23.4 Of what can be paid the purchase that brings most; nothing, if it is all the same."""
    return max(edges_to_buy(state, zone), key=lambda edge: of_battle(state, zone, attacker, edge))


def doomed_last(state: State, zones: Sequence[str]) -> tuple[str, ...]:
    """10.2, 25.1, ruling R34 Terrorists fall after the battle anyway: the kinds of their factor that fall before."""
    there = [islamist(state, id) for zone in zones for id in revealed(state, zone)]
    factors = {entry.cf for entry in there if entry.kind == "terrorist"}
    equals = [entry for entry in there if entry.kind != "terrorist" and entry.cf in factors]
    equals.sort(key=lambda entry: -worth(entry))
    return tuple(dict.fromkeys(entry.id for entry in equals))


def _planned(state: State, zone: str, attacker: Attacker) -> BattlePlan:
    """With everything said beforehand: nothing is asked again if face-down units turn up (ruling R108)."""
    edge = best_edge(state, zone, attacker)
    is_settled = not edge and any(not counter.up for counter in state.north[zone])
    return BattlePlan(zone, edge, doomed_last(state, [zone]), is_settled)


def battles(state: State, zones: Sequence[str], *, must: bool, boldness: int = 0) -> list[BattlePlan]:
    """23.3 The battles to fight, the best first; all of them if they must be fought."""
    attacker: Attacker = "islamist" if must else "coalition"
    plans = [_planned(state, zone, attacker) for zone in zones]
    valued = [(of_battle(state, plan.zone, attacker, plan.edge), plan) for plan in plans]
    valued.sort(key=lambda found: -found[0])
    return [plan for value, plan in valued if must or value >= boldness]
