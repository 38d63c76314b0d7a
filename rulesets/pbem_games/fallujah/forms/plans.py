"""A short list of operations worth a thought this turn, the best guess first; nothing for nothing before the very end.

Belongs here: that list and its order. Must not be here: what a place is worth (judgement), whether a plan is legal
(sequence says so of each).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pbem.errors import IllegalMove
from pbem.kit.chances import average_of
from pbem_games.fallujah import judgement, orders
from pbem_games.fallujah.forms.prospects import fight_at
from pbem_games.fallujah.logistics import bridges_to_repair, places_to_refit, spaces_to_build
from pbem_games.fallujah.map import (
    TRANSPORTS,
    firepower,
    ground_units_at,
    is_base,
    is_helicopter,
    is_iraqi,
    labels,
    movement,
    name_of,
    neighbours,
    type_of,
    units_at,
)
from pbem_games.fallujah.movement import goals, leap_goals
from pbem_games.fallujah.numbers import MARKERS
from pbem_games.fallujah.purchases import reinforcement
from pbem_games.fallujah.recruiting import price
from pbem_games.fallujah.riders import candidates
from pbem_games.fallujah.sequence import check_order
from pbem_games.fallujah.state import State
from pbem_games.fallujah.team import owner_of, seat_name, whom_to_ask
from pbem_games.fallujah.words.brief import brief_counts, brief_place, brief_purchase, brief_units, what_is_in

Plan = tuple[orders.AnyOrder, str, str]
"""An order, its short wording, a remark: what it costs in all and what for."""
MOST_MOVES, MOST_GOALS = 9, 2
FEW = 2  # markers for InfoWar, reduced units for a refit: from so many on the OP brings more than it costs
A_PROFIT = 3  # NetWar markers: from so many on buying them and InfoWar together bring more OPs than both cost


def operations(state: State) -> list[tuple[str, str]]:
    """10.1 Wordings and remarks; all of them legal now.

    First what pays on the whole, then the moves that promise most, then the rest; last what only lets time pass.
    """
    moves = sorted(_legal(state, _moves(state)), key=lambda plan: _rank(state, plan[0]))
    good = [plan for plan in moves if _rank(state, plan[0]) < (0, 0)][:MOST_MOVES]
    poor = [plan for plan in moves if plan not in good][:MOST_MOVES - len(good)]
    at_once, cheap = _cheap(state)
    plans = _legal(state, [*at_once, *good, *_end(), *_purchases(state), *cheap, *poor, *_last(state)])
    return [(words, f"{remark}{_consent(state, order)}") for order, words, remark in plans]


def _legal(state: State, plans: Iterable[Plan]) -> Iterator[Plan]:
    for plan in plans:
        try:
            check_order(state, plan[0])
        except IllegalMove:
            continue
        yield plan


def _rank(state: State, order: orders.AnyOrder) -> tuple[int, int]:
    """Lower is better, below (0, 0) good: whether another player must consent, then what the move promises."""
    assert isinstance(order, orders.Move)
    force = [*order.force, *(rider for _, rider in order.riders)]
    start, to = state.units[force[0]].place, order.path[-1] if isinstance(order, orders.Ground) else order.to
    left = [u for u in ground_units_at(state, start) if u not in force]
    value = judgement.arrival_value(state, to, force) + judgement.leaving_value(state, start, left)
    return (1 if whom_to_ask(state, order) else 0), -value


def _consent(state: State, order: orders.AnyOrder) -> str:
    """35 `; player 2 must consent`, "" if nobody is asked."""
    asked = [seat_name(seat) for seat in whom_to_ask(state, order)]
    return f"; {', '.join(asked)} must consent" if asked else ""


def _purchases(state: State) -> Iterator[Plan]:
    """11 A fresh group, and NetWar enough to bring more OPs than it costs."""
    if (group := reinforcement(state)) is not None:
        yield group, brief_purchase(state, group, "j1"), f"{price(state, group)} OPs: a fresh group"
    markers = state.recruits[state.numbers.netwar.id]
    lot = orders.Recruit((), ((state.numbers.netwar.id, markers),))
    if markers >= A_PROFIT:
        results = average_of(state.numbers.tables.netwar.infowar)
        yield lot, brief_purchase(state, lot, "j1"), f"{price(state, lot)} OPs: for J-5, {results} OPs each"


def _cheap(state: State) -> tuple[list[Plan], list[Plan]]:
    """12, 18, 19 What does not move anybody: what pays on the whole, the rest."""
    prices = state.numbers.tables.prices
    at_once, others = list[Plan](), list[Plan]()
    lot = tuple((m, state.available[m]) for m in MARKERS if state.available[m])
    if lot:
        results = average_of(state.numbers.tables.netwar.infowar)
        plan: Plan = (orders.InfoWar(lot), f"j5 {brief_counts(lot)}", f"1 OP: each brings {results} OPs on average")
        (at_once if sum(count for _, count in lot) >= FEW else others).append(plan)
    for place in places_to_refit(state):
        reduced = [u for u in units_at(state, place) if state.units[u].reduced]
        remark = f"{prices.refit} OP: {labels(state, reduced)}"
        plan = (orders.Refit(place), f"j4 refit {brief_place(state, place)}", remark)
        (at_once if len(reduced) >= FEW else others).append(plan)
    return at_once, [*others, *_works(state)]


def _works(state: State) -> Iterator[Plan]:
    """12, 18, 33 Bridges, FOBs, ISR, interdiction."""
    prices = state.numbers.tables.prices
    for bridge in bridges_to_repair(state):
        yield orders.Repair(bridge), f"j4 repair {bridge}", f"{prices.bridge} OP"
    for space in spaces_to_build(state)[:1]:
        remark = f"{prices.fob} OPs: a FOB in {name_of(state, space)}"
        yield orders.Build(space), f"j4 build {brief_place(state, space)}", remark
    marker = next((m for m in MARKERS if state.available[m]), "")
    for space in _nearest_hidden(state)[:1] if marker else ():
        least = state.numbers.tables.netwar.reveals_from
        yield (orders.Isr(((marker, space),)), f"j2 {marker} {brief_place(state, space)}",
               f"1 OP: {name_of(state, space)} is seen on {least} to 6")
    if state.options.interdiction and state.available["air4"]:
        for space in sorted(s for s, node in state.nodes.items() if node.type):
            yield (orders.Interdict(space, (("air4", 1),)), f"j3 interdict {brief_place(state, space)} air4",
                   f"1 OP: {what_is_in(state, space)}")


def _nearest_hidden(state: State) -> list[str]:
    """Concealed nodes, those next to our units first."""
    hidden = sorted(s for s, node in state.nodes.items() if not node.type and not ground_units_at(state, s))
    return sorted(hidden, key=lambda s: not any(ground_units_at(state, n) for n in neighbours(state, s)))


def _end() -> Iterator[Plan]:
    yield orders.DeclareEnd(), "end", "no node is left: the battle ends here"


def _last(state: State) -> Iterator[Plan]:
    if len(state.seats) > 1:
        yield orders.Pass(), "pass", "free"
    yield orders.StandDown(), "stand_down", f"gives up the {state.ops} OPs that are left"


# ---------------------------------------------------------------- moves


def _moves(state: State) -> Iterator[Plan]:
    """13, 24, 25 For each group its nearest goals, all groups' nearest first."""
    by_group = [list(plans) for plans in (*_marches(state), _lifts(state), _leaps(state))]
    for rank in range(MOST_GOALS):
        for plans in by_group:
            yield from plans[rank:rank + 1]


def _marches(state: State) -> Iterator[Iterator[Plan]]:
    numbers = state.numbers
    for place in [*numbers.spaces, *numbers.bases]:
        force = _group(state, place)
        if force:
            yield _march(state, force)


def _march(state: State, force: tuple[str, ...]) -> Iterator[Plan]:
    ways = goals(state, force)
    for to in sorted(ways, key=lambda to: (not _lies_node(state, to), len(ways[to]))):
        if what_is_in(state, to) and not ground_units_at(state, to):
            yield (orders.Ground(force, ways[to]), f"j3 {brief_units(state, force)} to {brief_place(state, to)}",
                   f"1 OP: {what_is_in(state, to)}; {fight_at(state, to, force)}")


def _lies_node(state: State, place: str) -> bool:
    return place in state.nodes or state.helicopter == place


def _group(state: State, place: str) -> tuple[str, ...]:
    """Who of a place would go together: the strongest that fit one space (8.2); Iraqi units by themselves.

    In a team the units of whoever is on turn, if he has some there.
    """
    able = [u for u in ground_units_at(state, place) if movement(state, u) > 0]
    able = [u for u in able if owner_of(state, u) == state.seat] or able
    able = [u for u in able if is_iraqi(state, u) == is_iraqi(state, able[0])]
    limits = state.numbers.tables.stacking
    best = sorted(able, key=lambda u: -firepower(state, u))
    battalions = [u for u in best if state.numbers.units[u].size == "battalion"][:limits.battalions]
    companies = [u for u in best if state.numbers.units[u].size != "battalion"][:limits.companies]
    return tuple(state.numbers.ordered([*battalions, *companies]))


def _lifts(state: State) -> Iterator[Plan]:
    """24.5 Transports with somebody aboard to a node."""
    for helicopter in [u for u in state.units if is_helicopter(state, u) and type_of(state, u) in TRANSPORTS]:
        if not is_base(state, state.units[helicopter].place):
            continue
        for rider in candidates(state, helicopter)[:1]:
            space = next(iter(_nearest_hidden(state)), "")
            if space:
                order = orders.Air((helicopter,), space, ((helicopter, rider),))
                words = f"j3 fly {brief_units(state, [helicopter])} with {brief_units(state, [rider])}"
                yield (order, f"{words} to {brief_place(state, space)}",
                       f"1 OP: {what_is_in(state, space)}; {fight_at(state, space, (helicopter, rider))}")


def _leaps(state: State) -> Iterator[Plan]:
    """25.1, 27.3 Amtracs and SOF at the water."""
    for place in state.numbers.water_spaces:
        force: Sequence[str] = [u for u in ground_units_at(state, place) if type_of(state, u) in ("amtrac", "sof")]
        for to in leap_goals(state, tuple(force)) if force else ():
            if _lies_node(state, to) and not ground_units_at(state, to):
                words = f"j3 leap {brief_units(state, force)} to {brief_place(state, to)}"
                yield (orders.Leap(tuple(force), to), words,
                       f"1 OP: {what_is_in(state, to)}; {fight_at(state, to, force)}")
