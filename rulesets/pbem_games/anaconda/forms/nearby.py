"""8.1, 9.7, 16, 19, 24.5, 26.2 Who and where may be named next in a plan: what is legal once all before it is done.

Belongs here: what is offered at the end of an order that is only begun. Must not be here: reading it (reading), what is
legal (movement, moves, airmobile, isr).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from pbem.errors import IllegalMove
from pbem.kit.forms import Asked
from pbem.kit.paths import in_points
from pbem_games.anaconda.airmobile import ALL, CARRIERS
from pbem_games.anaconda.forces import held, helicopters, is_in_action, is_on_map, other_seat, piece, seat_of, stack_at
from pbem_games.anaconda.forms.ways import whole_way
from pbem_games.anaconda.isr import eyes, recon_hexes
from pbem_games.anaconda.movement import check_order, leaders, may_rally
from pbem_games.anaconda.moves import check_way, exits_of, may_move, movers, next_to, way_cost
from pbem_games.anaconda.numbers import BASES, COALITION, HALVES
from pbem_games.anaconda.orders import FLY, MEDEVAC, MOVE, RALLY, RECON, STACK, Order
from pbem_games.anaconda.plans.checking import is_going_on, movers_of, pretend
from pbem_games.anaconda.state import State, trial_of
from pbem_games.anaconda.tokens import seen

MOST, MOST_LANDINGS = 60, 25  # things that are offered at once


@dataclass(frozen=True, slots=True)
class Next:
    """What may stand next in an order: counters, places with what is said beside each, who may lead a fire."""

    counters: Sequence[str] = ()
    places: Mapping[str, str] = field(default_factory=dict)
    leads: Sequence[str] = ()


def next_in(asked: Asked[State], order: Order, before: Sequence[Order]) -> Next:
    """What may follow the beginning of an order, behind others that come first."""
    state = _after(asked.state, before)
    named = {id for one in before for id in movers_of(one)}
    found = _NEXT[order.kind](asked, state, order) if order.kind in _NEXT else Next()
    return Next([id for id in found.counters if id not in named and id not in order.who], found.places)


def idle_kinds(asked: Asked[State], kinds: Iterable[str], before: Sequence[Order]) -> set[str]:
    """Those of these kinds of orders that nobody could be given, behind others that come first."""
    if asked.state.operations is None:
        return set()
    state, named = _after(asked.state, before), {id for one in before for id in movers_of(one)}
    able = {kind: _NEXT[kind](asked, state, Order(kind)).counters for kind in kinds if kind in _NEXT}
    return {kind for kind, ids in able.items() if named.issuperset(ids)}


def _after(state: State, orders: Sequence[Order]) -> State:
    """The position once these orders are carried out without any fire, as far as they are legal."""
    trial, is_begun = trial_of(state), False
    for order in orders:
        try:
            if not is_going_on(trial, order):
                check_order(trial, order, is_begun)
        except IllegalMove:
            break
        is_begun = is_begun or order.kind not in (RALLY, STACK)
        pretend(trial, order)
    return trial


def _move(asked: Asked[State], state: State, order: Order) -> Next:
    """8.1, 8.2 Whoever may move; then others beside him, and each place that the next step leads to, with its cost."""
    able = [id for id in movers(state) if _may_truly_move(asked, state, id)]
    if not order.who:
        return Next(able)
    beside = [id for id in able if id not in order.who and piece(state, id).place == piece(state, order.who[0]).place]
    places = dict(_steps(asked, state, order))
    return Next(() if order.to else beside[: max(0, MOST - len(places))], places)  # the others move by themselves


def _steps(asked: Asked[State], state: State, order: Order) -> Iterator[tuple[str, str]]:
    (first, *_), operations = order.who, state.operations
    assert operations is not None
    going_on = is_going_on(state, Order(MOVE, order.who))
    spent, steps = (operations.spent, operations.steps) if going_on else (0, 0)
    try:
        so_far = whole_way(state, first, order.to)
        at = so_far[-1] if so_far else piece(state, first).place
        for place in [*next_to(state, at), *sorted(exits_of(seat_of(state, first)))]:
            way = (*so_far, place)
            if all(_can_go(asked, state, id, way, spent, steps) for id in order.who):
                cost = spent + (way_cost(state, first, piece(state, first).place, way) or 0)
                yield place, f"{in_points(cost, HALVES)} points"
    except IllegalMove:
        return


def _can_go(asked: Asked[State], state: State, id: str, way: Sequence[str], spent: int, steps: int) -> bool:
    """8.1 Whether it is legal, and true of a counter that lies face down."""
    try:
        check_way(state, id, way, spent, steps)
    except IllegalMove:
        return False
    printed = seen(state, id, asked.peek) if id in state.tokens else None
    cost = spent + (way_cost(state, id, piece(state, id).place, way) or 0)
    return printed is None or cost <= printed.movement * HALVES or steps + len(way) == 1


def _may_truly_move(asked: Asked[State], state: State, id: str) -> bool:
    """5.3, 8.1 Whether a move of it would be true, for its owner."""
    if id not in state.tokens or state.operations is None:
        return True
    printed = seen(state, id, asked.peek)
    return printed is not None and printed.movement > 0 and printed.command in state.operations.commands


def _rally(asked: Asked[State], state: State, order: Order) -> Next:
    if not order.who:
        return Next([id for id in leaders(state) if may_rally(state, id)])
    return Next(may_rally(state, order.who[0]) if len(order.who) == 1 else ())


def _stack(asked: Asked[State], state: State, order: Order) -> Next:
    """9.7 All of one's own in one hex, from the top."""
    assert state.operations is not None
    seat = state.operations.seat
    stacks = {hex: stack_at(state, hex, seat) for hex in sorted(held(state, seat))}
    hexes = [hex for hex, there in stacks.items() if len(there) > 1 and set(order.who) <= set(there)]
    whole = [hex for hex in hexes if len(order.who) == len(stacks[hex])] if order.who else hexes
    open_to = [hex for hex in hexes if not order.to or hex in order.to]
    return Next([id for hex in open_to for id in stacks[hex]], {} if order.to else dict.fromkeys(whole, ""))


def _fly(asked: Asked[State], state: State, order: Order) -> Next:
    """16 A helicopter, what it carries, where to."""
    if not order.who:
        return Next(helicopters(state, *ALL))
    if order.to:
        return Next()
    loads = [id for id, unit in state.units.items() if state.numbers.is_ground(id) and is_in_action(state, id)
             and not may_move(state, id) and (unit.place in BASES or is_on_map(state, id))]
    open_to = [id for id in loads if any(_is_legal(state, Order(FLY, (*order.who, id), (to,)))
                                         for to in _goals(state, order))]
    return Next(open_to, {to: "" for to in _goals(state, order) if _is_legal(state, Order(FLY, order.who, (to,)))})


def _goals(state: State, order: Order) -> list[str]:
    """Bases, and the hexes next to what is known of the enemy, nearest first."""
    enemies, ground = sorted(held(state, other_seat(COALITION))), state.numbers.ground
    near = dict.fromkeys(hex for far in (2, 1, 3) for enemy in enemies for hex in ground.hexes.ring(enemy, far))
    return [*BASES, *list(near)[: MOST_LANDINGS - len(BASES)]]


def far_hexes(asked: Asked[State], order: Order, before: Sequence[Order], column: str) -> list[str]:
    """16 The hexes of one column in which a flight may end, however far it is."""
    state = _after(asked.state, before)
    return [hex for hex in state.numbers.ground.hexes.hexes if hex.startswith(column)
            and _is_legal(state, Order(FLY, order.who, (hex,)))]


def _medevac(asked: Asked[State], state: State, order: Order) -> Next:
    if not order.who:
        return Next(helicopters(state, *CARRIERS))
    return Next((), dict.fromkeys(BASES if order.to else sorted(state.casualties), "") if len(order.to) < 2 else {})


def _recon(asked: Asked[State], state: State, order: Order) -> Next:
    if not order.who:
        return Next([id for id in eyes(state) if recon_hexes(state, id)])
    return Next((), {} if order.to else dict.fromkeys(recon_hexes(state, order.who[0]), ""))


def _is_legal(state: State, order: Order) -> bool:
    try:
        check_order(state, order, is_begun=True)
    except IllegalMove:
        return False
    return True


_NEXT = {MOVE: _move, RALLY: _rally, STACK: _stack, FLY: _fly, MEDEVAC: _medevac, RECON: _recon}
