"""A plan is run, entry by entry, with the answers that were given to it before.

Belongs here: statuses, when the run stops. Must not be here: asking for plans and reactions (sub_phase, windows).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Literal

import msgspec

from pbem.errors import IllegalMove
from pbem.play.requests import Tell
from pbem_games.anaconda import walking
from pbem_games.anaconda.forces import helicopters, is_on_map, other_seat, piece
from pbem_games.anaconda.legs import Leg
from pbem_games.anaconda.movement import carry_out, check_order
from pbem_games.anaconda.moves import check_way
from pbem_games.anaconda.numbers import COALITION
from pbem_games.anaconda.orders import FLY, MEDEVAC, MOVE, RALLY, STACK, Order
from pbem_games.anaconda.plans.checking import is_going_on
from pbem_games.anaconda.plans.planned import Planned
from pbem_games.anaconda.plans.written import Conditions
from pbem_games.anaconda.state import DEAD, POOL, State
from pbem_games.anaconda.words.names import counter_name

Status = Literal["", "completed", "ended", "overtaken", "open"]


UNDONE: tuple[Status, ...] = ("overtaken", "open")


class Entry(msgspec.Struct):
    """One order of the sub-phase with its number, and what became of it; "" while it has not come up."""

    number: int
    order: Order
    status: Status = ""


class Sight(msgspec.Struct, frozen=True):
    """What a pause looks at: how many of one's own are hurt, and what of the enemy has shown itself."""

    hurt: int
    shown: int


def sight(state: State) -> Sight:
    """As the seat in action sees it now."""
    assert state.operations is not None
    seat = state.operations.seat
    pieces = state.units if seat == COALITION else state.tokens
    enemy = state.tokens if seat == COALITION else state.units
    hurt = sum(one.pinned or one.place == DEAD for one in pieces.values())
    hurt += sum(unit.place == POOL and unit.flown for unit in state.units.values()) if seat == COALITION else 0
    shown = sum(one.fired for one in enemy.values()) + sum(bool(token.face) for token in state.tokens.values())
    flown = sum(unit.flown for unit in state.units.values()) if other_seat(seat) == COALITION else 0
    return Sight(hurt, shown + flown)


def pauses(conditions: Conditions, before: Sight, after: Sight) -> bool:
    """Whether the run stops for what has happened."""
    is_loss, is_contact = after.hurt > before.hurt, after.shown > before.shown
    return {"never": False, "loss": is_loss, "contact": is_loss or is_contact}[conditions.pause]


def _looked_for(state: State, conditions: Conditions) -> Sight | None:
    """What a pause looks at, before a step; None if the run never pauses."""
    return sight(state) if conditions.pause != "never" else None


def _pauses(state: State, conditions: Conditions, before: Sight | None) -> bool:
    return before is not None and pauses(conditions, before, sight(state))


async def run(state: State, part: Sequence[Entry], all_entries: Sequence[Entry], conditions: Conditions,
              reactions: Planned) -> None:
    """Ruling R110 One part, to its end or to the first pause; entries without a status then are open."""
    done = {entry.number: entry for entry in all_entries}
    for entry in part:
        is_ready = all(done[n].status == "completed" for n in conditions.needed_by(entry.number))
        if not is_ready or not may_go(state, entry.order):
            await overtake(state, entry)
            stopped = conditions.pause != "never"
        elif entry.order.kind == MOVE:
            stopped = await run_move(state, entry, conditions, reactions)
        else:
            stopped = await run_other(state, entry, conditions, reactions)
        if stopped:
            break
    for entry in part:
        entry.status = entry.status or "open"


async def overtake(state: State, entry: Entry) -> None:
    """What was ordered cannot be done now; whoever was named may be planned for anew."""
    entry.status = "overtaken"
    names = ", ".join(counter_name(state, id) for id in entry.order.who)
    await Tell(rule="r110", text=f"Overtaken by events: {names}")


def may_go(state: State, order: Order) -> bool:
    """8, 16 Whether an entry can still be carried out; a long move at least begun."""
    first = Order(order.kind, order.who, order.to[:1]) if order.kind == MOVE else order
    try:
        if is_going_on(state, order):
            walking.check_continued(state, order.who[0], first)
        else:
            check_order(state, first, order.kind not in (RALLY, STACK))
    except IllegalMove:
        return False
    return True


async def run_move(state: State, entry: Entry, conditions: Conditions, reactions: Planned) -> bool:
    """8.2, 12.1 A ground move, hex by hex; gives whether the run stops."""
    assert state.operations is not None
    (id,) = entry.order.who
    if not is_going_on(state, entry.order):
        walking.begin(state, id)
    leg = Leg(state, id)
    stopped = await _run_leg(state, leg, entry, conditions, reactions)
    await leg.tell(state)
    return stopped


async def _run_leg(state: State, leg: Leg, entry: Entry, conditions: Conditions, reactions: Planned) -> bool:
    assert state.operations is not None
    id, way = leg.id, entry.order.to
    for i, place in enumerate(way):
        try:
            check_way(state, id, (place,), state.operations.spent, state.operations.steps)
        except IllegalMove:
            await leg.tell(state)
            await overtake(state, entry)
            return True
        before, reactions.here = _looked_for(state, conditions), (entry.number, i)
        met = await walking.step(state, leg, place, reactions)
        is_last = i == len(way) - 1
        if place in state.numbers.ground.hexes and (not is_on_map(state, id) or piece(state, id).pinned):
            entry.status = "ended"
        elif is_last:
            entry.status = "completed"
        elif met == "fired" and entry.number in conditions.stop:
            entry.status = "ended"
        if entry.status:
            walking.end(state)
        if _pauses(state, conditions, before):
            return True
        if entry.status:
            return False
    return False


async def run_other(state: State, entry: Entry, conditions: Conditions, reactions: Planned) -> bool:
    """16.3, 24.5, 26.2 A flight, a rally or a stack; gives whether the run stops."""
    before, reactions.here = _looked_for(state, conditions), (entry.number, 0)
    await carry_out(state, entry.order, reactions)
    entry.status = "completed" if is_delivered(state, entry.order) else "ended"
    return _pauses(state, conditions, before)


def is_delivered(state: State, order: Order) -> bool:
    """Whether a flight did all it should: its load came whole and unpinned."""
    if order.kind not in (FLY, MEDEVAC):
        return True
    return not any(state.units[id].place == DEAD or state.units[id].pinned for id in order.who)


def still_able(state: State, entries: Sequence[Entry]) -> list[str]:
    """Those of entries that were overtaken or left open whom a supplement could still order about."""
    assert state.operations is not None
    if not entries:
        return []
    ready = helicopters(state, "gunship", "transport", "soar")
    found = []
    for entry in entries:
        for id in entry.order.who:
            one = piece(state, id)
            is_walking = state.operations.walking == id
            is_free = not one.pinned and not one.moved and one.place != DEAD
            if id in ready or (id not in found and (is_walking or (is_free and not _is_helicopter(state, id)))):
                found.append(id)
    return list(dict.fromkeys(found))


def left_of(state: State, entries: Sequence[Entry], able: Collection[str]) -> tuple[Order, ...]:
    """What these entries would still do as they were written, of those who are able to; who is half-way goes first."""
    assert state.operations is not None
    begun, others = list[Order](), list[Order]()
    for order in (entry.order for entry in entries if set(entry.order.who) <= set(able)):
        if order.kind == MOVE and order.who == (state.operations.walking,):
            here = piece(state, order.who[0]).place
            at = order.to.index(here) + 1 if here in order.to else 0
            begun += [Order(MOVE, order.who, order.to[at:])] if at < len(order.to) else []
        else:
            others.append(order)
    return (*begun, *others)


def _is_helicopter(state: State, id: str) -> bool:
    return id in state.units and not state.numbers.is_ground(id)

