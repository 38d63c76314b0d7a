"""What is worth buying, to the sensible bot and as a first thought: groups that fight together, cheap units that hold.

Belongs here: the shopping list and how far it goes. Must not be here: moving.
"""

from __future__ import annotations

from pbem_games.fallujah.map import type_of
from pbem_games.fallujah.orders import Recruit
from pbem_games.fallujah.recruiting import marker_price, price, unit_factor
from pbem_games.fallujah.setup import historical
from pbem_games.fallujah.state import RECRUIT, State

# Base -> groups in the order they are bought: two battalions and two companies fit one space (8.2).
GROUPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("north", ("usa_2_7", "usa_2_2", "usa_jsotf", "usmc_a_2aa")),
    ("east", ("usa_1_5s", "usa_2_12", "usmc_fr", "usmc_c_3")),
    ("south", ("usa_1_5c", "uk_1bw", "usa_trt", "usmc_c_2tk")),
    ("north", ("usmc_1_5", "usmc_2_1", "usn_nswg", "usmc_c_1tk")),
    ("west", ("ig_36c", "usmc_1r")),
)
HOLDERS: tuple[tuple[str, str], ...] = (
    ("north", "ig_2iif"), ("east", "ig_1iif"), ("south", "ig_4iif"), ("north", "ig_5iif"), ("east", "usa_759mp"),
    ("south", "usmc_mp"), ("north", "ig_505"), ("north", "usmc_3_4"), ("south", "usmc_2_2"),
)
FORCE_SHARE = (1, 2)  # of the OPs at the start
MOST_OPS, KEPT_OPS = 8, 6  # for a fresh group, and for what it is to do
STRIKES = {"soa": 2, "air4": 2}


class Basket:
    """A purchase as it grows; `quarters` are left to spend."""

    def __init__(self, state: State, quarters: int) -> None:
        self.state, self.quarters = state, quarters
        self.units: dict[str, list[str]] = {}
        self.markers: dict[str, int] = {}

    def unit(self, base: str, unit: str) -> bool:
        """Takes a unit if it can be had."""
        cost = price_of(self.state, unit)
        is_there = self.state.units[unit].place == RECRUIT and all(unit not in lot for lot in self.units.values())
        if not is_there or not _may_buy(self.state, unit) or cost > self.quarters:
            return False
        self.units.setdefault(base, []).append(unit)
        self.quarters -= cost
        return True

    def marker(self, kind: str, count: int) -> None:
        """Takes so many strikes or NetWar markers, as far as they lie there and are paid."""
        each = marker_price(self.state, kind)
        more = min(count - self.markers.get(kind, 0), self.state.recruits[kind], self.quarters // each)
        if more > 0:
            self.markers[kind] = self.markers.get(kind, 0) + more
            self.quarters -= more * each

    def order(self) -> Recruit:
        """The purchase; kept leaders go with the first ground units (30.2)."""
        numbers = self.state.numbers
        kept = [leader for leader, carrier in self.state.leaders.items() if carrier == "kept"]
        ground = [u for units in self.units.values() for u in units if numbers.units[u].weight != "helicopter"]
        return Recruit(
            tuple((b, tuple(numbers.ordered(self.units[b]))) for b in numbers.bases if b in self.units),
            tuple((k, self.markers[k]) for k in numbers.buyable if self.markers.get(k)),
            tuple(sorted(zip(kept, ground, strict=False))),
        )


def price_of(state: State, unit: str) -> int:
    """11.1 In quarters, as it is now."""
    return state.numbers.units[unit].price * unit_factor(state)


def _may_buy(state: State, unit: str) -> bool:
    """34 Only units of the pool, where the option is on."""
    if not state.options.historical_order_of_battle:
        return True
    return state.numbers.units[unit].fought in state.printed.historical.pool


def opening(state: State) -> Recruit:
    """7.1 The first purchase: NetWar for InfoWar, the groups, who holds what they take, a few strikes."""
    share, of = FORCE_SHARE
    quarters = state.numbers.tables.prices.quarters
    basket = Basket(state, state.ops * quarters * share // of)
    if state.options.historical_order_of_battle:
        _take_historical(basket)
    basket.marker("netwar", state.recruits["netwar"])
    for base, group in GROUPS:
        for unit in group:
            basket.unit(base, unit)
    for base, unit in HOLDERS:
        basket.unit(base, unit)
    for kind, count in STRIKES.items():
        basket.marker(kind, count)
    return basket.order()


def _take_historical(basket: Basket) -> None:
    """34 What must be bought first, whatever share of the OPs that is."""
    must = historical(basket.state)
    whole = price(basket.state, must, initiates=False) * basket.state.numbers.tables.prices.quarters
    basket.quarters = max(basket.quarters, whole)
    for base, units in must.units:
        for unit in units:
            basket.unit(base, unit)
    for kind, count in must.markers:
        basket.marker(kind, count)


def reinforcement(state: State) -> Recruit | None:
    """11 A fresh group of what is still to be had, strongest first, at the base with most to take near it.

    None if the OPs left would not carry it far.
    """
    quarters = min(MOST_OPS, state.ops - KEPT_OPS) * state.numbers.tables.prices.quarters
    if quarters <= 0:
        return None
    basket, numbers = Basket(state, quarters), state.numbers
    base = min(numbers.bases, key=lambda b: _distance(state, b))
    room = {"battalion": 2, "company": 2}
    strongest = sorted(numbers.units, key=lambda u: (-numbers.units[u].full[0], numbers.unit_order[u]))
    for unit in strongest:
        size = "battalion" if numbers.units[unit].size == "battalion" else "company"
        is_fighter = numbers.units[unit].weight in ("light", "heavy") and type_of(state, unit) != "fob"
        if is_fighter and room[size] and basket.unit(base, unit):
            room[size] -= 1
    for kind, count in STRIKES.items():
        basket.marker(kind, count)
    return basket.order() if len(basket.units.get(base, ())) > 1 else None


def _distance(state: State, base: str) -> tuple[int, int]:
    """How far the nodes still on the map are from the entry spaces of a base, in all; then the order of bases."""
    numbers = state.numbers
    reach = [numbers.graph.reach(entry) for entry in numbers.bases[base].entry]
    nearest = sum(min(r[node] for r in reach) for node in sorted(state.nodes))
    return nearest, list(numbers.bases).index(base)
