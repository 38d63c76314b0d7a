"""11, 12, 27 What is paid for: `26 meu 15 meu to gulf; iw*2 isr; na 2 kabul; fob kabul; remove fob kabul`.

Belongs here: reading those lines, what is offered. Must not be here: prices and legality (mobilization, refit,
sustainment).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence

from pbem.kit.choose import ChooseSome
from pbem.kit.forms import Asked, Offer
from pbem.kit.lists import Some, named_in_turn
from pbem.kit.typed import Typed
from pbem.kit.view import grouped
from pbem_games.enduring_freedom import mobilization, printed, prompts
from pbem_games.enduring_freedom.forms import random_plans
from pbem_games.enduring_freedom.forms.reading import SKIPPED, PlanOf, wanted, word_if
from pbem_games.enduring_freedom.judgement.purchases import worth_refitting
from pbem_games.enduring_freedom.mobilization import for_sale, has_engineer, price_of, price_of_assets, zones_to_levy
from pbem_games.enduring_freedom.plans import MOST, Line
from pbem_games.enduring_freedom.points import can_pay
from pbem_games.enduring_freedom.refit import price_of_refit
from pbem_games.enduring_freedom.state import MOBILIZATION, State
from pbem_games.enduring_freedom.sustainment import payable, price_of_sustaining
from pbem_games.enduring_freedom.zones import name, room, stacking_room, units_at


def read_forces(state: State, typed: Typed) -> Sequence[Line]:
    """6.0 (7), 11.2 `26 meu cvw-8 to persian gulf`; without a place the first one with room."""
    typed.word("muster", also=("mobilize", "buy"), remark=lambda _: "units, then a staging area")
    units = named_in_turn(
        typed, printed.units(state.numbers), for_sale(state), remark=lambda _, id: f"{price_of(state, id)} NP",
        why=lambda id: f"{name(state, id)} cannot be mobilized now",
        fits=lambda named: [id for id in for_sale(state) if _can_buy(state, [*named, id])])
    if not units:
        return ()
    typed.skip(*SKIPPED)
    area = typed.name(printed.staging(state.numbers), _open_areas(state, units), also=state.numbers.staging,
                      remark=lambda at: _rooms(state, at))
    return [Line("muster", tuple(units), (area or _first_area(state, units),))]


def _rooms(state: State, area: str) -> str:
    return f"room for {room(state, area, air=False)} ground units, {room(state, area, air=True)} air units"


def _first_area(state: State, units: Collection[str]) -> str:
    """8.5 The first area with room for all of these, else the first."""
    return next(iter([*_open_areas(state, units), *state.numbers.staging]))


def _open_areas(state: State, units: Collection[str]) -> list[str]:
    """8.5 Areas with room for all of these."""
    planes = sum(id in state.numbers.air for id in units)
    return [area for area in state.numbers.staging
            if room(state, area, air=True) >= planes and room(state, area, air=False) >= len(units) - planes]


def _can_buy(state: State, units: Collection[str]) -> bool:
    """4.3, 8.5 All of these can be paid for, and based in one area."""
    cost = sum(price_of(state, id) for id in units)
    return can_pay(state, cost) and bool(_open_areas(state, units))


def read_purchase(state: State, typed: Typed) -> Sequence[Line]:
    """11 Any line of the Mobilization Phase."""
    pays = can_pay(state, 1)
    if word_if(pays and bool(_sites(state, "")), typed, "fob", ("build",), remark=lambda _: "1 NP, beside an engineer"):
        return [_fob(state, typed)]
    if word_if(bool(_fobs(state)), typed, "remove", ("demobilize",), remark=lambda _: "a FOB leaves the map"):
        return [_removed(state, typed)]
    if word_if(pays and bool(state.available.down and zones_to_levy(state)), typed, "na", ("levy",),
               remark=lambda _: "so many Northern Alliance units, 1 NP each"):
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
        kinds = None if typed.peek() else _kinds_left(state, found)
        counted = typed.counted(names, kinds, most=MOST, of=_assets_left(state, found))
        if counted is None:
            break
        kind, count = counted
        there = [id for id, asset in state.numbers.assets.items()
                 if asset.id == kind and id not in found and state.units[id].place == MOBILIZATION]
        if len(there) < count:
            raise typed.refuse(f"{len(there)} {names.shown(kind)} can be mobilized, not {count}")
        found += there[:count]
    return found


def _kinds_left(state: State, found: Collection[str]) -> list[str]:
    """11.1 Kinds of which one more can be had and paid for."""
    return list(_assets_left(state, found)) if can_pay(state, price_of_assets(state, len(found) + 1)) else []


def _assets_left(state: State, found: Collection[str]) -> dict[str, list[str]]:
    """11.1 Those that can be had, by kind, no more of each than can be paid for."""
    free = [id for id in state.numbers.assets if id not in found and state.units[id].place == MOBILIZATION]
    most = max((n for n in range(len(free) + 1) if can_pay(state, price_of_assets(state, len(found) + n))), default=0)
    return {kind: ids[:most] for kind, ids in grouped(free, lambda id: state.numbers.assets[id].id).items()}


def _levy(state: State, typed: Typed) -> Line:
    zones = zones_to_levy(state)
    rooms = {zone: stacking_room(state, zone) for zone in zones}
    count = typed.number(1, max(1, min(state.available.down, state.np - 1)))
    if count is None:
        raise typed.refuse_word("how many, and where?")
    typed.skip("units")
    open_to = [zone for zone, room in rooms.items() if room is None or room >= count]
    zone = wanted(typed, printed.zones(state.numbers), open_to, "no zone is named", also=zones,
                  why=lambda zone: f"no special forces are in {state.numbers.zones[zone].name}")
    return Line("levy", (str(count),), (zone,))


def _fob(state: State, typed: Typed) -> Line:
    typed.skip("fob", "a")
    said = next((c for c in ("US", "NATO") if word_if(bool(_sites(state, c)), typed, c.lower())), "")
    zones = [zone for zone in state.numbers.zones if _contingents(state, zone)]
    zone = wanted(typed, printed.zones(state.numbers), _sites(state, said), "no zone is named", also=zones,
                  why=lambda zone: f"no engineer is in {state.numbers.zones[zone].name}")
    there = _contingents(state, zone)
    contingent = said or next((c for c in there if _free_fobs(state, c)), there[0])
    fobs = [id for id, unit in state.numbers.ground.items() if unit.fob and unit.contingent == contingent]
    return Line("build", ((_free_fobs(state, contingent) or fobs)[0],), (zone,))


def _free_fobs(state: State, contingent: str) -> list[str]:
    """11.2 (2), 11.4 FOBs that can be built now."""
    return [id for id, unit in state.numbers.ground.items() if unit.fob and unit.contingent == contingent
            and state.units[id].place == MOBILIZATION and id not in state.removed_fobs]


def _sites(state: State, said: str) -> list[str]:
    """11.2 (2) Where a FOB can be built, of this contingent or of any."""
    return [zone for zone in state.numbers.zones
            if any(c in (said or c) and _free_fobs(state, c) for c in _contingents(state, zone))]


def _contingents(state: State, zone: str) -> list[str]:
    return [contingent for contingent in ("US", "NATO") if has_engineer(state, zone, contingent)]


def _removed(state: State, typed: Typed) -> Line:
    typed.skip("fob", "from", "in")
    fobs = _fobs(state)
    zone = wanted(typed, printed.zones(state.numbers), fobs, "no zone with a FOB is named",
                  why=lambda zone: f"no FOB is in {state.numbers.zones[zone].name}")
    return Line("remove", (fobs[zone],))


def _fobs(state: State) -> dict[str, str]:
    """Zone -> a FOB there."""
    return {state.units[id].place: id for id, unit in state.numbers.ground.items()
            if unit.fob and state.units[id].place in state.numbers.zones}


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


FIRST_FORCES = PlanOf(mobilization.carry_out, read_forces, random_plans.first_forces, offer_forces)
PURCHASES = PlanOf(mobilization.carry_out, read_purchase, random_plans.purchase, offer_purchases)


# ---------------------------------------------------------------- units that are paid for


def _paid_for(
    rule: str, verb: str, price: Callable[[State, str], int], pick: Callable[[State], Sequence[str]], why: str,
    none: str,
) -> ChooseSome[State]:
    """Some units of those that the rules name, each at its price, as a line of this verb."""

    def cost(asked: Asked[State], ids: Sequence[str]) -> int:
        return sum(price(asked.state, id) for id in ids)

    return ChooseSome(
        rule=rule, noun="unit", ask=prompts.prompt, names=lambda asked: printed.units(asked.state.numbers),
        skip=(verb, *SKIPPED), pick=lambda asked: pick(asked.state), made=lambda ids: (Line(verb, ids),) if ids else (),
        brief=lambda asked, ids: ", ".join(map(printed.units(asked.state.numbers).shown, ids)), remarks=("", none),
        remark=lambda asked, id: f"{price(asked.state, id)} NP", comes_to=lambda asked, ids: f"{cost(asked, ids)} NP",
        fits=lambda asked, named: [
            id for id in asked.case(Some).names if can_pay(asked.state, cost(asked, [*named, id]))],
        why=lambda asked, id: f"{name(asked.state, id)} {why}")


REFIT = _paid_for("12.1", "refit", price_of_refit, worth_refitting, "is not reduced here", "0 NP")
SUSTAINED = _paid_for(
    "27.2", "pay", price_of_sustaining, payable, "needs no sustainment", "all of them lose a step")
