"""7.1(2) The first purchase: with what the Coalition begins. What OPFOR begins with lies there already (state).

Belongs here: that purchase, what option 34 demands of it. Must not be here: what may be bought at all (recruiting).
"""

from __future__ import annotations

from pbem.play.requests import Tell, Write
from pbem_games.fallujah import wordings
from pbem_games.fallujah.indexes import BattleEnds, pay
from pbem_games.fallujah.map import is_base, kinds, labels
from pbem_games.fallujah.orders import Recruit
from pbem_games.fallujah.recruiting import buy, check_purchase, price, refuse, spell_purchase
from pbem_games.fallujah.state import State
from pbem_games.fallujah.team import all_agree_to_buy


async def first_purchase(state: State) -> None:
    """7.1(2) Units with a base each, strikes and NetWar; a team buys once, by agreement: its first player writes."""
    if state.ops <= 0:
        raise BattleEnds("no OPs are left to begin with", "30.2")
    form = wordings.purchase(state.numbers, "setup")
    await Tell(rule="7.1", text=f"{state.printed.name}: {state.ops} OPs, OPFOR Morale {state.morale}", headline=True)
    while True:
        order = await Write(
            rule="7.1", seat=state.seats[0], form=form, check=lambda bought: check_first_purchase(state, bought),
            draft=lambda: quietest_purchase(state),
        )  # fmt: skip
        if await all_agree_to_buy(state, form.spell(order), spell_purchase(state, order)):
            break
    cost = price(state, order, initiates=False)  # ruling R5
    pay(state, cost)
    await buy(state, order, cost, rule="7.1")
    state.phase, state.turn = "operations", 1


def check_first_purchase(state: State, order: Recruit) -> None:
    """7.1(2), 34 In bases only, payable out of the starting OPs, with all that option 34 demands; IllegalMove."""
    check_purchase(state, order)
    outside = [place for place, _ in order.units if not is_base(state, place)]
    if outside:
        raise refuse(f"the first units begin in bases, not in {outside[0]}", "7.1", list(state.numbers.bases))
    cost = price(state, order, initiates=False)
    if cost > state.ops:
        raise refuse(f"it costs {cost} OPs, {state.ops} are there", "11.1")
    if must_begin_historically(state):
        _check_historical(state, order)


def must_begin_historically(state: State) -> bool:
    """34, ruling R125 Whether the list of the battle is to be bought first: where its OPs are there."""
    wanted = state.options.historical_order_of_battle
    return wanted and price(state, historical(state), initiates=False) <= state.ops


def historical(state: State) -> Recruit:
    """34 What the order of battle names: units at their bases, strikes, NetWar."""
    printed, numbers = state.printed.historical, state.numbers
    units = [(base, tuple(numbers.ordered(getattr(printed, base)))) for base in numbers.bases]
    counts = wordings.in_order(numbers, printed.strikes)
    return Recruit(tuple((base, named) for base, named in units if named), counts)


def quietest_purchase(state: State) -> Recruit:
    """Nothing, or no more than option 34 demands."""
    return historical(state) if must_begin_historically(state) else Recruit()


def _check_historical(state: State, order: Recruit) -> None:
    wanted, bought = historical(state), {u: place for place, units in order.units for u in units}
    for base, units in wanted.units:
        missing = [u for u in units if bought.get(u) != base]
        if missing:
            raise refuse(f"{labels(state, missing)} begins at the base {base}", "34")
    counts = dict(order.markers)
    few = [(kind, count) for kind, count in wanted.markers if counts.get(kind, 0) < count]
    if few:
        raise refuse(f"at least {kinds(state, few)} are bought first", "34")
