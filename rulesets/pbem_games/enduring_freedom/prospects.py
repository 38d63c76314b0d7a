"""What a strike or a battle in a zone would bring as the position stands: who would fire at whom, with what odds.

Who lies face down counts as the average of what nobody can place: that is public, and the same for every counter.
Belongs here: from the position to the arguments of odds. Must not be here: the odds themselves, words.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Literal, NamedTuple

from pbem_games.enduring_freedom import zones
from pbem_games.enduring_freedom.combat.fire import against
from pbem_games.enduring_freedom.entries import IslamistEntry
from pbem_games.enduring_freedom.jihad import is_dismal, is_fanatical
from pbem_games.enduring_freedom.losses import cheapest, np_of_loss
from pbem_games.enduring_freedom.odds import HUNDRED, NEVER, Gun, Strike, edge_chance, strike
from pbem_games.enduring_freedom.odds_battle import Foe, Outcome, Own, battle
from pbem_games.enduring_freedom.state import State

Attacker = Literal["coalition", "islamist"]
DIE = 350  # what a die comes to on average, in hundredths


class Mix(NamedTuple):
    """What a counter that nobody can place is: a unit with chance `share`; factors of all units, their mean worth."""

    share: Fraction
    factors: tuple[int, ...]
    worth: int


# ---------------------------------------------------------------- what lies face down


def worth(entry: IslamistEntry) -> int:
    """The NP Table What its elimination brings on average, in hundredths of an NP."""
    return entry.np * HUNDRED + entry.np_dice * DIE


def unplaced(state: State) -> set[str]:
    """Counters that would be drawn if they were turned up: they lie face down, nobody can know where."""
    return {token for tokens in state.bags.values() for token in tokens if token not in state.bags}


def islamist_mix(state: State) -> Mix:
    """10.2 All Islamist counters that nobody can place; markers are no units."""
    open_to = unplaced(state)
    known = [entry for id, entry in state.numbers.islamist.items() if id in open_to]
    units = [entry for entry in known if entry.kind != "marker"]
    if not units:
        return Mix(Fraction(0), (), 0)
    return Mix(Fraction(len(units), len(known)), tuple(sorted(e.cf for e in units)),
               sum(map(worth, units)) // len(units))


def north_factors(state: State) -> tuple[int, ...]:
    """9.3 Factors of the Northern Alliance counters that nobody can place, in order."""
    open_to = unplaced(state)
    return tuple(sorted(entry.cf for id, entry in state.numbers.north.items() if id in open_to))


def spread(factors: Sequence[int], count: int) -> list[int]:
    """So many factors that stand for a mix: the middles of as many equal parts of it."""
    return [factors[(2 * i + 1) * len(factors) // (2 * count)] for i in range(count)] if factors else []


# ---------------------------------------------------------------- the two sides


def own(state: State, zone: str, id: str, attacker: Attacker) -> Own:
    """A Coalition ground unit in a battle there."""
    terrain, numbers = state.numbers.terrain_of(zone), state.numbers
    heavy = zones.is_heavy(state, id)
    change = terrain.heavy if heavy and attacker == "coalition" else 0
    harms = terrain.collateral if heavy else NEVER
    if id in numbers.north:
        loss = DIE if numbers.north[id].leader else numbers.tables.netwar.loss.north * HUNDRED
        return Own((against(zones.factor(state, id), change),), (loss,), harms)
    entry = numbers.ground[id]
    sides = [(entry.cf, "reduced"), (entry.cf_back, "eliminated")][2 - zones.steps(state, id):]
    return Own(tuple(against(cf, change) for cf, _ in sides),
               tuple(np_of_loss(state, id, what) * HUNDRED for _, what in sides), harms)


def foe(state: State, zone: str, id: str, attacker: Attacker) -> Foe:
    """A revealed Islamist unit in a battle there."""
    terrain, entry = state.numbers.terrain_of(zone), state.numbers.islamist[id]
    change = terrain.heavy if entry.heavy and attacker == "islamist" else 0
    return Foe(against(entry.cf, change), worth(entry),
               terrain.collateral if entry.heavy else NEVER, entry.kind == "terrorist")


def foes(state: State, zone: str, attacker: Attacker, mix: Mix | None = None) -> list[Foe]:
    """Those revealed there, those seen before, and as many as the concealed rest amounts to on average."""
    there = state.islamists[zone]
    known = [c.id for c in there if c.id and state.numbers.islamist[c.id].kind != "marker"]
    found = [foe(state, zone, id, attacker) for id in known]
    unseen = sum(not c.id for c in there)
    mix = mix or islamist_mix(state)
    amount = int(unseen * mix.share + Fraction(1, 2)) if mix.factors else 0
    return found + [Foe(cf, mix.worth) for cf in spread(mix.factors, amount)]


def lead(state: State, zone: str, ids: Iterable[str], *, bought: int = 0) -> int:
    """23.4, 28.4, 10.2 What the Coalition adds to its die for the edge, less what the Islamists add."""
    edge, numbers = state.numbers.tables.edge, state.numbers
    ours = bought + edge.elite * any(zones.is_elite(state, id) for id in ids)
    known = [c.id for c in state.islamists[zone] if c.id]
    theirs = edge.elite * any(numbers.islamist[id].elite for id in known)
    theirs += edge.fanatical * is_fanatical(state) + edge.dismal * is_dismal(state)
    theirs += edge.terror * len(zones.markers_up(state, zone, "terror_spectacular"))
    return ours - theirs


def wins_ties(state: State, zone: str) -> bool:
    """23.4"""
    return state.numbers.terrain_of(zone).tie == "coalition"


def edge_of(state: State, zone: str, ids: Iterable[str], *, bought: int = 0) -> Fraction:
    """23.4 The chance that the Coalition fires first."""
    return edge_chance(lead(state, zone, ids, bought=bought), wins_ties=wins_ties(state, zone))


# ---------------------------------------------------------------- battles and strikes


def ground_force(state: State, zone: str) -> list[str]:
    """Coalition ground units there that are known."""
    return [*zones.units_at(state, zone), *zones.north_up(state, zone)]


def outlook(
    state: State, zone: str, attacker: Attacker, *, force: Sequence[str] | None = None, bought: int = 0,
    cas: Sequence[str] = (),
) -> Outcome:
    """23.4 A battle there; `force` instead of the known units that are there, `bought` for the edge, CAS air units."""
    ids = list(ground_force(state, zone) if force is None else force)
    loose = sum(not c.up for c in state.north[zone]) if force is None else 0
    ours = [own(state, zone, id, attacker) for id in ids]
    ours += [Own((cf,), (state.numbers.tables.netwar.loss.north * HUNDRED,))
             for cf in spread(north_factors(state), loose)]
    order = [ids.index(id) for id in cheapest(state, ids, sum(zones.steps(state, id) for id in ids))]
    order = [*range(len(ids), len(ours)), *order]
    guns = [air_gun(state, zone, id, in_battle=True) for id in cas]
    return battle(ours, foes(state, zone, attacker), edge_of(state, zone, ids, bought=bought), guns, order=order)


def air_gun(state: State, zone: str, id: str, *, in_battle: bool = False) -> Gun:
    """22.2, 22.5, 24.4 An air unit or drone over a zone; in a battle collateral damage costs it a step, too (R47)."""
    terrain, numbers = state.numbers.terrain_of(zone), state.numbers
    if id in numbers.assets:
        return Gun(numbers.assets[id].cf, terrain.collateral)
    printed = against(zones.factor(state, id), terrain.air)
    what = "eliminated" if state.units[id].reduced else "reduced"
    return Gun(printed, terrain.collateral, 1 + (np_of_loss(state, id, what) if in_battle else 0))


def strike_on(state: State, zone: str, flown: Sequence[str]) -> Strike:
    """22.2 These aircraft and drones against what is revealed there now."""
    targets = [(state.numbers.islamist[id].cf, worth(state.numbers.islamist[id])) for id in zones.revealed(state, zone)]
    return strike([air_gun(state, zone, id) for id in flown], targets)
