"""Answers ready to type, the best guess first, each with its price and odds.

They are those that the sensible player would think of, as the one who is asked sees the position.
Belongs here: offers and their remarks. Must not be here: the thoughts (bots), how answers are typed (forms).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice

from pbem.kit.bots import may_answer
from pbem.kit.forms import Asked, Offer
from pbem.kit.spelling import plural
from pbem.play.requests import Write
from pbem_games.anaconda.bots.estimates import Fire, attack_on
from pbem_games.anaconda.bots.outlook import steady
from pbem_games.anaconda.bots.sensible import SensibleBot
from pbem_games.anaconda.defensive import late_targets
from pbem_games.anaconda.forces import face_down_at, gunships, piece
from pbem_games.anaconda.moves import way_cost
from pbem_games.anaconda.numbers import AL_QAEDA, COALITION
from pbem_games.anaconda.orders import ATTACK, DONE, FIRE, FLY, MOVE, PASS, RECON, STAY, Order, Placing
from pbem_games.anaconda.plans.fires import FirePlan
from pbem_games.anaconda.plans.sub_phase import AskPlan
from pbem_games.anaconda.plans.written import LAST, MORE, Plan
from pbem_games.anaconda.prompts.chances import odds_of, odds_on_flight
from pbem_games.anaconda.prompts.moving import hidden, plural_points
from pbem_games.anaconda.reactions import Window
from pbem_games.anaconda.state import State
from pbem_games.anaconda.words.vocabulary import counter_names, typed_words

MOST = 6
FEW = 3  # orders of a movement plan that are offered: a beginning, soon thought of
QUIET = {DONE: "nothing more in this sub-phase", PASS: "nobody fires", STAY: "it stops here"}


def suggested(asked: Asked[State]) -> Iterator[Offer]:
    """At most so many orders; the draft is always among them."""
    request = asked.request
    assert isinstance(request, Write)
    look = steady(asked.state, asked.seat, asked.peek)
    thoughts = (order for order in SensibleBot(asked.seat).answers(look, request)
                if order is not None and may_answer(request, order, asked.peek))
    found = list(dict.fromkeys(islice(thoughts, MOST)))
    others = [request.draft(), *([Order(STAY)] if asked.rule == "8.7" else [])]
    if asked.rule == "15.2":  # also if it seems not worth the mission
        others += [Order(FIRE, tuple(gunships(asked.state)), (id,)) for id in late_targets(asked.state)][:FEW]
    more = [order for order in others if order not in found and may_answer(request, order, asked.peek)]
    for order in dict.fromkeys([*found, *more]):
        yield Offer(typed_words(asked, order), remark(asked, order))


def planned(asked: Asked[State]) -> Iterator[Offer]:
    """Ruling R110 A part as a sensible player would write or begin it; then that nothing is done."""
    request = asked.request
    assert isinstance(request, Write)
    look = steady(asked.state, asked.seat, asked.peek)
    bot = SensibleBot(asked.seat)
    thoughts = [bot.plan(look, request, FEW)] if isinstance(request, AskPlan) else bot.answers(look, request)
    for plan in thoughts:
        if plan != request.draft() and may_answer(request, plan, asked.peek):
            yield Offer(plan_words(asked, plan), _of_plan(asked, plan))
            break
    yield Offer(LAST, "nothing of this")


def _of_plan(asked: Asked[State], plan: Plan | FirePlan) -> str:
    """How many orders, and the odds of attacks as they would be now."""
    if isinstance(plan, Plan):
        return plural(len(plan.orders), "order")
    return "; ".join(f"{one.order.to[0]}: {remark(asked, one.order)}" for one in plan.attacks[:FEW])


def plan_words(asked: Asked[State], plan: Plan | FirePlan) -> str:
    """A plan as it may be typed."""
    if isinstance(plan, Plan):
        parts = [typed_words(asked, order) for order in plan.orders]
    else:
        names = counter_names(asked.state, asked.peek)
        parts = [" ".join(word for word in (
            typed_words(asked, one.order), f"if {one.when} {one.after}" if one.after else "",
            f"advance {', '.join(names.shown(id) for id in one.advance)}" if one.advance else "") if word)
            for one in plan.attacks]
    return "; ".join([*parts, *([] if plan.last else [MORE])]) or LAST


def placings(asked: Asked[State]) -> Iterator[Placing]:
    """3.4, 3.5, 7.3, 7.4 Where a sensible player would put all these counters, the best first; all are legal."""
    request = asked.request
    assert isinstance(request, Write)
    look = steady(asked.state, asked.seat, asked.peek)
    for placing in SensibleBot(asked.seat).answers(look, request):
        if placing is not None and may_answer(request, placing, asked.peek):
            yield placing


def filled(asked: Asked[State], found: Mapping[str, str]) -> Placing:
    """Counters that have a place, the others as suggested, or as the rules place them if that is illegal together.

    Before that those who stand in the way of the placed are suggested for the places that these left free.
    """
    request = asked.request
    assert isinstance(request, Write)
    quiet: Placing = asked.legal()[0]
    for placing in placings(asked):
        together = {id: found.get(id, place) for id, place in placing}
        in_the_way = [id for id, place in placing if id not in found and place in found.values()]
        free = [place for id, place in placing if together[id] != place]
        for id, place in zip([None, *in_the_way], ["", *free], strict=False):
            together |= {id: place} if id is not None else {}
            if may_answer(request, tuple(together.items()), asked.peek):
                return tuple(together.items())
    return tuple((id, found.get(id, place)) for id, place in quiet)


def placed(asked: Asked[State]) -> Iterator[Offer]:
    """The same ready to type."""
    ground, names = asked.state.numbers.ground, counter_names(asked.state, asked.peek)
    for placing in placings(asked):
        by_place: dict[str, list[str]] = {}
        for id, place in placing:
            by_place.setdefault(place, []).append(names.shown(id))
        words = "; ".join(f"{', '.join(there)} {place}" for place, there in by_place.items())
        yield Offer(words, "strong points held, guns over the landing zones" if asked.rule == "3.4" else "")
        if len(by_place) == 1 and next(iter(by_place)) in ground.bases:
            return


def remark(asked: Asked[State], order: Order) -> str:
    """What an order costs, or is likely to bring."""
    state, ground = asked.state, asked.state.numbers.ground
    if order.kind == ATTACK:
        return odds_of(state, attack_on(state, order.to[0], order.who, asked.peek))
    if order.kind == FIRE and asked.rule in ("12.2", "17.1", "15.2"):
        now = asked.case(Window) if not order.to else Window(
            "defensive", asked.seat, order.to[0], piece(state, order.to[0]).place)
        fire = Fire(state, now.kind, asked.seat, now.hex, order.who, [now.target], asked.peek)
        return odds_on_flight(state, fire) if now.kind == "aa" else odds_of(state, fire)
    if order.kind == RECON:
        return hidden(len(face_down_at(state, order.to[0])))
    if order.kind == MOVE:
        cost = way_cost(state, order.who[0], piece(state, order.who[0]).place, order.to)
        seen = _watched(asked, order.to)
        return f"{plural_points(cost or 0)}; {seen}"
    if order.kind == FLY and order.to[0] in ground.hexes:
        guns = sum(ground.distance(t.place, order.to[0]) <= 1 for t in state.tokens.values() if t.place in ground.hexes)
        return f"{guns} of Al Qaeda next to it; guns may reach farther"
    return QUIET.get(order.kind, "")


def _watched(asked: Asked[State], way: tuple[str, ...]) -> str:
    """12.1 In how many of the hexes that are entered an enemy could fire on the mover."""
    state, ground = asked.state, asked.state.numbers.ground
    enemies = steady(state, asked.seat, asked.peek).enemies
    radius = state.numbers.limits.defensive_radius
    entered = [hex for hex in way if hex in ground.hexes]
    watched = [hex for hex in entered if any(
        ground.distance(hex, at) <= radius and ground.in_line(hex, at) for at in enemies)]
    side = "Al Qaeda" if asked.seat == COALITION else "the Coalition"
    assert asked.seat in (COALITION, AL_QAEDA)
    return f"{side} may fire in {', '.join(watched)}" if watched else "no enemy is near"
