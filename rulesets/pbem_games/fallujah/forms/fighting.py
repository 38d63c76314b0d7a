"""16.1, 16.3, 16.7, 23.2, 29.1 Choices in a battle: who leads, fire support, losses, going on, a leader's unit.

Belongs here: what is asked, how it is typed, what is offered. Must not be here: what is legal, the odds themselves.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

from pbem.kit.figures import percent
from pbem.kit.forms import Asked, Form, Offer, ready
from pbem.kit.spelling import plural
from pbem.kit.typed import Remark, Typed
from pbem_games.fallujah import odds
from pbem_games.fallujah.combat.battle import battlefield, node_here, terrain_of
from pbem_games.fallujah.combat.edge import coalition_edge, leads, opfor_edge, wins_ties
from pbem_games.fallujah.combat.support import strikes_at_hand
from pbem_games.fallujah.forces import steps
from pbem_games.fallujah.forms import random_orders
from pbem_games.fallujah.forms.names import read_counts, units
from pbem_games.fallujah.map import kinds, labels, name_of, under_way
from pbem_games.fallujah.numbers import MARKERS
from pbem_games.fallujah.orders import Counts
from pbem_games.fallujah.state import State
from pbem_games.fallujah.words.brief import brief_counts, brief_unit, brief_units
from pbem_games.fallujah.words.figures import everything_at_hand, of_our_fire, of_their_fire, ours, theirs

MOST = 20  # offers
HITTING = ("hits", "hit", "lose", "and", "on")
LEADING = ("lead", "with", "and", "leads")


def battle(state: State) -> str:
    """Who fights whom, and where."""
    operation = under_way(state)
    node, terrain = node_here(state), terrain_of(state, operation.space).id
    where = f"{battlefield(state)} ({terrain}{', ' + node.name if node is not None else ''})"
    return (f"Battle of {where}, round {operation.combat_round}: {ours(state)} against "
            f"{theirs(state, operation.enemies)}.")


class Lead(Form[State]):
    """16.1(2) `1/5`, `lead 1/5 with netwar`, `netwar 1/5`."""

    keywords = LEADING

    def prompt(self, asked: Asked[State]) -> str:
        state = asked.state
        lead, _ = leads(state)[0]
        own, other = coalition_edge(state, lead, ""), opfor_edge(state)
        tie = "you win ties" if wins_ties(state) else "OPFOR wins ties"
        sums = [" ".join(map(str, drms)) for drms in (own, other)]
        return (
            f"{battle(state)}\nWho fires first? A die each, you {sums[0]}, OPFOR {sums[1]}; {tie}: "
            f"{percent(odds.of_edge(state, lead))}. Name your lead unit, and a marker if you have one: "
            f"{ready(self.offers(asked))}.\n"
            f"Your fire now {of_our_fire(state)}; theirs costs {of_their_fire(state)}."
        )

    def read(self, asked: Asked[State], typed: Typed) -> Any:
        state, force, lead, marker = asked.state, under_way(asked.state).force, "", ""
        pairs = [(unit, used) for unit, _, used in (say.partition(" ") for say in asked.says())]
        while typed.more():
            typed.skip(*LEADING)
            usable = dict.fromkeys(used for unit, used in pairs if used and lead in ("", unit))
            if not lead and (unit := typed.name(units(state.numbers), list(dict.fromkeys(unit for unit, _ in pairs)),
                                                why=lambda u: f"{labels(state, [u])} is not in the force",
                                                remark=_edge(state, marker))):
                lead = unit
            elif not marker and usable and (
                    used := typed.word(*usable, remark=lambda used, lead=lead: _edge(state, used)(lead))):  # type: ignore[misc]
                marker = used
            elif typed.peek() in MARKERS:
                raise typed.refuse(f"no {typed.peek()} can be used here")
            elif typed.peek():
                raise typed.refuse_word()
            else:
                break
        if not lead and len(force) > 1:
            raise typed.refuse("name the unit that leads", map(units(state.numbers).shown, force))
        return asked.items()[0].read(f"{lead or force[0]} {marker}".strip(), typed.tried, asked.rule)

    def offers(self, asked: Asked[State]) -> Iterable[Offer]:
        for lead, _, marker in (say.partition(" ") for say in asked.says()):
            yield Offer(f"{brief_unit(asked.state, lead)} {marker}".strip(), _edge(asked.state, marker)(lead))


def _edge(state: State, marker: str) -> Remark:
    """How likely a lead unit brings the edge."""
    return lambda lead: f"edge {percent(odds.of_edge(state, lead, marker))}" if lead else ""


class Strikes(Form[State]):
    """16.1(3)a `none`, `all`, `air4 2 soa`."""

    keywords = ("all",)

    def prompt(self, asked: Asked[State]) -> str:
        state = asked.state
        everything = everything_at_hand(state)
        return (
            f"{battle(state)}\nCommit fire support? It is used up. Your fire without it {of_our_fire(state)}; "
            f"with all ({kinds(state, everything)}) {of_our_fire(state, everything)}. "
            f"Theirs costs {of_their_fire(state)}.\n"
            f"Type {ready(self.offers(asked), 3)}, several kinds together, or `all`."
        )

    def read(self, asked: Asked[State], typed: Typed) -> Counts:
        state, at_hand = asked.state, strikes_at_hand(asked.state)
        if typed.word("none", also=("0",), remark=lambda _: of_our_fire(state)):
            return ()
        if typed.word("all", remark=lambda _: of_our_fire(state, everything_at_hand(state))):
            return everything_at_hand(state)
        found = read_counts(typed, state.numbers, list(at_hand), why=lambda kind: f"no {kind} is at hand",
                            remark=lambda kind: f"{at_hand[kind]} at hand; one {of_our_fire(state, ((kind, 1),))}")
        if not found:
            raise typed.refuse_word("say which strikes, or `none`")
        return found

    def offers(self, asked: Asked[State]) -> Iterable[Offer]:
        """None, one of each kind, all of each kind, all."""
        state, at_hand = asked.state, strikes_at_hand(asked.state)
        ones: list[Counts] = [((kind, 1),) for kind in at_hand]
        lots: list[Counts] = [((kind, count),) for kind, count in at_hand.items() if count > 1]
        found = [(), *ones, *lots, *([tuple(at_hand.items())] if len(at_hand) > 1 else [])]
        return [Offer(brief_counts(strikes), of_our_fire(state, strikes)) for strikes in found[:MOST]]

    def propose(self, asked: Asked[State], rng: random.Random) -> Counts:
        return random_orders.counts(asked.state.available, rng, list(asked.state.numbers.strikes))


class Hits(Form[State]):
    """16.3 `hits 1/5 1/5 a/2tk`: each unit as often as it is hit; `2x 1/5` hits it twice."""

    keywords = HITTING

    def prompt(self, asked: Asked[State]) -> str:
        count = _hits(asked)
        step = "the step" if count == 1 else "the steps"
        return (
            f"OPFOR has hit you {plural(count, 'time')} in {battlefield(asked.state)}: who loses {step}? "
            f"KIA {-count}.\nType the units, one for each hit: {ready(self.offers(asked))}."
        )

    def read(self, asked: Asked[State], typed: Typed) -> Any:
        state, force, named = asked.state, under_way(asked.state).force, list[str]()
        while typed.more():
            typed.skip(*HITTING)
            is_double = typed.peek() == "2x"
            typed.skip("2x")
            left = [u for u in force if named.count(u) < steps(state, u)] if len(named) < _hits(asked) else []
            unit = typed.name(units(state.numbers), left, also=force, remark=_if_hit(state, tuple(named)),
                              why=lambda u: f"{labels(state, [u])} is not in the force")
            if not unit and typed.peek():
                raise typed.refuse_word()
            if not unit:
                break
            named += [unit, unit] if is_double else [unit]
            if len(named) > _hits(asked) + 1:
                break
        found = next((say for say in asked.says() if sorted(say.split(",")) == sorted(named)), "")
        if not found:
            because = (f"{plural(_hits(asked), 'hit')} to be spread over {labels(state, force)}, "
                       "no unit beyond its steps")
            raise typed.refuse(because, [brief_units(state, say.split(",")) for say in asked.says()[:MOST]])
        return asked.items()[0].read(found, typed.tried, asked.rule)

    def offers(self, asked: Asked[State]) -> Iterable[Offer]:
        for say in asked.says()[:MOST]:
            named = say.split(",")
            ends = [_lost(asked.state, unit, named) for unit in dict.fromkeys(named)]
            yield Offer(brief_units(asked.state, named), ", ".join(ends))


def _hits(asked: Asked[State]) -> int:
    return asked.says()[0].count(",") + 1


def _if_hit(state: State, named: tuple[str, ...]) -> Remark:
    """What becomes of a unit that is named once more."""
    return lambda unit: _lost(state, unit, [*named, unit])


def _lost(state: State, unit: str, named: list[str]) -> str:
    """`1/5 reduced`"""
    return f"{labels(state, [unit])} {'eliminated' if named.count(unit) >= steps(state, unit) else 'reduced'}"


class LeaderJoins(Form[State]):
    """29.1 A leader comes forward: which unit does he join?"""

    def prompt(self, asked: Asked[State]) -> str:
        where = name_of(asked.state, under_way(asked.state).space)
        return (f"A leader comes forward in {where}: which unit does he join? Type a unit: "
                f"{ready(self.offers(asked), 1)}.")

    def read(self, asked: Asked[State], typed: Typed) -> Any:
        unit = typed.name(units(asked.state.numbers), asked.says(),
                          why=lambda u: f"{labels(asked.state, [u])} is not in the force")
        if not unit:
            raise typed.refuse_word("no unit is named")
        return asked.items()[0].read(unit, typed.tried, asked.rule)

    def offers(self, asked: Asked[State]) -> Iterable[Offer]:
        """Who has no leader yet and stands the most hits comes first: a second leader adds nothing."""
        state = asked.state
        led = [unit for unit in state.leaders.values() if unit]
        for unit in sorted(asked.says(), key=lambda u: (u in led, -steps(state, u))):
            yield Offer(brief_unit(state, unit), "has a leader" if unit in led else "")
