"""What may be typed now, the quietest first, each with what it costs or how likely it is.

Belongs here: a short useful choice out of what is legal. Must not be here: what is legal, reading it back.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pbem.play.requests import Ask, Request, Write
from rulesets.fallujah import odds
from rulesets.fallujah.air import hover_spaces, landing_places
from rulesets.fallujah.combat.support import strikes_at_hand
from rulesets.fallujah.combat.withdrawal import destinations, evacuations
from rulesets.fallujah.forces import steps
from rulesets.fallujah.map import name_of, under_way
from rulesets.fallujah.marching import going_on, reachable
from rulesets.fallujah.order_forms import GoOnForm, OrderForm, RecruitForm, StayForm, StrikesForm
from rulesets.fallujah.orders import Counts
from rulesets.fallujah.recruiting import price
from rulesets.fallujah.setup import historical, must_begin_historically
from rulesets.fallujah.state import State
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
            return [(brief_unit(state, say), "") for say in says]
    return [(say, "") for say in says]


# ---------------------------------------------------------------- parts


def _purchases(state: State) -> list[Suggestion]:
    """7.1 Nothing, where that is legal, and what was there in 2004."""
    order = historical(state)
    cost = price(state, order, initiates=False)
    real = [(brief_purchase(state, order), f"{cost} OPs, the historical order of battle")] if cost <= state.ops else []
    return real if must_begin_historically(state) else [("setup", "0 OPs, nothing"), *real]


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


def _ways_on(state: State, *, may_stop: bool) -> list[Suggestion]:
    """14.1, 27.1 Stopping, then where the force can come to."""
    operation = under_way(state)
    found = [("stop", "the operation ends")] if may_stop else []
    if operation.mode == "air":
        force = tuple(operation.force)
        places = [(to, "land") for to in landing_places(state, force) if what_is_in(state, to)]
        places += [(to, "aloft") for to in hover_spaces(state, force)[:1]]
        return found + [(f"to {brief_place(state, to)} {ends}", what_is_in(state, to)) for to, ends in places]
    ways = reachable(state, going_on(state, operation))
    return found + [(f"to {brief_place(state, to)}", what_is_in(state, to) or name_of(state, to)) for to in ways]


def _answers_to_a_stand(state: State) -> Iterable[Suggestion]:
    """16.7, 16.9 Going on, then withdrawing with all, then flying somebody out."""
    force = under_way(state).force
    yield "continue", "another round"
    for to in destinations(state, force):
        yield f"withdraw all to {brief_place(state, to)}", f"{name_of(state, to)}; the battle is lost"
    for helicopter, passenger in evacuations(state):
        for base in list(state.numbers.bases)[:1]:
            words = f"withdraw fly {brief_units(state, [helicopter, passenger])} {base}"
            yield words, "or to another base"
