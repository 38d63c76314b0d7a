"""11, 12, 27 What is paid for: `26 meu 15 meu to gulf; iw*2 isr; na 2 kabul; fob kabul; remove fob kabul`.

Belongs here: reading those lines, what is offered. Must not be here: prices and legality (mobilization, refit,
sustainment).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence

from pbem.kit.forms import Offer
from pbem.kit.typed import Typed
from rulesets.enduring_freedom import mobilization, printed, refit, sustainment
from rulesets.enduring_freedom.forms import random_plans
from rulesets.enduring_freedom.forms.reading import SKIPPED, PlanOf, several, wanted
from rulesets.enduring_freedom.mobilization import for_sale, has_engineer, price_of, zones_to_levy
from rulesets.enduring_freedom.plans import MOST, Line
from rulesets.enduring_freedom.points import can_pay
from rulesets.enduring_freedom.refit import price_of_refit, refittable
from rulesets.enduring_freedom.state import MOBILIZATION, State
from rulesets.enduring_freedom.sustainment import all_payable, price_of_sustaining, unsustained
from rulesets.enduring_freedom.zones import name, room, units_at


def read_forces(state: State, typed: Typed) -> Sequence[Line]:
    """6.0 (7), 11.2 `26 meu cvw-8 to persian gulf`; without a place the first one with room."""
    typed.word("muster", also=("mobilize", "buy"), remark=lambda _: "units, then a staging area")
    units = several(typed, printed.units(state.numbers), for_sale(state), remark=lambda id: f"{price_of(state, id)} NP",
                    why=lambda id: f"{name(state, id)} cannot be mobilized now")
    if not units:
        return ()
    typed.skip(*SKIPPED)
    area = typed.name(printed.staging(state.numbers), state.numbers.staging, remark=lambda at: _rooms(state, at))
    return [Line("muster", tuple(units), (area or _first_area(state, units),))]


def _rooms(state: State, area: str) -> str:
    return f"room for {room(state, area, air=False)} ground units, {room(state, area, air=True)} air units"


def _first_area(state: State, units: Collection[str]) -> str:
    """8.5 The first area with room for all of these, else the first."""
    planes = sum(id in state.numbers.air for id in units)
    for area in state.numbers.staging:
        if room(state, area, air=True) >= planes and room(state, area, air=False) >= len(units) - planes:
            return area
    return next(iter(state.numbers.staging))


def read_purchase(state: State, typed: Typed) -> Sequence[Line]:
    """11 Any line of the Mobilization Phase."""
    if typed.word("fob", also=("build",), remark=lambda _: "1 NP, beside an engineer of its contingent"):
        return [_fob(state, typed)]
    if typed.word("remove", also=("demobilize",), remark=lambda _: "a FOB leaves the map"):
        return [_removed(state, typed)]
    if typed.word("na", also=("levy",), remark=lambda _: "so many Northern Alliance units, 1 NP each"):
        return [_levy(state, typed)]
    typed.word("assets", also=("asset",))
    if assets := read_assets(state, typed):
        return [Line("assets", tuple(assets))]
    return read_forces(state, typed)


def read_assets(state: State, typed: Typed) -> list[str]:
    """11.1 `iw*2 isr`: of each kind so many, the first that can be had."""
    found: list[str] = []
    names = printed.asset_kinds(state.numbers)
    while typed.more():
        counted = typed.counted(names, most=MOST)
        if counted is None:
            break
        kind, count = counted
        there = [id for id, asset in state.numbers.assets.items()
                 if asset.id == kind and id not in found and state.units[id].place == MOBILIZATION]
        if len(there) < count:
            raise typed.refuse(f"{len(there)} {names.shown(kind)} can be mobilized, not {count}")
        found += there[:count]
    return found


def _levy(state: State, typed: Typed) -> Line:
    count = typed.number(1, max(1, state.available.down))
    if count is None:
        raise typed.refuse_word("how many, and where?")
    typed.skip("units")
    zone = wanted(typed, printed.zones(state.numbers), zones_to_levy(state), "no zone is named",
                  why=lambda zone: f"no special forces are in {state.numbers.zones[zone].name}")
    return Line("levy", (str(count),), (zone,))


def _fob(state: State, typed: Typed) -> Line:
    typed.skip("fob", "a")
    said = typed.word("us", "nato").upper()
    zones = [zone for zone in state.numbers.zones if _contingents(state, zone)]
    zone = wanted(typed, printed.zones(state.numbers), zones, "no zone is named",
                  why=lambda zone: f"no engineer is in {state.numbers.zones[zone].name}")
    contingent = said or _contingents(state, zone)[0]
    fobs = [id for id, unit in state.numbers.ground.items() if unit.fob and unit.contingent == contingent]
    free = [id for id in fobs if state.units[id].place == MOBILIZATION and id not in state.removed_fobs]
    return Line("build", ((free or fobs)[0],), (zone,))


def _contingents(state: State, zone: str) -> list[str]:
    return [contingent for contingent in ("US", "NATO") if has_engineer(state, zone, contingent)]


def _removed(state: State, typed: Typed) -> Line:
    typed.skip("fob", "from", "in")
    fobs = {state.units[id].place: id for id, unit in state.numbers.ground.items()
            if unit.fob and state.units[id].place in state.numbers.zones}
    zone = wanted(typed, printed.zones(state.numbers), fobs, "no zone with a FOB is named",
                  why=lambda zone: f"no FOB is in {state.numbers.zones[zone].name}")
    return Line("remove", (fobs[zone],))


def read_refit(state: State, typed: Typed) -> Sequence[Line]:
    """12 `all`, or units."""
    open_to = refittable(state)
    return _all_or_named(state, typed, "refit", open_to, lambda id: price_of_refit(state, id), "is not reduced here")


def read_paid(state: State, typed: Typed) -> Sequence[Line]:
    """27 `all`, or units."""
    due = unsustained(state)
    return _all_or_named(state, typed, "pay", due, lambda id: price_of_sustaining(state, id), "needs no sustainment")


def _all_or_named(
    state: State, typed: Typed, verb: str, open_to: Sequence[str], price: Callable[[str], int], why_not: str
) -> Sequence[Line]:
    typed.skip(verb)
    if typed.word("all", remark=lambda _: f"{sum(price(id) for id in open_to)} NP"):
        return [Line(verb, tuple(open_to))] if open_to else ()
    units = several(typed, printed.units(state.numbers), open_to, remark=lambda id: f"{price(id)} NP",
                    why=lambda id: f"{name(state, id)} {why_not}")
    return [Line(verb, tuple(units))] if units else ()


# ---------------------------------------------------------------- offers

FIRST = ("us_1_5sfg", "us_2_5sfg", "us_3_5sfg", "us_sword", "uk_22sas", "air_28aew", "air_cvw8", "air_cvw11")
"""A beginning like that of 2001: special forces and aircraft."""


def offer_forces(state: State) -> Iterator[Offer]:
    shown = printed.units(state.numbers).shown
    named, left = list[str](), state.np
    for id in FIRST:
        if id in for_sale(state) and price_of(state, id) <= left - 1:
            named.append(id)
            left -= price_of(state, id)
    if named:
        yield Offer(f"{' '.join(shown(id) for id in named)} to Persian Gulf", f"{state.np - left} NP")
    yield Offer("none", "0 NP")


def offer_purchases(state: State) -> Iterator[Offer]:
    there = {asset.id for id, asset in state.numbers.assets.items() if state.units[id].place == MOBILIZATION}
    pair = [kind for kind in ("iw", "isr", "uav", "tlam") if kind in there][:2]
    if pair and can_pay(state, 1):
        yield Offer(" ".join(pair), "1 NP")
    yield Offer("none", "0 NP")
    engineers = [zone for zone in state.numbers.zones if _contingents(state, zone)]
    for zone in engineers[:3]:
        if not any(state.numbers.ground[id].fob for id in units_at(state, zone)):
            yield Offer(f"fob {state.numbers.zones[zone].name}", "1 NP")


def offer_refit(state: State) -> Iterator[Offer]:
    cost = sum(price_of_refit(state, id) for id in refittable(state))
    if can_pay(state, cost):
        yield Offer("all", f"{cost} NP")
    yield Offer("none", "0 NP")


def offer_paid(state: State) -> Iterator[Offer]:
    """27.2 Paying is cheaper than a step."""
    shown = printed.units(state.numbers).shown
    cost = sum(price_of_sustaining(state, id) for id in unsustained(state))
    if can_pay(state, cost):
        yield Offer("all", f"{cost} NP")
    else:
        yield from (Offer(" ".join(shown(id) for id in line.things)) for line in all_payable(state))
    yield Offer("none", "all of them lose a step")


FIRST_FORCES = PlanOf(mobilization.carry_out, read_forces, random_plans.first_forces, offer_forces)
PURCHASES = PlanOf(mobilization.carry_out, read_purchase, random_plans.purchase, offer_purchases)
REFIT = PlanOf(refit.carry_out, read_refit, random_plans.refit, offer_refit)
SUSTAINMENT = PlanOf(sustainment.carry_out, read_paid, random_plans.sustain, offer_paid)
