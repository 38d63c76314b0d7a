"""Plays sensibly enough to fight a battle through: groups take node after node, cheap units hold what was taken.

Belongs here: the choice among orders and inside an operation. Must not be here: what things are worth (judgement).
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

from pbem.kit.bots import HonestBot
from pbem.play.requests import Peek, Request, Write
from pbem_games.fallujah import judgement, orders
from pbem_games.fallujah.forms import FORMS
from pbem_games.fallujah.map import ground_units_at, is_base, movement, units_at
from pbem_games.fallujah.marching import going_on, reachable
from pbem_games.fallujah.movement import goals
from pbem_games.fallujah.purchases import opening, reinforcement
from pbem_games.fallujah.state import State
from pbem_games.fallujah.team import owner_of

WORTH_AN_OP = 20  # hundredths of a VP below which an operation is not worth its OP


class SensibleBot(HonestBot):
    """One seat: the Coalition, or one player of its team."""

    def __init__(self, seat: str) -> None:
        super().__init__(FORMS, seat)

    def think(self, state: State, request: Request[Any], peek: Peek, rng: random.Random) -> Iterator[Any]:
        """What is declared to be good, else an order or a plan."""
        if (declared := FORMS.pick(state, request, self.seat, peek)) is not None:
            yield declared
        elif isinstance(request, Write):
            yield from self._written(state, request)

    def _written(self, state: State, request: Write[Any]) -> Iterator[Any]:
        """Orders and plans, the best first."""
        match request.rule:
            case "7.1":
                yield opening(state)
            case "10.1":
                yield from self._orders(state)
            case "14.1" | "27.1":
                yield from _ways_on(state)
            case "16.7":
                yield _answer_to_stand(state)

    # ---------------------------------------------------------------- the order of a turn

    def _orders(self, state: State) -> Iterator[orders.AnyOrder]:
        own = [u for u, unit in state.units.items() if _is_out(state, unit.place) and owner_of(state, u) == self.seat]
        if state.available["netwar"] >= 3 and state.ops > 3:
            yield orders.InfoWar((("netwar", state.available["netwar"]),))
        yield from _refits(state)
        for value, order in sorted(_moves(state, own), key=lambda m: -m[0]):
            if value < WORTH_AN_OP:
                break
            yield order
        if (bought := reinforcement(state)) is not None:
            yield bought
        yield orders.Pass()
        if own and len(state.seats) > 1:
            yield orders.Recruit()
        else:
            yield from (orders.DeclareEnd(), orders.StandDown())


def _is_out(state: State, place: str) -> bool:
    return place in state.numbers.spaces or place in state.numbers.bases


def _refits(state: State) -> Iterator[orders.Refit]:
    """18 Where two or more reduced units can be refit at once, the most first."""
    counts: dict[str, int] = {}
    for unit in state.units.values():
        if unit.reduced:
            counts[unit.place] = counts.get(unit.place, 0) + 1
    for place, count in sorted(counts.items(), key=lambda c: (-c[1], c[0])):
        if count >= 2 and state.ops > 2:
            yield orders.Refit(place)


def _moves(state: State, own: list[str]) -> Iterator[tuple[int, orders.Ground]]:
    """13 Every force worth sending, every place it can reach, with its value."""
    places = sorted({state.units[u].place for u in own})
    for start in places:
        movable = [u for u in own if state.units[u].place == start and u in ground_units_at(state, start)
                   and movement(state, u) > 0]
        for force in _forces(state, start, movable):
            left = [u for u in ground_units_at(state, start) if u not in force]
            cost = judgement.leaving_value(state, start, left)
            here = judgement.closeness(state, start) if start in state.numbers.spaces else -60
            for path in _to_spaces(state, goals(state, tuple(force))):
                to = path[-1]
                value = judgement.arrival_value(state, to, force) + cost
                if ground_units_at(state, to):
                    continue
                yield value + judgement.closeness(state, to) - here, orders.Ground(tuple(force), path)


def _to_spaces(state: State, ways: Mapping[str, tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Those that end on the map: nobody goes back to a base."""
    return [path for to, path in ways.items() if not is_base(state, to)]


def _forces(state: State, start: str, movable: list[str]) -> Iterator[list[str]]:
    """The strongest stack; the same less a unit that stays to hold the space; each cheap unit alone."""
    numbers = state.numbers
    fighters = sorted(movable, key=lambda u: (-numbers.values(u, state.units[u].reduced)[0], numbers.unit_order[u]))
    stack: list[str] = []
    room = {"battalion": 2, "company": 2}
    for unit in fighters:
        kind = "battalion" if numbers.units[unit].size == "battalion" else "company"
        if room[kind]:
            room[kind] -= 1
            stack.append(unit)
    if stack:
        yield numbers.ordered(stack)
    weakest = stack[-1:] if len(stack) == len(movable) else []
    if len(stack) > 2 and weakest and not is_base(state, start):
        yield numbers.ordered([u for u in stack if u not in weakest])
    for unit in movable:
        if numbers.units[unit].price <= 4 and len(movable) > 1:
            yield [unit]


# ---------------------------------------------------------------- inside an operation


def _ways_on(state: State) -> Iterator[orders.GoOn]:
    """14.1 On to something better while the force is strong; else it stops."""
    operation = state.operation
    assert operation is not None
    if operation.mode == "ground" and operation.points > 0:
        left = [u for u in ground_units_at(state, operation.space) if u not in operation.force]
        cost = judgement.leaving_value(state, operation.space, left)
        found = [(judgement.arrival_value(state, path[-1], operation.force) + cost, path)
                 for path in _to_spaces(state, reachable(state, going_on(state, operation)))]
        for value, path in sorted(found, key=lambda f: (-f[0], f[1])):
            if value > WORTH_AN_OP:
                yield orders.GoOn(path=path)
    yield orders.GoOn()


def _answer_to_stand(state: State) -> orders.Stay:
    """16.1(4)c Fight on unless they are clearly stronger."""
    operation = state.operation
    assert operation is not None
    numbers, enemies = state.numbers, operation.enemies
    is_a_match = judgement.hits_a_round(state, operation.force) * 12 >= sum(e.firepower for e in enemies) * 100
    if is_a_match and len(operation.force) * 2 >= len(enemies):
        return orders.Stay()
    refuges = [s for s in numbers.graph.neighbours(operation.space) if units_at(state, s)]
    to = next(iter([*numbers.gates[operation.space], *refuges]), "")
    return orders.Stay(tuple(numbers.ordered(operation.force)), to) if to else orders.Stay()
