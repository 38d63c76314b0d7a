"""19 The ISR sub-phase: who reconnoitres which hex.

Belongs here: P4b. Must not be here: what is found there (flipping).
"""

from __future__ import annotations

from pbem.errors import IllegalMove
from pbem.play.requests import Tell, Write
from pbem_games.anaconda.aa import end_mission, place_helicopter
from pbem_games.anaconda.flipping import flip
from pbem_games.anaconda.forces import arrive, face_down_at, helicopters, is_in_action
from pbem_games.anaconda.numbers import COALITION
from pbem_games.anaconda.orders import DONE, ORDERS, RECON, Order
from pbem_games.anaconda.reactions import Reactions
from pbem_games.anaconda.state import READY, USED, State
from pbem_games.anaconda.words.names import counter_name, place_name

SATELLITE = "satellite"


async def isr(state: State, reactions: Reactions) -> None:
    """4.2, 19.1 Part A.2: one reconnaissance after another, until the Coalition has enough."""
    while (order := await ask_recon(state)).kind != DONE:
        await reconnoitre(state, order.who[0], order.to[0], reactions)


async def ask_recon(state: State) -> Order:
    """C10 to C14; nobody is asked if nobody can reconnoitre anything."""
    assert state.operations is not None
    if not any(recon_hexes(state, id) for id in eyes(state)):
        return Order(DONE)
    return await Write(
        rule="19.1", seat=COALITION, about=state.operations.marker, form=ORDERS,
        check=lambda order: check_recon(state, order), draft=lambda: Order(DONE))


def eyes(state: State) -> list[str]:
    """19.1, 14.6-14.8, 15.4, rulings R75, R80-R82 Who may still reconnoitre in this sub-phase."""
    hexes = state.numbers.ground.hexes.every
    ground = [id for id, unit in state.units.items()
              if unit.place in hexes and not unit.scouted and is_in_action(state, id)]
    air = [id for id, unit in state.units.items() if unit.place == READY and state.numbers.units[id].recon]
    soar = [id for id in helicopters(state, "soar") if state.numbers.units[id].recon]
    return [*ground, *air, *soar]


def recon_hexes(state: State, id: str) -> list[str]:
    """19.2-19.5, ruling R79 The hexes with something face down that a unit can reconnoitre.

    Air units, satellites and SOAR may be sent to any other hex besides; it would show nothing.
    """
    numbers, ground = state.numbers, state.numbers.ground
    down = sorted({t.place for t in state.tokens.values() if not t.face and t.place in ground.hexes})
    if not numbers.is_ground(id):
        return down
    printed, at = numbers.units[id], state.units[id].place
    found = []
    for hex in down:
        far = ground.distance(at, hex)
        reach = ground.range_from(at, hex, printed.range, numbers.limits.range_extension)
        is_special = printed.type in numbers.types.special_recon and far <= reach and ground.in_line(at, hex)
        if far == 1 or is_special:
            found.append(hex)
    return found


def check_recon(state: State, order: Order) -> None:
    """19.1-19.5 Raises IllegalMove unless this unit may reconnoitre that hex."""
    tried = ORDERS.spell(order)
    if order == Order(DONE):
        return
    if order.kind != RECON or len(order.who) != 1 or len(order.to) != 1 or order.lead:
        able = recon_hexes(state, order.who[0]) if len(order.who) == 1 and order.who[0] in eyes(state) else eyes(state)
        raise IllegalMove(tried, "19.1", "name one unit and one hex", able)
    (id,), (hex,) = order.who, order.to
    if id not in eyes(state):
        raise IllegalMove(tried, "19.2", f"{id} cannot reconnoitre now: {_why_blind(state, id)}", eyes(state))
    if hex not in state.numbers.ground.hexes:
        raise IllegalMove(tried, "19.4", f"there is no hex {hex}")
    if state.numbers.is_ground(id) and hex not in recon_hexes(state, id):
        raise IllegalMove(tried, "19.2", f"{id} cannot see anything face down in {hex}", recon_hexes(state, id))


def _why_blind(state: State, id: str) -> str:
    if id not in state.units:
        return "the Coalition alone does, with its counters"
    unit, numbers = state.units[id], state.numbers
    if numbers.is_ground(id):
        if unit.place not in numbers.ground.hexes.every:
            return "it is not on the map"
        return "it has done so in this sub-phase" if unit.scouted else "its command is not in action"
    return "it is not ready" if numbers.units[id].recon else "it never does"


def covered(state: State, id: str, hex: str) -> list[str]:
    """19.5 The hexes that one recon covers: of a satellite those around it too."""
    is_wide = state.numbers.units[id].type == SATELLITE
    return [hex, *state.numbers.ground.hexes.neighbours(hex)] if is_wide else [hex]


async def reconnoitre(state: State, id: str, hex: str, reactions: Reactions) -> None:
    """19.2-19.6 One hex, or with a satellite it and all around it; a SOAR helicopter first meets fire."""
    await Tell(rule="19.1", text=f"{counter_name(state, id)} reconnoitres {place_name(state, hex)}", places=(hex,))
    if state.numbers.is_ground(id):
        state.units[id].scouted = True
        await flip(state, [hex], rule="19.2")
    elif state.numbers.is_air(id):
        arrive(state, id, USED)
        await flip(state, covered(state, id, hex), rule="19.4")
    else:
        flight = await place_helicopter(state, id, hex, reactions)
        if flight != "shot_down":
            if face_down_at(state, hex):
                await flip(state, [hex], rule="19.4")
            end_mission(state, id, flight)
