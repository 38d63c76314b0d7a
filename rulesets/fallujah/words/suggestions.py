"""What may be typed now, the best guess first, each with what it costs or how likely it is.

Belongs here: a short useful choice out of what is legal, its order; what gives something away for nothing never comes
first. Must not be here: what is legal, reading it back.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from pbem.play.requests import Ask, Request, Write
from rulesets.fallujah import judgement, odds
from rulesets.fallujah.air import hover_spaces, landing_places
from rulesets.fallujah.combat.support import strikes_at_hand
from rulesets.fallujah.combat.withdrawal import destinations, evacuations
from rulesets.fallujah.forces import steps
from rulesets.fallujah.map import ground_units_at, is_base, is_ground, name_of, under_way
from rulesets.fallujah.marching import going_on, reachable
from rulesets.fallujah.nodes import is_concealed
from rulesets.fallujah.order_forms import GoOnForm, OrderForm, RecruitForm, StayForm, StrikesForm
from rulesets.fallujah.orders import Counts, Recruit
from rulesets.fallujah.purchases import opening
from rulesets.fallujah.recruiting import price
from rulesets.fallujah.setup import historical, must_begin_historically
from rulesets.fallujah.state import KEPT, State
from rulesets.fallujah.words.brief import brief_counts, brief_place, brief_purchase, brief_unit, brief_units, what_is_in
from rulesets.fallujah.words.figures import of_our_fire, percent
from rulesets.fallujah.words.plans import operations

Suggestion = tuple[str, str]
"""Words that can be typed, and a remark on them, which may be empty."""
MOST = 20


def suggest(state: State, request: Request[Any]) -> list[Suggestion]:
    """The choices to show for a request."""
    if isinstance(request, Write):
        return _for_written(state, request)[:MOST]
    assert isinstance(request, Ask)
    return _for_listed(state, request)


def _for_written(state: State, request: Write[Any]) -> list[Suggestion]:
    match request.form:
        case OrderForm():
            return operations(state)
        case RecruitForm():
            return _purchases(state)
        case StrikesForm():
            return [(brief_counts(s), of_our_fire(state, s)) for s in _commitments(strikes_at_hand(state))]
        case GoOnForm():
            return _ways_on(state, may_stop=request.rule != "27.1")
        case StayForm():
            return list(_answers_to_a_stand(state))
    return [(say, "") for say in request.options().says()]


def _for_listed(state: State, request: Ask[Any]) -> list[Suggestion]:
    says = list(request.options().says())
    match request.rule:
        case "16.1":
            pairs = [(say.partition(" ")[0], say.partition(" ")[2]) for say in says]
            return [_lead(state, lead, marker) for lead, marker in pairs]
        case "16.3":
            return [_hits(state, say) for say in says[:MOST]]
        case "29.1":
            return _carriers(state, says)
        case "35":
            return [(say, _CONSENT.get(say, "") if "always" in says else "") for say in says]
    return [(say, "") for say in says]


# ---------------------------------------------------------------- parts


def _purchases(state: State) -> list[Suggestion]:
    """7.1 What was there in 2004, another mixture, first what leaves half of the OPs; nothing, where that is legal."""
    found = []
    lots = ((historical(state), "the historical order of battle"), (opening(state), "groups for each base"))
    for order, what in lots:
        cost = price(state, order, initiates=False)
        if order != Recruit() and cost <= state.ops:
            words = brief_purchase(state, _with_leaders(state, order))
            found.append((2 * cost > state.ops, words, f"{cost} OPs, {what}"))
    if must_begin_historically(state):
        return [(words, remark) for _, words, remark in found[:1]]
    found.sort(key=lambda lot: lot[0])
    return [*((words, remark) for _, words, remark in found), ("setup", "0 OPs, nothing")]


def _with_leaders(state: State, order: Recruit) -> Recruit:
    """30.2 The same with every kept leader at a unit that is bought."""
    kept = [leader for leader, carrier in state.leaders.items() if carrier == KEPT]
    ground = [u for _, units in order.units for u in units if is_ground(state, u)]
    return msgspec.structs.replace(order, leaders=tuple(zip(kept, ground, strict=False)))


def _commitments(at_hand: dict[str, int]) -> list[Counts]:
    """None, one of each kind, all of each kind, all."""
    ones: list[Counts] = [((kind, 1),) for kind in at_hand]
    lots: list[Counts] = [((kind, count),) for kind, count in at_hand.items() if count > 1]
    return [(), *ones, *lots, *([tuple(at_hand.items())] if len(at_hand) > 1 else [])]


def _lead(state: State, lead: str, marker: str) -> Suggestion:
    """16.1(2) A lead unit and how likely it brings the edge."""
    return f"{brief_unit(state, lead)} {marker}".strip(), f"edge {percent(odds.of_edge(state, lead, marker))}"


def _hits(state: State, say: str) -> Suggestion:
    """16.3 `1/5 1/5` and what becomes of them."""
    units = say.split(",")
    ends = []
    for unit in dict.fromkeys(units):
        is_dead = units.count(unit) == steps(state, unit)
        ends.append(f"{state.numbers.units[unit].label} {'eliminated' if is_dead else 'reduced'}")
    return brief_units(state, units), ", ".join(ends)


_CONSENT = {"yes": "this once", "no": "he gives another order", "always": "whenever he uses your units"}


def _carriers(state: State, units: Iterable[str]) -> list[Suggestion]:
    """29.1, 29.2 Who has no leader yet and stands the most hits comes first: a second leader adds nothing."""
    led = [unit for unit in state.leaders.values() if unit]
    best = sorted(units, key=lambda u: (u in led, -steps(state, u)))
    return [(brief_unit(state, u), "has a leader" if u in led else "") for u in best]


def _ways_on(state: State, *, may_stop: bool) -> list[Suggestion]:
    """14.1, 27.1 Where the force can come to, the best first; stopping before all that promise nothing."""
    operation = under_way(state)
    found = [("stop", "the operation ends")] if may_stop else []
    if operation.mode == "air":
        force = tuple(operation.force)
        places = [(to, "land") for to in landing_places(state, force) if what_is_in(state, to)]
        places += [(to, "aloft") for to in hover_spaces(state, force)[:1]]
        return found + [(f"to {brief_place(state, to)} {ends}", what_is_in(state, to)) for to, ends in places]
    ways = sorted(reachable(state, going_on(state, operation)), key=lambda to: -_promise(state, to))
    good = [to for to in ways if _promise(state, to) > 0] if may_stop else []
    shown = [(f"to {brief_place(state, to)}", what_is_in(state, to) or name_of(state, to)) for to in ways]
    return [*shown[:len(good)], *found, *shown[len(good):]]


def _promise(state: State, to: str) -> int:
    """What it is worth that the force under way goes on to a place, in hundredths of a VP; a base is worth nothing."""
    operation = under_way(state)
    left = [u for u in ground_units_at(state, operation.space) if u not in operation.force]
    value = 0 if is_base(state, to) else judgement.arrival_value(state, to, operation.force)
    return value + judgement.leaving_value(state, operation.space, left)


def _answers_to_a_stand(state: State) -> Iterable[Suggestion]:
    """16.7, 16.9 Going on and withdrawing with all, the latter first if they are stronger; then flying somebody out."""
    force = under_way(state).force
    ways_out = sorted(destinations(state, force), key=lambda to: is_concealed(state, to))  # R140: that is turned up
    leaving = [(f"withdraw all to {brief_place(state, to)}", f"{name_of(state, to)}; the battle is lost")
               for to in ways_out]
    going_on = ("continue", "another round")
    yield from [*leaving, going_on] if _are_stronger(state) else [going_on, *leaving]
    for helicopter, passenger in evacuations(state):
        for base in list(state.numbers.bases)[:1]:
            words = f"withdraw fly {brief_units(state, [helicopter, passenger])} {base}"
            yield words, "or to another base"


def _are_stronger(state: State) -> bool:
    """16.2 Whether a fire of OPFOR takes a larger part of the force, on average, than ours takes of OPFOR."""
    operation = under_way(state)
    ours, theirs = sum(steps(state, unit) for unit in operation.force), len(operation.enemies)
    return odds.mean(odds.of_opfor_fire(state)) * theirs > odds.mean(odds.of_coalition_fire(state)) * ours
