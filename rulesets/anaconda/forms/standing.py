"""Ruling R110, C41 Standing orders as people type them.

    a within 2 foot hurt least 3; t7, t8 hexes 1710 1711; friendly fire 1808; show t3
"""

from __future__ import annotations

import random
from collections.abc import Iterable

from pbem.kit.forms import Asked, Form, Offer
from pbem.kit.spelling import Names
from pbem.kit.typed import Typed
from rulesets.anaconda.forms.answers import NOBODY, shown_in
from rulesets.anaconda.forms.reading import FILLERS
from rulesets.anaconda.numbers import AL_QAEDA, COALITION
from rulesets.anaconda.plans.standing import GUNSHIPS, WHAT, Filed, Standing
from rulesets.anaconda.prompts import planning
from rulesets.anaconda.state import State
from rulesets.anaconda.words.vocabulary import LEAD, counter_names, place_names


class StandingOrders(Form[State]):
    """Who, where, at what, on which conditions; or `none`."""

    keywords = (*FILLERS, "within", "of", "hexes", "hurt", "any", "least", LEAD, "friendly", "show", *WHAT)

    def prompt(self, asked: Asked[State]) -> str:
        return planning.standing(asked)

    def read(self, asked: Asked[State], typed: Typed) -> Filed:
        orders, fire, shows = list[Standing](), list[str](), list[str]()
        places = place_names(asked.state.numbers)
        while typed.more() or typed.part():
            if typed.word("none", also=NOBODY):
                continue
            if typed.word("friendly"):
                typed.word("fire")
                while typed.more():
                    fire.append(typed.name(places, whole=True) or typed.stop("on which hex does it fall?"))
            elif typed.word("show"):
                shows += shown_in(asked, typed)
            else:
                orders.append(self._order(asked, typed))
        return Filed(tuple(orders), tuple(fire), tuple(shows))

    def _order(self, asked: Asked[State], typed: Typed) -> Standing:
        names, places = counter_names(asked.state, asked.peek), place_names(asked.state.numbers)
        commands = commands_of(asked)
        who, at, what, within, of, lead, least, is_any = list[str](), list[str](), WHAT[0], -1, "", "", 0, False
        while typed.more():
            typed.skip(*FILLERS)
            if typed.word("within"):
                found = typed.number(0, 99)
                within = typed.stop("within how many hexes?") if found is None else found
                if typed.word("of"):
                    of = typed.name(places, whole=True) or typed.stop("of which hex?")
            elif typed.word("hexes", also=("hex",)):
                while typed.more() and (hex := typed.name(places, whole=True)):
                    at.append(hex)
            elif typed.word("hurt", also=("any",)):
                is_any = True
            elif typed.word("least"):
                least = typed.number(1, 99) or typed.stop("least what?")
            elif typed.word(LEAD):
                lead = typed.name(names) or typed.stop("who leads?")
            elif id := typed.name(commands, whole=True):
                who.append(id)
            elif who and (word := typed.word(*WHAT[1:])):
                what = word
            elif id := typed.name(names):
                who.append(id)
            else:
                raise typed.refuse_word("who fires?")
        if not who:
            typed.stop("who fires?", commands.ids())
        return Standing(tuple(who), what, tuple(at), within, of, is_any, least, lead)

    def offers(self, asked: Asked[State]) -> Iterable[Offer]:
        yield Offer("none", "nobody fires before you can say so")
        first, *_ = commands_of(asked).ids()
        yield Offer(f"{first} within 2 hurt", "whoever comes close, hurt or not")

    def propose(self, asked: Asked[State], rng: random.Random) -> Filed:
        commands, hexes = commands_of(asked).ids(), asked.state.numbers.ground.hexes.hexes
        orders = []
        for _ in range(rng.randint(0, 4)):
            own = asked.state.units if asked.seat == COALITION else asked.state.tokens
            who = (rng.choice(commands),) if rng.random() < 0.7 or not own else tuple(rng.sample(sorted(own), 2))
            what = rng.choice((*WHAT, "any", "any"))
            at = tuple(rng.sample(hexes, 3)) if rng.random() < 0.1 else ()
            within, of = rng.choice(((-1, ""), (2, ""), (8, ""), (4, rng.choice(hexes))))
            orders.append(Standing(who, what, at, within, of, rng.random() < 0.5, rng.choice((0, 0, 3))))
        if asked.seat == COALITION:
            return Filed(tuple(orders))
        shown = tuple(rng.sample(sorted(asked.state.tokens), min(3, len(asked.state.tokens))))
        return Filed(tuple(orders), tuple(rng.sample(hexes, 2)), shown)


def commands_of(asked: Asked[State]) -> Names:
    """One's own commands, by letter or name; gunships too."""
    markers = asked.state.numbers.markers.values()
    ways = {m.id: (m.id, m.name) for m in markers if m.side == asked.seat and m.activates and m.id != "jihad"}
    return Names({**ways, **({GUNSHIPS: ("gunships", GUNSHIPS)} if asked.seat != AL_QAEDA else {})})
