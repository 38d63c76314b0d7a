"""Ruling R110 Plans of movement, of reconnaissance and of attacks as people type them.

    move 1-87 C/1, 1-87 A/1 1806 1805; fly CH-47 1 1-87 C/2 1808; more
    recon ODA 372 1710; recon UAV 1 2110
    attack 1710 with 1-87 C/1; attack 1711 with A10-1 if held 1
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

from pbem.errors import IllegalMove
from pbem.kit.bots import may_answer
from pbem.kit.forms import Asked, Offer
from pbem.kit.prompts import Prompt
from pbem.kit.reserved import NOTHING
from pbem.kit.spelling import plural
from pbem.kit.typed import Typed
from pbem_games.anaconda.forms.aiming import attack_next
from pbem_games.anaconda.forms.fires import Attack
from pbem_games.anaconda.forms.moves import Move, Recon
from pbem_games.anaconda.forms.reading import FILLERS, is_hex_number, name_counter, no_such_hex
from pbem_games.anaconda.forms.ways import single_moves
from pbem_games.anaconda.orders import ATTACK, RECON, Order
from pbem_games.anaconda.plans.fires import WHEN, FirePlan
from pbem_games.anaconda.plans.fires import Attack as PlannedAttack
from pbem_games.anaconda.plans.sub_phase import AskPlan
from pbem_games.anaconda.plans.written import LAST, MORE, Plan
from pbem_games.anaconda.prompts import moving
from pbem_games.anaconda.prompts.offers import planned
from pbem_games.anaconda.state import State
from pbem_games.anaconda.words.vocabulary import counter_names, place_names

REST = "rest"  # of a plan that was stopped


class MovementPlan(Move):
    """8.1 Orders one after another; `more` if another part follows."""

    def prompt(self, asked: Asked[State]) -> Prompt:
        return moving.plan(asked)

    def read(self, asked: Asked[State], typed: Typed) -> Plan:  # type: ignore[override]
        orders, last, left = list[Order](), True, _left(asked)
        while typed.more() or typed.part():
            if _goes_on(typed, said=not last):
                last = False
            elif left and typed.word(REST):
                orders += [order for order in left if order not in orders]
            elif not typed.word(LAST, also=NOTHING):
                orders += single_moves(asked.state, self.one(asked, typed, orders))
        return Plan(tuple(orders), last)

    def offers(self, asked: Asked[State]) -> Iterable[Offer]:
        """What is left of a plan that was stopped, if that can still be done, before other ideas."""
        request = asked.request
        if isinstance(request, AskPlan) and request.left and may_answer(request, Plan(request.left), asked.peek):
            yield Offer(REST, f"as planned: {plural(len(request.left), 'order')}")
        yield from planned(asked)

    def propose(self, asked: Asked[State], rng: random.Random) -> Plan:  # type: ignore[override]
        orders: list[Order] = []
        for _ in range(rng.randint(0, 12)):
            order = super().propose(asked, rng)
            if order is not None:
                plan = Plan((*orders, order), True)
                try:
                    asked.items()[0].read(asked.items()[0].spell(plan), "", asked.rule)
                except IllegalMove:
                    continue
                orders.append(order)
        return Plan(tuple(orders), rng.random() < 0.7 or not orders)


def _left(asked: Asked[State]) -> tuple[Order, ...]:
    return asked.request.left if isinstance(asked.request, AskPlan) else ()


def _goes_on(typed: Typed, *, said: bool) -> bool:
    """Reads `more`; once it is said it is offered no more."""
    if said and typed.peek() == MORE:
        typed.skip(MORE)
        return True
    return not said and bool(typed.word(MORE))


class ReconPlan(Recon):
    """19.1 `recon ODA 372 1710; recon UAV 1 2110`"""

    def read(self, asked: Asked[State], typed: Typed) -> Plan:  # type: ignore[override]
        orders, last = list[Order](), True
        while typed.more() or typed.part():
            if _goes_on(typed, said=not last):
                last = False
            elif not typed.word(LAST, also=(*NOTHING, "done")):
                orders.append(self.one(asked, typed, orders))
        return Plan(tuple(orders), last)

    def offers(self, asked: Asked[State]) -> Iterable[Offer]:
        return planned(asked)

    def propose(self, asked: Asked[State], rng: random.Random) -> Plan:  # type: ignore[override]
        found = [super(ReconPlan, self).propose(asked, rng) for _ in range(rng.randint(0, 4))]
        orders = {order.who: order for order in found if order.kind == RECON}
        return Plan(tuple(orders.values()), rng.random() < 0.7 or not orders)


class Fires(Attack):
    """10.2 `attack 1710 with 1-87 C/1; attack 1711 with A10-1 if held 1; more`"""

    keywords = (*FILLERS, "if", "advance", "lead")

    def read(self, asked: Asked[State], typed: Typed) -> FirePlan:  # type: ignore[override]
        attacks, last = list[PlannedAttack](), True
        while typed.more() or typed.part():
            if _goes_on(typed, said=not last):
                last = False
            elif not typed.word(LAST, also=(*NOTHING, "done")):
                attacks.append(self._attack(asked, typed, attacks))
        return FirePlan(tuple(attacks), last)

    def _attack(self, asked: Asked[State], typed: Typed, before: Sequence[PlannedAttack]) -> PlannedAttack:
        when, after, advance = WHEN[0], 0, list[str]()
        places = place_names(asked.state.numbers)
        who, to, lead = list[str](), list[str](), ""
        typed.word("attack")
        while typed.more():
            typed.skip(*FILLERS)
            order = Order(ATTACK, tuple(who), tuple(to), lead)
            if not typed.peek():
                self._offer(asked, typed, order, before, is_said=bool(after or advance))
                raise typed.refuse_word("a hex, or who fires, is wanted")
            if typed.word("if"):
                when = typed.word(*WHEN[1:]) or typed.stop("if what? `if held 1` or `if emptied 1`")
                after = typed.number(1, max(1, len(before))) or typed.stop("if which attack?")
            elif typed.word("advance"):
                while typed.more() and (id := self._advancing(asked, typed, [id for id in who if id not in advance])):
                    advance.append(id)
                if not advance:
                    raise typed.refuse_word("who advances?")
            elif typed.word("lead"):
                lead = self.leader(asked, typed, order, ())
            elif hex := typed.name(places, whole=True):
                to.append(hex)
            elif id := name_counter(asked, typed):
                who.append(id)
            elif is_hex_number(typed.peek()):
                raise no_such_hex(asked.state, typed)
            else:
                raise typed.refuse_word("a hex, or who fires, is wanted")
        return PlannedAttack(Order(ATTACK, tuple(who), tuple(to), lead), when, after, tuple(advance))

    def _offer(
        self, asked: Asked[State], typed: Typed, order: Order, before: Sequence[PlannedAttack], *, is_said: bool
    ) -> None:
        """What may stand next in an attack: hexes and counters, then on what it depends and who advances."""
        named = [id for one in before for id in one.order.who]
        found = attack_next(asked, order, [hex for one in before for hex in one.order.to], named)
        if not is_said:
            typed.name(place_names(asked.state.numbers), found.places, remark=found.places.__getitem__)
            typed.name(counter_names(asked.state, asked.peek), found.counters)
        if order.who and order.to:
            typed.word(*(["if"] if before and not is_said else []), "advance", *(["lead"] if found.leads else []))

    @staticmethod
    def _advancing(asked: Asked[State], typed: Typed, able: Sequence[str]) -> str:
        """11.3 Those advance that fire."""
        if not typed.peek():
            return typed.name(counter_names(asked.state, asked.peek), able)
        return name_counter(asked, typed)

    def offers(self, asked: Asked[State]) -> Iterable[Offer]:
        return planned(asked)

    def propose(self, asked: Asked[State], rng: random.Random) -> FirePlan:  # type: ignore[override]
        found: list[PlannedAttack] = []
        for _ in range(rng.randint(0, 4)):
            order = super().propose(asked, rng)
            named = {id for one in found for id in one.order.who}
            if order.kind == "attack" and not named & set(order.who) and all(order.to != one.order.to for one in found):
                when = rng.choice(WHEN) if found else WHEN[0]
                after = rng.randint(1, len(found)) if when != WHEN[0] else 0
                found.append(PlannedAttack(order, when, after, order.who if rng.random() < 0.5 else ()))
        return FirePlan(tuple(found), rng.random() < 0.7 or not found)
