"""16, 21.7, 24.6, 26.2 Helicopters that carry: in, out, across, and medevac.

Belongs here: P11. Must not be here: anti-aircraft fire itself (aa), when flights are flown (movement).
`fly h_ch47_1+r_1_87_c1 1808`: the helicopter, its load, and where it goes. A load in a base goes in, or across if a
base is named; a load in a hex goes out to the base that is named.
"""

from __future__ import annotations

from collections.abc import Sequence

from pbem.errors import IllegalMove
from pbem.play.requests import Tell
from pbem_games.anaconda.aa import Flight, end_mission, place_helicopter
from pbem_games.anaconda.fire import eliminate
from pbem_games.anaconda.flipping import clear_forts
from pbem_games.anaconda.forces import arrive, helicopters, is_held, is_in_action
from pbem_games.anaconda.numbers import AL_QAEDA, BASES, COALITION
from pbem_games.anaconda.orders import ORDERS, Order
from pbem_games.anaconda.reactions import Reactions
from pbem_games.anaconda.state import AA, Loss, State
from pbem_games.anaconda.words.names import counter_name, counters_do, counters_named, place_name

CARRIERS = ("transport", "soar")
ALL = ("gunship", "transport", "soar")


def check_flight(state: State, order: Order) -> None:
    """15.3, 16.1, 16.2, 16.5, 21.7, 24.6 IllegalMove unless the helicopter may fly so; rulings R40, R42, R105."""
    tried, (helicopter, *load) = ORDERS.spell(order), order.who or ("",)
    if len(order.to) != 1 or order.lead or len(set(order.who)) < len(order.who):
        raise IllegalMove(tried, "16.3", "name a helicopter, its load, and one hex or base")
    (to,) = order.to
    if helicopter not in helicopters(state, *ALL):
        raise IllegalMove(tried, "15.5", "that is no helicopter in a base with its mission left",
                          helicopters(state, *ALL))
    base = state.units[helicopter].place
    _check_load(state, tried, helicopter, load)
    places = {state.units[id].place for id in load}
    if not load:
        if to not in BASES or to == base:
            raise IllegalMove(tried, "21.7", "an empty helicopter flies to the other base, nowhere else")
    elif places == {base}:
        _check_landing(state, tried, base, to)
    elif len(places) == 1 and next(iter(places)) in state.numbers.ground.hexes:
        if to not in BASES:
            raise IllegalMove(tried, "16.1", "who is taken up from the map is flown to a base", BASES)
    else:
        raise IllegalMove(tried, "16.1", "the load is neither in the helicopter's base nor in one hex of the map")


def _check_landing(state: State, tried: str, base: str, to: str) -> None:
    if to in BASES and to != base:
        return
    if to not in state.numbers.ground.hexes:
        raise IllegalMove(tried, "16.1", "it flies to a hex or to the other base")
    if is_held(state, to, AL_QAEDA):
        raise IllegalMove(tried, "9.4", f"enemies are in {to}")


def _check_load(state: State, tried: str, helicopter: str, load: Sequence[str]) -> None:
    """16.5, 24.6, 8.5 What it may carry: one ground unit in action, and leaders of its command besides."""
    numbers = state.numbers
    if load and numbers.units[helicopter].type not in CARRIERS:
        raise IllegalMove(tried, "15.3", "gunships carry nobody")
    for id in load:
        if id not in state.units or not numbers.is_ground(id) or not is_in_action(state, id):
            raise IllegalMove(tried, "16.2", f"{id} is no ground unit of a command in action")
        if numbers.units[id].type in numbers.types.no_airmobile:
            raise IllegalMove(tried, "16.5", f"{counter_name(state, id)} cannot be flown")
        if state.units[id].pinned:
            raise IllegalMove(tried, "10.29", f"{counter_name(state, id)} is pinned")
        if state.units[id].moved:
            raise IllegalMove(tried, "8.5", f"{counter_name(state, id)} has moved in this phase")
    if len([id for id in load if numbers.units[id].type != "leader"]) > 1:
        raise IllegalMove(tried, "16.5", "a helicopter carries one unit, and leaders besides")


async def fly(state: State, order: Order, reactions: Reactions) -> None:
    """16.3 One flight, from the base and back."""
    helicopter, *load = order.who
    (to,) = order.to
    origin = state.units[load[0]].place if load else state.units[helicopter].place
    for id in load:
        state.units[id].moved = True
    if to not in BASES:
        await _fly_in(state, helicopter, load, to, reactions)
    elif origin in BASES:
        await _fly_across(state, helicopter, load, to)
    else:
        await _fly_out(state, helicopter, load, origin, to, reactions)


async def _fly_in(state: State, helicopter: str, load: Sequence[str], hex: str, reactions: Reactions) -> None:
    """16.3(1), 16.4 In: whoever is aboard a damaged helicopter lands pinned."""
    text = f"{counter_name(state, helicopter)} brings {counters_named(state, load)} to {place_name(state, hex)}"
    await Tell(rule="16.3", text=text, places=(state.units[helicopter].place, hex), is_way=True, faction=COALITION)
    flight = await place_helicopter(state, helicopter, hex, reactions)
    if flight == "shot_down":
        await _lose(state, load, hex)
        return
    await clear_forts(state, hex)  # 20.4
    for id in load:
        arrive(state, id, hex)
        state.units[id].pinned = flight == "damaged"
    if flight == "damaged":
        await Tell(rule="16.4", text=f"{counters_do(state, load, 'land')} pinned", places=(hex,))
    end_mission(state, helicopter, flight)


async def _fly_out(
    state: State, helicopter: str, load: Sequence[str], hex: str, base: str, reactions: Reactions
) -> None:
    """16.3(2), 16.4, ruling R104 Out: whoever is lifted comes to the base of choice, damaged helicopter or not."""
    text = f"{counter_name(state, helicopter)} lifts {counters_named(state, load)} out of {place_name(state, hex)}"
    await Tell(rule="16.3", text=text, places=(hex, base), is_way=True, faction=COALITION)
    flight = await place_helicopter(state, helicopter, hex, reactions)
    if flight == "shot_down":
        await _lose(state, load, hex)
        return
    _land(state, load, base)
    end_mission(state, helicopter, flight)


async def _fly_across(state: State, helicopter: str, load: Sequence[str], base: str) -> None:
    """16.3(3), 21.7, rulings R34, R105 Across: no fire; the helicopter waits in Air Utilized all the same."""
    with_load = f" with {counters_named(state, load)}" if load else ""
    text = f"{counter_name(state, helicopter)} flies{with_load} to {place_name(state, base)}"
    await Tell(rule="16.3", text=text)
    _land(state, load, base)
    state.units[helicopter].base = base
    end_mission(state, helicopter, "unhurt")


def _land(state: State, load: Sequence[str], base: str) -> None:
    for id in load:
        arrive(state, id, base)
        state.units[id].base = base


async def _lose(state: State, load: Sequence[str], hex: str) -> None:
    """16.4, ruling R59 Everybody aboard is lost with the helicopter."""
    for id in load:
        await Tell(rule="16.4", text=f"{counter_name(state, id)} is lost with it", places=(hex,), headline=True)
        eliminate(state, id, Loss(AA, hex=hex))


# ---------------------------------------------------------------- 26 medevac


def check_medevac(state: State, order: Order) -> None:
    """26.2, 26.3, 26.5 Raises IllegalMove unless the helicopter may lift casualties out of that hex."""
    tried = ORDERS.spell(order)
    if not state.options.casualties:
        raise IllegalMove(tried, "26.2", "this match is played without casualties")
    if len(order.who) != 1 or len(order.to) != 2 or order.to[1] not in BASES or order.lead:
        raise IllegalMove(tried, "26.2", "name a helicopter, a hex with Casualty markers, and a base")
    able = helicopters(state, *CARRIERS)
    if order.who[0] not in able:
        raise IllegalMove(tried, "15.5", "that is no transport in a base with its mission left", able)
    hex = order.to[0]
    if not state.casualties.get(hex):
        raise IllegalMove(tried, "26.2", f"no casualties are in {hex}", sorted(state.casualties))
    if is_held(state, hex, AL_QAEDA):
        raise IllegalMove(tried, "26.2", f"enemies are in {hex}")


async def medevac(state: State, order: Order, reactions: Reactions) -> None:
    """26.2, 26.2.1 All markers of the hex go to a base; if the helicopter is shot down one more lies there."""
    (helicopter,), (hex, base) = order.who, order.to
    text = f"{counter_name(state, helicopter)} flies to the casualties in {place_name(state, hex)}"
    await Tell(rule="26.2", text=text, places=(state.units[helicopter].place, hex), is_way=True, faction=COALITION)
    flight: Flight = await place_helicopter(state, helicopter, hex, reactions)
    if flight == "shot_down":
        return
    count = state.casualties.pop(hex)
    state.evacuated[base] = state.evacuated.get(base, 0) + count
    await Tell(rule="26.2", text=f"Casualties brought to {place_name(state, base)}: {count}", places=(hex,))
    end_mission(state, helicopter, flight)
