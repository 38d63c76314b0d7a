"""What seats write when they plan: plans, the conditions sealed with them, groups that answer windows.

Belongs here: their shape and canonical words. Must not be here: which of them are legal, how people type them.
"""

from __future__ import annotations

import re
from typing import Literal

import msgspec

from pbem.errors import IllegalMove
from pbem_games.anaconda.orders import FIRE, ORDERS, PASS, Order

LAST, MORE = "last", "more"
MOST_ORDERS = 120  # in one part
MOST_GROUP = 100  # characters of one group, which has to fit its seal
_BETWEEN = " ; "
_NUMBER = re.compile(r"0|[1-9][0-9]{0,3}")
Pause = Literal["never", "loss", "contact"]
PAUSES: tuple[Pause, ...] = ("never", "loss", "contact")


class Plan(msgspec.Struct, frozen=True):
    """One part of a Movement sub-phase: orders in turn; `last`: no other part follows."""

    orders: tuple[Order, ...] = ()
    last: bool = True


class PlanForm:
    """`last ; move r_1_87_c1 1805 1806 ; fly h_ch47_1+r_1_87_c2 1808`"""

    def parse(self, say: str) -> Plan:
        """IllegalMove for words that are no plan."""
        word, *orders = say.split(_BETWEEN)
        if word not in (LAST, MORE) or len(orders) > MOST_ORDERS:
            raise IllegalMove(say[:60], "r110", f"a plan begins with {LAST} or {MORE}, then orders with `;` between")
        return Plan(tuple(ORDERS.parse(order) for order in orders), word == LAST)

    def spell(self, plan: Plan) -> str:
        """The canonical words."""
        return _BETWEEN.join([LAST if plan.last else MORE, *(ORDERS.spell(order) for order in plan.orders)])


class Conditions(msgspec.Struct, frozen=True):
    """What is sealed with a plan: when the run pauses, who stops once fired on, which entry needs which other one."""

    pause: Pause = "never"
    stop: tuple[int, ...] = ()
    needs: tuple[tuple[int, int], ...] = ()

    def needed_by(self, entry: int) -> list[int]:
        """The entries that must have been completed before this one."""
        return [needed for one, needed in self.needs if one == entry]


class ConditionsForm:
    """`pause=contact stop=1,3 needs=2:1,3:1`"""

    def parse(self, say: str) -> Conditions:
        """IllegalMove for words that are no conditions."""
        found = dict(word.split("=", 1) for word in say.split(" ") if word.count("=") == 1)
        pause, stop, needs = found.get("pause", ""), found.get("stop", ""), found.get("needs", "")
        known: dict[str, Pause] = {p: p for p in PAUSES}
        try:
            given = Conditions(
                known[pause],
                tuple(_number(n) for n in stop.split(",")) if stop else (),
                tuple((_number(a), _number(b)) for a, b in (p.split(":") for p in needs.split(","))) if needs else ())
        except (KeyError, ValueError):
            raise IllegalMove(say[:60], "r110", "conditions are like `pause=loss stop=1,3 needs=2:1`") from None
        return given

    def spell(self, given: Conditions) -> str:
        """The canonical words."""
        stop = ",".join(map(str, given.stop))
        needs = ",".join(f"{a}:{b}" for a, b in given.needs)
        words = [f"pause={given.pause}", f"stop={stop}" if stop else "", f"needs={needs}" if needs else ""]
        return " ".join(word for word in words if word)


class Group(msgspec.Struct, frozen=True):
    """Who fires in a window, if `least` strength is left and, unless `any`, the target is unhurt; nobody: a pass.

    At most `most` of those that still can fire, in the order written; 0 for all. `at` is at which token gunships fire
    once Al Qaeda has moved, "" in all other windows.
    """

    who: tuple[str, ...] = ()
    any: bool = False
    least: int = 0
    most: int = 0
    lead: str = ""
    at: str = ""


class GroupForm:
    """`fire t1+t2 any least=5 most=2 lead=t9`, `fire h_ah64_1 t3`, or `pass`"""

    def parse(self, say: str) -> Group:
        """IllegalMove for words that are no group."""
        if say == PASS:
            return Group()
        words = [w for w in say.split(" ") if w != "any" and not w.startswith(("least=", "most="))]
        numbers = dict(w.split("=", 1) for w in say.split(" ") if w.startswith(("least=", "most=")))
        order = ORDERS.parse(" ".join(words))
        try:
            least, most = _number(numbers.get("least", "0")), _number(numbers.get("most", "0"))
        except ValueError:
            raise IllegalMove(say[:60], "r110", "least= and most= are followed by a number") from None
        if order.kind != FIRE or not order.who or len(order.to) > 1:
            raise IllegalMove(say[:60], "r110", "a group is like `fire t1+t2 any least=5`, or `pass`")
        return Group(order.who, "any" in say.split(" "), least, most, order.lead, "".join(order.to))

    def spell(self, group: Group) -> str:
        """The canonical words."""
        if not group.who:
            return PASS
        words = [FIRE, "+".join(group.who), group.at, "any" if group.any else "",
                 f"least={group.least}" if group.least else "", f"most={group.most}" if group.most else "",
                 f"lead={group.lead}" if group.lead else ""]
        return " ".join(word for word in words if word)


Reaction = tuple[tuple[int, Group], ...]
"""Groups, each with the number of its window, in firing order."""


class ReactionForm:
    """`3 fire r_1_87_c1 ; 3 fire d_oda_372 any ; 7 fire h_ah64_1`, or `pass`"""

    def parse(self, say: str) -> Reaction:
        """IllegalMove for words that are no reaction."""
        if say == PASS:
            return ()
        parts = [part.partition(" ") for part in say.split(_BETWEEN)]
        if not all(_NUMBER.fullmatch(number) for number, _, _ in parts):
            raise IllegalMove(say[:60], "r110", "each group is led by the number of its window")
        return tuple((int(number), GroupForm().parse(group)) for number, _, group in parts)

    def spell(self, reaction: Reaction) -> str:
        """The canonical words."""
        return _BETWEEN.join(f"{number} {GroupForm().spell(group)}" for number, group in reaction) or PASS


def _number(word: str) -> int:
    if not _NUMBER.fullmatch(word):
        raise ValueError(word)
    return int(word)
