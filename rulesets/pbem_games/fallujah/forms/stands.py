"""16.7, 16.9 OPFOR stands: `continue`, `withdraw all to 3-4`, `withdraw 1/5 to north fly hmm_a mp west`.

Belongs here: what is asked, how it is typed, what is offered. Must not be here: what is legal.
"""

from __future__ import annotations

import random
from collections.abc import Iterable

from pbem.kit.chances import mean, percent
from pbem.kit.forms import Asked, Form, Offer, ready
from pbem.kit.prompts import How, Prompt
from pbem.kit.spelling import plural
from pbem.kit.typed import Typed
from pbem_games.fallujah import odds
from pbem_games.fallujah.combat.battle import node_here
from pbem_games.fallujah.combat.edge import leads
from pbem_games.fallujah.combat.withdrawal import destinations, evacuations
from pbem_games.fallujah.forces import steps
from pbem_games.fallujah.forms import random_orders
from pbem_games.fallujah.forms.fighting import battle
from pbem_games.fallujah.forms.names import all_places, places, units
from pbem_games.fallujah.map import labels, name_of, under_way
from pbem_games.fallujah.nodes import is_concealed
from pbem_games.fallujah.orders import Flight, Stay
from pbem_games.fallujah.state import State
from pbem_games.fallujah.words.brief import brief_place, brief_units
from pbem_games.fallujah.words.figures import of_our_fire, of_their_fire

MOST = 20  # offers
FLYING = ("fly", "evacuate")


class Stand(Form[State]):
    """16.7, 16.9 Another round, or some leave."""

    keywords = ("to", "and", "all", "with", "carry", *FLYING)

    def prompt(self, asked: Asked[State]) -> Prompt:
        state, operation, node = asked.state, under_way(asked.state), node_here(asked.state)
        best = max(odds.of_edge(state, lead) for lead, marker in leads(state) if not marker)
        loss = node.loss if node is not None else 0
        loss += state.numbers.tables.events.helicopter_loss if state.helicopter == operation.space else 0
        cost = f"costs {plural(loss, 'OP')}" if loss else "costs no OPs"
        return Prompt(
            "OPFOR stands: another round, or do some leave?", f" In a round edge {percent(best)}; your "
            f"fire {of_our_fire(state)}, theirs "
            f"costs {of_their_fire(state)}. If nobody stays, the battle is lost and {cost}.",
            How(f"Type {ready(self.offers(asked), 3)}: some of the force too, `withdraw UNITS to PLACE`."),
            above=battle(state))

    def read(self, asked: Asked[State], typed: Typed) -> Stay:
        state, force = asked.state, under_way(asked.state).force
        if typed.word("continue", also=("fight", "stay", "stand", "go"), remark=lambda _: "another round"):
            typed.skip("on")
            return Stay()
        typed.word("withdraw", also=("retreat", "leave"), remark=lambda _: "some or all leave")
        leaving, to, flights = list[str](), "", list[Flight]()
        while typed.more():
            typed.skip("and")
            if not to and not leaving and typed.word("all", remark=lambda _: "the battle is lost"):
                leaving = list(force)
            elif (leaving or typed.peek() == "to") and not to and typed.word("to"):
                to = _place(state, typed, leaving, is_offered=True)
            elif (evacuations(state) or typed.peek() in FLYING) and typed.word(
                    "fly", also=FLYING, remark=lambda _: "a helicopter takes a unit to a base"):
                flights += _flights(state, typed)
            elif not to and (unit := _unit(state, typed, leaving)):
                if unit in leaving:
                    raise typed.refuse(f"{labels(state, [unit])} is named twice")
                leaving.append(unit)
            elif place := _place(state, typed, leaving, is_offered=False):
                to = place
            elif typed.peek():
                raise typed.refuse_word()
            else:
                break
        shown = units(state.numbers).shown
        if leaving and not to:
            raise typed.refuse(
                "no place to go to is named", map(places(state.numbers).shown, destinations(state, leaving)))
        if not leaving and not flights:
            raise typed.refuse("nobody is named", ["continue", *(f"withdraw {shown(u)} to" for u in force)])
        gone = {unit for flight in flights for unit in (flight.helicopter, flight.passenger)}
        staying = [unit for unit in leaving if unit not in gone]
        return Stay(tuple(state.numbers.ordered(staying)), to if staying else "", tuple(flights))

    def offers(self, asked: Asked[State]) -> Iterable[Offer]:
        """Going on and withdrawing with all, the latter first if they are stronger; then flying somebody out."""
        state, force = asked.state, under_way(asked.state).force
        ways_out = sorted(destinations(state, force), key=lambda to: is_concealed(state, to))  # R140: that is turned up
        leaving = [Offer(f"withdraw all to {brief_place(state, to)}", f"{name_of(state, to)}; the battle is lost")
                   for to in ways_out]
        another = Offer("continue", "another round")
        found = [*leaving, another] if _are_stronger(state) else [another, *leaving]
        for helicopter, passenger in evacuations(state):
            for base in list(state.numbers.bases)[:1]:
                words = f"withdraw fly {brief_units(state, [helicopter, passenger])} {base}"
                found.append(Offer(words, "or to another base"))
        return found[:MOST]

    def propose(self, asked: Asked[State], rng: random.Random) -> Stay:
        return random_orders.stay(asked.state, rng)


def _unit(state: State, typed: Typed, leaving: list[str]) -> str:
    force = under_way(state).force
    return typed.name(units(state.numbers), [u for u in force if u not in leaving], also=force, whole=bool(leaving),
                      why=lambda u: f"{labels(state, [u])} is not in the force")


def _place(state: State, typed: Typed, leaving: list[str], *, is_offered: bool) -> str:
    return typed.name(places(state.numbers), destinations(state, leaving) if is_offered and leaving else (),
                      also=all_places(state.numbers), remark=lambda to: name_of(state, to))


def _flights(state: State, typed: Typed) -> list[Flight]:
    """16.9 `hmm_a mp west`: helicopter, passenger, base; several in a row."""
    found, names = list[Flight](), units(state.numbers)
    pairs = evacuations(state)
    while typed.more():
        gone = [unit for flight in found for unit in (flight.helicopter, flight.passenger)]
        left = [pair for pair in pairs if not set(pair) & set(gone)]
        helicopter = typed.name(names, list(dict.fromkeys(h for h, _ in left)), also=names.ids(), whole=True)
        if not helicopter:
            break
        typed.skip("with", "carry")
        passenger = typed.name(names, [p for h, p in left if h == helicopter], also=names.ids())
        typed.skip("to")
        base = typed.name(places(state.numbers), list(state.numbers.bases))
        if not passenger or not base:
            where = name_of(state, under_way(state).space)
            because = f"an evacuation from {where} names a helicopter, a unit and a base"
            raise typed.refuse(because, ["fly hmma mp north"])
        found.append(Flight(helicopter, passenger, base))
    return found


def _are_stronger(state: State) -> bool:
    """16.2 Whether a fire of OPFOR takes a larger part of the force, on average, than ours takes of OPFOR."""
    operation = under_way(state)
    ours, theirs = sum(steps(state, unit) for unit in operation.force), len(operation.enemies)
    return mean(odds.of_opfor_fire(state)) * theirs > mean(odds.of_coalition_fire(state)) * ours
