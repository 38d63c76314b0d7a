"""Plans drawn at random, line by line, each legal after those before it.

Belongs here: what a random player proposes in each phase. Must not be here: any judgement.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from pbem.errors import IllegalMove
from pbem_games.enduring_freedom.flights import flyers
from pbem_games.enduring_freedom.infowar import ready_assets
from pbem_games.enduring_freedom.mobilization import for_sale, zones_to_levy
from pbem_games.enduring_freedom.movement import movers, place_of
from pbem_games.enduring_freedom.planning import CarryOut
from pbem_games.enduring_freedom.plans import Line, Plan
from pbem_games.enduring_freedom.state import CAS, MOBILIZATION, STRIKE, UNDERGROUND, State, sketch_of
from pbem_games.enduring_freedom.zones import air_at

Propose = Callable[[State, random.Random], Line | None]
"""One line for the position as it is, legal or not; None if nothing comes to mind."""
MOST_TRIES = 14


def random_plan(state: State, carry_out: CarryOut, propose: Propose, rng: random.Random) -> Plan:
    """Some lines, each tried on a sketch; those that are illegal are left out."""
    sketch, lines = sketch_of(state), list[Line]()
    for _ in range(rng.randint(0, MOST_TRIES)):
        line = propose(sketch, rng)
        if line is None:
            break
        try:
            carry_out(sketch, line)
        except IllegalMove:
            continue
        lines.append(line)
    return tuple(lines)


def _line(verb: str, things: Sequence[str], to: Sequence[str], rng: random.Random) -> Line | None:
    """One of these, to one of those."""
    if not things or not to:
        return None
    return Line(verb, (rng.choice(things),), (rng.choice(to),))


def first_forces(state: State, rng: random.Random) -> Line | None:
    """6.0 (7) The fewer NP are left, the sooner it stops."""
    if rng.random() * state.numbers.tables.track.np_start > state.np:
        return None
    return _line("muster", for_sale(state), list(state.numbers.staging), rng)


def purchase(state: State, rng: random.Random) -> Line | None:
    """11 Anything that is for sale, and a FOB now and then."""
    kind = rng.choice(("muster", "muster", "assets", "assets", "levy", "build", "remove"))
    units, numbers = state.units, state.numbers
    if rng.random() * numbers.tables.track.np_start > state.np:
        return None
    if kind == "muster":
        return first_forces(state, rng)
    if kind == "assets":
        for_money = [id for id in numbers.assets if units[id].place == MOBILIZATION]
        return Line("assets", tuple(rng.sample(for_money, min(2, len(for_money))))) if for_money else None
    zones = zones_to_levy(state)
    if kind == "levy" and zones:
        return Line("levy", (str(rng.randint(1, 3)),), (rng.choice(zones),))
    fobs = [id for id, unit in numbers.ground.items() if unit.fob]
    if kind == "build":
        engineers = [units[id].place for id, unit in numbers.ground.items() if unit.engineer]
        return _line("build", fobs, [place for place in engineers if place in numbers.zones], rng)
    built = [id for id in fobs if units[id].place in numbers.zones]
    return Line("remove", (rng.choice(built),)) if built and rng.random() < 0.2 else first_forces(state, rng)


def look(state: State, rng: random.Random) -> Line | None:
    """13"""
    return _line("isr", ready_assets(state, "isr"), [*state.numbers.zones, UNDERGROUND, UNDERGROUND, UNDERGROUND], rng)


def staged(state: State, rng: random.Random) -> Line | None:
    """15"""
    areas = list(state.numbers.staging)
    air = [id for area in areas for id in air_at(state, area)]
    if air and rng.random() < 0.7:
        return _line("assign", air, (STRIKE, CAS), rng)
    return _line("stage", [id for id in state.numbers.ground if state.units[id].place in areas], areas, rng)


def drive(state: State, rng: random.Random) -> Line | None:
    """16 A path of one to three steps."""
    units = movers(state)
    if not units:
        return None
    id = rng.choice(units)
    at, path = place_of(state, id), list[str]()
    for _ in range(rng.choice((1, 1, 2, 2, 3))):
        if at in state.numbers.staging:
            open_to: Sequence[str] = state.numbers.staging[at].links
        else:
            open_to = (*state.numbers.graph.neighbours(at), *state.numbers.links[at])
        at = rng.choice(open_to)
        path.append(at)
        if at in state.numbers.staging:
            break
    return Line("drive", (id,), tuple(path))


def fly(state: State, rng: random.Random) -> Line | None:
    """17, 18, 19 Strikes go where something lies, most of the time."""
    zones = list(state.numbers.zones)
    planes = [*air_at(state, STRIKE), *ready_assets(state, "drone")]
    if planes and rng.random() < 0.5:
        seen = [zone for zone in zones if any(c.up for c in state.islamists[zone])] or zones
        return _line("strike", planes, seen if rng.random() < 0.8 else zones, rng)
    places = [*zones, *state.numbers.staging]
    return _line(rng.choice(("transfer", "assault", "assault")), flyers(state), places, rng)


def support(state: State, rng: random.Random) -> Line | None:
    """17.1 (2)"""
    return _line("cas", air_at(state, CAS), list(state.numbers.zones), rng)
