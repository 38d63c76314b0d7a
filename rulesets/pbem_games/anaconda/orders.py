"""The answers that seats write: orders of one kind with counters and places, and counters with a place each.

Belongs here: their shape and their canonical words. Must not be here: which of them are legal, how people type them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import msgspec

from pbem.kit.wording import Unreadable, Value, Wording, each, like, pair
from pbem.play.requests import Form

PASS, DONE, FIRE, MOVE, FLY, MEDEVAC, RALLY, STACK = "pass", "done", "fire", "move", "fly", "medevac", "rally", "stack"
ATTACK, ADVANCE, STAY, RECON, FLIP = "attack", "advance", "stay", "recon", "flip"
MOST = 256  # counters or places in one order


class Order(msgspec.Struct, frozen=True):
    """What is ordered, of which counters, and where to or at what: `move r_1_87_c1 1805 1806`, `fire t3+t4`, `done`.

    In a fire `lead` is the face-down High Value Target that is turned up to lead it (ruling R109), "" for none.
    """

    words: ClassVar = "{kind} [{who} [{to*}]] [lead={lead}]"
    kind: str
    who: tuple[str, ...] = ()
    to: tuple[str, ...] = ()
    lead: str = ""


Placing = tuple[tuple[str, str], ...]
"""Counters, each with a place, in the order in which they were asked for."""


class Placed(msgspec.Struct, frozen=True):
    """3.4, 3.5, 6.2.3, 7.3, 7.4, 15.5, 22.4 The counters that are given places."""

    ids: tuple[str, ...]


class Walker(msgspec.Struct, frozen=True):
    """8.7 Which counter is on its way and asked how it goes on."""

    id: str


ID = like("[a-z0-9_]{1,24}", "counter or place")
WHO = each(ID, "+", empty="-", most=MOST)
_PLACES = each(pair(ID, ID, "="), " ")
ORDERS: Form[Order] = Wording(
    (Order,), {"kind": like("[a-z]{1,12}", "order"), "who": WHO, "to": each(ID, " ", most=MOST), "lead": ID},
    tried="an order", rule="r110")
"""`kind who1+who2 to1 to2 lead=t5`"""


def placing_form(ids: Sequence[str]) -> Form[Placing]:
    """`t1=1710 t2=1711`, each of `ids` once and in order."""

    def read(words: str) -> Placing:
        placing = _PLACES.read(words)
        if [id for id, _ in placing] != [*ids]:
            raise Unreadable(f"each of {len(ids)} counters is given one place, in order", ids)
        return placing

    return Value(read, _PLACES.spell).alone(tried="places", rule="r110")
