"""12 Defensive fire at a unit that has just entered a hex, and gunships after Al Qaeda's movement (15.2).

Belongs here: P9. Must not be here: movement itself, who may answer (reactions).
"""

from __future__ import annotations

from typing import Literal

from pbem.errors import IllegalMove
from pbem.play.requests import Tell, Write
from pbem_games.anaconda.aa import end_mission, place_helicopter
from pbem_games.anaconda.drms import Shot, strength_of
from pbem_games.anaconda.fire import resolve
from pbem_games.anaconda.forces import gunships, is_on_map, other_seat, piece, seat_of
from pbem_games.anaconda.groups import take_cover, turn_up_firers
from pbem_games.anaconda.legs import Leg
from pbem_games.anaconda.numbers import AL_QAEDA, COALITION
from pbem_games.anaconda.orders import FIRE, ORDERS, PASS, Order
from pbem_games.anaconda.reactions import Reactions, Window, commands_used, firers
from pbem_games.anaconda.state import State
from pbem_games.anaconda.whence import whence
from pbem_games.anaconda.words.names import counters_do, place_name

Met = Literal["closed", "open", "fired"]


async def defensive_fire(state: State, leg: Leg, hex: str, reactions: Reactions) -> Met:
    """12.1-12.5, rulings R47-R50 The other seat may fire at who has entered a hex, one command after another.

    Its way is told before anybody is asked, or fires. The window is `closed` if nobody was asked and nobody fired:
    nobody could, for all that everybody knows, or it was answered before; `fired`: a die was rolled.
    """
    used: tuple[str, ...] = ()
    mover = leg.id
    seat = other_seat(seat_of(state, mover))
    met: Met = "closed"
    while is_on_map(state, mover):
        window = Window("defensive", seat, mover, hex, used, piece(state, mover).pinned)
        if reactions.asks(window):
            if not firers(state, window):
                break
            met = "open" if met == "closed" else met
            await leg.tell(state)
        order = await reactions.group(state, window)
        if order.kind == PASS:
            break
        await leg.tell(state)
        if seat == AL_QAEDA:
            await turn_up_firers(state, "defensive", hex, order, rule="12.2", used=used)
            await reactions.prove(state, window, order)
        used = (*used, *commands_used(state, order))
        if await fire_at(state, order.who, mover, hex, reactions, rule="12.2"):
            met = "fired"
    return met


async def fire_at(
    state: State, who: tuple[str, ...], target: str, hex: str, reactions: Reactions, *, rule: str
) -> bool:
    """12.3, 15.2, 20.4 One fire at one counter; gunships first meet anti-aircraft fire. Whether a die was rolled."""
    flights = {}
    for id in who:
        if id in state.units and state.numbers.is_helicopter(id):
            flights[id] = await place_helicopter(state, id, hex, reactions)
    left = tuple(id for id in who if flights.get(id) != "shot_down")
    for id in left:
        if id in state.units and id not in flights:
            state.units[id].fired = True
    strength, seat = strength_of(state, left), seat_of(state, who[0])
    if strength:
        if seat == COALITION:
            text = f"{counters_do(state, left, 'fire')} into {place_name(state, hex)}"
            await Tell(rule=rule, text=text, places=(hex,), faction=seat, **whence(state, left, hex))
            await take_cover(state, hex, reactions, target)
        await resolve(state, Shot("defensive", seat, hex, strength, left), [target], rule=rule)
    for id, flight in flights.items():
        end_mission(state, id, flight)
    return strength > 0


# ---------------------------------------------------------------- 15.2 when Al Qaeda has moved


def late_targets(state: State) -> dict[str, str]:
    """15.2(2), ruling R51 The tokens that moved into the hex where they now stand, with that hex."""
    assert state.operations is not None
    return {id: hex for id, hex in state.operations.entered.items()
            if id in state.tokens and state.tokens[id].place == hex}


async def gunships_after_movement(state: State, reactions: Reactions) -> None:
    """15.2(2), ruling R51 C21: once Al Qaeda has finished moving, gunships may each attack one counter that moved."""
    assert state.operations is not None
    while (ready := gunships(state)) and (targets := late_targets(state)):

        def check(order: Order, ready: list[str] = ready, targets: dict[str, str] = targets) -> None:
            tried = ORDERS.spell(order)
            if order == Order(PASS):
                return
            if order.kind != FIRE or not order.who or order.lead or len(set(order.who)) < len(order.who):
                raise IllegalMove(tried, "15.2", "name gunships, each once, and one target, or pass", ready)
            if any(id not in ready for id in order.who):
                raise IllegalMove(tried, "15.2", "that is no gunship that is ready", ready)
            if len(order.to) != 1 or order.to[0] not in targets:
                raise IllegalMove(tried, "15.2", "the target did not move into the hex where it stands", targets)

        order = await Write(
            rule="15.2", seat=COALITION, about="gunships", form=ORDERS, check=check, draft=lambda: Order(PASS))
        if order.kind == PASS:
            return
        (target,) = order.to
        state.operations.entered.pop(target)  # several gunships at one target make one fire
        await fire_at(state, order.who, target, targets[target], reactions, rule="15.2")
