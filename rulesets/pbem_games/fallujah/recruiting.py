"""11 J-1: units, strikes and NetWar are bought out of the recruit box. The first purchase (setup) uses the same checks.

Belongs here: what may be bought, where it appears, what it costs. Must not be here: which purchase comes first (setup).
"""

from __future__ import annotations

from collections.abc import Sequence

from pbem.errors import IllegalMove
from pbem.kit.pools import move, repeated
from pbem.kit.spelling import plural
from pbem.play.requests import Tell
from pbem_games.fallujah.forces import enter
from pbem_games.fallujah.indexes import pay
from pbem_games.fallujah.map import is_base, is_ground, kinds, labels, name_of, type_of, units_at
from pbem_games.fallujah.orders import Recruit
from pbem_games.fallujah.stacking import overstacked
from pbem_games.fallujah.state import DESERTED, ELIMINATED, KEPT, RECRUIT, State
from pbem_games.fallujah.team import is_by_sectors, is_team, owner_of, owner_of_place


def price(state: State, order: Recruit, *, initiates: bool = True) -> int:
    """11.1, ruling R2 All prices are added in quarters, then rounded up once; a J-1 costs one OP more to begin."""
    numbers = state.numbers
    prices = numbers.tables.prices
    units = sum(numbers.units[u].price for _, named in order.units for u in named)
    markers = sum(marker_price(state, kind) * count for kind, count in order.markers)
    quarters = units * unit_factor(state) + markers
    return prices.operation * initiates + -(-quarters // prices.quarters)


def unit_factor(state: State) -> int:
    """14.5, ruling R55 Uprising Elsewhere doubles the price of units, helicopters too, of nothing else."""
    return state.numbers.tables.prices.uprising_factor if state.uprising else 1


def marker_price(state: State, kind: str) -> int:
    """11.1 Quarters of an OP for a strike or a NetWar marker."""
    numbers = state.numbers
    return numbers.strikes[kind].price if kind in numbers.strikes else numbers.netwar.price


def places_for(state: State) -> list[str]:
    """11.1, 28.2 Where bought units may appear: the bases, and the spaces that hold a FOB."""
    fobs = [unit.place for u, unit in state.units.items() if type_of(state, u) == "fob"]
    return [*state.numbers.bases, *(place for place in fobs if place in state.numbers.spaces)]


# ---------------------------------------------------------------- what is legal


def check_recruit(state: State, order: Recruit) -> None:
    """11 A J-1; one that buys nothing is legal and costs its one OP (ruling R6). Raises IllegalMove."""
    check_purchase(state, order)
    for place, units in order.units:
        _check_owner(state, place, units)
    cost = price(state, order)
    if cost > state.ops:
        raise refuse(f"it costs {cost} OPs with the one that begins it, {state.ops} are left", "11.1")


def check_purchase(state: State, order: Recruit) -> None:
    """11.1, 11.2 What may be bought at all and where it appears, whatever it costs; raises IllegalMove."""
    named = [u for _, units in order.units for u in units]
    for unit in named:
        _check_unit(state, unit)
    doubled = repeated(named)
    if doubled is not None:
        raise refuse(f"{labels(state, [doubled])} is bought twice", "11.2")
    for place, units in order.units:
        _check_place(state, place, units)
    _check_markers(state, order)
    _check_leaders(state, order, named)


def _check_unit(state: State, unit: str) -> None:
    """11.2, 18.5, 34 Only what lies in the recruit box; FOBs are built; with option 34 only who fought there."""
    printed, at = state.numbers.units[unit], state.units[unit].place
    if type_of(state, unit) == "fob":
        raise refuse(f"{printed.label} is built, not bought", "18.5")
    if at in (ELIMINATED, DESERTED):
        raise refuse(f"{printed.label} is out of the battle for good", "11.2")  # ruling R17
    if at != RECRUIT:
        raise refuse(f"{printed.label} is in play", "11.2")
    if state.options.historical_order_of_battle and printed.fought not in state.printed.historical.pool:
        raise refuse(f"{printed.label} did not fight in {state.printed.name}", "34")


def _check_place(state: State, place: str, units: Sequence[str]) -> None:
    """11.1, 28.2, 8.2 A base takes any number; a FOB's space what stacks there (ruling R13)."""
    legal = places_for(state)
    if place not in legal:
        raise refuse(f"units appear in bases and with FOBs, not in {name_of(state, place)}", "11.1", legal)
    if not is_base(state, place) and (fault := overstacked(state.numbers, [*units_at(state, place), *units])):
        raise refuse(f"{name_of(state, place)} would hold too many {fault}", "8.2")


def _check_markers(state: State, order: Recruit) -> None:
    """11.2, 23.1 The counters in the recruit box are a limit; Intel is never bought."""
    for kind, count in order.markers:
        if kind not in state.recruits:
            raise refuse(f"{kind} cannot be bought", "11.1", list(state.recruits))
        if count > state.recruits[kind]:
            lie = f"{state.recruits[kind]} of that kind lie in the recruit box"
            raise refuse(f"{kinds(state, [(kind, count)])} are wanted, {lie}", "11.2")


def _check_leaders(state: State, order: Recruit, named: Sequence[str]) -> None:
    """30.2, rulings R100, R111 A kept leader goes to a ground unit when that is bought, in setup or later."""
    leaders = [leader for leader, _ in order.leaders]
    for leader, unit in order.leaders:
        name = state.numbers.leaders[leader].name
        if state.leaders[leader] != KEPT or leaders.count(leader) > 1:
            raise refuse(f"the {name} is not waiting for a unit", "30.2")
        if unit not in named or not is_ground(state, unit):
            raise refuse(f"the {name} goes to a ground unit bought now, not to {labels(state, [unit])}", "30.2")


def _check_owner(state: State, place: str, units: Sequence[str]) -> None:
    """35, ruling R128 A player buys units of own commands; if the map is divided, any unit into an own place."""
    if not is_team(state):
        return
    if is_by_sectors(state):
        if owner_of_place(state, place) != state.seat:
            raise refuse(f"{name_of(state, place)} is not in your sector", "35")
        return
    strange = [u for u in units if owner_of(state, u) != state.seat]
    if strange:
        raise refuse(f"{labels(state, strange)} is not of your command", "35")


def refuse(because: str, rule: str, legal: Sequence[str] = ()) -> IllegalMove:
    return IllegalMove("a purchase", rule, because, legal=legal)


# ---------------------------------------------------------------- carrying it out


async def recruit(state: State, order: Recruit) -> None:
    """11 The price is paid, everything bought appears; no reaction follows."""
    cost = price(state, order)
    pay(state, cost)
    await buy(state, order, cost, rule="11.1")


async def buy(state: State, order: Recruit, cost: int, *, rule: str) -> None:
    """11.1, 23.1 Units appear at full strength (ruling R142: helicopters too), strikes and NetWar lie available."""
    for place, units in order.units:
        for unit in units:
            enter(state, unit, place)
    for kind, count in order.markers:
        move(state.recruits, state.available, kind, count)
    for leader, unit in order.leaders:
        state.leaders[leader] = unit
    text = f"Recruited for {plural(cost, 'OP')}, {state.ops} left: {spell_purchase(state, order)}"
    await Tell(rule=rule, text=text, places=tuple(place for place, _ in order.units))


def spell_purchase(state: State, order: Recruit) -> str:
    """`1/5, 2/1 in North Base; 2 Airstrike (4), 6 NetWar`"""
    bought = [f"{labels(state, units)} in {name_of(state, place)}" for place, units in order.units]
    bought += [kinds(state, order.markers)] if order.markers else []
    bought += [f"the {state.numbers.leaders[leader].name} with {labels(state, [u])}" for leader, u in order.leaders]
    return "; ".join(bought) or "nobody"
