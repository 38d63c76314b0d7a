"""23.2, 23.4 What the player says of a battle beforehand: where, what is bought for the edge, who is to fall first.

Belongs here: the struct, its words, what is legal. Must not be here: fighting it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, ClassVar

import msgspec

from pbem.errors import IllegalMove
from pbem.kit.wording import Value, Wording, each, one_of, several
from pbem.play.requests import Form
from pbem_games.enduring_freedom.combat.edge import PURCHASES, price_of_edge, purchases_open
from pbem_games.enduring_freedom.points import can_pay
from pbem_games.enduring_freedom.state import State

DONE = "done"


class BattlePlan(msgspec.Struct, frozen=True):
    """A battle in `zone`, "" for none more; `edge` is bought; of equals those kinds fall `first`.

    `settled`: no edge is wanted, whoever turns up (ruling R108). `then` are the battles to follow without another
    question, in their order.
    """

    words: ClassVar = (
        "{zone} {settled?edge=none} [first={first:kinds}] [; {then...}]",
        "{zone} [edge={edge}] [first={first:kinds}] [; {then...}]", DONE + " [; {then...}]")
    zone: str = ""
    edge: tuple[str, ...] = ()
    first: tuple[str, ...] = ()
    settled: bool = False
    then: tuple[BattlePlan, ...] = ()


class Battles(msgspec.Struct, frozen=True):
    """23.3 Where a battle can be fought; whether in each of them one must be, as a counterattack."""

    zones: tuple[str, ...]
    must: bool


def battle_form(zones: Collection[str], kinds: Collection[str]) -> Form[BattlePlan]:
    """`kabul edge=command,base first=aq_base ; herat edge=none ; done`, or `done` alone."""
    values: dict[str, Value[Any]] = {
        "zone": one_of(zones, "zone of a battle"),
        "kinds": each(one_of(kinds, "kind of Islamist unit"), once=str).under("25.1"),
        "edge": several(PURCHASES, "edge to buy", ",").under("23.4")}
    one = Wording((BattlePlan,), values, tried="a battle", rule="23.3")
    values["then"] = each(Value(one.parse, one.spell), " ; ")
    return Wording((BattlePlan,), values, tried="battles", rule="23.3")


def in_a_row(plans: Sequence[BattlePlan]) -> BattlePlan:
    """Battles in their order as one answer."""
    return msgspec.structs.replace(plans[0], then=tuple(plans[1:]))


def check_battles(state: State, zones: Sequence[str], plan: BattlePlan, *, must: bool) -> None:
    """23.2, 23.4, 32.1, rulings R7, R59, R61 Zones where battles may be fought, edges that can be paid; IllegalMove."""
    cost, fought = 0, list[str]()
    for at, one in enumerate((plan, *plan.then)):
        if not one.zone and must:
            raise IllegalMove(DONE, "23.3", "counterattacks are fought in every zone", legal=zones)
        if not one.zone and at != len(plan.then):
            raise IllegalMove(DONE, "23.3", f"{DONE} comes last")
        if one.zone:
            cost += price_of_edge(state, one.edge)
            _check_one(state, [zone for zone in zones if zone not in fought], one, cost)
            fought.append(one.zone)


def _check_one(state: State, zones: Sequence[str], plan: BattlePlan, cost: int) -> None:
    """23.2, 23.4, 32.1 One of the battles; `cost` is that of all edges so far."""
    tried = f"battle in {plan.zone}"
    if plan.zone not in zones:
        raise IllegalMove(tried, "23.2", f"no battle can be fought in {plan.zone}", legal=zones)
    open_to = purchases_open(state, plan.zone)
    for bought in plan.edge:
        if bought not in open_to:
            raise IllegalMove(tried, "32.1", f"no FOB or HQ is in {plan.zone}", legal=open_to)
    if not can_pay(state, cost):
        raise IllegalMove(tried, "23.4", f"it costs {cost} NP, and 1 of {state.np} must be left")
