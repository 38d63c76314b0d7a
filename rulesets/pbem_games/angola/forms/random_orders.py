"""5.2, 8.1-1, 8.1-2 Random orders for the three cards; each may prove illegal.

Belongs here: orders drawn at random. Must not be here: what is asked and how it is typed (marches).
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from pbem_games.angola.command import receivers, transferable, unmoved_columns
from pbem_games.angola.exchange import unlaid
from pbem_games.angola.fifth_column import movable
from pbem_games.angola.movement import reachable
from pbem_games.angola.sight import Sight
from pbem_games.angola.words.operations import CommandOrder, Order


def column_order(sight: Sight, letter: str, rng: random.Random) -> Order:
    """8.1-1, 7.2 Some Units are left behind, the rest goes somewhere."""
    column = sight.own.columns[letter]
    units = sight.under(letter)
    left: Sequence[str] = ()
    if len(units) > 1 and rng.random() < 0.3:
        left = rng.sample(units, rng.randint(1, len(units) - 1))
    road_bound = any(sight.counter(u).road_bound for u in units if u not in left)
    path: tuple[str, ...] = ()
    if rng.random() < 0.85:
        ways = reachable(sight.state, sight.faction, column.region, road_bound=road_bound)
        path = rng.choice(ways)[1:] if ways else ()
    return Order(tuple(left), path, *_endings(sight, rng))


def fifth_column_order(sight: Sight, rng: random.Random) -> Order:
    """7.1 Some loose Units of a region go together."""
    regions = sorted({sight.own.loose[u].region for u in movable(sight.state, sight.faction)})
    if not regions or rng.random() < 0.1:
        return Order((), (), *_endings(sight, rng))
    start = rng.choice(regions)
    here = [u for u in movable(sight.state, sight.faction) if sight.own.loose[u].region == start]
    units = tuple(rng.sample(here, rng.randint(1, len(here))))
    road_bound = any(sight.counter(u).road_bound for u in units)
    ways = reachable(sight.state, sight.faction, start, road_bound=road_bound, may_attack=False)
    if not ways:
        return Order((), (), *_endings(sight, rng))
    return Order(units, rng.choice(ways)[1:], *_endings(sight, rng))


def command_order(sight: Sight, rng: random.Random) -> CommandOrder:
    """8.1-2 A marker goes to loose Units, or two are swapped."""
    state, faction = sight.state, sight.faction
    letters, units = transferable(state, faction), receivers(state, faction)
    endings = _endings(sight, rng)
    if letters and units and rng.random() < 0.5:
        start = sight.own.loose[rng.choice(units)].region
        here = [u for u in units if sight.own.loose[u].region == start]
        return CommandOrder((rng.choice(letters),), tuple(rng.sample(here, rng.randint(1, len(here)))), *endings)
    unmoved = unmoved_columns(state, faction)
    if len(unmoved) > 1 and rng.random() < 0.7:
        return CommandOrder(tuple(rng.sample(unmoved, 2)), (), *endings)
    return CommandOrder((), (), *endings)


def _endings(sight: Sight, rng: random.Random) -> tuple[bool, str]:
    """2.4.2, ruling R133 Whether Equipment changes hands, and whether the ally's cards are watched."""
    equip = bool(unlaid(sight.state, sight.faction)) and rng.random() < 0.3
    if sight.own.watches:
        return equip, "unwatch" if rng.random() < 0.2 else ""
    return equip, "watch" if sight.own.equipment and rng.random() < 0.2 else ""
