"""Operations and ways drawn at random: most are legal, the rules have the last word.

Belongs here: one maker for each kind of order. Must not be here: what is good.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from pbem_games.fallujah import orders
from pbem_games.fallujah.map import (
    TRANSPORTS,
    ground_units_at,
    has_node,
    is_controlled,
    is_helicopter,
    is_light,
    is_open_to,
    movement,
    neighbours,
    type_of,
    units_at,
)
from pbem_games.fallujah.numbers import MARKERS
from pbem_games.fallujah.recruiting import marker_price, unit_factor
from pbem_games.fallujah.state import RECRUIT, State

Maker = Callable[[State, random.Random], orders.AnyOrder | None]


def operation(state: State, rng: random.Random) -> orders.AnyOrder | None:
    """10.1 An operation of a kind drawn by weight; None if this position has none of it."""
    makers, weights = zip(*MAKERS, strict=True)
    make: Maker = rng.choices(makers, weights)[0]
    return make(state, rng)


# ---------------------------------------------------------------- buying


def recruit(state: State, rng: random.Random, budget: int) -> orders.Recruit:
    """11, 7.1 Some units and markers; often too dear, so the budget is drawn first."""
    numbers = state.numbers
    quarters = rng.randint(0, max(0, budget)) * numbers.tables.prices.quarters
    there: dict[str, list[str]] = {}
    free = [u for u, unit in state.units.items() if unit.place == RECRUIT and type_of(state, u) != "fob"]
    places = [*numbers.bases, *(s for s in numbers.spaces if "fob" in [type_of(state, u) for u in units_at(state, s)])]
    for unit in rng.sample(free, rng.randint(0, len(free))):
        price = numbers.units[unit].price * unit_factor(state)
        if price <= quarters:
            quarters -= price
            there.setdefault(rng.choice(places), []).append(unit)
    markers = {}
    for kind, count in state.recruits.items():
        price = marker_price(state, kind)
        markers[kind] = rng.randint(0, min(count, quarters // price))
        quarters -= markers[kind] * price
    kept = [leader for leader, carrier in state.leaders.items() if carrier == "kept"]
    bought = [u for units in there.values() for u in units if not is_helicopter(state, u)]
    leaders = tuple(zip(kept, bought, strict=False)) if rng.random() < 0.8 else ()
    return orders.Recruit(
        tuple((p, tuple(numbers.ordered(there[p]))) for p in places if p in there),
        tuple((k, n) for k, n in markers.items() if n), tuple(sorted(leaders)),
    )


def _recruit(state: State, rng: random.Random) -> orders.AnyOrder:
    return recruit(state, rng, min(state.ops - 1, 6))


def counts(pool: dict[str, int], rng: random.Random, kinds: Sequence[str]) -> orders.Counts:
    """Some of each kind that lies there."""
    drawn = [(kind, rng.randint(0, pool[kind])) for kind in kinds if pool.get(kind, 0)]
    return tuple((kind, count) for kind, count in drawn if count)


def _marker(state: State, rng: random.Random) -> str | None:
    have = [m for m in MARKERS if state.available[m]]
    return rng.choice(have) if have else None


# ---------------------------------------------------------------- moving


def ground(state: State, rng: random.Random, to: str = "") -> orders.Ground | None:
    """13 A force of one place along a way drawn step by step; `to`: a way that can end there only."""
    start = _place_of(state, rng, lambda u: movement(state, u) > 0)
    if start is None:
        return None
    here = [u for u in ground_units_at(state, start) if movement(state, u) > 0]
    force = rng.sample(here, rng.randint(1, min(4, len(here))))
    riders = _riders(state, rng, force, ("amtrac",), lambda u: is_light(state, u))
    walkers = [u for u in force if u not in {rider for _, rider in riders}]
    path = _way(state, rng, start, walkers, min(movement(state, u) for u in walkers) + rng.randint(0, 1), to)
    if not path:
        return None
    infiltrates = all(type_of(state, u) == "sof" for u in force) and rng.random() < 0.7
    return orders.Ground(tuple(state.numbers.ordered(walkers)), path, riders, infiltrates and has_node(state, path[-1]))


def _way(
    state: State, rng: random.Random, start: str, units: Sequence[str], points: int, to: str = ""
) -> tuple[str, ...]:
    """A way of one step at least; it stops at nodes, at bases, and by chance."""
    numbers = state.numbers
    if start in numbers.bases:
        entry = to if to else rng.choice(numbers.bases[start].entry)
        return (entry,)
    path: list[str] = []
    at = start
    for _ in range(points):
        steps: list[str] = [s for s in neighbours(state, at) if is_open_to(state, at, s, units) and s not in path]
        if to in steps:
            return (*path, to)
        steps += [] if to else [b for b in numbers.gates[at] if rng.random() < 0.2]
        if not steps:
            break
        at = rng.choice(steps)
        path.append(at)
        if at in numbers.bases or has_node(state, at) or rng.random() < 0.3:
            break
    return tuple(path)


def _place_of(state: State, rng: random.Random, wanted: Callable[[str], bool]) -> str | None:
    """A place where a unit of that kind stands."""
    places = sorted({unit.place for id, unit in state.units.items() if _is_out(state, unit.place) and wanted(id)})
    return rng.choice(places) if places else None


def _is_out(state: State, place: str) -> bool:
    return place in state.numbers.spaces or place in state.numbers.bases


def _riders(
    state: State, rng: random.Random, force: list[str], carriers: Sequence[str], may_ride: Callable[[str], bool]
) -> orders.Riders:
    """Some carriers of the force take a unit of it aboard; one stays that carries."""
    pairs = []
    free = [u for u in force if may_ride(u)]
    for carrier in [u for u in force if type_of(state, u) in carriers]:
        if free and rng.random() < 0.7:
            pairs.append((carrier, free.pop(rng.randrange(len(free)))))
    order = state.numbers.unit_order
    return tuple(sorted(pairs, key=lambda p: order[p[0]]))


def _leap(state: State, rng: random.Random, to: str = "") -> orders.Leap | None:
    start = _place_of(state, rng, lambda u: type_of(state, u) in ("amtrac", "sof"))
    if start is None or start not in state.numbers.spaces:
        return None
    able = [u for u in units_at(state, start) if type_of(state, u) in ("amtrac", "sof")]
    force = rng.sample(able, rng.randint(1, len(able)))
    light = [u for u in ground_units_at(state, start) if is_light(state, u) and u not in force]
    riders = _riders(state, rng, [*force, *light], ("amtrac",), lambda u: u in light)
    return orders.Leap(tuple(state.numbers.ordered(force)), to or rng.choice(state.numbers.water_spaces), riders)


def _air(state: State, rng: random.Random, to: str = "") -> orders.Air | None:
    start = _place_of(state, rng, lambda u: is_helicopter(state, u))
    if start is None:
        return None
    here = [u for u in units_at(state, start) if is_helicopter(state, u)]
    force = rng.sample(here, rng.randint(1, min(2, len(here))))
    light = [u for u in ground_units_at(state, start) if is_light(state, u)]
    riders = _riders(state, rng, [*force, *light], TRANSPORTS, lambda u: u in light)
    place = to or rng.choice([*state.numbers.spaces, *state.numbers.bases])
    aloft = not riders and not to and rng.random() < 0.3
    return orders.Air(tuple(state.numbers.ordered(force)), place, riders, aloft)


def _transfer(state: State, rng: random.Random) -> orders.Transfer | None:
    bases = [b for b in state.numbers.bases if units_at(state, b)]
    if not bases:
        return None
    start = rng.choice(bases)
    here = units_at(state, start)
    force = rng.sample(here, rng.randint(1, len(here)))
    return orders.Transfer(tuple(state.numbers.ordered(force)), rng.choice(list(state.numbers.bases)))


def _networked(state: State, rng: random.Random) -> orders.Networked | None:
    marker = _marker(state, rng)
    to = rng.choice(list(state.numbers.spaces))
    makers = (ground, ground, _leap, _air)
    drawn = (rng.choice(makers)(state, rng, to) for _ in range(rng.randint(2, 3)))
    moves: list[orders.Move] = [move for move in drawn if move is not None]
    return orders.Networked(marker, tuple(moves)) if marker is not None and len(moves) > 1 else None


def go_on(state: State, rng: random.Random) -> orders.GoOn:
    """14.1, 27.1 Further, or not."""
    operation = state.operation
    assert operation is not None
    if any(is_helicopter(state, u) for u in operation.force):
        if rng.random() < 0.5:
            return orders.GoOn()
        to = rng.choice([*state.numbers.spaces, *state.numbers.bases])
        return orders.GoOn(to=to, aloft=to in state.numbers.spaces and rng.random() < 0.3)
    path = _way(state, rng, operation.space, operation.force, max(1, operation.points))
    return orders.GoOn(path=path, infiltrates=bool(path) and has_node(state, path[-1]) and rng.random() < 0.5)


# ---------------------------------------------------------------- everything else


def _isr(state: State, rng: random.Random) -> orders.Isr | None:
    hidden = [s for s, n in sorted(state.nodes.items()) if not n.type]
    have = [m for m in MARKERS for _ in range(state.available[m])]
    if not hidden or not have:
        return None
    used = rng.sample(have, rng.randint(1, len(have)))
    return orders.Isr(tuple((m, rng.choice(hidden)) for m in used))


def _interdict(state: State, rng: random.Random) -> orders.Interdict | None:
    seen = [s for s, n in sorted(state.nodes.items()) if n.type]
    strikes = counts(state.available, rng, [s.id for s in state.numbers.strikes.values() if s.kind != "artillery"])
    return orders.Interdict(rng.choice(seen), strikes) if seen and strikes else None


def _refit(state: State, rng: random.Random) -> orders.Refit | None:
    places = sorted({unit.place for unit in state.units.values() if unit.reduced})
    return orders.Refit(rng.choice(places)) if places else None


def _repair(state: State, rng: random.Random) -> orders.Repair | None:
    return orders.Repair(rng.choice(state.blown)) if state.blown else None


def _build(state: State, rng: random.Random) -> orders.Build | None:
    places = [s for s in state.numbers.spaces if any("engineer" in type_of(state, u) for u in units_at(state, s))]
    return orders.Build(rng.choice(places)) if places else None


def _infowar(state: State, rng: random.Random) -> orders.InfoWar | None:
    markers = counts(state.available, rng, MARKERS)
    return orders.InfoWar(markers) if markers else None


def _end(state: State, rng: random.Random) -> orders.AnyOrder:
    seldom = orders.StandDown() if rng.random() < 0.02 else orders.DeclareEnd()
    return rng.choice((orders.DeclareEnd(), seldom, orders.Pass()))


def stay(state: State, rng: random.Random) -> orders.Stay:
    """16.7, 16.9 Go on, or some withdraw or are flown out."""
    operation = state.operation
    assert operation is not None
    if rng.random() < 0.5:
        return orders.Stay()
    numbers, space = state.numbers, operation.space
    flights = []
    passengers = [u for u in operation.force if is_light(state, u)]
    for helicopter in [u for u in units_at(state, space) if type_of(state, u) in TRANSPORTS]:
        if passengers and rng.random() < 0.5:
            passenger = passengers.pop(rng.randrange(len(passengers)))
            flights.append(orders.Flight(helicopter, passenger, rng.choice(list(numbers.bases))))
    gone = {u for f in flights for u in (f.helicopter, f.passenger)}
    left = [u for u in operation.force if u not in gone]
    leaving = rng.sample(left, rng.randint(0, len(left)))
    near = [s for s in neighbours(state, space) if is_controlled(state, s)]
    to = rng.choice([*near, *numbers.gates[space], *neighbours(state, space)]) if leaving else ""
    return orders.Stay(tuple(numbers.ordered(leaving)), to, tuple(flights))


MAKERS: tuple[tuple[Maker, int], ...] = (
    (_recruit, 3), (_isr, 2), (ground, 14), (_leap, 3), (_air, 4), (_transfer, 1), (_networked, 8), (_interdict, 6),
    (_refit, 3), (_repair, 1), (_build, 1), (_infowar, 2), (_end, 1),
)
