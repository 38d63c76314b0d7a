"""What the sensible bot files when it leaves its desk: an order for each Column that has a card left, and its bid.

An order of march is meant as long as its Column stands where it stood, nobody has come into its way, and at its end
things stand no worse: the place is free as it was, or its defenders are seen and no stronger for us. An attack on a
hidden Column is not filed: nobody could say what has become of it. An order to stay is meant as long as no enemy comes
next to the Column. A bid is meant whatever happens.
Belongs here: those orders and their conditions. Must not be here: what is worth doing (sensible_cards).
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence

from pbem.kit.conditions import MOST
from pbem.kit.filing import Filed
from pbem_games.angola.aid.covert import legal_bids
from pbem_games.angola.bots import sensible_cards as cards
from pbem_games.angola.bots.sensible_plans import bid
from pbem_games.angola.forms.outlook import strength_of, who_is_met
from pbem_games.angola.map import enemies_in, neighbours
from pbem_games.angola.numbers import Counter
from pbem_games.angola.sight import Sight
from pbem_games.angola.words.operations import Order, order_form

FIFTH = "fifth"


def file_ahead(sight: Sight, rng: random.Random) -> Iterator[Filed]:
    """5.2, 12.4.1 Orders for the cards that are still to come, and the bid of this turn."""
    state, faction = sight.state, sight.faction
    left = cards_left(sight)
    for letter in sorted(sight.own.columns):
        if f"column_{letter}" in left:
            order, start = cards.column_order(sight, letter, rng), sight.own.columns[letter].region
            words = order_form(state, "8.1-1", "detach", sight.under(letter)).spell(order)
            marching = sight.counters([unit for unit in sight.under(letter) if unit not in order.units])
            where = [f"at {letter} {start}"]
            yield from _filed(f"{faction}/{letter}", words, where, _conditions(sight, start, order, marching))
    if "fifth_column" in left:
        order = cards.fifth_column_order(sight, rng)
        words = order_form(state, "5.2", "move", state.numbers.ordered(order.units)).spell(order)
        where = [f"at {unit} {sight.own.loose[unit].region}" for unit in order.units]
        yield from _filed(f"{faction}/{FIFTH}", words, where, _conditions(sight, "", order, ()))
    yield Filed("12.4.1", "bids", str(bid(sight, tuple(legal_bids(state, faction)), rng)))


def _filed(about: str, words: str, where: list[str], further: list[str] | None) -> Iterator[Filed]:
    """One order under its conditions; none if it cannot be said on which it depends."""
    if further is not None and len(where) + len(further) <= MOST:
        conditions = " and ".join([*where, *further])
        yield Filed("5.2", about, f"{words} if {conditions}" if conditions else words)


def cards_left(sight: Sight) -> list[str]:
    """The own cards that are not opened yet, as their owner knows them."""
    unopened = sight.own.pack[len(sight.own.opened):]
    return [str(card) for card in map(sight.peek, unopened) if card is not None]


def _conditions(sight: Sight, start: str, order: Order, marching: Sequence[Counter]) -> list[str] | None:
    """What an order looks at, as it stands now; None if that cannot be said."""
    state, faction = sight.state, sight.faction
    if not order.path:
        near = neighbours(state, start) if start else []
        return [f"no enemy {region}" for region in near if not enemies_in(state, faction, region)][: MOST - 1]
    *way, end = order.path
    found = [f"no enemy {region}" for region in way]
    enemies = enemies_in(state, faction, end)
    if not enemies:
        return [*found, f"no enemy {end}", *_held(sight, end)]
    met = who_is_met(state, enemies, end)
    if met.hidden:
        return None
    ours, theirs = int(strength_of(marching)), math.ceil(strength_of(met.known))
    return [*found, f"enemy {end}", *([f"odds {ours}:{theirs} {end}"] if ours and theirs else [])]


def _held(sight: Sight, region: str) -> list[str]:
    """10 Whose marker it is: a place that has been taken is worth no march any more."""
    if region not in sight.state.markers:
        return []
    friends = (sight.faction, sight.state.numbers.ally(sight.faction))
    return [f"{'' if sight.state.markers[region].holder in friends else 'not '}control {region}"]
