"""14.1, 24.1, 27.1 A force under way goes on or stops: `to 3-4`, `3-4 3-5 infiltrate`, helicopters `to 3-5 land`.

Belongs here: what is asked, how it is typed, what is offered. Must not be here: what is legal.
"""

from __future__ import annotations

import random
from collections.abc import Iterable

from pbem.kit.forms import Asked, Form, Offer, ready
from pbem.kit.prompts import How, Prompt
from pbem.kit.reserved import NOTHING
from pbem.kit.spelling import plural
from pbem.kit.typed import Typed
from pbem_games.fallujah import judgement
from pbem_games.fallujah.air import hover_spaces, landing_places
from pbem_games.fallujah.forms import random_orders
from pbem_games.fallujah.forms.names import all_places, places
from pbem_games.fallujah.forms.party import ALOFT, INFILTRATE, LAND, MOST_LEGS, WAY, fill_way
from pbem_games.fallujah.forms.prospects import prospect
from pbem_games.fallujah.map import ground_units_at, has_node, is_base, labels, name_of, under_way
from pbem_games.fallujah.marching import going_on, is_on_foot_sof, reachable, walked
from pbem_games.fallujah.orders import GoOn
from pbem_games.fallujah.state import State
from pbem_games.fallujah.words.brief import brief_place, what_is_in

GOING = (*WAY, "go", "on", "fly", "move")
STOPPING = ("stop", "stay", "halt", *NOTHING)
MOST = 20  # offers


class WayOn(Form[State]):
    """14.1, 27.1 Further, or not."""

    keywords = (*GOING, *STOPPING, *INFILTRATE, *LAND, *ALOFT)

    def prompt(self, asked: Asked[State]) -> Prompt:
        state, operation = asked.state, under_way(asked.state)
        who, where = labels(state, operation.force), name_of(state, operation.space)
        if operation.mode == "air":
            typing = f"Type {ready(self.offers(asked), 3)}."
            return Prompt(f"{who} won in {where}: fly on for no more OPs?", How(typing))
        shown = ready(self.offers(asked))
        left = f"{plural(going_on(state, operation).points, 'movement point')} left"
        if asked.rule == "27.1":
            typing = f"Type the way, or its goal: {shown}."
            return Prompt(f"{who} slipped through {where} and must go on, {left}.", How(typing))
        question = f"{who} won in {where}, {left}: move on for no more OPs, to a new reaction?"
        return Prompt(question, How(f"Type {shown}."))

    def read(self, asked: Asked[State], typed: Typed) -> GoOn:
        state, operation = asked.state, under_way(asked.state)
        if (asked.rule != "27.1" or typed.peek() in STOPPING) and typed.word(
                "stop", also=STOPPING, remark=lambda _: "the operation ends"):
            return GoOn()
        legs, infiltrates, end = list[str](), False, ""
        while typed.more():
            typed.skip(*GOING)
            at = legs[-1] if legs else operation.space
            if operation.mode != "air" and _may_infiltrate(state, legs) and typed.word("infiltrate", also=INFILTRATE):
                infiltrates = True
            elif typed.peek() in INFILTRATE:
                typed.skip(*INFILTRATE)
                infiltrates = True
            elif operation.mode == "air" and not end and (word := _end(state, typed, at)):
                end = word
            elif place := typed.name(places(state.numbers), _goals(state, legs), also=all_places(state.numbers),
                                     remark=lambda to: prospect(state, to, operation.force)):
                legs.append(place)
            elif typed.peek():
                raise typed.refuse_word()
            else:
                break
        if operation.mode == "air":
            return GoOn(to=legs[-1] if legs else operation.space, aloft=end == "aloft")
        if not legs:
            raise typed.refuse("no place to go to is named", map(places(state.numbers).shown, _goals(state, [])))
        return GoOn(path=fill_way(state, typed, going_on(state, operation), legs), infiltrates=infiltrates)

    def offers(self, asked: Asked[State]) -> Iterable[Offer]:
        """Where the force can come to, the best first; stopping before all that promise nothing."""
        state, operation = asked.state, under_way(asked.state)
        may_stop = asked.rule != "27.1"
        stop = [Offer("stop", "the operation ends")] if may_stop else []
        if operation.mode == "air":
            force = tuple(operation.force)
            ends = [(to, "land") for to in landing_places(state, force) if what_is_in(state, to)]
            ends += [(to, "aloft") for to in hover_spaces(state, force)[:1]]
            flights = [Offer(f"to {brief_place(state, to)} {end}", _ahead(state, to)) for to, end in ends]
            return [*stop, *flights][:MOST]
        ways = sorted(reachable(state, going_on(state, operation)), key=lambda to: -_promise(state, to))
        good = [to for to in ways if _promise(state, to) > 0] if may_stop else []
        shown = [Offer(f"to {brief_place(state, to)}", _ahead(state, to)) for to in ways]
        return [*shown[:len(good)], *stop, *shown[len(good):]][:MOST]

    def propose(self, asked: Asked[State], rng: random.Random) -> GoOn:
        return random_orders.go_on(asked.state, rng)


def _ahead(state: State, to: str) -> str:
    """The name of a place, and what awaits the force there."""
    return f"{name_of(state, to)}: {prospect(state, to, under_way(state).force)}"


def _end(state: State, typed: Typed, at: str) -> str:
    """How a flight ends."""
    if typed.word("land"):
        return "land"
    return typed.word("aloft", also=ALOFT) if not is_base(state, at) or typed.peek() in ALOFT else ""


def _may_infiltrate(state: State, legs: list[str]) -> bool:
    return bool(legs) and has_node(state, legs[-1]) and is_on_foot_sof(state, going_on(state, under_way(state)))


def _goals(state: State, legs: list[str]) -> list[str]:
    """Where the way can lead from where it has come so far."""
    operation = under_way(state)
    if len(legs) >= MOST_LEGS:
        return []
    if operation.mode == "air":
        return [] if legs else landing_places(state, tuple(operation.force))
    march = going_on(state, operation)
    for to in legs:
        ways = reachable(state, march)
        if to not in ways or has_node(state, to):
            return []
        march = walked(state, march, ways[to])
    return list(reachable(state, march))


def _promise(state: State, to: str) -> int:
    """What it is worth that the force under way goes on to a place, in hundredths of a VP; a base is worth nothing."""
    operation = under_way(state)
    left = [u for u in ground_units_at(state, operation.space) if u not in operation.force]
    value = 0 if is_base(state, to) else judgement.arrival_value(state, to, operation.force)
    return value + judgement.leaving_value(state, operation.space, left)
