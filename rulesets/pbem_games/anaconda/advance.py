"""11.3, 27 After a close assault that emptied its hex: who enters it, and whether the attack goes on from there."""

from __future__ import annotations

from pbem.errors import IllegalMove
from pbem.kit.lists import Some
from pbem.play.requests import Tell, Write
from pbem_games.anaconda.attack import Fought, ask_attack, attack
from pbem_games.anaconda.drms import assaults
from pbem_games.anaconda.flipping import clear_forts
from pbem_games.anaconda.forces import arrive, is_held, is_on_map, other_seat, piece
from pbem_games.anaconda.numbers import COALITION
from pbem_games.anaconda.orders import ADVANCE, ATTACK, DONE, ORDERS, STAY, Order
from pbem_games.anaconda.reactions import Reactions
from pbem_games.anaconda.state import State
from pbem_games.anaconda.words.names import counters_do, place_name


async def combat(state: State, reactions: Reactions) -> None:
    """4.2, 10.5 Part A.4, the Combat sub-phase: one attack after another, each to its end."""
    while (order := await ask_attack(state)).kind != DONE:
        await assault(state, order, reactions)


async def assault(state: State, order: Order, reactions: Reactions) -> None:
    """10.5, 11.3, 27.1, 27.3 An attack with all that follows from it."""
    fought = await attack(state, order, reactions)
    while fought is not None and fought.emptied:
        advanced = await advance(state, fought)
        if not advanced or not is_impetus(state, fought):
            return
        following = await ask_impetus(state, fought.shot.hex, advanced)
        if following.kind == STAY:
            return
        fought = await attack(state, following, reactions)


def may_advance(state: State, fought: Fought) -> list[str]:
    """11.3 The firing units that may close assault and stand next to the hex."""
    return [id for id in fought.shot.firers if is_on_map(state, id) and assaults(state, id, fought.shot.hex)]


async def advance(state: State, fought: Fought) -> tuple[str, ...]:
    """11.3, 12.12, ruling R54 C26: some of them enter, or none; no fire meets them. Gives who did."""
    assert state.operations is not None
    hex, able = fought.shot.hex, may_advance(state, fought)

    def check(order: Order) -> None:
        if order == Order(STAY):
            return
        ok = order.kind == ADVANCE and order.who and not order.to and not order.lead
        if not ok or len(set(order.who)) < len(order.who) or any(id not in able for id in order.who):
            raise IllegalMove(ORDERS.spell(order), "11.3", f"those advance that assaulted {hex}, or they stay", able)

    order = await Write(
        rule="11.3", seat=state.operations.seat, about=hex, form=ORDERS, check=check, draft=lambda: Order(STAY),
        case=Some(tuple(able)))
    await enter(state, order.who, hex)
    return order.who


async def enter(state: State, who: tuple[str, ...], hex: str) -> None:
    """11.3, 20.4 They come into the emptied hex."""
    if not who:
        return
    assert state.operations is not None
    if state.operations.seat == COALITION:
        await clear_forts(state, hex)
    stood = {id: piece(state, id).place for id in who}
    for id in who:
        arrive(state, id, hex)
    for start in dict.fromkeys(stood.values()):
        advancing = counters_do(state, [id for id in who if stood[id] == start], "advance")
        text = f"{advancing} into {place_name(state, hex)}"
        await Tell(rule="11.3", text=text, places=(start, hex), is_way=True, faction=state.operations.seat)


# ---------------------------------------------------------------- 27 attacker impetus


def is_impetus(state: State, fought: Fought) -> bool:
    """27.2, ruling R87 Whether the roll that removed the last defender was 0 or less with its modifiers."""
    last = [hit for hit in fought.hits if hit.outcome == "eliminated"][-1]
    return state.options.attacker_impetus and last.modified <= 0


def impetus_targets(state: State, hex: str) -> list[str]:
    """27.3, 27.6, ruling R87 Enemy hexes next to the one just taken that were not attacked in this sub-phase."""
    assert state.operations is not None
    enemy = other_seat(state.operations.seat)
    return [h for h in state.numbers.ground.hexes.neighbours(hex)
            if is_held(state, h, enemy) and h not in state.operations.attacked]


async def ask_impetus(state: State, hex: str, advanced: tuple[str, ...]) -> Order:
    """27.3-27.6 C27: those that advanced, or some of them, assault one more hex; or the chance is over."""
    assert state.operations is not None
    able = [id for id in advanced if not piece(state, id).pinned]
    near = impetus_targets(state, hex)
    if not near or not able:
        return Order(STAY)

    def check(order: Order) -> None:
        tried = ORDERS.spell(order)
        if order == Order(STAY):
            return
        if order.kind != ATTACK or order.lead or len(order.to) != 1 or order.to[0] not in near:
            raise IllegalMove(tried, "27.6", "one hex next to it with enemies is assaulted, or they stay", near)
        if not order.who or len(set(order.who)) < len(order.who) or any(id not in able for id in order.who):
            raise IllegalMove(tried, "27.5", "only units that have just advanced take part", able)

    return await Write(
        rule="27.3", seat=state.operations.seat, about=hex, form=ORDERS, check=check, draft=lambda: Order(STAY))
