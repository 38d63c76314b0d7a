"""The sensible bot's packs and orders: Columns that have something to do get cards, and go and do it.

Belongs here: packs, orders for the three cards. Must not be here: estimates (judgement), combat.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from pbem_games.angola.bots.judgement import Judgement
from pbem_games.angola.command import receivers, transferable
from pbem_games.angola.fifth_column import movable
from pbem_games.angola.forms.battle import worth
from pbem_games.angola.map import columns_in
from pbem_games.angola.movement import Path, reachable
from pbem_games.angola.planning import BLANK, pack_size
from pbem_games.angola.sight import Sight
from pbem_games.angola.state import Token
from pbem_games.angola.words.operations import CommandOrder, Order

ENOUGH = 25  # hundredths: less than this is not worth a move


def pack(sight: Sight, rng: random.Random) -> list[str]:
    """5.4 Blanks first, to have the last word; then the most useful cards. A second card of a Column has less to do."""
    judgement = Judgement(sight)
    deck = sight.state.numbers.deck(sight.faction, sight.state.turn)
    wanted: list[tuple[int, int, str]] = []
    for kind, count in deck.items():
        use = _use_of(judgement, kind)
        wanted += [(use * 10 // (10 + 7 * i) + rng.randint(0, 9), -i, kind) for i in range(count) if kind != BLANK]
    blanks = [BLANK] * deck.get(BLANK, 0)
    best = sorted(wanted, reverse=True)[: pack_size(sight.state) - len(blanks)]
    return [*blanks, *(kind for _, _, kind in best)]


def _use_of(judgement: Judgement, kind: str) -> int:
    """What a card might do as things stand."""
    own = judgement.sight.own
    if kind == "command":
        return 40
    if kind == "fifth_column":
        return 60 + 10 * len(own.loose)
    letter = kind.removeprefix("column_")
    if letter not in own.columns:
        return 0
    value, _ = best_march(judgement, letter)
    return 100 + max(0, value) + 10 * len(judgement.sight.under(letter))


# ---------------------------------------------------------------- Column Card


def column_order(sight: Sight, letter: str, rng: random.Random) -> Order:
    """5.2 The best way for a Column, a garrison left behind where a town would be empty."""
    judgement = Judgement(sight)
    value, order = best_march(judgement, letter)
    return order if value >= ENOUGH else Order(equip=False)


def best_march(judgement: Judgement, letter: str) -> tuple[int, Order]:
    """The best order for a Column and what it gains: where to go, and how many stay behind."""
    sight = judgement.sight
    start = sight.own.columns[letter].region
    units = sight.under(letter)
    best, order = 0, Order()
    ways: dict[tuple[bool, bool], list[Path]] = {}
    for left in garrisons(judgement, start, units):
        marching = tuple(t for t in units if t not in left)
        counters = sight.counters(marching)
        crisis = sight.own.crisis
        majors = any(c.is_major for c in counters)
        if crisis.majors_may_not_move and majors:
            continue
        may_attack = any(c.kind != "artillery" for c in counters) and not (crisis.majors_may_not_attack and majors)
        kind = any(c.road_bound for c in counters), may_attack
        if kind not in ways:
            ways[kind] = reachable(sight.state, sight.faction, start, road_bound=kind[0], may_attack=may_attack)
        for path in ways[kind]:
            value = judgement.move_value(path, marching, may_attack=may_attack)
            if value > best:
                best, order = value, Order(tuple(left), path[1:])
    return best, order


def garrisons(judgement: Judgement, region: str, units: Sequence[Token]) -> list[list[Token]]:
    """Whom a Column could leave behind: nobody, or the cheapest few of its infantry to hold an own town."""
    sight = judgement.sight
    is_own = judgement.tokens(region) and judgement.holder(region) in judgement.friends
    infantry = [t for t in units if sight.counter(t).kind == "infantry" and not sight.counter(t).is_major]
    cheap = sorted(infantry, key=lambda t: worth(sight.counter(t)))
    most = len(units) - 1 if is_own else 0
    return [cheap[:count] for count in range(min(most, len(cheap)) + 1)]


# ---------------------------------------------------------------- 5th Column


def fifth_column_order(sight: Sight, rng: random.Random) -> Order:
    """7.1 Loose Units take what nobody holds, or go where they are needed; one stays in a town."""
    judgement = Judgement(sight)
    free = movable(sight.state, sight.faction)
    best, order = ENOUGH, Order()
    for start in sorted({sight.own.loose[u].region for u in free}):
        here = [u for u in free if sight.own.loose[u].region == start]
        for group in _groups(judgement, start, here):
            value, found = _best_walk(judgement, start, group)
            if value > best:
                best, order = value, found
    return order


def _groups(judgement: Judgement, start: str, here: list[Token]) -> list[tuple[Token, ...]]:
    """One Unit, all but one, all: whatever can be spared."""
    sight = judgement.sight
    if sight.own.crisis.majors_may_not_move:
        here = [u for u in here if not sight.counter(u).is_major]
    ordered = sorted(here, key=lambda u: worth(sight.counter(u)))
    is_town = judgement.tokens(start) and judgement.holder(start) == sight.faction
    keeps = 1 if is_town and not columns_in(sight.state, sight.faction, start) else 0
    groups = [tuple(ordered[keeps:]), tuple(ordered[keeps : keeps + 1]), tuple(ordered[keeps : keeps + 2])]
    return list(dict.fromkeys(g for g in groups if g))


def _best_walk(judgement: Judgement, start: str, group: tuple[Token, ...]) -> tuple[int, Order]:
    sight = judgement.sight
    road_bound = any(sight.counter(u).road_bound for u in group)
    ways = reachable(sight.state, sight.faction, start, road_bound=road_bound, may_attack=False)
    best, order = 0, Order()
    for path in ways:
        value = judgement.move_value(path, group, may_attack=False) - 5 * len(group)
        if columns_in(sight.state, sight.faction, path[-1]):
            value += 15 * len(group)  # they can join it
        if value > best:
            best, order = value, Order(group, path[1:])
    return best, order


# ---------------------------------------------------------------- Command


def command_order(sight: Sight, rng: random.Random) -> CommandOrder:
    """8.1-2 A marker leaves a small Column for a much larger Force that has none."""
    judgement = Judgement(sight)
    free = receivers(sight.state, sight.faction)
    best, order = 3, CommandOrder()
    for letter in transferable(sight.state, sight.faction):
        there = judgement.force(sight.under(letter)).strength if letter in sight.own.columns else 0
        for region in sorted({sight.own.loose[u].region for u in free}):
            units = [u for u in free if sight.own.loose[u].region == region]
            chosen = units[1:] if judgement.holder(region) == sight.faction else units
            gain = judgement.force(chosen).strength - 2 * there
            if chosen and gain > best:
                best, order = gain, CommandOrder((letter,), tuple(chosen))
    return order
