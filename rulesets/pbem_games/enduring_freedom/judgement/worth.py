"""What places and attacks are worth to a bot, in hundredths of an NP.

Belongs here: judgement. Must not be here: which orders are given (attacks, purchases, sensible).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from pbem.kit.chances import SIDES
from pbem_games.enduring_freedom.losses import np_at_stake
from pbem_games.enduring_freedom.numbers import KABUL
from pbem_games.enduring_freedom.odds import Gun, edge_chance, harmful_faces, hit_counts
from pbem_games.enduring_freedom.odds_battle import Foe, Own, battle
from pbem_games.enduring_freedom.prospects import (
    Mix,
    foes,
    lead,
    north_factors,
    own,
    spread,
    wins_ties,
)
from pbem_games.enduring_freedom.state import State
from pbem_games.enduring_freedom.zones import factor, is_elite, steps

NP = 100
KEPT = 60  # of a hundred zones that are held now, how many will be at the end, less a little for each turn to come
JIHAD = 25  # a turn in which a city or stronghold does not raise the Jihad level
UNSUPPLIED = 100  # what a unit costs that no base supplies
AFTER_DRAW = 50  # of a hundred NP of a battle, what the counterattack after a drawn one brings
GROUND = 40  # any zone that Islamists are driven out of


def of_zone(state: State, zone: str) -> int:
    """What it is worth to control a zone from now on."""
    entry, track, gain = state.numbers.zones[zone], state.numbers.tables.track, state.numbers.tables.netwar.gain
    turns = track.turns - state.turn + 1
    if entry.kind == "region":
        return GROUND
    award = gain.end_kabul if zone == KABUL else gain.end_city if entry.kind == "city" else gain.end_stronghold
    return award * (NP - (NP - KEPT) * (turns - 1) // track.turns) + JIHAD * (turns - 1) + GROUND


class Fighter(NamedTuple):
    """A unit as it would fight in a zone; for each of its steps the price that says in which order they go."""

    own: Own
    prices: tuple[tuple[int, int], ...]
    is_elite: bool


def fighter(state: State, zone: str, id: str) -> Fighter:
    """A known unit that attacks there."""
    left, cf = steps(state, id), factor(state, id)
    prices = tuple((np_at_stake(state, id, is_last=n == left - 1), cf) for n in range(left))
    return Fighter(own(state, zone, id, "coalition"), prices, is_elite(state, id))


def loose_fighters(state: State, count: int) -> list[Fighter]:
    """Northern Alliance units that lie face down, as they are on average."""
    return [Fighter(Own((cf,), (NP,)), ((1, cf),), is_elite=False) for cf in spread(north_factors(state), count)]


class Field(NamedTuple):
    """A zone that may be attacked: who is there, what the edge is without elite units and with, what it is worth."""

    zone: str
    against: tuple[Foe, ...]
    edges: tuple[Fraction, Fraction]
    prize: int


def field_of(state: State, zone: str, mix: Mix) -> Field:
    """As the position stands."""
    against = sorted(foes(state, zone, "coalition", mix), key=lambda foe: (foe.factor, -foe.worth))
    plain, ties = lead(state, zone, ()), wins_ties(state, zone)
    elite = plain + state.numbers.tables.edge.elite
    edges = edge_chance(plain, wins_ties=ties), edge_chance(elite, wins_ties=ties)
    return Field(zone, tuple(against), edges, of_zone(state, zone))


def is_outmatched(field: Field, force: Sequence[Fighter], guns: Sequence[Gun]) -> bool:
    """Whether a force is fewer and weaker than the Islamists whom strikes are likely to leave: it would be lost."""
    counts = hit_counts(guns)
    fallen = sum(kills * ways for kills, ways in enumerate(counts)) // sum(counts)
    left = field.against[fallen:]
    ours, theirs = sum(one.own.factors[0] for one in force), sum(foe.factor for foe in left)
    return len(force) < len(left) and ours < theirs


def of_attack(field: Field, force: Sequence[Fighter], guns: tuple[Gun, ...]) -> int:
    """What strikes and then a battle bring."""
    hits = sorted((price, i) for i, one in enumerate(force) for price in one.prices)
    edge = field.edges[any(one.is_elite for one in force)]
    return _value(tuple(one.own for one in force), field.against, edge, guns, tuple(i for _, i in hits), field.prize)


@lru_cache(maxsize=65536)
def _value(
    ours: tuple[Own, ...], against: tuple[Foe, ...], edge: Fraction, guns: tuple[Gun, ...], order: tuple[int, ...],
    prize: int,
) -> int:
    counts = hit_counts(guns)
    total = 0
    for kills, ways in enumerate(counts):
        if not ways:
            continue
        kills = min(kills, len(against))
        left = against[kills:]
        value = sum(foe.worth for foe in against[:kills])
        if ours and not left:
            value += prize
        elif ours:
            found = battle(ours, left, edge, order=order)
            drawn = 1 - found.won - found.lost
            value += int(found.np * (NP + AFTER_DRAW * drawn) + prize * found.won + prize * drawn / 4)
        total += ways * value
    return total // sum(counts) - NP * harmful_faces(guns) // SIDES
