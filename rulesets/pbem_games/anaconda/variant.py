"""31 Scenario variant: units that the Coalition buys with Victory Points before play."""

from __future__ import annotations

from pbem.errors import IllegalMove
from pbem.kit.lists import Some
from pbem.play.requests import Tell, Write
from pbem_games.anaconda.numbers import COALITION, Numbers
from pbem_games.anaconda.orders import ORDERS, PASS, Order
from pbem_games.anaconda.state import IN_HAND, State
from pbem_games.anaconda.words.names import counters_named

BUY = "buy"


def for_sale(numbers: Numbers) -> dict[str, int]:
    """31.2, ruling R91 The price of each unit that may be bought."""
    prices, found = numbers.prices, {}
    for unit in numbers.units.values():
        if unit.deploy == "special_reinforcement" and unit.nation == "nato":
            found[unit.id] = prices.ppcli
        elif unit.type == "artillery":
            found[unit.id] = prices.artillery
        elif unit.type in ("gunship", "transport") and unit.deploy == "reinforcement":
            found[unit.id] = prices.helicopter
    return found


async def buy_forces(state: State) -> None:
    """31.2 C2: what is bought stands ready with the units that start; its price is subtracted at the end."""
    numbers = state.numbers
    prices = for_sale(numbers)
    most = {"gunship": numbers.prices.most_gunships, "transport": numbers.prices.most_transports}

    def check(order: Order) -> None:
        tried = ORDERS.spell(order)
        if order == Order(PASS):
            return
        if order.kind != BUY or not order.who or order.to or order.lead or len(set(order.who)) < len(order.who):
            raise IllegalMove(tried, "31.2", "name what is bought, each once, or pass", prices)
        for id in order.who:
            if id not in prices:
                raise IllegalMove(tried, "31.2", f"{id} is not for sale", prices)
        for type, limit in most.items():
            if len([id for id in order.who if numbers.units[id].type == type]) > limit:
                raise IllegalMove(tried, "31.2", f"{limit} {type} helicopters may be bought at most")

    order = await Write(
        rule="31.2", seat=COALITION, about="buy", form=ORDERS, check=check, draft=lambda: Order(PASS),
        case=Some(tuple(prices)))
    state.bought = sorted(order.who, key=numbers.order.__getitem__)
    for id in state.bought:
        state.units[id].place = IN_HAND
    if state.bought:
        price = price_of(state)
        await Tell(rule="31.2", text=f"The Coalition pays {price} VP for {counters_named(state, state.bought)}")


def price_of(state: State) -> int:
    """31.2 What all that was bought costs at the end."""
    prices = for_sale(state.numbers)
    return sum(prices[id] for id in state.bought)
