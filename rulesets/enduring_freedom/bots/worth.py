"""What places and attacks are worth to a bot, in hundredths of an NP.

Belongs here: judgement. Must not be here: which orders are given (attacks, purchases, sensible).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from rulesets.enduring_freedom.losses import cheapest
from rulesets.enduring_freedom.numbers import KABUL
from rulesets.enduring_freedom.odds import SIDES, Gun, edge_chance, harmful_faces, hit_counts
from rulesets.enduring_freedom.odds_battle import Foe, Own, battle
from rulesets.enduring_freedom.prospects import (
    Mix,
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


def weakest_first(state: State, zone: str, mix: Mix) -> tuple[Foe, ...]:
    """The Islamists of a zone, those that lie face down as the mix says."""
    return tuple(sorted(foes(state, zone, "coalition", mix), key=lambda foe: (foe.factor, -foe.worth)))


def of_attack(
    state: State, zone: str, against: tuple[Foe, ...], force: Sequence[str], air: Sequence[str], *, loose: int = 0
) -> int:
    """What strikes and then a battle in a zone bring, with these ground units and aircraft; `loose` lie face down."""
    ids = tuple(force)
    ours = [own(state, zone, id, "coalition") for id in ids]
    ours += [Own((cf,), (NP,)) for cf in spread(north_factors(state), loose)]
    order = [ids.index(id) for id in cheapest(state, ids, sum(steps(state, id) for id in ids))] if ids else []
    order = [*range(len(ids), len(ours)), *order]
    edge = edge_chance(lead(state, zone, ids), wins_ties=wins_ties(state, zone))
    guns = tuple(air_gun(state, zone, id) for id in air)
    return _value(tuple(ours), against, edge, guns, tuple(order), of_zone(state, zone))


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
            value += int(NP * found.np * (1 + drawn / 2) + prize * found.won + prize * drawn / 4)
        total += ways * value
    return total // sum(counts) - NP * harmful_faces(guns) // SIDES
