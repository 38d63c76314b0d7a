"""A game of three in which all pack two cards each turn, as they did last time if they like."""

from __future__ import annotations

import dataclasses
import random

from pbem.kit.forms import Form, Forms
from pbem.kit.policies import Choice, Policy
from pbem.kit.typed import AGAIN
from pbem.ruleset import Ruleset
from people import Person, exchange, invite, settle
from tiny import TINY


class Pack(Form):
    """Two cards; who has been raiding may not repeat that in the last turn."""

    def read(self, asked, typed):
        return [typed.word("rest", "march", "raid") or typed.stop("which card?") for _ in range(2)]

    def again(self, asked, last, typed):
        if "raid" in last and asked.state.turn == asked.state.turns:
            typed.stop("raid: nobody raids in the last turn")
        return last


FORMS = Forms({"2.1": Pack()})
PACK = Policy(name="pack", title="what is packed", rules=("2.1",), choices={"same": Choice("as last time")},
              answer=lambda asked, setting: AGAIN)
GAME = dataclasses.replace(TINY, policies=(PACK,), read_orders=FORMS.read_orders, again=FORMS.again,
                           follow=FORMS.follow)


class Worded(Pack):
    """The same, said as `both march`, or card by card with numbers: `1 rest 2 march`; that is said anew each time."""

    rereads = True

    def read(self, asked, typed):
        if typed.word("both"):
            return [typed.word("rest", "march", "raid") or typed.stop("which card?")] * 2
        found = []
        while typed.number(1, 2) is not None:
            found.append(typed.word("rest", "march", "raid") or typed.stop("which card?"))
        return found

    def lasts(self, asked, typed):
        return "both" in typed.words

    def echo(self, asked, answer):
        return [f"{len(set(answer))} kinds"]


WORDS = Forms({"2.1": Worded()})
WORDED = dataclasses.replace(TINY, read_orders=WORDS.read_orders, again=WORDS.again, follow=WORDS.follow,
                             lasting=WORDS.lasting, echo=WORDS.echo)


def packing(turn: int, cards: str = "rest march", game: Ruleset = GAME) -> list[Person]:
    """A match of three people that rests where all pack for this turn, each the same cards in every turn before."""
    people = invite(ruleset=game)
    rng = random.Random(3)
    settle(people)
    while people[0].match.state.turn < turn or people[0].match.request.rule != "2.1":
        made = [event for person in people for event in person.match.run_mechanical()]
        for person in people:
            duties = [] if made else [d for d in person.match.mine() if not d.is_mechanical]
            if duties and person.match.request.rule == "2.1":
                person.match.seal(duties[0].seat, cards.split())
            elif duties:
                person.carry_out(duties[0], rng)
        exchange(people)
    return people
