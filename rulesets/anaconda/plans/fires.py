"""The Combat sub-phase by plans: attacks in turn, each with its condition and who advances.

Belongs here: C43, its check and its run. Must not be here: an attack itself (attack), what meets it (reactions).
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from pbem.errors import IllegalMove
from pbem.kit.numbers import copy_of
from pbem.play.requests import Late, Peek, Tell, Write
from rulesets.anaconda.advance import advance, ask_impetus, enter, is_impetus, may_advance
from rulesets.anaconda.attack import attack, attack_lates, check_attack, nobody_fires, targets
from rulesets.anaconda.forces import is_held, other_seat, piece
from rulesets.anaconda.orders import ATTACK, ORDERS, STAY, Order
from rulesets.anaconda.plans.written import LAST, MORE
from rulesets.anaconda.reactions import Reactions
from rulesets.anaconda.state import State

WHEN = ("always", "emptied", "held")
MOST_ATTACKS = 60
_BETWEEN = " ; "


class Attack(msgspec.Struct, frozen=True):
    """One attack of a plan: `when` the attack number `after` emptied its hex, or left it held; who then advances."""

    order: Order
    when: str = "always"
    after: int = 0
    advance: tuple[str, ...] = ()


class FirePlan(msgspec.Struct, frozen=True):
    """Attacks in turn, numbered from 1; `last`: the sub-phase ends with them."""

    attacks: tuple[Attack, ...] = ()
    last: bool = True


class FirePlanForm:
    """`last ; attack t1+t2 1809 ; attack t3 1809 if=held:1 ; attack t4 1710 advance=t4`"""

    def parse(self, say: str) -> FirePlan:
        """IllegalMove for words that are no plan."""
        word, *attacks = say.split(_BETWEEN)
        if word not in (LAST, MORE) or len(attacks) > MOST_ATTACKS:
            raise IllegalMove(say[:60], "r110", f"a plan begins with {LAST} or {MORE}, then attacks with `;` between")
        return FirePlan(tuple(self._attack(words) for words in attacks), word == LAST)

    def _attack(self, say: str) -> Attack:
        words = say.split(" ")
        fields = dict(w.split("=", 1) for w in words if w.startswith(("if=", "advance=")))
        order = ORDERS.parse(" ".join(w for w in words if not w.startswith(("if=", "advance="))))
        when, _, after = fields.get("if", "always:0").partition(":")
        if when not in WHEN or not (after.isascii() and after.isdecimal() and len(after) < 4):
            raise IllegalMove(say[:60], "r110", "a condition is like if=held:1 or if=emptied:2")
        advance = fields.get("advance", "")
        return Attack(order, when, int(after), tuple(advance.split("+")) if advance else ())

    def spell(self, plan: FirePlan) -> str:
        """The canonical words."""
        return _BETWEEN.join([LAST if plan.last else MORE, *(self._spelled(one) for one in plan.attacks)])

    def _spelled(self, one: Attack) -> str:
        words = [ORDERS.spell(one.order), f"if={one.when}:{one.after}" if one.when != "always" else "",
                 f"advance={'+'.join(one.advance)}" if one.advance else ""]
        return " ".join(word for word in words if word)


def check_fires(state: State, plan: FirePlan) -> None:
    """10.4, 10.13, ruling R110 Raises IllegalMove for the first attack that could not be made; each names its own."""
    trial, named = copy_of(state), set[str]()
    assert trial.operations is not None
    hexes: list[str] = []
    if not plan.attacks and not plan.last:
        raise IllegalMove(FirePlanForm().spell(plan), "r110", "a part without attacks is the last")
    for i, one in enumerate(plan.attacks, 1):
        tried = ORDERS.spell(one.order)
        if one.order.kind != ATTACK or not 0 <= one.after < i or (one.when == "always") != (one.after == 0):
            raise IllegalMove(tried, "r110", "attacks only, on conditions that speak of earlier ones")
        if named & set(one.order.who):
            raise IllegalMove(tried, "10.4", "who fires is named once in a plan")
        if one.order.to and one.order.to[0] in hexes:
            raise IllegalMove(tried, "10.13", f"{one.order.to[0]} is attacked once in a sub-phase")
        check_attack(trial, one.order)
        if any(id not in one.order.who for id in one.advance) or len(set(one.advance)) < len(one.advance):
            raise IllegalMove(tried, "11.3", "those advance that fire")
        named |= set(one.order.who)
        hexes.append(one.order.to[0])


async def planned_combat(state: State, reactions: Reactions) -> None:
    """4.2 A.4, 10.5, ruling R110 C43: parts, until one is the last or nothing can be attacked any more."""
    assert state.operations is not None
    operations = state.operations
    while targets(state):
        plan = await Write(
            rule="10.2-p", seat=operations.seat, about=f"{operations.marker}/{len(operations.attacked)}",
            form=FirePlanForm(), check=lambda plan: check_fires(state, plan), draft=FirePlan,
            late=lambda plan: fires_lates(state, plan), truth=lambda peek: _nobody(state, peek))
        await run_fires(state, plan.attacks, reactions)
        if plan.last:
            return


def fires_lates(state: State, plan: FirePlan) -> list[Late]:
    """10.14, 5.12 What the attacks of a plan claim of counters that lie face down."""
    return [late for one in plan.attacks for late in attack_lates(state, one.order)]


def _nobody(state: State, peek: Peek) -> FirePlan | None:
    return None if nobody_fires(state, peek) is None else FirePlan()


async def run_fires(state: State, attacks: Sequence[Attack], reactions: Reactions) -> None:
    """10.5, 11.3, 27.3 In turn; one that lapses leaves its firers and air units free, face down as they lie."""
    assert state.operations is not None
    emptied: dict[int, bool] = {}
    for i, one in enumerate(attacks, 1):
        if not _is_due(state, one, emptied):
            await Tell(rule="10.2", text=f"The attack on {one.order.to[0]} lapses", places=one.order.to)
            continue
        fought = await attack(state, one.order, reactions)
        if fought is None:
            continue
        emptied[i] = not is_held(state, one.order.to[0], other_seat(state.operations.seat))
        if not fought.emptied:
            continue
        able = may_advance(state, fought)
        advanced = tuple(id for id in one.advance if id in able and not piece(state, id).pinned)
        await enter(state, advanced, fought.shot.hex)
        while advanced and is_impetus(state, fought):
            following = await ask_impetus(state, fought.shot.hex, advanced)
            again = await attack(state, following, reactions) if following.kind != STAY else None
            if again is None or not again.emptied:
                break
            fought = again
            advanced = await advance(state, fought)


def _is_due(state: State, one: Attack, emptied: dict[int, bool]) -> bool:
    """Whether its condition holds, and it may still be made."""
    if one.when != "always" and emptied.get(one.after) is not (one.when == "emptied"):
        return False
    try:
        check_attack(state, one.order)
    except IllegalMove:
        return False
    return True

