"""6.0, 14, 21 to 26, 33 Choices that are no plans: zones named, assets committed, strikes, battles, hits, single picks.

Belongs here: reading and offering them. Must not be here: legality.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from pbem.kit.forms import Asked, Form, Offer
from pbem.kit.reserved import NOTHING
from pbem.kit.spelling import Names, plural
from pbem.kit.typed import Remark, Typed
from pbem.play.requests import Write
from pbem_games.enduring_freedom import printed, prompts
from pbem_games.enduring_freedom.combat.edge import BASE, COMMAND, PURCHASES, edges_to_buy, price_of_edge
from pbem_games.enduring_freedom.combat.plan import DONE, BattleForm, BattlePlan, in_a_row
from pbem_games.enduring_freedom.forms.advice import advised_battles
from pbem_games.enduring_freedom.forms.reading import SKIPPED, Pick, several, word_if
from pbem_games.enduring_freedom.joint_strike import StrikePlan
from pbem_games.enduring_freedom.judgement.purchases import zones_to_see
from pbem_games.enduring_freedom.losses import HitsForm
from pbem_games.enduring_freedom.numbers import Numbers
from pbem_games.enduring_freedom.points import can_pay
from pbem_games.enduring_freedom.prompts.seeing import infowar_remark
from pbem_games.enduring_freedom.stacking import FACE_DOWN
from pbem_games.enduring_freedom.state import State
from pbem_games.enduring_freedom.zones import islamist, revealed, steps


class _Prompted(Form[State]):
    keywords = (*SKIPPED, "first", DONE)

    def prompt(self, asked: Asked[State]) -> str:
        return prompts.prompt(asked)


class ZonesNamed(_Prompted):
    """6.0 (6) `kabul kandahar`"""

    def read(self, asked: Asked[State], typed: Typed) -> tuple[str, ...]:
        most, hidden = len(asked.legal()[0]), self._face_down(asked)
        zones = several(typed, printed.zones(asked.state.numbers), asked.state.numbers.zones,
                        offered=lambda named: hidden if len(named) < most else ())
        if not zones:
            raise typed.refuse_word("no zone is named")
        return tuple(zones)

    def _face_down(self, asked: Asked[State]) -> list[str]:
        side = asked.state.islamists if asked.about == "islamist" else asked.state.north
        return [zone for zone, there in side.items() if any(not c.up for c in there)]

    def offers(self, asked: Asked[State]) -> Iterable[Offer]:
        zones = zones_to_see(asked.state, asked.about, len(asked.legal()[0]))
        yield Offer(", ".join(asked.state.numbers.zones[zone].name for zone in zones), "where most lies face down")

    def propose(self, asked: Asked[State], rng: random.Random) -> tuple[str, ...]:
        return tuple(rng.sample(self._face_down(asked), len(asked.legal()[0])))


class Committed(_Prompted):
    """14.1 How many assets."""

    def read(self, asked: Asked[State], typed: Typed) -> Any:
        most = asked.legal()[-1]
        count = 0 if typed.word("none", also=(DONE,)) else most if typed.word("all") else typed.number(0, most)
        if count is None:
            raise typed.refuse_word("how many?")
        typed.skip("iw", "infowar", "assets")
        return count

    def offers(self, asked: Asked[State]) -> Iterable[Offer]:
        for count in sorted(asked.legal(), reverse=True):
            yield Offer(str(count), infowar_remark(asked.state, count))


class Strikes(_Prompted):
    """22.2 `kabul kandahar first aq_base`; zones that are not named come last."""

    def read(self, asked: Asked[State], typed: Typed) -> StrikePlan:
        zones = list(asked.legal()[0].zones)
        named = several(typed, printed.zones(asked.state.numbers), zones)
        first = read_first(asked.state, typed, zones)
        if not named and not first:
            raise typed.refuse_word("no zone is named")
        return StrikePlan((*named, *(zone for zone in zones if zone not in named)), first)

    def offers(self, asked: Asked[State]) -> Iterable[Offer]:
        zones = [asked.state.numbers.zones[zone].name for zone in asked.legal()[0].zones]
        yield Offer(", ".join(zones), "the most NP first, of equals")

    def propose(self, asked: Asked[State], rng: random.Random) -> StrikePlan:
        zones = list(asked.legal()[0].zones)
        rng.shuffle(zones)
        return StrikePlan(tuple(zones), _some_kinds(asked.state, zones, rng))


class Battles(_Prompted):
    """23.3 `kabul command base first aq_base; herat none; done`: battles in their order, or `done` alone."""

    def read(self, asked: Asked[State], typed: Typed) -> BattlePlan:
        plans: list[BattlePlan] = []
        while typed.part():
            plans.append(self._one(asked, typed, plans))
        if not plans:
            raise typed.refuse_word("no zone is named")
        return in_a_row(plans)

    def _one(self, asked: Asked[State], typed: Typed, before: Sequence[BattlePlan]) -> BattlePlan:
        state, must = asked.state, asked.about == "counterattack"
        if (not must or typed.peek() == DONE) and typed.word(DONE, also=NOTHING, remark=lambda _: "no more battles"):
            return BattlePlan()
        typed.skip("attack", "fight", "battle", "then", *SKIPPED)
        fought, spent = [plan.zone for plan in before], sum(price_of_edge(state, plan.edge) for plan in before)
        zones = [zone for zone in zones_of(asked) if zone not in fought]
        zone = typed.name(
            printed.zones(state.numbers), zones, remark=lambda z: f"{len(revealed(state, z))} revealed",
            why=lambda z: f"no battle can be fought in {state.numbers.zones[z].name}")
        if not zone:
            raise typed.refuse_word("no zone is named")
        is_settled = bool(typed.word("none", also=("plain",), remark=lambda _: "no edge, whoever turns up"))
        bought = () if is_settled else read_edge(typed, edges_within(state, zone, spent))
        return BattlePlan(zone, bought, read_first(state, typed, [zone]), is_settled)

    def offers(self, asked: Asked[State]) -> Iterable[Offer]:
        """All battles that are worth it in one answer, then each alone."""
        must, state = asked.about == "counterattack", asked.state
        words, cost = advised_battles(state, zones_of(asked), must=must)
        yield Offer(words, f"a sensible plan: {cost} NP for the edge")
        if not must and words != DONE:
            yield Offer(DONE, "no attack")
        for zone in zones_of(asked):
            name = state.numbers.zones[zone].name
            if name != words:
                yield Offer(name, plural(len(revealed(state, zone)), "Islamist unit"))

    def propose(self, asked: Asked[State], rng: random.Random) -> BattlePlan:
        zones = zones_of(asked)
        if asked.about != "counterattack" and rng.random() < 0.3:
            return BattlePlan()
        plans = [
            BattlePlan(zone, tuple(p for p in PURCHASES if rng.random() < 0.2), _some_kinds(asked.state, [zone], rng))
            for zone in rng.sample(zones, rng.randint(1, len(zones)))
        ]
        if asked.about != "counterattack" and rng.random() < 0.3:
            plans.append(BattlePlan())
        return in_a_row(plans)


def edges_within(state: State, zone: str, spent: int) -> list[tuple[str, ...]]:
    """23.4 What may be bought there, if so many NP go to other battles of the same answer."""
    return [bought for bought in edges_to_buy(state, zone) if can_pay(state, spent + price_of_edge(state, bought))]


def read_edge(typed: Typed, open_to: Collection[tuple[str, ...]]) -> tuple[str, ...]:
    """23.4, 32.1 `command base`, `both`, or nothing of it; only what is open is offered."""
    bought: list[str] = []
    while typed.more():
        typed.skip("edge", "with", "and")
        for word, also, adds, remark in _EDGES:
            after = tuple(p for p in PURCHASES if p in (*bought, *adds))
            is_open = len(after) == len(bought) + len(adds) and after in open_to
            if word_if(is_open, typed, word, also, remark=remark):
                bought += adds
                break
        else:
            break
    return tuple(p for p in PURCHASES if p in bought)


_EDGES: tuple[tuple[str, tuple[str, ...], tuple[str, ...], Remark], ...] = (
    (COMMAND, (), (COMMAND,), lambda _: "+1 for 1 NP"),
    (BASE, ("fob", "hq"), (BASE,), lambda _: "FOB or HQ: +1 for 1 NP"),
    ("both", (), PURCHASES, lambda _: "+2 for 2 NP"),
)


class Edge(_Prompted):
    """23.4 What is bought when face-down units have turned up: `none`, `command`, `base`, `both`."""

    def read(self, asked: Asked[State], typed: Typed) -> tuple[str, ...]:
        if typed.word("none", also=(DONE,), remark=lambda _: "nothing is bought"):
            return ()
        bought = read_edge(typed, asked.legal())
        if not bought:
            raise typed.refuse_word("nothing is named")
        return bought

    def offers(self, asked: Asked[State]) -> Iterable[Offer]:
        for bought in asked.legal():
            yield Offer(" ".join(bought) or "none", f"{price_of_edge(asked.state, bought)} NP")


def zones_of(asked: Asked[State]) -> tuple[str, ...]:
    """23.3 Where a battle can be fought now."""
    assert isinstance(asked.request, Write)
    assert isinstance(asked.request.form, BattleForm)
    return asked.request.form.zones


def read_first(state: State, typed: Typed, zones: Sequence[str]) -> tuple[str, ...]:
    """25.1 `first aq_base tal_inf2`: who falls before others of the same factor."""
    if not typed.word("first", remark=lambda _: "kinds that fall before others of the same factor"):
        return ()
    there = dict.fromkeys(islamist(state, id).id for zone in zones for id in revealed(state, zone))
    kinds = several(typed, printed.kinds(state.numbers), there)
    if not kinds:
        raise typed.refuse_word("no kind of Islamist unit is named")
    return tuple(kinds)


def _some_kinds(state: State, zones: Sequence[str], rng: random.Random) -> tuple[str, ...]:
    there = list(dict.fromkeys(islamist(state, id).id for zone in zones for id in revealed(state, zone)))
    return tuple(rng.sample(there, rng.randint(0, len(there)))) if rng.random() < 0.3 else ()


def eligible_in(asked: Asked[State]) -> tuple[str, ...]:
    """25.2 Who can be hit now."""
    assert isinstance(asked.request, Write)
    assert isinstance(asked.request.form, HitsForm)
    return asked.request.form.eligible


class Hits(_Prompted):
    """21.1, 25.2 `lar lar cjmp`: a unit for each hit."""

    def read(self, asked: Asked[State], typed: Typed) -> tuple[str, ...]:
        eligible, wanted = eligible_in(asked), len(asked.legal()[0])
        named: list[str] = []
        while typed.more():
            typed.skip(*SKIPPED)
            left = [id for id in eligible if named.count(id) < steps(asked.state, id)] if len(named) < wanted else []
            id = typed.name(printed.units(asked.state.numbers), left, also=eligible)
            if not id:
                break
            named.append(id)
        if not named:
            raise typed.refuse_word("no unit is named")
        return tuple(named)

    def offers(self, asked: Asked[State]) -> Iterable[Offer]:
        shown = printed.units(asked.state.numbers).shown
        yield Offer(", ".join(shown(id) for id in asked.legal()[0]), "costs the fewest NP")

    def propose(self, asked: Asked[State], rng: random.Random) -> tuple[str, ...]:
        eligible = eligible_in(asked)
        return tuple(rng.choice(eligible) for _ in asked.legal()[0])


def decisions(_: Numbers) -> Names:
    """33.1"""
    return Names({"decline": ("decline", "no"), "attempt": ("attempt", "yes")})


class Event(Form[State]):
    """29.1 What an event asks for: a unit that is rotated, or a zone that is seen."""

    def which(self, asked: Asked[State]) -> Form[State]:
        return UNIT if asked.about == "rotation" else ZONE


UNIT = Pick(printed.units)
ZONE = Pick(printed.zones)
OVERSTACKED = Pick(printed.units, also=(FACE_DOWN,))
LOYA_JIRGA = Pick(decisions)
