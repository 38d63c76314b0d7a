"""23.2, 23.4 What the player says of a battle beforehand: where, what is bought for the edge, who is to fall first.

Belongs here: the struct, its words, what is legal. Must not be here: fighting it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec

from pbem.errors import IllegalMove
from rulesets.enduring_freedom.combat.edge import PURCHASES, price_of_edge, purchases_open
from rulesets.enduring_freedom.plans import read_first, read_ids, spell_first
from rulesets.enduring_freedom.points import can_pay
from rulesets.enduring_freedom.state import State

DONE = "done"


class BattlePlan(msgspec.Struct, frozen=True):
    """A battle in `zone`, "" for none more; `edge` is bought; of equals those kinds fall `first`."""

    zone: str = ""
    edge: tuple[str, ...] = ()
    first: tuple[str, ...] = ()


class BattleForm:
    """`kabul edge=command,base first=aq_base`, or `done`."""

    def __init__(self, zones: Collection[str], kinds: Collection[str]) -> None:
        self.zones, self._kinds = tuple(zones), tuple(kinds)

    def parse(self, say: str) -> BattlePlan:
        if say == DONE:
            return BattlePlan()
        words, _, first = say.partition(" first=")
        zone, _, edge = words.partition(" edge=")
        (zone,) = read_ids(zone, self.zones, "23.3") if "," not in zone else ("",)
        if not zone:
            raise IllegalMove(say[:80], "23.3", "one zone is named", legal=self.zones)
        bought = read_ids(edge, PURCHASES, "23.4") if edge else ()
        return BattlePlan(zone, tuple(p for p in PURCHASES if p in bought), read_first(first, self._kinds, "25.1"))

    def spell(self, plan: BattlePlan) -> str:
        if not plan.zone:
            return DONE
        edge = f" edge={','.join(plan.edge)}" if plan.edge else ""
        return f"{plan.zone}{edge}{spell_first(plan.first)}"


def check_battle(state: State, zones: Sequence[str], plan: BattlePlan, *, must: bool) -> None:
    """23.2, 23.4, 32.1, rulings R7, R59, R61 Where a battle may be fought, an edge that can be paid; IllegalMove."""
    if not plan.zone:
        if must:
            raise IllegalMove(DONE, "23.3", "counterattacks are fought in every zone", legal=zones)
        return
    tried = f"battle in {plan.zone}"
    if plan.zone not in zones:
        raise IllegalMove(tried, "23.2", f"no battle can be fought in {plan.zone}", legal=zones)
    open_to = purchases_open(state, plan.zone)
    for bought in plan.edge:
        if bought not in open_to:
            raise IllegalMove(tried, "32.1", f"no FOB or HQ is in {plan.zone}", legal=open_to)
    cost = price_of_edge(state, plan.edge)
    if not can_pay(state, cost):
        raise IllegalMove(tried, "23.4", f"it costs {cost} NP, and 1 of {state.np} must be left")
