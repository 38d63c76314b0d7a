"""What seats write when they plan: plans, the conditions sealed with them, groups that answer windows.

Belongs here: their shape and canonical words. Must not be here: which of them are legal, how people type them.
"""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec

from pbem.kit.wording import Value, Wording, each, number, pair
from pbem.play.requests import Form
from pbem_games.anaconda.orders import ID, ORDERS, PASS, WHO, Order

LAST, MORE = "last", "more"
MOST_ORDERS = 120  # in one part
MOST_GROUP = 100  # characters of one group, which has to fit its seal
BETWEEN = " ; "
_NUMBER = number(0, 9999)
Pause = Literal["never", "loss", "contact"]
PAUSES: tuple[Pause, ...] = ("never", "loss", "contact")


class Plan(msgspec.Struct, frozen=True):
    """One part of a Movement sub-phase: orders in turn; `last`: no other part follows."""

    words: ClassVar = "{last?last|more} [; {orders...}]"
    orders: tuple[Order, ...] = ()
    last: bool = True


PLANS: Form[Plan] = Wording(
    (Plan,), {"orders": each(Value(ORDERS.parse, ORDERS.spell), BETWEEN, most=MOST_ORDERS)},
    tried="a plan", rule="r110")
"""`last ; move r_1_87_c1 1805 1806 ; fly h_ch47_1+r_1_87_c2 1808`"""


class Conditions(msgspec.Struct, frozen=True):
    """What is sealed with a plan: when the run pauses, who stops once fired on, which entry needs which other one."""

    words: ClassVar = "pause={pause=never|loss|contact} [stop={stop}] [needs={needs}]"
    pause: Pause = "never"
    stop: tuple[int, ...] = ()
    needs: tuple[tuple[int, int], ...] = ()

    def needed_by(self, entry: int) -> list[int]:
        """The entries that must have been completed before this one."""
        return [needed for one, needed in self.needs if one == entry]


CONDITIONS: Form[Conditions] = Wording(
    (Conditions,), {"stop": each(_NUMBER), "needs": each(pair(_NUMBER, _NUMBER))}, tried="conditions", rule="r110")
"""`pause=contact stop=1,3 needs=2:1,3:1`"""


class Group(msgspec.Struct, frozen=True):
    """Who fires in a window, if `least` strength is left and, unless `any`, the target is unhurt; nobody: a pass.

    At most `most` of those that still can fire, in the order written; 0 for all. `at` is at which token gunships fire
    once Al Qaeda has moved, "" in all other windows.
    """

    words: ClassVar = (
        "fire {who} [{at}] {any?any} [least={least:number}] [most={most:number}] [lead={lead:at}]", PASS)
    who: tuple[str, ...] = ()
    any: bool = False
    least: int = 0
    most: int = 0
    lead: str = ""
    at: str = ""


GROUPS: Form[Group] = Wording((Group,), {"who": WHO, "at": ID, "number": _NUMBER}, tried="a group", rule="r110")
"""`fire t1+t2 any least=5 most=2 lead=t9`, `fire h_ah64_1 t3`, or `pass`"""


Reaction = tuple[tuple[int, Group], ...]
"""Groups, each with the number of its window, in firing order."""


REACTIONS: Form[Reaction] = each(pair(_NUMBER, Value(GROUPS.parse, GROUPS.spell), " "), BETWEEN).alone(
    tried="a reaction", rule="r110", empty=PASS)
"""`3 fire r_1_87_c1 ; 3 fire d_oda_372 any ; 7 fire h_ah64_1`, or `pass`"""
