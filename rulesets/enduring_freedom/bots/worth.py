"""What places and attacks are worth to a bot, in hundredths of an NP.

Belongs here: judgement. Must not be here: which orders are given (attacks, purchases, sensible).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from rulesets.enduring_freedom.losses import cheapest
from rulesets.enduring_freedom.numbers import KABUL
from rulesets.enduring_freedom.odds import Gun, edge_chance, hit_counts
from rulesets.enduring_freedom.odds_battle import Foe, Own, battle
from rulesets.enduring_freedom.prospects import (
    air_gun,
    foes,
    lead,
    north_factors,
    own,
    spread,
    wins_ties,
)
from rulesets.enduring_freedom.state import State
from rulesets.enduring_freedom.zones import steps

NP = 100
KEPT = 60  # of a hundred zones that are held now, how many will be at the end, less a little for each turn to come
JIHAD = 25  # a turn in which a city or stronghold does not raise the Jihad level
GROUND = 40  # any zone that Islamists are driven out of


def of_zone(state: State, zone: str) -> int:
    """What it is worth to control a zone from now on."""
    entry, track, gain = state.numbers.zones[zone], state.numbers.tables.track, state.numbers.tables.netwar.gain
    turns = track.turns - state.turn + 1
    if entry.kind == "region":
        return GROUND
    award = gain.end_kabul if zone == KABUL else gain.end_city if entry.kind == "city" else gain.end_stronghold
    return award * (NP - (NP - KEPT) * (turns - 1) // track.turns) + JIHAD * (turns - 1) + GROUND


def of_attack(
    state: State, zone: str, force: Sequence[str], air: Sequence[str], *, loose: int = 0, bought: int = 0
) -> int:
    """What strikes and then a battle in a zone bring, with these ground units and aircraft; `loose` lie face down."""
    ids = tuple(force)
    against = tuple(sorted(foes(state, zone, "coalition"), key=lambda foe: (foe.factor, -foe.worth)))
    ours = [own(state, zone, id, "coalition") for id in ids]
    ours += [Own((cf,), (Fraction(1),)) for cf in spread(north_factors(state), loose)]
    order = [ids.index(id) for id in cheapest(state, ids, sum(steps(state, id) for id in ids))] if ids else []
    order = [*range(len(ids), len(ours)), *order]
    edge = edge_chance(lead(state, zone, ids, bought=bought), wins_ties=wins_ties(state, zone))
    guns = tuple(air_gun(state, zone, id) for id in air)
    return _value(tuple(ours), against, edge, guns, tuple(order), of_zone(state, zone))


@lru_cache(maxsize=65536)
def _value(
    ours: tuple[Own, ...], against: tuple[Foe, ...], edge: Fraction, guns: tuple[Gun, ...], order: tuple[int, ...],
    prize: int,
) -> int:
    total = Fraction(0)
    counts = hit_counts(guns)
    whole = sum(counts)
    for kills, ways in enumerate(counts):
        if not ways:
            continue
        kills = min(kills, len(against))
        left = against[kills:]
        gained = NP * sum(foe.worth for foe in against[:kills])
        if not ours:
            total += ways * gained
        elif not left:
            total += ways * (gained + prize)
        else:
            found = battle(ours, left, edge, order=order)
            drawn = 1 - found.won - found.lost
            total += ways * (gained + NP * found.np * (1 + drawn / 2) + prize * found.won + prize * drawn / 4)
    harm = sum((Fraction(7 - gun.harms_from, 6) for gun in guns), Fraction(0))
    return int(total / whole - NP * harm)
