"""7.1, 11, 34 Forces are bought: `north 1/5 2/1 west a/2aa air4*2`.

Belongs here: the first purchase, and the reader that J-1 shares. Must not be here: what is legal, what is worth it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import msgspec

from pbem.kit.forms import Asked, Form, Offer
from pbem.kit.prompts import How, Prompt
from pbem.kit.reserved import NOTHING
from pbem.kit.spelling import plural
from pbem.kit.typed import Typed
from pbem_games.fallujah.forms import random_orders
from pbem_games.fallujah.forms.names import places, read_counts, units
from pbem_games.fallujah.map import is_ground, labels
from pbem_games.fallujah.orders import Counts, Recruit
from pbem_games.fallujah.purchases import opening, price_of
from pbem_games.fallujah.recruiting import marker_price, price
from pbem_games.fallujah.setup import historical, must_begin_historically
from pbem_games.fallujah.state import KEPT, RECRUIT, State
from pbem_games.fallujah.words.brief import brief_purchase
from pbem_games.fallujah.words.figures import ops_of, unit_in_words

SKIPPED = ("and", "buy", "units", "strikes", "at", "in", "to")
KEYWORDS = (*SKIPPED, "leader")


class FirstPurchase(Form[State]):
    """7.1 What is there when the battle begins."""

    keywords = (*KEYWORDS, "setup", "j1")

    def prompt(self, asked: Asked[State]) -> Prompt:
        state = asked.state
        is_historical = must_begin_historically(state)
        return Prompt(
            f"{state.printed.name}: buy your first forces out of {plural(state.ops, 'OP')}.",
            " What is left runs the operations, one OP or more each, so keep most of it.",
            " Beside a recruit: its price, what it is, firepower(contact)movement.",
            How(f"The order of battle: {brief_purchase(state, historical(state))}") if is_historical else "",
            How("Type each base with its units, then strikes and NetWar: `PLACE UNITS PLACE UNITS KIND*NUMBER`; `none` "
                "buys nothing. The recruits with strength and price: pbem show."))

    def read(self, asked: Asked[State], typed: Typed) -> Recruit:
        may_buy_nothing = not must_begin_historically(asked.state)
        if (may_buy_nothing or typed.peek() in NOTHING) and typed.word("none"):
            return Recruit()
        typed.word("setup", also=("j1",), remark=lambda _: "a base, its units, strikes and NetWar")
        bought = read_purchase(asked.state, typed, list(asked.state.numbers.bases))
        if bought == Recruit():
            raise typed.refuse_word("nothing is named: a base and its units, or `none`")
        return bought

    def offers(self, asked: Asked[State]) -> Iterator[Offer]:
        """What was there in 2004, another mixture, first what leaves half of the OPs; nothing, if that is legal."""
        state, found = asked.state, list[tuple[bool, Offer]]()
        lots = ((historical(state), "the historical order of battle"), (opening(state), "groups for each base"))
        for order, what in lots:
            cost = price(state, order, initiates=False)
            if order != Recruit() and cost <= state.ops:
                words = brief_purchase(state, _with_leaders(state, order))
                found.append((2 * cost > state.ops, Offer(words, f"{plural(cost, 'OP')}, {what}")))
        if must_begin_historically(state):
            yield from (offer for _, offer in found[:1])
            return
        yield from (offer for _, offer in sorted(found, key=lambda lot: lot[0]))
        yield Offer("none", "0 OPs, nothing")

    def propose(self, asked: Asked[State], rng: random.Random) -> Recruit:
        return random_orders.recruit(asked.state, rng, asked.state.ops)


def read_purchase(state: State, typed: Typed, at_places: Sequence[str]) -> Recruit:
    """11, 7.1 `north 1/5 2/1 west a/2aa air4*2`, or each place after its units: `1/5 2/1 to north`."""
    numbers = state.numbers
    bought: dict[str, list[str]] = {}
    markers: dict[str, int] = {}
    leaders: dict[str, str] = {}
    at, waiting, names_places_first = "", list[str](), True
    while typed.more():
        typed.skip(*SKIPPED)
        if _is_leader_next(state, typed, leaders):
            leader, unit = _kept_leader(state, typed, leaders)
            leaders[leader] = unit
        elif counted := _markers(state, typed, markers):
            for kind, count in counted:
                markers[kind] = markers.get(kind, 0) + count
        elif unit := _unit(state, typed, [*waiting, *(u for lot in bought.values() for u in lot)], whole=True):
            waiting.append(unit)
        elif place := typed.name(places(numbers), [one for one in at_places if one != at], also=at_places,
                                 why=lambda _: "nobody appears there"):
            at = place
            names_places_first = names_places_first and not waiting
            bought.setdefault(at, [])
        elif unit := _unit(state, typed, [*waiting, *(u for lot in bought.values() for u in lot)]):
            waiting.append(unit)
        elif typed.peek():
            raise typed.refuse_word()
        else:
            break
        if waiting and at and (names_places_first or bought.get(at) == []):
            bought[at] += waiting
            waiting = []
            at = at if names_places_first else ""
    if waiting:
        raise typed.refuse(f"no place is named for {labels(state, waiting)}", map(places(numbers).shown, at_places))
    ordered = [(place, tuple(numbers.ordered(named))) for place, named in bought.items() if named]
    return Recruit(tuple(sorted(ordered, key=lambda lot: at_places.index(lot[0]))), tuple(markers.items()),
                   tuple(sorted(leaders.items())))


def _markers(state: State, typed: Typed, bought: dict[str, int]) -> Counts:
    """Strikes and NetWar, of which more lie in the recruit box than are bought already."""
    left = {kind: count - bought.get(kind, 0) for kind, count in state.recruits.items() if count > bought.get(kind, 0)}
    return read_counts(typed, state.numbers, left, why=lambda kind: f"no {kind} is left to buy", remark=lambda kind:
                       f"{ops_of(marker_price(state, kind))} each, {state.recruits[kind]} to be had")


def _unit(state: State, typed: Typed, named: Sequence[str], *, whole: bool = False) -> str:
    """A unit of the recruit box that is not named yet."""
    numbers = state.numbers
    free = [u for u, unit in state.units.items()
            if unit.place == RECRUIT and u not in named and numbers.units[u].type != "fob"]

    def elsewhere(unit: str) -> str:
        who = labels(state, [unit])
        if unit in named:
            return f"{who} is named twice"
        return f"{who} is {'built, not bought (18.5)' if state.units[unit].place == RECRUIT else 'in play'}"

    return typed.name(units(numbers), free, why=elsewhere, whole=whole, row=True,
                      remark=lambda unit: f"{ops_of(price_of(state, unit))}: {unit_in_words(numbers, unit)}")


def _is_leader_next(state: State, typed: Typed, given: dict[str, str]) -> bool:
    """30.2 `leader`, offered while one waits."""
    is_waiting = any(carrier == KEPT for leader, carrier in state.leaders.items() if leader not in given)
    return (is_waiting or typed.peek() == "leader") and bool(typed.word("leader"))


def _kept_leader(state: State, typed: Typed, given: dict[str, str]) -> tuple[str, str]:
    """30.2 `leader 1/5`: a kept leader, the next one if none is named, and his unit."""
    waiting = [leader for leader, carrier in state.leaders.items() if carrier == KEPT and leader not in given]
    named = typed.peek() if typed.peek() in state.leaders else ""
    typed.skip(named)
    ground = [u for u in state.units if is_ground(state, u)]
    unit = typed.name(units(state.numbers), ground, also=tuple(state.units))
    if not unit or not (named or waiting):
        raise typed.refuse("a leader is kept between the battles and goes with a unit bought now", waiting)
    return named or waiting[0], unit


def _with_leaders(state: State, order: Recruit) -> Recruit:
    """30.2 The same with every kept leader at a unit that is bought."""
    kept = [leader for leader, carrier in state.leaders.items() if carrier == KEPT]
    ground = [u for _, bought in order.units for u in bought if is_ground(state, u)]
    return msgspec.structs.replace(order, leaders=tuple(zip(kept, ground, strict=False)))
