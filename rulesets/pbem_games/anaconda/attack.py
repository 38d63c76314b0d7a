"""10, 11, 14, 15.2 Offensive fire: the Combat sub-phase, attack by attack.

Belongs here: P4d, step by step. Must not be here: who could fire (firing), dice (fire), going on after it (advance).
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from pbem.errors import IllegalMove
from pbem.play.requests import Late, Peek, Roll, Tell, Write
from pbem_games.anaconda.aa import Flight, end_mission, place_helicopter
from pbem_games.anaconda.drms import Shot, enemy_of, is_assault, strength_of
from pbem_games.anaconda.fire import Hit, lay_rubble, lays_rubble, resolve
from pbem_games.anaconda.firing import attacked_by_any, attackers, fits_together, may_attack, why_not
from pbem_games.anaconda.forces import arrive, gunships, held, is_held, is_type, other_seat, stack_at
from pbem_games.anaconda.groups import take_cover, turn_up_firers
from pbem_games.anaconda.numbers import AL_QAEDA, COALITION, SIDES
from pbem_games.anaconda.orders import ATTACK, DONE, ORDERS, Order
from pbem_games.anaconda.reactions import Reactions, check_lead, fire_lates
from pbem_games.anaconda.state import USED, State
from pbem_games.anaconda.tokens import all_seen
from pbem_games.anaconda.whence import whence
from pbem_games.anaconda.words.names import counters_do, place_name


class Fought(msgspec.Struct, frozen=True):
    """What came of an attack: the fire, its hits, and whether a close assault emptied the hex (11.3)."""

    shot: Shot
    hits: tuple[Hit, ...] = ()
    emptied: bool = False


# ---------------------------------------------------------------- what may be attacked


def targets(state: State) -> list[str]:
    """5.13, 10.13, 10.14, ruling R67 Hexes that may still be attacked in this sub-phase, if anybody can fire there."""
    return list(_targets(state))


def has_targets(state: State) -> bool:
    """10.14 Whether there is any of these `targets`."""
    return any(_targets(state))


def _targets(state: State) -> Iterator[str]:
    assert state.operations is not None
    seat = state.operations.seat
    hexes = sorted(held(state, other_seat(seat)))
    if state.options.rubble and seat == COALITION:
        hexes = sorted({*hexes, *empty_towns(state)})
    return attacked_by_any(state, [hex for hex in hexes if hex not in state.operations.attacked])


def empty_towns(state: State) -> list[str]:
    """10.8, ruling R90 C37: with option 30 the Coalition may fire on towns in which nobody is."""
    return [
        hex for hex in state.numbers.ground.towns
        if hex not in state.rubble and not any(is_held(state, hex, seat) for seat in (COALITION, AL_QAEDA))
    ]


def check_attack(state: State, order: Order) -> None:
    """10.2, 10.4 to 10.6, 10.8 to 10.14, 5.12, 14.5, 28 Raises IllegalMove unless these may attack that hex.

    As far as everybody can tell: the rest is claimed (`attack_lates`).
    """
    assert state.operations is not None
    if order == Order(DONE):
        return
    tried, seat = ORDERS.spell(order), state.operations.seat
    ok = order.kind == ATTACK and order.who and len(order.to) == 1 and len(set(order.who)) == len(order.who)
    if not ok:
        raise IllegalMove(tried, "10.2", "name one hex and those that fire at it, each once", _missing(state, order))
    (hex,) = order.to
    if hex not in state.numbers.ground.hexes:
        raise IllegalMove(tried, "10.2", f"there is no hex {hex}", targets(state))
    if hex in state.operations.attacked:
        raise IllegalMove(tried, "10.13", f"{hex} was attacked in this sub-phase already")
    is_town = state.options.rubble and seat == COALITION and hex in empty_towns(state)
    if not is_town and not is_held(state, hex, other_seat(seat)):
        raise IllegalMove(tried, "10.14", f"no enemy is in {hex}", targets(state))
    for id in order.who:
        if not may_attack(state, id, hex):
            because = f"{id} cannot fire at {hex}: {why_not(state, id, hex)}"
            raise IllegalMove(tried, "10.2", because, attackers(state, hex))
    check_lead(state, order, seat)


def _missing(state: State, order: Order) -> list[str]:
    """What makes an attack of an order that is none: who may fire at its hex, or the hexes its one unit may fire at."""
    found = targets(state)
    if len(order.to) == 1 and order.to[0] in found and not order.who:
        return attackers(state, order.to[0])
    return [hex for hex in found if len(order.who) != 1 or may_attack(state, order.who[0], hex)]


def attack_lates(state: State, order: Order) -> list[Late]:
    """10.14, 5.12 What face-down counters claim by firing."""
    assert state.operations is not None
    if state.operations.seat == COALITION or order.kind != ATTACK:
        return []
    return fire_lates(state, "offensive", order.to[0], order, tuple(state.operations.commands))


def nobody_fires(state: State, peek: Peek) -> Order | None:
    """`done`, if for all that its owner knows none of Al Qaeda's counters can fire at anything."""
    assert state.operations is not None
    commands = tuple(state.operations.commands)
    if state.operations.seat == COALITION:
        return None
    for hex in targets(state):
        faces = all_seen(state, attackers(state, hex), peek)
        if faces is None:
            return None
        for id, unit in faces.items():
            if fits_together(state.numbers, "offensive", hex, [(unit, state.tokens[id].place)], commands):
                return None
    return Order(DONE)


async def ask_attack(state: State) -> Order:
    """C24, C28, C37: the next attack, or `done`; nobody is asked if everybody can see that nothing can be attacked."""
    assert state.operations is not None
    if not has_targets(state):
        return Order(DONE)
    return await Write(
        rule="10.2", seat=state.operations.seat, about=state.operations.marker, form=ORDERS,
        check=lambda order: check_attack(state, order), draft=lambda: Order(DONE),
        late=lambda order: attack_lates(state, order), truth=lambda peek: nobody_fires(state, peek))


# ---------------------------------------------------------------- an attack


async def attack(state: State, order: Order, reactions: Reactions) -> Fought | None:
    """10.2, 11.2, 14.5, 15.2, 17.3 One attack; None if it lapsed since nobody was left to fire."""
    assert state.operations is not None
    operations, (hex,) = state.operations, order.to
    flights: dict[str, Flight] = {}
    if operations.seat == AL_QAEDA:
        await turn_up_firers(state, "offensive", hex, order, rule="10.2", commands=operations.commands)
    else:
        text = f"{counters_do(state, order.who, 'attack')} {place_name(state, hex)}"
        await Tell(rule="10.2", text=text, places=(hex,), faction=operations.seat, **whence(state, order.who, hex))
        for id in order.who:
            if id in gunships(state):
                flights[id] = await place_helicopter(state, id, hex, reactions)
    firers = tuple(id for id in order.who if flights.get(id) != "shot_down")
    shot = Shot("offensive", operations.seat, hex, strength_of(state, firers), firers)
    fought = await _fire(state, shot, reactions) if shot.strength else None
    for id, flight in flights.items():
        end_mission(state, id, flight)
    if fought is None:
        await Tell(rule="10.2", text=f"The attack on {place_name(state, hex)} lapses", places=(hex,))
    return fought


async def _fire(state: State, shot: Shot, reactions: Reactions) -> Fought:
    """10.13, 11.2, 20.4, ruling R108 The fire itself; works are turned up before the dice, and never rolled against."""
    assert state.operations is not None
    state.operations.attacked.append(shot.hex)
    for id in shot.firers:
        if id in state.units and state.numbers.is_air(id):
            arrive(state, id, USED)
        elif id in state.units and state.numbers.is_ground(id):
            state.units[id].fired = True
    enemy = enemy_of(shot)
    if not is_held(state, shot.hex, enemy):
        await fire_on_town(state, shot)
        return Fought(shot)
    if enemy == AL_QAEDA:
        await take_cover(state, shot.hex, reactions)
    spared = state.numbers.types.not_rolled_against
    stack = [id for id in stack_at(state, shot.hex, enemy) if not is_type(state, id, *spared)]
    if not stack:
        await Tell(rule="r108", text=f"Nothing but works is in {place_name(state, shot.hex)}: the fire is spent",
                   places=(shot.hex,))
    assault = is_assault(state, shot)
    hits = await resolve(state, shot, stack, rule="11.2")
    gone = any(hit.outcome == "eliminated" for hit in hits) and not is_held(state, shot.hex, enemy)  # ruling R107
    return Fought(shot, tuple(hits), assault and gone)


async def fire_on_town(state: State, shot: Shot) -> None:
    """10.8, 30.1, ruling R90 E14: nobody is there; only a natural 1 matters."""
    if lays_rubble(state, shot):
        (die,) = await Roll(rule="30.1", about=shot.hex, sides=SIDES, side=shot.seat)
        if die == 1:
            await lay_rubble(state, shot.hex)
