"""Random answers in words: orders for cards, losses, results, retreats, recruits and aid.

Each gives a proposal that may prove illegal: the bot tries it against the request.
"""

from __future__ import annotations

import random
from collections import Counter as Tally
from collections.abc import Sequence
from typing import Any

from pbem.errors import IllegalMove
from pbem.play.requests import Write
from rulesets.angola.aid.arrival import bases, places
from rulesets.angola.aid.crisis import true_places
from rulesets.angola.aid.recruitment import recruit_places
from rulesets.angola.bots.sight import Sight
from rulesets.angola.combat.battle import defending_units
from rulesets.angola.combat.retreat import followers, legal_retreats, retreat_costs
from rulesets.angola.command import receivers, transferable, unmoved_columns
from rulesets.angola.exchange import unlaid
from rulesets.angola.fifth_column import movable
from rulesets.angola.map import regions_of
from rulesets.angola.movement import reachable
from rulesets.angola.words.aid_direct import Withdrawal
from rulesets.angola.words.fire import Outcome
from rulesets.angola.words.operations import CommandOrder, Order
from rulesets.angola.words.resolution import RetreatPlan

# ---------------------------------------------------------------- 5.2 cards


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


# ---------------------------------------------------------------- 9 combat


def outcome(request: Write[Outcome], rng: random.Random) -> Outcome:
    """9.3.3 The numbers of the draft, or some suppressions made hits; other Units."""
    form: Any = request.form
    quiet = request.draft()
    lost, turned = len(quiet.lost), len(quiet.suppressed)
    if turned > 1 and rng.random() < 0.4:
        lost, turned = lost + 1, max(0, turned - rng.choice((1, 2, 3)))
    names = [n for name in form.names for n in [name] * _at_most(name, quiet)]
    rng.shuffle(names)
    return Outcome(tuple(sorted(names[:lost])), tuple(sorted(names[lost : lost + turned])))


def _at_most(name: str, quiet: Outcome) -> int:
    """Airgroups stand under one name; their number is not in the words, so try what the draft has and two more."""
    tally = Tally([*quiet.lost, *quiet.suppressed])
    return 1 if name[1:2] == "." else tally[name] + 2


def losses(request: Write[tuple[str, ...]], rng: random.Random) -> tuple[str, ...]:
    """9.11.6, 9.12 As many as the draft names, any of them."""
    form: Any = request.form
    return tuple(rng.sample(form.names, len(request.draft())))


def some_of(request: Write[tuple[str, ...]], rng: random.Random) -> tuple[str, ...]:
    """9.7, 9.10 Any of those that could be named."""
    form: Any = request.form
    return tuple(rng.sample(form.names, rng.randint(0, min(2, len(form.names)))))


def retreat(sight: Sight, request: Write[RetreatPlan], rng: random.Random) -> RetreatPlan:
    """9.11.7 Any region, any Units."""
    battle = sight.state.battle
    assert battle is not None
    units = defending_units(sight.state, battle)
    lost = tuple(rng.sample(units, len(request.draft().losses)))
    plan = RetreatPlan(lost, rng.choice(legal_retreats(sight.state, battle)))
    left = followers(sight.state, battle, units, plan)
    cost = sum(retreat_costs(sight.state, battle, plan.region, len(left)))
    return RetreatPlan(lost, plan.region, tuple(rng.sample(left, cost)))


# ---------------------------------------------------------------- 12 aid


def recruits(sight: Sight, request: Write[Any], rng: random.Random) -> tuple[tuple[str, int], ...]:
    """12.3 One after the other, as long as it is legal."""
    counts: dict[str, int] = {}
    legal = recruit_places(sight.state, sight.faction)
    for _ in range(rng.randint(0, 30) if legal else 0):
        place = rng.choice(legal)
        more = {**counts, place: counts.get(place, 0) + 1}
        if is_legal(request, tuple(sorted(more.items()))):
            counts = more
    return tuple(sorted(counts.items()))


def delivery(sight: Sight, request: Write[Any], rng: random.Random) -> tuple[tuple[str, str, int], ...]:
    """12.4.2 One thing after the other, as long as it is legal."""
    state, faction = sight.state, sight.faction
    form: Any = request.form
    spots = places(state, faction, sorted({*bases(state, faction), *regions_of(state, faction)}))
    equipment = state.numbers.equipment
    counts: dict[tuple[str, str], int] = {}
    for _ in range(rng.randint(0, 40)):
        item = rng.choice(sorted(form.offered))
        if item not in equipment and not spots:
            continue
        key = (item, "" if item in equipment else rng.choice(spots))
        more = {**counts, key: counts.get(key, 0) + 1}
        if is_legal(request, _delivery_of(more)):
            counts = more
    return _delivery_of(counts)


def _delivery_of(counts: dict[tuple[str, str], int]) -> tuple[tuple[str, str, int], ...]:
    return tuple((item, place, count) for (item, place), count in sorted(counts.items()))


def deployment(request: Write[Any], rng: random.Random) -> tuple[tuple[str, str], ...]:
    """12.1.2 The draft with other places."""
    quiet: tuple[tuple[str, str], ...] = request.draft()
    spots = [place for _, place in quiet if place]
    return tuple(sorted((thing, rng.choice(spots) if place else "") for thing, place in quiet))


def is_legal(request: Write[Any], answer: Any) -> bool:
    try:
        request.check(answer)
    except IllegalMove:
        return False
    return True


def withdrawal(sight: Sight, request: Write[Withdrawal], rng: random.Random) -> Withdrawal:
    """12.2 note 2 As many as the draft names, any of those that are really there."""
    own, counters = sight.own, sight.state.numbers.counters
    at = true_places(sight.state, sight.faction, sight.peek) or {}
    quiet = request.draft()
    majors = [t for t in at if t not in counters or counters[t].is_major]
    others = [t for t in at if t not in majors and counters[t].kind != "infantry"]
    wanted = sum(t not in counters or counters[t].is_major for t, _ in quiet.units)
    rest = len(quiet.units) - wanted + quiet.airgroups
    airgroups = rng.randint(max(0, rest - len(others)), min(rest, own.air_ready + own.air_done))
    chosen = [*rng.sample(majors, min(wanted, len(majors))), *rng.sample(others, rest - airgroups)]
    return _withdrawal_of(sight, {t: at[t] for t in chosen}, airgroups, at)


def honest_withdrawal(sight: Sight, request: Write[Withdrawal]) -> Withdrawal:
    """12.2 note 2 As many as the draft names, the first that are really there."""
    return withdrawal(sight, request, random.Random(0))


def _withdrawal_of(sight: Sight, taken: dict[str, str], airgroups: int, at: dict[str, str]) -> Withdrawal:
    left = [letter for token, letter in at.items() if token not in taken]
    secret = [x for x, column in sight.own.columns.items() if column.sealed is not None]
    emptied = tuple(x for x in secret if x in taken.values() and x not in left)
    return Withdrawal(tuple(sorted(taken.items())), airgroups, emptied)
