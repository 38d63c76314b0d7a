"""6.2 Panic among the Afghan units of the Coalition."""

from __future__ import annotations

from pbem.errors import IllegalMove
from pbem.kit.lists import Some
from pbem.play.requests import Roll, Tell, Write
from pbem_games.anaconda.bases import assign_bases
from pbem_games.anaconda.fire import eliminate
from pbem_games.anaconda.forces import arrive, on_map, pinned_on_map
from pbem_games.anaconda.numbers import COALITION, PANIC, SIDES
from pbem_games.anaconda.orders import ORDERS, Order
from pbem_games.anaconda.state import DEAD, DELAY, IN_HAND, PANICKED, Loss, State
from pbem_games.anaconda.words.names import counter_name, counters_named

AMF = "amf"
ROLL = "roll"


def panic_number(state: State) -> int:
    """6.2, ruling R16 How many Afghan units are pinned on the map or in the deadpile."""
    pinned = [id for id in pinned_on_map(state, COALITION) if state.numbers.units[id].nation == AMF]
    dead = [id for id, u in state.units.items() if u.place == DEAD and state.numbers.units[id].nation == AMF]
    return len(pinned) + len(dead)


def panicking(state: State) -> list[str]:
    """6.2.2, 6.2.4, ruling R17 Afghan infantry, heavy weapons and tanks on the map without a US ground unit."""
    numbers = state.numbers
    steadied = {state.units[id].place for id in on_map(state, COALITION) if numbers.units[id].nation == "us"}
    return [
        id for id in on_map(state, COALITION)
        if numbers.units[id].nation == AMF and numbers.units[id].type in numbers.types.panic
        and state.units[id].place not in steadied
    ]


async def panic(state: State) -> None:
    """6.2, 6.2.5 P6: only if the Coalition draws the marker; once in a game."""
    if state.drawer != COALITION:
        await Tell(rule="6.2", text="Panic! drawn by Al Qaeda has no effect")  # ruling R12
        return
    number = panic_number(state)
    (die,) = await Roll(rule="6.2", about="check", dice=state.numbers.limits.panic_dice, sides=SIDES, side=COALITION)
    if die > number:
        await Tell(rule="6.2", text=f"Panic! does not break out: {die}, above {number}")
        return
    state.aside.remove(PANIC)
    state.gone.append(PANIC)
    await Tell(rule="6.2", text=f"Panic! breaks out: {die}, not above {number}", headline=True)
    await flee(state)


async def flee(state: State) -> None:
    """6.2.3, rulings R18, R19 All that panic leave the map at once; a die each says whether and when they come back."""
    ids = panicking(state)
    for id in ids:
        arrive(state, id, DELAY)
        state.units[id].pinned = False
        state.units[id].returns = state.turn + SIDES  # until its die is rolled
    for id in await panic_order(state, ids):
        (die,) = await Roll(rule="6.2.3", about=id, sides=SIDES, side=COALITION)
        unit = state.units[id]
        if die <= state.numbers.limits.panic_lost:
            unit.returns = 0
            eliminate(state, id, Loss(PANICKED))
            await Tell(rule="6.2.3", text=f"{counter_name(state, id)} is gone for good")
        else:
            unit.returns = state.turn + die
            await Tell(rule="6.2.3", text=f"{counter_name(state, id)} will come back in turn {unit.returns}")


async def panic_order(state: State, ids: list[str]) -> tuple[str, ...]:
    """6.2.3 C32: in which order they roll."""
    if len(ids) < 2:
        return tuple(ids)

    def check(order: Order) -> None:
        if order.kind != ROLL or sorted(order.who) != sorted(ids) or order.to or order.lead:
            raise IllegalMove(ORDERS.spell(order), "6.2.3", "name all that panic, each once", ids)

    order = await Write(
        rule="6.2.3", seat=COALITION, about="order", form=ORDERS, check=check,
        case=Some(tuple(ids), len(ids), len(ids)), draft=lambda: Order(ROLL, tuple(ids)))
    return order.who


async def come_back(state: State) -> None:
    """6.2.3 P2: those whose delay ends this turn, to bases of choice."""
    ids = [id for id, unit in state.units.items() if unit.place == DELAY and unit.returns == state.turn]
    for id in ids:
        state.units[id].place, state.units[id].returns = IN_HAND, 0
    if ids:
        await Tell(rule="6.2.3", text=f"Back from their panic: {counters_named(state, ids)}")
    await assign_bases(state, ids, rule="6.2.3", about="back")
