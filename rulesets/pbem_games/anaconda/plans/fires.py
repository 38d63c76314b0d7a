"""The Combat sub-phase by plans: attacks in turn, each with its condition and who advances.

Belongs here: C43, its check and its run. Must not be here: an attack itself (attack), what meets it (reactions).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import msgspec

from pbem.errors import IllegalMove
from pbem.kit.wording import Value, Wording, each, number
from pbem.play.requests import Form, Late, Peek, Tell, Write
from pbem_games.anaconda.advance import advance, ask_impetus, enter, is_impetus, may_advance
from pbem_games.anaconda.attack import attack, attack_lates, check_attack, has_targets, nobody_fires
from pbem_games.anaconda.forces import is_held, is_type, other_seat, piece
from pbem_games.anaconda.hvt import HVT
from pbem_games.anaconda.numbers import AL_QAEDA
from pbem_games.anaconda.orders import ATTACK, ID, ORDERS, STAY, Order
from pbem_games.anaconda.plans.asking import SealedAnswers, ask_sealed, with_works
from pbem_games.anaconda.plans.planned import Planned
from pbem_games.anaconda.plans.windows import attack_windows
from pbem_games.anaconda.plans.written import BETWEEN
from pbem_games.anaconda.reactions import LIVE
from pbem_games.anaconda.state import State
from pbem_games.anaconda.words.names import place_name

WHEN = ("always", "emptied", "held")
MOST_ATTACKS = 60


class Attack(msgspec.Struct, frozen=True):
    """One attack of a plan: `when` the attack number `after` emptied its hex, or left it held; who then advances."""

    words: ClassVar = "{order*} [if={when=always|emptied|held}:{after}] [advance={advance}]"
    order: Order
    when: str = "always"
    after: int = 0
    advance: tuple[str, ...] = ()


class FirePlan(msgspec.Struct, frozen=True):
    """Attacks in turn, numbered from 1; `last`: the sub-phase ends with them."""

    words: ClassVar = "{last?last|more} [; {attacks...}]"
    attacks: tuple[Attack, ...] = ()
    last: bool = True


_ATTACK: Form[Attack] = Wording(
    (Attack,), {"order": Value(ORDERS.parse, ORDERS.spell), "after": number(0, 999), "advance": each(ID, "+")},
    tried="an attack", rule="r110")
FIRE_PLANS: Form[FirePlan] = Wording(
    (FirePlan,), {"attacks": each(Value(_ATTACK.parse, _ATTACK.spell), BETWEEN, most=MOST_ATTACKS)},
    tried="a plan", rule="r110")
"""`last ; attack t1+t2 1809 ; attack t3 1809 if=held:1 ; attack t4 1710 advance=t4`"""


def check_fires(state: State, plan: FirePlan) -> None:
    """10.4, 10.13, ruling R110 Raises IllegalMove for the first attack that could not be made; each names its own."""
    named, hexes = set[str](), list[str]()
    if not plan.attacks and not plan.last:
        raise IllegalMove(FIRE_PLANS.spell(plan), "r110", "a part without attacks is the last")
    for i, one in enumerate(plan.attacks, 1):
        tried = ORDERS.spell(one.order)
        if one.order.kind != ATTACK or not 0 <= one.after < i or (one.when == "always") != (one.after == 0):
            raise IllegalMove(tried, "r110", "attacks only, on conditions that speak of earlier ones")
        if named & set(one.order.who):
            raise IllegalMove(tried, "10.4", "who fires is named once in a plan")
        if one.order.to and one.order.to[0] in hexes:
            raise IllegalMove(tried, "10.13", f"{one.order.to[0]} is attacked once in a sub-phase")
        check_attack(state, one.order)
        if any(id not in one.order.who for id in one.advance) or len(set(one.advance)) < len(one.advance):
            raise IllegalMove(tried, "11.3", "those advance that fire")
        named |= set(one.order.who)
        hexes.append(one.order.to[0])


async def planned_combat(state: State) -> None:
    """4.2 A.4, 10.5, ruling R110 C43, C44: parts, until one is the last or nothing can be attacked any more."""
    assert state.operations is not None
    operations = state.operations
    while has_targets(state):
        plan = await Write(
            rule="10.2-p", seat=operations.seat, about=f"{operations.marker}/{len(operations.attacked)}",
            form=FIRE_PLANS, check=lambda plan: check_fires(state, plan), draft=FirePlan,
            late=lambda plan: fires_lates(state, plan), truth=lambda peek: _nobody(state, peek))
        await run_fires(state, plan.attacks, Planned(await ask_reaction(state, plan)))
        if plan.last:
            return


async def ask_reaction(state: State, plan: FirePlan) -> SealedAnswers:
    """C44 Al Qaeda answers a fire plan of the Coalition once: flak at gunships, compounds in the hexes fired on."""
    assert state.operations is not None
    if state.operations.seat == AL_QAEDA:
        return SealedAnswers()
    attacks = [one.order for one in plan.attacks]
    hexes = with_works(state, [order.to[0] for order in attacks])
    return await ask_sealed(state, attack_windows(state, attacks), hexes, rule="10.2-s")


def fires_lates(state: State, plan: FirePlan) -> list[Late]:
    """10.14, 5.12 What the attacks of a plan claim of counters that lie face down."""
    return [late for one in plan.attacks for late in attack_lates(state, one.order)]


def _nobody(state: State, peek: Peek) -> FirePlan | None:
    return None if nobody_fires(state, peek) is None else FirePlan()


async def run_fires(state: State, attacks: Sequence[Attack], reactions: Planned) -> None:
    """10.5, 11.3, 27.3 In turn; one that lapses leaves its firers and air units free, face down as they lie.

    What attacker impetus adds stops the run, and is asked when it comes up.
    """
    assert state.operations is not None
    enemy, emptied = other_seat(state.operations.seat), set[int]()
    for i, one in enumerate(attacks, 1):
        (hex,) = one.order.to
        before = attacks[one.after - 1].order.to[0]
        is_wanted = one.when == "always" or (
            one.after in emptied if one.when == "emptied" else is_held(state, before, enemy))
        order = led_by_now(state, one.order)
        if not is_wanted or not can_attack(state, order):
            await Tell(rule="10.2", text=f"The attack on {place_name(state, hex)} lapses", places=(hex,))
            continue
        reactions.here = (i, 0)
        fought = await attack(state, order, reactions)
        if fought is not None and not is_held(state, hex, enemy):
            emptied.add(i)
        if fought is None or not fought.emptied:
            continue
        able = may_advance(state, fought)
        advanced = tuple(id for id in one.advance if id in able and not piece(state, id).pinned)
        await enter(state, advanced, hex)
        while advanced and is_impetus(state, fought):
            following = await ask_impetus(state, fought.shot.hex, advanced)
            again = await attack(state, following, LIVE) if following.kind != STAY else None
            if again is None or not again.emptied:
                break
            fought = again
            advanced = await advance(state, fought)


def led_by_now(state: State, order: Order) -> Order:
    """24.3, 24.4 An order whose leader an earlier attack has turned up: he need not be turned up again to lead it."""
    if not order.lead or not is_type(state, order.lead, HVT):
        return order
    hexes = [piece(state, id).place for id in order.who if id != order.lead]
    is_there = state.tokens[order.lead].place in hexes
    return msgspec.structs.replace(order, lead="") if is_there else order


def can_attack(state: State, order: Order) -> bool:
    """Whether an attack that was planned may still be made."""
    try:
        check_attack(state, order)
    except IllegalMove:
        return False
    return True
