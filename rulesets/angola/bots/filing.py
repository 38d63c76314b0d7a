"""What the sensible bot files when it leaves its desk: an order for each Column that has a card left, and its bid.

An order of march is meant as long as its Column stands where it stood, the same enemies stand on its way and at its
end, and nobody else has taken the place; an order to stay as long as no other enemies stand next to the Column.
A bid is meant whatever happens.
Belongs here: those orders and their conditions. Must not be here: what is worth doing (sensible_cards).
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from pbem.kit.filing import Condition, Filed
from pbem.play.requests import Peek
from rulesets.angola.aid.covert import legal_bids
from rulesets.angola.bots import sensible_cards as cards
from rulesets.angola.bots.sensible_plans import bid
from rulesets.angola.map import columns_in, enemies_in, loose_in, neighbours
from rulesets.angola.sight import Sight
from rulesets.angola.state import State
from rulesets.angola.words.operations import Order, OrderForm

FIFTH = "fifth"


def file_ahead(sight: Sight, rng: random.Random) -> Iterator[Filed]:
    """5.2, 12.4.1 Orders for the cards that are still to come, and the bid of this turn."""
    state, faction = sight.state, sight.faction
    left = cards_left(sight)
    for letter in sorted(sight.own.columns):
        if f"column_{letter}" in left:
            order = cards.column_order(sight, letter, rng)
            words = OrderForm(state, "8.1-1", "detach", sight.under(letter)).spell(order)
            yield Filed("5.2", f"{faction}/{letter}", words, march_condition(state, faction, letter, order))
    if "fifth_column" in left:
        order = cards.fifth_column_order(sight, rng)
        words = OrderForm(state, "5.2", "move", sight.state.numbers.ordered(order.units)).spell(order)
        yield Filed("5.2", f"{faction}/{FIFTH}", words, walk_condition(state, faction, order))
    yield Filed("12.4.1", "bids", str(bid(sight, tuple(legal_bids(state, faction)), rng)))


def cards_left(sight: Sight) -> list[str]:
    """The own cards that are not opened yet, as their owner knows them."""
    unopened = sight.own.pack[len(sight.own.opened):]
    return [str(card) for card in map(sight.peek, unopened) if card is not None]


def march_condition(state: State, faction: str, letter: str, order: Order) -> Condition:
    """5.2 The Column stands where it stood, and what the order looks at is as it was."""
    start = state.factions[faction].columns[letter].region
    looked_at = order.path or tuple(neighbours(state, start))
    then = _seen(state, faction, looked_at)

    def holds(now: State, peek: Peek) -> bool:
        column = now.factions[faction].columns.get(letter)
        return column is not None and column.region == start and _seen(now, faction, looked_at) == then

    return holds


def walk_condition(state: State, faction: str, order: Order) -> Condition:
    """5.2 The Units stand where they stood, and what the order looks at is as it was."""
    own = state.factions[faction].loose
    places = {u: own[u].region for u in order.units}
    then = _seen(state, faction, order.path)

    def holds(now: State, peek: Peek) -> bool:
        loose = now.factions[faction].loose
        stand = all(u in loose and loose[u].region == region for u, region in places.items())
        return stand and _seen(now, faction, order.path) == then

    return holds


def _seen(state: State, faction: str, regions: tuple[str, ...]) -> list[object]:
    """What everybody sees of enemies in these regions, and who holds the last of them."""
    found: list[object] = []
    for region in regions:
        for enemy in enemies_in(state, faction, region):
            found.append((region, enemy, columns_in(state, enemy, region), len(loose_in(state, enemy, region))))
    last = regions[-1] if regions else ""
    return [*found, state.markers[last].holder if last in state.markers else ""]
